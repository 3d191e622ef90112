#!/usr/bin/env python3
"""Counts the keys that a person presses to tag new items: with the page and the picker, with chips alone, and without.

  keys.py TAGFLOW FOLDER… [--items N]

FOLDER has train.ndjson and dev.ndjson, as for items.py. Imports train and tags the first N items of dev (100 by default) in three ways:

no chips   each tag is typed until it is the most used one that begins with the typed text, then Enter; a new tag is typed out
8 chips    a key takes one of the 8 best suggestions, which are computed once; other tags are typed as without chips
tagflow    Enter takes all likely tags (60 % or more) if that saves keys, and a key removes each wrong one. A key takes a chip: one of the 8
           best suggestions, or an offered new tag; both follow the chosen tags. Other tags are typed: Enter takes the first option,
           arrow keys the others, and a comma a new tag

The person makes no mistakes and presses the fewest keys that these rules allow, one tag after the other. One key saves the item."""
import argparse, collections, json, os, statistics, tempfile
from items import fields, learn, rows
from measure import Peer

CHIPS, LIKELY = 8, .6


def folded(name): return ' '.join(name.casefold().split())


class Prefixes:
    """Completion of prefixes in order of use."""

    def __init__(self, items):
        uses = collections.Counter(tag for row in items for tag in row['tags'])
        self.tags = [tag for tag, _ in uses.most_common()]
        self.names = [folded(tag) for tag in self.tags]
        self.known = {}

    def keys(self, tag):
        if tag not in self.known: self.known[tag] = self.counted(tag)
        return self.known[tag]

    def counted(self, tag):
        name = folded(tag)
        for length in range(1, len(name) if tag in self.tags else 0):
            first = next(other for other in self.names if other.startswith(name[:length]))
            if first == name: return length + 1
        return len(name) + 1


class Person:
    """A person who tags an item in the page."""

    def __init__(self, peer, item, tags):
        self.peer, self.item, self.wanted, self.given, self.keys = peer, item, list(dict.fromkeys(tags)), [], 1

    def ask(self, query=''):
        question = {**self.item, 'given': self.given, 'query': query, 'limit': CHIPS}
        return json.loads(self.peer.ask(question)[1])

    def take(self, tags, keys):
        self.keys += keys
        self.given += tags
        self.wanted = [tag for tag in self.wanted if tag not in tags]

    def tag(self):
        """Tags the item, and returns the number of keys."""
        is_first = True
        while self.wanted:
            answer = self.ask()
            chips = [found['tag'] for found in answer['suggestions']]
            likely = [found['tag'] for found in answer['suggestions'] if found.get('probability', 0) >= LIKELY]
            right = [tag for tag in likely if tag in self.wanted]
            if is_first and right and 1 + len(likely) - len(right) < max(2, len(right)): self.take(right, 1 + len(likely) - len(right))
            elif chosen := next((tag for tag in chips if tag in self.wanted), None): self.take([chosen], 1)
            elif new := self.offered(answer): self.take([new], 1)
            else: self.type(self.wanted[0])
            is_first = False
        return self.keys

    def offered(self, answer):
        names = {folded(name) for name in answer.get('newNames', [])}
        return next((tag for tag in self.wanted if folded(tag) in names), None)

    def type(self, tag):
        name = folded(tag)
        best = len(name) + 1
        for length in range(1, len(name) + 1):
            if length + 1 >= best: break
            options = [found['tag'] for found in self.ask(name[:length])['suggestions']]
            if tag in options: best = min(best, length + 1 + options.index(tag))
        self.take([tag], best)


def measure(program, items, asked, folder):
    """The keys of each item in the three ways."""
    database = f'{folder}/items.sqlite'
    learn(program, database, items)
    peer, prefixes = Peer([program, '--database', database, 'suggest', '--batch']), Prefixes(items)
    counts = []
    for row in asked:
        tags, item = list(dict.fromkeys(row['tags'])), fields(row)
        chips = {found['tag'] for found in json.loads(peer.ask({**item, 'limit': CHIPS})[1])['suggestions']}
        counts.append((1 + sum(map(prefixes.keys, tags)), 1 + sum(1 if tag in chips else prefixes.keys(tag) for tag in tags),
                       Person(peer, item, tags).tag()))
    peer.close()
    return counts


def main():
    parser = argparse.ArgumentParser(description='Counts the keys that tagging an item takes.')
    parser.add_argument('tagflow')
    parser.add_argument('folders', nargs='+', metavar='FOLDER')
    parser.add_argument('--items', type=int, default=100, metavar='N')
    options = parser.parse_args()
    print('| collection | items | no chips | 8 chips | tagflow | fewer than with 8 chips |')
    print('| --- | ---: | ---: | ---: | ---: | ---: |')
    shares = []
    for folder in options.folders:
        asked = rows(folder, 'dev')[:options.items]
        with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as scratch:
            counts = measure(os.path.abspath(options.tagflow), rows(folder, 'train'), asked, scratch)
        none, chips, ours = (statistics.mean(column) for column in zip(*counts))
        shares.append(1 - ours / chips)
        print(f'| {os.path.basename(folder.rstrip("/"))} | {len(asked)} | {none:.1f} | {chips:.1f} | {ours:.1f} | {shares[-1]:.0%} |', flush=True)
    print(f'| mean | | | | | {statistics.mean(shares):.0%} |')


if __name__ == '__main__': main()
