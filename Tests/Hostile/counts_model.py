#!/usr/bin/env python3
"""Random operations on the real program, held against a model of sets, tags, items and counts.

Each step is a line of a REPL or a command of its own. After it, what SQLite holds must be what the model says, a
refused step must have changed nothing, and a change must have a step of the undo log. Every few steps all
counts are counted anew, in Python, from the items: uses, pairs, words, postings, full-text entries, and the
export is read and compared. At the end of a round every step is undone and redone, each against its state.

A round that fails is played again with fewer and fewer steps, and the shortest script that still fails is printed.
The self-test changes counts and rows behind the program's back.
"""

import collections
import functools
import json
import re
import shlex
import subprocess
import time

import database
import harness
from model import NEW, Model, Refused, milliseconds
from repl import Repl

STEPS, STEPS_BETWEEN_COUNTS = 60, 12

NAMES = ["a", "b", "c", "Swift", "swift", "ｓｗｉｆｔ", "é", "É", "g h", "G  H", "早间例行 ☀️", "x-1", "#5", "d"]
ALIASES = ["n1", "n2", "N1", "other name", "a"]
SETS = ["one", "one", "one", "two", "Two", "default", "three"]
LABELS = ["", "monday morning", "Monday Monday", "été à la mer", "早间例行 tea", "a b a"]
TIMES = [None, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123Z", "1969-12-31T23:59:59.999Z"]

# How often each command stands among the steps.
WEIGHTS = {
    "add": 8, "toggle": 10, "select": 6, "deselect": 2, "clear": 1, "save": 10, "restore-item": 3, "delete-item": 3, "new": 2,
    "drop": 1, "use": 1, "rename-set": 1, "remove": 3, "move": 2, "rename": 3, "merge": 3, "alias": 3, "unalias": 1,
    "import": 5, "undo": 5, "redo": 3,
}

Step = collections.namedtuple("Step", "words content alone")


class Broken(Exception):
    """The program and the model differ."""


def steps(random, count, has_delete):
    """So many random steps, none of which depends on what an earlier one did."""
    weights = {**WEIGHTS, "delete": 2} if has_delete else WEIGHTS
    return [step(random, random.choices([*weights], [*weights.values()])[0]) for _ in range(count)]


def step(random, command):
    def name():
        return random.choice(NAMES + ALIASES[:2])

    def names():
        return [name() for _ in range(random.choice([1, 1, 2, 3]))]

    set_name = ["--set", random.choice(SETS)]
    content = None
    if command in ["add", "toggle", "select", "deselect", "remove"]:
        words = [*set_name, *names()]
    elif command in ["clear", "import"]:
        words = set_name
    elif command == "save":
        words = [*set_name, random.choice(LABELS)]
    elif command in ["restore-item", "delete-item"]:
        words = [str(random.randrange(1, 16))]
    elif command == "new":
        words = [random.choice(SETS), *names()]
    elif command in ["drop", "use"]:
        words = [random.choice(SETS)]
    elif command == "rename-set":
        words = [random.choice(SETS), random.choice(SETS)]
    elif command == "move":
        words = [*set_name, name(), "--before", name()]
    elif command in ["rename", "merge"]:
        words = [name(), random.choice(NAMES)]
    elif command == "alias":
        words = [random.choice(ALIASES), name()]
    elif command == "unalias":
        words = [random.choice(ALIASES)]
    elif command == "delete":
        words = [name()]
    else:
        words = []
    if command == "import":
        content = "".join(json.dumps(record(random), ensure_ascii=False) + "\n" for _ in range(random.randrange(1, 5)))
    return Step([command, *words], content, random.random() < 0.06)


def record(random):
    """A line of an import."""
    def names(fewest):
        return [random.choice(NAMES) for _ in range(random.randrange(fewest, 4))]

    kind = random.random()
    if kind < 0.6:
        line = {"title": random.choice(LABELS), "tags": names(1), "at": random.choice(TIMES)}
        if random.random() < 0.5:
            line["set"] = random.choice(SETS)
        return {field: value for field, value in line.items() if value is not None}
    if kind < 0.8:
        aliases = random.sample(ALIASES, random.randrange(3))
        return {"tag": random.choice(NAMES), "aliases": aliases, "sets": random.choices(SETS, k=random.randrange(2)),
                "uses": random.randrange(50)}
    return {"set": random.choice(SETS), "tags": names(0), "selected": names(0)}


class Trial:
    """One database on which steps are made, with the model beside it."""

    def __init__(self, tagflow, tamper=None):
        self.tagflow = tagflow
        self.tamper = tamper
        self.befores, self.afters = {}, {}
        self.refused = 0
        self.run(["use", "default"])
        self.repl = Repl(tagflow)
        for words in [["new", "one", *NAMES], ["new", "two", "a", "b", "d"], ["select", "--set", "one", "a", "b"]]:
            self.make(Step(words, None, False), is_counted=False)

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
                self.make(Step([command], None, False), is_counted=False)
            self.expect_whole()

    def make(self, one, is_counted):
        with database.opened(self.tagflow.database) as connection:
            before = database.state(connection)
            self.model = Model(before, dict(connection.execute("SELECT name, id FROM tag")))
        steps_before = self.steps()
        wanted = self.wanted(one, steps_before)
        is_refused = self.is_refused(one)
        self.refused += is_refused
        if self.tamper:
            self.tamper(self.tagflow.database)
        with database.opened(self.tagflow.database) as connection:
            after = database.state(connection)
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
        if command == "delete":
            return self.deleted(one.words[1])
        try:
            return self.model.applied(one.words, one.content).state()
        except Refused:
            return None

    def deleted(self, name):
        """Where a tag is deleted, what is left of the items that held it is the program's to say."""
        try:
            return {"deleted": self.model.tag(name)}
        except Refused:
            return None

    def is_refused(self, one):
        """Makes the step, as a line of the REPL or as a command; gives whether it was an error."""
        words = list(one.words)
        if one.content is not None:
            path = self.tagflow.folder + "/import.ndjson"
            with open(path, "w") as file:
                file.write(one.content)
            words.append(path)
        # A name may look like an option: the set's is given, and the label is one word.
        if one.alone:
            return self.run(words) != 0
        # In the REPL '#5' is the tag 5, and '##5' the tag '#5'.
        _, errors = self.repl.ask(shlex.join(re.sub(r"^#+(?=\d)", r"#\g<0>", word) for word in words))
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
        if is_refused != (wanted is None):
            raise Broken(f"{command} was {'refused' if is_refused else 'done'}, not {'done' if wanted else 'refused'}")
        if is_refused:
            wanted = before
        if isinstance(wanted, dict):
            if wanted["deleted"] in after.tags:
                raise Broken("delete: the tag is still there")
            return
        for part in ["sets", "tags", "aliases"]:
            if getattr(wanted, part) != getattr(after, part):
                raise Broken(f"{command}: the {part} are {getattr(after, part)}, not {getattr(wanted, part)}")
        if not same_saved(wanted.saved, after.saved, before.saved):
            raise Broken(f"{command}: the items are {after.saved}, not {wanted.saved}")
        if after.chosen not in after.sets or command in ["new", "use"] and not is_refused \
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
        for part, found, kept in zip(["sets", "tags", "aliases", "choice", "items"], exported(export.output), wanted):
            if found != kept:
                raise Broken(f"export: its {part} are {found}, not {kept}")


def same_saved(wanted, found, before):
    """Whether items are as wanted, where the number and the time of new ones are the program's to choose."""
    fixed = {number: saved for number, saved in wanted.items() if isinstance(number, int)}
    rest = {number: saved for number, saved in found.items() if number not in fixed}
    if {number: found.get(number) for number in fixed} != fixed or any(number in before for number in rest):
        return False
    new = [saved for number, saved in wanted.items() if not isinstance(number, int)]
    known_times = {saved[2] for saved in new}
    shortened = [(*saved[:2], saved[2] if saved[2] in known_times else NEW, saved[3]) for saved in rest.values()]
    return collections.Counter(shortened) == collections.Counter(new)


def exportable(state):
    """What an export says of a state, in a form that can be compared."""
    return (
        {name: [list(member) for member in members] for name, members in state.sets.items()},
        state.tags, state.aliases, state.chosen, collections.Counter(state.saved.values()),
    )


def exported(text):
    """The same of the lines of an export."""
    sets, tags, aliases, chosen, saved = {}, {}, {}, None, collections.Counter()
    for line in text.decode().splitlines():
        record = json.loads(line)
        if "title" in record:
            saved[record["set"], record["title"], milliseconds(record.get("at")), frozenset(record["tags"])] += 1
        elif "tag" in record:
            tags[record["tag"]] = record.get("uses", 0)
            aliases.update({alias: record["tag"] for alias in record.get("aliases", [])})
        else:
            sets[record["set"]] = [[tag, tag in record["selected"]] for tag in record["tags"]]
            chosen = record["set"] if record.get("chosen") else chosen
    return sets, tags, aliases, chosen, saved


def play(game):
    all_steps = steps(game.random, STEPS, has_delete(game.program))
    problem = attempt(game, all_steps, counted=True)
    if problem:
        shortest = shortened(game, all_steps, problem)
        script = "\n    ".join(shlex.join(one.words) + (f" <<< {one.content!r}" if one.content else "")
                               for one in shortest)
        game.broke(problem, script)


@functools.cache
def has_delete(program):
    return b"\n  delete " in subprocess.run([program, "help"], capture_output=True).stdout


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
    "a posting less": "DELETE FROM posting WHERE tag_id = (SELECT min(tag_id) FROM posting)",
    "a word's counts": "UPDATE word SET counts = x''",
    "a full-text entry less": "DELETE FROM key_word_docsize WHERE id = 2",
    "a member less": "DELETE FROM set_member WHERE tag_id = 1",
    "a selection turned": "UPDATE set_member SET selected = 1 - selected WHERE tag_id = 2",
    "an item less": "DELETE FROM item",
    "a journal without its step": "DELETE FROM undo_step",
}


def test_itself(game):
    script = [["add", "--set", "one", "c"], ["select", "--set", "one", "a", "b"], ["save", "--set", "one", "monday tea"],
              ["select", "--set", "one", "c"]]
    for name, statement in PLANTS.items():
        with game.tagflow() as tagflow, Trial(tagflow) as trial:
            trial.play([Step(words, None, False) for words in script[:3]])

            def tamper(path):
                with database.opened(path) as connection:
                    connection.execute(statement)

            trial.tamper = tamper
            try:
                trial.make(Step(script[3], None, False), is_counted=True)
                yield name, False
            except Broken:
                yield name, True


if __name__ == "__main__":
    harness.main("counts_model", play, test_itself, __doc__)
