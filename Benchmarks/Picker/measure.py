#!/usr/bin/env python3
"""Holds `tagflow pick` against fzf, both on real pseudo-terminals, in one run.

    measure.py TAGFLOW

Prints a table: the time from the start to the first frame, the time from a key to the last byte of the frame that it
leads to, and the bytes that one toggle sends; over lines of standard input and over a set in the database. The sides
take turns, so that a machine whose speed drifts slows both.
"""

import os
import random
import shutil
import subprocess
import sys
import tempfile

from picker import Picker

# Where .ci/fzf puts it, if it isn't installed.
FZF = shutil.which("fzf") or shutil.which(os.path.join(os.path.dirname(__file__), "../../.build/fzf/bin/fzf"))
STARTS, KEYS, TOGGLES = 15, 300, 10
SIZES = (10_000, 100_000)


def write_list(path, count):
    """Names of one to three words, the same in every run; gives the first."""
    numbers = random.Random(20250101)
    syllables = [a + b for a in "bcdfghklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "er")]
    with open(path, "w") as file:
        for number in range(count):
            words = ("".join(numbers.choices(syllables, k=numbers.randint(1, 3))) for _ in range(numbers.randint(1, 3)))
            file.write(" ".join(words) + f" {number:x}\n")
    with open(path) as file:
        return file.readline().strip().encode()


def typed(count):
    """Letters of short queries, each query then taken back."""
    numbers = random.Random(7)
    keys = []
    while len(keys) < count:
        query = [bytes([numbers.choice(b"aeiourstnlkm")]) for _ in range(numbers.randint(1, 4))]
        keys += query + [b"\x7f"] * len(query)
    return keys[:count]


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


class Side:
    """A picker and where its tags come from."""

    def __init__(self, arguments, list_path, environment):
        self.arguments, self.list_path, self.environment = arguments, list_path, environment

    def start(self):
        return Picker(self.arguments, self.list_path, self.environment)


def sides(tagflow, folder, size):
    """The pickers over so many tags, and the first tag."""
    path, database = f"{folder}/{size}", f"{folder}/{size}.sqlite"
    first = write_list(path + ".txt", size)
    environment = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "HOME": folder,
                   "TAGFLOW_DATABASE": database, "LANG": "C.UTF-8"}
    for arguments in (["new", "big"], ["--set", "big", "import", path + ".txt"]):
        subprocess.run([tagflow, "--quiet", *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    all_sides = {
        "standard input": Side([tagflow, "pick"], path + ".txt", environment),
        "a set": Side([tagflow, "pick", "--set", "big"], None, environment),
    }
    if FZF:
        all_sides["fzf"] = Side([FZF, "--multi", "--height=50%"], path + ".txt", environment)
    return all_sides, first


def first_frames(pickers, first):
    times = {name: [] for name in pickers}
    for _ in range(STARTS):
        for name, side in pickers.items():
            picker = side.start()
            times[name].append(picker.until(first))
            picker.close()
    return times


def keys_and_toggles(pickers):
    running = {name: side.start() for name, side in pickers.items()}
    # Afterwards all tags have been read.
    for picker in running.values():
        picker.settle(2)
    toggles = {name: [picker.key(b"\t")[1] for _ in range(TOGGLES)] for name, picker in running.items()}
    times = {name: [] for name in running}
    for key in typed(KEYS):
        for name, picker in running.items():
            times[name].append(picker.key(key)[0])
    for picker in running.values():
        picker.close()
    return times, toggles


def rows(work, values, summary, unit, bar, is_met):
    """A row for each source of ours."""
    theirs = summary(values["fzf"]) if "fzf" in values else None
    for name in ("standard input", "a set"):
        ours = summary(values[name])
        ratio = None if theirs is None else ours / theirs
        met = is_met(ours, ratio)
        print(f"| {work}, {name} | {ours:.1f} {unit} | " + (f"{theirs:.1f} {unit}" if theirs else "fzf: not available")
              + f" | {'–' if ratio is None else f'{ratio:.2f}'} | {bar} | {'–' if met is None else 'yes' if met else 'no'} |",
              flush=True)


def main():
    tagflow = os.path.abspath(sys.argv[1])
    print("| work | ours | fzf | ratio | bar | met |\n| --- | --- | --- | --- | --- | --- |", flush=True)

    def near(ours, ratio):
        return None if ratio is None else ratio <= 1.5

    def quick(ours, ratio):
        return True if ours < 16 else near(ours, ratio)

    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            pickers, first = sides(tagflow, folder, size)
            frames = first_frames(pickers, first)
            rows(f"first frame, {size:,} tags, median", frames, lambda v: percentile(v, 0.5) * 1000, "ms", "≤ 1.5", near)
        times, toggles = keys_and_toggles(pickers)
        rows(f"key to frame, {size:,} tags, median", times, lambda v: percentile(v, 0.5) * 1000, "ms", "none", lambda *_: None)
        rows(f"key to frame, {size:,} tags, p99", times, lambda v: percentile(v, 0.99) * 1000, "ms",
             "≤ 1.5 or < 16 ms", quick)
        rows(f"one toggle, {size:,} tags, most", toggles, max, "bytes", "< 2000 bytes", lambda ours, _: ours < 2_000)


if __name__ == "__main__":
    main()
