#!/usr/bin/env python3
"""Compares one's own saves, a base, both thrown together, and both with a validated share, for people with tastes of their own.

  people.py TAGFLOW DEBTAGS [PEOPLE]

Each of 20 people saves packages that have a tag of one facet, and is asked about more of them; the base is built from packages that none of them
saved. Prints the mean NDCG@10 of questions with one tag hidden and with half of them, in points, by how much each has saved, and the difference of
the last two rows with the 95 % interval of a paired bootstrap over people; then the same where 30 % of each person's tags bear other names."""
import os, random, shutil, statistics, subprocess, sys, tempfile
import json
from measure import Peer, gain, lines
from order import number

SAVES, TESTS = (0, 10, 30, 100, 300), 60


def people(items, count):
    """The packages of each person, who saves what has a tag of one facet: 300 to save, and TESTS to ask about."""
    facets = {}
    for label, tags in items.items():
        if len(tags) < 3: continue
        for facet in {tag.split('::')[0] for tag in tags}: facets.setdefault(facet, []).append(label)
    taken, found = set(), {}
    # The smallest facets choose first.
    for facet in sorted(facets, key=lambda facet: (len(facets[facet]), facet)):
        free = sorted((label for label in facets[facet] if label not in taken), key=number)
        if len(found) == count or len(free) < SAVES[-1] + TESTS: continue
        taken.update(free[:SAVES[-1] + TESTS])
        # What the others took has left an order of its own.
        found[facet] = sorted(free[:SAVES[-1] + TESTS], key=lambda label: number(facet + label))
    return found, taken


def write(path, selections):
    with open(path, 'w', encoding='utf8') as out:
        for label, tags in selections: out.write(json.dumps({'label': label, 'tags': tags}, ensure_ascii=False) + '\n')


def run(tagflow, *arguments):
    subprocess.run([tagflow, '--quiet', *arguments], check=True, stdout=subprocess.DEVNULL)


def questions(tags, seed):
    order = sorted(tags, key=lambda tag: number(seed + tag))
    return (order[1:], {order[0]}), (order[:len(order) // 2], set(order[len(order) // 2:]))


def ask(tagflow, database, asked):
    process = Peer([tagflow, '--database', database, 'suggest', '--batch'])
    gains = [[], []]
    for label, tags in asked:
        for kind, (given, hidden) in enumerate(questions(tags, label)):
            gains[kind].append(gain(hidden, process.tags({'given': given, 'limit': 10})[1]))
    process.close()
    return 50 * sum(statistics.mean(each) for each in gains)


def person(tagflow, saved, asked, folder, base, together):
    """The mean gain of each method after each number of saves."""
    methods = {name: f'{folder}/{name}.sqlite' for name in ('own', 'together', 'mixed')}
    for path in methods.values():
        for ending in ('', '-wal', '-shm'):
            if os.path.exists(path + ending): os.remove(path + ending)
    shutil.copy(together, methods['together'])
    run(tagflow, '--database', methods['mixed'], 'base', 'use', base)
    shutil.copy(methods['mixed'], f'{folder}/base.sqlite')
    alone = ask(tagflow, f'{folder}/base.sqlite', asked)
    rows, before = [], 0
    for count in SAVES:
        write(f'{folder}/saves.ndjson', saved[before:count])
        before = count
        if count:
            for path in methods.values(): run(tagflow, '--database', path, 'import', f'{folder}/saves.ndjson')
        own = ask(tagflow, methods['own'], asked) if count else 0
        rows.append((own, alone, *(ask(tagflow, methods[name], asked) for name in ('together', 'mixed'))))
    return rows


def bootstrap(differences, rounds=2_000):
    rng = random.Random(1)
    means = sorted(statistics.mean(rng.choices(differences, k=len(differences))) for _ in range(rounds))
    return statistics.mean(differences), means[rounds // 40], means[-rounds // 40]


def table(title, results):
    print(f'\n{title}\n\n| own saves | ' + ' | '.join(map(str, SAVES)) + ' |\n' + '| --- ' * (len(SAVES) + 1) + '|')
    for place, name in enumerate(('own saves only', 'base only', 'thrown together', 'share validated')):
        means = [statistics.mean(each[step][place] for each in results) for step in range(len(SAVES))]
        print(f'| {name} | ' + ' | '.join(f'{mean:.1f}' for mean in means) + ' |')
    cells = [bootstrap([each[step][3] - each[step][2] for each in results]) for step in range(len(SAVES))]
    print('| validated less together | ' + ' | '.join(f'{mean:+.1f} ({low:+.1f} to {high:+.1f})' for mean, low, high in cells) + ' |', flush=True)


def main():
    tagflow, items = os.path.abspath(sys.argv[1]), {each['label']: each['tags'] for each in lines(f'{sys.argv[2]}/train.ndjson.gz')}
    found, taken = people(items, int(sys.argv[3]) if len(sys.argv) > 3 else 20)
    with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder:
        write(f'{folder}/crowd.ndjson', [entry for entry in items.items() if entry[0] not in taken])
        base, together = f'{folder}/crowd.base', f'{folder}/crowd.sqlite'
        run(tagflow, 'base', 'build', f'{folder}/crowd.ndjson', '-o', base)
        run(tagflow, '--database', together, 'import', f'{folder}/crowd.ndjson')
        subprocess.run(['sqlite3', together, 'PRAGMA wal_checkpoint(TRUNCATE)'], check=True, stdout=subprocess.DEVNULL)
        for title, share in (('the same names', 0), ('30 % of the tags bear other names', 30)):
            results = []
            for tag, labels in found.items():
                def name(other): return f'{tag} {other}' if number(tag + other) % 100 < share else other
                own = [(label, [name(other) for other in items[label]]) for label in labels]
                results.append(person(tagflow, own[:SAVES[-1]], own[SAVES[-1]:], folder, base, together))
            table(f'{len(results)} people, {title}', results)


if __name__ == '__main__': main()
