#!/usr/bin/env python3
"""Prints how close scores and probabilities of suggestions from given tags are to the share of correct tags, by tenths.

  calibration.py TAGFLOW [DEBTAGS]

DEBTAGS is a folder with train.ndjson.gz to import and dev.ndjson.gz to ask about. The same for the sparse sets of order.py. A question gives
a random part of an item's tags, as when a person has chosen some; four parts an item. The error is the mean distance of a tenth's mean
from its share, weighted by the number of answers in it (expected calibration error, ten bins). `items.py` does so for new items."""
import os, sys, tempfile
import json
from measure import lines
from order import ANNOTATIONS, LANGUAGES, number, peer, signs


def parts(items):
    """Four questions an item: (item, given, hidden)."""
    for item, tags in items.items():
        if len(tags) < 2: continue
        for seed in range(4):
            order = sorted(tags, key=lambda tag: number(f'{seed} {item} {tag}'))
            count = 1 + number(f'{seed} {item}') % (len(tags) - 1)
            yield item, order[:count], set(order[count:])


def answers(program, questions):
    """(score, probability, whether it belongs) of the ten best of each question."""
    found = []
    for _, given, hidden in questions:
        if not given: continue
        _, line = program.ask({'given': given, 'limit': 10})
        for each in json.loads(line)['suggestions']:
            if 'probability' in each: found.append((2 * each['score'] - 1, each['probability'], each['tag'] in hidden))
    return found


def tenths(pairs):
    bins = [[] for _ in range(10)]
    for value, belongs in pairs: bins[min(9, max(0, int(value * 10)))].append((value, belongs))
    return [(sum(value for value, _ in each) / len(each), sum(belongs for _, belongs in each) / len(each), len(each)) if each else (0, 0, 0)
            for each in bins]


def error(bins):
    return sum(abs(mean - share) * count for mean, share, count in bins) / sum(count for *_, count in bins)


def report(name, program, learned, asked, folder):
    process = peer(program, learned, folder, name)
    found = answers(process, parts(asked))
    raw, learned_bins = (tenths([(row[place], row[2]) for row in found]) for place in (0, 1))
    print(f'\n{name}, {len(found)} answers: error of the score {error(raw):.4f}, of the probability {error(learned_bins):.4f}\n')
    print('| tenth | score | belong | answers | probability | belong | answers |\n| --- | --- | --- | --- | --- | --- | --- |')
    for place, (before, after) in enumerate(zip(raw, learned_bins)):
        cells = ' | '.join(f'{mean:.3f} | {share:.3f} | {count}' for mean, share, count in (before, after))
        print(f'| {place / 10:.1f}–{place / 10 + .1:.1f} | {cells} |')
    process.close()


def items(path):
    return {each['title']: each['tags'] for each in lines(path)}


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder:
        if len(sys.argv) > 2:
            report('debtags', program, *(items(f'{sys.argv[2]}/{name}.ndjson.gz') for name in ('train', 'dev')), folder)
        for language, name in LANGUAGES.items():
            if not os.path.isdir(ANNOTATIONS): continue
            halves = ({sign: tags for sign, tags in signs(language).items() if bool(number(sign) % 5) == learned} for learned in (True, False))
            report(name, program, *halves, folder)


if __name__ == '__main__': main()
