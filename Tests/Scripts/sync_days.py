#!/usr/bin/env python3
"""Two days of three devices that share a folder, simulated with the program itself.

  sync_days.py PROGRAM [--seed N] [--changes N] [--keep FOLDER]

Runs as root, for mounts. Files reach the other devices after 10 minutes. 2,000 changes are made by day and by night; each device
exchanges every 10 minutes. The phone is off for a day, the laptop is lost, the desktop is restored from a backup of the day before,
and a tablet is new. In the end all databases must export the same bytes, every change that was sent must be there, and doctor
must find no damage. Prints what was done, with counts and the times of exchanges."""
import argparse, json, os, pathlib, shutil, statistics, sys, tempfile, time

from sync_trials import LOCAL, Broken, Device, History

HOUR = 3_600
DELAY = 600
TOPICS = ["sea", "lake", "wood", "stone", "bread", "film", "music", "maps", "trains", "gardens"]


class Days(History):
    """The history of two days."""

    def __init__(self, program, folder, seed, changes):
        super().__init__(program, folder, seed)
        self.changes = changes
        self.start = time.time() - 48 * HOUR
        self.now = 0.0
        self.devices = {}
        # When each file of the store was seen first, and by which device.
        self.arrivals = {}
        # The tags of each item that nobody removes; of each device, what it hasn't sent yet, without tags if it was undone.
        self.kept, self.unsent = {}, {}
        self.undone = set()
        self.exchanges, self.counts = [], {}

    def add(self, name):
        device = Device(self, name, 0)
        self.devices[name] = device
        self.unsent[name] = []
        return device

    def run(self, device, *arguments, allowed=None):
        device.offset = int(self.start + self.now - time.time())
        return device.run(*arguments, **({"allowed": allowed} if allowed else {}))

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    # The folder

    def deliver(self):
        """Copies what is old enough to the other devices, and removes what its writer removed."""
        for name, device in self.devices.items():
            for file in device.store.rglob("*"):
                if file.is_file():
                    self.arrivals.setdefault(file.relative_to(device.store), (self.now, name))
        for path, (since, writer) in list(self.arrivals.items()):
            source = self.devices.get(writer)
            if source and not (source.store / path).exists():
                for device in self.devices.values():
                    (device.store / path).unlink(missing_ok=True)
                del self.arrivals[path]
            elif self.now >= since + DELAY:
                holder = next((device for device in self.devices.values() if (device.store / path).exists()), None)
                for device in self.devices.values() if holder else []:
                    target = device.store / path
                    if not target.exists():
                        target.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copy2(holder.store / path, target)

    def exchange(self, name):
        device = self.devices[name]
        self.deliver()
        begin = time.monotonic()
        self.run(device, "sync", "--yes", allowed={0})
        self.exchanges.append(time.monotonic() - begin)
        self.deliver()
        for location, tags in self.unsent[name]:
            if tags:
                self.kept.setdefault(location, set()).update(tags)
            else:
                self.undone.add(location)
        self.unsent[name] = []

    # What people do

    def change(self, name):
        """One change on a device."""
        device, choice, number = self.devices[name], self.random.choice, self.counts.get("all", 0)
        self.count("all")
        topic, other = self.random.sample(TOPICS, 2)
        dice = self.random.random()
        if dice < .45:
            location = f"https://{topic}.example/{number}"
            self.count("saved")
            if self.run(device, "add-item", location, "--set", "links", "--title", f"{topic} {number}", "--tag", f"keep {topic}") is not None:
                self.unsent[name].append((location, {f"keep {topic}"}))
        elif dice < .65 and self.kept:
            location = choice(sorted(self.kept))
            self.count("tagged")
            if self.run(device, "edit-item", location, "--add", f"keep {other}") is not None:
                self.unsent[name].append((location, {f"keep {other}"}))
        elif dice < .75 and self.kept:
            self.count("edited")
            self.run(device, "edit-item", choice(sorted(self.kept)), "--title", f"Read again {number}")
        elif dice < .85:
            self.count("passing")
            self.run(device, "add-item", f"https://passing.example/{self.random.randint(0, 60)}", "--set", "links", "--tag", topic)
        elif dice < .91:
            self.count("deleted")
            self.run(device, "delete-item", f"https://passing.example/{self.random.randint(0, 60)}")
        elif dice < .93:
            self.count("undone")
            if self.run(device, "add-item", f"https://undone.example/{number}", "--set", "links", "--tag", topic) is not None:
                if self.random.random() < .5:
                    self.exchange(name)
                self.run(device, "undo", allowed={0})
                self.unsent[name].append((f"https://undone.example/{number}", set()))
        elif dice < .95:
            self.count("today")
            self.run(device, "today", "--set", "days", "--add", topic)
        else:
            self.count("tags")
            self.run(device, *choice([
                ("rename", topic, f"{topic} {number % 3}"), ("merge", f"{topic} {number % 3}", topic), ("alias", f"about {topic}", topic),
                ("describe", topic, f"number {number}"), ("imply", topic, other), ("rename", f"{topic} {number % 3}", topic),
                ("tag-items", "--all", "--matching", f"#{topic}", "--add", other, "--yes"),
            ]))

    def begin(self):
        def bookmarks(first, last):
            path = self.folder / f"{first}.ndjson"
            path.write_text("\n".join(
                json.dumps({"title": f"Bookmark {n}", "location": f"https://old.example/{n}", "tags": [f"keep {TOPICS[n % 10]}"], "at": "2024-05-01T10:00:00Z"})
                for n in range(first, last)), "utf-8")
            return path
        for name, (first, last) in {"desktop": (0, 500), "laptop": (400, 600), "phone": (590, 620)}.items():
            device = self.add(name)
            self.run(device, "new", "--daily", "days")
            self.run(device, "new", "links")
            self.run(device, "import", str(bookmarks(first, last)), "--set", "links", allowed={0})
            for n in range(first, last):
                self.kept[f"https://old.example/{n}"] = {f"keep {TOPICS[n % 10]}"}
        for name in self.devices:
            self.join(name)
            self.now += DELAY + 1

    def join(self, name):
        self.deliver()
        device = self.devices[name]
        device.offset = int(self.start + self.now - time.time())
        device.set_up()
        self.deliver()

    def play(self):
        self.begin()
        backup = self.folder / "backup" / "tags.db"
        events = [(20 * HOUR, "backup"), (30 * HOUR, "lost"), (34 * HOUR, "restored"), (36 * HOUR, "new")]
        last = dict.fromkeys(self.devices, 0.0)
        step = (47 * HOUR - self.now) / self.changes
        for _ in range(self.changes):
            self.now += step
            while events and self.now >= events[0][0]:
                event = events.pop(0)[1]
                print(f"hour {self.now / HOUR:.1f}: {event}", flush=True)
                if event == "backup":
                    self.devices["desktop"].copy_database(backup)
                elif event == "lost":
                    # What it has sent has arrived.
                    self.now += DELAY + 1
                    self.deliver()
                    lost = self.unsent.pop("laptop")
                    self.arrivals = {path: (since, None if writer == "laptop" else writer) for path, (since, writer) in self.arrivals.items()}
                    print(f"  {len(lost)} changes of the laptop weren't sent, and are lost with it")
                    del self.devices["laptop"]
                elif event == "restored":
                    print(f"  {len(self.unsent['desktop'])} changes of the desktop weren't sent, and are lost")
                    self.unsent["desktop"] = []
                    self.devices["desktop"].restore(backup)
                else:
                    self.add("tablet")
                    self.join("tablet")
                    last["tablet"] = self.now
            awake = [name for name in self.devices if not (name == "phone" and 10 * HOUR < self.now < 34 * HOUR)]
            self.change(self.random.choice(awake))
            for name in awake:
                if self.now - last[name] >= DELAY:
                    last[name] = self.now
                    self.exchange(name)
        for _ in range(4):
            self.now += DELAY + 1
            for name in self.devices:
                self.exchange(name)
        self.compare()

    def export(self, name):
        lines = self.run(self.devices[name], "export", "--format", "ndjson", allowed={0}).splitlines()
        return [json.dumps({field: value for field, value in json.loads(line).items() if field not in LOCAL}) for line in lines]

    def compare(self):
        exports = {name: self.export(name) for name in self.devices}
        first = exports["desktop"]
        for name, lines in exports.items():
            if lines != first:
                raise Broken(f"desktop and {name} differ: {sorted(set(first) ^ set(lines))[:6]}")
            self.run(self.devices[name], "doctor", allowed={0})
        items = {record["location"]: set(record["tags"]) for record in map(json.loads, first) if "location" in record}
        if self.undone & set(items):
            raise Broken(f"{sorted(self.undone & set(items))} were undone")
        for location, tags in self.kept.items():
            missing = tags - items.get(location, set())
            if missing:
                raise Broken(f"{location} lost {sorted(missing)}" if location in items else f"{location} is lost")
        print(f"{len(items)} items on each of {len(exports)} devices, {len(self.kept)} of them kept with {sum(map(len, self.kept.values()))} tags")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changes", type=int, default=2_000)
    parser.add_argument("--keep")
    options = parser.parse_args()
    folder = pathlib.Path(options.keep or tempfile.mkdtemp()) / f"days{options.seed}"
    folder.mkdir(parents=True)
    days = Days(os.path.abspath(options.program), folder, options.seed, options.changes)
    try:
        days.play()
    except Broken as failure:
        print(f"FAILED: {failure}")
        sys.exit(1)
    finally:
        (folder / "log.txt").write_text("\n".join(map(repr, days.log)), "utf-8")
        codes = {}
        for _, arguments, code, _, _ in days.log:
            codes[code] = codes.get(code, 0) + 1
        print(f"changes {days.counts}; exit codes {codes}")
        if days.exchanges:
            print(f"{len(days.exchanges)} exchanges: median {statistics.median(days.exchanges):.2f} s, longest {max(days.exchanges):.2f} s")
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)


main()
