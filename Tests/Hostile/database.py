"""Reads a database without tagflow: what is in it, and whether its counts are what its items say."""

import collections
import contextlib
import json
import math
import os
import sqlite3
import struct

import evidence
import items
from items import Item
from words import key


def ids(blob):
    """The whole numbers of a packed column."""
    return list(struct.unpack(f"<{len(blob) // 4}I", blob[:len(blob) // 4 * 4]))


def pairs(blob):
    """The counts of a packed column by what is counted."""
    numbers = ids(blob)
    return dict(zip(numbers[::2], numbers[1::2]))


@contextlib.contextmanager
def opened(path):
    """A connection to the database, closed afterwards."""
    connection = sqlite3.connect(path, timeout=20, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


State = collections.namedtuple("State", "chosen sets tags aliases saved daily")


def state(connection):
    """What a person has put in: sets with members in order, tags, aliases, items by number, and the daily sets."""
    add_new_names(connection)
    names = dict(connection.execute("SELECT id, name FROM tag"))
    sets = {name: [] for name, in connection.execute("SELECT name FROM tag_set ORDER BY id")}
    members = connection.execute("SELECT tag_set.name, tag_id, selected FROM set_member "
                                 "JOIN tag_set ON tag_set.id = set_id ORDER BY set_id, position")
    for set_name, tag, selected in members:
        sets[set_name].append((names[tag], bool(selected)))
    # The set last chosen; where an undo has taken that away, the oldest.
    chosen = connection.execute(
        "SELECT name FROM tag_set ORDER BY id = (SELECT chosen_set_id FROM state) DESC, id LIMIT 1").fetchone()
    # Notes came with the sixteenth version; a process that is killed while it migrates leaves an older one.
    fields = "note, modified_at" if version(connection) >= 16 else "'', NULL"
    texts = evidence.texts(connection) if version(connection) >= 17 else {}
    saved = connection.execute(f"SELECT item.id, name, title, saved_at, tag_ids, location, {fields}, imported_from "
                               "FROM item JOIN tag_set ON tag_set.id = set_id")
    return State(
        chosen[0] if chosen else None,
        sets,
        dict(connection.execute("SELECT name, other_uses FROM tag")),
        dict(connection.execute("SELECT alias.name, tag.name FROM alias JOIN tag ON tag.id = tag_id")),
        {number: Item(set_name, title, at, frozenset(names.get(tag) for tag in ids(tags)), location, note, modified,
                      imported_from and os.path.basename(imported_from), texts.get(number, frozenset()))
         for number, set_name, title, at, tags, location, note, modified, imported_from in saved},
        # Before version 25, the layout had the kind of a set.
        {name for name, in connection.execute("SELECT name FROM tag_set WHERE daily")} if version(connection) >= 25
        else {name for name, layout in connection.execute("SELECT name, layout FROM tag_set") if json.loads(layout).get("daily")},
    )


def version(connection):
    """The number of the last migration."""
    return connection.execute("PRAGMA user_version").fetchone()[0]


def add_new_names(connection):
    """Lets queries use the names of the fifteenth version in a database of an older version, through temporary views."""
    number = version(connection)
    if not 0 < number < 15:
        return
    places = "source, origin" if number >= 11 else "NULL, NULL"
    samples = "lesson" if number >= 9 else "NULL"
    connection.executescript(f"""
        CREATE TEMP VIEW IF NOT EXISTS item (id, set_id, title, saved_at, tag_ids, location, imported_from, calibration_sample)
        AS SELECT id, set_id, label, saved_at, tag_ids, {places}, {samples} FROM main.saved_selection;
        CREATE TEMP VIEW IF NOT EXISTS posting (tag_id, item_id) AS SELECT tag_id, saved_selection_id FROM main.posting;
        CREATE TEMP VIEW IF NOT EXISTS state AS SELECT *, saved_selection_count AS item_count FROM main.state""")


def damages(path):
    """What is wrong with the file, its references and its counts; empty where all is well."""
    with opened(path) as connection:
        try:
            found = [line for line, in connection.execute("PRAGMA integrity_check") if line != "ok"]
            found += [f"a row of {row[0]} refers to nothing" for row in connection.execute("PRAGMA foreign_key_check")]
            return found + miscounts(connection)
        except sqlite3.DatabaseError as error:
            return [f"SQLite says: {error}"]


def miscounts(connection):
    """Each count that differs from the items, recounted here without the program's code."""
    add_new_names(connection)
    expected = Expected(connection)
    found = []

    def compare(what, wanted, query, make=lambda row: row):
        rows = [make(row) for row in connection.execute(query)]
        if len(rows) != len(set(map(repr, rows))):
            found.append(f"{what}: a row stands there twice")
        if sorted(map(repr, rows)) != sorted(map(repr, wanted)):
            found.append(f"{what}: {_difference(rows, wanted)}")

    compare("uses of tags", expected.tag_uses(), "SELECT id, uses FROM tag")
    # Before version 26, what is learned was counted for all sets together.
    has_sets = version(connection) >= 26
    compare("pair counts", expected.tag_pairs(), f"SELECT tag_id, counts, {'set_id' if has_sets else 0} FROM pair_count", _unpacked)
    if has_sets: compare("uses in sets", expected.set_uses(), "SELECT set_id, tag_id, uses FROM set_tag")
    compare("postings", expected.postings, "SELECT tag_id, item_id FROM posting")
    compare("number of items", [(len(expected.tags_of),)], "SELECT item_count FROM state")
    # A process that is killed while it migrates leaves a database of a version between; calibrations came with the ninth.
    columns = {"calibration": 9, "item_calibration": 17, "item_and_tags_calibration": 27}
    for kind, column in enumerate(name for name, first in columns.items() if version(connection) >= first):
        weights, blob = calibration(connection, kind), connection.execute(f"SELECT {column} FROM state").fetchone()[0]
        stored = struct.unpack("<14d", blob) if blob else ()
        if len(weights) != len(stored) or any(abs(a - b) > 1e-6 * max(1, abs(a)) for a, b in zip(weights, stored)):
            found.append(f"{column}: has {stored} instead of {weights}")
    compare("entries of key_trigram", expected.entries(), "SELECT id FROM key_trigram_docsize")
    found += expected.problems + (items.damages(connection) if version(connection) >= 16 else [])
    return found + (evidence.damages(connection, expected.tags_of) if version(connection) >= 17 else [])


def calibration(connection, kind):
    """The calibration that samples make: its weights and the triangle of its curvature. Kind 0: of tags alone, 1: of an item alone, 2: both.

    Before version 28, samples of an item and tags had the calibration of items."""
    is_old = version(connection) < 28
    samples = connection.execute("SELECT calibration_sample FROM item WHERE calibration_sample IS NOT NULL ORDER BY id")
    # The highest bit of the second byte tells whether the item was given.
    kinds = lambda blob: 0 if not blob[1] >> 7 else 1 if is_old or not blob[0] else 2
    samples = [blob for blob, in samples if kinds(blob) == kind]
    weights = [[1, .3, -.5, -.2], [2, 1.4, -.3, -.7] if is_old else [1.8, 1.1, -.4, .2], [2, .2, -.6, .4]][kind]
    curvature = [[20. * (row == column) for column in range(4)] for row in range(4)]
    for blob in samples:
        given, count, hits = struct.unpack("<BBH", blob[:4])
        count &= 127
        gradient = [0.] * 4
        steps = [[0.] * 4 for _ in range(4)]
        for rank, score in enumerate(struct.unpack(f"<{count}f", blob[4:4 + 4 * count]), 1):
            p = min(max(score, 1e-4), 1 - 1e-4)
            odds = p / (1 - p)
            last = math.log(given + 1 if kind else given) if kind != 1 or is_old else -math.log(1 - min(odds, .98))
            x = [math.log(odds), 1, math.log(rank), last]
            q = 1 / (1 + math.exp(-sum(a * b for a, b in zip(weights, x))))
            for row in range(4):
                gradient[row] += x[row] * (q - (hits >> rank - 1 & 1))
                for column in range(4): steps[row][column] += (q * (1 - q) + .001) * x[row] * x[column]
        for row in range(4):
            for column in range(4): curvature[row][column] += steps[row][column]
        weights = [a - b for a, b in zip(weights, _solved(curvature, gradient))]
        weights[0], weights[2] = max(weights[0], .01), min(weights[2], 0)
        if kind == 1 and not is_old: weights[3] = max(weights[3], 0)
    return [*weights, *(curvature[row][column] for row in range(4) for column in range(row + 1))] if samples else []


def _solved(matrix, right):
    """Gauss-Jordan elimination of a positive definite system."""
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for column, pivot in enumerate(rows):
        pivot[:] = [value / pivot[column] for value in pivot]
        for other in rows:
            if other is not pivot: other[:] = [a - other[column] * b for a, b in zip(other, pivot)]
    return [row[-1] for row in rows]


def _unpacked(row):
    numbers = ids(row[1])
    if numbers[::2] != sorted(set(numbers[::2])) or 0 in numbers[1::2]:
        return row[0], "not in order, or with a count of zero"
    return row[0], row[2], sorted(pairs(row[1]).items())


def _difference(rows, wanted):
    have, want = set(map(repr, rows)), set(map(repr, wanted))
    return f"has {sorted(have - want)[:3]} instead of {sorted(want - have)[:3]}"


class Expected:
    """The counts as the items have them."""

    def __init__(self, connection):
        self.connection = connection
        self.tag_ids = [number for number, in connection.execute("SELECT id FROM tag")]
        self.uses = collections.Counter()
        self.pairs = collections.defaultdict(collections.Counter)
        self.postings, self.tags_of, self.problems = [], {}, []
        self.uses_in_sets = collections.Counter()
        has_sets = version(connection) >= 26
        for number, tags, tag_set in connection.execute("SELECT id, tag_ids, set_id FROM item"):
            self.count(number, ids(tags), tag_set if has_sets else 0)

    def count(self, number, tags, tag_set):
        if tags != sorted(set(tags)) or not set(tags) <= set(self.tag_ids):
            self.problems.append(f"item {number} holds tags out of order, twice or unknown")
        self.tags_of[number] = tags
        self.postings += [(tag, number) for tag in tags]
        # Tag 0 counts the items with any tag.
        self.uses_in_sets.update((tag_set, tag) for tag in [0, *tags] if tags)
        for tag in tags:
            self.uses[tag] += 1
            self.pairs[tag, tag_set].update(other for other in tags if other != tag)

    def tag_uses(self):
        return [(tag, self.uses[tag]) for tag in self.tag_ids]

    def tag_pairs(self):
        return [(tag, tag_set, sorted(counts.items())) for (tag, tag_set), counts in self.pairs.items() if counts]

    def set_uses(self):
        return [(tag_set, tag, uses) for (tag_set, tag), uses in self.uses_in_sets.items()]

    def entries(self):
        aliases = self.connection.execute("SELECT id FROM alias")
        return [(tag * 2,) for tag in self.tag_ids] + [(alias * 2 + 1,) for alias, in aliases]
