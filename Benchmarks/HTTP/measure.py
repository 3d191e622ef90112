#!/usr/bin/env python3
"""Measures the server beside peers, each pair in one run.

  measure.py TAGFLOW SERVER [DEBTAGS [VOCABULARY]]

DEBTAGS is a folder with train.ndjson.gz and q_dev_loo.ndjson.gz; VOCABULARY one with v1m.tsv and 1m/q_prefix.ndjson.gz; without
it a million names are made up. Prints a table: ours, theirs, the ratio, the bar. TAGFLOW_BENCH_ROWS picks rows by their first word."""
import gzip, json, os, random, shutil, socket, sqlite3, statistics, subprocess, sys, tempfile, threading, time

from load import Client, SECONDS, Server, missing, paced, percent, row, wrk

HERE = os.path.dirname(os.path.abspath(__file__))


def lines(path):
    with gzip.open(path, 'rt', encoding='utf8') as file: return [json.loads(line) for line in file]


def imported(tagflow, database, records):
    source = f'{database}.ndjson'
    with open(source, 'w', encoding='utf8') as out:
        for record in records: out.write(json.dumps(record, ensure_ascii=False) + '\n')
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', source], check=True)
    os.remove(source)


def names(vocabulary, count=1_000_000):
    """Names with their uses, and what people type on the way to some of them."""
    if vocabulary:
        entries = [line.rstrip('\n').split('\t') for line in open(f'{vocabulary}/v1m.tsv', encoding='utf8')]
        return ([(name, int(uses)) for name, uses in entries],
                [question['query'] for question in lines(f'{vocabulary}/1m/q_prefix.ndjson.gz')])
    chance = random.Random(7)
    syllables = [first + vowel + last for first in 'bdfgklmnprst' for vowel in 'aeiou' for last in ('', 'n', 'r', 's')]
    found = {}
    while len(found) < count:
        name = '-'.join(''.join(chance.choices(syllables, k=chance.randint(1, 3))) for _ in range(chance.randint(1, 2)))
        found.setdefault(name, 2_000_000 // (len(found) + 20) + 1)
    return list(found.items()), [name[:chance.randint(2, 6)] for name in chance.sample(list(found), 2_000)]


def asked(queries): return [f'/api/v1/suggestions?q={percent(query)}&limit=10' for query in queries]


class Nginx:
    """nginx that gives one static file."""

    def __init__(self, folder, size):
        os.makedirs(f'{folder}/nginx', exist_ok=True)
        open(f'{folder}/nginx/answer.json', 'w').write('x' * size)
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            self.url = f'http://127.0.0.1:{probe.getsockname()[1]}'
        open(f'{folder}/nginx.conf', 'w').write(f'''
            worker_processes auto; daemon off; pid {folder}/nginx.pid; error_log stderr; user root;
            events {{ worker_connections 1024; }}
            http {{ access_log off; sendfile on; keepalive_requests 100000000; default_type application/json;
              client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
              uwsgi_temp_path {folder}; scgi_temp_path {folder};
              server {{ listen {self.url[7:]}; root {folder}/nginx; }} }}''')
        self.process = subprocess.Popen(['nginx', '-p', folder, '-c', f'{folder}/nginx.conf'], stderr=subprocess.DEVNULL)
        time.sleep(1)

    def close(self):
        self.process.terminate()
        self.process.wait()


class Datasette:
    """datasette over SQLite's full-text search on the same tags."""

    QUERY = 'select tag.tag, uses from tag join found on found.rowid = tag.id where found match :q order by uses desc limit 10'

    def __init__(self, program, folder, entries):
        database = f'{folder}/peer.db'
        connection = sqlite3.connect(database)
        connection.executescript('create table tag (id integer primary key, tag text, uses integer);'
                                 "create virtual table found using fts5(tag, content='tag', content_rowid='id', prefix='2 3 4');")
        connection.executemany('insert into tag (tag, uses) values (?, ?)', entries)
        connection.execute("insert into found (found) values ('rebuild')")
        connection.commit()
        connection.close()
        with socket.socket() as probe:
            probe.bind(('127.0.0.1', 0))
            port = probe.getsockname()[1]
        self.url = f'http://127.0.0.1:{port}'
        self.process = subprocess.Popen([program, 'serve', '--immutable', database, '--port', str(port), '--setting', 'sql_time_limit_ms',
                                         '60000'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                with socket.create_connection(('127.0.0.1', port), .1): break
            except OSError: time.sleep(.1)

    def paths(self, queries):
        return [f'/peer.json?_shape=array&sql={percent(self.QUERY)}&q={percent(chr(34) + query.replace(chr(34), "") + chr(34) + "*")}'
                for query in queries]

    def close(self):
        self.process.terminate()
        self.process.wait()


def completion(tagflow, program, vocabulary, folder):
    entries, queries = names(vocabulary)
    database = f'{folder}/million.sqlite'
    imported(tagflow, database, ({'tag': name, 'uses': uses} for name, uses in entries))
    server = Server(tagflow, program, database, 'suggest')
    paths = asked(queries)
    client = server.client()
    client.ask(paths[0])
    size = round(statistics.mean(len(client.ask(path)[2]) for path in paths[:200]))
    nginx = Nginx(folder, size)
    # The three take turns, so that a machine whose speed drifts slows all of them.
    ours, health, static = [], [], []
    for _ in range(3):
        ours.append(wrk(server.url, paths, folder, 64, server.token))
        health.append(wrk(server.url, ['/healthz'], folder, 64))
        static.append(wrk(nginx.url, ['/answer.json'], folder, 64))
    nginx.close()
    ours, health, static = map(statistics.median, (ours, health, static))
    work = f'completion over {len(entries):,} tags, 64 connections, requests a second'
    row(f'{work}; /healthz', f'{ours:.0f}', f'{health:.0f}', f'{ours / health:.2f}', '≥ .5', ours >= .5 * health)
    row(f'{work}; nginx, a file of {size} bytes', f'{ours:.0f}', f'{static:.0f}', f'{ours / static:.2f}', '≥ .25', ours >= .25 * static)
    rate = int(ours / 10)
    slow, quick = [], []
    for _ in range(3):
        slow.append(paced(server.url, paths, folder, rate, server.token))
        quick.append(paced(server.url, ['/healthz'], folder, rate))
    slow, quick = statistics.median(slow), statistics.median(quick)
    row(f'p99 at {rate} requests a second; /healthz', f'{slow * 1e3:.2f} ms', f'{quick * 1e3:.2f} ms', f'{slow / quick:.2f}', '≤ 3', slow <= 3 * quick)
    beside_datasette(work, ours, folder, entries, queries)
    server.close()


def beside_datasette(work, ours, folder, entries, queries):
    program = os.environ.get('TAGFLOW_DATASETTE') or shutil.which('datasette')
    if not program: return missing(f'{work}; datasette', '≥ 20', 'datasette is not installed')
    peer = Datasette(program, folder, entries)
    theirs = wrk(peer.url, peer.paths(queries), folder, 64)
    peer.close()
    row(f'{work}; datasette with FTS5', f'{ours:.0f}', f'{theirs:.0f}', f'{ours / theirs:.0f}', '≥ 20', ours >= 20 * theirs)


def row_of_question(place, ours, health, own):
    bar = 1.5 * own + health
    row(f'next tag, one client, median; inside {place}, and /healthz', f'{ours * 1e6:.0f} µs', f'{own * 1e6:.0f} µs, {health * 1e6:.0f} µs',
        f'{ours / bar:.2f} of the bar', f'≤ 1.5 × inside + /healthz = {bar * 1e6:.0f} µs', ours <= bar)


def question(tagflow, program, debtags, folder):
    database = f'{folder}/debtags.sqlite'
    imported(tagflow, database, lines(f'{debtags}/train.ndjson.gz'))
    questions = lines(f'{debtags}/q_dev_loo.ndjson.gz')[:2_000]
    inside = os.environ.get('TAGFLOW_QUESTION_TIMES')
    if not inside: return missing('next tag', '≤ 1.5 × its time inside + /healthz', 'QuestionTimes was not built')
    asked = f'{folder}/questions.ndjson'
    with open(asked, 'w') as out:
        for one in questions: out.write(json.dumps({'given': one['given']}) + '\n')
    server = Server(tagflow, program, database, 'suggest')
    client = server.client()
    paths = ['/api/v1/suggestions?' + '&'.join(f'given={percent(tag)}' for tag in one['given']) for one in questions]
    client.median(paths)
    ours, health, served, looped = [], [], [], []
    # In turns, as the machine is not as fast all the time. The limit is always ten; as no two requests are alike, no answer is one
    # that the server keeps.
    for zeros in range(1, 8):
        client.inside = []
        ours.append(client.median([f'{path}&limit={"0" * zeros}10' for path in paths]))
        served.append(statistics.median(client.inside))
        health.append(client.median(['/healthz'] * len(paths)))
        printed = subprocess.run([inside, database, asked], check=True, capture_output=True, text=True).stdout
        looped.append(statistics.median(map(float, printed.split())) / 1e9)
    # The same questions in the server, where the processor waits for each, and one after the other without a pause.
    for place, own in [("the server's process", served), ('a loop of questions alone', looped)]:
        row_of_question(place, *map(statistics.median, (ours, health, own)))
    server.close()


def toggles(tagflow, program, folder):
    database = f'{folder}/toggles.sqlite'
    tags = [f'tag {number}' for number in range(64)]
    subprocess.run([tagflow, '--database', database, '--quiet', 'new', 'bench', *tags], check=True)
    server = Server(tagflow, program, database)
    path, bodies = '/api/v1/sets/bench/selection', [json.dumps({'toggle': [tag]}) for tag in tags]
    many, one = [], []
    for _ in range(3):
        many.append(wrk(server.url, [path] * 64, folder, 64, server.token, 'PATCH', bodies))
        one.append(wrk(server.url, [path] * 64, folder, 1, server.token, 'PATCH', bodies))
    many, one = statistics.median(many), statistics.median(one)
    row('toggles a second of 64 clients, each on disk; one client', f'{many:.0f}', f'{one:.0f}', f'{many / one:.2f}', '≥ 3', many >= 3 * one)
    followed(tagflow, server)
    server.close()


def followed(tagflow, server, count=300):
    """From a line typed in the REPL to the event of its commit at a client."""
    stream = socket.create_connection((server.host, server.port))
    stream.sendall(f'GET /api/v1/events HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer {server.token}\r\n\r\n'.encode())
    # What is there already is read away.
    time.sleep(1)
    stream.recv(1 << 20)
    repl = subprocess.Popen([tagflow, '--database', server.database, '--set', 'bench'], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    times = []
    for place in range(count):
        time.sleep(random.random() / 20)
        start = time.perf_counter()
        repl.stdin.write(f'{place % 64 + 1}\n'.encode())
        repl.stdin.flush()
        text = b''
        while b'data:' not in text: text += stream.recv(1 << 16)
        times.append(time.perf_counter() - start)
    repl.stdin.close()
    repl.wait()
    times.sort()
    median, last = times[len(times) // 2], times[len(times) * 99 // 100]
    row('a toggle in the REPL to its event at a client', f'median {median * 1e3:.1f} ms, p99 {last * 1e3:.1f} ms', '', '', 'median ≤ 50 ms, p99 ≤ 200 ms',
        median <= .05 and last <= .2)


def memory(tagflow, program, vocabulary, folder):
    entries, _ = names(vocabulary, 100_000)
    database = f'{folder}/hundred.sqlite'
    imported(tagflow, database, ({'tag': name, 'uses': uses} for name, uses in random.Random(3).sample(entries, 100_000)))
    server = Server(tagflow, program, database)
    server.client().ask('/api/v1/suggestions?q=a')
    time.sleep(15)
    idle = server.memory()
    row('memory with 100,000 tags, idle', f'{idle / 1e6:.1f} MB', '', '', '≤ 60 MB', idle <= 60e6)
    streams = []
    for _ in range(1_000):
        stream = socket.create_connection((server.host, server.port))
        stream.sendall(f'GET /api/v1/events HTTP/1.1\r\nHost: {server.host}\r\nAuthorization: Bearer {server.token}\r\n\r\n'.encode())
        streams.append(stream)
    time.sleep(5)
    each = (server.memory() - idle) / len(streams)
    row('each further event stream, of 1,000', f'{each / 1e3:.1f} kB', '', '', '≤ 20 kB', each <= 20e3)
    before = server.processor()
    time.sleep(30)
    print(f'  (1,000 idle streams: {(server.processor() - before) * 2e3:.0f} ms of processor time a minute)', file=sys.stderr)
    server.close()


def start(tagflow, program, folder):
    database = f'{folder}/start.sqlite'
    subprocess.run([tagflow, '--database', database, '--quiet', 'new', 'bench', 'a', 'b'], check=True)
    listening, version = [], []
    for _ in range(21):
        server = Server(tagflow, program, database)
        listening.append(server.start)
        server.close()
        begun = time.perf_counter()
        subprocess.run([tagflow, '--version'], check=True, stdout=subprocess.DEVNULL)
        version.append(time.perf_counter() - begun)
    ours, theirs = statistics.median(listening), statistics.median(version)
    row('start, until it listens; tagflow --version', f'{ours * 1e3:.1f} ms', f'{theirs * 1e3:.1f} ms', f'{ours / theirs:.2f}', '≤ 5', ours <= 5 * theirs)


def main():
    tagflow, program = map(os.path.abspath, sys.argv[1:3])
    debtags, vocabulary = (sys.argv[3:] + ['', ''])[:2]
    rows = os.environ.get('TAGFLOW_BENCH_ROWS', 'completion question toggles memory start').split()
    folder = tempfile.mkdtemp(prefix='tagflow-bench-')
    try:
        print('| work | ours | theirs | ratio | bar | met |\n| --- | --- | --- | --- | --- | --- |', flush=True)
        if 'start' in rows: start(tagflow, program, folder)
        if 'toggles' in rows: toggles(tagflow, program, folder)
        if 'question' in rows:
            if debtags and os.path.isdir(debtags): question(tagflow, program, debtags, folder)
            else: missing('next tag', '≤ 1.5 × its time inside + /healthz', 'TAGFLOW_DEBTAGS names no folder')
        if 'memory' in rows: memory(tagflow, program, vocabulary, folder)
        if 'completion' in rows:
            if shutil.which('wrk') and shutil.which('nginx') and shutil.which('h2load'): completion(tagflow, program, vocabulary, folder)
            else: missing('completion', '', 'wrk, nginx or h2load is not installed (Debian: wrk, nginx-light, nghttp2-client)')
    finally:
        shutil.rmtree(folder)


main()
