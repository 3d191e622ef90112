#!/usr/bin/env python3
"""What hostile inputs cost, beside plain ones of the same size.

    costs.py --tagflow PATH [--size MEGABYTES] [--only TEXT]

Each case is run in a folder of its own. Its processor time and peak memory are printed with those of a plain input of the
same size to the same command. A case fails where it ends by a signal or takes more than 10 s, more than 1 GB, or more
than 20 times what the plain input takes (of which half a second counts at least). The code is 1 where one failed.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

SECONDS, MEGABYTES, TIMES, LEAST = 10.0, 1024, 20, 0.5
DEADLINE = 120


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def words(size, start=0):
    """Names of tags, each of its own, of so many bytes in all."""
    names, length, number = [], 0, start
    while length < size:
        names.append("t%x" % number)
        length += len(names[-1]) + 3
        number += 1
    return names


def selections(size, tags):
    names, lines = words(size), []
    for place in range(0, len(names), tags):
        lines.append(dump({"title": "x", "tags": names[place : place + tags]}))
    return "\n".join(lines) + "\n"


def subviews(size, field):
    one = dump(field(0))
    return [field(place) for place in range(max(1, size // (len(one) + 1)))]


def layout(kind, size, field, **fields):
    boxes = subviews(size, field)
    question = {"layout": dict(type=kind, **fields), "proposal": {"width": 300}, "subviews": boxes}
    return dump(question) + "\n"


def box(_):
    return {"width": 4, "height": 2}


def accents(size):
    marks = [chr(0x300 + place) for place in range(64)]
    names, length = [], 0
    while length < size:
        number, name = len(names), "caf"
        for _ in range(3):
            name, number = name + marks[number % 64], number // 64
        names.append(name)
        length += len(name.encode()) + 1
    return names


def letters(size):
    return ["ab" + chr(0x4E00 + n % 20000) + "cd" + chr(97 + n // 20000) for n in range(size // 9)]


class Case:
    def __init__(self, name, arguments, hostile, plain, before=(), plain_before=None, share=1.0):
        self.name, self.arguments = name, arguments
        self.hostile, self.plain = hostile, plain
        self.before = before
        self.plain_before = before if plain_before is None else plain_before
        self.share = share


def cases():
    """Every case: a name, the command, its standard input by size, and a plain one; what is run before both."""
    ndjson = ["import", "--from", "ndjson", "--quiet", "-"]
    text = ["import", "--from", "text", "--quiet", "-"]
    plain_import = lambda size: selections(size, 10)
    lines = lambda names: "\n".join(names) + "\n"
    some = [(["import", "--from", "text", "--quiet", "-"], lambda size: lines(words(100_000)))]
    saved = [(ndjson, lambda size: selections(100_000, 10))]
    questions = lambda size: (dump({"query": "t1", "limit": 3}) + "\n") * (size // 25 // 50)
    return [
        Case("import: one selection", ndjson, lambda s: selections(s, 1 << 40), plain_import),
        Case("import: selections of 2,000", ndjson, lambda s: selections(s, 2_000), plain_import),
        Case("import: a tag with many aliases", ndjson,
             lambda s: dump({"tag": "a", "aliases": words(s)}) + "\n", plain_import, share=0.2),
        Case("import: a tag in many sets", ndjson,
             lambda s: dump({"tag": "a", "sets": words(s)}) + "\n", plain_import, share=0.05),
        Case("import: long labels", ndjson,
             lambda s: "".join(dump({"title": "w%d " % n * 140, "tags": ["a"]}) + "\n"
                               for n in range(s // 1_000)), plain_import),
        Case("import: names of marks", text,
             lambda s: lines("a" + "\u0301" * 400 + str(n) for n in range(s // 800)), plain_import_text),
        Case("import: deep JSON", ndjson, lambda s: "[" * s + "\n", lambda s: "{" * s + "\n"),
        Case("save of many", ["save", "--quiet"], none, none,
             before=[(text, lambda s: lines(words(s))), (["select", "--quiet", "-"], lambda s: lines(words(s)))],
             plain_before=some + [(["select", "--quiet", "t1"], none)], share=0.1),
        Case("doctor --similar: accents", ["doctor", "--similar"], none, none,
             before=[(text, lambda s: lines(accents(s)))],
             plain_before=[(text, lambda s: lines(words(s)))], share=0.2),
        Case("doctor --similar: one letter", ["doctor", "--similar"], none, none,
             before=[(text, lambda s: lines(letters(s)))],
             plain_before=[(text, lambda s: lines(words(s)))], share=0.05),
        Case("suggest: 2,000 times a", ["suggest", "a" * 2_000], none, none,
             before=[(text, lambda s: lines("a" * 985 + str(n) for n in range(s // 1_000)))],
             plain_before=[(text, lambda s: lines("b%d" % n + "xyz " * 240 for n in range(s // 1_000)))],
             share=0.3),
        Case("suggest: words of one letter", ["suggest", "a " * 1_000], none, none,
             before=[(text, lambda s: lines("a " * 490 + str(n) for n in range(s // 1_000)))],
             plain_before=[(text, lambda s: lines("b%d" % n + "xyz " * 240 for n in range(s // 1_000)))],
             share=0.3),
        Case("suggest: nearly 2,000 times a", ["suggest", "b" + "a" * 50], none, none,
             before=[(text, lambda s: lines("a" * 985 + str(n) for n in range(s // 1_000)))],
             plain_before=[(text, lambda s: lines("b%d" % n + "xyz " * 240 for n in range(s // 1_000)))],
             share=0.3),
        Case("batch: many given", ["suggest", "--batch"], lambda s: dump({"given": words(s)}) + "\n",
             questions, before=saved),
        Case("batch: a long query", ["suggest", "--batch"], lambda s: dump({"query": "a" * s}) + "\n",
             questions, before=some),
        Case("batch: a long label", ["suggest", "--batch"], lambda s: dump({"for": "w " * (s // 2)}) + "\n",
             questions, before=saved),
        Case("batch: a label without spaces", ["suggest", "--batch"],
             lambda s: dump({"for": "\u4e2d\u6587" * (s // 6)}) + "\n", questions, before=saved),
        Case("batch: marks", ["suggest", "--batch"],
             lambda s: dump({"query": "a" + "\u0301\u0316" * (s // 4)}) + "\n", questions, before=some),
        Case("batch: the most suggestions", ["suggest", "--batch"],
             lambda s: dump({"given": ["t1"], "limit": 10**18}) + "\n", questions, before=saved),
        Case("REPL: one word", [], lambda s: "toggle " + "a" * s + "\n", lambda s: "#\n" * (s // 2)),
        Case("REPL: a word of marks", [], lambda s: "toggle a" + "\u0301" * (s // 2) + "\n",
             lambda s: "#\n" * (s // 2)),
        Case("REPL: many words", [], lambda s: "toggle " + " ".join(words(s)) + "\n",
             lambda s: "#\n" * (s // 2), before=some),
        Case("REPL: many known words", [], lambda s: "toggle --quiet " + "t1 " * (s // 3) + "\n",
             lambda s: "#\n" * (s // 2), before=some),
        Case("REPL: many ranges", [], lambda s: "1-1000000 " * (s // 10) + "\n",
             lambda s: "#\n" * (s // 2), before=some),
        Case("REPL: many given", [], lambda s: "suggest" + " --given t1" * (s // 11) + "\n",
             lambda s: "#\n" * (s // 2), before=some),
        Case("REPL: escapes", [], lambda s: "toggle " + "\\a'b'" * (s // 5) + "\n",
             lambda s: "#\n" * (s // 2)),
        Case("layout: grid, 10,000 columns a cell", ["layout"],
             lambda s: layout("grid", s, lambda n: dict(box(n), row=0, gridCellColumns=10_000)),
             lambda s: layout("flow", s, box)),
        Case("layout: grid, wide rows", ["layout"],
             lambda s: layout("grid", s, lambda n: dict(width=n + 1, height=1, row=n, gridCellColumns=9_000 + n % 999)),
             lambda s: layout("flow", s, box)),
        Case("layout: grid, a row and outside cells", ["layout"],
             lambda s: layout("grid", s, lambda n: dict(box(n), row=0) if n % 2 == 0 and n < s // 60
                              else dict(width=n, height=1)),
             lambda s: layout("flow", s, box)),
    ] + [
        Case("layout: %s, hostile numbers" % kind, ["layout"],
             lambda s, kind=kind: layout(
                 kind, s, lambda n: {"width": [1e308, -0.0, 5e-324, 0.1][n % 4], "height": -1e308, "layoutPriority": n},
                 spacing=1e308 if kind in ("flow", "hstack", "vstack") else 0),
             lambda s, kind=kind: layout("flow", s, box))
        for kind in ("flow", "waterfall", "circular", "hstack", "vstack", "zstack", "grid", "vgrid")
    ] + [
        Case("layout: flow, balanced", ["layout"],
             lambda s: layout("flow", s, box, lineBreaking="balanced"), lambda s: layout("flow", s, box)),
        Case("layout: waterfall, columns", ["layout"],
             lambda s: layout("waterfall", s, box, columns=2**53), lambda s: layout("flow", s, box)),
        Case("layout: deep JSON", ["layout"], lambda s: '{"a":' * (s // 5) + "\n",
             lambda s: layout("flow", s, box)),
        Case("layout: a long number", ["layout"],
             lambda s: '{"subviews":[{"width":1' + "0" * s + ',"height":1}]}\n', lambda s: layout("flow", s, box)),
        Case("add: many", ["add", "--quiet", "-"], lambda s: lines(words(s)), plain_lines, share=0.3),
        Case("add: one name often", ["add", "--quiet", "-"], lambda s: "t1\n" * (s // 3), plain_lines, share=0.3),
        Case("remove: many", ["remove", "--quiet", "-"], lambda s: lines(words(s)), none,
             before=[(text, lambda s: lines(words(s)))], plain_before=some, share=0.1),
        Case("add: one in another's way", ["add", "--quiet", "-"],
             lambda s: lines(accents(s)), plain_lines, before=[(text, lambda s: lines(letters(s)))], share=0.1),
    ]


def none(_):
    return ""


def plain_lines(size):
    return "\n".join(words(size)) + "\n"


plain_import_text = plain_lines


def run(program, arguments, data, folder):
    """The processor seconds, the peak in megabytes, and the code of a run."""
    source = os.path.join(folder, "input")
    with open(source, "wb") as file:
        file.write(data.encode())
    environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "TAGFLOW_DATABASE": os.path.join(folder, "tags.sqlite")}

    def guard():
        resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
        resource.setrlimit(resource.RLIMIT_CPU, (DEADLINE, DEADLINE))

    with open(source, "rb") as standard_input:
        process = subprocess.Popen([program] + arguments, stdin=standard_input, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, env=environment, preexec_fn=guard)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = status
    peak = usage.ru_maxrss / (1024 if sys.platform != "darwin" else 1 << 20)
    return usage.ru_utime + usage.ru_stime, peak, os.waitstatus_to_exitcode(status)


def measure(program, case, size, before, data):
    with tempfile.TemporaryDirectory(prefix="tagflow-costs-") as folder:
        for arguments, text in before:
            run(program, arguments, text(size), folder)
        return run(program, case.arguments, data(size), folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tagflow", required=True, help="the program")
    parser.add_argument("--size", type=float, default=10, help="megabytes of each input; 10")
    parser.add_argument("--only", default="", help="the cases whose name holds this text")
    arguments = parser.parse_args()
    chosen = [case for case in cases() if arguments.only in case.name]
    if not chosen:
        parser.error("no case is called '%s'" % arguments.only)
    failed = 0
    print("%-42s %8s %8s %8s %8s %5s" % ("case", "s", "MB", "plain s", "plain MB", "code"))
    for case in chosen:
        size = int(arguments.size * 1_000_000 * case.share)
        plain = measure(arguments.tagflow, case, size, case.plain_before, case.plain)
        found = measure(arguments.tagflow, case, size, case.before, case.hostile)
        isBad = (found[2] < 0 or found[0] > SECONDS or found[1] > MEGABYTES
                 or found[0] > TIMES * max(plain[0], LEAST))
        failed += isBad
        row = (case.name, found[0], found[1], plain[0], plain[1], found[2], "  over" if isBad else "")
        print("%-42s %8.2f %8.0f %8.2f %8.0f %5d%s" % row, flush=True)
    print("%d cases, %d over the bars" % (len(chosen), failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
