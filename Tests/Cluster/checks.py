"""What must hold of every space once the cluster has stopped."""

import json
import os
import shutil
import sqlite3
import subprocess


def problems_of(keeper, folder, copies, tagflow):
    """What is wrong with a space, a sentence each: what was acknowledged is there, and nothing was done twice or by two at once."""
    path = f"{copies}/{keeper.space}.sqlite"
    for ending in ("", "-wal"):
        if os.path.exists(f"{folder}/{keeper.space}.sqlite{ending}"):
            shutil.copyfile(f"{folder}/{keeper.space}.sqlite{ending}", path + ending)
    found = list(keeper.problems)
    database = sqlite3.connect(path)
    try:
        found += damage(database)
        found += changes_lost(database, keeper)
        found += journal_faults(database, keeper)
    finally:
        database.close()
    result = subprocess.run([tagflow, "--database", path, "doctor"], capture_output=True, text=True)
    if result.returncode != 0:
        found.append(f"doctor: {result.stdout[-300:]} {result.stderr[-300:]}")
    return [f"{keeper.space}: {problem}" if not problem.startswith(keeper.space) else problem for problem in found]


def damage(database):
    whole = database.execute("PRAGMA integrity_check").fetchone()[0]
    if whole != "ok":
        yield f"integrity_check: {whole[:200]}"
    for row in database.execute("PRAGMA foreign_key_check").fetchmany(3):
        yield f"foreign_key_check: {row}"


def changes_lost(database, keeper):
    tags = {name for name, in database.execute("SELECT name FROM tag")}
    lost = [tag for tag in keeper.kept if tag not in tags]
    if lost:
        yield f"{len(lost)} acknowledged tags are lost, such as '{lost[0]}'"
    selected = database.execute("SELECT selected FROM set_member JOIN tag ON tag.id = tag_id WHERE name = 'toggled'").fetchone()
    if not keeper.is_in_doubt and bool(selected and selected[0]) != keeper.selected:
        yield "the selection is another than was acknowledged"


def journal_faults(database, keeper):
    """One owner writes one line of changes: numbers without gaps, the client's tags in its order, no change that nobody sent."""
    rows = database.execute("SELECT id, made_at, tags FROM commit_log ORDER BY id").fetchall()
    numbers = [number for number, _, _ in rows]
    if numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        yield "the journal's numbers have gaps"
    if any(later < earlier for (_, earlier, _), (_, later, _) in zip(rows, rows[1:])):
        yield "the journal goes back in time"
    added = [tag for _, _, tags in rows for tag in json.loads(tags or "[]") if tag.startswith("tag ")]
    if added != sorted(set(added), key=lambda tag: int(tag[4:])):
        yield "the tags were added in another order, or twice"
    # The tag that is toggled was added first; each change was made once, however often it was sent.
    if numbers[-1] - 1 - keeper.acknowledged not in ((0, 1) if keeper.is_in_doubt else (0,)):
        yield f"{numbers[-1] - 1} changes were made, and {keeper.acknowledged} acknowledged"
