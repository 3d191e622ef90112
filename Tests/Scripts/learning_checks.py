#!/usr/bin/env python3
"""Runs the job in Scale/learning and looks at what it wrote: learning_checks.py TAGFLOW CASE [ENGINE OPTION...]

Needs DuckDB; with 'spark --master local[2]' the same cases run on Spark (make learning-spark)."""

import collections
import filecmp
import json
import os
import pathlib
import random
import sqlite3
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Tests/Fixtures/Learning"
FILES = ["about.ndjson", "tags.ndjson", "words.ndjson", "pairs.csv", "items.csv"]
FIRST_WORD = 1_000_000_000
tagflow, case, engine = sys.argv[1], sys.argv[2], sys.argv[3:] or ["duckdb"]


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{command}: {done.stdout[-1000:]}{done.stderr[-3000:]}"
    return done.stdout


def learn(log, folder, *options):
    """Runs the job; Spark's parts are put together."""
    run(sys.executable, ROOT / "Scale/learning/learn.py", log, "-o", folder, *options, "--engine", *engine)
    for name in FILES:
        if (folder / name).is_dir():
            parts = b"".join(part.read_bytes() for part in sorted((folder / name).glob("part-*")))
            (folder / f"{name}.whole").write_bytes(parts)
        else:
            (folder / name).rename(folder / f"{name}.whole")


def compare(folder, expected):
    for name in FILES:
        assert filecmp.cmp(folder / f"{name}.whole", expected / name, shallow=False), f"{name} is not what is expected"


def golden(scratch):
    learn(FIXTURES / "log.ndjson", scratch / "out", "--pairs", 3, "--items", 20)
    compare(scratch / "out", FIXTURES / "expected")


def log_of(seed, count):
    numbers, lines = random.Random(seed), []
    names = ["Tea", "tea", "TEA ", "Été", "e\u0301te\u0301", "散歩", "a\tb", ""] + [f"tag {number}" for number in range(30)]
    for _ in range(count):
        tags = [names[int(len(names) * numbers.random() ** 2)] for _ in range(numbers.randint(1, 7))]
        label = " ".join(numbers.choice(["one", "Two", "drei", "Fünf", "散歩に", "six-7", "one"]) for _ in range(numbers.randint(0, 4)))
        lines.append(json.dumps({"title": label, "tags": tags}))
    return "\n".join(lines) + "\n"


def at_random(scratch):
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    (scratch / "log.ndjson").write_text(log_of(seed, 400))
    for pairs, selections in [(2, 50), (5, 1000)]:
        folder, expected = scratch / f"out{pairs}", scratch / f"expected{pairs}"
        learn(scratch / "log.ndjson", folder, "--pairs", pairs, "--items", selections, "--seed", seed)
        run(sys.executable, ROOT / "Tests/Scripts/learning_reference.py", scratch / "log.ndjson", expected, pairs, selections, seed)
        compare(folder, expected)


def varints(blob):
    """The numbers of a blob, of seven bits a byte, the lowest first."""
    number, shift = 0, 0
    for byte in blob:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number
            number, shift = 0, 0


def counts_of_database(path):
    """Uses, and pairs of tags, by names, as a database of tagflow has them."""
    database = sqlite3.connect(path)
    names = {number: ("tag", key) for number, key in database.execute("SELECT id, key FROM tag WHERE uses > 0")}
    uses = {("tag", key): uses for key, uses in database.execute("SELECT key, uses FROM tag WHERE uses > 0")}
    counts = collections.Counter()
    for first, blob in database.execute("SELECT first_word, counts FROM word_count"):
        counts.update(dict(enumerate(varints(blob), first)))
    uses.update({("word", text): counts[number] for text, number in database.execute("SELECT text, id FROM word") if counts[number]})
    # Each pair is stored with both of its tags, in each set.
    pairs = collections.Counter()
    for tag, blob in database.execute("SELECT tag_id, counts FROM pair_count"):
        numbers = struct.unpack(f"<{len(blob) // 4}I", blob)
        for other, count in zip(numbers[::2], numbers[1::2]):
            if tag < other:
                pairs[frozenset([names[tag], names[other]])] += count
    return uses, pairs


def counts_of_folder(folder):
    sys.path.insert(0, str(ROOT / "Scale/learning"))
    from spelling import tag_key
    names, uses, pairs = {}, {}, {}
    for line in (folder / "tags.ndjson.whole").read_text().splitlines():
        tag = json.loads(line)
        names[tag["number"]] = ("tag", tag_key(tag["name"]))
        uses[names[tag["number"]]] = tag["uses"]
    for line in (folder / "words.ndjson.whole").read_text().splitlines():
        word = json.loads(line)
        names[word["number"]] = ("word", word["text"])
        uses[names[word["number"]]] = word["uses"]
    for line in (folder / "pairs.csv.whole").read_text().splitlines()[1:]:
        first, second, count = map(int, line.split(","))
        # A database has no pairs of words.
        if second <= FIRST_WORD: pairs[frozenset([names[first], names[second]])] = count
    return uses, pairs


def like_an_import(scratch):
    # Without names that an import refuses, and each label once, since an import keeps what is the same once.
    lines = [json.loads(line) for line in log_of(7, 400).splitlines()]
    for number, line in enumerate(lines):
        line["title"] += f" n{number}"
        line["tags"] = [tag for tag in line["tags"] if tag not in ("a\tb", "")] or ["tea"]
    (scratch / "log.ndjson").write_text("".join(json.dumps(line) + "\n" for line in lines))
    learn(scratch / "log.ndjson", scratch / "out", "--pairs", 100_000)
    run(tagflow, "--database", scratch / "tags.sqlite", "import", scratch / "log.ndjson")
    ours, theirs = counts_of_folder(scratch / "out"), counts_of_database(scratch / "tags.sqlite")
    assert ours[0] == theirs[0], f"uses differ: {sorted(set(ours[0].items()) ^ set(theirs[0].items()))[:5]}"
    assert ours[1] == theirs[1], "pairs differ"


with tempfile.TemporaryDirectory() as folder:
    os.environ["HOME"] = folder
    {"golden": golden, "random": at_random, "import": like_an_import}[case](pathlib.Path(folder))
