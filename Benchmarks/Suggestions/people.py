#!/usr/bin/env python3
"""Compares a user's items, a shared model, the union of both, and their mixture with a validated share, for people with different tastes.

  people.py TAGFLOW DEBTAGS [PEOPLE]

Each of 20 people saves packages of one facet, and is asked about more of them; the model is built from packages that none of them saved. There are two
readings of "of a facet". By the first, more of a package's tags are of that facet than of any other: a taste, and people have as many packages as
there are. By the second, it has a tag of it: for facets of most uses that is most packages (10,643 of the 11,910 with three tags or more have a
role), so that some of these people save as the crowd does. Prints the mean NDCG@10 of questions with one tag hidden and with half of them, in points,
by how much each has saved, and the difference of the last two rows with the 95 % interval of a paired bootstrap over people; then the same where 30 %
of each person's tags bear other names."""
import os, random, shutil, statistics, subprocess, sys, tempfile
import json
from measure import Peer, gain, lines
from order import number

SAVES, TESTS = (0, 10, 30, 100, 300), 60


def facets(tags):
    """The number of tags of each facet."""
    counts = {}
    for tag in tags: counts[tag.split('::')[0]] = counts.get(tag.split('::')[0], 0) + 1
    return counts


def people(items, count, mostly):
    """The packages of each person: 300 to save and TESTS to ask about, or as many as there are, at least 30 to save."""
    items = {label: facets(tags) for label, tags in items.items() if len(tags) > 2}
    uses, found, taken = {}, {}, set()
    for label, counts in items.items():
        for facet in counts: uses.setdefault(facet, []).append(label)
    members = {} if mostly else uses
    if mostly:
        for label, counts in items.items():
            # Of facets with as many tags, the one that fewer packages have.
            facet = max(counts, key=lambda facet: (counts[facet], -len(uses[facet]), facet))
            members.setdefault(facet, []).append(label)
    least = (30 if mostly else SAVES[-1]) + TESTS
    # The smallest facets choose first.
    for facet in sorted(members, key=lambda facet: (len(members[facet]), facet)):
        free = sorted((label for label in members[facet] if label not in taken), key=number)[:SAVES[-1] + TESTS]
        if len(found) == count or len(free) < least: continue
        taken.update(free)
        # What the others took has left an order of its own.
        found[facet] = sorted(free, key=lambda label: number(facet + label))
    return found, taken


def write(path, selections):
    with open(path, 'w', encoding='utf8') as out:
        for label, tags in selections: out.write(json.dumps({'title': label, 'tags': tags}, ensure_ascii=False) + '\n')


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


def person(tagflow, saved, asked, folder, model, together):
    """The mean gain of each method after each number of saves."""
    methods = {name: f'{folder}/{name}.sqlite' for name in ('own', 'together', 'mixed')}
    for path in methods.values():
        for ending in ('', '-wal', '-shm'):
            if os.path.exists(path + ending): os.remove(path + ending)
    shutil.copy(together, methods['together'])
    run(tagflow, '--database', methods['mixed'], 'model', 'use', model)
    shutil.copy(methods['mixed'], f'{folder}/model.sqlite')
    alone = ask(tagflow, f'{folder}/model.sqlite', asked)
    rows, before = [], 0
    for count in SAVES:
        if count > len(saved): break
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
    steps = [[each[step] for each in results if step < len(each)] for step in range(len(SAVES))]
    print('| people | ' + ' | '.join(str(len(rows)) for rows in steps) + ' |')
    for place, name in enumerate(('own saves only', 'model only', 'thrown together', 'share validated')):
        means = [statistics.mean(row[place] for row in rows) if rows else 0 for rows in steps]
        print(f'| {name} | ' + ' | '.join(f'{mean:.1f}' for mean in means) + ' |')
    cells = [bootstrap([row[3] - row[2] for row in rows]) if rows else (0, 0, 0) for rows in steps]
    print('| validated less together | ' + ' | '.join(f'{mean:+.1f} ({low:+.1f} to {high:+.1f})' for mean, low, high in cells) + ' |', flush=True)


def compare(tagflow, items, found, taken, folder, kind):
    write(f'{folder}/crowd.ndjson', [entry for entry in items.items() if entry[0] not in taken])
    model, together = f'{folder}/{kind}.model', f'{folder}/{kind}.sqlite'
    run(tagflow, 'model', 'build', f'{folder}/crowd.ndjson', '-o', model)
    run(tagflow, '--database', together, 'import', f'{folder}/crowd.ndjson')
    subprocess.run(['sqlite3', together, 'PRAGMA wal_checkpoint(TRUNCATE)'], check=True, stdout=subprocess.DEVNULL)
    for title, share in (('the same names', 0), ('30 % of the tags bear other names', 30)):
        results = []
        for tag, labels in found.items():
            def name(other): return f'{tag} {other}' if number(tag + other) % 100 < share else other
            own = [(label, [name(other) for other in items[label]]) for label in labels]
            results.append(person(tagflow, own[:-TESTS], own[-TESTS:], folder, model, together))
        table(f'{len(results)} people whose packages {kind}, {title}', results)


def main():
    tagflow, items = os.path.abspath(sys.argv[1]), {each['title']: each['tags'] for each in lines(f'{sys.argv[2]}/train.ndjson.gz')}
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    for kind, mostly in (('are mostly of a facet', True), ('have a tag of a facet', False)):
        with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder: compare(tagflow, items, *people(items, count, mostly), folder, kind)


if __name__ == '__main__': main()
