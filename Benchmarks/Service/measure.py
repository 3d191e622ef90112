#!/usr/bin/env python3
"""Measures the service through the program against raw SQLite and raw text, each pair in one run.

  measure.py TAGFLOW [TRAIN.ndjson]

Prints a table: ours, theirs, the ratio, the bar. Times are medians; sides take turns, so that a machine whose speed
drifts slows both."""
import os, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))


def timed(command, **options):
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.perf_counter() - start


def row(work, ours, theirs, bar, what):
    ratio = ours / theirs
    print(f'| {work} | {ours * 1e3:.2f} ms | {theirs * 1e3:.2f} ms | {ratio:.2f} | at most {bar} | {what} |')


def conversation(command, lines, environment):
    """The seconds from each line sent to its answer."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, bufsize=0)
    for line in lines:
        start = time.perf_counter()
        process.stdin.write(line)
        answer = b''
        while not answer.endswith(b'\n'):
            answer += os.read(process.stdout.fileno(), 65536)
        yield time.perf_counter() - start
    process.stdin.close()
    process.wait()


def toggle(tagflow, folder):
    environment = {**os.environ, 'TAGFLOW_DATABASE': f'{folder}/toggle.sqlite', 'COLUMNS': '80'}
    tags = '早间例行 锻炼 读书 喝水 冥想 给朋友打电话 学习新东西'.split()
    subprocess.run([tagflow, 'new', 'habits', *tags], env=environment, check=True, stdout=subprocess.DEVNULL)
    baseline = f'{folder}/raw_update'
    subprocess.run(['cc', '-O2', f'{HERE}/raw_update.c', '-o', baseline, '-lsqlite3'], check=True)
    lines = [f'{1 + i % 7}\n'.encode() for i in range(1000)]
    ours = conversation([tagflow], lines, environment)
    theirs = conversation([baseline, f'{folder}/raw.sqlite'], lines, environment)
    pairs = list(zip(ours, theirs))
    row('a toggle in the REPL, committed and drawn', statistics.median(p[0] for p in pairs),
        statistics.median(p[1] for p in pairs), 1.5, 'C program, one-row update, same pragmas')


def imported(tagflow, folder, train):
    ours, theirs = [], []
    database, raw, script = f'{folder}/import.sqlite', f'{folder}/raw-import.sqlite', f'{folder}/dump.sql'
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', train], check=True)
    import sqlite3
    source = sqlite3.connect(database)
    with open(script, 'w') as out:
        out.write('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;\n')
        for line in source.iterdump():
            if 'key_trigram' not in line and 'key_word' not in line and 'sqlite_' not in line and 'writable' not in line:
                out.write(line + '\n')
    size = os.path.getsize(database)
    for _ in range(7):
        for path in (database, raw):
            for ending in ('', '-wal', '-shm'):
                if os.path.exists(path + ending): os.remove(path + ending)
        ours.append(timed([tagflow, '--database', database, '--quiet', 'import', train]))
        with open(script) as text: theirs.append(timed(['sqlite3', raw], stdin=text, stderr=subprocess.DEVNULL))
    row(f'import of items ({size / 1e6:.1f} MB)', statistics.median(ours), statistics.median(theirs), 3,
        'sqlite3 with the same rows as SQL')


def shown(tagflow, folder):
    environment = {**os.environ, 'TAGFLOW_DATABASE': f'{folder}/show.sqlite', 'COLUMNS': '80'}
    names = ''.join(f'tag {i} {"早间例行"[: i % 5]}\n' for i in range(10_000))
    subprocess.run([tagflow, '--quiet', 'import', '--from', 'text', '-'], input=names.encode(), env=environment, check=True)
    board = f'{folder}/board.txt'
    with open(board, 'w') as out: subprocess.run([tagflow, 'show'], env=environment, check=True, stdout=out)
    ours, cat, start = [], [], []
    for _ in range(21):
        ours.append(timed([tagflow, 'show'], env=environment))
        cat.append(timed(['cat', board]))
        start.append(timed([tagflow, '--version'], env=environment))
    print(f'  (show: cat {statistics.median(cat) * 1e3:.2f} ms, process start {statistics.median(start) * 1e3:.2f} ms)', file=sys.stderr)
    row('show 10,000 tags at width 80', statistics.median(ours), statistics.median(cat) + statistics.median(start), 5,
        'cat of the same output, plus tagflow --version')


def main():
    tagflow = os.path.abspath(sys.argv[1])
    train = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
    folder = tempfile.mkdtemp(prefix='tagflow-bench-')
    try:
        print('| work | ours | theirs | ratio | bar | theirs is |\n| --- | --- | --- | --- | --- | --- |')
        toggle(tagflow, folder)
        shown(tagflow, folder)
        if train and shutil.which('sqlite3'): imported(tagflow, folder, train)
        else: print('| import of items | not available: needs a file of them, and the sqlite3 program | | | at most 3 | |')
    finally:
        shutil.rmtree(folder)


main()
