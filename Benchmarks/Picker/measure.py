#!/usr/bin/env python3
"""Holds `tagflow pick` against fzf, both on a real pseudo-terminal, in one run.

    Benchmarks/Picker/measure.py [TAGFLOW]

Prints the time from the start to the first frame over 10,000 tags, the time from a key to the last byte of the
frame that it leads to over 100,000 tags, and the bytes that one toggle sends, each with its ratio.
"""

import fcntl
import os
import pty
import random
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

ROWS, COLUMNS = 40, 120
ANSWERS = {b"\x1b[6n": b"\x1b[1;1R", b"\x1b[c": b"\x1b[?62c"}
QUIET = 0.12


class Picker:
    """A picker on a pseudo-terminal of its own that answers where the cursor is and what it is."""

    def __init__(self, arguments, list_path, environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        name = os.ttyname(slave)

        def take_terminal():
            os.setsid()
            os.close(os.open(name, os.O_RDWR))

        feed = subprocess.Popen(["cat", list_path], stdout=subprocess.PIPE)
        self.start = time.perf_counter()
        self.process = subprocess.Popen(
            arguments, stdin=feed.stdout, stdout=subprocess.DEVNULL, stderr=slave,
            env=environment, preexec_fn=take_terminal,
        )
        feed.stdout.close()
        self.feed = feed
        os.close(slave)

    def read(self, timeout):
        """What has come within a time; None where nothing has."""
        if not select.select([self.master], [], [], timeout)[0]:
            return None
        data = os.read(self.master, 1 << 16)
        for question, answer in ANSWERS.items():
            for _ in range(data.count(question)):
                os.write(self.master, answer)
        return data

    def until(self, text, limit=20):
        """The seconds from the start until a text has come."""
        seen = b""
        while text not in seen:
            data = self.read(limit)
            if data is None:
                raise SystemExit(f"{text!r} did not come: {seen[-300:]!r}")
            seen += data
        return time.perf_counter() - self.start

    def settle(self, quiet=0.4):
        while self.read(quiet) is not None:
            pass

    def key(self, key):
        """The seconds from a key to the last byte of what it leads to, and how many bytes come."""
        begin = time.perf_counter()
        os.write(self.master, key)
        last, count = begin, 0
        while (data := self.read(QUIET if count else 5)) is not None:
            last, count = time.perf_counter(), count + len(data)
        return last - begin, count

    def close(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.feed.kill()
        self.feed.wait()
        os.close(self.master)


def write_list(path, count):
    """Names of one to three words, the same in every run."""
    numbers = random.Random(20250101)
    syllables = [a + b for a in "bcdfghklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "er")]
    with open(path, "w") as file:
        for number in range(count):
            words = ("".join(numbers.choices(syllables, k=numbers.randint(1, 3))) for _ in range(numbers.randint(1, 3)))
            file.write(" ".join(words) + f" {number:x}\n")
    with open(path) as file:
        return file.readline().strip().encode()


def percentile(values, share):
    values = sorted(values)
    return values[min(int(len(values) * share), len(values) - 1)]


def keys(count):
    """Letters of short queries, each query then taken back."""
    numbers = random.Random(7)
    typed = []
    while len(typed) < count:
        query = [bytes([numbers.choice(b"aeiourstnlkm")]) for _ in range(numbers.randint(1, 4))]
        typed += query + [b"\x7f"] * len(query)
    return typed[:count]


def main():
    tagflow = sys.argv[1] if len(sys.argv) > 1 else ".build-release/release/tagflow"
    with tempfile.TemporaryDirectory() as folder:
        environment = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "HOME": folder,
                       "TAGFLOW_DATABASE": folder + "/tags.sqlite", "LANG": "C.UTF-8"}
        small, large = folder + "/small", folder + "/large"
        first = write_list(small, 10_000)
        write_list(large, 100_000)
        pickers = {"fzf": ["fzf", "--multi", "--height=50%"], "tagflow": [tagflow, "pick"]}
        frames, times, toggles = ({name: [] for name in pickers} for _ in range(3))
        for _ in range(15):
            for name, arguments in pickers.items():
                picker = Picker(arguments, small, environment)
                frames[name].append(picker.until(first))
                picker.close()
        for name, arguments in pickers.items():
            picker = Picker(arguments, large, environment)
            picker.until(b"100000")
            picker.settle(1)
            toggles[name] = [picker.key(b"\t")[1] for _ in range(10)]
            times[name] = [picker.key(key)[0] for key in keys(200)]
            picker.close()
        report("first frame over 10,000 tags, median, ms", frames, lambda v: percentile(v, 0.5) * 1000)
        report("key to frame over 100,000 tags, median, ms", times, lambda v: percentile(v, 0.5) * 1000)
        report("key to frame over 100,000 tags, p99, ms", times, lambda v: percentile(v, 0.99) * 1000)
        report("bytes of one toggle, most", toggles, max)


def report(what, values, summary):
    ours, theirs = summary(values["tagflow"]), summary(values["fzf"])
    print(f"{what}: tagflow {ours:.1f}, fzf {theirs:.1f}, ratio {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
