#!/usr/bin/env python3
"""Commands whose N-th system call of a kind fails, comes up short, or is the moment at which they are killed.

A workload runs once to count its calls on files of its folder. Then each call, number and effect is a run
on a fresh copy of the folder, after which must hold: no signal but ours, one line of errors with a code of sysexits and
never "please report"; the database whole and its counts exact; what was acknowledged is in it, what was not is there
whole or not at all; a file that was written is the old one or the new one, whole; no drafts are left, unless we
killed; and the same command then does its work.

The self-test lets writes be lost that the program believes to have made, and expects to be told.
"""

import contextlib
import itertools
import json
import os
import random
import re
import shutil

import database
import faults
import harness

FIXTURE = harness.ROOT + "/Tests/Fixtures/TagStore/schema-1.database"

# How many faults are tried in one round.
TRIALS = 8



def saved(label, tag):
    """An import of forty items."""
    rows = [{"title": f"{label} {number}", "tags": ["a", f"{tag}{number}", "c"], "set": "habits"} for number in range(40)]
    return "".join(json.dumps(row) + "\n" for row in rows)


class Workload:
    """A command, what it finds, and what it leaves."""

    # The folder that it begins with.
    is_new = False
    arguments = []
    input = b""
    # A file that it writes, beside the database.
    target = None
    # Whether the same command may be refused once it has done its work.
    ends_itself = False
    # Whether it answers many lines.
    is_repl = False

    def prepare(self, tagflow):
        """Makes the folder's content."""
        if not self.is_new:
            run(tagflow, "new", "habits", "a", "b", "c")
            run(tagflow, "select", "a", "b")
            run(tagflow, "save", "first note")
            run(tagflow, "import", "--from", "ndjson", "-", input=saved("note", "t").encode())

    def words(self, folder):
        return [word.replace("{folder}", folder) for word in self.arguments]

    def acknowledged(self, outcome):
        """Whether the run said that its work is done."""
        return outcome.code == 0


class New(Workload):
    """Makes the database, and puts a set into it."""
    is_new, arguments = True, ["add", "a", "b"]


class NewInFolder(Workload):
    """Makes the database and the folders that it stands in."""
    is_new, arguments = True, ["--database", "{folder}/x/y/tags.sqlite", "add", "a"]


class Add(Workload):
    arguments = ["add", "d", "e", "f"]


class Toggle(Workload):
    arguments = ["toggle", "c"]


class Save(Workload):
    arguments = ["save", "second note"]


class Import(Workload):
    arguments = ["import", "{folder}/more.ndjson"]

    def prepare(self, tagflow):
        super().prepare(tagflow)
        with open(tagflow.folder + "/more.ndjson", "w") as file:
            file.write(saved("more", "u"))


class Undo(Workload):
    arguments, ends_itself = ["undo"], True


class Merge(Workload):
    arguments, ends_itself = ["merge", "a", "b"], True


class Export(Workload):
    arguments, target = ["export", "--format", "ndjson", "-o", "{folder}/all.ndjson"], "all.ndjson"

    def prepare(self, tagflow):
        super().prepare(tagflow)
        with open(tagflow.folder + "/all.ndjson", "w") as file:
            file.write('{"tag":"what was exported before"}\n')


class Picture(Workload):
    arguments, target = ["export", "-o", "{folder}/board.svg"], "board.svg"


class Backup(Workload):
    arguments, target, ends_itself = ["backup", "{folder}/copy.sqlite"], "copy.sqlite", True


class Doctor(Workload):
    arguments = ["doctor"]


class Show(Workload):
    arguments = ["show", "--width", "40"]


class Migrate(Workload):
    """Opens a database of the first schema."""
    arguments = ["tags", "--all"]

    def prepare(self, tagflow):
        shutil.copyfile(FIXTURE, tagflow.database)


class Repl(Workload):
    """Lines to the REPL; a board that was printed shows what was added."""
    is_repl = True
    input = b"add r1\nadd r2\nselect r1\nsave third note\nadd r3\nundo\nadd r4\n"


WORKLOADS = [kind() for kind in Workload.__subclasses__()]


def run(tagflow, *arguments, **options):
    """Runs what must succeed for a trial to begin."""
    outcome = tagflow.run(*arguments, **options)
    if outcome.code != 0:
        raise SystemExit(f"cannot prepare: {outcome.command}: {outcome.shown()}")
    return outcome


class Trials:
    """A workload with its folder before, what an undisturbed run leaves, and the calls that it makes."""

    def __init__(self, game, workload, library):
        self.game, self.workload, self.library = game, workload, library
        self.folder = game.resources.enter_context(game.tagflow()).folder
        with game.tagflow() as tagflow:
            workload.prepare(tagflow)
            shutil.copytree(tagflow.folder, self.folder, dirs_exist_ok=True)
        with self.fresh() as tagflow:
            self.before = self.seen(tagflow)
            outcome = self.run(tagflow, library.variables(tagflow.folder))
            if outcome.code != 0:
                raise SystemExit(f"cannot run undisturbed: {outcome.command}: {outcome.shown()}")
            self.calls, _ = library.counted()
            self.after = self.seen(tagflow)
            self.files = names(tagflow.folder)
        self.faults = self.all_faults()

    @contextlib.contextmanager
    def fresh(self):
        """The program in a copy of the folder as it was before."""
        with self.game.tagflow() as tagflow:
            shutil.copytree(self.folder, tagflow.folder, dirs_exist_ok=True)
            yield tagflow

    def run(self, tagflow, environment=None):
        return tagflow.run(*self.workload.words(tagflow.folder), input=self.workload.input, environment=environment)

    def path(self, tagflow):
        words = self.workload.words(tagflow.folder)
        return words[1] if words[:1] == ["--database"] else tagflow.database

    def seen(self, tagflow):
        """What the database and the target hold; None for what is not there."""
        state = None
        if os.path.exists(self.path(tagflow)):
            with database.opened(self.path(tagflow)) as connection:
                state = without_times(connection)
        return state, self.content(tagflow)

    def content(self, tagflow):
        target = self.workload.target and os.path.join(tagflow.folder, self.workload.target)
        if not target or not os.path.exists(target):
            return None
        if target.endswith(".sqlite"):
            try:
                with database.opened(target) as connection:
                    return without_times(connection)
            except database.sqlite3.Error as error:
                return f"unreadable: {error}"
        with open(target, "rb") as file:
            return file.read()

    def all_faults(self):
        """Every call, number and effect, in an order that goes round the calls; the fourth says that it lasts."""
        order = random.Random(type(self.workload).__name__)
        by_call = []
        for call in faults.CALLS:
            numbers = range(1, self.calls[call] + 1)
            of_call = [(call, number, effect, False) for number in numbers for effect in faults.EFFECTS[call]]
            of_call += [(call, number, effect, True) for number in numbers for effect in faults.LASTING.get(call, [])]
            order.shuffle(of_call)
            by_call.append(of_call)
        rounds = itertools.zip_longest(*by_call)
        return [fault for of_round in rounds for fault in of_round if fault]

    def slice(self, number):
        """The faults of a round, so that rounds whose seeds follow each other go through all of them."""
        return [self.faults[(number * TRIALS + place) % len(self.faults)] for place in range(TRIALS)]

    def play(self, call, number, effect, lasts=False):
        """Makes one run with a fault; gives what is wrong after it."""
        with self.fresh() as tagflow:
            variables = self.library.variables(tagflow.folder, call, number, effect, lasts)
            outcome = self.run(tagflow, variables)
            _, hits = self.library.counted()
            return list(self.problems(tagflow, outcome, call, effect)), outcome, hits

    def problems(self, tagflow, outcome, call, effect):
        is_killed = effect in faults.KILLS
        if not (is_killed and outcome.code == -9):
            yield from outcome.problems(error_lines=None if self.workload.is_repl else 1)
        yield from self.problems_of_state(tagflow, outcome)
        left = names(tagflow.folder) - self.files
        # A log that could not be folded in is read by who opens the database next.
        left = {name for name in left if not re.search("sqlite-(wal|shm)$", name)}
        if left and not is_killed and call != "unlink":
            yield f"it left {', '.join(re.sub('-[0-9]+', '-#', name) for name in sorted(left))}"
        yield from self.problems_of_repetition(tagflow)

    def problems_of_state(self, tagflow, outcome):
        if not os.path.exists(self.path(tagflow)):
            if self.workload.acknowledged(outcome):
                yield "it said that it was done, and there is no database"
            return
        if self.game.random.random() < 0.25:
            doctor = tagflow.run("doctor", "--database", self.path(tagflow))
            yield from [f"afterwards doctor finds something\n{doctor.shown()}"] if doctor.code != 0 else []
        damages = database.damages(self.path(tagflow))
        yield from [f"afterwards the database is damaged\n{damages}"] if damages else []
        try:
            state, content = self.seen(tagflow)
        except database.sqlite3.Error as error:
            yield f"a file that cannot be read was left\n{error}"
            return
        if self.workload.is_repl:
            yield from lost_lines(state, outcome)
        elif state not in ([self.after[0]] if self.workload.acknowledged(outcome) else self.allowed()):
            yield "what was acknowledged is lost" if self.workload.acknowledged(outcome) else "it was done in part"
        if content not in [self.after[1]] + ([] if self.workload.acknowledged(outcome) else [self.before[1]]):
            yield f"{self.workload.target} is neither the old file nor the new one, whole"

    def allowed(self):
        """The states in which a run that failed may leave the database."""
        return [self.before[0], self.after[0]] + ([EMPTY] if self.workload.is_new else [])

    def problems_of_repetition(self, tagflow):
        is_done = self.workload.target and self.content(tagflow) is not None
        again = self.run(tagflow)
        yield from [f"the same again: {problem}" for problem in again.problems()]
        if again.code != 0 and not (self.workload.ends_itself and again.code in [1, 65, 73] and self.may_end(is_done)):
            yield f"the same command then failed\n{again.shown()}"

    def may_end(self, is_done):
        return is_done or not self.workload.target


# A new database without what was to be put into it.
EMPTY = ({"default": []}, set(), {}, [])


def without_times(connection):
    """What a database holds, but for times and numbers, which differ from run to run."""
    state = database.state(connection)
    saved = sorted((saved[0], saved[1], sorted(map(str, saved[3]))) for saved in state.saved.values())
    return state.sets, set(state.tags), state.aliases, saved


def lost_lines(state, outcome):
    """What the REPL printed must be in the database."""
    boards = [line for line in outcome.output.decode().split("\n")[:-1] if line.startswith("(")]
    kept = {tag for members in state[0].values() for tag, _ in members}
    # The line after r3 was undone, and an undo is what takes it away.
    shown = {tag for board in boards for tag in re.findall(r"\br\d\b", board)} - {"r3"}
    if not shown <= kept:
        yield f"the REPL showed {sorted(shown - kept)}"
    # Where adding r3 failed, what the undo after it took away is the save.
    is_kept = any(re.search(r"\br3\b", board) for board in boards)
    is_told = re.search("(?m)^saved .*third note", outcome.output.decode())
    if is_told and is_kept and "third note" not in [row[1] for row in state[3]]:
        yield "the REPL said that it saved, and it is lost"


def names(folder):
    """The files below a folder."""
    return {os.path.relpath(os.path.join(path, name), folder) for path, _, all_names in os.walk(folder)
            for name in all_names}


def play(game):
    trials = prepared(game, game.seed % len(WORKLOADS))
    for call, number, effect, lasts in trials.slice(game.seed // len(WORKLOADS)):
        if game.is_over:
            return
        problems, outcome, hits = trials.play(call, number, effect, lasts)
        if not hits:
            continue
        game.tried(f"{call}: {'killed' if effect in faults.KILLS else 'short' if effect == 'short' else 'failed'}")
        kind = type(trials.workload).__name__.lower()
        for problem in problems:
            game.broke(f"{kind}: {problem}",
                       f"{outcome.command} with {call} {number} {effect}{', lasting' if lasts else ''}",
                       outcome.shown())


def prepared(game, place):
    """The trials of a workload, made once."""
    if not hasattr(game, "trials"):
        game.trials, game.library = {}, game.resources.enter_context(faults.library())
    if place not in game.trials:
        game.trials[place] = Trials(game, WORKLOADS[place], game.library)
    return game.trials[place]


# Calls that do nothing and say that they have; what is lost by it.
PLANTS = [(Add, "pwrite"), (Import, "pwrite"), (Export, "write"), (Export, "rename"), (Backup, "pwrite")]


def test_itself(game):
    for kind, call in PLANTS:
        place = [type(workload) for workload in WORKLOADS].index(kind)
        trials = prepared(game, place)
        found = any(trials.play(call, number, "lie", lasts=True)[0] for number in range(1, trials.calls[call] + 1)[:4])
        # What the program does not call, it cannot be lied to about.
        yield f"{kind.__name__}: {call} that does nothing", found or not trials.calls[call]


if __name__ == "__main__":
    harness.main("system_calls", play, test_itself, __doc__)
