#!/usr/bin/env python3
"""Measures queries for items over HTTP, next to SQLite's FTS5 in C, and imports.

  measure.py TAGFLOW SERVER [OLDER]

OLDER is an earlier tagflow whose imports are compared. TAGFLOW_BENCH_ITEMS is the number of items, 100,000 by default;
TAGFLOW_BENCH_RUNS the number of runs, 3 by default. The best time of a query or import counts, because other programs can only
slow it down. Prints a table, and the slowest queries to standard error."""
import os, re, shutil, statistics, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f'{HERE}/../HTTP')

import generate
from load import Server, percent, row

COUNT = int(os.environ.get('TAGFLOW_BENCH_ITEMS', '100000'))
RUNS = int(os.environ.get('TAGFLOW_BENCH_RUNS', '3'))
# Where a day begins must not depend on the machine.
os.environ['TZ'] = 'UTC'


def milliseconds(seconds): return f'{seconds * 1e3:.2f} ms'


def figure(work, ours, theirs='', ratio=''):
    """A row without a bar."""
    print(f'| {work} | {ours} | {theirs} | {ratio} | | |', flush=True)


def ninetieth(times): return sorted(times)[len(times) * 9 // 10]


def import_time(tagflow, database, source):
    """The processor time of an import, which depends less on other programs and on the disk than the elapsed time."""
    for ending in ('', '-wal', '-shm'):
        if os.path.exists(database + ending): os.remove(database + ending)
    before = os.times()
    command = [tagflow, '--database', database, '--quiet', 'import', '--skip-invalid', source]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    after = os.times()
    print(f'  (import of {os.path.basename(source)}: {after.elapsed - before.elapsed:.1f} s)', file=sys.stderr)
    return after.children_user + after.children_system - before.children_user - before.children_system


def imports(tagflow, older, folder, database):
    """Imports the items into `database`, and prints the processor time per item.

    The earlier version ignores notes and skips untagged items."""
    programs = [tagflow] + ([older] if older else [])
    for kind, name in ('plain', 'title, tags and time'), ('whole', 'title, tags, time, location and note'):
        source = f'{folder}/{kind}.ndjson'
        written, tagged = generate.write(source, COUNT, is_plain=kind == 'plain')
        databases = [database, f'{folder}/older.sqlite']
        runs = [[import_time(*pair, source) for pair in zip(programs, databases)] for _ in range(RUNS)]
        each = [min(times) / count for times, count in zip(zip(*runs), (written, tagged))]
        shown = [f'{time * 1e6:.1f} µs' for time in each]
        work = f'import, processor time per item; {name}'
        if not older: figure(f'{work}; no earlier program was given', *shown)
        else: row(f'{work}; an earlier version', *shown, f'{each[0] / each[1]:.2f}', '≤ 2', each[0] <= 2 * each[1])


def best_times(ask, queries):
    """The best time of each query over all runs. Runs go through the whole list, so that no query follows itself."""
    runs = [[ask(query, run) for query in queries] for run in range(RUNS)]
    return [min(times) for times in zip(*runs)]


def http(client, facets=0):
    """Returns a function that requests the first page, and returns the time of the response.

    Zeros make each request different, so that no response comes from a cache."""
    def ask(query, run):
        zeros = '0' * run
        path = f'/api/v1/items?q={percent(query)}&limit={zeros}20'
        taken, status, text = client.ask(f'{path}&facets={facets}' if facets else path)
        if status != 200: raise SystemExit(f'{query}: {status} {text[:200]}')
        return taken
    return ask


class RawSQLite:
    """The C program next to this file, which answers a line per query."""

    def __init__(self, folder, database):
        program = f'{folder}/raw_fts5'
        subprocess.run(['cc', '-O2', f'{HERE}/raw_fts5.c', '-o', program, '-lsqlite3'], check=True)
        self.process = subprocess.Popen([program, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)

    def ask(self, statement, _):
        self.process.stdin.write(f'{statement}\n')
        answer = self.process.stdout.readline().split()
        if not answer: raise SystemExit(f'raw_fts5: no result for {statement!r}')
        return float(answer[1]) / 1e6

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def raw_statement(query):
    """The line for the C program; `None` unless the query is only words and phrases, or only a tag."""
    if re.fullmatch(r'#\w+', query): return f'tag\t{query[1:]}'
    words = re.findall(r'"[\w ]+"|\w+', query)
    if ' '.join(words) != query or {'or', 'and', 'not', 'untagged', 'missing'} & set(words): return None
    return 'text\t' + ' AND '.join(word if word.startswith('"') else f'"{word}"' for word in words)


def compared(queries, times, raw, kind, name):
    """Prints the median of the queries of a kind next to SQLite's."""
    statements = map(raw_statement, queries)
    chosen = [(taken, statement) for taken, statement in zip(times, statements) if statement and statement.startswith(kind)]
    theirs = statistics.median(best_times(raw.ask, [statement for _, statement in chosen]))
    ours = statistics.median(taken for taken, _ in chosen)
    figure(f'first page, {len(chosen)} queries for {name}, median; the first 20 ids in C', milliseconds(ours), milliseconds(theirs),
           f'{ours / theirs:.2f}')


def measured(server, queries, facets, name, bar):
    """Prints and returns the best times of the queries."""
    before = server.processor()
    times = best_times(http(server.client(), facets), queries)
    processor = (server.processor() - before) / RUNS / len(queries)
    median = statistics.median(times)
    work = f'{name}, {len(queries)} queries over {COUNT:,} items, median'
    row(work, milliseconds(median), '', '', f'≤ {bar} ms', median * 1e3 <= bar)
    figure(f'{name}, 90th percentile', milliseconds(ninetieth(times)))
    figure(f'{name}, slowest', milliseconds(max(times)))
    figure(f'{name}, processor time of the server, mean', milliseconds(processor))
    print(f'slowest queries, {name}:', file=sys.stderr)
    for taken, query in sorted(zip(times, queries), reverse=True)[:10]:
        print(f'  {milliseconds(taken):>10}  {query}', file=sys.stderr)
    return times


def find(tagflow, program, folder, database):
    queries = open(f'{HERE}/queries.txt', encoding='utf8').read().split('\n')
    queries = [query for query in queries if query]
    server = Server(tagflow, program, database, 'read')
    try:
        # Read the database into the system's memory first.
        client = server.client()
        for query in queries: client.ask(f'/api/v1/items?q={percent(query)}&limit=1')
        page = measured(server, queries, 0, 'first page', 20)
        measured(server, queries, 20, 'first page and 20 facets', 50)
    finally: server.close()
    raw = RawSQLite(folder, database)
    compared(queries, page, raw, 'text', 'words and phrases')
    compared(queries, page, raw, 'tag', 'a tag')
    raw.close()


def main():
    tagflow, program = map(os.path.abspath, sys.argv[1:3])
    older = os.path.abspath(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else None
    folder = tempfile.mkdtemp(prefix='tagflow-bench-')
    try:
        print('| work | ours | theirs | ratio | bar | met |\n| --- | --- | --- | --- | --- | --- |', flush=True)
        imports(tagflow, older, folder, f'{folder}/items.sqlite')
        find(tagflow, program, folder, f'{folder}/items.sqlite')
    finally:
        shutil.rmtree(folder)


if __name__ == '__main__': main()
