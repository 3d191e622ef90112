#!/usr/bin/env python3
"""Holds sync against TaskChampion's, through a folder, in one run.

  measure.py TAGFLOW [COUNT]

Needs the package taskchampion3-py-dev from PyPI. Records have a title, an address and four of 300 tags; 10,000 unless
COUNT is given. tagflow encrypts; TaskChampion's folder isn't encrypted. Each step is a new process on both sides."""
import json, os, pathlib, random, sqlite3, subprocess, sys, tempfile, time

PEER = pathlib.Path(__file__).with_name("peer.py")


def records(count):
    """The same records for the same count."""
    choices = random.Random(20260101)
    syllables = [a + b for a in "bcdfghklmnprstvwz" for b in ("a", "e", "i", "o", "u", "an", "er")]
    words = ["".join(choices.choices(syllables, k=choices.randint(1, 4))) for _ in range(5_000)]
    tags = sorted({"".join(choices.choices(syllables, k=3)) for _ in range(320)})[:300]
    weights = [1 / (rank + 3) for rank in range(len(tags))]
    for number in range(count):
        chosen = set()
        while len(chosen) < 4:
            chosen.add(choices.choices(tags, weights)[0])
        title = choices.choices(words, k=6)
        yield {"title": " ".join(title).capitalize(), "location": f"https://{title[0]}.example/{title[1]}/{number}",
               "tags": sorted(chosen), "at": f"2025-{number % 12 + 1:02}-{number % 28 + 1:02}T10:00:00Z"}


def timed(arguments, **options):
    """Runs a program, and returns its seconds and output."""
    begin = time.perf_counter()
    done = subprocess.run(arguments, capture_output=True, text=True, **options)
    seconds = time.perf_counter() - begin
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, arguments))} failed with {done.returncode}: {done.stderr.strip()}")
    return seconds, done.stdout


def size(path):
    return sum(file.stat().st_size for file in path.rglob("*") if file.is_file()) if path.is_dir() else path.stat().st_size


def database_size(path):
    """The bytes of the pages in use."""
    with sqlite3.connect(path) as database:
        pages, free, bytes_ = (database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "freelist_count", "page_size"))
    return (pages - free) * bytes_


class Side:
    """A program with two databases and a folder between them."""

    def __init__(self, folder):
        self.folder = folder
        self.store = folder / "store"
        self.store.mkdir(parents=True)


class Ours(Side):
    def __init__(self, program, folder):
        super().__init__(folder)
        self.program = program
        (folder / "passphrase").write_text("four words or more\n")

    def run(self, device, *arguments):
        return timed([self.program, "--database", self.folder / f"{device}.db", *arguments])

    def setup(self, device):
        return self.run(device, "sync", "setup", self.store, "--device", device, "--passphrase-file", self.folder / "passphrase", "--yes")[0]

    def sync(self, device):
        return self.run(device, "sync", "--yes")[0]

    def contents(self, device):
        """All that isn't local to a device."""
        lines = map(json.loads, self.run(device, "export", "--format", "ndjson")[1].splitlines())
        return [{name: value for name, value in line.items() if name not in ("selected", "chosen", "frecency")} for line in lines]

    def rename(self, device, numbers):
        lines = [json.dumps({**record, "title": f"{device} {record['title']}"}) for record in numbers]
        file = self.folder / "changes.ndjson"
        file.write_text("\n".join(lines), "utf-8")
        self.run(device, "--quiet", "import", file, "--set", "links")


class Peer(Side):
    def call(self, *arguments):
        return timed([sys.executable, PEER, self.folder, *arguments])[0]

    def sync(self, device):
        return self.call("sync", device)

    def rename(self, device, numbers):
        (self.folder / "changes.ndjson").write_text("\n".join(map(json.dumps, numbers)), "utf-8")
        self.call("rename", device)


def row(name, ours, theirs, bar, unit):
    print(f"| {name} | {ours:,.3f} {unit} | {theirs:,.3f} {unit} | {ours / theirs:.2f} | {bar} |" if theirs is not None
          else f"| {name} | {ours:,.3f} {unit} | | | {bar} |")


def main():
    program, count = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        all_records = list(records(count))
        file = folder / "records.ndjson"
        file.write_text("\n".join(map(json.dumps, all_records)), "utf-8")
        ours, peer = Ours(program, folder / "ours"), Peer(folder / "peer")
        ours.run("desktop", "new", "links")
        importing = ours.run("desktop", "--quiet", "import", file, "--set", "links")[0]
        unsynced = database_size(ours.folder / "desktop.db")
        for index, record in enumerate(all_records):
            record["number"] = index
        (peer.folder / "records.ndjson").write_text("\n".join(map(json.dumps, all_records)), "utf-8")
        peer.call("create", "desktop")
        print("| step | tagflow | TaskChampion | ratio | bar |\n| --- | ---: | ---: | ---: | --- |")
        up = ours.setup("desktop"), peer.sync("desktop")
        row("upload, time", *up, "1", "s")
        row("upload, bytes in the folder", size(ours.store) / 1e6, size(peer.store) / 1e6, "1/8", "MB")
        down = ours.setup("laptop"), peer.sync("laptop")
        row("download, time", *down, "1", "s")
        row("download, time against our import", down[0], importing, "1.3", "s")
        row("database with sync against without", database_size(ours.folder / "desktop.db") / 1e6, unsynced / 1e6, "1.5", "MB")
        ours.rename("desktop", all_records[:1]), peer.rename("desktop", all_records[:1])
        one = [sum(side.sync(device) for device in ("desktop", "laptop")) for side in (ours, peer)]
        row("one change, on both sides", *one, ".2 s", "s")
        for device in ("desktop", "laptop"):
            ours.rename(device, all_records[:200]), peer.rename(device, all_records[:200])
        conflicts = [sum(side.sync(device) for device in ("desktop", "laptop", "desktop")) for side in (ours, peer)]
        row("200 conflicts", *conflicts, "1", "s")
        texts = [ours.contents(device) for device in ("desktop", "laptop")]
        assert texts[0] == texts[1], "the databases differ"
        writes = {}
        for device in ("desktop", "alone"):
            if device == "alone":
                ours.run(device, "new", "links")
                ours.run(device, "--quiet", "import", file, "--set", "links")
            changed = folder / "local.ndjson"
            changed.write_text("\n".join(json.dumps({**record, "title": f"{device} {index}"}) for index, record in enumerate(all_records[:2_000])), "utf-8")
            writes[device] = min(ours.run(device, "--quiet", "import", changed, "--set", "links")[0] for _ in range(1))
        row("2,000 local changes against without sync", writes["desktop"], writes["alone"], "1.2", "s")


main()
