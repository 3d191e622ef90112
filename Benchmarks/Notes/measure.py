#!/usr/bin/env python3
"""Measures how long a vault of notes takes to read: measure.py TAGFLOW COUNT

The peer is `cat` of the same files, all of them warm; the two are run in turns, and the median of five is taken. `notes check` against an
empty database reads every note and finds nothing to say; what it does beyond reading is part of its time.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Scripts"


def seconds(command, **options):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return time.perf_counter() - start


def main():
    program, count = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        vault = os.path.join(folder, "vault")
        subprocess.run([sys.executable, SCRIPTS / "make_vault.py", vault, "--count", count], check=True)
        environment = {"HOME": folder, "PATH": "/usr/bin:/bin", "TAGFLOW_DATABASE": os.path.join(folder, "tags.sqlite")}
        check = [program, "notes", "check", "--exact", "--quiet", vault]
        cat = ["sh", "-c", 'find "$1" -name "*.md" -print0 | xargs -0 cat', "sh", vault]
        seconds(cat), seconds(check, env=environment)
        ours, theirs = [], []
        for _ in range(5):
            theirs.append(seconds(cat))
            ours.append(seconds(check, env=environment))
        size = sum(path.stat().st_size for path in pathlib.Path(vault).rglob("*.md"))
        ours, theirs = statistics.median(ours), statistics.median(theirs)
        print(f"| {count} notes, {size / 1e6:.1f} MB | time |\n| --- | --- |")
        print(f"| cat, warm | {theirs:.2f} s |\n| tagflow notes check | {ours:.2f} s |\n| ratio | {ours / theirs:.1f} |")


main()
