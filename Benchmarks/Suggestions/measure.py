#!/usr/bin/env python3
"""Measures suggestions through the program, question by question through a pipe, beside peers.

  measure.py TAGFLOW [DEBTAGS [VOCABULARY]]

DEBTAGS is a folder with train.ndjson.gz and q_dev_*.ndjson.gz; VOCABULARY one with v1m.tsv and 1m/q_*.ndjson.gz.
Prints a table: ours, theirs, the ratio, the bar. Peers answer the same questions in the same run; rows whose data or
peer is missing say so."""
import gzip, json, math, os, random, shutil, statistics, subprocess, sys, tempfile, time, unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
ECHO = "import json, sys\nfor line in sys.stdin:\n    print(json.dumps(json.loads(line)), flush=True)\n"


def row(work, ours, theirs, ratio, bar, met):
    print(f'| {work} | {ours} | {theirs} | {ratio} | {bar} | {"yes" if met else "no"} |', flush=True)


def missing(work, bar, why):
    print(f'| {work} | not available: {why} | | | {bar} | |', flush=True)


def lines(path):
    with gzip.open(path, 'rt', encoding='utf8') as file: return [json.loads(line) for line in file]


def share(times, percent):
    times = sorted(times)
    return times[min(len(times) - 1, len(times) * percent // 100)] * 1e6


class Peer:
    """A process that answers a question a line."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)

    def ask(self, question):
        line = (json.dumps(question, ensure_ascii=False) + '\n').encode()
        start = time.perf_counter()
        self.process.stdin.write(line)
        answer = b''
        while not answer.endswith(b'\n'): answer += os.read(self.process.stdout.fileno(), 1 << 16)
        return time.perf_counter() - start, answer

    def tags(self, question):
        took, answer = self.ask(question)
        return took, [found['tag'] for found in json.loads(answer)['suggestions']]

    def peak(self):
        for line in open(f'/proc/{self.process.pid}/status'):
            if line.startswith('VmHWM'): return int(line.split()[1]) / 1024
        return math.nan

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def gain(hidden, tags):
    found = sum(1 / math.log2(place + 2) for place, tag in enumerate(tags[:10]) if tag in hidden)
    return found / sum(1 / math.log2(place + 2) for place in range(min(10, len(hidden))))


def next_tag(tagflow, debtags, folder):
    database, train = f'{folder}/debtags.sqlite', f'{folder}/train.ndjson'
    with gzip.open(f'{debtags}/train.ndjson.gz') as source, open(train, 'wb') as target: shutil.copyfileobj(source, target)
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', train], check=True)
    ours, echo = Peer([tagflow, '--database', database, 'suggest', '--batch']), Peer([sys.executable, '-c', ECHO])
    reference = {('loo', False): ('.702', .715), ('half', False): ('.676', .750), ('loo', True): ('', .715), ('half', True): ('', .790)}
    times, echoes = [], []
    for (kind, titled), (theirs, bar) in reference.items():
        questions = lines(f'{debtags}/q_dev_{kind}.ndjson.gz')
        gains = []
        for place, question in enumerate(questions):
            asked = {key: question[key] for key in ('given', 'query', 'limit')}
            if titled: asked['title'] = question['item']
            took, tags = ours.tags(asked)
            gains.append(gain(set(question['hidden']), tags))
            if titled or place < 100: continue
            times.append(took)
            echoes.append(echo.ask(asked)[0])
        mean = statistics.mean(gains)
        what = f'next tag, {"one" if kind == "loo" else "half"} hidden{", with titles" if titled else ""}, NDCG@10'
        row(f'{what} ({len(gains)} questions); EASE as published with the data', f'{mean:.4f}', theirs or 'none',
            f'{mean / float(theirs):.2f}' if theirs else '', f'≥ {bar:.3f}', mean >= bar)
    median, echoed = share(times, 50), share(echoes, 50)
    bar = 2 * echoed + 500
    row('next tag, median; a line of JSON parsed, printed and echoed', f'{median:.0f} µs', f'{echoed:.0f} µs', f'{median / echoed:.1f}',
        f'≤ 2 × theirs + 0.5 ms = {bar:.0f} µs', median <= bar)
    last = share(times, 99)
    row('next tag, p99; its own median', f'{last:.0f} µs', f'{median:.0f} µs', f'{last / median:.2f}', '≤ 4.00', last <= 4 * median)
    ours.close()
    echo.close()


def completion(tagflow, vocabulary, folder):
    database, source = f'{folder}/million.sqlite', f'{folder}/million.ndjson'
    entries = [line.rstrip('\n').split('\t') for line in open(f'{vocabulary}/v1m.tsv', encoding='utf8')]
    with open(source, 'w', encoding='utf8') as out:
        for name, uses in entries: out.write(json.dumps({'tag': name, 'uses': int(uses)}, ensure_ascii=False) + '\n')
    by_use = f'{folder}/by_use.tsv'
    with open(by_use, 'w', encoding='utf8') as out:
        for name, uses in sorted(entries, key=lambda entry: (-int(entry[1]), entry[0])): out.write(f'{name}\t{uses}\n')
    start = time.perf_counter()
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', source], check=True)
    print(f'  (import of {len(entries)} tags: {time.perf_counter() - start:.0f} s)', file=sys.stderr)
    ours = Peer([tagflow, '--database', database, 'suggest', '--batch'])
    build = ours.ask({'query': 'a'})[0]
    subprocess.run(['cc', '-O2', f'{HERE}/fts5.c', '-o', f'{folder}/fts5', '-lsqlite3'], check=True)
    uses = {}
    for name, count in entries: uses[key(name)] = max(int(count), uses.get(key(name), 0))
    alone(f'{folder}/fts5', by_use, vocabulary, folder)
    for kind in ('prefix', 'substring'): beside_fts5(kind, ours, f'{folder}/fts5', by_use, vocabulary, uses)
    typos(ours, vocabulary)
    terms(ours, [name for name, _ in entries])
    row('memory with 1,000,000 tags, at its peak', f'{ours.peak():.0f} MB', '', '', '< 300 MB', ours.peak() < 300)
    row('the first answer with 1,000,000 tags', f'{build:.1f} s', '', '', '≤ 30 s', build <= 30)
    ours.close()
    cold(tagflow, database)


def alone(program, by_use, vocabulary, folder):
    """The scan and the index of FTS5 in separate programs, without pipes and JSON."""
    paths = {}
    for kind in ('prefix', 'substring'):
        paths[kind] = f'{folder}/{kind}.ndjson'
        with gzip.open(f'{vocabulary}/1m/q_{kind}.ndjson.gz') as source, open(paths[kind], 'wb') as target:
            shutil.copyfileobj(source, target)
    search = os.environ.get('TAGFLOW_SEARCH_TIMES')
    if not search: return missing('prefix and substring, the scan alone', '≤ 200 ms', 'SearchTimes was not built')
    printed = subprocess.run([search, f'{vocabulary}/v1m.tsv', *paths.values()], capture_output=True, check=True).stdout
    times = {path: [] for path in paths.values()}
    for line in printed.decode().splitlines():
        path, took = line.rsplit(' ', 1)
        times[path].append(float(took) / 1e6)
    for kind, path in paths.items():
        questions = open(path, 'rb').read()
        done = subprocess.run([program, by_use, kind], input=questions * 2, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              env={**os.environ, 'FTS5_TIMES': '1'}, check=True)
        theirs = [float(line) / 1e6 for line in done.stderr.split()]
        theirs = theirs[len(theirs) // 2:]
        for percent in (50, 99):
            mine, other = share(times[path], percent), share(theirs, percent)
            row(f'{kind} of 1,000,000 tags, p{percent}, the scan alone in its process; FTS5 alone in its', f'{mine:.1f} µs', f'{other:.1f} µs',
                f'{mine / other:.2f}', '≤ 200 ms', mine <= 200_000)


def beside_fts5(kind, ours, program, by_use, vocabulary, uses):
    questions = lines(f'{vocabulary}/1m/q_{kind}.ndjson.gz')
    peer = Peer([program, by_use, kind])
    peer.ask({'query': 'warm'})
    times, theirs, agreed = [], [], 0
    for warm in (True, False):
        for question in questions:
            asked = {'query': question['query'], 'limit': 10}
            took, tags = ours.tags(asked)
            their_time, _ = peer.ask(asked)
            if warm: continue
            times.append(took)
            theirs.append(their_time)
            agreed += is_exact(kind, question, tags, uses)
    peer.close()
    row(f'{kind} of 1,000,000 tags, all of the true first ten in their places or behind a better match', f'{agreed / len(questions):.4f}', '',
        '', '= 1', agreed == len(questions))
    for percent in (50, 99):
        mine, other = share(times, percent), share(theirs, percent)
        row(f'{kind} of 1,000,000 tags, p{percent}; FTS5 through the same pipe', f'{mine:.0f} µs', f'{other:.0f} µs', f'{mine / other:.2f}',
            '≤ 200 ms', mine <= 200_000)


def key(name):
    """What makes two names one tag; the questions tell names apart that differ in a kind of space, or in case."""
    return ' '.join(unicodedata.normalize('NFKC', unicodedata.normalize('NFKC', name).casefold()).split())


def is_exact(kind, question, tags, uses):
    """Whether a tag of the true first ten is missing only where ten matches of a better kind leave no room."""
    text = key(question['query'])
    def better(tag):
        return tag == text if kind == 'prefix' else tag.startswith(text) or starts_word(tag, text)
    tags, top = [key(tag) for tag in tags], [key(tag) for tag in question['top']]
    first = [tag for tag in tags if better(tag) or text not in tag and kind == 'substring' and text in unmarked(tag)]
    rest = [tag for tag in top if not better(tag)]
    room = 10 - len(first)
    ours = [tag for tag in tags if not better(tag) and text in tag][:room]
    wanted = rest[:room]
    return [uses.get(tag) for tag in ours[:len(wanted)]] == [uses.get(tag) for tag in wanted]


def unmarked(text):
    return ''.join(mark for mark in unicodedata.normalize('NFD', text) if not unicodedata.combining(mark))


def starts_word(tag, text):
    place = tag.find(text, 1)
    while place > 0:
        if not tag[place - 1].isalnum(): return True
        place = tag.find(text, place + 1)
    return False


def typos(ours, vocabulary):
    questions = lines(f'{vocabulary}/1m/q_typo.ndjson.gz')
    times, first, ten = [], 0, 0
    for question in questions:
        took, tags = ours.tags({'query': question['query'], 'limit': 10})
        times.append(took)
        first += tags[:1] == [question['intended']]
        ten += question['intended'] in tags
    count = len(questions)
    for most, ours_found in ((1, first), (10, ten)):
        theirs = sum(question['best_rank'] <= most for question in questions)
        row(f'typo among 1,000,000 tags, r@{most} ({count} questions); by distance, then use', f'{ours_found / count:.4f}',
            f'{theirs / count:.4f}', f'{ours_found / theirs:.3f}', '≥ theirs', ours_found >= theirs)
    peer = tantivy(vocabulary, questions)
    median = share(times, 50)
    if peer: row('typo among 1,000,000 tags, median; tantivy, fuzzy 1 then 2', f'{median:.0f} µs', f'{peer:.0f} µs', f'{peer / median:.1f}',
                 '≥ 9.0', peer >= 9 * median)
    else: missing('typo among 1,000,000 tags, median; tantivy, fuzzy 1 then 2', '≥ 9.0', 'pip install tantivy')
    questions = lines(f'{vocabulary}/1m/q_typoprefix.ndjson.gz')
    ten = sum(question['intended'] in ours.tags({'query': question['query'], 'limit': 10})[1] for question in questions)
    row(f'typo in a prefix, r@10 ({len(questions)} questions)', f'{ten / len(questions):.4f}', '', '', '≥ .650', ten / len(questions) >= .65)


def terms(ours, names):
    """Beginnings of three words of a name, in any order, and the first of them alone, in turns."""
    chance = random.Random(7)
    three, one = [], []
    for name in chance.sample([name for name in names if len(name.split()) > 2], 1_000):
        query = [word[:chance.randint(2, 5)] for word in chance.sample(name.split(), 3)]
        three.append(ours.ask({'query': ' '.join(query), 'limit': 10})[0])
        one.append(ours.ask({'query': query[0], 'limit': 10})[0])
    mine, other = statistics.mean(three), statistics.mean(one)
    row('beginnings of three words among 1,000,000 tags, mean; the first of them', f'{mine * 1e6:.0f} µs', f'{other * 1e6:.0f} µs',
        f'{mine / other:.1f}', '≤ 5', mine <= 5 * other)


def tantivy(vocabulary, questions):
    with tempfile.NamedTemporaryFile('w', suffix='.ndjson') as file:
        for question in questions: file.write(json.dumps(question) + '\n')
        file.flush()
        python = os.environ.get('TAGFLOW_PYTHON', sys.executable)
        done = subprocess.run([python, f'{HERE}/tantivy_typos.py', f'{vocabulary}/v1m.tsv', file.name, '300'], capture_output=True)
        return json.loads(done.stdout)['p50_us'] if done.returncode == 0 else None


def cold(tagflow, database):
    ours, theirs = [], []
    for _ in range(41):
        for command, times in (([tagflow, '--database', database, 'suggest', 'sw'], ours), (['sqlite3', database, 'select 1'], theirs)):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
            times.append(time.perf_counter() - start)
    mine, other = statistics.median(ours), statistics.median(theirs)
    row("a cold tagflow suggest sw, 1,000,000 tags; sqlite3 'select 1'", f'{mine * 1e3:.1f} ms', f'{other * 1e3:.1f} ms', f'{mine / other:.1f}',
        '≤ 2 s', mine <= 2)


def main():
    tagflow = os.path.abspath(sys.argv[1])
    debtags, vocabulary = (sys.argv[2:] + ['', ''])[:2]
    print('| work; compared with | ours | theirs | ratio | bar | met |\n| --- | --- | --- | --- | --- | --- |')
    folder = tempfile.mkdtemp(prefix='tagflow-bench-')
    try:
        if os.path.exists(f'{debtags}/train.ndjson.gz'): next_tag(tagflow, debtags, folder)
        else: missing('next tag: NDCG@10, median, p99', '', 'TAGFLOW_DEBTAGS names no folder with train.ndjson.gz and q_dev_*.ndjson.gz')
        if os.path.exists(f'{vocabulary}/v1m.tsv') and shutil.which('sqlite3'): completion(tagflow, vocabulary, folder)
        else: missing('completion of 1,000,000 tags', '', 'TAGFLOW_VOCABULARY names no folder with v1m.tsv and 1m/, or sqlite3 is missing')
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__": main()
