#!/usr/bin/env python3
"""Measures suggestions for new items: from title, location and text, with no tags given.

  items.py TAGFLOW FOLDER [--learn N] [--train]

FOLDER has train.ndjson and dev.ndjson, each also as .gz. A row has the tags of an item, its title (`title` or `label`), and maybe its
location (`location` or `url`), `note` and `text`; rows are in order of time. Imports train into an empty database and asks about each
item of dev. Tags that no learned item has don't count, and neither do items that have only such tags.

--learn N learns only the last N rows of train. --train runs `tagflow doctor --train` after the import.

Prints NDCG@10 and P@1, the size of the database, the time of a question, and how close probabilities are to the share of
correct tags, by tenths. The calibration error is the mean distance between the two, weighted by the number of suggestions in
a tenth. The suggestions of a tenth are those with a probability in it, at most ten a question."""
import argparse, json, os, statistics, subprocess, sys, tempfile, time
from calibration import error, tenths
from measure import Peer, gain, lines, share

NAMES = {'title': ('title', 'label'), 'location': ('location', 'url'), 'note': ('note',), 'text': ('text',)}


def rows(folder, part):
    for path in (f'{folder}/{part}.ndjson', f'{folder}/{part}.ndjson.gz'):
        if not os.path.exists(path): continue
        if path.endswith('.gz'): return lines(path)
        with open(path, encoding='utf8') as file: return [json.loads(line) for line in file]
    sys.exit(f'{folder} has no {part}.ndjson and no {part}.ndjson.gz')


def fields(row):
    """The fields of an item, by the names that imports and queries use."""
    found = {field: next((row[name] for name in names if row.get(name)), None) for field, names in NAMES.items()}
    return {field: value for field, value in found.items() if value}


def learn(program, database, items):
    """Imports items, and returns the seconds that it took."""
    source, locations = f'{database}.ndjson', set()
    with open(source, 'w', encoding='utf8') as out:
        for place, row in enumerate(items):
            item = fields(row)
            # Two items at one location would replace each other.
            if item.get('location') in locations: item.pop('location', None)
            elif 'location' in item: locations.add(item['location'])
            at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(1_600_000_000 + 60 * place))
            out.write(json.dumps({'title': '', **item, 'tags': row['tags'], 'at': at}, ensure_ascii=False) + '\n')
    start = time.perf_counter()
    subprocess.run([program, '--database', database, '--quiet', 'import', source], check=True)
    return time.perf_counter() - start


def size(database):
    return sum(os.path.getsize(database + ending) for ending in ('', '-wal') if os.path.exists(database + ending))


def ask(program, database, questions):
    """The gain of each question, whether its first tag is right, its time, and (probability, whether it is right) of its suggestions."""
    gains, firsts, times, found = [], [], [], []
    process = Peer([program, '--database', database, 'suggest', '--batch'])
    process.ask({'title': 'warm'})
    for row, hidden in questions:
        took, line = process.ask({**fields(row), 'limit': 10})
        answer = json.loads(line)
        if 'error' in answer: sys.exit(f'{answer["error"]}: {fields(row)}')
        tags = [each['tag'] for each in answer['suggestions']]
        gains.append(gain(hidden, tags))
        firsts.append(tags[:1] != [] and tags[0] in hidden)
        times.append(took)
        found += [(each['probability'], each['tag'] in hidden) for each in answer['suggestions'] if 'probability' in each]
    process.close()
    return gains, firsts, times, found


def report(items, questions, database, took, trained, results):
    gains, firsts, times, found = results
    bins = tenths(found)
    bytes_used = size(database)
    print(f'{len(items)} items learned in {took:.1f} s, {len(questions)} questions\n\n| | |\n| --- | ---: |')
    print(f'| NDCG@10 | {statistics.mean(gains):.4f} |\n| P@1 | {statistics.mean(firsts):.4f} |')
    if found: print(f'| calibration error of {len(found)} suggestions | {error(bins):.4f} |')
    print(f'| database | {bytes_used / 1e6:.1f} MB, {bytes_used / len(items):.0f} bytes an item |')
    if trained is not None:
        path = f'{database}-linear'
        kept = f'{os.path.getsize(path) / 1e6:.2f} MB' if os.path.exists(path) else 'no file'
        print(f'| linear model | {kept}, trained in {trained:.1f} s |')
    print(f'| time of a question | {share(times, 50) / 1e3:.2f} ms, p99 {share(times, 99) / 1e3:.2f} ms |\n')
    print('| tenth | probability | correct | suggestions |\n| --- | ---: | ---: | ---: |')
    for place, (mean, correct, count) in enumerate(bins):
        cells = f'{mean:.3f} | {correct:.3f}' if count else ' | '
        print(f'| {place / 10:.1f}–{place / 10 + .1:.1f} | {cells} | {count} |')


def main():
    parser = argparse.ArgumentParser(description='Measures suggestions for new items.')
    parser.add_argument('tagflow')
    parser.add_argument('folder')
    parser.add_argument('--learn', type=int, metavar='N', help='learn only the last N rows')
    parser.add_argument('--train', action='store_true', help='train the linear model after the import')
    options = parser.parse_args()
    program, items = os.path.abspath(options.tagflow), rows(options.folder, 'train')
    if options.learn: items = items[-options.learn:]
    known = {tag for row in items for tag in row['tags']}
    asked = [(row, set(row['tags']) & known) for row in rows(options.folder, 'dev')]
    questions = [(row, hidden) for row, hidden in asked if hidden]
    if not items or not questions: sys.exit('there are no items or no questions with a known tag')
    with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder:
        database, trained = f'{folder}/items.sqlite', None
        took = learn(program, database, items)
        if options.train:
            start = time.perf_counter()
            subprocess.run([program, '--database', database, '--quiet', 'doctor', '--train'], check=True, stdout=subprocess.DEVNULL)
            trained = time.perf_counter() - start
        report(items, questions, database, took, trained, ask(program, database, questions))


if __name__ == '__main__': main()
