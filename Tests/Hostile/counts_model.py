#!/usr/bin/env python3
"""Random operations on the real program, held against a model of sets, tags, items and counts.

Each step is a line of a REPL or a command of its own. After it, what SQLite holds must be what the model says, a
refused step must have changed nothing, and a change must have a step of the undo log. Every few steps all
counts are counted anew, in Python, from the items: uses, pairs, words, names, postings, full-text entries, and the
export is read and compared. Some steps are killed on their way: each is then done, or nothing of it. At the end of a
round every step is undone and redone, each against its state, and the export is imported.

A round that fails is played again with fewer and fewer steps, and the shortest script that still fails is printed.
The self-test changes counts and rows behind the program's back.
"""

import collections
import json
import os
import re
import shlex
import time

import database
import harness
import names
from item_model import NEW, milliseconds
from model import Model, Refused
from repl import Repl
from steps import NAMES, Step, steps

STEPS, STEPS_BETWEEN_COUNTS = 60, 12

# What an export has.
PARTS = ["sets", "tags", "aliases", "choice", "items", "daily sets"]


class Broken(Exception):
    """The program and the model differ."""


class Trial:
    """One database on which steps are made, with the model beside it."""

    def __init__(self, tagflow, tamper=None):
        self.tagflow = tagflow
        self.tamper = tamper
        self.befores, self.afters = {}, {}
        self.refused, self.kills = 0, 0
        self.run(["use", "default"])
        self.repl = Repl(tagflow)
        for words in [["new", "one", *NAMES], ["new", "two", "a", "b", "d"], ["select", "--set", "one", "a", "b"],
                      ["layout-settings", "--set", "two", "--daily", "on"], ["select", "--set", "two", "d"]]:
            self.make(Step(words), is_counted=False)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.repl.close()

    def play(self, all_steps, is_over=lambda: False):
        """Makes the steps, and undoes and redoes them all; raises Broken where the program does otherwise."""
        for number, one in enumerate(all_steps, 1):
            if is_over():
                break
            try:
                self.make(one, is_counted=number % STEPS_BETWEEN_COUNTS == 0)
            except (EOFError, TimeoutError) as error:
                raise Broken(f"{one.words[0]}: {error}") from None
        self.expect_whole()
        for command in ["undo", "redo"]:
            while self.stack(command):
                self.make(Step([command]), is_counted=False)
            self.expect_whole()
        self.expect_round_trip()

    def make(self, one, is_counted):
        with database.opened(self.tagflow.database) as connection:
            before = database.state(connection)
            self.model = Model(before, dict(connection.execute("SELECT name, id FROM tag")))
        steps_before = self.steps()
        wanted = self.wanted(one, steps_before)
        started = time.time()
        is_refused = self.is_refused(one)
        # Times that the program chooses, in milliseconds; the clock may be a little off.
        self.now = (started - 1) * 1_000, (time.time() + 1) * 1_000
        self.refused += bool(is_refused)
        if self.tamper:
            self.tamper(self.tagflow.database)
        with database.opened(self.tagflow.database) as connection:
            after = database.state(connection)
            misplaced = names.misplaced(connection, before, after) if one.words[0] not in ["undo", "redo"] else []
        if misplaced:
            raise Broken(f"{one.words[0]}: {misplaced[0]}")
        self.compare(one, before, wanted, after, is_refused)
        self.remember(one, before, after, steps_before)
        if is_counted:
            self.expect_whole()

    def wanted(self, one, steps_before):
        """The state after a step, as the model has it; None where the step must be refused."""
        command = one.words[0]
        if command in ["undo", "redo"]:
            stack = self.stack(command, steps_before)
            states = self.befores if command == "undo" else self.afters
            return states[stack[0]] if stack else None
        try:
            return self.model.applied(one.words, one.content).state()
        except Refused:
            return None

    def is_refused(self, one):
        """Makes the step, as a line of the REPL or as a command; returns whether it failed, or None after a kill."""
        if one.content is not None:
            with open(os.path.join(self.tagflow.folder, one.words[-1]), "w") as file:
                file.write(one.content)
        if one.alone:
            return self.run(one.words) != 0
        # In the REPL '#5' is the tag 5, and '##5' the tag '#5'.
        line = shlex.join(re.sub(r"^#+(?=\d)", r"#\g<0>", word) for word in one.words)
        if one.delay is not None:
            self.repl.kill(line, one.delay)
            self.repl = Repl(self.tagflow)
            self.kills += 1
            return None
        _, errors = self.repl.ask(line)
        # Notes about a file without items and about changed fields aren't errors.
        errors = [error for error in errors if not re.search(r"no item was deleted|, now spaces|(was|were) cut", error)]
        if len(errors) > 1 or any("report" in error for error in errors):
            raise Broken(f"{one.words[0]}: {errors}")
        return bool(errors)

    def run(self, words):
        outcome = self.tagflow.run(*words)
        if outcome.problems():
            raise Broken(f"{words[0]}: {outcome.problems()} {outcome.shown()}")
        return outcome.code

    def compare(self, one, before, wanted, after, is_refused):
        command = one.words[0]
        if is_refused is None:
            # A step that was killed is done, or nothing of it.
            if wanted is None or before._replace(chosen=None) == after._replace(chosen=None):
                wanted = before
        elif is_refused != (wanted is None):
            raise Broken(f"{command} was {'refused' if is_refused else 'done'}, not {'done' if wanted else 'refused'}")
        elif is_refused:
            wanted = before
        for part in ["sets", "tags", "aliases", "daily"]:
            if getattr(wanted, part) != getattr(after, part):
                raise Broken(f"{command}: the {part} are {getattr(after, part)}, not {getattr(wanted, part)}")
        if not same_saved(wanted.saved, after.saved, before.saved, self.now):
            raise Broken(f"{command}: the items are {different(after.saved, wanted.saved)}")
        if after.chosen not in after.sets or command in ["new", "use"] and is_refused is False \
                and database.key(after.chosen) != database.key(one.words[1]):
            raise Broken(f"{command}: the chosen set is {after.chosen}")

    def remember(self, one, before, after, steps_before):
        """Keeps the states around a new step of the journal; a change without one is a failure."""
        steps_after = self.steps()
        made = sorted(steps_after.keys() - steps_before.keys())
        is_changed = before._replace(chosen=None) != after._replace(chosen=None)
        if one.words[0] in ["undo", "redo"]:
            made = []
        elif is_changed and len(made) != 1:
            raise Broken(f"{one.words[0]}: a change made {len(made)} steps of the undo log")
        for number in made:
            self.befores[number], self.afters[number] = before, after

    def steps(self):
        """The steps of the undo log, and whether each is undone."""
        with database.opened(self.tagflow.database) as connection:
            return dict(connection.execute("SELECT id, undone FROM undo_step"))

    def stack(self, command, all_steps=None):
        """The steps that undo, or redo, would take, the next one first."""
        all_steps = self.steps() if all_steps is None else all_steps
        numbers = [number for number, undone in all_steps.items() if undone == (command == "redo")]
        return sorted(numbers, reverse=command == "undo")

    def expect_whole(self):
        """Counts everything anew, and reads the export."""
        damages = database.damages(self.tagflow.database)
        if damages:
            raise Broken(f"miscounted {damages[0]}")
        with database.opened(self.tagflow.database) as connection:
            wanted = exportable(database.state(connection))
        export = self.tagflow.run("export", "--format", "ndjson")
        if export.problems(codes={0}):
            raise Broken(f"export: {export.problems(codes={0})}")
        for part, found, kept in zip(PARTS, exported(export.output), wanted):
            if found != kept:
                raise Broken(f"export: its {part} are {found}, not {kept}")


    def expect_round_trip(self):
        """Imports the export: into this database, where nothing may change, and into a new one."""
        path = os.path.join(self.tagflow.folder, "everything.ndjson")
        self.run(["export", "--format", "ndjson", "-o", path])
        with database.opened(self.tagflow.database) as connection:
            wanted = database.state(connection)
        self.run(["import", path])
        with database.opened(self.tagflow.database) as connection:
            found = database.state(connection)
        # An item with a location is from this file now.
        found = found._replace(saved={number: item._replace(imported_from=wanted.saved[number].imported_from)
                                      if number in wanted.saved else item for number, item in found.saved.items()})
        if found != wanted:
            raise Broken(f"import of the export: has {found}, not {wanted}")
        new = os.path.join(self.tagflow.folder, "new.sqlite")
        outcome = self.tagflow.run("import", path, environment={"TAGFLOW_DATABASE": new})
        if outcome.problems(codes={0}):
            raise Broken(f"import into a new database: {outcome.problems(codes={0})} {outcome.shown()}")
        with database.opened(new) as connection:
            for part, found, kept in zip(PARTS, exportable(database.state(connection)), exportable(wanted)):
                if found != kept:
                    raise Broken(f"import into a new database: its {part} are {found}, not {kept}")
        if database.damages(new):
            raise Broken(f"import into a new database: miscounted {database.damages(new)[0]}")


def same_saved(wanted, found, before, now):
    """Whether items are as wanted, where the number and the time of new ones are the program's to choose."""
    fixed = {number: item for number, item in wanted.items() if isinstance(number, int)}
    rest = {number: item for number, item in found.items() if number not in fixed}
    if any(number not in found or not same_item(item, found[number], now) for number, item in fixed.items()):
        return False
    # Those whose time is known choose first.
    for item in sorted((wanted[number] for number in wanted.keys() - fixed.keys()), key=lambda item: item.at == NEW):
        number = next((number for number, other in rest.items() if same_item(item, other, now)), None)
        if number is None or number in before:
            return False
        del rest[number]
    return not rest


def same_item(wanted, found, now):
    """Whether an item is as wanted; a time of the program's choosing must be that of the step."""
    return all(other is not None and now[0] <= other <= now[1] if value == NEW and field in ["at", "modified"]
               else value == other for field, value, other in zip(wanted._fields, wanted, found))


def different(found, wanted):
    """The items that differ, for a message."""
    numbers = [number for number in {**found, **wanted} if found.get(number) != wanted.get(number)]
    return f"{[(number, found.get(number)) for number in numbers]}, not {[wanted.get(number) for number in numbers]}"


def exportable(state):
    """What an export says of a state, in a form that can be compared."""
    return (
        {name: [list(member) for member in members] for name, members in state.sets.items()},
        state.tags, state.aliases, state.chosen, collections.Counter(item[:6] for item in state.saved.values()),
        state.daily,
    )


def exported(text):
    """The same of the lines of an export."""
    sets, tags, aliases, chosen, saved, daily = {}, {}, {}, None, collections.Counter(), set()
    for line in text.decode().splitlines():
        record = json.loads(line)
        if not {"title", "location", "note", "at"}.isdisjoint(record):
            saved[record["set"], record.get("title", ""), milliseconds(record.get("at")), frozenset(record["tags"]),
                  record.get("location"), record.get("note", "")] += 1
        elif "tag" in record:
            tags[record["tag"]] = record.get("uses", 0)
            aliases.update({alias: record["tag"] for alias in record.get("aliases", [])})
        else:
            sets[record["set"]] = [[tag, tag in record["selected"]] for tag in record["tags"]]
            chosen = record["set"] if record.get("chosen") else chosen
            daily |= {record["set"]} if record.get("daily") else set()
    return sets, tags, aliases, chosen, saved, daily


def play(game):
    all_steps = steps(game.random, STEPS)
    problem = attempt(game, all_steps, counted=True)
    if problem:
        shortest = shortened(game, all_steps, problem)
        script = "\n    ".join(shlex.join(one.words) + (f" <<< {one.content!r}" if one.content else "")
                               for one in shortest)
        game.broke(*(re.sub(r"(.)\1{30,}", r"\1…", text) for text in [problem, script]))


def attempt(game, all_steps, counted=False):
    """Makes the steps on a new database; what went wrong, or None."""
    with game.tagflow() as tagflow, Trial(tagflow) as trial:
        try:
            trial.play(all_steps)
            return None
        except Broken as broken:
            return str(broken)
        finally:
            if counted:
                game.tried("random operations", len(all_steps))
                game.tried("operations undone and redone", 2 * len(trial.befores))
                game.tried("operations that were refused", trial.refused)
                game.tried("operations in which the program was killed", trial.kills)


def shortened(game, all_steps, problem):
    """The fewest steps found within a minute that fail in the same command."""
    kind, end, size = problem.split(" ")[0], time.monotonic() + 60, max(1, len(all_steps) // 2)
    while time.monotonic() < end:
        for start in range(0, len(all_steps), size):
            fewer = all_steps[:start] + all_steps[start + size:]
            found = attempt(game, fewer) if time.monotonic() < end else None
            if found and found.split(" ")[0] == kind:
                all_steps = fewer
                break
        else:
            if size == 1:
                break
            size //= 2
    return all_steps


# Changes behind the program's back, each of which must be noticed.
PLANTS = {
    "a use too many": "UPDATE tag SET uses = uses + 1 WHERE id = (SELECT min(id) FROM tag)",
    "a count of a pair": "UPDATE pair_count SET counts = CAST(substr(counts, 1, 4) || x'07000000' || substr(counts, 9) AS BLOB)",
    "a use in a set too many": "UPDATE set_tag SET uses = uses + 1",
    "a posting less": "DELETE FROM posting WHERE tag_id = (SELECT min(tag_id) FROM posting)",
    "a word without its number": "DELETE FROM word WHERE id = 1",
    "a word's count": "UPDATE word_count SET counts = CAST(x'07' || substr(counts, 2) AS BLOB)",
    "a word of an item less": "UPDATE item_evidence SET words = x''",
    "a word in the text of an item": "UPDATE item_evidence SET words = CAST(words || x'0108' AS BLOB)",
    "a posting of a word less": "DELETE FROM word_posting WHERE word_id = 1",
    "a posting of a word that overlaps": "INSERT INTO word_posting SELECT 1, set_id, 2, x'0020' FROM item WHERE id = 2",
    "the weight of a word": "UPDATE word_posting SET items = CAST(substr(items, 1, 1) || x'01' AS BLOB)",
    "a name that wasn't found": "UPDATE item_evidence SET field_names = x'0101'",
    "a name that was found less": "UPDATE item_evidence SET field_names = x'' WHERE item_id = 1",
    "the count of a name": "UPDATE name_count SET hits = 0",
    "the count of new names": "INSERT INTO new_name_count VALUES (9, 6, 7, 1)",
    "a key of a name less": "DELETE FROM name_key WHERE tag_id = 1",
    "a list of tags less": "DELETE FROM tag_list",
    "a tag of a list less": "UPDATE tag_list SET lists = x'010101'",
    "a tagged item too many": "UPDATE state SET tagged_item_count = tagged_item_count + 1",
    "a full-text entry less": "DELETE FROM key_trigram_docsize WHERE id = 2",
    "a member less": "DELETE FROM set_member WHERE tag_id = 1",
    "a selection turned": "UPDATE set_member SET selected = 1 - selected WHERE tag_id = 2",
    "an item less": "DELETE FROM item",
    "a note turned": "UPDATE item SET note = 'black tea' WHERE id = 2",
    "a location turned": "UPDATE item SET location = 'HTTP://Example.org/y' WHERE id = 2",
    "the key of a location": "UPDATE item SET location_key = location WHERE id = 2",
    "the site of a location": "UPDATE item SET site = 'example.org' WHERE id = 2",
    "the time of a change": "UPDATE item SET modified_at = 1 WHERE id = 1",
    "an item's text less": "DELETE FROM item_text_docsize WHERE id = 2",
    "a word of a note less": "INSERT INTO item_text (item_text, rowid, title, location, note) VALUES ('delete', 2, '', '', 'green')",
    "a word of a title twice": "INSERT INTO item_text (rowid, title, location, note) VALUES (1, 'tea', '', '')",
    "a journal without its step": "DELETE FROM undo_step",
}


def test_itself(game):
    script = [["add", "--set", "one", "c"], ["select", "--set", "one", "a", "b"],
              ["save", "--set", "one", "monday tea"],
              ["add-item", "--set", "one", "HTTP://Example.org/x", "--title", "tea", "--note", "green tea", "--tag", "a", "--yes"],
              ["edit-item", "1", "--title", "monday a", "--yes"],
              ["select", "--set", "one", "c"]]
    for name, statement in PLANTS.items():
        with game.tagflow() as tagflow, Trial(tagflow) as trial:
            trial.play([Step(words) for words in script[:-1]])

            def tamper(path):
                with database.opened(path) as connection:
                    connection.execute(statement)

            trial.tamper = tamper
            try:
                trial.make(Step(script[-1]), is_counted=True)
                yield name, False
            except Broken:
                yield name, True


if __name__ == "__main__":
    harness.main("counts_model", play, test_itself, __doc__)
