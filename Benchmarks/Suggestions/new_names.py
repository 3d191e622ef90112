#!/usr/bin/env python3
"""Replays a collection in order of time, and measures the new tags that are offered for each item before it is saved.

  new_names.py TAGFLOW FOLDER… [--items N]

FOLDER has train.ndjson and dev.ndjson, as for items.py. Each item is asked about with its title, location, note and text, then saved with its
tags. A tag is new if no earlier item has one with the same name; names are the same if they differ in case, accents, separators or an
English plural only. Prints for each folder how many of the offered names are right, how many of these are spelled exactly as the tag,
and how many of the new tags were offered."""
import argparse, json, os, re, sys, tempfile, unicodedata
from items import fields, rows
from measure import Peer

WORD = re.compile(r'[^\W_]+')


def key(name):
    """The name without case, accents, separators and English plurals."""
    plain = unicodedata.normalize('NFD', unicodedata.normalize('NFKC', name).casefold())
    words = WORD.findall(''.join(sign for sign in plain if not unicodedata.combining(sign)))
    return ''.join(singular(word) for word in words)


def singular(word):
    if len(word) > 3 and word.endswith('ies'): return word[:-3] + 'y'
    return word[:-1] if len(word) > 3 and word.endswith('s') and not word.endswith('ss') else word


class Saver:
    """Saves items through the tools for assistants."""

    def __init__(self, program, database):
        self.peer, self.number = Peer([program, '--database', database, 'mcp', '--write']), 0
        self.request('initialize', {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 'bench', 'version': '1'}})
        self.peer.process.stdin.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n')

    def request(self, method, parameters):
        self.number += 1
        _, line = self.peer.ask({'jsonrpc': '2.0', 'id': self.number, 'method': method, 'params': parameters})
        answer = json.loads(line)
        if 'error' in answer or answer['result'].get('isError'): sys.exit(f'{method}: {line[:500]}')

    def save(self, item):
        self.request('tools/call', {'name': 'save_item', 'arguments': {**item, 'force': True}})


def replay(program, items, folder):
    """Counts of new tags, offered names, right names, and right names in the spelling of the tag."""
    database, known, locations = f'{folder}/items.sqlite', set(), set()
    saver = Saver(program, database)
    asker = Peer([program, '--database', database, 'suggest', '--batch'])
    new = offered = right = exact = 0
    for row in items:
        item = fields(row)
        # Two items at one location would replace each other.
        if item.get('location') in locations: item.pop('location', None)
        elif 'location' in item: locations.add(item['location'])
        names = {key(tag): tag for tag in row['tags'] if key(tag) and key(tag) not in known}
        answer = json.loads(asker.ask({**item, 'limit': 10})[1])
        found = answer.get('newNames', [])
        new, offered = new + len(names), offered + len(found)
        right += sum(key(name) in names for name in found)
        exact += sum(names.get(key(name), '') == name for name in found)
        saver.save({'title': '(untitled)', **item, 'tags': row['tags']})
        known |= {key(tag) for tag in row['tags']}
    for process in (asker, saver.peer): process.close()
    return new, offered, right, exact


def main():
    parser = argparse.ArgumentParser(description='Measures offered new tags by a replay in order of time.')
    parser.add_argument('tagflow')
    parser.add_argument('folders', nargs='+', metavar='FOLDER')
    parser.add_argument('--items', type=int, metavar='N', help='replay only the first N items')
    options = parser.parse_args()
    program = os.path.abspath(options.tagflow)
    print('| collection | items | new tags | offered | right | spelled exactly so | new tags that were offered |')
    print('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
    for folder in options.folders:
        items = (rows(folder, 'train') + rows(folder, 'dev'))[:options.items]
        with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as scratch:
            new, offered, right, exact = replay(program, items, scratch)
        print(f'| {os.path.basename(folder.rstrip("/"))} | {len(items)} | {new} | {offered} | {right / max(1, offered):.1%} | '
              f'{exact / max(1, right):.0%} | {right / max(1, new):.1%} |', flush=True)


if __name__ == '__main__': main()
