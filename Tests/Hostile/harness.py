"""What the programs of this folder share: running tagflow within limits, the checks common to all, seeds, counting.

A program plays rounds, each of which follows from its seed alone:

    def play(game): …            # game.random, game.tagflow(), game.tried("what"), game.broke("what is wrong", …)
    def test_itself(game): …     # plants a fault and returns whether the checks saw it

    if __name__ == "__main__":
        harness.main("name", play, test_itself, __doc__)

and takes the same arguments as all others; see README.md.
"""

import argparse
import collections
import contextlib
import json
import os
import random
import re
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The exit codes that the program may end with; 70 says that it is at fault itself.
CODES = {0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78, 130}

MEMORY_LIMIT = 1 << 30

# What a terminal could take for more than text: control characters, overrides of the direction, line separators.
UNPRINTABLE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Outcome:
    """What a run of the program left."""

    def __init__(self, arguments, code, output, errors, seconds, peak, timed_out):
        self.arguments = arguments
        self.code = code
        self.output = output
        self.errors = errors
        self.seconds = seconds
        self.peak = peak
        self.timed_out = timed_out

    @property
    def command(self):
        """The command as it is typed."""
        return " ".join(shlex.quote(os.fsdecode(argument)) for argument in ["tagflow", *self.arguments])

    @property
    def error_lines(self):
        """The lines of standard error; fontconfig adds its own where the locale's name is none."""
        lines = self.errors.decode(errors="replace").split("\n")
        return [line for line in lines if line and not line.startswith("Fontconfig ")]

    def problems(self, codes=CODES, error_lines=1, answers_errors=False, prints_text=True):
        """What no run may do, whatever it was given: a list of sentences, empty where all is well.

        `error_lines` is the most lines that a failure may have on standard error, None for a program of many
        commands; `answers_errors` says that failures stand in the output.
        """
        found = []
        if self.timed_out:
            found.append(f"it ran longer than {self.seconds:.0f} s")
        elif self.code < 0:
            found.append(f"it was ended by {signal.Signals(-self.code).name}")
        elif self.code not in codes:
            found.append(f"it ended with code {self.code}")
        if re.search(b"please report|Fatal error", self.errors):
            found.append("it calls itself defective")
        if self.peak > MEMORY_LIMIT:
            found.append(f"it took {self.peak >> 20} MB of memory")
        found += self.problems_of_errors(error_lines, answers_errors)
        texts = [("output", self.output)] if prints_text else []
        for name, text in texts + [("errors", self.errors)]:
            unprintable = UNPRINTABLE.search(text.decode(errors="replace"))
            if unprintable:
                found.append(f"its {name} hold U+{ord(unprintable[0]):04X}")
        return found

    def problems_of_errors(self, most, answers_errors):
        lines = self.error_lines
        if self.code < 0:
            return []
        if self.code != 0 and most is not None and len(lines) > most:
            return [f"it printed {len(lines)} lines of errors for one failure"]
        if self.code > 1 and self.code != 130 and not lines and not answers_errors:
            return [f"it ended with code {self.code} and said nothing"]
        if any(not line.startswith("tagflow: ") for line in lines):
            return ["a line of its errors does not begin with 'tagflow: '"]
        return []

    def shown(self):
        """The end of what it printed, for a message."""
        return f"code {self.code}, errors {self.errors[-300:]!r}, output {self.output[-200:]!r}"


class Tagflow:
    """The program with a folder and a database of its own."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        self.environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "COLUMNS": "100000",
                            # A trap ends the program at once, without seconds of looking for names.
                            "SWIFT_BACKTRACE": "enable=no"}
        self.database = os.path.join(folder, "tags.sqlite")

    @property
    def database(self):
        """The path of the database that commands are about."""
        return self.environment["TAGFLOW_DATABASE"]

    @database.setter
    def database(self, path):
        self.environment["TAGFLOW_DATABASE"] = path

    def run(self, *arguments, input=b"", environment=None, seconds=30):
        """Runs the program to its end, or kills it after so many seconds."""
        with contextlib.ExitStack() as files:
            # Files take any amount of output, which pipes would hold up.
            stdin, stdout, stderr = (files.enter_context(tempfile.TemporaryFile()) for _ in range(3))
            stdin.write(input)
            stdin.seek(0)
            process = self.start(*arguments, stdin=stdin, stdout=stdout, stderr=stderr, environment=environment)
            return self._outcome(process, arguments, stdout, stderr, seconds)

    def start(self, *arguments, environment=None, **streams):
        """Starts the program; who calls this waits for it."""
        return subprocess.Popen(
            [self.program, *arguments],
            env={**self.environment, **(environment or {})},
            cwd=self.folder,
            preexec_fn=_limit,
            **streams,
        )

    @staticmethod
    def _outcome(process, arguments, stdout, stderr, seconds):
        timed_out = threading.Event()

        def stop():
            timed_out.set()
            os.kill(process.pid, signal.SIGKILL)

        started = time.monotonic()
        timer = threading.Timer(seconds, stop)
        timer.start()
        try:
            # The process is reaped only after the timer has ended, so that its number stays its own until then.
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        finally:
            timer.cancel()
            timer.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        elapsed = time.monotonic() - started
        for file in (stdout, stderr):
            file.seek(0)
        return Outcome(arguments, process.returncode, stdout.read(), stderr.read(), elapsed, usage.ru_maxrss << 10,
                       timed_out.is_set())


def _limit():
    """Keeps a program that runs wild from taking the machine with it, and from leaving cores."""
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Game:
    """One run of a program of this folder: its numbers, its folders, and what it tried and found."""

    def __init__(self, name, program, deadline):
        self.name = name
        self.program = program
        self.deadline = deadline
        self.counts = collections.Counter()
        self.failures = {}
        self.rounds = 0
        # What rounds share and is given back at the end.
        self.resources = contextlib.ExitStack()

    def begin(self, seed):
        """Begins the round of a seed."""
        self.seed = seed
        self.random = random.Random(seed)
        self.rounds += 1

    @property
    def is_over(self):
        """Whether the time is up; a round asks between its steps."""
        return time.monotonic() >= self.deadline

    @contextlib.contextmanager
    def tagflow(self):
        """The program in a new folder, which goes afterwards."""
        with tempfile.TemporaryDirectory(prefix="tagflow-hostile-") as folder:
            yield Tagflow(self.program, folder)

    def tried(self, what, count=1):
        """Counts what was tried, in the words of the table."""
        self.counts[what] += count

    def broke(self, problem, command, detail=""):
        """Keeps a failure; those that differ in numbers alone, or after the first line, are counted as one."""
        problem, _, more = problem.partition("\n")
        detail = f"{more} {detail}".strip()
        kind = re.sub(r"\d+", "#", problem)
        if kind not in self.failures:
            self.failures[kind] = {"problem": problem, "seed": self.seed, "command": command, "count": 0}
            print(f"{self.name}: BROKEN with seed {self.seed}: {problem}\n    {command}", flush=True)
            if detail:
                print(f"    {detail}", flush=True)
        self.failures[kind]["count"] += 1

    def expect(self, outcome, detail="", **rules):
        """Holds a run against the rules for all; gives whether it kept them."""
        problems = outcome.problems(**rules)
        for problem in problems:
            self.broke(problem, outcome.command, detail or outcome.shown())
        return not problems

    def results(self):
        return {
            "program": self.name,
            "rounds": self.rounds,
            "tried": dict(self.counts),
            "failures": list(self.failures.values()),
        }


def table(results):
    """What was tried, how many, what broke, as Markdown."""
    lines = ["| program | tried | how many | broke |", "| --- | --- | ---: | --- |"]
    for result in results:
        broke = "; ".join(f"{failure['problem']} ({failure['count']} times, seed {failure['seed']})"
                          for failure in result["failures"]) or "nothing"
        rows = sorted(result["tried"].items()) or [("nothing", 0)]
        for number, (what, count) in enumerate(rows):
            last = broke.replace("|", "\\|") if number == 0 else ""
            lines.append(f"| {result['program'] if number == 0 else ''} | {what} | {count:,} | {last} |")
    return "\n".join(lines)


def main(name, play, test_itself, description):
    """Plays rounds for the time that the arguments give, prints the table, and ends with 1 where something broke."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagflow", default=ROOT + "/.build/debug/tagflow", help="the program that is tried")
    parser.add_argument("--seed", type=int, help="of the first round; the next ones count up (default: random)")
    parser.add_argument("--seconds", type=float, default=10, help="how long rounds are begun (default: 10)")
    parser.add_argument("--rounds", type=int, help="play so many rounds, however long they take")
    parser.add_argument("--results", help="a file for what was tried and broke, as JSON")
    parser.add_argument("--self-test", action="store_true", help="plant a fault, and see that it is found")
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    end = float("inf") if arguments.rounds else time.monotonic() + arguments.seconds
    game = Game(name, os.path.abspath(arguments.tagflow), end)
    print(f"{name}: seed {seed}", flush=True)
    with game.resources:
        if arguments.self_test:
            game.begin(seed)
            return _end_self_test(game, test_itself)
        while game.rounds < (arguments.rounds or 1) or not arguments.rounds and not game.is_over:
            game.begin(seed + game.rounds)
            play(game)
    print(table([game.results()]))
    if arguments.results:
        with open(arguments.results, "w") as file:
            json.dump(game.results(), file)
    sys.exit(1 if game.failures else 0)


def _end_self_test(game, test_itself):
    """Runs the self-test: what it finds is planted, and so no failure."""
    missed = [plant for plant, is_found in test_itself(game) if not is_found]
    for plant in missed:
        print(f"{game.name}: a planted fault was not found: {plant}")
    if not missed:
        print(f"{game.name}: every planted fault was found")
    sys.exit(1 if missed else 0)
