#!/usr/bin/env python3
"""Writers that are killed with -9 at random moments, all on one database, and what they had been told is done.

Each writer has a set of its own: two REPLs that add and toggle tags, and save, add, edit, tag and delete items; one
that runs a command for each change; one that imports files. After each kill the database must be whole with exact
counts, and each writer's set must be as its last acknowledged change left it, or one change further: the one that was
on its way. At the end of a round everything is undone, step by step, and the sets must be empty.

The self-test kills writers whose writes are lost, and changes sets behind the program's back.
"""

import contextlib
import copy
import json
import os
import random
import re
import shlex
import tempfile
import threading
import time

import database
import faults
import harness

EPISODES = 3

# How often the self-test repeats an attempt in which nothing could be changed.
MOST_ATTEMPTS = 10

# A round makes far fewer changes than the undo log keeps.
MOST_CHANGES = 200


class SetModel:
    """What a writer's set holds after the changes that it made."""

    def __init__(self):
        self.members = []
        # The note and the tags of each item by its title, which is also the location of an item that has one.
        self.items = {}

    def apply(self, change):
        kind, name, *rest = change
        if kind == "add":
            self.members.append([name, False])
        elif kind == "toggle":
            for member in self.members:
                member[1] ^= member[0] == name
        elif kind == "save":
            self.items[name] = "", {tag for tag, is_on in self.members if is_on}
        elif kind == "save-untagged":
            self.items[name] = "", set()
        elif kind == "add-item":
            self.items[name] = "", set(rest)
        elif kind == "edit-item":
            self.items[name] = rest[0], self.items[name][1]
        elif kind == "delete-item":
            del self.items[name]
        elif kind == "tag-items":
            for _, tags in self.items.values():
                tags.add(name) if rest == ["add"] else tags.discard(name)
        else:
            self.items.update({f"{name}.{number}": ("", {"i1", "i2"}) for number in range(5)})
            known = [member[0] for member in self.members]
            self.members += [[tag, False] for tag in ["i1", "i2"] if tag not in known]

    def seen(self):
        return ([tuple(member) for member in self.members],
                sorted((title, note, sorted(tags)) for title, (note, tags) in self.items.items()))


class Writer:
    """Makes changes in its own set, and counts those that were acknowledged."""

    # How a writer saves, and what else it does to items.
    save, item_kinds = "save", ["add-item", "add-item", "edit-item", "tag-items", "delete-item"]

    def __init__(self, tagflow, number, seed):
        self.tagflow = tagflow
        self.set = f"w{number}"
        self.random = random.Random(f"{seed} {number}")
        self.model = SetModel()
        self.changes = []
        self.made = 0

    def next_changes(self, count):
        """Changes of which each can be made after those before it."""
        expected = copy.deepcopy(self.model)
        changes = []
        for _ in range(count):
            self.made += 1
            changes.append(self.next_change(dict(map(tuple, expected.members)), expected.items))
            expected.apply(changes[-1])
        return changes

    def next_change(self, is_on, items):
        kind = self.random.choice(["add", "toggle", "toggle", "save", "item", "item"])
        if not is_on or kind == "add" and len(is_on) < 12:
            return "add", f"{self.set}-{self.made}"
        if kind == "save" and any(is_on.values()):
            return self.save, f"{self.set} note {self.made}"
        if kind != "item":
            return "toggle", self.random.choice(list(is_on))
        kind = self.random.choice(self.item_kinds)
        if kind == "tag-items":
            return kind, self.random.choice(list(is_on)), self.random.choice(["add", "remove"])
        known = [title for title in items if "/" in title]
        if kind == "add-item" or not known:
            return "add-item", f"{self.set}/{self.made}.md", self.random.choice(list(is_on))
        return kind, self.random.choice(known), *([f"word {self.made}"] if kind == "edit-item" else [])

    def words(self, change):
        kind, name, *rest = change
        more = {"add-item": lambda tag: ["--title", name, "--tag", tag, "--yes"],
                "edit-item": lambda note: ["--note", note]}
        if kind == "tag-items":
            return [kind, "--set", self.set, "--matching", "set:" + self.set, "--" + rest[0], name, "--yes"]
        return [kind, "--set", self.set, name, *(more[kind](*rest) if kind in more else [])]

    def check(self, state):
        """What is wrong with the set, given what was acknowledged; the model is then what the set holds."""
        members = [(tag, is_on) for tag, is_on in state.sets[self.set]]
        seen = members, sorted((item.title, item.note, sorted(item.tags)) for item in state.saved.values()
                               if item.set == self.set)
        for change in self.changes[:self.acknowledged]:
            self.model.apply(change)
        self.is_next_made = False
        if self.model.seen() == seen:
            return []
        if self.acknowledged < len(self.changes):
            self.model.apply(self.changes[self.acknowledged])
            self.is_next_made = True
            if self.model.seen() == seen:
                return []
        return [f"{type(self).__name__}: after {self.acknowledged} acknowledged changes the set holds {seen}, "
                f"not {self.model.seen()}"]


class ReplWriter(Writer):
    """A REPL with its lines in a file; a whole line of output acknowledges a change."""

    def start(self, environment):
        self.changes = self.next_changes(MOST_CHANGES)
        self.lines = tempfile.TemporaryFile()
        self.output, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.lines.write("".join(shlex.join(self.words(change)) + "\n" for change in self.changes).encode())
        self.lines.seek(0)
        self.process = self.tagflow.start(stdin=self.lines, stdout=self.output, stderr=self.errors,
                                          environment=environment)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.output.seek(0)
        self.errors.seek(0)
        self.acknowledged = self.output.read().count(b"\n")
        complaints = self.errors.read()
        for file in (self.lines, self.output, self.errors):
            file.close()
        return [f"a REPL complained: {complaints[-300:]!r}"] if complaints else []


class CommandWriter(Writer):
    """A command for each change; its exit code acknowledges it."""

    def start(self, environment):
        self.changes = self.next_changes(MOST_CHANGES)
        self.acknowledged = 0
        self.complaint = None
        self.is_stopped = False
        self.lock = threading.Lock()
        self.thread = threading.Thread(target=self.write, args=[environment])
        self.thread.start()

    def write(self, environment):
        with tempfile.TemporaryFile() as errors:
            for change in self.changes:
                with self.lock:
                    if self.is_stopped:
                        return
                    self.process = self.tagflow.start(*self.words(change), stdin=errors, stdout=errors, stderr=errors,
                                                      environment=environment)
                if self.process.wait() != 0:
                    errors.seek(0)
                    self.complaint = f"{shlex.join(self.words(change))}: code {self.process.returncode}: " \
                        f"{errors.read()[-300:]!r}"
                    return
                self.acknowledged += 1

    def kill(self):
        with self.lock:
            self.is_stopped = True
            self.process.kill()
        self.thread.join()
        is_killed = self.process.returncode == -9
        return [f"a command failed: {self.complaint}"] if self.complaint and not is_killed else []


class ImportWriter(CommandWriter):
    """Imports files of five items: all of a file, or nothing of it."""

    def next_changes(self, count):
        self.made += count
        return [("import", f"{self.set}-{number}") for number in range(self.made - count, self.made)]

    def words(self, change):
        path = os.path.join(self.tagflow.folder, change[1] + ".ndjson")
        with open(path, "w") as file:
            for number in range(5):
                file.write(json.dumps({"title": f"{change[1]}.{number}", "tags": ["i1", "i2"]}) + "\n")
        return ["import", "--set", self.set, path]


def play(game):
    with game.tagflow() as tagflow:
        problems = attempt(game, tagflow)
    for problem in problems:
        game.broke(re.sub("after [0-9]+ acknowledged.*", "an acknowledged change is lost, or one was made in part",
                          problem), f"kills.py --seed {game.seed} --rounds 1", problem[:2_000])


def attempt(game, tagflow, environment=None, tamper=lambda path: None):
    """Episodes of writing and killing on one database, and the way back; what went wrong."""
    kinds = [ReplWriter, ReplWriter, CommandWriter, ImportWriter]
    writers = [kind(tagflow, number, game.seed) for number, kind in enumerate(kinds)]
    tagflow.run("use", "default")
    for writer in writers:
        tagflow.run("new", writer.set)
    for _ in range(EPISODES):
        problems = episode(game, tagflow, writers, environment, tamper)
        if problems:
            return problems
    return undone(game, tagflow)


def episode(game, tagflow, writers, environment, tamper):
    for writer in writers:
        writer.start(environment)
    problems = []
    try:
        time.sleep(game.random.uniform(0.05, 2))
    finally:
        for writer in game.random.sample(writers, len(writers)):
            problems += writer.kill()
            time.sleep(game.random.choice([0, 0, 0.02]))
    game.tried("processes that were killed", len(writers))
    game.tried("changes that were acknowledged", sum(writer.acknowledged for writer in writers))
    game.tried("changes of items among them", sum(
        "-item" in change[0] for writer in writers for change in writer.changes[:writer.acknowledged]))
    tamper(tagflow.database)
    return problems + problems_left(tagflow, writers, problems)


def problems_left(tagflow, writers, known):
    """What is wrong with the database after a kill; the sets are looked at only where nothing else is known to be wrong."""
    problems = []
    doctor = tagflow.run("doctor")
    if doctor.code != 0 or doctor.problems():
        problems.append(f"doctor says: {doctor.shown()}")
    problems += [f"miscounted: {damage}" for damage in database.damages(tagflow.database)[:3]]
    if not known and not problems:
        with database.opened(tagflow.database) as connection:
            state = database.state(connection)
        problems = [problem for writer in writers for problem in writer.check(state)]
    return problems


def undone(game, tagflow):
    """Undoes every step; nothing may be left, and nothing miscounted."""
    with database.opened(tagflow.database) as connection:
        count = connection.execute("SELECT count(*) FROM undo_step").fetchone()[0]
    game.tried("changes that were undone", count)
    outcome = tagflow.run("--quiet", input=b"undo\n" * count, seconds=120)
    problems = [f"undo of everything: {problem}" for problem in outcome.problems(codes={0})]
    problems += [f"miscounted after undo: {damage}" for damage in database.damages(tagflow.database)[:3]]
    if problems:
        return problems
    with database.opened(tagflow.database) as connection:
        state = database.state(connection)
    if state.sets != {"default": []} or state.tags or state.saved:
        return [f"undo of everything leaves {state.sets}, {len(state.saved)} items"]
    return []


# Changes behind the program's back to the set of the first REPL.
PLANTS = {
    "members that are lost": "DELETE FROM set_member WHERE set_id = 2",
    "a member that nobody added": "INSERT INTO set_member SELECT 2, 1, id, 0 FROM tag WHERE name = 'i1'",
    "items that are lost": "DELETE FROM item WHERE set_id = 5",
    "notes that nobody wrote": "UPDATE item SET note = note || 'x' WHERE set_id = 5",
}


def planted(game, attempt, plants, first_lie):
    """Whether an attempt finds writes that are lost from the N-th on, and each change behind the program's back.

    On a slow machine a writer may be killed before it wrote anything that can be changed; then the attempt is repeated.
    """
    def is_found(statement):
        for _ in range(MOST_ATTEMPTS):
            changed = []

            def tamper(path):
                with database.opened(path) as connection:
                    changed.append(connection.execute(statement).rowcount)

            with game.tagflow() as tagflow:
                if attempt(game, tagflow, tamper=tamper):
                    return True
            if any(changed):
                return False
        return False

    with contextlib.ExitStack() as resources:
        library = resources.enter_context(faults.library())
        variables = library.variables("tags.sqlite-wal", "pwrite", first_lie, "lie", lasts=True)
        with game.tagflow() as tagflow:
            yield "writes that are lost", bool(attempt(game, tagflow, environment=variables))
    for name, statement in plants.items():
        yield name, is_found(statement)


def test_itself(game):
    return planted(game, attempt, PLANTS, first_lie=1)


if __name__ == "__main__":
    harness.main("kills", play, test_itself, __doc__)
