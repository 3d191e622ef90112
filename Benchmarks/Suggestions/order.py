#!/usr/bin/env python3
"""Compares the order of suggestions of two programs on dense and on sparse data.

  order.py TAGFLOW OTHER [DEBTAGS]

OTHER is a tagflow of another version, DEBTAGS a folder with train.ndjson.gz and q_dev_*.ndjson.gz. The sparse sets are
the keywords of signs in two languages, from Debian's unicode-cldr-core: a sign is an item, its keywords are its tags, and a
hash of the sign tells what is learned (four fifths) and what is asked. Only keywords that were learned are hidden, since no method
can name the others. Both programs answer each question in turn. Prints NDCG@10 with one tag hidden and with half of them, in points, the
difference with the 95 % interval of a paired bootstrap over items, and the times."""
import hashlib, json, os, random, statistics, subprocess, sys, tempfile, time, xml.etree.ElementTree
from measure import Peer, gain, lines, share

ANNOTATIONS = '/usr/share/unicode/cldr/common/annotations'
LANGUAGES = {'pl': 'Polish', 'hi': 'Hindi'}


def signs(language):
    """The keywords of each sign that has any."""
    items = {}
    for entry in xml.etree.ElementTree.parse(f'{ANNOTATIONS}/{language}.xml').iter('annotation'):
        if entry.get('type') == 'tts' or not entry.text: continue
        tags = {' '.join(word.split()) for word in entry.text.split('|')} - {''}
        items.setdefault(entry.get('cp'), set()).update(tags)
    return {sign: sorted(tags) for sign, tags in items.items() if len(tags) > 1}


def number(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], 'big')


def split(items):
    """What is learned, and the questions of each kind on the rest: (item, given, hidden)."""
    learned = {sign: tags for sign, tags in items.items() if number(sign) % 5}
    known = {tag.casefold() for tags in learned.values() for tag in tags}
    one, half = [], []
    for sign, tags in items.items():
        if sign in learned: continue
        for tag in tags:
            if tag.casefold() in known: one.append((sign, [other for other in tags if other != tag], {tag}))
        order = sorted(tags, key=lambda tag: number(sign + tag))
        hidden = {tag for tag in order[len(order) // 2:] if tag.casefold() in known}
        if hidden: half.append((sign, order[:len(order) // 2], hidden))
    return learned, {'one hidden': one, 'half hidden': half}


def debtags(folder):
    questions = {}
    for kind, name in (('loo', 'one hidden'), ('half', 'half hidden')):
        questions[name] = [(each['item'], each['given'], set(each['hidden'])) for each in lines(f'{folder}/q_dev_{kind}.ndjson.gz')]
    return {each['title']: each['tags'] for each in lines(f'{folder}/train.ndjson.gz')}, questions


def peer(program, learned, folder, name):
    database, source = f'{folder}/{name}.sqlite', f'{folder}/{name}.ndjson'
    with open(source, 'w', encoding='utf8') as out:
        # Each has a time of its own, since equal selections are kept once.
        for place, tags in enumerate(learned.values()):
            at = time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(1_600_000_000 + place))
            out.write(json.dumps({'title': '', 'tags': tags, 'at': at}, ensure_ascii=False) + '\n')
    subprocess.run([program, '--database', database, '--quiet', 'import', source], check=True)
    return Peer([program, '--database', database, 'suggest', '--batch'])


def ask(peers, questions):
    """The gains of each program by item, and its times; who is asked first changes with each question."""
    gains, times = [{}, {}], [[], []]
    for place, (item, given, hidden) in enumerate(questions):
        for program in (0, 1) if place % 2 else (1, 0):
            took, tags = peers[program].tags({'given': given, 'limit': 10})
            gains[program].setdefault(item, []).append(gain(hidden, tags))
            if place >= 100: times[program].append(took)
    return gains, times


def bootstrap(sums, rounds=2_000):
    """The mean of differences and its 95 % interval; an item is (sum, count) of each kind of question."""
    items, rng = list(sums), random.Random(1)
    kinds = range(len(items[0]))

    def mean(sample):
        return statistics.mean(sum(item[kind][0] for item in sample) / max(1, sum(item[kind][1] for item in sample)) for kind in kinds)
    means = sorted(mean(rng.choices(items, k=len(items))) for _ in range(rounds))
    return mean(items), means[rounds // 40], means[-rounds // 40]


def compare(name, programs, learned, questions, folder):
    peers = [peer(program, learned, folder, f'{name}-{place}') for place, program in enumerate(programs)]
    by_item, times = {}, [[], []]
    for kind, (label, asked) in enumerate(questions.items()):
        gains, took = ask(peers, asked)
        for program in (0, 1): times[program] += took[program]
        for item in gains[0]:
            row = by_item.setdefault(item, [(0, 0)] * len(questions))
            row[kind] = (sum(gains[0][item]) - sum(gains[1][item]), len(gains[0][item]))
        mean = [100 * statistics.mean(value for values in each.values() for value in values) for each in gains]
        print(f'| {name} | {label} | {len(asked)} | {mean[0]:.2f} | {mean[1]:.2f} | {mean[0] - mean[1]:+.2f} | |', flush=True)
    difference, low, high = (100 * value for value in bootstrap(by_item.values()))
    print(f'| {name} | mean of both | | | | {difference:+.2f} | {low:+.2f} to {high:+.2f} |', flush=True)
    medians = [share(each, 50) for each in times]
    print(f'| {name} | median of a question | {len(times[0])} | {medians[0]:.0f} µs | {medians[1]:.0f} µs | '
          f'{100 * (medians[0] / medians[1] - 1):+.1f} % | |', flush=True)
    for each in peers: each.close()


def main():
    programs = [os.path.abspath(path) for path in sys.argv[1:3]]
    print('| data | tags | questions | ours | other | difference | 95 % |\n| --- | --- | --- | --- | --- | --- | --- |')
    with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder:
        if len(sys.argv) > 3: compare('debtags', programs, *debtags(sys.argv[3]), folder)
        for language, name in LANGUAGES.items():
            if os.path.isdir(ANNOTATIONS): compare(name, programs, *split(signs(language)), folder)
            else: print(f'| {name} | apt-get install unicode-cldr-core | | | | | |')


if __name__ == '__main__': main()
