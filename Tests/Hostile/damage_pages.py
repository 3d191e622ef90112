#!/usr/bin/env python3
"""Damages databases and runs every command on them.

A rich database is made by the program itself. Each round damages a copy of it, in its bytes (flipped bits, changed
bytes, truncation, pages that are swapped, zeroed or copied over others, also in the write-ahead log) or in its rows
(through SQLite with its constraints off), and runs some of the commands on it. A command fails the run where it

  - dies by a signal or takes too long,
  - says that a defect of tagflow is to be reported, or ends with code 70,
  - says more than one line of error, or prints control characters,
  - or where `doctor --recover` leaves a database that `doctor` finds damaged, or changes the one it reads.

    Tests/Hostile/damage_pages.py --tagflow .build/debug/tagflow --seed 1 --rounds 100
"""

import argparse
import collections
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PAGE = 4096
SECONDS = 60
MEMORY = 4 << 30


class Program:
    """The program, run on one database."""

    def __init__(self, path, database, home):
        self.path = path
        self.environment = {
            "HOME": home,
            "PATH": "/usr/bin:/bin",
            "COLUMNS": "60",
            "TAGFLOW_DATABASE": database,
        }

    def run(self, *words, lines=None):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        return subprocess.run(
            [self.path, *words],
            env=self.environment,
            cwd=self.environment["HOME"],
            input=b"".join(line.encode() + b"\n" for line in lines or []),
            capture_output=True,
            timeout=SECONDS,
            preexec_fn=limit,
        )


def build(path, folder, tags=700, selections=300):
    """Makes a rich database; gives the paths of one that was closed and of one with a write-ahead log."""
    numbers = random.Random(11)
    names = [f"{numbers.choice(['lang', 'role', 'é', '道具'])}::{i}{'x' * (i % 40)}" for i in range(tags)]
    records = [{"tag": name, "uses": numbers.randrange(9), "sets": ["all"]} for name in names]
    records += [{"tag": names[i], "aliases": [f"alias {i}", f"second {i}"]} for i in range(0, 120, 3)]
    for index in range(selections):
        record = {"label": f"word{index % 37} thing {index}", "tags": numbers.sample(names, numbers.randrange(1, 7))}
        if index % 3:
            record["at"] = f"2026-01-{1 + index % 28:02}T03:04:05.{index:03}Z"
        record["set"] = "all" if index % 4 else "few"
        records.append(record)
    records.append({"set": "few", "tags": names[:12], "selected": names[2:5]})
    source = os.path.join(folder, "source.ndjson")
    with open(source, "w") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    closed = os.path.join(folder, "closed.sqlite")
    program = Program(os.path.abspath(arguments.tagflow), closed, folder)
    steps = [
        ("import", source), ("use", "few"), ("layout-settings", "--alignment", "center", "--spacing", "2"),
        ("new", "third", "a b", "swift", "Swift UI", "café", "cafe"), ("toggle", "swift", "café"), ("save", "once more"),
        ("toggle", "a b"), ("save",), ("rename", "a b", "a c"), ("merge", "cafe", "café"), ("alias", "sw", "swift"),
        ("show",), ("export", "--format", "svg", "-o", os.path.join(folder, "x.svg")), ("remove", "Swift UI"), ("undo",),
        ("show", "--set", "few"), ("use", "few"), ("clear",), ("undo",),
    ]
    for step in steps:
        outcome = program.run(*step)
        if outcome.returncode:
            sys.exit(f"cannot build the database: {step}: {outcome.stderr.decode()}")
    # A process that is killed leaves its write-ahead log.
    logged = os.path.join(folder, "logged.sqlite")
    shutil.copy(closed, logged)
    program = Program(program.path, logged, folder)
    script = ["toggle " + str(1 + i % 12) if i % 3 else f"save kept {i}" for i in range(40)]
    process = subprocess.Popen(
        [program.path], env=program.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    process.stdin.write(("\n".join(script) + "\nshow\nhistory --limit 1\n").encode())
    process.stdin.flush()
    for line in process.stdout:
        if b"kept 39" in line and b"\t" in line or b"kept 39" in line and not line.startswith(b"saved"):
            break
    process.kill()
    process.wait()
    return closed, logged


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


def append_bytes(data, numbers):
    return data + numbers.randbytes(numbers.choice([1, 100, PAGE, 3 * PAGE + 7]))


def pages(data):
    return max(1, len(data) // PAGE)


BYTES = [
    flip_bits, flip_bits, change_bytes, change_bytes, change_page_head, change_file_head, truncate, zero_page, noise_page,
    swap_pages, copy_page, append_bytes,
]

# Damage of rows: (table, column) by what may be written into it.
INTEGERS = ["NULL", "-1", "0", "-9223372036854775808", "9223372036854775807", "4294967296", "2147483648", "'twelve'", "1.5", "9e999", "x'00'"]
TEXTS = ["NULL", "''", "12", "1.5", "x'ff00fe'", "CAST(x'c328ff' AS TEXT)", "char(27) || '[31m'", "char(0x202e) || 'x'", "char(0) || 'a'", "char(10)",
         "hex(zeroblob(5000))", "hex(zeroblob(600000))", "char(0xfffd)", "'default'", "char(0xfeff)"]
REALS = ["NULL", "-1.0", "9e999", "-9e999", "1e300", "'wide'", "x'00'", "1e-320", "0"]
BLOBS = ["NULL", "x''", "x'01'", "x'0102030405'", "zeroblob(8)", "x'ffffffffffffffff'", "randomblob(4000)", "zeroblob(400000)", "'text'", "7",
         "x'0000008001000000'", "x'01000000ffffffff'"]
LAYOUTS = ["'{'", "'[]'", "'null'", "'{\"width\":1e300}'", "'{\"width\":-5,\"spacing\":-1e9}'", "'{\"maxLines\":-9223372036854775808}'",
           "'{\"maxLines\":1e19}'", "'{\"spacing\":1e308,\"lineSpacing\":1e308}'", "'{\"width\":0}'", "'{\"alignment\":\"sideways\"}'",
           "'{\"lineSpacing\":100000000}'", "'{\"spacing\":9007199254740993}'", "replace(hex(zeroblob(4000)),'00','[')"] + TEXTS
CHANGES = ["'[]'", "'[[\"putTag\",1]]'", "'[[\"deleteTags\",5,1]]'", "'[[\"deleteTags\",-9223372036854775808,9223372036854775807]]'",
           "'[[\"putMember\",1,99999,1,true]]'", "'[[\"putSet\",1,\"\",\"{\"]]'", "'[[\"setFrecency\",1,1e308]]'", "'{\"a\":1}'",
           "'[[\"putSavedSelection\",9000,1,\"\",null,[4294967295,1]]]'", "'[[\"deleteSet\",1]]'", "'[[\"putAlias\",1,\"\",7777]]'",
           "'[[\"putTag\",1,\"default\",-4,null]]'"] + TEXTS
COLUMNS = {
    "tag": {"id": INTEGERS, "key": TEXTS, "folded": TEXTS, "name": TEXTS, "uses": INTEGERS, "other_uses": INTEGERS, "frecency": REALS},
    "alias": {"id": INTEGERS, "key": TEXTS, "folded": TEXTS, "name": TEXTS, "tag_id": INTEGERS},
    "tag_set": {"id": INTEGERS, "key": TEXTS, "name": TEXTS, "layout": LAYOUTS},
    "set_member": {"set_id": INTEGERS, "position": INTEGERS, "tag_id": INTEGERS, "selected": INTEGERS},
    "saved_selection": {"id": INTEGERS, "set_id": INTEGERS, "label": TEXTS, "saved_at": INTEGERS, "tag_ids": BLOBS, "word_features": BLOBS},
    "posting": {"tag_id": INTEGERS, "saved_selection_id": INTEGERS},
    "pair_count": {"tag_id": INTEGERS, "counts": BLOBS},
    "word": {"id": INTEGERS, "text": TEXTS, "uses": INTEGERS, "counts": BLOBS},
    "word_posting": {"word_id": INTEGERS, "saved_selection_id": INTEGERS},
    "state": {"id": INTEGERS, "chosen_set_id": INTEGERS, "saved_selection_count": INTEGERS, "indexes_wait": INTEGERS},
    "undo_step": {"id": INTEGERS, "made_at": INTEGERS, "summary": TEXTS, "undone": INTEGERS, "changes": CHANGES},
    "undo_part": {"id": INTEGERS, "step_id": INTEGERS, "changes": CHANGES},
    "measurer": {"id": INTEGERS, "identity": TEXTS},
    "measurement": {"measurer_id": INTEGERS, "text": TEXTS, "width": REALS, "height": REALS, "baseline": REALS, "used_on": INTEGERS},
    "tag_change": {"id": INTEGERS, "tag_id": INTEGERS, "changes_counts": INTEGERS},
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
    batch = [json.dumps({"query": "l"}), json.dumps({"given": [tag]}), json.dumps({"label": "word3 thing", "limit": 3})]
    listed = [
        (["show"], None), (["show", "--set", "all"], None), (["sets"], None), (["tags", "--all"], None), (["tags"], None),
        (["history", "--limit", "1000"], None), (["history", "--set", "all", "--format", "json"], None),
        (["suggest"], None), (["suggest", "sw"], None), (["suggest", "--given", tag], None), (["suggest", "--for", "word3 thing"], None),
        (["suggest", "xwift", "--format", "json"], None), (["suggest", "--batch"], batch), (["toggle", tag], None), (["toggle", "1"], None),
        (["select", tag, other], None), (["clear"], None), (["save", "new label"], None), (["restore", "3"], None), (["forget", "2"], None),
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
        ([], ["show", "1", "find sw", "save x", "undo", "redo", "history", "tags", "sets", "add z", "suggest", "width 30"]),
    ]
    if arguments.repl:
        # One process for all of them: most of a command's time is the start of its process.
        words = [words for words, _ in numbers.sample(listed[:-1], arguments.commands) if "--batch" not in words]
        lines = [" ".join(quoted(word) for word in command) for command in words]
        return [([], lines), (["doctor"], None)]
    chosen = numbers.sample(listed, arguments.commands)
    if numbers.randrange(3) == 0:
        chosen.append((["doctor"], None))
    return chosen


def quoted(word):
    return f'"{word}"' if " " in word or not word else word


def printed_controls(data):
    text = data.decode(errors="replace")
    return any((c < " " and c not in "\n\t") or "\x7f" <= c <= "\x9f" or c in "\u202a\u202b\u202c\u202d\u202e\u2028\u2029" for c in text)


def complaint(words, lines, outcome):
    """What is wrong with how a command ended; None where nothing is."""
    errors = outcome.stderr.decode(errors="replace")
    if outcome.returncode < 0:
        return f"died by {signal.Signals(-outcome.returncode).name}: {errors[-300:]}"
    if outcome.returncode == 70 or "report this" in errors or "report it" in errors or "please report" in errors:
        return f"code {outcome.returncode}: {errors.strip()[-300:]}"
    if not lines and len(errors.splitlines()) > 1 and outcome.returncode:
        return f"more than one line: {errors[:300]!r}"
    is_text = "ansi" not in words and not any("ansi" in line for line in lines or [])
    if is_text and (printed_controls(outcome.stdout) or printed_controls(outcome.stderr)):
        return f"control characters: {[p for p in (outcome.stdout + outcome.stderr).splitlines() if printed_controls(p)][:1]!r}"
    return None


def check_recovery(program, folder, tally):
    """Recovers the database into another; gives what is wrong."""
    database = program.environment["TAGFLOW_DATABASE"]
    target = os.path.join(folder, "recovered.sqlite")
    for ending in ["", "-wal", "-shm"]:
        if os.path.exists(target + ending):
            os.remove(target + ending)
    before = {ending: content(database + ending) for ending in ["", "-wal"]}
    outcome = program.run("doctor", "--recover", target)
    wrong = complaint(["doctor", "--recover"], None, outcome)
    if wrong:
        return wrong
    tally[f"recover ended with {outcome.returncode}"] += 1
    if any(content(database + ending) != bytes for ending, bytes in before.items()):
        return "the recovery changed what it read"
    if outcome.returncode == 0:
        for words in [("doctor",), ("export", "--format", "ndjson"), ("show",), ("undo",), ("suggest", "sw")]:
            after = Program(program.path, target, folder).run(*words)
            if words == ("doctor",) and after.returncode:
                return f"the recovered database is damaged: {after.stdout.decode()[:400]}{after.stderr.decode()[:300]}"
            if after.returncode not in (0, 1, 78):
                return f"the recovered database fails at {words}: {after.stderr.decode()[:300]}"
    elif os.path.exists(target):
        return "a recovery that failed left a file"
    return None


def content(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def main():
    end = time.monotonic() + arguments.seconds
    folder = tempfile.mkdtemp(prefix="tagflow-damage-")
    tally = collections.Counter()
    failures = 0
    try:
        bases = build(None, folder)
        source = os.path.join(folder, "more.ndjson")
        with open(source, "w") as file:
            file.write('{"label":"word3","tags":["swift","brand new"],"at":"2026-02-02T00:00:00Z"}\n{"tag":"lang::1x","aliases":["l1"]}\n')
        target = os.path.join(folder, "damaged.sqlite")
        program = Program(os.path.abspath(arguments.tagflow), target, folder)
        for round in range(arguments.first, arguments.first + arguments.rounds):
            if time.monotonic() > end:
                break
            numbers = random.Random(f"{arguments.seed}/{round}")
            what = damage(bases, target, numbers)
            tally["damaged files"] += 1
            if arguments.keep:
                print(f"round {round}: {what}", flush=True)
            checks = []
            if not arguments.no_recover and numbers.randrange(3) == 0:
                checks.append((["doctor", "--recover"], None))
            for words, lines in checks + commands(folder, source, numbers):
                tally["commands"] += max(1, len(lines or []))
                try:
                    if "--recover" in words:
                        wrong = check_recovery(program, folder, tally)
                    else:
                        outcome = program.run(*words, lines=lines)
                        wrong = complaint(words, lines, outcome)
                        tally[f"ended with {outcome.returncode}"] += 1
                except subprocess.TimeoutExpired:
                    wrong = f"took more than {SECONDS} seconds"
                if wrong:
                    failures += 1
                    print(f"seed {arguments.seed} round {round}: {what}\n  {' '.join(words)}: {wrong}", flush=True)
                    if failures >= arguments.failures:
                        raise SystemExit(report(tally, failures))
            for name in os.listdir(folder):
                if name.startswith("out."):
                    os.remove(os.path.join(folder, name))
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)
    raise SystemExit(report(tally, failures))


def report(tally, failures):
    print(f"seed {arguments.seed}: " + ", ".join(f"{count} {name}" for name, count in sorted(tally.items())) + f"; {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagflow", required=True, help="the program")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rounds", type=int, default=100, help="how many files are damaged")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round, to repeat one")
    parser.add_argument("--commands", type=int, default=5, help="how many commands a round runs")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no round after so many seconds")
    parser.add_argument("--failures", type=int, default=1_000_000, help="stop after so many")
    parser.add_argument("--no-recover", action="store_true", help="leave doctor --recover out")
    parser.add_argument("--repl", action="store_true", help="give a round's commands to one process, as lines of the REPL")
    parser.add_argument("--keep", action="store_true", help="keep the files, to look at them")
    arguments = parser.parse_args()
    main()
