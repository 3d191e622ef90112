"""Migration of databases of earlier versions."""

import pathlib
import shutil
import sqlite3
import struct

from contract import Stop, check, expect, holds

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
MIGRATIONS = REPOSITORY / "Migrations"
FIRST_SCHEMA = REPOSITORY / "Tests/Fixtures/TagStore/schema-1.database"
DAY = 86_400_000
START = 1_767_225_600_000  # 2026-01-01, in milliseconds.


def former_database(library, version, locations, steps=0):
    """Makes the library's database one of an earlier schema, with an item of the tags x and, for the first, y at each
    location, each a day later than the one before."""
    connection = sqlite3.connect(library.database, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    for path in sorted(MIGRATIONS.glob("*.sql"))[:version]:
        connection.executescript(path.read_text())
    if connection.execute("PRAGMA user_version").fetchone() != (version,):
        raise Stop(f"expected a schema of version {version} got another")
    for tag, name in enumerate("xy", 1):
        connection.execute("INSERT INTO tag (id, key, folded, name, uses) VALUES (?, ?, ?, ?, ?)",
                           (tag, name, name, name, len(locations) if tag == 1 else 1))
        connection.execute("INSERT INTO set_member (set_id, position, tag_id) VALUES (1, ?, ?)", (tag * 1024, tag))
    for number, location in enumerate(locations):
        tags = [1, 2] if number == 0 else [1]
        connection.execute(
            "INSERT INTO item (id, set_id, title, saved_at, tag_ids, location) VALUES (?, 1, ?, ?, ?, ?)",
            (number + 1, f"n{number}", START + number * DAY, struct.pack(f"<{len(tags)}I", *tags), location))
        connection.executemany("INSERT INTO posting (tag_id, item_id) VALUES (?, ?)",
                               [(tag, number + 1) for tag in tags])
    for number in range(steps):
        connection.execute("INSERT INTO undo_step (made_at, summary, changes, bytes) VALUES (?, ?, '[]', 80)",
                           (START, f"step {number}"))
    connection.close()


@check
def migration_collisions(library):
    """Old items that collide after normalization keep their locations, which mean the newest; doctor lists them."""
    former_database(library, 15, ["https://a.example", "https://A.example/", "https://a.example/?utm_source=m",
                                  "https://b.example/", "/notes/A", "/notes/a"])
    items = {item["title"]: item for item in library.items()}
    expect([f"n{number}" for number in range(6)], sorted(items))
    expect(["https://a.example", "https://A.example/", "https://a.example/?utm_source=m", "https://b.example/", "/notes/A",
            "/notes/a"], [items[f"n{number}"].get("location") for number in range(6)], "locations")
    expect(["x", "y"], sorted(items["n0"]["tags"]), "tags of an older item")
    expect("2026-01-01", items["n0"]["at"][:10], "time of an older item")
    expect(3, library.run("show-item", "https://a.example", "--format", "json").json["id"], "the newest item")
    pairs = library.run("doctor", "--format", "json").json["sameLocation"]
    expect([[3, 2], [3, 1]], [[item["id"] for item in pair["items"]] for pair in pairs], "pairs of doctor")
    expect([1, 2], [items["n0"]["id"], items["n1"]["id"]], "ids")
    expect([6, 1], [library.tag(name).get("uses") for name in "xy"], "uses")


@check
def migration_finds(library):
    """Items of an earlier version are found by every kind of term."""
    former_database(library, 15, ["https://docs.swift.org/rome", "/notes/paris.md"])
    for query, title in (("rome", "n0"), ("site:swift.org", "n0"), ("paris", "n1"), ("#y", "n0"), ("missing", "n1"),
                         ("on:2026-01-02", "n1")):
        library.finds(query, title)


@check
def migration_undo(library):
    """Undo steps recorded before a migration that renames tables may be discarded; a notice says how many."""
    former_database(library, 15, ["https://a.example/"], steps=3)
    notices, undone = library.run("items").err, 0
    while undone < 3:
        done = library.run("undo", code=None)
        notices += done.err
        if done.code != 0:
            break
        undone += 1
    left = 3 - undone
    holds(left == 0 or str(left) in notices and "undo" in notices, f"a notice about {left} undo steps", notices)


@check
def migration_first_schema(library):
    """A database of the first version keeps its items, and the undo steps that aren't discarded still work."""
    shutil.copyfile(FIRST_SCHEMA, library.database)
    before = library.only()
    expect(["morning", ["café", "running"]], [before["title"], sorted(before["tags"])])
    steps = 0
    while library.run("undo", code=None).code == 0:
        steps += 1
    for _ in range(steps):
        library.run("redo")
    expect(before, library.only(), f"after {steps} steps were undone and redone")
