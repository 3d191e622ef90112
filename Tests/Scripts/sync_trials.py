#!/usr/bin/env python3
"""Random histories of real databases that are synced through folders, by the program itself.

  sync_trials.py PROGRAM [--seeds FIRST LAST] [--steps N] [--keep FOLDER]

Runs as root, for mounts. Each device has a copy of the store, as with Syncthing: files arrive late, one by one, in any order. Clocks are wrong,
exchanges and commands are killed, databases join, are cloned and restored, and files of the store are lost. In the end,
all files arrive; then all databases, and one that joins, must export the same bytes, and doctor must find no damage.
Items and tags that nobody removed must be there. Prints a line for each seed that fails, with the folder if it is kept."""
import argparse, json, os, pathlib, random, shutil, signal, subprocess, sys, tempfile, time

SETS = ["links", "films", "notes"]
TAGS = ["sea", "lake", "wood", "wood/oak", "wood/ash", "stone", "todo", "doing", "done", "café", "Reading"]
PLACES = [f"https://site{number}.example/" for number in range(5)]
# Exit codes of refused commands: usage, data, a missing file, and a question that nobody can answer.
REFUSED = {0, 1, 64, 65, 66, 75}


CLOCK = pathlib.Path(__file__).with_name("shifted_clock.c")
# Fields of an export that belong to a device.
LOCAL = {"selected", "chosen", "frecency", "reviewed", "checked"}


class Broken(Exception):
    """A trial that failed."""


class Device:
    """A database with a clock and a copy of the store."""

    def __init__(self, trial, name, offset):
        self.trial, self.name, self.offset = trial, name, offset
        self.folder = trial.folder / name
        self.store = self.folder / "store"
        self.store.mkdir(parents=True)
        self.database = self.folder / "tags.db"
        self.backup = None
        self.is_set_up = False

    def run(self, *arguments, killed_after=None, allowed=REFUSED):
        """Runs a command by the device's clock; returns its output, or None if it was killed or refused."""
        environment = dict(os.environ, XDG_CONFIG_HOME=str(self.folder), TZ="UTC")
        if self.offset:
            environment.update(LD_PRELOAD=self.trial.clock, CLOCK_SHIFT=str(self.offset))
        # Each device sees its folder at one path, as if it were a machine, so that a clone finds its copy of the store.
        machine = ["unshare", "--mount", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh", str(self.folder), str(self.trial.place)]
        process = subprocess.Popen([*machine, self.trial.program, "--database", str(self.trial.place / "tags.db"), *arguments], env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            out, errors = process.communicate(timeout=killed_after or 120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            if killed_after is None:
                raise Broken(f"{self.name}: {arguments} hangs")
            return None
        self.trial.log.append((self.name, arguments, process.returncode, out.decode(errors="replace")[:200], errors.decode(errors="replace")[-300:]))
        if process.returncode not in allowed:
            raise Broken(f"{self.name}: {' '.join(arguments)} exits with {process.returncode}: {errors.decode(errors='replace')[-500:]}")
        return out.decode() if process.returncode == 0 else None

    def set_up(self):
        done = self.run("sync", "setup", str(self.trial.place / "store"), "--device", self.name, "--unencrypted", "--yes", allowed={0})
        self.is_set_up = done is not None

    def sync(self, killed_after=None):
        if self.is_set_up:
            self.run("sync", "--yes", killed_after=killed_after, allowed={0, 66} if not killed_after else {0, 66})

    def copy_database(self, place):
        """Copies the database as a program that copies files would, while nothing writes."""
        place.parent.mkdir(parents=True, exist_ok=True)
        for suffix in ("", "-wal"):
            source = self.database.with_name(self.database.name + suffix)
            target = place.with_name(place.name + suffix)
            target.unlink(missing_ok=True)
            if source.exists():
                shutil.copy2(source, target)

    def restore(self, place):
        for suffix in ("", "-wal", "-shm"):
            self.database.with_name(self.database.name + suffix).unlink(missing_ok=True)
        for suffix in ("", "-wal"):
            source = place.with_name(place.name + suffix)
            if source.exists():
                shutil.copy2(source, self.database.with_name(self.database.name + suffix))


class History:
    """What devices do, from a seed, with a log of their commands."""

    def __init__(self, program, folder, seed):
        self.program, self.folder = program, folder
        self.clock = str(folder / "clock.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.clock, CLOCK], check=True)
        self.place = folder / "machine"
        self.place.mkdir()
        self.random = random.Random(seed)
        self.log = []


class Trial(History):
    """A random history."""

    def __init__(self, program, folder, seed, steps):
        super().__init__(program, folder, seed)
        self.steps = steps
        self.devices = []
        self.counter = 0
        # The tags of kept items by location; without undo and restored databases, they must all be there.
        self.kept = {}
        self.is_reverting = seed % 2 == 1
        for index in range(self.random.randint(2, 4)):
            self.add_device(index)

    def add_device(self, index):
        offsets = [0, 0, 3_600, -3_600, 3 * 86_400]
        self.devices.append(Device(self, f"device{index}", self.random.choice(offsets)))

    # Delivery

    def deliver(self, source, target, share):
        """Copies some files of one copy of the store to another, and removes some that are gone."""
        for file in sorted(source.store.rglob("*")):
            relative = file.relative_to(source.store)
            if file.is_file() and not (target.store / relative).exists() and self.random.random() < share:
                (target.store / relative).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(file, target.store / relative)

    def mix(self, share):
        for source in self.devices:
            for target in self.devices:
                if source is not target:
                    self.deliver(source, target, share)

    # Commands

    def command(self):
        """Returns the arguments of a random command."""
        choice = self.random.choice
        tag, other = self.random.sample(TAGS, 2)
        place, name = choice(PLACES), choice(SETS)
        self.counter += 1
        commands = [
            lambda: ("add-item", place, "--set", name, "--title", f"Title {self.counter}", "--tag", tag, "--tag", other),
            lambda: ("add-item", place, "--set", name, "--tag", tag),
            lambda: ("add-item", "--title", f"Note {self.counter % 5}", "--note", f"text {self.counter}", "--set", name, "--tag", tag),
            lambda: ("use", name),
            lambda: ("edit-item", place, "--title", f"Edited {self.counter}"),
            lambda: ("edit-item", place, "--note", f"Noted {self.counter}"),
            lambda: ("edit-item", place, "--add", tag),
            lambda: ("edit-item", place, "--remove", tag),
            lambda: ("edit-item", place, "--location", choice(PLACES)),
            lambda: ("delete-item", place),
            lambda: ("tag-items", "--all", "--matching", f"#{tag}", "--add", other, "--yes"),
            lambda: ("tag-items", "--all", "--matching", f"#{tag}", "--remove", tag, "--yes"),
            lambda: ("delete-item", "--all", "--matching", f"#{tag} #{other}", "--yes"),
            lambda: ("rename", tag, choice([other, f"{tag} {self.counter % 3}", tag.upper()])),
            lambda: ("rename", "--no-alias", tag, f"{tag}-{self.counter % 3}"),
            lambda: ("merge", tag, other),
            lambda: ("delete", tag),
            lambda: ("alias", f"also {tag}", tag),
            lambda: ("imply", tag, other),
            lambda: ("one-of", "state", "todo", "doing", "done"),
            lambda: ("describe", tag, f"about {self.counter}", "--tag-color", choice(["red", "blue", "green"])),
            lambda: ("new", name, tag, other),
            lambda: ("add", "--set", name, tag),
            lambda: ("remove", "--set", name, tag),
            lambda: ("drop", choice(SETS[1:] + ["days"]), "--yes"),
            lambda: ("rename-set", name, choice([f"{name} {self.counter % 2}", name])),
            lambda: ("new", "--daily", "days", tag),
            lambda: ("today", "--set", "days", "--add", tag),
            lambda: ("view", "save", f"view {self.counter % 3}", f"#{tag}"),
            lambda: ("rule", "add", place.split("/")[2], "--tag", tag, "--auto"),
            lambda: ("distinguish", tag, other),
            lambda: ("import", str(self.file()), "--set", name),
        ]
        if self.is_reverting:
            commands += [lambda: ("undo",), lambda: ("redo",), lambda: ("sync", "undo", "--yes")] * 2
        return choice(commands)()

    def file(self):
        """The same file of items for all devices, as of a browser's bookmarks."""
        path = self.folder / "bookmarks.txt.ndjson"
        if not path.exists():
            lines = [f'{{"title": "Imported {n}", "location": "https://imported.example/{n}", "tags": ["{TAGS[n % 5]}", "imported"]}}' for n in range(30)]
            lines += [f'{{"title": "Imported note {n % 3}", "tags": ["imported"]}}' for n in range(6)]
            path.write_text("\n".join(lines), "utf-8")
        return path

    def keep(self, device):
        """Saves an item that nobody removes, or gives one a tag."""
        if self.kept and self.random.random() < .5:
            location = self.random.choice(sorted(self.kept))
            tag = f"kept-{self.random.randint(1, 6)}"
            if device.run("edit-item", location, "--add", tag) is not None:
                self.kept[location].add(tag)
        else:
            location = f"https://kept.example/{len(self.kept) if self.random.random() < .7 else 0}"
            if device.run("add-item", location, "--set", "links", "--tag", "kept-0") is not None:
                self.kept.setdefault(location, set()).add("kept-0")

    def step(self):
        device = self.random.choice(self.devices)
        dice = self.random.random()
        if dice < .55:
            killed = self.random.uniform(.005, .15) if self.random.random() < .05 else None
            device.run(*self.command(), killed_after=killed)
        elif dice < .62:
            self.keep(device)
        elif dice < .72:
            if device.is_set_up:
                device.sync(killed_after=self.random.uniform(.01, .3) if self.random.random() < .25 else None)
        elif dice < .80:
            self.join(device)
        elif dice < .90:
            self.mix(self.random.choice([.3, .7, 1]))
        elif dice < .93:
            backup = device.folder / "backup" / "tags.db"
            device.copy_database(backup)
            device.backup = (backup, device.is_set_up)
        elif dice < .95 and self.is_reverting and device.backup:
            device.restore(device.backup[0])
            device.is_set_up = device.backup[1]
        elif dice < .97 and len(self.devices) < 5:
            self.add_device(len(self.devices))
            clone = self.devices[-1]
            device.copy_database(clone.database)
            clone.is_set_up = device.is_set_up
            if clone.is_set_up:
                shutil.copytree(device.store, clone.store, dirs_exist_ok=True)
        elif dice < .985 and self.is_reverting:
            # A file is lost in one copy of the store.
            files = [file for file in device.store.rglob("*.*") if file.suffix in (".seg", ".base")]
            if files:
                self.random.choice(files).unlink()

    def join(self, device):
        """Sets a device up, if the store has reached it or doesn't exist yet."""
        if device.is_set_up:
            return
        others = [other for other in self.devices if other.is_set_up]
        if others:
            source = self.random.choice(others)
            self.deliver(source, device, .8)
            if not (device.store / "tagflow-sync.json").exists():
                shutil.copy2(source.store / "tagflow-sync.json", device.store)
        device.set_up()

    def run(self):
        for device in self.devices:
            for name in SETS:
                device.run("new", name, *self.random.sample(TAGS, 4))
            for place in self.random.sample(PLACES, 3):
                device.run("add-item", place, "--set", self.random.choice(SETS), "--tag", self.random.choice(TAGS))
            if self.random.random() < .7:
                self.join(device)
        for _ in range(self.steps):
            self.step()
        for device in self.devices:
            self.join(device)
        for _ in range(4):
            self.mix(1)
            for device in self.devices:
                device.sync()
        self.mix(1)
        for device in self.devices:
            device.sync()
        self.add_device(99)
        newcomer = self.devices[-1]
        shutil.copytree(self.devices[0].store, newcomer.store, dirs_exist_ok=True)
        newcomer.set_up()
        self.compare()

    def export(self, device):
        """The export of a database without local data."""
        lines = device.run("export", "--format", "ndjson", allowed={0}).splitlines()
        if os.environ.get("LOOSE"):
            loose = lambda value: sorted(map(str, value)) if isinstance(value, list) else value
            return "\n".join(sorted(json.dumps({name: loose(value) for name, value in json.loads(line).items() if name not in LOCAL}) for line in lines))
        return "\n".join(json.dumps({name: value for name, value in json.loads(line).items() if name not in LOCAL}) for line in lines)

    def compare(self):
        exports = {device.name: self.export(device) for device in self.devices}
        first = exports[self.devices[0].name]
        for device in self.devices:
            if exports[device.name] != first:
                one, other = set(first.splitlines()), set(exports[device.name].splitlines())
                raise Broken(f"{self.devices[0].name} and {device.name} differ:\n  - " + "\n  - ".join(sorted(one - other)[:6])
                             + "\n  + " + "\n  + ".join(sorted(other - one)[:6]) + ("\n  (only in order)" if one == other else ""))
            device.run("doctor", allowed={0})
        if not self.is_reverting:
            for location, tags in self.kept.items():
                line = next((line for line in first.splitlines() if f'"{location}"' in line.replace("\\/", "/")), None)
                if line is None:
                    raise Broken(f"{location} is lost")
                missing = [tag for tag in tags if f'"{tag}"' not in line]
                if missing:
                    raise Broken(f"{location} lost {missing}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seeds", nargs=2, type=int, default=[1, 10])
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--keep")
    options = parser.parse_args()
    failed = 0
    for seed in range(options.seeds[0], options.seeds[1] + 1):
        begin = time.monotonic()
        folder = pathlib.Path(options.keep or tempfile.mkdtemp()) / f"seed{seed}"
        folder.mkdir(parents=True)
        trial = Trial(os.path.abspath(options.program), folder, seed, options.steps)
        try:
            trial.run()
            print(f"ok {seed} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Broken as failure:
            failed += 1
            print(f"FAILED {seed}: {failure}", flush=True)
        (folder / "log.txt").write_text("\n".join(map(repr, trial.log)), "utf-8")
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
