#!/usr/bin/env python3
"""Writes the fixtures of the width tests, Tests/Fixtures/TextMeasurement/*.txt.

What others say a text takes in cells, as lines of `cells<tab>code points[<tab>reason]`; a range of
scalars stands as `first..last`. Needs Debian's package unicode-data (Unicode 15.0) and wcwidth 0.9.4 (Unicode 18.0):

    python3 -m pip install wcwidth==0.9.4
    python3 Tests/Scripts/make_width_fixtures.py
"""

import re
from pathlib import Path

import width_sources as sources
from wcwidth import wcwidth

TARGET = Path(__file__).parents[2] / "Tests/Fixtures/TextMeasurement"
SCALARS = [*range(0xD800), *range(0xE000, 0x110000)]


def write(name, source, lines):
    head = f"# {source}. Written by Tests/Scripts/make_width_fixtures.py.\n"
    (TARGET / name).write_text(head + "".join(line + "\n" for line in lines), encoding="utf-8")


def runs(values):
    """Joins (scalar, value) pairs in order into lines of `value<tab>first..last`."""
    found = []
    for scalar, value in values:
        if found and found[-1][1] == scalar - 1 and found[-1][2] == value:
            found[-1][1] = scalar
        else:
            found.append([scalar, scalar, value])
    return [f"{value}\t{first:04X}..{last:04X}" for first, last, value in found]


def code_points(text):
    return " ".join(f"{ord(character):04X}" for character in text)


def text(hexadecimal):
    return "".join(chr(int(digits, 16)) for digits in hexadecimal.split())


def lines_of(path):
    for line in (sources.UNICODE / path).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def scalars():
    for width, name in [(1, "wcwidth-scalars.txt"), (2, "wcwidth-scalars-ambiguous-wide.txt")]:
        values = ((scalar, wcwidth(chr(scalar), "auto", width)) for scalar in SCALARS)
        source = f"wcwidth {sources.WCWIDTH}, ambiguous characters in {width}"
        write(name, source, runs(values))


def east_asian_width():
    """The width class of every assigned scalar; narrow where the file names none."""
    assigned = sources.assigned()
    classes = {}
    for first, last, value in sources.properties("EastAsianWidth.txt"):
        for scalar in range(first, last + 1):
            classes[scalar] = value
    values = (
        (scalar, classes.get(scalar, "N"))
        for scalar in SCALARS
        if scalar in assigned and scalar not in sources.NONCHARACTERS
    )
    version = sources.unicode_data_version()
    write("east-asian-width.txt", f"EastAsianWidth.txt {version}, assigned scalars", runs(values))


def east_asian_differences():
    """Where the width of a scalar is not what its class alone says, and why."""
    wide = sources.east_asian_width("W") | sources.east_asian_width("F")
    cells, reasons = {}, {}

    def set_cells(scalars, value, reason):
        for scalar in scalars & sources.assigned():
            cells[scalar], reasons[scalar] = value, reason

    category = sources.category
    set_cells(category("Mn") | category("Me"), 0, "a mark that lies over its base")
    set_cells(category("Mc"), 0, "a spacing mark, counted with its base")
    set_cells(sources.MARKS_OF_THEIR_OWN, 1, "a spacing mark that begins a cluster")
    set_cells(category("Cf"), 0, "a format character, which is not drawn")
    set_cells(sources.VISIBLE_FORMAT, 1, "a format character that is drawn")
    set_cells(category("Cc") | category("Zl") | category("Zp"), 0, "moves the cursor, refused")
    set_cells(sources.jamo("V") | sources.jamo("T"), 0, "a jamo that joins the syllable before it")
    set_cells({0x3164, 0xFFA0}, 0, "an invisible filler")
    set_cells(sources.REGIONAL_INDICATORS, 2, "half a flag, drawn as a boxed letter")
    set_cells(sources.wcwidth_wide() - wide - sources.REGIONAL_INDICATORS, 2, "wide since Unicode 16")
    differing = (
        (scalar, f"{cells[scalar]}\t{reasons[scalar]}")
        for scalar in sorted(cells)
        if cells[scalar] != (2 if scalar in wide else 1)
    )
    lines = []
    for run in runs(differing):
        value, reason, place = run.split("\t")
        lines.append(f"{value}\t{place}\t{reason}")
    source = f"Differences from EastAsianWidth.txt {sources.unicode_data_version()}, by its database"
    write("east-asian-width-differences.txt", source, lines)


def emoji_test():
    """Every sequence of emoji-test.txt, a file for each status, with the width by wcwidth."""
    by_status = {}
    for line in lines_of("emoji/emoji-test.txt"):
        found = re.match(r"([0-9A-F ]+?)\s*; ([a-z-]+)", line)
        by_status.setdefault(found[2], []).append(text(found[1]))
    version = sources.unicode_data_version()
    for status, texts in by_status.items():
        write(
            f"emoji-{status}.txt",
            f"emoji-test.txt {version}, {status}, cells by wcwidth {sources.WCWIDTH}",
            [f"{sources.cells(each)}\t{code_points(each)}" for each in texts],
        )


def sequences():
    """Sequences that Unicode publishes for other ends, with the width that wcwidth gives them."""
    texts = []
    for line in lines_of("auxiliary/GraphemeBreakTest.txt"):
        texts.append(text(" ".join(re.findall(r"[0-9A-F]{4,}", line.split("#")[0]))))
    for line in lines_of("NamedSequences.txt"):
        texts.append(text(line.split(";")[1]))
    for line in lines_of("emoji/emoji-variation-sequences.txt"):
        texts.append(text(line.split(";")[0]))
    for line in lines_of("StandardizedVariants.txt"):
        texts.append(text(line.split(";")[0]))
    printable = [each for each in texts if sources.cells(each) >= 0]
    write(
        "wcwidth-sequences.txt",
        f"Sequences of Unicode {sources.unicode_data_version()}, cells by wcwidth {sources.WCWIDTH}",
        [f"{sources.cells(each)}\t{code_points(each)}" for each in dict.fromkeys(printable)],
    )


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    scalars()
    east_asian_width()
    east_asian_differences()
    emoji_test()
    sequences()


if __name__ == "__main__":
    main()
