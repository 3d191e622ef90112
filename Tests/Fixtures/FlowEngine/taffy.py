#!/usr/bin/env python3
"""Draws random flex containers, lays them out with Taffy and writes the frames it gives them.

    ./taffy.py [--seed N] [--cases N] [--out taffy.ndjson]

Needs `pip install stretchable`, which is Taffy for Python. The first line says which version
answered; the fields of each other line are those of chromium.py, whose containers are drawn. What
Taffy does not know is not drawn: `flex-wrap: balance`, right to left, baselines of leaves. It counts
in 32 bits, so all lengths are quarters, and exact fits are drawn from the item and not from the
container.

    differs    "overfull" where Taffy lets a line that is too long, or lines that are too many,
               stick out on both sides or where they start. In FlowLayout they start at the first
               edge. Taffy has no `safe` keyword, so these containers are `leading` in the fixture,
               and `drawn` says what they were.
"""

import argparse
import importlib.metadata
import json
import random
from pathlib import Path

from chromium import draw, number
from stretchable import Style, taffylib
from stretchable.context import taffy
from stretchable.style import (AUTO, AlignContent, AlignItems, FlexDirection, FlexWrap,
                               JustifyContent)
from stretchable.style.geometry.size import SizeAvailableSpace

SHARES = {
    "leading": "FLEX_START", "center": "CENTER", "trailing": "FLEX_END",
    "spaceBetween": "SPACE_BETWEEN", "spaceAround": "SPACE_AROUND", "spaceEvenly": "SPACE_EVENLY",
}
PLACES = {"top": "START", "leading": "START", "center": "CENTER", "bottom": "END",
          "trailing": "END"}


def quarters(value):
    """The length in quarters that is not above a length."""
    return int(value * 4) / 4


def drawn(rng, index):
    """One container that Taffy knows, with lengths that 32 bits hold."""
    case = draw(rng, index)
    horizontal = case["axis"] == "horizontal"
    along = 0 if horizontal else 1
    case.update(lineBreaking="greedy", layoutDirection="leftToRight")
    if case["lineAlignment"] == "firstTextBaseline":
        case["lineAlignment"] = "bottom"
    case["items"] = [[quarters(value) for value in item[:2]] for item in case["items"]]
    if case["items"] and rng.random() < 0.2:
        fitting = rng.randint(1, 9)
        one = rng.randint(1, 240) / 4
        case["length"] = fitting * one + (fitting - 1) * case["spacing"]
        for item in case["items"]:
            item[along] = one
    return case


def lay_out(case):
    """The frames that Taffy gives the items, and the size across that the container has."""
    horizontal = case["axis"] == "horizontal"
    up = case["verticalDirection"] == "up"
    across = AUTO if case["depth"] is None else case["depth"]
    gaps = (case["spacing"], case["lineSpacing"])
    flow = "ROW" if horizontal else "COLUMN_REVERSE" if up else "COLUMN"
    style = Style(
        size=(case["length"], across) if horizontal else (across, case["length"]),
        gap=gaps if horizontal else gaps[::-1],
        flex_direction=FlexDirection[flow],
        flex_wrap=FlexWrap.WRAP_REVERSE if horizontal and up else FlexWrap.WRAP,
        justify_content=JustifyContent[SHARES[case["alignment"]]],
        align_content=AlignContent[SHARES[case["contentAlignment"]]],
        align_items=AlignItems[PLACES[case["lineAlignment"]]],
    )
    root = taffylib.node_create(taffy._ptr, style.to_dict())
    items = []
    for width, height in case["items"]:
        item = Style(size=(width, height), min_size=(width, height), flex_shrink=0)
        items.append(taffylib.node_create(taffy._ptr, item.to_dict()))
        taffylib.node_add_child(taffy._ptr, root, items[-1])
    space = SizeAvailableSpace(float("nan"), float("nan")).to_dict()
    taffylib.node_compute_layout_with_measure(taffy._ptr, root, space, lambda *_: (0, 0))
    frames = []
    layout = taffylib.PyLayout()
    for item in items:
        taffylib.node_get_layout(taffy._ptr, item, layout)
        frames.append([layout.x, layout.y])
    taffylib.node_get_layout(taffy._ptr, root, layout)
    for item in items:
        taffylib.node_drop(taffy._ptr, item)
    taffylib.node_drop(taffy._ptr, root)
    return frames, layout.height if horizontal else layout.width


def answered(case):
    """A case with Taffy's frames; one that is overfull is asked with everything leading."""
    frames, size = lay_out(case)
    along, across = (0, 1) if case["axis"] == "horizontal" else (1, 0)
    overfull = any(item[along] > case["length"] for item in case["items"])
    extent = max((frame[across] + item[across] for frame, item in zip(frames, case["items"])),
                 default=0)
    start = min((frame[across] for frame in frames), default=0)
    if overfull or extent > size + 1e-3 or start < -1e-3:
        leading = dict(case, alignment="leading", contentAlignment="leading",
                       verticalDirection="down")
        names = ["alignment", "contentAlignment", "verticalDirection"]
        if any(leading[name] != case[name] for name in names):
            leading.update(differs="overfull", drawn={name: case[name] for name in names})
        case = leading
        frames, size = lay_out(case)
    return dict(case, frames=[[number(value) for value in frame] for frame in frames],
                size=number(size))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=20_262)
    parser.add_argument("--cases", type=int, default=1_800)
    parser.add_argument("--out", default=str(Path(__file__).with_name("taffy.ndjson")))
    options = parser.parse_args()
    rng = random.Random(options.seed)
    taffylib.disable_rounding(taffy._ptr)
    peer = f"Taffy through stretchable {importlib.metadata.version('stretchable')}"
    lines = [json.dumps({"peer": peer, "seed": options.seed, "cases": options.cases})]
    for index in range(options.cases):
        case = answered(drawn(rng, index))
        lines.append(json.dumps(case, separators=(",", ":")))
    Path(options.out).write_text("\n".join(lines) + "\n")
    print(f"{options.cases} cases from {peer}, seed {options.seed}")


if __name__ == "__main__":
    main()
