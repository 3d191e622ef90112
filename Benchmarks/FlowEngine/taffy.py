#!/usr/bin/env python3
"""Times Taffy's compute_layout, through stretchable, on the chips of the benchmark.

Prints a line of JSON for each measurement: its name, and the best time of several in nanoseconds.
Only the call into Taffy is timed, in processor time; what Python does around it is not. Each number of chips has a
process of its own, since the nodes of a process share one tree.
"""

import importlib.metadata
import json
import re
import subprocess
import sys
import time
from pathlib import Path

WIDTH, SPACING = 600, 8
PATIENCE = 500_000_000  # Nanoseconds of layout, at least; the benchmark of ours takes as long.


def widths(count):
    """The widths of the chips, as in Chips.swift."""
    state = 42
    for _ in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield 20 + (state >> 33) % 101


class Flow:
    """A wrapping container of chips, in Taffy's own tree."""

    def __init__(self, count):
        from stretchable import Node, Style, taffylib
        from stretchable.context import taffy
        from stretchable.style import AUTO, AlignContent, AlignItems, FlexWrap
        from stretchable.style.geometry.size import SizeAvailableSpace

        self.taffy, self.tree = taffylib, taffy
        self.space = SizeAvailableSpace(WIDTH, float("nan")).to_dict()
        self.root = Node(size=(WIDTH, AUTO), flex_wrap=FlexWrap.WRAP, gap=SPACING,
                         align_items=AlignItems.START, align_content=AlignContent.START)
        self.styles = {width: Style(size=(width, 20), flex_shrink=0).to_dict()
                       for width in range(20, 122)}
        # Nodes of stretchable's own would take minutes to put into their parent.
        self.chips = []
        for width in widths(count):
            node = taffylib.node_create(taffy._ptr, self.styles[width])
            taffylib.node_add_child(taffy._ptr, self.root._node_id, node)
            self.chips.append(node)

    def lay_out(self):
        """Lays the container out; returns how long that took, in nanoseconds."""
        start = time.thread_time_ns()
        self.taffy.node_compute_layout_with_measure(
            self.tree._ptr, self.root._node_id, self.space, lambda *_: (0, 0))
        return time.thread_time_ns() - start

    def forget(self):
        """Makes Taffy forget all that it knows, so that the next layout is like the first."""
        for node in self.chips:
            self.taffy.node_mark_dirty(self.tree._ptr, node)

    def change(self, index, width):
        """Gives a chip another width."""
        self.taffy.node_set_style(self.tree._ptr, self.chips[index], self.styles[width])


def measure(count):
    """The best times of the first layout, and of one after a chip got another width."""
    flow = Flow(count)
    cold = [flow.lay_out()]
    while len(cold) < 10 or sum(cold) < PATIENCE:
        flow.forget()
        cold.append(flow.lay_out())
    again = []
    while len(again) < 15 or sum(again) < PATIENCE:
        turn = len(again)
        flow.change(turn * 7919 % count, 30 + turn % 60)
        again.append(flow.lay_out())
    return {f"cold {count}": min(cold), f"relayout {count}": min(again)}


def versions():
    """The versions of Taffy and stretchable; the compiled library contains the paths of Taffy's sources."""
    from stretchable import taffylib

    taffy = re.search(rb"taffy-(\d+\.\d+\.\d+)", Path(taffylib.__file__).read_bytes())
    stretchable = importlib.metadata.version("stretchable")
    return f"Taffy {taffy.group(1).decode() if taffy else ''} through stretchable {stretchable}"


def main():
    if len(sys.argv) > 1:
        for name, nanoseconds in measure(int(sys.argv[1])).items():
            print(json.dumps({"name": name, "nanoseconds": nanoseconds}))
        return
    print(json.dumps({"name": versions(), "nanoseconds": 0}), flush=True)
    for count in (10_000, 100_000):
        subprocess.run([sys.executable, __file__, str(count)], check=True)


if __name__ == "__main__":
    main()
