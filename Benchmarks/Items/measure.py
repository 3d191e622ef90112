#!/usr/bin/env python3
"""Measures queries for items over HTTP, next to SQLite's FTS5 in C, and imports.

  measure.py TAGFLOW SERVER [OLDER]

OLDER is an earlier tagflow whose import is compared. TAGFLOW_BENCH_ITEMS is the number of items, 100,000 by default;
TAGFLOW_BENCH_RUNS the number of runs, 3 by default. The best time of a query or import counts, because other programs can only
slow it down. Prints a table, and the slowest queries to standard error."""
import os, re, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f'{HERE}/../HTTP')

import generate
from load import Server, missing, percent, row

COUNT = int(os.environ.get('TAGFLOW_BENCH_ITEMS', '100000'))
RUNS = int(os.environ.get('TAGFLOW_BENCH_RUNS', '3'))
# Where a day begins must not depend on the machine.
os.environ['TZ'] = 'UTC'


def milliseconds(seconds): return f'{seconds * 1e3:.2f} ms'


def ninetieth(times): return sorted(times)[len(times) * 9 // 10]


def import_time(tagflow, database, source):
    for ending in ('', '-wal', '-shm'):
        if os.path.exists(database + ending): os.remove(database + ending)
    start = time.perf_counter()
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', source], check=True)
    return time.perf_counter() - start


def imports(tagflow, older, folder, database):
    """Imports the items into `database`, and prints the time per item."""
    whole, plain = f'{folder}/items.ndjson', f'{folder}/plain.ndjson'
    generate.write(whole, COUNT)
    generate.write(plain, COUNT, is_plain=True)
    times = {'plain': [], 'older': [], 'whole': []}
    for _ in range(RUNS):
        times['plain'].append(import_time(tagflow, f'{folder}/plain.sqlite', plain))
        if older: times['older'].append(import_time(older, f'{folder}/older.sqlite', plain))
        times['whole'].append(import_time(tagflow, database, whole))
    each = {kind: min(taken) / COUNT for kind, taken in times.items() if taken}

    def shown(seconds): return f'{seconds * 1e6:.1f} µs'

    # Earlier versions reject untagged items, so that they import fewer items; their time is divided by all items.
    if older:
        for kind, name in ('plain', 'title, tags and time'), ('whole', 'also location and note; the earlier version without them'):
            ratio = each[kind] / each['older']
            row(f'import, per item: {name}; an earlier version', shown(each[kind]), shown(each['older']), f'{ratio:.2f}', '≤ 2', ratio <= 2)
    else:
        missing(f'import, per item: {shown(each["plain"])}, with location and note {shown(each["whole"])}; an earlier version', '≤ 2',
                'no earlier program was given')


def best_times(ask, queries):
    """The best time of each query over all runs. Runs go through the whole list, so that no query follows itself."""
    runs = [[ask(query, run) for query in queries] for run in range(RUNS)]
    return [min(times) for times in zip(*runs)]


def http(client, facets=0):
    """Returns a function that asks for the first page. Zeros make each request different, so that no response comes from a cache."""
    def ask(query, run):
        zeros = '0' * run
        taken, status, text = client.ask(f'/api/v1/items?q={percent(query)}&limit={zeros}20' + (f'&facets={zeros}{facets}' if facets else ''))
        if status != 200: raise SystemExit(f'{query}: {status} {text[:200]}')
        return taken
    return ask


class RawSQLite:
    """The C program next to this file, which answers a line per query."""

    def __init__(self, folder, database):
        program = f'{folder}/raw_fts5'
        subprocess.run(['cc', '-O2', f'{HERE}/raw_fts5.c', '-o', program, '-lsqlite3'], check=True)
        self.process = subprocess.Popen([program, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, statement, _):
        self.process.stdin.write(f'{statement}\n')
        answer = self.process.stdout.readline().split()
        if not answer: raise SystemExit(f'raw_fts5: no result for {statement!r}')
        return float(answer[1]) / 1e6

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def raw_statement(query):
    """The line for the C program, for queries that one of its statements can answer: words and phrases, a tag, or a first day."""
    if re.fullmatch(r'#\w+', query): return f'tag\t{query[1:]}'
    if found := re.fullmatch(r'since:(\d{4})(?:-(\d\d))?', query):
        day = time.strptime(f'{found[1]}-{found[2] or "01"}-01 UTC', '%Y-%m-%d %Z')
        return f'time\t{int(time.mktime(day)) * 1000}'
    words = re.findall(r'"[\w ]+"|\w+', query)
    if ' '.join(words) != query or {'or', 'and', 'not', 'untagged', 'missing'} & set(words): return None
    return 'text\t' + ' AND '.join(word if word.startswith('"') else f'"{word}"' for word in words)


def compared(queries, times, raw, kind, name):
    """Prints the median of the queries of a kind next to SQLite's."""
    chosen = [(taken, statement) for query, taken in zip(queries, times) if (statement := raw_statement(query) or '').startswith(kind)]
    theirs = statistics.median(best_times(raw.ask, [statement for _, statement in chosen]))
    ours = statistics.median(taken for taken, _ in chosen)
    row(f'{name}, median of {len(chosen)} queries; the statement in C', milliseconds(ours), milliseconds(theirs), f'{ours / theirs:.2f}', '', True)


def find(tagflow, program, folder, database):
    queries = open(f'{HERE}/queries.txt', encoding='utf8').read().split('\n')
    queries = [query for query in queries if query]
    server = Server(tagflow, program, database, 'read')
    client = server.client()
    # The first run reads the database into the system's memory.
    for query in queries: client.ask(f'/api/v1/items?q={percent(query)}&limit=1')
    page = best_times(http(client), queries)
    with_facets = best_times(http(client, 20), queries)
    for times, name, bar in (page, 'first page', .02), (with_facets, 'first page and 20 facets', .05):
        median = statistics.median(times)
        row(f'{name}, {len(queries)} queries over {COUNT:,} items, median', milliseconds(median), '', '', f'≤ {bar * 1e3:.0f} ms', median <= bar)
        row(f'{name}, 90th percentile, slowest', f'{milliseconds(ninetieth(times))}, {milliseconds(max(times))}', '', '', '', True)
    raw = RawSQLite(folder, database)
    for kind, name in ('text', 'words and phrases'), ('tag', 'a tag'), ('time', 'a first day'): compared(queries, page, raw, kind, name)
    raw.close()
    for times, name in (page, 'first page'), (with_facets, 'first page and 20 facets'):
        print(f'\nslowest queries, {name}:', file=sys.stderr)
        for taken, query in sorted(zip(times, queries), reverse=True)[:10]: print(f'  {milliseconds(taken):>10}  {query}', file=sys.stderr)
    server.close()


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


main()
