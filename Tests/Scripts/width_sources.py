"""Reads the sources of facts about widths: Debian's unicode-data and python's wcwidth."""

import re
import sys
from importlib import metadata
from functools import cache
from pathlib import Path

UNICODE = Path("/usr/share/unicode")

# The answers of another release may differ; the fixtures name the one they come from.
WCWIDTH = "0.9.4"

try:
    import wcwidth
    from wcwidth.table_ambiguous import AMBIGUOUS_EASTASIAN
    from wcwidth.table_vs15 import VS15_WIDE_TO_NARROW
    from wcwidth.table_wide import WIDE_EASTASIAN
    from wcwidth.table_zero import ZERO_WIDTH
except ImportError:
    sys.exit(f"wcwidth is missing: python3 -m pip install wcwidth=={WCWIDTH}")

if metadata.version("wcwidth") != WCWIDTH:
    sys.exit(f"wcwidth is {metadata.version('wcwidth')}; install wcwidth=={WCWIDTH}")

# Unassigned code points are wide here too, says the head of EastAsianWidth.txt.
IDEOGRAPH_PLACES = {
    scalar
    for first, last in [
        (0x3400, 0x4DBF),
        (0x4E00, 0x9FFF),
        (0xF900, 0xFAFF),
        (0x20000, 0x2FFFD),
        (0x30000, 0x3FFFD),
    ]
    for scalar in range(first, last + 1)
}

REGIONAL_INDICATORS = set(range(0x1F1E6, 0x1F200))

NONCHARACTERS = {
    *range(0xFDD0, 0xFDF0),
    *(plane << 16 | last for plane in range(17) for last in (0xFFFE, 0xFFFF)),
}

# Of General_Category Cf, and yet seen: Grapheme_Cluster_Break=Prepend, and the soft hyphen.
VISIBLE_FORMAT = {
    0xAD, *range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
}

# Of General_Category Mc, and yet exempt from Grapheme_Cluster_Break=SpacingMark, says UAX #29.
MARKS_OF_THEIR_OWN = {
    0x102B, 0x102C, 0x1038, *range(0x1062, 0x1065), *range(0x1067, 0x106E), 0x1083,
    *range(0x1087, 0x108D), 0x108F, *range(0x109A, 0x109D), 0x1A61, 0x1A63, 0x1A64,
    0xAA7B, 0xAA7D, 0x11720, 0x11721,
}


def ranges(scalars):
    """Joins scalars into sorted inclusive ranges."""
    joined = []
    for scalar in sorted(scalars):
        if joined and joined[-1][1] == scalar - 1:
            joined[-1][1] = scalar
        else:
            joined.append([scalar, scalar])
    return joined


def newest(table):
    """The scalars of a table of wcwidth at its newest version of Unicode."""
    return {
        scalar
        for first, last in list(table.values())[-1]
        for scalar in range(first, last + 1)
    }


def wcwidth_wide():
    return newest(WIDE_EASTASIAN)


def wcwidth_zero():
    return newest(ZERO_WIDTH)


def wcwidth_ambiguous():
    return newest(AMBIGUOUS_EASTASIAN)


def wcwidth_text_style():
    return newest(VS15_WIDE_TO_NARROW)


def unicode_data_version():
    """The version of Unicode that the package unicode-data holds, such as 15.0.0."""
    with (UNICODE / "EastAsianWidth.txt").open(encoding="utf-8") as file:
        return re.search(r"-([0-9.]+)\.txt", file.readline())[1]


def properties(path):
    """Yields (first, last, value) of a file of the Unicode character database."""
    pattern = re.compile(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*([\w.]+)")
    for line in (UNICODE / path).read_text(encoding="utf-8").splitlines():
        if found := pattern.match(line):
            yield int(found[1], 16), int(found[2] or found[1], 16), found[3]


def east_asian_width(value):
    """The scalars that EastAsianWidth.txt gives a width class such as W."""
    return {
        scalar
        for first, last, found in properties("EastAsianWidth.txt")
        if found == value
        for scalar in range(first, last + 1)
    }


def category(value):
    """The scalars of a general category such as Mn."""
    return {
        scalar
        for first, last, found in properties("extracted/DerivedGeneralCategory.txt")
        if found == value
        for scalar in range(first, last + 1)
    }


def jamo(value):
    """The scalars of a Hangul syllable type such as V."""
    return {
        scalar
        for first, last, found in properties("HangulSyllableType.txt")
        if found == value
        for scalar in range(first, last + 1)
    }


@cache
def assigned():
    """The scalars that DerivedAge.txt gives an age."""
    return {
        scalar
        for first, last, _ in properties("DerivedAge.txt")
        for scalar in range(first, last + 1)
    }


def cells(text):
    """wcwidth's width of a text, with -1 for one that has none."""
    return wcwidth.wcswidth(text)
