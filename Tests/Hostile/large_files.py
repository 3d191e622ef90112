#!/usr/bin/env python3
"""Imports and exports of files that are larger than memory should ever be.

    large_files.py TAGFLOW import [MEGABYTES]   a generated NDJSON file: time and the most memory that the import takes
    large_files.py TAGFLOW export [MEGABYTES]   a database with an export of that size: the export compared by size and
                                                hash with what was brought in, plain and with every write shortened

Ends with 1 where memory goes beyond 100 MB (import) or a byte differs (export). Files are made in TMPDIR and removed.
"""
import hashlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MEGABYTE = 1 << 20
MOST_MEMORY = 100 * MEGABYTE


def run(program, database, *arguments, environment=None):
    """Runs the program; its seconds and its largest resident size in bytes."""
    start = time.monotonic()
    process = subprocess.Popen(
        [program, "--database", database, *arguments],
        env={**os.environ, **(environment or {})},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(arguments)} ended with {process.returncode}")
    return time.monotonic() - start, usage.ru_maxrss * 1024


def write_selections(path, size, seed):
    """Items as people make them: labels of ten words, tags of which few are frequent, a text that is ignored."""
    numbers = random.Random(seed)
    lines = []
    for number in range(20_000):
        words = [f"word{int(numbers.paretovariate(0.7)) % 30_000}" for _ in range(90)]
        tags = sorted({f"tag {int(numbers.paretovariate(0.8)) % 3_000}" for _ in range(6)})
        lines.append((" ".join(words[:10]), tags, " ".join(words)))
    written = count = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < size:
            label, tags, text = lines[count % len(lines)]
            # Every fourth round of the lines is a new time; the others say what is known already.
            at = f"2026-01-02T03:{count // len(lines) // 4 % 60:02}:05.{count // len(lines) // 240 % 1000:03}Z"
            line = json.dumps({"at": at, "title": label, "tags": tags, "description": text}) + "\n"
            file.write(line)
            written += len(line)
            count += 1
    return count


def write_labels(path, size):
    """One export's lines, as long as the limits of names allow: few rows for many bytes."""
    written = count = 0
    with open(path, "w", encoding="utf-8") as file:
        while written < size:
            label = f"{count} " + "=" * 900
            line = json.dumps({"title": label, "set": "default", "tags": ["x"]}, separators=(",", ":")) + "\n"
            file.write(line)
            written += len(line)
            count += 1
    return count


def hashed(path, skipped=0):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for _ in range(skipped):
            file.readline()
        while piece := file.read(MEGABYTE):
            digest.update(piece)
    return digest.hexdigest()


def try_import(program, megabytes, folder):
    file, database = os.path.join(folder, "large.ndjson"), os.path.join(folder, "large.sqlite")
    count = write_selections(file, megabytes * MEGABYTE, seed=20_260_106)
    seconds, memory = run(program, database, "import", file)
    print(f"import of {megabytes} MB, {count:,} lines: {seconds:.1f} s, {memory / MEGABYTE:.0f} MB of memory")
    return memory <= MOST_MEMORY


def try_export(program, megabytes, folder):
    file, database = os.path.join(folder, "large.ndjson"), os.path.join(folder, "large.sqlite")
    library = os.path.join(folder, "short_write.so")
    subprocess.run(
        ["cc", "-shared", "-fPIC", "-O1", "-o", library, f"{HERE}/preload/short_write.c", "-ldl"], check=True
    )
    count = write_labels(file, megabytes * MEGABYTE)
    size, expected = os.path.getsize(file), hashed(file)
    seconds, memory = run(program, database, "import", file)
    print(f"import of {megabytes} MB, {count:,} lines: {seconds:.1f} s, {memory / MEGABYTE:.0f} MB of memory")
    os.remove(file)
    # The tag and the set stand before the items, a line each.
    isRight = True
    for name, environment in [("plain", {}), ("shortened", {"LD_PRELOAD": library, "SHORT_WRITE_MOST": "1048573"})]:
        copy = os.path.join(folder, "export.ndjson")
        seconds, memory = run(program, database, "export", "-o", copy, environment=environment)
        with open(copy, "rb") as export:
            head = len(export.readline()) + len(export.readline())
        isSame = os.path.getsize(copy) - head == size and hashed(copy, skipped=2) == expected
        print(
            f"export of {os.path.getsize(copy):,} bytes, {name}: {seconds:.1f} s, {memory / MEGABYTE:.0f} MB of memory, "
            + ("the same bytes" if isSame else "OTHER BYTES")
        )
        isRight = isRight and isSame
        os.remove(copy)
    return isRight


def main():
    program, what = os.path.abspath(sys.argv[1]), sys.argv[2]
    trial, megabytes = {"import": (try_import, 1024), "export": (try_export, 3072)}[what]
    if len(sys.argv) > 3:
        megabytes = int(sys.argv[3])
    with tempfile.TemporaryDirectory() as folder:
        return 0 if trial(program, megabytes, folder) else 1


if __name__ == "__main__":
    sys.exit(main())
