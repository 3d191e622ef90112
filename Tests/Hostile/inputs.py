#!/usr/bin/env python3
"""Mutated input for every command that reads some: import, layout, suggest --batch, the REPL, tags, themes, arguments.

Lines, command lines and environments are made of real ones by changed bytes, hostile texts and numbers, splices and cuts. No input may end the program
by a signal, run long, take more than a gigabyte, let it call itself defective, print a control character, or give more
than one line of errors for a failure; the database stays whole. A failure among many lines is narrowed down to one.

The self-test runs stand-ins for the program that trap, hang, eat memory, print escapes and so on.
"""

import json
import os
import stat
import time

import database
import harness

LINES, COMMANDS_OF_ROUND = 120, 25

NUMBERS = ["0", "-1", "1", "2", "1e999", "-1e999", "9223372036854775807", "-9223372036854775808",
           "9223372036854775808", "18446744073709551616", "1e308", "-0.0", "NaN", "inf", "0.0000001", "4294967296",
           "2147483648", "-2147483649", "1e18", "0x10", "1_000", "٣", "３", "+5", "", " 7", "99999"]

TEXTS = ["", " ", "a", "A b", "\t", "\x1b[2J", "\x1b]0;t\x07", "\x7f", "\x9b31m", "\u202eevil", "\u2066x", "a\u2028b",
         "\u2029", "\u200b", "\ufeff", "\ufffd", "e" + "\u0301" * 300, "👨‍👩‍👧‍👦", "☀️", "早间例行", "שלום", "ﷺ" * 20, "-",
         "--", "--set", "'", '"', "`id`", "$(id)", "\\", "a" * 1_001, "x" * 30_000, "=1+1", "@a", "a|b", "a,b", "#", "*c*",
         "<b>&amp;", "%s%n", "NULL", "🏳️‍🌈" * 50, "ｓｗｉｆｔ", "İ", "ß", "\u1e9e", "ǅ", "\ud800"]

PATHS = ["", ".", "..", "-", "a", "x/y", "none.ndjson", "in.ndjson", "in.csv", "in.txt", "in.json", "folder", "tags.sqlite",
         "same.sqlite", "hard.sqlite", "dangling", "loop", "tags.sqlite-wal", "out.svg", "out.md", "out.ndjson", ":memory:",
         "file:a", "file:a?mode=memory", "a\x1b[2J", "a\nb", "ü", b"\xff\xfe", "n" * 300, "/dev/null", "/dev/full",
         "/dev/null/x", "other.sqlite", "empty", "text.sqlite", "binary"]

RECORDS = [
    {"title": "bash", "tags": ["interface::commandline", "role::program"]},
    {"title": "", "tags": ["x"], "at": "2026-01-02T03:04:05Z", "set": "habits"},
    {"tag": "swift", "aliases": ["swiftlang"], "sets": ["languages"], "uses": 42, "frecency": 1.5},
    {"tag": "beagle", "implies": ["dog", "swift"]},
    {"tag": "beagle", "description": "a dog that follows its nose", "color": "orange"},
    {"oneOf": "state", "tags": ["swift", "dog"]},
    {"set": "habits", "tags": ["早间例行 ☀️", "锻炼 💪"], "selected": ["锻炼 💪"], "layout": {"alignment": "center"}},
]

QUESTIONS = [
    {"query": "sw", "given": ["ios"], "title": "a b", "limit": 3, "id": 1},
    {"query": "'exact ^start end$ !not | or", "for": "a thing"},
    {"title": "a b", "location": "https://example.org/a", "note": "c", "text": "d\ne"},
    {"query": "早"},
]

LAYOUTS = [
    {"layout": {"type": "flow", "axis": "horizontal", "alignment": "center", "spacing": 8, "maxLines": None,
                "lineBreaking": "balanced", "justified": True}, "proposal": {"width": 300, "height": None},
     "bounds": {"width": 300, "height": 200},
     "subviews": [{"width": 40, "height": 20}, {"width": 1e2, "height": 20, "startsNewLine": True}]},
    {"layout": {"separator": {"width": 1, "height": None}, "lineSeparator": {"width": 9, "height": 1}, "maxItemsPerLine": 3,
                "lineBreaking": "balanced", "minLines": 2, "lineAlignment": "stretch"}, "proposal": {"width": 90},
     "subviews": [{"width": 40, "height": 20, "weight": 1.5, "maximumLength": 60}, {"width": 30, "height": 5, "weight": 0}]},
    {"layout": {"type": "waterfall", "columns": 3, "tolerance": 4}, "subviews": [{"width": 4, "height": 2}, {"width": 4, "height": 9}]},
    {"layout": {"type": "grid"}, "subviews": [{"gridCellColumns": 2, "width": 4, "height": 2}]},
    {"layout": {"type": "vgrid", "spacing": 2, "columns": [{"fixed": 4, "spacing": 1}, {"adaptive": {"minimum": 5, "maximum": 9}}]},
     "proposal": {"width": 40}, "subviews": [{"width": 4, "height": 2}, {"width": 5, "height": 1}]},
    {"layout": {"type": "hstack", "spacing": 2}, "id": 7, "subviews": [{"width": 1, "layoutPriority": 9, "height": 2}]},
]

THEME = {
    "font": "Noto Sans, Sans 15", "background": "#FFFFFF", "radius": 6, "padding": {"horizontal": 12, "vertical": 2.5},
    "chip": {"fill": "#F3F5F8", "border": "#D3D9E2", "borderWidth": 1, "text": "#2B3440"}, "lineHeight": 1.8,
    "selected": {"fill": "#2457D6", "border": "#1B45B4", "borderWidth": 1, "text": "#FFFFFF"}, "markSize": 11,
    "markSpacing": 6, "spacing": 8, "lineSpacing": 8, "margin": 16,
}

ROWS = {
    "csv": ["title,tags", "bash,a|b", '"two, three","x|y ""z"""', "tag", "swift"],
    "text": ["reading", "早间例行 ☀️", "new york", "# no comment"],
}

REPL_WORDS = ["toggle", "add", "save", "find", "#", "1-3", "2-9223372036854775807", "new", "undo", "redo", "show", "'", "--",
              "rename", "merge", "import", "layout", "width", "spacing", "lines", "align", "default", "help", "suggest",
              "--limit", "--set", "restore-item", "delete-item", "export", "--format", "json", "tags", "alias", "drop", "use"]

# What stands after each command: n a name, s a set, p a path, i a number, * any number of the one before.
ARGUMENTS = {
    "sets": "", "new": "sn*", "use": "s", "rename-set": "ss", "drop": "s", "add": "n*", "remove": "n*", "move": "nn",
    "rename": "nn", "merge": "nn", "alias": "nn", "unalias": "n", "imply": "nn", "unimply": "nn", "describe": "nn", "one-of": "nn*", "toggle": "n*", "select": "n*", "deselect": "n*",
    "clear": "", "show": "", "layout-settings": "", "save": "n*", "items": "", "restore-item": "i", "delete-item": "i", "distinguish": "nn",
    "suggest": "n", "pick": "n", "import": "p*", "export": "", "undo": "", "redo": "", "layout": "p", "backup": "p",
    "doctor": "", "tags": "", "shell-init": "n", "completions": "nn", "today": "n", "help": "n", "delete": "n*", "bogus": "n", "repl": "",
}

OPTIONS = {
    "--set": "s", "--quiet": "", "--limit": "i", "--width": "i", "--format": "f", "--style": "n", "--numbers": "",
    "--selected-only": "", "--given": "n", "--for": "n", "--note": "n", "--text-file": "p", "--in-set": "", "--batch": "", "--explain": "", "--theme": "p",
    "--font": "n", "--scale": "i", "--page": "n", "--output": "p", "--align": "n", "--alignment": "n", "--spacing": "i",
    "--line-spacing": "i", "--max-lines": "i", "--justified": "n", "--reset": "", "--keep": "", "--similar": "", "--implied": "", "--implications": "",
    "--from": "f", "--skip-invalid": "", "--dry-run": "", "--prune": "", "--yes": "", "--folders": "", "--location": "n", "--tag": "n", "--title": "n", "--since": "n", "--at": "n",
    "--retitle": "i", "--forget": "", "--all": "", "--before": "n", "--database": "p", "--bogus": "n", "--list": "",
    "--clear-measurements": "", "--color": "n", "--number": "i", "--calendar": "", "--daily": "", "--missing": "", "--delete": "", "--line": "n", "--add": "n",
    "--remove": "n", "--required": "i", "--height": "i", "--print0": "", "--": "", "--help": "",
}

FORMATS = ["text", "json", "ndjson", "markdown", "csv", "svg", "html", "png", "pdf", "ansi", "gif", ""]

VARIABLES = ["COLUMNS", "LINES", "TERM", "NO_COLOR", "COLORTERM", "XDG_DATA_HOME", "XDG_STATE_HOME", "LANG", "LC_ALL", "TZ",
             "TAGFLOW_DATABASE"]


class Inputs:
    """Draws hostile input from one round's numbers."""

    def __init__(self, random):
        self.random = random

    def bytes(self, text):
        return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text

    def mutated(self, line, others):
        """A line with up to four changes."""
        line = self.bytes(line)
        for _ in range(self.random.randrange(5)):
            line = self.changed(line, others)
        return line.replace(b"\n", b"")

    def changed(self, line, others):
        place = self.random.randrange(len(line) + 1)
        end = min(len(line), place + self.random.choice([1, 1, 2, 8, 40]))
        kind = self.random.randrange(8)
        if kind == 0:
            return line[:place] + bytes([self.random.randrange(256)]) + line[end:]
        if kind == 1:
            return line[:place] + line[end:]
        if kind == 2:
            return line[:place] + line[place:end] * self.random.choice([2, 3, 50]) + line[end:]
        if kind == 3:
            return line[:place] + self.bytes(self.random.choice(TEXTS)) + line[place:]
        if kind == 4:
            other = self.bytes(self.random.choice(others))
            return line[:place] + other[self.random.randrange(len(other) + 1):]
        if kind == 5:
            return line[:place]
        if kind == 6:
            return line[:place] + self.random.choice([b"[", b'{"a":', b"\\u0000", b"\\ud800", b'"', b"null"]) \
                * self.random.choice([1, 1, 600]) + line[end:]
        return line[:place] + self.random.choice(NUMBERS).encode() + line[end:]

    def document(self, value):
        """A JSON value with texts and numbers in it replaced, still JSON."""
        if isinstance(value, dict):
            return {(self.random.choice(TEXTS) if self.random.random() < 0.02 else name): self.document(part)
                    for name, part in value.items() if self.random.random() > 0.03}
        if isinstance(value, list):
            return [self.document(part) for part in value] * self.random.choice([1] * 12 + [0, 3, 40])
        draw = self.random.random()
        if draw < 0.08:
            return self.random.choice(TEXTS)
        if draw < 0.16:
            return self.random.choice([-1, 0, 1e308, -1e308, 2**63 - 1, -2**63, 2**63, 2**64, 1.5, None, True, [], {}])
        return value

    def json_lines(self, values, count):
        texts = [json.dumps(value, ensure_ascii=False) for value in values]
        lines = []
        for _ in range(count):
            if self.random.random() < 0.5:
                text = json.dumps(self.document(self.random.choice(values)), ensure_ascii=self.random.random() < 0.5)
                lines.append(self.bytes(text))
            else:
                lines.append(self.mutated(self.random.choice(texts), texts))
        return lines

    def rows(self, rows, count):
        return [self.bytes(rows[0])] + [self.mutated(self.random.choice(rows), rows) for _ in range(count)]

    def repl_lines(self, count):
        def word():
            return self.random.choice([REPL_WORDS, REPL_WORDS, TEXTS, NUMBERS, ["a", "b"]][self.random.randrange(5)])

        def text():
            drawn = word()
            return drawn if self.random.random() < 0.5 else "'" + drawn.replace("'", "") + "'"

        lines = [self.bytes(" ".join(text() for _ in range(self.random.randrange(1, 5)))) for _ in range(count)]
        return [self.mutated(line, REPL_WORDS) if self.random.random() < 0.4 else line.replace(b"\n", b"") for line in lines]

    def command(self):
        """The words of a command, with options that may be another's."""
        command = self.random.choice(list(ARGUMENTS))
        words = [command]
        for kind, repeated in zip(ARGUMENTS[command], ARGUMENTS[command][1:] + " "):
            if kind != "*":
                words += [self.argument(kind) for _ in range(self.random.randrange(4) if repeated == "*" else 1)]
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            option = self.random.choice(list(OPTIONS))
            words += [option] + ([self.argument(OPTIONS[option])] if OPTIONS[option] else [])
        return [self.bytes(word).replace(b"\0", b"") for word in words]

    def argument(self, kind):
        if self.random.random() < 0.1:
            kind = self.random.choice("nspif")
        lists = {"n": TEXTS, "s": ["s", "default", "S", *TEXTS], "p": PATHS, "i": NUMBERS, "f": FORMATS}
        return self.random.choice(lists[kind])


def prepare(tagflow):
    """A database with a set, and files of each kind beside it."""
    tagflow.run("new", "s", "a", "b", "swift", "ios", "早间例行 ☀️")
    tagflow.run("toggle", "a", "b")
    tagflow.run("save", "first")
    contents = {
        "in.ndjson": "".join(json.dumps(record) + "\n" for record in RECORDS), "in.json": json.dumps(RECORDS),
        "in.csv": "\n".join(ROWS["csv"][:3]), "in.txt": "\n".join(ROWS["text"]), "empty": "", "text.sqlite": "no database",
        "binary": "\0\1\2",
    }
    for name, text in contents.items():
        with open(os.path.join(tagflow.folder, name), "w") as file:
            file.write(text)
    os.mkdir(os.path.join(tagflow.folder, "folder"))
    os.symlink("tags.sqlite", os.path.join(tagflow.folder, "same.sqlite"))
    os.link(tagflow.database, os.path.join(tagflow.folder, "hard.sqlite"))
    os.symlink("nowhere", os.path.join(tagflow.folder, "dangling"))
    os.symlink("loop", os.path.join(tagflow.folder, "loop"))


def feed(game, what, arguments, lines, **rules):
    """Gives lines to a command; where they break a rule, looks for one that does so alone."""
    game.tried(what, len(lines))
    problems, outcome = outcome_of(game, arguments, lines, rules)
    if not problems:
        return
    narrowed = narrow(game, arguments, lines, rules)
    problems, outcome = outcome_of(game, arguments, narrowed, rules)
    for problem in problems:
        game.broke(f"{what}: {problem}", f"{outcome.command} <<< {b'|'.join(narrowed)[:1_000]!r}", outcome.shown())


def outcome_of(game, arguments, lines, rules):
    with game.tagflow() as tagflow:
        prepare(tagflow)
        outcome = tagflow.run(*arguments, input=b"\n".join(lines) + b"\n", seconds=20)
        # In the REPL, `layout` and `suggest --batch` take the lines after them as theirs, and tell errors in answers.
        answered = {"answers_errors": True} if not arguments and b'{"error":' in outcome.output else {}
        problems = outcome.problems(**rules, **answered) + damages(tagflow)
        if rules.get("answers_errors") and outcome.code >= 0:
            problems += unanswered(lines, outcome)
        return problems, outcome


def unanswered(lines, outcome):
    """Each line has its answer, also a blank one."""
    asked = len(lines)
    answers = outcome.output.count(b"\n")
    return [] if asked <= answers <= len(lines) else [f"{asked} lines have {answers} answers"]


def damages(tagflow):
    try:
        found = database.damages(tagflow.database)
        return [f"afterwards the database is damaged\n{found}"] if found else []
    except database.sqlite3.Error as error:
        return [f"afterwards the database cannot be read\n{error}"]


def narrow(game, arguments, lines, rules):
    """Halves the lines for as long as one half still breaks a rule, and for half a minute at most."""
    end = time.monotonic() + 30
    while len(lines) > 1 and time.monotonic() < end:
        middle = len(lines) // 2
        for half in (lines[:middle], lines[middle:]):
            if outcome_of(game, arguments, half, rules)[0]:
                lines = half
                break
        else:
            break
    return lines


def play(game):
    inputs = Inputs(game.random)
    attacks = [import_attack, layout_attack, batch_attack, repl_attack, names_attack, theme_attack, argument_attack,
               environment_attack]
    for attack in game.random.sample(attacks, len(attacks)):
        attack(game, inputs)
        if game.is_over:
            return


def import_attack(game, inputs):
    format = game.random.choice(["ndjson", "ndjson", "csv", "text", "json"])
    lines = inputs.json_lines(RECORDS, LINES) if format == "ndjson" else \
        [b"[" + b",".join(inputs.json_lines(RECORDS, 3)) + b"]"] if format == "json" else inputs.rows(ROWS[format], LINES)
    flags = game.random.choice([[], ["--skip-invalid"], ["--skip-invalid"]])
    feed(game, f"lines of an import ({format})", ["import", "--from", format, *flags, "-"], lines, codes={0, 65})


def layout_attack(game, inputs):
    feed(game, "lines of layout", ["layout"], inputs.json_lines(LAYOUTS, LINES), codes={0, 65}, answers_errors=True)


def batch_attack(game, inputs):
    feed(game, "questions of a batch", ["suggest", "--batch"], inputs.json_lines(QUESTIONS, LINES), codes={0, 65},
         answers_errors=True)


def repl_attack(game, inputs):
    feed(game, "lines of the REPL", [], inputs.repl_lines(LINES), error_lines=None)


def names_attack(game, inputs):
    """Tags from standard input: one that is no name refuses them all."""
    rows = inputs.rows(ROWS["text"] + ["a", "b", *map(str, TEXTS[:20])], LINES // 4)
    feed(game, "lines of tags", [game.random.choice(["add", "toggle", "new"]), "s2", "-"], rows, codes={0, 65})


def theme_attack(game, inputs):
    """Themes, which decide how large a picture becomes."""
    with game.tagflow() as tagflow:
        prepare(tagflow)
        for line in inputs.json_lines([THEME], 8):
            with open(tagflow.folder + "/theme.json", "wb") as file:
                file.write(line)
            format = game.random.choice(["svg", "html", "png", "pdf"])
            outcome = tagflow.run("export", "--format", format, "--theme", "theme.json", seconds=20)
            game.tried("themes")
            for problem in outcome.problems(codes={0, 64, 65, 69}, prints_text=format in ["svg", "html"]):
                game.broke(f"themes: {problem}", f"{outcome.command} with {line[:1_000]!r}", outcome.shown())


def argument_attack(game, inputs):
    with game.tagflow() as tagflow:
        prepare(tagflow)
        for _ in range(COMMANDS_OF_ROUND):
            run_arguments(game, tagflow, inputs.command(), {})
            if game.is_over:
                return


def environment_attack(game, inputs):
    with game.tagflow() as tagflow:
        prepare(tagflow)
        for _ in range(COMMANDS_OF_ROUND // 3):
            name = game.random.choice(VARIABLES)
            value = inputs.argument("p" if "DATABASE" in name or "XDG" in name else "i")
            value = os.fsdecode(inputs.bytes(value).replace(b"\0", b""))
            words = game.random.choice([["show"], ["suggest", "s"], ["add", "x"], ["export", "--format", "svg"], ["sets"]])
            run_arguments(game, tagflow, words, {name: value})


def run_arguments(game, tagflow, words, environment):
    """Runs one command; what it may have done to the database shows at once."""
    outcome = tagflow.run(*words, environment=environment, input=b"a\nb\n", seconds=20)
    game.tried("environments" if environment else "command lines")
    binary = any(word in words for word in [b"png", b"pdf", b"ansi"])
    # Commands that answer line by line say in the answer what is wrong with a line.
    answers_errors = b'{"error":' in outcome.output
    problems = outcome.problems(error_lines=None if words[0] == b"repl" else 1, answers_errors=answers_errors,
                                prints_text=not binary) + damages(tagflow)
    for problem in problems:
        shown = " ".join(f"{name}={value!r}" for name, value in environment.items())
        game.broke(f"{'environment' if environment else 'arguments'}: {problem}", f"{shown} {outcome.command}",
                   outcome.shown())


# Stand-ins for the program, each of which does what no run may.
STAND_INS = {
    "a signal": "kill -ILL $$",
    "a hang": "sleep 60",
    "a defect": "echo 'tagflow: x; please report this' >&2; exit 65",
    "code 70": "echo 'tagflow: x' >&2; exit 70",
    "two lines of errors": "echo 'tagflow: x' >&2; echo 'tagflow: y' >&2; exit 65",
    "a silent failure": "exit 65",
    "an escape": "printf '\\033[2J'",
    "an override of the direction": "printf '\\342\\200\\256'",
    "much memory": "exec python3 -c \"b = bytearray(1_200_000_000)\"",
    "a foreign error": "echo 'Segmentation fault' >&2; exit 65",
}


def test_itself(game):
    for name, script in STAND_INS.items():
        with game.tagflow() as tagflow:
            tagflow.program = os.path.join(tagflow.folder, "stand-in")
            with open(tagflow.program, "w") as file:
                file.write(f"#!/bin/sh\n{script}\n")
            os.chmod(tagflow.program, stat.S_IRWXU)
            yield name, bool(tagflow.run("x", seconds=1).problems())
    with game.tagflow() as tagflow:
        prepare(tagflow)
        with database.opened(tagflow.database) as connection:
            connection.execute("UPDATE tag SET uses = 9")
        yield "a miscounted database", bool(damages(tagflow))


if __name__ == "__main__":
    harness.main("inputs", play, test_itself, __doc__)
