#!/usr/bin/env python3
"""Compares names and texts as evidence for tags: the names and descriptions of Debian's packages.

  texts.py TAGFLOW DEBTAGS TRANSLATION

DEBTAGS is a folder with train.ndjson.gz and q_dev_*.ndjson.gz, TRANSLATION a list of descriptions, as apt keeps it: Translation-en,
uncompressed (`apt-get -o Acquire::Languages=en update` fetches it). Packages are saved twice: with their names as titles, and with their
descriptions as texts in addition. Queries have the title, the text, or both. Prints NDCG@10 of the tags of a package with nothing
given, and of the other half with half of them given."""
import json, os, statistics, subprocess, sys, tempfile
from measure import Peer, gain, lines


def descriptions(path):
    """The description of each package, as lines of text."""
    found, name, text = {}, None, []
    def keep():
        if name and text: found.setdefault(name, '\n'.join(text))
    for line in open(path, encoding='utf8'):
        if line.startswith('Package: '):
            keep()
            name, text = line[9:].strip(), []
        elif line.startswith('Description-en: '): text.append(line[16:].strip())
        elif line.startswith(' ') and text: text.append('' if line.strip() == '.' else line.strip())
    keep()
    return found


def answers(peer, questions, evidence):
    return [gain(hidden, peer.tags({'given': given, **evidence(item), 'limit': 10})[1]) for item, given, hidden in questions]


def learned(tagflow, packages, evidence, database):
    """A process that has learned the packages with the evidence of each."""
    source = f'{database}.ndjson'
    with open(source, 'w', encoding='utf8') as out:
        for each in packages:
            out.write(json.dumps({'title': '', **evidence(each['title']), 'tags': each['tags']}, ensure_ascii=False) + '\n')
    subprocess.run([tagflow, '--database', database, '--quiet', 'import', source], check=True)
    return Peer([tagflow, '--database', database, 'suggest', '--batch'])


def main():
    tagflow, debtags, translation = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    described = descriptions(translation)
    half = [(each['item'], each['given'], set(each['hidden'])) for each in lines(f'{debtags}/q_dev_half.ndjson.gz')]
    nothing = [(item, [], set(given) | hidden) for item, given, hidden in half]
    def title(name): return {'title': name}
    def text(name): return {'text': described[name]} if name in described else {}
    def both(name): return {**title(name), **text(name)}
    kinds = {'nothing': lambda name: {}, 'the title': title, 'title and text': both, 'the text': text}
    known = sum(item in described for item, _, _ in half)
    packages = lines(f'{debtags}/train.ndjson.gz')
    print(f'{len(half)} packages, {known} of them with a description\n\n| saved with | asked with | nothing given | half given |\n| --- | --- | --- | --- |')
    with tempfile.TemporaryDirectory(prefix='tagflow-bench-') as folder:
        for place, (saved, evidence) in enumerate({'the title': title, 'title and text': both}.items()):
            peer = learned(tagflow, packages, evidence, f'{folder}/texts-{place}.sqlite')
            for asked, part in kinds.items():
                found = [statistics.mean(answers(peer, questions, part)) for questions in (nothing, half)]
                print(f'| {saved} | {asked} | {found[0]:.3f} | {found[1]:.4f} |', flush=True)
            peer.close()


if __name__ == '__main__': main()
