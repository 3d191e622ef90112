#!/usr/bin/env python3
"""Checks the contract of sync from outside, with real databases that meet in a folder or at a server.

    python3 Tests/Scripts/sync_contract.py BINARIES [CHECK…]

BINARIES is the folder of `tagflow` and `tagflow-server`, such as .build/debug. Runs the named checks, or all of them, and
prints `ok NAME` or `FAILED NAME: …`. The exit code is 1 if a check failed.
"""

import fcntl
import hashlib
import http.server
import json
import os
import pathlib
import pty
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import zlib

CHECKS = {}
BINARIES = ""


def check(function):
    CHECKS[function.__name__] = function
    return function


class Failed(Exception):
    pass


def expect(wanted, got, about=""):
    if wanted != got:
        raise Failed(f"{about}: expected {wanted!r} got {got!r}" if about else f"expected {wanted!r} got {got!r}")


class Place:
    """A folder for one check, with its databases, its store and its server."""

    def __init__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="sync-contract."))
        self.store = self.root / "store"
        self.store.mkdir()
        (self.root / "passphrase").write_text("correct horse\n")
        self.server = None

    def close(self):
        if self.server:
            self.server.kill()
            self.server.wait()
        shutil.rmtree(self.root, ignore_errors=True)

    def device(self, name):
        return Device(self, name)

    def devices(self, *names, target=None, options=()):
        """Devices that are set up with one store."""
        made = [self.device(name) for name in names]
        for device in made:
            device.set_up(target, *options)
        return made

    def start_server(self, *options):
        database = self.root / "server.sqlite"
        log = open(self.root / "log", "w")
        environment = {"HOME": str(self.root), "PATH": "/usr/bin:/bin", "TAGFLOW_ADMIN_TOKEN": "secret"}
        self.server = subprocess.Popen(
            [f"{BINARIES}/tagflow-server", "--database", str(database), "--listen", "127.0.0.1:0", *options],
            stderr=log, env=environment)
        for _ in range(600):
            text = (self.root / "log").read_text()
            if "sign in once" in text:
                break
            time.sleep(.05)
        token = self.device("server").run("token", "new", "devices", "--scope", "sync").out.strip()
        (self.root / "token").write_text(token + "\n")
        return text.split("listening on ")[1].split()[0]

    def wrote(self, pattern="*"):
        """The files of the store."""
        return sorted(path for path in self.store.glob(f"devices/*/{pattern}"))


class Result:
    def __init__(self, process):
        self.code, self.out, self.errors = process.returncode, process.stdout, process.stderr

    @property
    def json(self):
        return json.loads(self.out)


class Device:
    """A database and the commands on it."""

    def __init__(self, place, name):
        self.place, self.name = place, name
        self.database = place.root / f"{name}.sqlite"

    def start(self, *words, **options):
        environment = {"HOME": str(self.place.root), "PATH": "/usr/bin:/bin", "TAGFLOW_DATABASE": str(self.database)}
        return subprocess.Popen([f"{BINARIES}/tagflow", *map(str, words)], env=environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def run(self, *words, code=0):
        process = self.start(*words)
        process.stdout, process.stderr = process.communicate(timeout=240)
        result = Result(process)
        if code is not None and result.code != code:
            raise Failed(f"{self.name}: '{' '.join(map(str, words))}' expected exit code {code} got {result.code}: "
                         f"{(result.out + result.errors).strip()[-300:]}")
        return result

    def set_up(self, target=None, *options, code=0):
        secret = () if "--unencrypted" in options else ("--passphrase-file", self.place.root / "passphrase")
        if target and "://" in str(target):
            secret += ("--token-file", self.place.root / "token")
        return self.run("sync", "setup", target or self.place.store, "--device", self.name, "--yes", *secret, *options,
                        code=code)

    def sync(self, *options, code=0):
        return self.run("sync", *options, code=code)

    def items(self, query=""):
        found = self.run("items", *query.split(), "--all", "--format", "json", code=None).out
        return json.loads(found)["items"] if found else []

    def item(self, query):
        found = self.items(query)
        if len(found) != 1:
            raise Failed(f"{self.name}: expected one item for {query!r} got {found}")
        return found[0]

    def titles(self):
        return sorted(item["title"] for item in self.items())

    def tags(self, query):
        return sorted(self.item(query)["tags"])

    def status(self):
        return self.run("sync", "status", "--format", "json").json

    def export(self):
        """The lines of an export in any order, without the data that is local: selections, and how often a tag was used lately."""
        path = self.place.root / f"{self.name}.ndjson"
        self.run("export", "--format", "ndjson", "-o", path, "--force")
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        for line in lines:
            for name in ("frecency", "selected", "chosen", "reviewed"):
                line.pop(name, None)
            # Only the members of sets and groups have an order.
            for name in line:
                if isinstance(line[name], list) and (name != "tags" or "at" in line):
                    line[name].sort()
        return sorted(json.dumps(line, ensure_ascii=False, sort_keys=True) for line in lines)


def exchange(*devices, rounds=2):
    """Lets all devices meet."""
    for _ in range(rounds):
        for device in devices:
            device.sync()


def equal(*devices):
    """Fails unless all devices export the same lines and are intact."""
    first = devices[0].export()
    for device in devices[1:]:
        other = device.export()
        if first != other:
            only = [line for line in first if line not in other][:3], [line for line in other if line not in first][:3]
            raise Failed(f"{devices[0].name} and {device.name} differ: {only if only != ([], []) else (first, other)}")
    for device in devices:
        device.run("doctor")


# The failures that an export and import in both directions has.

@check
def added_tag_stays(place):
    """A tag added on one device isn't lost because the other one changed the item."""
    laptop, desktop = place.device("laptop"), place.device("desktop")
    laptop.run("add-item", "https://swift.org/", "--title", "Swift", "--tag", "code")
    laptop.set_up()
    desktop.set_up()
    item = desktop.item("Swift")
    laptop.run("edit-item", laptop.item("Swift")["id"], "--add", "language")
    desktop.run("edit-item", item["id"], "--title", "The Swift language", "--add", "apple")
    exchange(laptop, desktop)
    for device in (laptop, desktop):
        expect(["apple", "code", "language"], device.tags("#code"), device.name)
        expect("The Swift language", device.item("#code")["title"])
    equal(laptop, desktop)


@check
def deleted_item_stays_deleted(place):
    """A deleted item doesn't come back, also after the other device changed its tags; `undo` brings it back."""
    laptop, desktop = place.device("laptop"), place.device("desktop")
    for title in ("one", "two"):
        laptop.run("add-item", f"https://example.org/{title}", "--title", title, "--tag", "x")
    laptop.set_up()
    desktop.set_up()
    laptop.run("delete-item", laptop.item("one")["id"])
    desktop.run("edit-item", desktop.item("one")["id"], "--add", "y")
    exchange(laptop, desktop)
    expect([["two"], ["two"]], [laptop.titles(), desktop.titles()])
    equal(laptop, desktop)
    laptop.run("undo")
    exchange(laptop, desktop)
    expect(["one", "two"], desktop.titles())
    equal(laptop, desktop)


@check
def renames_meet(place):
    """A rename on one device doesn't stop the other; the loser of two renames still finds the tag."""
    laptop, desktop = place.device("laptop"), place.device("desktop")
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "swfit")
    laptop.set_up()
    desktop.set_up()
    laptop.run("rename", "swfit", "swift")
    time.sleep(.01)
    desktop.run("rename", "swfit", "swift-lang")
    exchange(laptop, desktop)
    for device in (laptop, desktop):
        expect(["swift-lang"], device.tags("a"), device.name)
        expect(1, len(device.items("#swift")), "alias of the other rename")
        expect(1, len(device.items("#swfit")), "alias of the old name")
    equal(laptop, desktop)


@check
def empty_folder_deletes_nothing(place):
    """An empty or missing folder never means deletion."""
    laptop, desktop = place.device("laptop"), place.device("desktop")
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "x")
    laptop.set_up()
    desktop.set_up()
    moved = place.root / "moved"
    place.store.rename(moved)
    expect(66, laptop.sync(code=None).code, "missing folder")
    place.store.mkdir()
    expect(65, laptop.sync(code=None).code, "empty folder")
    expect(["a"], laptop.titles())
    place.store.rmdir()
    moved.rename(place.store)
    for path in place.wrote():
        path.unlink()
    exchange(laptop, desktop)
    expect([["a"], ["a"]], [laptop.titles(), desktop.titles()])
    equal(laptop, desktop)


# Set-up.

@check
def set_up_joins_databases(place):
    """10,000 bookmarks that two devices imported are 10,000 items; `setup` reports the numbers first."""
    lines = [json.dumps({"location": f"https://example.org/{number}", "title": f"t{number}", "tags": [f"g{number % 7}"]})
             for number in range(300)]
    file = place.root / "all.ndjson"
    file.write_text("\n".join(lines) + "\n")
    laptop, desktop = place.device("laptop"), place.device("desktop")
    for device in (laptop, desktop):
        device.run("import", file)
    desktop.run("add-item", "https://example.org/new", "--title", "new", "--tag", "x")
    expect("300 items here, 0 in the store, 0 in both", laptop.set_up().out.splitlines()[0])
    expect("301 items here, 300 in the store, 300 in both", desktop.set_up().out.splitlines()[0])
    laptop.sync()
    expect([301, 301], [device.run("items", "--all", "--format", "ndjson").out.count("\n") for device in (laptop, desktop)])
    equal(laptop, desktop)


@check
def set_up_of_what_was_joined_there(place):
    """Two tags or sets here that are one in the store become one, whichever of them is older."""
    for number, order in enumerate([("lake", "sea"), ("sea", "lake")]):
        laptop, desktop = place.device(f"laptop{number}"), place.device(f"desktop{number}")
        target = place.root / f"store{number}"
        target.mkdir()
        for device in (laptop, desktop):
            for name in order:
                device.run("new", f"{name} books", name, "paper")
                device.run("add-item", f"https://example.org/{device.name}/{name}", "--set", f"{name} books", "--tag", name)
        desktop.run("add-item", "https://example.org/both", "--set", "sea books", "--tag", "sea", "--tag", "lake")
        laptop.set_up(target)
        laptop.run("merge", "lake", "sea")
        laptop.run("drop", "lake books", "--yes")
        laptop.run("rename-set", "sea books", "lake books")
        laptop.sync()
        desktop.set_up(target)
        laptop.sync()
        equal(laptop, desktop)
        for device in (laptop, desktop):
            device.run("doctor")
            expect([["sea"]] * 4, [item["tags"] for item in device.items()], device.name)
            records = map(json.loads, device.export())
            expect(["paper", "sea"], sorted(record["tag"] for record in records if "tag" in record))


@check
def set_up_needs_confirmation(place):
    """Scripts need `--yes`; without it nothing is written."""
    laptop = place.device("laptop")
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "x")
    laptop.run("sync", "setup", place.store, "--passphrase-file", place.root / "passphrase", code=64)
    expect([], list(place.store.iterdir()))
    laptop.run("sync", code=64)
    laptop.run("sync", "status", code=64)


@check
def wrong_passphrase(place):
    """A wrong passphrase fails before anything is written."""
    place.devices("laptop")
    (place.root / "passphrase").write_text("wrong\n")
    before = place.wrote()
    desktop = place.device("desktop")
    desktop.set_up(code=77)
    desktop.run("sync", "setup", place.store, "--unencrypted", "--yes", code=65)
    expect(before, place.wrote())


@check
def passphrase_changes(place):
    """`sync passphrase` interrupts nobody; new devices need the new one."""
    laptop, desktop = place.devices("laptop", "desktop")
    (place.root / "new").write_text("battery staple\n")
    laptop.run("sync", "passphrase", "--passphrase-file", place.root / "new")
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "x")
    exchange(laptop, desktop)
    expect(["a"], desktop.titles())
    phone = place.device("phone")
    phone.set_up(code=77)
    (place.root / "passphrase").write_text("battery staple\n")
    phone.set_up()
    expect(["a"], phone.titles())


@check
def passphrase_is_not_shown(place):
    """The passphrase is asked for on a terminal, twice for a new store, and never shown."""
    laptop = place.device("laptop")
    laptop.run("new", "work", "x")
    environment = {"HOME": str(place.root), "PATH": "/usr/bin:/bin", "TAGFLOW_DATABASE": str(laptop.database), "TERM": "dumb"}
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(f"{BINARIES}/tagflow", ["tagflow", "sync", "setup", str(place.store)], environment)
    shown = b""

    def wait(text):
        nonlocal shown
        end = time.monotonic() + 60
        while text not in shown and time.monotonic() < end:
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
        if text not in shown:
            raise Failed(f"expected {text!r} got {shown!r}")

    wait(b"need: ")
    time.sleep(.2)
    os.write(terminal, b"correct horse\n")
    wait(b"Again: ")
    time.sleep(.2)
    os.write(terminal, b"correct horse\n")
    wait(b"[y/N] ")
    os.write(terminal, b"y\n")
    wait(b"sent ")
    os.waitpid(pid, 0)
    expect(False, b"horse" in shown, "shown")
    desktop = place.device("desktop")
    desktop.set_up()


@check
def unencrypted(place):
    """An unencrypted store is joined with `--unencrypted`, and detects damage."""
    laptop, desktop = place.devices("laptop", "desktop", options=("--unencrypted",))
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "x")
    exchange(laptop, desktop)
    expect(["a"], desktop.titles())
    expect([False, False], [laptop.status()["encrypted"], desktop.status()["encrypted"]])
    place.device("phone").set_up(code=65)


@check
def other_store(place):
    """A store whose id changed is refused."""
    laptop, = place.devices("laptop")
    shutil.rmtree(place.store)
    place.store.mkdir()
    place.device("desktop").set_up()
    laptop.sync(code=65)


@check
def leave_and_set_up_again(place):
    """`leave` deletes nothing on either side; setting up again joins."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/", "--title", "a", "--tag", "x")
    exchange(laptop, desktop)
    before = place.wrote()
    laptop.run("sync", "leave")
    expect([["a"], before], [laptop.titles(), place.wrote()])
    laptop.run("sync", code=64)
    desktop.run("edit-item", desktop.item("a")["id"], "--title", "b")
    desktop.sync()
    laptop.run("edit-item", laptop.item("a")["id"], "--add", "y")
    laptop.set_up()
    exchange(desktop, laptop)
    # The item modified last wins, and tags are united.
    expect(["x", "y"], desktop.tags("a"))
    equal(laptop, desktop)


# Exchanges.

@check
def reports(place):
    """`sent 3 changes, received 12 from laptop`, and the fields of `sync status --format json`."""
    laptop, desktop = place.devices("laptop", "desktop")
    for number in range(3):
        laptop.run("add-item", f"https://example.org/{number}", "--title", f"t{number}", "--tag", "x")
    expect(3, laptop.status()["unsent"])
    expect("sent 3 changes, received 0\n", laptop.sync().out)
    expect("sent 0 changes, received 3 from laptop\n", desktop.sync().out)
    desktop.run("edit-item", desktop.item("t1")["id"], "--add", "y")
    expect("sent 1 change, received 0\n", desktop.sync().out)
    expect("sent 0 changes, received 1 from desktop\n", laptop.sync().out)
    status = laptop.status()
    expect(["device", "devices", "encrypted", "lastExchange", "problems", "target", "unsent"], sorted(status))
    expect([str(place.store), "laptop", True, 0, []],
           [status[name] for name in ("target", "device", "encrypted", "unsent", "problems")])
    expect([["changes", "device", "lastChange"], "desktop", 1],
           [sorted(status["devices"][0]), status["devices"][0]["device"], status["devices"][0]["changes"]])
    equal(laptop, desktop)


@check
def three_devices(place):
    """Three devices with all kinds of changes are equal after they met."""
    laptop, desktop, phone = place.devices("laptop", "desktop", "phone")
    laptop.run("new", "trip", "sea", "map")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "sea", "--note", "a note")
    desktop.run("add-item", "https://example.org/1", "--title", "uno", "--tag", "beagle")
    desktop.run("add", "--yes", "dog")
    desktop.run("imply", "beagle", "dog")
    desktop.run("describe", "dog", "a pet", "--color", "blue")
    phone.run("add", "--yes", "todo", "done")
    phone.run("view", "save", "done", "#done")
    phone.run("one-of", "state", "todo", "done")
    phone.run("new", "--daily", "habits", "walk")
    phone.run("today", "--add", "walk", "--set", "habits", code=None)
    exchange(laptop, desktop, phone)
    laptop.run("merge", "map", "sea")
    desktop.run("rename-set", "trip", "journey")
    phone.run("alias", "ocean", "sea")
    laptop.run("rule", "add", "site:example.org", "--tag", "example")
    exchange(laptop, desktop, phone)
    equal(laptop, desktop, phone)


@check
def order_of_one_of(place):
    """The tags of a one-of group keep their order; two devices that extend it at the same time agree."""
    laptop, phone = place.devices("laptop", "phone", options=("--unencrypted",))
    for tag in ("todo", "doing", "done", "wait", "alas"):
        laptop.run("add-item", "--title", f"Sweep {tag}", "--tag", tag)
    laptop.run("one-of", "state", "todo", "doing", "done")
    exchange(laptop, phone)
    expect(["state\ttodo, doing, done"], phone.run("one-of").out.splitlines())
    laptop.run("one-of", "state", "todo", "wait", "doing", "done")
    phone.run("one-of", "state", "todo", "alas", "doing", "done")
    exchange(laptop, phone)
    expect(["state\ttodo, alas, wait, doing, done"], phone.run("one-of").out.splitlines())
    phone.run("one-of", "state", "done", "wait", "todo", "alas")
    phone.run("rename", "alas", "zoo")
    exchange(laptop, phone)
    equal(laptop, phone)
    expect(["state\tdone, wait, todo, zoo"], laptop.run("one-of").out.splitlines())
    # The order of the store counts for a database that joins.
    tablet = place.device("tablet")
    tablet.run("add-item", "--title", "Mop", "--tag", "new", "--tag", "wait", "--tag", "todo")
    tablet.run("one-of", "state", "new", "todo", "wait")
    tablet.set_up(None, "--unencrypted")
    exchange(laptop, phone, tablet)
    equal(laptop, phone, tablet)
    expect(["state\tdone, wait, todo, zoo, new"], laptop.run("one-of").out.splitlines())


@check
def damaged_file(place):
    """A damaged file is skipped and named, the others are exchanged, and the exit code is 65."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    laptop.sync()
    path = max(place.wrote("*.seg"), key=lambda path: path.stat().st_mtime_ns)
    laptop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    laptop.sync()
    content = path.read_bytes()
    path.write_bytes(content[:-3])
    result = desktop.sync(code=65)
    expect(True, path.name in result.errors, result.errors)
    expect(["two"], desktop.titles())
    expect(True, any(path.name in problem for problem in desktop.status()["problems"]), "problems")
    path.write_bytes(content)
    expect([], desktop.status()["problems"], "a problem that is solved")
    desktop.sync()
    expect(["one", "two"], desktop.titles())
    equal(laptop, desktop)


def sent_again(laptop, desktop, path):
    """The laptop reports once that a file of its own is damaged, and writes the changes again."""
    desktop.sync(code=65)
    result = laptop.sync()
    expect(True, path.name in result.errors and "sent again" in result.errors, result.errors)
    expect("", laptop.sync().errors)
    expect([], laptop.status()["problems"])
    expect("", desktop.sync().errors)


@check
def damaged_own_file(place):
    """A device reports once that its file was truncated, and writes the changes again."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    laptop.sync()
    path = max(place.wrote("*.seg"), key=lambda path: path.stat().st_mtime_ns)
    path.write_bytes(path.read_bytes()[:50])
    sent_again(laptop, desktop, path)
    expect([["one"], []], [desktop.titles(), desktop.status()["problems"]])
    equal(laptop, desktop)


@check
def altered_own_file(place):
    """A device notices that a file that it wrote was changed without changing its size, and writes the changes again."""
    laptop, desktop = place.devices("laptop", "desktop")
    for number, offset in enumerate((10, 13, 40, -1)):
        laptop.run("add-item", f"https://example.org/{number}", "--title", f"t{number}", "--tag", "x")
        laptop.sync()
        path = max(place.wrote("*.seg"), key=lambda path: path.stat().st_mtime_ns)
        content = bytearray(path.read_bytes())
        content[offset] ^= 1
        path.write_bytes(content)
        sent_again(laptop, desktop, path)
        expect([f"t{known}" for known in range(number + 1)], desktop.titles())
        equal(laptop, desktop)
    # A file that only seems to have changed isn't written again.
    before = place.wrote()
    for path in before:
        path.touch()
    exchange(laptop, desktop)
    expect(before, place.wrote())


@check
def changes_of_one_item(place):
    """Of several changes of an item between two exchanges, each has its own time: of two notes, the later one wins."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    exchange(laptop, desktop)
    address = "https://example.org/1"
    desktop.run("edit-item", address, "--title", "desktop", "--note", "desktop", "--at", "2024-05-01T12:00:00Z",
                "--remove", "x")
    time.sleep(.01)
    laptop.run("edit-item", address, "--title", "laptop")
    laptop.run("edit-item", address, "--note", "laptop", "--at", "2024-05-02T12:00:00Z")
    time.sleep(.01)
    desktop.run("edit-item", address, "--add", "late")
    desktop.run("edit-item", address, "--location", "https://example.org/2")
    exchange(desktop, laptop)
    item = desktop.item("laptop")
    expect(["laptop", "laptop", "2024-05-02", "https://example.org/2", ["late"]],
           [item["title"], item["note"], item["at"][:10], item["location"], item["tags"]])
    equal(laptop, desktop)
    # A new item is known by its first change, and its fields by their last ones.
    for device in (laptop, desktop):
        device.run("add-item", "https://example.org/new", "--title", device.name, "--note", device.name, "--tag", device.name)
        time.sleep(.01)
    laptop.run("edit-item", "https://example.org/new", "--title", "last")
    exchange(laptop, desktop)
    item = desktop.item("last")
    expect(["desktop", ["desktop", "laptop"]], [item["note"], sorted(item["tags"])])
    equal(laptop, desktop)
    # A new item takes the place of one that was deleted after it was saved.
    laptop.run("add-item", "https://example.org/3", "--title", "third", "--tag", "third")
    laptop.run("delete-item", laptop.item("last")["id"])
    laptop.run("edit-item", "https://example.org/3", "--location", "https://example.org/new")
    exchange(laptop, desktop)
    expect([["laptop", "third"]] * 2, [laptop.titles(), desktop.titles()])
    expect([["third"]] * 2, [laptop.tags("third"), desktop.tags("third")])
    equal(laptop, desktop)


def write_file(place, number, *lines):
    """Writes a file that another program could have written, with valid checksums."""
    store = json.loads((place.store / "tagflow-sync.json").read_text())["store"]
    device, name = "00000000000000ee", f"{number}-{number:016x}.seg"
    header = f"tagflow-sync 1 {store} {device} {name} plain\n".encode()
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":"))
             for line in (["other", 1795960000000, []], *lines)]
    content = header + zlib.compress("".join(text + "\n" for text in texts).encode())
    path = place.store / "devices" / device / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content + hashlib.sha256(content).digest())
    return path


@check
def wrong_clock(place):
    """A clock more than a day ahead is reported; the changes apply."""
    laptop, = place.devices("laptop", options=("--unencrypted",))
    for days, text in ((3, "3 days"), (1.3, "1 day"), (.9, "")):
        stamp = [int((time.time() + days * 86_400 - 5) * 1000), 0, "00000000000000ee"]
        path = write_file(place, round(days * 10), ["t" + f"{round(days * 10):032x}", stamp, "name", f"days {days}"])
        expect(f"tagflow: other's clock is {text} ahead\n" if text else "", laptop.sync().errors)
    expect(["days 0.9", "days 1.3", "days 3"], sorted(line.split("\t")[0] for line in
                                                     laptop.run("tags", "--all").out.splitlines()))


@check
def device_names(place):
    """The status lists a device whose database was copied or restored once, and not this device."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("backup", place.root / "backup.sqlite")
    for device in (laptop, desktop):
        device.run("add-item", f"https://example.org/{device.name}", "--title", device.name, "--tag", "x")
    exchange(laptop, desktop)
    for suffix in ("", "-wal", "-shm"):
        pathlib.Path(f"{laptop.database}{suffix}").unlink(missing_ok=True)
    shutil.copy(place.root / "backup.sqlite", laptop.database)
    laptop.run("add-item", "https://example.org/new", "--title", "new", "--tag", "x")
    exchange(laptop, desktop)
    equal(laptop, desktop)
    expect([["desktop"], ["laptop"]],
           [[found["device"] for found in device.status()["devices"]] for device in (laptop, desktop)])


@check
def impossible_values(place):
    """A file with values that no row can have is damaged: it is skipped and named, and the others are exchanged."""
    laptop, desktop = place.devices("laptop", "desktop", options=("--unencrypted",))
    stamp, ids = [1795960000000, 0, "00000000000000ee"], [f"{number:032x}" for number in range(1, 9)]
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    for number, lines in enumerate([
            [["t" + ids[0], stamp, "name", "nul\0one"], ["t" + ids[1], stamp, "name", "nul\0two"]],
            [["s" + ids[0], stamp, "name", "nul\0one"]], [["t" + ids[0], stamp, "name", "a", "color", "puce"]],
            [["t" + ids[0], stamp, "name", "a" * 1001]], [["i" + ids[0], stamp, "note", "a\0b"]],
            [["i" + ids[0], stamp, "attributes", "no json"]], [["i" + ids[0], stamp, "words", "no words"]],
            [["s" + ids[0], stamp, "name", "s", "setting", ["spacing", '"wide"']]],
            [["v" + ids[0], stamp, "name", "v", "query", "x" * 10001]]], 1):
        path = write_file(place, number, *lines)
        laptop.run("edit-item", laptop.item("one")["id"], "--note", f"note {number}")
        for device in (laptop, desktop):
            result = device.sync(code=65)
            expect(True, path.name in result.errors, result.errors)
        expect(f"note {number}", desktop.item("one")["note"])
        equal(laptop, desktop)
        path.unlink()
    exchange(laptop, desktop)
    expect([], desktop.status()["problems"])
    equal(laptop, desktop)


@check
def long_thing(place):
    """A thing with more than 4 MB of changes of one command is sent in several segments."""
    laptop, desktop = place.devices("laptop", "desktop")
    path = place.root / "aliases.ndjson"
    aliases = [f"{number:05d}" + "x" * 960 for number in range(4600)]
    path.write_text(json.dumps({"tag": "big", "aliases": aliases}) + "\n")
    laptop.run("import", path)
    laptop.sync()
    expect(True, len(place.wrote("*.seg")) > 1)
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    exchange(laptop, desktop)
    expect(["one"], desktop.titles())
    expect(laptop.export(), desktop.export())


@check
def long_attributes(place):
    """Attributes of a bookmark are limited when they are imported, so that they fit into a segment."""
    laptop, desktop = place.devices("laptop", "desktop")
    path = place.root / "bookmark.ndjson"
    attributes = {f"x-{number}": '"\\' * 30_000 for number in range(50)}
    path.write_text(json.dumps({"title": "one", "location": "https://example.org/1", "tags": ["x"],
                                "attributes": attributes, "folders": ["é" * 500] * 64}) + "\n")
    laptop.run("import", path)
    exchange(laptop, desktop)
    equal(laptop, desktop)
    kept = [line for line in desktop.export() if "attributes" in line]
    expect([1, True], [len(kept), 5 < len(json.loads(kept[0])["attributes"]) < 10])


@check
def spellings(place):
    """Names that differ in Unicode normalization are written in one way on all devices."""
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    laptop, desktop = place.device("laptop"), place.device("desktop")
    for device, name in ((laptop, composed), (desktop, decomposed)):
        device.run("add-item", "--title", name, "--tag", f"{name} tag", "--tag", "x", "--tag", "y")
        device.run("alias", f"{name} alias", "x")
        device.run("describe", "x", f"{name} described")
        device.run("one-of", f"{name} group", "x", "y")
        device.run("view", "save", f"{name} view", name)
        device.run("new", f"{name} set")
        device.run("add-item", f"https://example.org/{name}", "--title", name, "--tag", "x")
    for device in (laptop, desktop):
        device.set_up()
    exchange(laptop, desktop)
    equal(laptop, desktop)
    for device, name in ((laptop, decomposed), (desktop, composed)):
        device.run("alias", f"{name} other", "y")
        device.run("describe", "y", f"{name} described")
    exchange(laptop, desktop)
    equal(laptop, desktop)


@check
def newer_format(place):
    """Older versions stop before they read or write."""
    laptop, = place.devices("laptop")
    description = place.store / "tagflow-sync.json"
    content = json.loads(description.read_text())
    description.write_text(json.dumps({**content, "format": content["format"] + 1}))
    before = place.wrote()
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    result = laptop.sync(code=65)
    expect([True, before], ["written by a newer tagflow; update it" in result.errors, place.wrote()])


@check
def many_deletions(place):
    """An exchange that would delete more than 20 items and 5 % sends, receives nothing, and exits with 65 until `--yes`."""
    laptop = place.device("laptop")
    file = place.root / "all.ndjson"
    file.write_text("".join(
        json.dumps({"location": f"https://example.org/{number}", "title": f"t{number}", "tags": ["x"]}) + "\n"
        for number in range(40)))
    laptop.run("import", file)
    laptop.set_up()
    desktop = place.device("desktop")
    desktop.set_up()
    laptop.run("delete-item", "--matching", "#x", "--all", "--yes")
    laptop.sync()
    desktop.run("add-item", "https://example.org/new", "--title", "new", "--tag", "y")
    desktop.sync(code=65)
    expect(41, desktop.run("items", "--all", "--format", "ndjson").out.count("\n"))
    expect("sent 0 changes, received 1 from desktop\n", laptop.sync().out)
    desktop.sync("--yes")
    exchange(laptop, desktop)
    expect([["new"], ["new"]], [laptop.titles(), desktop.titles()])
    equal(laptop, desktop)


@check
def concurrent_sync(place):
    """A second sync of a database ends with 75."""
    laptop, = place.devices("laptop")
    lock = pathlib.Path(f"{os.path.realpath(laptop.database)}-syncing")
    with open(lock, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        laptop.sync(code=75)
    laptop.sync()
    expect(False, lock.exists(), "lock file")


@check
def killed_exchanges(place):
    """A kill at any moment loses nothing."""
    laptop, desktop = place.devices("laptop", "desktop")
    for number in range(12):
        laptop.run("add-item", f"https://example.org/{number}", "--title", f"t{number:02}", "--tag", "x")
        for device in (laptop, desktop):
            process = device.start("sync")
            time.sleep(.01 * number)
            process.send_signal(signal.SIGKILL)
            process.communicate()
    exchange(laptop, desktop)
    expect([f"t{number:02}" for number in range(12)], desktop.titles())
    equal(laptop, desktop)


@check
def undo_of_exchanges(place):
    """`undo` skips received changes; `sync undo` reverts them on all devices."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    exchange(laptop, desktop)
    desktop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    laptop.run("edit-item", laptop.item("one")["id"], "--title", "uno")
    exchange(laptop, desktop)
    desktop.run("undo")
    expect(["uno"], desktop.titles(), "undo of the device's step")
    exchange(desktop, laptop)
    expect([["uno"], ["uno"]], [laptop.titles(), desktop.titles()])
    laptop.run("edit-item", laptop.item("uno")["id"], "--add", "mistake")
    exchange(laptop, desktop)
    desktop.run("sync", "undo", code=64)
    desktop.run("sync", "undo", "--yes")
    exchange(desktop, laptop)
    expect([["x"], ["x"]], [laptop.tags("uno"), desktop.tags("uno")])
    equal(laptop, desktop)


def said(result):
    """What a command printed."""
    return (result.out + result.errors).strip()


def locations(device):
    return sorted(item.get("location") or item["at"][:10] for item in device.items())


@check
def undo_of_deletions(place):
    """Undo of a deletion brings things back with what other devices have changed meanwhile."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("new", "links", "fish", "boat")
    laptop.run("new", "drafts", "fish")
    for name in ("one", "two"):
        laptop.run("add-item", f"https://{name}.org/", "--title", name, "--tag", "fish", "--set", "links")
    laptop.run("view", "save", "sea", "#fish")
    exchange(laptop, desktop)
    changes = {
        ("delete-item", "https://one.org/"): [("edit-item", "https://one.org/", "--note", "by desktop", "--add", "boat")],
        ("delete", "fish"): [("describe", "fish", "by desktop"), ("alias", "tuna", "fish"), ("one-of", "kind", "fish", "boat")],
        ("drop", "drafts", "--yes"): [("add", "--set", "drafts", "boat")],
        ("view", "delete", "sea"): [("view", "save", "sea", "#boat")],
    }
    for deletion, others in changes.items():
        for arguments in others:
            desktop.run(*arguments)
        before = desktop.export()
        laptop.run(*deletion)
        exchange(laptop, desktop)
        equal(laptop, desktop)
        if before == laptop.export():
            raise Failed(f"{deletion} deletes nothing")
        expect(True, said(laptop.run("undo")).startswith("undone: "), deletion)
        exchange(laptop, desktop)
        equal(laptop, desktop)
        expect([line for line in before if line not in laptop.export()], [], f"lost by undo of {deletion}")
        # Redo deletes it again, and undo brings it back.
        laptop.run("redo")
        exchange(laptop, desktop)
        laptop.run("undo")
        exchange(laptop, desktop)
        equal(laptop, desktop)
        expect([line for line in before if line not in laptop.export()], [], f"lost by the second undo of {deletion}")


@check
def undo_of_equal_places(place):
    """Two devices move different things to one place: undo reverts each device's move, and loses nothing."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("new", "links", "first", "second")
    for name in ("m1", "m2"):
        laptop.run("add-item", f"https://{name}.org/", "--title", name, "--tag", name)
    exchange(laptop, desktop)
    for device, name in ((laptop, "m1"), (desktop, "m2")):
        device.run("edit-item", f"https://{name}.org/", "--location", "https://m3.org/")
    exchange(laptop, desktop)
    expect([["https://m3.org/"]] * 2, [locations(laptop), locations(desktop)])
    expect("undone: edit-item 1", said(laptop.run("undo")))
    exchange(laptop, desktop)
    expect([["https://m1.org/", "https://m3.org/"]] * 2, [locations(laptop), locations(desktop)], "the first undo")
    expect([["m1"], ["m2"]], [desktop.tags("m1"), desktop.tags("m2")])
    result = laptop.run("redo")
    expect(True, "not redone" in said(result) and "taken" in said(result), said(result))
    desktop.run("undo")
    exchange(desktop, laptop)
    expect([["https://m1.org/", "https://m2.org/"]] * 2, [locations(laptop), locations(desktop)], "both undone")
    equal(laptop, desktop)


@check
def undo_of_equal_names(place):
    """Two devices give different tags and sets one name: undo reverts each device's rename."""
    laptop, desktop = place.devices("laptop", "desktop")
    for number in (1, 2):
        laptop.run("new", f"set{number}", f"tag{number}")
        laptop.run("add-item", f"https://m{number}.org/", "--title", f"m{number}", "--tag", f"tag{number}", "--set",
                   f"set{number}")
    exchange(laptop, desktop)

    def state(device):
        return [[item["set"], *item["tags"]] for item in sorted(device.items(), key=lambda item: item["location"])]

    for device, number in ((laptop, 1), (desktop, 2)):
        device.run("rename", f"tag{number}", "same")
        device.run("rename-set", f"set{number}", "equal")
    exchange(laptop, desktop)
    expect([[["equal", "same"]] * 2] * 2, [state(laptop), state(desktop)])
    for _ in range(2):
        laptop.run("undo")
    exchange(laptop, desktop)
    expect([[["set1", "tag1"], ["equal", "same"]]] * 2, [state(laptop), state(desktop)], "the first undo")
    for _ in range(2):
        desktop.run("undo")
    exchange(desktop, laptop)
    expect([[["set1", "tag1"], ["set2", "tag2"]]] * 2, [state(laptop), state(desktop)], "both undone")
    equal(laptop, desktop)


@check
def undo_of_equal_days(place):
    """Two devices move different days to one day: undo reverts each device's change."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("new", "--daily", "habits", "run", "read")
    for day, tag in (("2024-05-01", "run"), ("2024-05-02", "read")):
        laptop.run("add-item", "--at", f"{day}T12:00:00Z", "--tag", tag, "--set", "habits")
    exchange(laptop, desktop)
    for device, tag in ((laptop, "run"), (desktop, "read")):
        device.run("edit-item", device.item(f"#{tag}")["id"], "--at", "2024-05-03T12:00:00Z")
    exchange(laptop, desktop)
    expect([["2024-05-03"]] * 2, [locations(laptop), locations(desktop)])
    laptop.run("undo")
    exchange(laptop, desktop)
    expect([["2024-05-01", "2024-05-03"]] * 2, [locations(laptop), locations(desktop)], "the first undo")
    desktop.run("undo")
    exchange(desktop, laptop)
    expect([["2024-05-01", "2024-05-02"]] * 2, [locations(laptop), locations(desktop)], "both undone")
    expect([["run"]], [item["tags"] for item in laptop.items() if item["at"].startswith("2024-05-01")])
    equal(laptop, desktop)


@check
def undo_of_repeated_changes(place):
    """A change that another device made again stays, and the reason is named; so is a change that it reverted."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    exchange(laptop, desktop)
    laptop.run("edit-item", "https://example.org/1", "--add", "both", "--title", "two")
    desktop.run("edit-item", "https://example.org/1", "--add", "both", "--title", "two")
    exchange(laptop, desktop)
    result = laptop.run("undo", "--format", "json").json
    expect(True, "made again on desktop" in result["kept"]["message"], result)
    exchange(laptop, desktop)
    expect([["both", "x"]] * 2, [laptop.tags("two"), desktop.tags("two")])
    laptop.run("edit-item", "https://example.org/1", "--title", "three")
    exchange(laptop, desktop)
    desktop.run("edit-item", "https://example.org/1", "--title", "two")
    exchange(desktop, laptop)
    expect("not undone: edit-item 1\n1 of 1 change was already reverted on desktop\n  title of 'two'",
           said(laptop.run("undo")))
    laptop.run("edit-item", "https://example.org/1", "--title", "four")
    exchange(laptop, desktop)
    desktop.run("delete-item", "https://example.org/1")
    exchange(desktop, laptop)
    expect("1 of 1 change was deleted on desktop and stays deleted", said(laptop.run("undo")).splitlines()[1])
    equal(laptop, desktop)


@check
def redo_after_deletion(place):
    """Redo after another device deleted the item, tag or set says in one sentence what stays."""
    for number, words in enumerate((
            ("edit-item", "https://example.org/1", "--title", "two"), ("edit-item", "https://example.org/1", "--add", "y"),
            ("edit-item", "https://example.org/1", "--remove", "x"), ("delete-item", "https://example.org/1"),
            ("rename", "x", "z"), ("describe", "x", "text"), ("alias", "ex", "x"), ("imply", "x", "y"),
            ("new", "other", "x", "y"), ("one-of", "group", "x", "y"), ("merge", "x", "y"), ("delete", "x"))):
        for deleted in (("delete-item", "https://example.org/1"), ("delete", "x"), ("drop", "links", "--yes")):
            root = Place()
            laptop, desktop = root.devices("laptop", "desktop", options=("--unencrypted",))
            laptop.run("new", "links", "x", "y")
            laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x", "--set", "links")
            exchange(laptop, desktop, rounds=1)
            laptop.run(*words)
            laptop.run("undo")
            laptop.sync()
            desktop.sync()
            desktop.run(*deleted)
            desktop.sync()
            laptop.sync()
            for command in ("redo", "undo", "redo"):
                result = laptop.run(command, code=None)
                about = f"{words} {deleted} {command}: {said(result)}"
                expect(True, result.code in (0, 1) and "damaged" not in said(result), about)
            exchange(laptop, desktop)
            equal(laptop, desktop)
            root.close()


@check
def setup_after_changes_of_the_store(place):
    """A database that leaves and joins again has no duplicates: renames, merges and deletions of the store hold."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("new", "links", "x", "y", "z")
    for number in range(1, 4):
        laptop.run("add-item", f"https://example.org/{number}", "--title", f"t{number}", "--tag", "x", "--tag", "y")
    for title in ("note", "gone"):
        laptop.run("add-item", "--title", title, "--tag", "z")
    exchange(laptop, desktop)
    laptop.run("sync", "leave")
    desktop.run("rename-set", "links", "other")
    desktop.run("rename", "x", "renamed", "--no-alias")
    desktop.run("merge", "y", "z")
    desktop.run("delete-item", "https://example.org/1")
    desktop.run("delete-item", desktop.item("gone")["id"])
    desktop.sync()
    result = laptop.set_up()
    expect(True, "5 items here, 3 in the store, 3 in both, 2 of those here deleted there" in said(result), said(result))
    exchange(laptop, desktop)
    expect(["note", "t2", "t3"], laptop.titles())
    expect([["renamed", "z"], ["other"]], [laptop.tags("t2"), sorted({item["set"] for item in laptop.items()})])
    equal(laptop, desktop)


@check
def imports_without_locations(place):
    """Items without a location that are imported on two devices are the same items, before and after set-up."""
    file = place.root / "notes.ndjson"
    lines = [{"title": "one", "tags": ["k"]}, {"title": "two", "tags": ["k"]},
             {"title": "timed", "tags": ["k"], "at": "2024-01-02T03:04:05Z"}]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for store, before in (("first", True), ("second", False)):
        (place.root / store).mkdir()
        devices = [place.device(f"{name} {store}") for name in ("laptop", "desktop")]
        for device in devices:
            device.run("new", "links", "x")
            steps = [lambda: device.run("import", file, "--set", "links"), lambda: device.set_up(place.root / store)]
            for step in steps if before else reversed(steps):
                step()
        exchange(*devices)
        expect([["one", "timed", "two"]] * 2, [device.titles() for device in devices], store)
        equal(*devices)
    laptop, desktop = devices
    laptop.run("delete-item", laptop.item("one")["id"])
    exchange(laptop, desktop)
    desktop.run("import", file, "--set", "links")
    laptop.run("import", file, "--set", "links")
    exchange(laptop, desktop)
    expect([["one", "timed", "two"]] * 2, [laptop.titles(), desktop.titles()], "imported after a deletion")
    equal(laptop, desktop)


# Copies of databases.

@check
def restored_backup(place):
    """A database restored from a backup gets back what happened since."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    laptop.sync()
    backup = place.root / "backup.sqlite"
    laptop.run("backup", backup)
    laptop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    laptop.sync()
    for suffix in ("-wal", "-shm"):
        pathlib.Path(f"{laptop.database}{suffix}").unlink(missing_ok=True)
    shutil.copy(backup, laptop.database)
    laptop.run("add-item", "https://example.org/3", "--title", "three", "--tag", "x")
    exchange(laptop, desktop)
    expect([["one", "three", "two"]] * 2, [laptop.titles(), desktop.titles()])
    equal(laptop, desktop)


@check
def cloned_database(place):
    """A cloned database becomes a device of its own."""
    laptop, = place.devices("laptop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    laptop.sync()
    laptop.run("backup", place.root / "clone.sqlite")
    clone = place.device("clone")
    laptop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    clone.run("add-item", "https://example.org/3", "--title", "three", "--tag", "x")
    exchange(laptop, clone, rounds=3)
    expect([["one", "three", "two"]] * 2, [laptop.titles(), clone.titles()])
    equal(laptop, clone)
    phone = place.device("phone")
    phone.set_up()
    equal(laptop, phone)


@check
def restored_store(place):
    """A store restored from an older copy gets back what is missing."""
    laptop, desktop = place.devices("laptop", "desktop")
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    exchange(laptop, desktop)
    shutil.copytree(place.store, place.root / "old")
    desktop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    exchange(desktop, laptop)
    shutil.rmtree(place.store)
    (place.root / "old").rename(place.store)
    exchange(laptop, desktop)
    phone = place.device("phone")
    phone.set_up()
    expect(["one", "two"], phone.titles())
    equal(laptop, desktop, phone)


# Watching, and servers.

def waits(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(.2)
    return True


@check
def watching(place):
    """`--watch` exchanges after a change on either side."""
    laptop, desktop = place.devices("laptop", "desktop")
    process = laptop.start("sync", "--watch")
    try:
        desktop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
        desktop.sync()
        expect(True, waits(lambda: laptop.titles() == ["one"]), "a change of the other device")
        laptop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
        expect(True, waits(lambda: (desktop.sync(), desktop.titles() == ["one", "two"])[1]), "a change of this device")
    finally:
        process.kill()
        process.communicate()
    equal(laptop, desktop)


@check
def server(place):
    """Devices exchange through a server, which can't read the changes, and whose database may be a device, too."""
    url = place.start_server()
    laptop, desktop = place.devices("laptop", "desktop", target=url)
    laptop.run("add-item", "https://example.org/1", "--title", "a secret title", "--tag", "x")
    exchange(laptop, desktop)
    expect(["a secret title"], desktop.titles())
    folder = place.root / "server.sqlite-sync"
    stored = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    expect([True, False], [len(stored) > 2, any(b"secret" in content for content in stored)])
    equal(laptop, desktop)
    page = place.device("server")
    page.set_up(url)
    expect(["a secret title"], page.titles())
    laptop.run("add-item", "https://example.org/2", "--title", "two", "--tag", "x")
    laptop.sync()
    expect(True, waits(lambda: page.titles() == ["a secret title", "two"], 30), "the server's database")


@check
def damaged_file_on_server(place):
    """The message about a damaged file on a server has its URL."""
    url = place.start_server().rstrip("/")
    laptop, desktop = place.devices("laptop", "desktop", target=url)
    laptop.run("add-item", "https://example.org/1", "--title", "one", "--tag", "x")
    laptop.sync()
    path, = (place.root / "server.sqlite-sync").rglob("*.seg")
    path.write_bytes(path.read_bytes()[:-3])
    errors = desktop.sync(code=65).errors
    expect(True, f"'{url}/sync/devices/{path.parent.name}/{path.name}'" in errors, errors)
    expect(True, "sent again" in laptop.sync().errors)
    desktop.sync()
    expect([["one"], []], [desktop.titles(), desktop.status()["problems"]])
    equal(laptop, desktop)


@check
def server_refusals(place):
    """69 the target can't be reached, 77 a wrong token."""
    url = place.start_server()
    laptop, = place.devices("laptop", target=url)
    (place.root / "token").write_text("tf_wrong\n")
    place.device("desktop").set_up(url, code=77)
    token = place.device("server").run("token", "new", "reader", "--scope", "read").out
    (place.root / "token").write_text(token)
    place.device("desktop").set_up(url, code=77)
    place.server.kill()
    place.server.wait()
    laptop.sync(code=69)
    expect(True, bool(laptop.status()["problems"]), "problems")
    laptop.run("items", "--all", code=None)


@check
def redirects(place):
    """A redirect is refused, so that the token never goes to another address."""
    seen = []

    class Redirecting(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(302)
            self.send_header("Location", f"http://127.0.0.1:{other.server_port}{self.path}")
            self.end_headers()

        def log_message(self, *words):
            pass

    class Other(Redirecting):
        def do_GET(self):
            seen.append(self.path)
            self.send_error(404)

    other = http.server.HTTPServer(("127.0.0.1", 0), Other)
    first = http.server.HTTPServer(("127.0.0.1", 0), Redirecting)
    for one in (other, first):
        threading.Thread(target=one.serve_forever, daemon=True).start()
    (place.root / "token").write_text("tf_secret\n")
    result = place.device("laptop").set_up(f"http://127.0.0.1:{first.server_port}", code=69)
    expect([True, []], ["enter the address of the server itself" in result.errors, seen])


def main(arguments):
    global BINARIES
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 64
    BINARIES = os.path.abspath(arguments[0])
    names = arguments[1:] or list(CHECKS)
    failed = 0
    for name in names:
        place = Place()
        try:
            CHECKS[name](place)
            print(f"ok {name}", flush=True)
        except Exception as error:
            failed += 1
            kind = "" if isinstance(error, Failed) else f"{type(error).__name__}: "
            print(f"FAILED {name}: {kind}{error}", flush=True)
        finally:
            place.close()
    print(f"{len(names) - failed} of {len(names)} checks passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
