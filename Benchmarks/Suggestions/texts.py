#!/usr/bin/env python3
"""Compares what names and whole texts tell of tags: the descriptions of Debian's packages.

  texts.py TAGFLOW DEBTAGS TRANSLATION

DEBTAGS is a folder with train.ndjson.gz and q_dev_*.ndjson.gz, TRANSLATION a list of descriptions, as apt keeps it: Translation-en,
uncompressed (`apt-get -o Acquire::Languages=en update` fetches it). Packages are saved with their names as labels, and asked about with
what the table says. Prints NDCG@10 of the tags of a package where nothing is given, and of the other half where half of them are."""
import gzip, os, shutil, statistics, subprocess, sys, tempfile
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


def answers(peer, questions, text):
    return [gain(hidden, peer.tags({'given': given, 'title': text(item), 'limit': 10})[1]) for item, given, hidden in questions]


def main():
    tagflow, debtags, translation = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3]
    described = descriptions(translation)
    half = [(each['item'], each['given'], set(each['hidden'])) for each in lines(f'{debtags}/q_dev_half.ndjson.gz')]
    nothing = [(item, [], set(given) | hidden) for item, given, hidden in half]
    texts = {
        'no text': lambda name: '', 'the name': lambda name: name,
        'name and description': lambda name: f'{name}\n{described.get(name, "")}'.strip(),
        'the description': lambda name: described.get(name, ''),
    }
    known = sum(item in described for item, _, _ in half)
    print(f'{len(half)} packages, {known} of them with a description\n\n| text | nothing given | half given |\n| --- | --- | --- |')
    folder = tempfile.mkdtemp(prefix='tagflow-bench-')
    try:
        database, train = f'{folder}/texts.sqlite', f'{folder}/train.ndjson'
        with gzip.open(f'{debtags}/train.ndjson.gz') as source, open(train, 'wb') as target: shutil.copyfileobj(source, target)
        subprocess.run([tagflow, '--database', database, '--quiet', 'import', train], check=True)
        peer = Peer([tagflow, '--database', database, 'suggest', '--batch'])
        for name, text in texts.items():
            found = [statistics.mean(answers(peer, questions, text)) for questions in (nothing, half)]
            print(f'| {name} | {found[0]:.3f} | {found[1]:.4f} |', flush=True)
        peer.close()
    finally:
        shutil.rmtree(folder)


if __name__ == '__main__': main()
