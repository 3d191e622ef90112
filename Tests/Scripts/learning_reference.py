#!/usr/bin/env python3
"""What Scale/learning must answer, worked out slowly: learning_reference.py LOG.ndjson FOLDER PAIRS SELECTIONS SEED

The files of Tests/Fixtures/Learning/expected are its answer to the log beside them with 3 pairs, 20 selections and the seed 1."""

import collections
import hashlib
import itertools
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Scale/learning"))
from spelling import title_words, tag_key

FIRST_WORD = 1_000_000_000
log, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
pair_limit, selection_limit, seed = (int(argument) for argument in sys.argv[3:])

saved = []
for line in log.read_text(encoding="utf-8").splitlines():
    entry = json.loads(line)
    is_set = "set" in entry and not any(field in entry for field in ("title", "at", "location"))
    if entry.get("tags") is not None and not is_set:
        saved.append((entry["tags"], title_words(entry.get("title") or "")))


def numbered(mentions):
    """Numbers from 1, the most frequent first, then by text."""
    ordered = sorted(mentions, key=lambda text: (-mentions[text], text.encode()))
    return {text: number for number, text in enumerate(ordered, 1)}


spellings = collections.defaultdict(collections.Counter)
for names, _ in saved:
    for name in names:
        if tag_key(name):
            spellings[tag_key(name)][name] += 1
tags = numbered({key: sum(counts.values()) for key, counts in spellings.items()})
words = numbered(collections.Counter(word for _, words in saved for word in words))

uses, pairs, held = collections.Counter(), collections.Counter(), []
for names, label in saved:
    own = sorted({tags[tag_key(name)] for name in names if tag_key(name)})
    if not own:
        continue
    evidence = sorted(FIRST_WORD + words[word] for word in label)
    held.append(own + evidence)
    uses.update(held[-1])
    pairs.update(itertools.combinations(own[-256:] + evidence, 2))

rows = collections.defaultdict(list)
for (first, second), count in pairs.items():
    if first > FIRST_WORD or second < FIRST_WORD:
        rows[first].append((-count, second))
    rows[second].append((-count, first))
kept = set()
for feature, row in rows.items():
    kept.update((min(feature, other), max(feature, other)) for _, other in sorted(row)[:pair_limit])
for (first, second), count in pairs.items():
    # A word is kept with a tag where it would be among the tag's.
    if first < FIRST_WORD < second:
        row = sorted(rows[first])
        if len(row) <= pair_limit or (-count, second) < row[pair_limit - 1]:
            kept.add((first, second))

drawn = []
for features, copies in collections.Counter(map(tuple, held)).items():
    text = "[" + ", ".join(map(str, features)) + "]"
    drawn += [(hashlib.md5(f"{seed} {copy} {text}".encode()).hexdigest(), features) for copy in range(1, copies + 1)]


def write(name, lines):
    (folder / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")


def record(**fields):
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


folder.mkdir(parents=True, exist_ok=True)
write("about.ndjson", [record(version=1, items=len(held), pairs=pair_limit)])
write("tags.ndjson", [
    record(number=number, name=min(spellings[key], key=lambda name: (-spellings[key][name], name.encode())), uses=uses[number])
    for key, number in tags.items()])
write("words.ndjson", [
    record(number=FIRST_WORD + number, text=word, uses=uses[FIRST_WORD + number])
    for word, number in words.items() if uses[FIRST_WORD + number]])
write("pairs.csv", ["feature,other,uses"] + [f"{first},{second},{pairs[first, second]}" for first, second in sorted(kept)])
write("items.csv", ["number,feature"] + [
    f"{number},{feature}" for number, (_, features) in enumerate(sorted(drawn)[:selection_limit], 1) for feature in features])
