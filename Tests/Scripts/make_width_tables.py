#!/usr/bin/env python3
"""Writes Sources/TextMeasurement/TerminalCells/WidthTables.swift.

The tables hold what utf8proc does not know: which scalars are of ambiguous width, which emoji have a
registered text style, and what came after the Unicode version that the oldest supported utf8proc
knows (15.0).

Needs Debian's package unicode-data (Unicode 15.0) and wcwidth 0.9.4 from PyPI (Unicode 18.0).
"""

from pathlib import Path

import width_sources as sources

TARGET = (
    Path(__file__).parents[2] / "Sources/TextMeasurement/TerminalCells/WidthTables.swift"
)

HEADER = '''\
/// Sets of scalars that decide about widths and that utf8proc does not offer.
///
/// Written by Tests/Scripts/make_width_tables.py from {facts}.
/// Whoever changes a table raises ``CellTablesVersion/revision``.
enum WidthTables {{
'''

TABLE = '''\
    /// {summary}
    static let {name} = ScalarRanges(bounds: [
{rows}
    ])
'''


def rows(scalars):
    """Lays the ranges of a set of scalars out in lines of at most 100 columns."""
    lines, line = [], " " * 8
    for first, last in sources.ranges(scalars):
        pair = f"0x{first:04X}, 0x{last:04X}, "
        if len(line) + len(pair) > 100:
            lines.append(line.rstrip())
            line = " " * 8
        line += pair
    return "\n".join(lines + [line.rstrip()])


def newly_wide():
    """Wide now and not in Unicode 15, but for what is wide by the place it stands in."""
    old = sources.east_asian_width("W") | sources.east_asian_width("F")
    return sources.wcwidth_wide() - old - sources.IDEOGRAPH_PLACES - sources.REGIONAL_INDICATORS


def newly_zero():
    """Without width, and unassigned in Unicode 15."""
    return sources.wcwidth_zero() - sources.assigned()


def main():
    tables = [
        (
            "ambiguous",
            "East Asian Width A, but for what takes no cell at all.",
            sources.wcwidth_ambiguous(),
        ),
        (
            "textStyle",
            "Wide scalars that VS15 makes narrow: bases in emoji-variation-sequences.txt.",
            sources.wcwidth_text_style(),
        ),
        (
            "newlyWide",
            "Wide in Unicode 18 but not in 15, ideographs left out.",
            newly_wide(),
        ),
        (
            "newlyZero",
            "Unassigned in Unicode 15 and without width in 18: new marks, reserved ignorables.",
            newly_zero(),
        ),
    ]
    facts = f"EastAsianWidth.txt {sources.unicode_data_version()} and wcwidth {sources.WCWIDTH}"
    body = "\n".join(
        TABLE.format(name=name, summary=summary, rows=rows(scalars))
        for name, summary, scalars in tables
    )
    TARGET.write_text(HEADER.format(facts=facts) + body + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
