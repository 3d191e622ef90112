#!/usr/bin/env python3
"""Damages databases and runs every command on them.

A rich database is made by the program itself. Each round damages a copy of it, in its bytes (flipped bits, changed
bytes, truncation, pages that are swapped, zeroed or copied over others, also in the write-ahead log) or in its rows
(through SQLite with its constraints off), and runs some of the commands on it. A command fails the run where it

  - breaks a rule for all runs (a signal, a hang, code 70, two lines of error, control characters),
  - or where `doctor --recover` leaves a database that `doctor` finds damaged, or changes the one it reads.

The self-test runs stand-ins that die, print escapes, and recover badly.
"""

import json
import os
import random
import shlex
import shutil
import sqlite3
import stat

import harness
from repl import Repl

PAGE = 4096
SECONDS = 60
COMMANDS = int(os.environ.get("TAGFLOW_DAMAGE_COMMANDS", 5))


def build(tagflow, tags=300, selections=120):
    """Makes a rich database; gives the paths of one that was closed and of one with a write-ahead log."""
    numbers = random.Random(11)
    names = [f"{numbers.choice(['lang', 'role', 'é', '道具'])}::{i}{'x' * (i % 40)}" for i in range(tags)]
    records = [{"tag": name, "uses": numbers.randrange(9), "sets": ["all"]} for name in names]
    records += [{"tag": names[i], "aliases": [f"alias {i}", f"second {i}"]} for i in range(0, 120, 3)]
    for index in range(selections):
        record = {"title": f"word{index % 37} thing {index}", "tags": numbers.sample(names, numbers.randrange(1, 7))}
        if index % 3:
            record["at"] = f"2026-01-{1 + index % 28:02}T03:04:05.{index:03}Z"
        record["set"] = "all" if index % 4 else "few"
        records.append(record)
    records.append({"set": "few", "tags": names[:12], "selected": names[2:5]})
    source = os.path.join(tagflow.folder, "source.ndjson")
    with open(source, "w") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    closed = tagflow.database = os.path.join(tagflow.folder, "closed.sqlite")
    steps = [
        ("import", source), ("use", "few"), ("layout-settings", "--alignment", "center", "--spacing", "2"),
        ("new", "third", "a b", "swift", "Swift UI", "café", "cafe"), ("toggle", "swift", "café"), ("save", "once more"),
        ("toggle", "a b"), ("save",), ("rename", "a b", "a c"), ("merge", "cafe", "café"), ("alias", "sw", "swift"),
        ("imply", "swift", "café"), ("imply", "Swift UI", "swift"),
        ("rule", "add", "site:youtube.com", "--tag", "video"), ("rule", "add", "thing #swift", "--tag", "café", "--auto"),
        ("webhook", "add", "https://hook.example/", "--event", "items"),
        ("view", "save", "things", "thing"), ("view", "save", "read", "#swift"), ("view", "share", "things", "--page"),
        ("show",), ("export", "--format", "svg", "-o", os.path.join(tagflow.folder, "x.svg")), ("remove", "Swift UI"),
        ("undo",), ("show", "--set", "few"), ("use", "few"), ("clear",), ("undo",),
    ]
    for step in steps:
        outcome = tagflow.run(*step)
        if outcome.code:
            raise SystemExit(f"cannot build the database: {outcome.command}: {outcome.shown()}")
    return closed, logged(tagflow, closed)


def logged(tagflow, closed):
    """A copy of a database with a write-ahead log, which a process that is killed leaves."""
    path = tagflow.database = os.path.join(tagflow.folder, "logged.sqlite")
    shutil.copy(closed, path)
    repl = Repl(tagflow)
    for number in range(40):
        repl.ask(f"toggle {1 + number % 12}" if number % 3 else f"save kept {number}")
    repl.process.kill()
    repl.close()
    return path


# Damage of bytes: each takes the file's bytes and gives what is left of them.


def flip_bits(data, numbers):
    for _ in range(numbers.choice([1, 1, 2, 5, 20, 100])):
        data[numbers.randrange(len(data))] ^= 1 << numbers.randrange(8)
    return data


def change_bytes(data, numbers):
    start = numbers.randrange(len(data))
    for place in range(start, min(len(data), start + numbers.choice([1, 1, 2, 4, 16, 64]))):
        data[place] = numbers.choice([0, 1, 0x7F, 0x80, 0xFF, numbers.randrange(256)])
    return data


def change_page_head(data, numbers):
    page = numbers.randrange(pages(data))
    data[page * PAGE + (100 if page == 0 else 0) + numbers.randrange(24)] = numbers.randrange(256)
    return data


def change_file_head(data, numbers):
    data[numbers.randrange(16, 100)] = numbers.randrange(256)
    return data


def truncate(data, numbers):
    end = numbers.randrange(len(data))
    return data[: end - end % PAGE if numbers.randrange(2) else end]


def zero_page(data, numbers):
    page = numbers.randrange(pages(data))
    data[page * PAGE : (page + 1) * PAGE] = bytes(PAGE)
    return data


def noise_page(data, numbers):
    page = numbers.randrange(pages(data))
    data[page * PAGE : (page + 1) * PAGE] = numbers.randbytes(PAGE)
    return data


def swap_pages(data, numbers):
    for _ in range(numbers.choice([1, 1, 3])):
        one, two = (slice(page * PAGE, (page + 1) * PAGE) for page in (numbers.randrange(pages(data)) for _ in range(2)))
        data[one], data[two] = data[two], data[one]
    return data


def copy_page(data, numbers):
    one, two = numbers.randrange(pages(data)), numbers.randrange(1, max(2, pages(data)))
    data[two * PAGE : (two + 1) * PAGE] = data[one * PAGE : (one + 1) * PAGE]
    return data


def lead_elsewhere(data, numbers):
    """Lets pages of trees lead to pages of trees, themselves too."""
    trees = [page for page in range(1, pages(data)) if data[page * PAGE] in (2, 5)]
    for _ in range(numbers.choice([1, 2, 5]) if trees else 0):
        start = numbers.choice(trees) * PAGE
        cell = numbers.randrange(1 + int.from_bytes(data[start + 3 : start + 5], "big"))
        # The pointer to the rightmost page stands in the head, the others at the beginnings of the cells.
        place = start + 8
        if cell:
            place = start + int.from_bytes(data[start + 10 + 2 * cell : start + 12 + 2 * cell], "big")
        child = 1 + (numbers.choice(trees) if numbers.randrange(3) else numbers.randrange(pages(data)))
        data[place : place + 4] = child.to_bytes(4, "big")
    return data


def append_bytes(data, numbers):
    return data + numbers.randbytes(numbers.choice([1, 100, PAGE, 3 * PAGE + 7]))


def pages(data):
    return max(1, len(data) // PAGE)


BYTES = [
    flip_bits, flip_bits, change_bytes, change_bytes, change_page_head, change_file_head, truncate, zero_page, noise_page,
    swap_pages, copy_page, lead_elsewhere, append_bytes,
]

# Damage of rows: (table, column) by what may be written into it.
INTEGERS = ["NULL", "-1", "0", "-9223372036854775808", "9223372036854775807", "4294967296", "2147483648", "'twelve'", "1.5", "9e999", "x'00'"]
TEXTS = ["NULL", "''", "12", "1.5", "x'ff00fe'", "CAST(x'c328ff' AS TEXT)", "char(27) || '[31m'", "char(0x202e) || 'x'", "char(0) || 'a'", "char(10)",
         "hex(zeroblob(5000))", "hex(zeroblob(600000))", "char(0xfffd)", "'default'", "char(0xfeff)"]
REALS = ["NULL", "-1.0", "9e999", "-9e999", "1e300", "'wide'", "x'00'", "1e-320", "0"]
BLOBS = ["NULL", "x''", "x'01'", "x'0102030405'", "zeroblob(8)", "x'ffffffffffffffff'", "randomblob(4000)", "zeroblob(400000)", "'text'", "7",
         "x'0000008001000000'", "x'01000000ffffffff'"]
# Numbers of seven bits a byte: that don't end, are too large, or whose sum is; items with many tags, or with none.
NUMBERS = ["x'80'", "x'ffffffffffffffffff01'", "x'ffffffffffffffff7f'", "x'ffffffff0f010101'", "x'00ff00ff'", "x'00ffffffff7f0101'", "x'0000'",
           "x'01ff01ffffffff07'"]
LAYOUTS = ["'{'", "'[]'", "'null'", "'{\"width\":1e300}'", "'{\"width\":-5,\"spacing\":-1e9}'", "'{\"maxLines\":-9223372036854775808}'",
           "'{\"maxLines\":1e19}'", "'{\"spacing\":1e308,\"lineSpacing\":1e308}'", "'{\"width\":0}'", "'{\"alignment\":\"sideways\"}'",
           "'{\"lineSpacing\":100000000}'", "'{\"spacing\":9007199254740993}'", "replace(hex(zeroblob(4000)),'00','[')"] + TEXTS
CHANGES = ["'[]'", "'[[\"putTag\",1]]'", "'[[\"deleteTags\",5,1]]'", "'[[\"deleteTags\",-9223372036854775808,9223372036854775807]]'",
           "'[[\"putMember\",1,99999,1,true]]'", "'[[\"putSet\",1,\"\",\"{\"]]'", "'[[\"setFrecency\",1,1e308]]'", "'{\"a\":1}'",
           "'[[\"putItem\",9000,1,\"\",null,[4294967295,1]]]'", "'[[\"deleteSet\",1]]'", "'[[\"putAlias\",1,\"\",7777]]'",
           "'[[\"putTag\",1,\"default\",-4,null]]'", "'[[\"putMergedTag\",1,1]]'", "'[[\"putMergedTag\",1,2],[\"putMergedTag\",2,1]]'",
           "'[[\"deleteMergedTag\",-1]]'"] + TEXTS
# Queries of rules that don't parse, or name what doesn't exist.
QUERIES = ["'('", "'#'", "'tags:x'", "'site:'", "'-'", "'#no-such-tag'", "'set:none x'", "'missing'", "'on:never'", "'\"'"]
COLUMNS = {
    "tag": {"id": INTEGERS, "key": TEXTS, "folded": TEXTS, "name": TEXTS, "uses": INTEGERS, "other_uses": INTEGERS, "frecency": REALS},
    "alias": {"id": INTEGERS, "key": TEXTS, "folded": TEXTS, "name": TEXTS, "tag_id": INTEGERS},
    "tag_set": {"id": INTEGERS, "key": TEXTS, "name": TEXTS, "layout": LAYOUTS, "daily": INTEGERS, "board_day": INTEGERS, "unsaved": TEXTS},
    "set_member": {"set_id": INTEGERS, "position": INTEGERS, "tag_id": INTEGERS, "selected": INTEGERS},
    "item": {"id": INTEGERS, "set_id": INTEGERS, "title": TEXTS, "saved_at": INTEGERS, "tag_ids": BLOBS,
                        "calibration_sample": BLOBS, "location": TEXTS, "imported_from": TEXTS, "day": INTEGERS},
    "distinct_pair": {"first_tag_id": INTEGERS, "second_tag_id": INTEGERS},
    "implication": {"tag_id": INTEGERS, "implied_tag_id": INTEGERS},
    "tag_detail": {"tag_id": INTEGERS, "description": TEXTS, "color": TEXTS},
    "tag_group": {"tag_id": INTEGERS, "key": TEXTS, "name": TEXTS, "position": INTEGERS},
    "dismissed_tag": {"item_id": INTEGERS, "key": TEXTS},
    "link_check": {"item_id": INTEGERS, "status": INTEGERS, "checked_at": INTEGERS, "since": INTEGERS, "location": TEXTS},
    "reviewed_item": {"item_id": INTEGERS, "reviewed_at": INTEGERS},
    "bookmark": {"item_id": INTEGERS, "attributes": LAYOUTS, "folders": LAYOUTS},
    "item_rule": {"id": INTEGERS, "query": TEXTS + QUERIES, "tag_id": INTEGERS, "automatic": INTEGERS},
    "entrance": {"name": TEXTS, "set_id": INTEGERS},
    "webhook": {"id": INTEGERS, "url": TEXTS, "secret": TEXTS, "event": TEXTS, "made_at": INTEGERS, "last_commit": INTEGERS,
                "attempts": INTEGERS, "retry_at": INTEGERS, "tried_at": INTEGERS, "tried_commit": INTEGERS, "result": TEXTS},
    "connection": {"id": INTEGERS, "name": TEXTS, "kind": TEXTS, "url": TEXTS, "set_id": INTEGERS, "tags": LAYOUTS,
                   "changed_at": INTEGERS, "pulled_at": INTEGERS},
    "remote_tag": {"id": INTEGERS, "connection_id": INTEGERS, "name": TEXTS, "key": TEXTS},
    "remote_item": {"connection_id": INTEGERS, "remote_id": TEXTS, "item_id": INTEGERS, "tags": BLOBS, "content": INTEGERS,
                    "ai_tags": BLOBS, "missed": INTEGERS},
    "posting": {"tag_id": INTEGERS, "item_id": INTEGERS},
    "pair_count": {"tag_id": INTEGERS, "set_id": INTEGERS, "counts": BLOBS},
    "set_tag": {"set_id": INTEGERS, "tag_id": INTEGERS, "uses": INTEGERS},
    "word": {"id": INTEGERS, "text": TEXTS},
    "word_count": {"first_word": INTEGERS, "set_id": INTEGERS, "counts": BLOBS},
    "word_posting": {"word_id": INTEGERS, "set_id": INTEGERS, "first_item": INTEGERS, "items": BLOBS + NUMBERS},
    "item_evidence": {"item_id": INTEGERS, "words": BLOBS + NUMBERS, "field_names": BLOBS + NUMBERS, "text_names": BLOBS + NUMBERS},
    "tag_list": {"first_item": INTEGERS, "lists": BLOBS + NUMBERS},
    "name_key": {"key": TEXTS, "tag_id": INTEGERS, "part": INTEGERS, "alias_id": INTEGERS},
    "name_count": {"tag_id": INTEGERS, "set_id": INTEGERS, "place": INTEGERS, "found": INTEGERS, "hits": INTEGERS},
    "new_name": {"item_id": INTEGERS, "outcomes": BLOBS + NUMBERS},
    "new_name_count": {"set_id": INTEGERS, "kind": INTEGERS, "expected": INTEGERS, "hits": INTEGERS},
    "merged_tag": {"tag_id": INTEGERS, "into_id": INTEGERS},
    "connection_device": {"url": TEXTS, "set_id": INTEGERS, "device": BLOBS},
    "sync_thing": {"number": INTEGERS, "kind": INTEGERS, "id": BLOBS, "row_id": INTEGERS, "registers": BLOBS + NUMBERS},
    "sync_touched": {"kind": INTEGERS, "row_id": INTEGERS, "fields": INTEGERS, "time": INTEGERS, "counter": INTEGERS},
    "state": {"id": INTEGERS, "chosen_set_id": INTEGERS, "item_count": INTEGERS, "indexes_wait": INTEGERS,
              "undo_bytes": INTEGERS, "undo_limit": INTEGERS, "undo_discarded": INTEGERS,
              "calibration": BLOBS, "mixture": BLOBS, "model_path": TEXTS, "model_hash": BLOBS,
              "tagged_item_count": INTEGERS, "item_changes": INTEGERS, "item_calibration": BLOBS,
              "item_and_tags_calibration": BLOBS, "restoring_step": INTEGERS, "feed_key": BLOBS},
    "saved_view": {"id": INTEGERS, "key": TEXTS, "name": TEXTS, "query": TEXTS + QUERIES, "share_hash": BLOBS,
                   "share_page": INTEGERS},
    "undo_step": {"id": INTEGERS, "made_at": INTEGERS, "summary": TEXTS, "undone": INTEGERS, "changes": CHANGES,
                  "bytes": INTEGERS, "discarded_files": INTEGERS},
    "undo_file": {"id": INTEGERS, "step_id": INTEGERS, "path": TEXTS, "is_attribute": INTEGERS, "written": BLOBS, "bytes": BLOBS,
                  "undone": INTEGERS, "replaced": BLOBS},
    "undo_part": {"id": INTEGERS, "step_id": INTEGERS, "changes": CHANGES},
    "measurer": {"id": INTEGERS, "identity": TEXTS},
    "measurement": {"measurer_id": INTEGERS, "text": TEXTS, "width": REALS, "height": REALS, "baseline": REALS, "used_on": INTEGERS},
    "tag_change": {"id": INTEGERS, "tag_id": INTEGERS, "changes_counts": INTEGERS, "changes_implications": INTEGERS},
    "commit_log": {"id": INTEGERS, "made_at": INTEGERS, "summary": TEXTS, "sets": TEXTS, "tags": TEXTS, "set_names": TEXTS, "kinds": INTEGERS,
                   "items": TEXTS},
    "local_name": {"set_id": INTEGERS, "tag_id": INTEGERS, "key": TEXTS, "name": TEXTS},
    "token": {"id": INTEGERS, "name": TEXTS, "hash": BLOBS, "scope": TEXTS, "sets": TEXTS, "made_at": INTEGERS, "expires_at": INTEGERS,
        "used_on": INTEGERS},
    "idempotency_key": {"caller": TEXTS, "key": TEXTS, "number": INTEGERS, "request_hash": BLOBS, "status": INTEGERS,
        "location": TEXTS, "made_at": INTEGERS},
    "idempotency_body": {"end_position": INTEGERS, "key_id": INTEGERS, "headers": TEXTS, "body": BLOBS},
    "sqlite_sequence": {"name": TEXTS, "seq": INTEGERS},
}


def loosen(connection):
    """Takes STRICT and NOT NULL out of the schema, so that columns hold what they must not."""
    connection.execute("PRAGMA writable_schema = ON")
    connection.execute(
        "UPDATE sqlite_schema SET sql = replace(replace(sql, 'STRICT', ''), ') , WITHOUT', ') WITHOUT')"
        " WHERE type = 'table' AND sql LIKE '%STRICT%'"
    )
    connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table' AND sql NOT LIKE '%WITHOUT%'")
    connection.commit()


def tighten(connection, schema):
    connection.execute("PRAGMA writable_schema = ON")
    connection.executemany("UPDATE sqlite_schema SET sql = ? WHERE name = ? AND type = 'table'", schema)
    connection.commit()


def damage_rows(path, numbers):
    """Writes into some columns what they must not hold; gives what was done."""
    connection = sqlite3.connect(path)
    schema = connection.execute("SELECT sql, name FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL").fetchall()
    done = []
    if numbers.randrange(4):
        loosen(connection)
        connection.close()
        connection = sqlite3.connect(path)
    for pragma in ["foreign_keys = OFF", "ignore_check_constraints = ON", "recursive_triggers = OFF"]:
        connection.execute(f"PRAGMA {pragma}")
    if numbers.randrange(3) == 0:
        triggers = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall()]
        for name in triggers:
            connection.execute(f"DROP TRIGGER {name}")
        done.append("without triggers")
    for _ in range(numbers.choice([1, 1, 2, 6])):
        table = numbers.choice(list(COLUMNS))
        column = numbers.choice(list(COLUMNS[table]))
        value = numbers.choice(COLUMNS[table][column])
        few = f"({column}) IN (SELECT {column} FROM {table} ORDER BY random() LIMIT {numbers.choice([1, 1, 5])})"
        where = numbers.choice(["1", few, few, few])
        statement = numbers.choice(
            [f"UPDATE OR IGNORE {table} SET {column} = {value} WHERE {where}"] * 8
            + [f"DELETE FROM {table} WHERE {where}", f"DELETE FROM {table} WHERE {few}", f"DROP TABLE {table}"]
        )
        try:
            connection.execute(statement)
            done.append(statement)
        except sqlite3.Error as error:
            done.append(f"{statement}: {error}")
    connection.commit()
    if numbers.randrange(3):
        tighten(connection, schema)
    connection.close()
    return "; ".join(done)


def damage_schema(path, numbers):
    """Drops, changes or adds objects of the schema."""
    connection = sqlite3.connect(path)
    objects = connection.execute("SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'").fetchall()
    kind, name = numbers.choice(objects)
    statements = [
        [f"DROP {kind} {name}"],
        [f"CREATE TRIGGER own BEFORE UPDATE ON tag BEGIN SELECT RAISE(ABORT, 'no'); END"],
        [f"ALTER TABLE {numbers.choice(list(COLUMNS))} ADD COLUMN more TEXT"],
        ["PRAGMA writable_schema = ON", f"UPDATE sqlite_schema SET rootpage = {numbers.randrange(1, 60)} WHERE name = '{name}'"],
        ["PRAGMA writable_schema = ON", f"UPDATE sqlite_schema SET sql = 'garbage' WHERE name = '{name}'"],
        ["PRAGMA writable_schema = ON", f"DELETE FROM sqlite_schema WHERE name = '{name}'"],
        ["PRAGMA writable_schema = ON", f"UPDATE sqlite_schema SET name = 'x' || name WHERE name = '{name}'"],
        [f"PRAGMA user_version = {numbers.choice([0, 1, 2, 4, 99, -1])}"],
        [f"DELETE FROM {numbers.choice(['tag', 'tag_set', 'state', 'measurer', 'sqlite_sequence', 'grdb_migrations'])}"],
        ["INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', 2, 'nothing like it')"],
        ["PRAGMA journal_mode = DELETE", f"PRAGMA user_version = {numbers.choice([3, 3, 2])}"],
    ]
    chosen = numbers.choice(statements)
    try:
        for statement in chosen:
            connection.execute(statement)
        connection.commit()
    except sqlite3.Error as error:
        chosen = chosen + [str(error)]
    connection.close()
    return "; ".join(chosen)


def damage(bases, target, numbers):
    """Puts a damaged copy at a path; gives what was done to it."""
    closed, logged = bases
    base = numbers.choice([closed, closed, logged])
    for ending in ["", "-wal", "-shm"]:
        if os.path.exists(target + ending):
            os.remove(target + ending)
        if ending != "-shm" and os.path.exists(base + ending):
            shutil.copy(base + ending, target + ending)
    kind = numbers.randrange(10)
    if kind < 3:
        return damage_rows(target, numbers)
    if kind == 3:
        return damage_schema(target, numbers)
    victim = target
    if base == logged and os.path.exists(target + "-wal") and numbers.randrange(2):
        victim = target + "-wal"
    change = numbers.choice(BYTES)
    with open(victim, "rb") as file:
        data = bytearray(file.read())
    data = change(data, numbers)
    with open(victim, "wb") as file:
        file.write(data)
    return f"{change.__name__} in {os.path.basename(victim)}"


def commands(folder, source, numbers):
    """Every command, as (words, lines of standard input)."""
    out = os.path.join(folder, "out.")
    tags = ["swift", "café", "sw", "alias 3", "second 3", "a c", "lang::1x", "é::2xx", "道具::3xxx"]
    tag, other = numbers.choice(tags), numbers.choice(tags)
    batch = [json.dumps({"query": "l"}), json.dumps({"given": [tag]}), json.dumps({"title": "word3 thing", "limit": 3})]
    listed = [
        (["show"], None), (["show", "--set", "all"], None), (["sets"], None), (["tags", "--all"], None), (["tags"], None),
        (["items", "--limit", "1000"], None), (["items", "--set", "all", "--format", "json"], None),
        (["suggest"], None), (["suggest", "sw"], None), (["suggest", "--given", tag], None), (["suggest", "--for", "word3 thing"], None),
        (["suggest", "xwift", "--format", "json"], None), (["suggest", "--batch"], batch), (["toggle", tag], None), (["toggle", "1"], None),
        (["select", tag, other], None), (["clear"], None), (["save", "new label"], None), (["restore-item", "3"], None), (["delete-item", "2"], None),
        (["undo"], None), (["redo"], None), (["merge", tag, other], None), (["rename", tag, f"new {numbers.randrange(99)}"], None),
        (["alias", f"other {numbers.randrange(99)}", tag], None), (["unalias", "sw"], None), (["move", "swift", "--before", "café"], None), (["add", f"made {numbers.randrange(99)}"], None),
        (["remove", "swift"], None), (["new", f"set {numbers.randrange(99)}", "x", tag], None), (["drop", "few"], None), (["use", "all"], None),
        (["rename-set", "few", "fewer"], None), (["layout-settings"], None), (["layout-settings", "--spacing", "3"], None),
        (["export", "--format", "ndjson"], None), (["export", "--format", "json", "--set", "all"], None), (["export", "--format", "text"], None),
        (["export", "--format", "markdown"], None), (["export", "--format", "csv"], None), (["export", "--format", "ansi"], None),
        (["export", "--format", "html", "-o", out + "html"], None), (["export", "--format", "svg", "-o", out + "svg"], None),
        (["export", "--format", "png", "-o", out + "png"], None), (["export", "--format", "pdf", "-o", out + "pdf"], None),
        (["import", source], None), (["backup", out + str(numbers.randrange(1 << 60))], None), (["pick", "lang"], None),
        (["doctor"], None), (["doctor", "--format", "json"], None), (["doctor", "--similar"], None), (["doctor", "--clear-measurements"], None),
        ([], ["show", "1", "find sw", "save x", "undo", "redo", "items", "tags", "sets", "add z", "suggest", "width 30"]),
    ]
    if numbers.randrange(2):
        # One process for all of them: most of a command's time is the start of its process.
        words = [words for words, _ in numbers.sample(listed[:-1], 6 * COMMANDS) if "--batch" not in words]
        return [([], [shlex.join(command) for command in words]), (["doctor"], None)]
    chosen = numbers.sample(listed, COMMANDS)
    if numbers.randrange(3) == 0:
        chosen.append((["doctor"], None))
    return chosen


def run_of(lines, outcome):
    """How many commands were run: one, or the lines; of a database that was not opened at all, the first alone."""
    answered = lines and (outcome.output or len(outcome.error_lines) > 1)
    return len(lines) if answered else 1


def complaints(words, lines, outcome):
    """What is wrong with how a command ended."""
    return outcome.problems(error_lines=None if lines else 1, prints_text="ansi" not in " ".join([*words, *(lines or [])]))


def recovery_problems(tagflow, game):
    """Recovers the database into another; gives what is wrong."""
    target = os.path.join(tagflow.folder, "recovered.sqlite")
    for ending in ["", "-wal", "-shm"]:
        if os.path.exists(target + ending):
            os.remove(target + ending)
    before = {ending: content(tagflow.database + ending) for ending in ["", "-wal"]}
    outcome = tagflow.run("doctor", "--recover", target, seconds=SECONDS)
    game.tried("recoveries that brought a database" if outcome.code == 0 else "recoveries that gave up")
    found = complaints(["doctor"], None, outcome)
    if any(content(tagflow.database + ending) != bytes for ending, bytes in before.items()):
        found.append("the recovery changed what it read")
    if outcome.code != 0:
        return found + (["a recovery that failed left a file"] if os.path.exists(target) else [])
    for words in [("doctor",), ("export", "--format", "ndjson"), ("show",), ("undo",), ("suggest", "sw")]:
        after = tagflow.run(*words, environment={"TAGFLOW_DATABASE": target}, seconds=SECONDS)
        if words == ("doctor",) and after.code != 0:
            found.append(f"the recovered database is damaged\n{after.shown()}")
        elif after.code not in (0, 1, 78):
            found.append(f"the recovered database fails at {words[0]}\n{after.shown()}")
    return found


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


MORE = """\
{"title":"word3","tags":["swift","brand new"],"at":"2026-02-02T00:00:00Z"}
{"tag":"lang::1x","aliases":["l1"]}
"""


def prepared(game):
    """The databases that are damaged, made once, and the program in their folder."""
    if not hasattr(game, "bases"):
        game.tagflow_of_models = game.resources.enter_context(game.tagflow())
        game.bases = build(game.tagflow_of_models)
        with open(os.path.join(game.tagflow_of_models.folder, "more.ndjson"), "w") as file:
            file.write(MORE)
    tagflow = game.tagflow_of_models
    tagflow.database = os.path.join(tagflow.folder, "damaged.sqlite")
    return tagflow


def play(game):
    tagflow = prepared(game)
    what = damage(game.bases, tagflow.database, game.random)
    game.tried("damaged files")
    if game.random.randrange(3) == 0:
        for problem in recovery_problems(tagflow, game):
            game.broke(f"doctor --recover: {problem}", f"doctor --recover after {what}")
    for words, lines in commands(tagflow.folder, os.path.join(tagflow.folder, "more.ndjson"), game.random):
        outcome = tagflow.run(*words, input="".join(f"{line}\n" for line in lines or []).encode(), seconds=SECONDS)
        game.tried("commands on damaged files", run_of(lines, outcome))
        for problem in complaints(words, lines, outcome):
            game.broke(f"{words[0] if words else 'repl'}: {problem}", f"{outcome.command} after {what}", outcome.shown())
    for name in os.listdir(tagflow.folder):
        if name.startswith("out."):
            os.remove(os.path.join(tagflow.folder, name))


# Stand-ins for the program, each of which does what none may with a damaged database.
STAND_INS = {
    "a recovery that traps": 'kill -ILL $$',
    "a recovery that changes what it read": 'echo x >> "$TAGFLOW_DATABASE"; exit 78',
    "a recovery that leaves half a file": 'echo x > "$3"; echo "tagflow: no" >&2; exit 78',
    "a recovery that is damaged": '[ "$2" = --recover ] && exit 0; echo "tagflow: damaged" >&2; exit 78',
    "escapes from a damaged name": 'printf "\\033[31m"; exit 0',
}


def test_itself(game):
    tagflow = prepared(game)
    shutil.copy(game.bases[0], tagflow.database)
    real = tagflow.program
    for name, script in STAND_INS.items():
        tagflow.program = os.path.join(tagflow.folder, "stand-in")
        with open(tagflow.program, "w") as file:
            file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(tagflow.program, stat.S_IRWXU)
        yield name, bool(recovery_problems(tagflow, game))
    tagflow.program = real
    yield from damages_that_differ(game, tagflow)


def damages_that_differ(game, tagflow):
    """Each kind of damage must change the file, or nothing is tried."""
    for change in dict.fromkeys(BYTES):
        before = bytearray(content(game.bases[0]))
        yield f"{change.__name__} that changes nothing", any(change(bytearray(before), game.random) != before
                                                              for _ in range(5))


if __name__ == "__main__":
    harness.main("damage_pages", play, test_itself, __doc__)
