#!/usr/bin/env python3
"""Connections to small servers that behave as the programs do, with faults.

    connection_checks.py TAGFLOW [CASE…]

Prints `ok WHAT` or `FAIL WHAT` for each check; the exit code is 1 if one failed. LARGE=N sets the size of the large collection.
"""

import contextlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import bookmarks  # noqa: E402
from fakes import TOKEN, Answer, FakeKarakeep, FakeLinkding, FakePaperless, Fault  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
failures = 0


def check(holds, what, got=""):
    global failures
    failures += not holds
    print(f"ok    {what}" if holds else f"FAIL  {what}: {str(got)[:700]!r}", flush=True)


class Tagflow:
    """The program with a new database."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="connections-")
        self.database = f"{self.folder}/tags.sqlite"
        self.environment = dict(os.environ, TAGFLOW_DATABASE=self.database, TZ="UTC", NO_COLOR="1")
        self.token = f"{self.folder}/token"
        pathlib.Path(self.token).write_text(TOKEN + "\n")
        self.run("new", "notes")

    def try_(self, *arguments, **options):
        return subprocess.run([PROGRAM, *arguments], env=self.environment, text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=600, **options)

    def run(self, *arguments, code=0, says=None):
        result = self.try_(*arguments)
        what = " ".join(arguments)
        if result.returncode != code:
            check(False, f"{what} ends with {code}", f"{result.returncode}: {result.stdout}{result.stderr}")
        elif says is not None:
            check(re.search(says, result.stdout + result.stderr), f"{what}: {says}", result.stdout + result.stderr)
        if TOKEN in result.stdout + result.stderr:
            check(False, f"{what} prints no token")
        return result.stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments, "--format", "json"))

    def connect(self, fake, kind="linkding", *arguments):
        return self.run("connect", "add", kind, fake.url, "--token-file", self.token, *arguments)

    def items(self, name="linkding"):
        lines = self.run("items", "--set", name, "--format", "ndjson").splitlines()
        return [json.loads(line) for line in lines]

    def tags(self, name="linkding", by="location"):
        return {item.get(by): sorted(tag.lower().replace(" ", "-") for tag in item["tags"]) for item in self.items(name)}

    def unpushed(self):
        return sum(connection["unpushed"] for connection in self.json("connect", "list"))


def linkding(count=40, **options):
    return FakeLinkding(bookmarks.make(count, tags=60, **options))


def settled(tagflow, fake, what):
    """Both sides are equal, and there is nothing left to do."""
    check(tagflow.tags() == fake.names(), f"{what}: both sides are equal", (tagflow.tags(), fake.names()))
    check(tagflow.unpushed() == 0, f"{what}: nothing is left to push")
    check(not fake.errors, f"{what}: every request is a documented one", fake.errors)


def case_commands():
    fake, tagflow = linkding(), Tagflow()
    tagflow.run("connect", "list", says=r"^$")
    tagflow.run("connect", "pull", code=1, says="no connections; 'connect add' makes one")
    added = tagflow.connect(fake)
    check(added == "connected linkding: 40 items in the set 'linkding'\n", "add reports the items", added)
    document = tagflow.json("connect", "list")[0]
    check(set(document) == {"name", "kind", "url", "items", "lastPull", "unpushed"}, "list has its fields", document)
    check((document["items"], document["url"]) == (40, fake.url), "list has its values", document)
    settled(tagflow, fake, "after add")
    for shell_words in (["connect", "pull", ""], ["connect", "push", "li"], ["connect", "remove", "linkd"]):
        check(tagflow.run("completions", "fish", "--", *shell_words).split() == ["linkding"], "a shell completes its name")
    secret = f"{tagflow.database}-tokens"
    check(stat.S_IMODE(os.stat(secret).st_mode) == 0o600, "the token has mode 0600")
    tagflow.run("export", "--format", "ndjson", "-o", f"{tagflow.folder}/all.ndjson")
    tagflow.run("backup", f"{tagflow.folder}/copy.sqlite")
    kept = [name for name in os.listdir(tagflow.folder)
            if TOKEN.encode() in pathlib.Path(tagflow.folder, name).read_bytes()]
    check(sorted(kept) == ["tags.sqlite-tokens", "token"], "the token is in no database, export or backup", kept)

    first = tagflow.items()[0]
    title = first["title"]
    tagflow.run("edit-item", str(first["id"]), "--add", "Deep  space", "--yes", *(
        ["--remove", first["tags"][0]] if first["tags"] else []))
    before = fake.names()
    plan = tagflow.json("connect", "push", "linkding", "--dry-run")
    expected = [{"item": title, "id": first["id"], "add": ["Deep-space"],
                 "remove": [first["tags"][0]] if first["tags"] else []}]
    check(plan == expected, "a dry run prints the changes", plan)
    text = tagflow.run("connect", "push", "linkding", "--dry-run")
    check(text.startswith(f"{title}: +Deep-space"), "also as text", text)
    check(fake.names() == before, "a dry run changes nothing")
    tagflow.run("add-item", "https://only-here.example/", "--set", "linkding", "--tag", "tax", "--yes")
    tagflow.run("connect", "push", "--matching", "#tax", "linkding", says="nothing to push\n.*1 item without a counterpart")
    tagflow.run("connect", "push", "linkding", says="pushed 1 item: 1 tag added")
    names = {name for names in fake.names().values() for name in names}
    check("deep-space" in names, "a space is written as '-'", names)
    tagflow.run("connect", "pull", says="pulled no changes")
    check(any("Deep space" in item["tags"] for item in tagflow.items()), "and is a space again here")
    tagflow.run("undo")
    tagflow.run("undo")
    tagflow.run("connect", "push", says="pushed 1 item")
    check(fake.names() == before, "undo and push revert a push")
    check(fake.most_running <= 4, "at most 4 requests at a time", fake.most_running)
    tagflow.run("connect", "remove", "linkding", says="removed linkding; its set stays")
    check(not os.path.exists(secret), "remove deletes the token")
    check(len(tagflow.items()) == 40, "the set stays", len(tagflow.items()))
    tagflow.run("connect", "remove", "linkding", code=65, says="unknown connection 'linkding'")


def case_errors():
    fake, tagflow = linkding(3), Tagflow()
    add = ["connect", "add", "linkding"]
    tagflow.run(*add, fake.url, code=64)
    tagflow.run("connect", "add", "linkdin", fake.url, "--token-file", tagflow.token, code=64, says="unknown kind 'linkdin'")
    tagflow.run(*add, fake.url, "--token-file", "/nonexistent", code=66)
    tagflow.run(*add, "links.example", "--token-file", tagflow.token, code=65, says="start it with http")
    tagflow.run(*add, "http://127.0.0.1:1/", "--token-file", tagflow.token, code=69,
                says="can't reach linkding at http://127.0.0.1:1/.*; check that it is running")
    wrong = pathlib.Path(tagflow.folder, "wrong")
    wrong.write_text("wrong")
    tagflow.run(*add, fake.url, "--token-file", str(wrong), code=77,
                says="linkding answers 401 at http://.*; make a new token under Settings → Integrations")
    wrong.write_text("two words")
    tagflow.run(*add, fake.url, "--token-file", str(wrong), code=65)
    fake.faults.append(Fault("GET /api/tags/", lambda: (_ for _ in ()).throw(Answer(200, b"<html>"))))
    tagflow.run(*add, fake.url, "--token-file", tagflow.token, code=65, says="no valid JSON; check the address")
    fake.faults.append(Fault("GET /api/tags/", 302, headers={"Location": "http://elsewhere.invalid/"}))
    tagflow.run(*add, fake.url, "--token-file", tagflow.token, code=65, says="redirects to http://elsewhere.invalid/")
    fake.faults.append(Fault("GET /api/tags/", 404))
    tagflow.run(*add, fake.url, "--token-file", tagflow.token, code=65, says="answers 404")
    check(tagflow.json("connect", "list") == [], "nothing was connected")
    check("linkding" not in tagflow.run("sets"), "no set was made")
    fake.faults.append(Fault("GET /api/tags/", 301, headers={"Location": "/api/tags/?limit=500&offset=0"}))
    tagflow.connect(fake)
    check(len(tagflow.items()) == 3, "a redirect on the same host is followed")
    tagflow.run(*add, fake.url, "--token-file", tagflow.token, code=65, says="'linkding' is already a set")
    pathlib.Path(f"{tagflow.database}-tokens").unlink()
    tagflow.run("connect", "pull", code=77, says="no token for 'linkding' on this device")
    tagflow.run(*add, fake.url, "--token-file", tagflow.token, "--move", says="connected linkding: 3 items")
    check(len(tagflow.items()) == 3, "--move keeps the items")
    tagflow.run("drop", "linkding", "--yes")
    tagflow.run("connect", "pull", code=65, says="the set of the connection 'linkding' was deleted")
    tagflow.run("undo")
    tagflow.run("connect", "pull")


def tag_all(tagflow, tag="everywhere"):
    tagflow.run("tag-items", "--set", "linkding", "--matching", "since:1970", "--add", tag, "--yes")


def case_faults():
    fake, tagflow = linkding(), Tagflow()
    fake.faults.append(Fault("GET /api/bookmarks/", 500, times=99, skip=1))
    tagflow.run("connect", "add", "linkding", fake.url, "--token-file", tagflow.token, code=65,
                says="answers 500 at .*'connect pull linkding' continues")
    fake.faults.clear()
    tagflow.run("connect", "pull")
    settled(tagflow, fake, "500 in the middle of a pull")

    fake.faults.append(Fault("GET /api/tags/", 429, headers={"Retry-After": "1"}))
    start = time.monotonic()
    tagflow.run("connect", "pull")
    check(time.monotonic() - start >= 1, "Retry-After is respected")
    fake.faults.append(Fault("GET /api/tags/", 429, headers={"Retry-After": "3600"}))
    tagflow.run("connect", "pull", code=69, says="asks to wait for 3600 s")
    fake.faults.append(Fault("GET /api/tags/", 503))
    tagflow.run("connect", "pull")
    fake.faults.append(Fault("GET /api/tags/", "cut"))
    tagflow.run("connect", "pull")

    tag_all(tagflow)
    fake.faults.append(Fault("PATCH /api/bookmarks/7/", 403))
    fake.faults.append(Fault("GET /api/bookmarks/8/", 404))
    fake.faults.append(Fault("PATCH /api/bookmarks/9/", 404))
    fake.faults.append(Fault("PATCH /api/bookmarks/10/", 429, headers={"Retry-After": "1"}))
    fake.faults.append(Fault("PATCH /api/bookmarks/11/", 500))
    fake.faults.append(Fault("PATCH /api/bookmarks/12/", "cut"))
    fake.faults.append(Fault("PATCH /api/bookmarks/13/", "cut", times=2))
    report = tagflow.json("connect", "push", "linkding")
    check(report["pushed"] == 37 and len(report["forbidden"]) == 1, "items that can't be changed are skipped", report)
    check(report["withoutCounterpart"] == 2, "items that are gone are counted", report)
    check(tagflow.unpushed() == 3, "and stay to be pushed", tagflow.unpushed())
    tagflow.run("connect", "push", "linkding", says="pushed 3 items")
    settled(tagflow, fake, "faults of a push")

    tag_all(tagflow, "second")
    fake.faults.append(Fault("PATCH", 401, times=99, skip=10))
    tagflow.run("connect", "push", code=77, says="answers 401 at .* make a new token under Settings → Integrations")
    done = 40 - tagflow.unpushed()
    check(0 < done < 40, "what was written before a 401 is recorded", done)
    fake.faults.clear()
    fake.faults.append(Fault("PATCH", 500, times=999))
    tagflow.run("connect", "push", code=65, says="answers 500")
    fake.faults.clear()
    tagflow.run("connect", "push")
    settled(tagflow, fake, "after all faults")

    fake.faults.append(Fault("GET /api/bookmarks/.*modified", lambda: (_ for _ in ()).throw(Answer(200, {
        "count": 999, "results": [fake.shown(fake.bookmarks[1])]})), times=99))
    tagflow.run("connect", "pull", code=65, says="repeats a page")
    fake.faults.clear()
    fake.server.shutdown()
    fake.server.server_close()
    tagflow.run("connect", "pull", code=69, says="check that it is running")


def case_changes():
    fake, tagflow = linkding(), Tagflow()
    tagflow.connect(fake)
    items = {item["location"]: item["id"] for item in tagflow.items()}

    def edit(number, *arguments):
        tagflow.run("edit-item", str(items[fake.bookmarks[number]["url"]]), *arguments)

    def change(number, add=(), remove=()):
        bookmark = fake.bookmarks[number]
        bookmark["tags"] = [tag for tag in bookmark["tags"] if fake.tags[tag] not in remove] + [
            fake.tag(name) for name in add]
        bookmark["date_modified"] = fake.now()

    change(1, add=["both"])
    edit(1, "--add", "both")
    change(2, add=["theirs"])
    edit(2, "--add", "ours")
    tagged = [number for number, item in fake.bookmarks.items() if len(item["tags"]) > 1 and number > 2]
    gone = fake.tags[fake.bookmarks[tagged[0]]["tags"][0]]
    change(tagged[0], remove=[gone])
    edit(tagged[0], "--remove", gone)
    edit(3, "--title", "Our title")
    fake.bookmarks[4]["title"], fake.bookmarks[4]["date_modified"] = "Their title", fake.now()
    tagflow.run("connect", "push")
    check({"theirs", "ours"} <= set(fake.names()[fake.bookmarks[2]["url"]]), "a push keeps a change made meanwhile")
    tagflow.run("connect", "pull")
    settled(tagflow, fake, "simultaneous changes")
    titles = {item["title"] for item in tagflow.items()}
    check({"Our title", "Their title"} <= titles, "titles of both sides are kept")
    check(fake.bookmarks[3]["title"] != "Our title", "no title is pushed")

    old = fake.tags[fake.bookmarks[tagged[1]]["tags"][0]]
    fake.tags[fake.tag(old)] = "renamed-there"
    other = fake.bookmarks[tagged[2]]["tags"][-1]
    deleted = fake.tags.pop(other)
    for bookmark in fake.bookmarks.values():
        bookmark["tags"] = [tag for tag in bookmark["tags"] if tag != other]
    tagflow.run("connect", "pull")
    settled(tagflow, fake, f"{old} renamed and {deleted} deleted there")

    tagflow.run("rename", "renamed-there", "renamed here", "--set", "linkding")
    tagflow.run("connect", "push")
    settled(tagflow, fake, "a tag renamed here")
    count = len(fake.tags)
    tagflow.run("merge", "renamed here", "both", "--set", "linkding")
    tagflow.run("connect", "push", "--prune", says="1 unused deleted")
    check(len(fake.tags) == count - 1, "--prune deletes the tag that no item has any more")
    settled(tagflow, fake, "merged tags")
    change(5, add=["renamed-here"])
    tagflow.run("connect", "pull")
    check(tagflow.unpushed() == 0, "a name there that is an alias here isn't pushed")
    check("both" in tagflow.tags()[fake.bookmarks[5]["url"]], "but means the tag here")
    edit(5, "--remove", "both")
    tagflow.run("connect", "push")
    settled(tagflow, fake, "an alias removed here")

    edit(6, "--add", "x" * 70)
    tagflow.run("connect", "push", says="is too long for a tag there")
    edit(6, "--remove", "x" * 70)
    for number in (10, 11, 12):
        del fake.bookmarks[number]
    fake.bookmarks[99] = dict(fake.bookmarks[1], id=99, url="https://added.example/", date_modified="2020-01-01T00:00:00Z")
    tagflow.run("connect", "pull", says="1 new, 3 deleted")
    settled(tagflow, fake, "added and deleted bookmarks")
    tagflow.run("undo")
    check(len(tagflow.items()) == 40, "one undo step brings the deleted items back")
    tagflow.run("redo")
    for number in list(fake.bookmarks)[:25]:
        del fake.bookmarks[number]
    tagflow.run("connect", "pull", code=65, says="25 of 38 items were deleted in linkding; use 'connect pull linkding --yes'")
    check(len(tagflow.items()) == 38, "many items are deleted only after a question")
    tagflow.run("connect", "pull", "--yes", says="25 deleted")
    settled(tagflow, fake, "--yes")


def case_same_location():
    items = bookmarks.make(3, tags=20)
    items[1]["url"] = items[0]["url"] + "?utm_source=feed"
    fake, tagflow = FakeLinkding(items), Tagflow()
    tagflow.connect(fake)
    before = fake.names()
    check(len(tagflow.items()) == 3, "bookmarks with equal normalized locations stay apart")
    tagflow.run("connect", "pull")
    tagflow.run("connect", "push", says="nothing to push")
    check(fake.names() == before, "and nothing of them is pushed")
    tagflow.run("connect", "remove", "linkding")
    tagflow.connect(fake, "linkding", "--move")
    tagflow.run("connect", "push", says="nothing to push")
    check(fake.names() == before and len(tagflow.items()) == 3, "and each finds its item again")

    # Two tags here may have one name there.
    item = str(tagflow.items()[0]["id"])
    tagflow.run("edit-item", item, "--add", "deep-learning")
    tagflow.run("connect", "push")
    tagflow.run("edit-item", item, "--add", "deep learning", "--yes")
    tagflow.run("connect", "push")
    tagflow.run("edit-item", item, "--remove", "deep-learning")
    tagflow.run("connect", "push")
    check(sum("deep-learning" in tags for tags in fake.names().values()) == 1, "a name there stays while a tag here has it")
    tagflow.run("connect", "pull")
    check(any("deep learning" in item["tags"] for item in tagflow.items()), "and so does the tag")
    check(not any("deep-learning" in item["tags"] for item in tagflow.items()), "but not the removed one")


def case_take_over():
    fake, tagflow = linkding(10), Tagflow()
    for number in (1, 2):
        tagflow.run("add-item", fake.bookmarks[number]["url"], "--set", "mine" if number == 9 else "default",
                    "--tag", f"local{number}", "--yes")
    tagflow.connect(fake, "linkding", "--name", "default", "--move")
    tags = tagflow.tags("default")
    check(len(tags) == 10, "items are matched by location", len(tags))
    check("local1" in tags[fake.bookmarks[1]["url"]], "tags here are kept")
    check(set(fake.names()[fake.bookmarks[1]["url"]]) <= set(tags[fake.bookmarks[1]["url"]]), "and tags there are added")
    check(tagflow.unpushed() == 2, "the tags here are to be pushed")


def case_interrupted():
    """The program is killed at each request of a push and of a pull, before and after the change there."""
    fake, tagflow = linkding(24), Tagflow()
    tagflow.connect(fake)
    kills = 0
    for kind, work in (("push", "PATCH|GET"), ("pull", "GET")):
        for after in (False, True):
            for number in range(60):
                if kind == "push" and tagflow.unpushed() == 0:
                    tag_all(tagflow, f"{kind} {after} {number}")
                if kind == "pull":
                    for bookmark in list(fake.bookmarks.values())[:5]:
                        bookmark["tags"] = [*bookmark["tags"], fake.tag(f"{kind}-{after}-{number}")]
                        bookmark["date_modified"] = fake.now()
                process = subprocess.Popen([PROGRAM, "connect", kind, "linkding"], env=tagflow.environment,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

                def kill():
                    process.kill()
                    process.wait()

                if after:
                    # The change is made, and its response doesn't arrive.
                    def kill_later():
                        threading.Timer(0.02, kill).start()
                    fake.delay = 0.0
                    fake.faults = [Fault(work, kill_later, skip=number % 30)]
                else:
                    def kill_and_fail():
                        kill()
                        raise Answer(500)
                    fake.faults = [Fault(work, kill_and_fail, skip=number % 30)]
                process.wait()
                kills += process.returncode == -signal.SIGKILL
        fake.faults = []
        tagflow.run("connect", "push")
        tagflow.run("connect", "pull")
        settled(tagflow, fake, f"{kind}, {kills} kills so far")
    check(kills > 100, "many pushes and pulls were killed", kills)
    check("integrity: ok" in tagflow.run("doctor") and "counts: ok" in tagflow.run("doctor"), "the database is sound")


def case_watch():
    fake, tagflow = linkding(150, untagged=0), Tagflow()
    tagflow.connect(fake)
    known = next(item for item in fake.bookmarks.values() if "cycling" in [fake.tags[tag] for tag in item["tags"]])
    fake.bookmarks[500] = dict(known, id=500, url="https://new.example/", tags=[], date_added=fake.now(),
                               date_modified=fake.now(), title="Bike, wheel and saddle: a cycling route")
    fake.bookmarks[501] = dict(known, id=501, url="https://tagged.example/", tags=[fake.tag("mine")],
                               date_added=fake.now(), date_modified=fake.now())
    tagflow.run("connect", "watch", "linkding", "--once", "--accept", ".3", "--mark", "by-tagflow",
                says="pulled 2 new, tagged 1, pushed 1 item")
    names = fake.names()
    check("by-tagflow" in names["https://new.example/"] and len(names["https://new.example/"]) > 1,
          "a new bookmark without tags gets suggestions and the mark", names["https://new.example/"])
    check(names["https://tagged.example/"] == ["mine"], "one that a person tagged gets nothing")
    settled(tagflow, fake, "watch")
    tagflow.run("connect", "watch", "linkding", "--once", says="nothing to push")
    process = subprocess.Popen([PROGRAM, "connect", "watch", "--every", "1s"], env=tagflow.environment,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    fake.bookmarks[502] = dict(known, id=502, url="https://later.example/", date_added=fake.now(), date_modified=fake.now())
    end = time.monotonic() + 20
    while "https://later.example/" not in tagflow.tags() and time.monotonic() < end:
        time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    check(process.wait(timeout=20) == 130, "Ctrl-C ends a watch", process.returncode)
    check("https://later.example/" in tagflow.tags(), "a watch pulls again and again")


def case_devices():
    """A connection of synchronized databases belongs to one device."""
    fake, laptop, desktop = linkding(20), Tagflow(), Tagflow()
    store = tempfile.mkdtemp(prefix="connections-store-")

    def sync(*devices):
        for device in devices:
            device.run("sync")

    def add(device, *arguments, **options):
        return device.run("connect", "add", "linkding", fake.url, "--token-file", device.token, *arguments, **options)

    def untag(device, tag):
        device.run("tag-items", "--set", "linkding", "--matching", f"#{tag}", "--remove", tag, "--yes")

    laptop.connect(fake)
    laptop.run("sync", "setup", store, "--device", "laptop", "--unencrypted", "--yes")
    desktop.run("sync", "setup", store, "--device", "desktop", "--unencrypted", "--yes")
    check(desktop.tags() == fake.names(), "the other device has the items")
    belongs = "belongs to the device '{}'; pull and push there, or take it over with 'connect add' and --move".format
    add(desktop, code=65, says=belongs("laptop"))
    add(desktop, "--name", "other", code=65, says=belongs("laptop"))
    check(desktop.json("connect", "list") == [] and "other" not in desktop.run("sets"), "nothing was connected")

    tag_all(laptop, "from-laptop")
    laptop.run("connect", "push")
    sync(laptop, desktop)
    check(desktop.tags() == fake.names(), "a push and an exchange leave all three equal")
    untag(desktop, "from-laptop")
    tag_all(desktop, "from-desktop")
    sync(desktop, laptop)
    add(desktop, "--move", says=f"connected linkding: {len(fake.names())} items in the set 'linkding'")
    check(all({"from-laptop", "from-desktop"} <= set(tags) for tags in desktop.tags().values()),
          "the first pull after --move only adds tags")
    check(desktop.unpushed() == 20, "and tags that aren't there are pushed next", desktop.unpushed())
    desktop.run("connect", "push")
    settled(desktop, fake, "after --move")
    untag(desktop, "from-laptop")
    desktop.run("connect", "push")
    sync(desktop, laptop)
    for arguments in (["pull"], ["push"], ["push", "--dry-run"], ["watch", "--once"]):
        laptop.run("connect", *arguments, code=65, says=belongs("desktop"))
    laptop.run("connect", "list", says="on desktop")
    check(laptop.unpushed() == 0 and laptop.tags() == fake.names(), "the former device has nothing to push")
    add(laptop, "--move")
    settled(laptop, fake, "taken over again")
    sync(laptop, desktop)
    desktop.run("connect", "pull", code=65, says=belongs("laptop"))

    laptop.run("connect", "remove", "linkding")
    sync(laptop, desktop)
    desktop.run("connect", "pull")
    settled(desktop, fake, "a removed connection is free")
    sync(desktop, laptop)
    add(laptop, code=65, says=belongs("desktop"))
    desktop.run("connect", "remove", "linkding")
    sync(desktop, laptop)

    for names in ({laptop: "same", desktop: "same"}, {laptop: "mine", desktop: "yours"}):
        for device, name in names.items():
            add(device, "--name", name)
            time.sleep(0.02)
        sync(laptop, desktop, laptop)
        laptop.run("connect", "pull", names[laptop], code=65, says=belongs("desktop"))
        desktop.run("connect", "pull", names[desktop])
        check(laptop.tags(names[laptop]) == fake.names(), "of two devices that add a connection, the first one stops")
        laptop.run("connect", "remove", names[laptop])
        sync(laptop, desktop)
        desktop.run("connect", "pull", names[desktop], says="no changes")
        desktop.run("connect", "remove", names[desktop])
        sync(desktop, laptop)
    add(laptop, "--name", "third")
    sync(laptop, desktop)
    add(desktop, "--move", says=f"connected linkding: {len(fake.names())} items in the set 'third'")
    sync(desktop, laptop)
    second = linkding(5)
    laptop.connect(second, "linkding", "--name", "second")
    second.bookmarks[1]["title"], second.bookmarks[1]["date_modified"] = "Changed", second.now()
    laptop.run("connect", "pull", code=65, says="second: pulled 1 changed\\n.*belongs to the device 'desktop'")
    laptop.run("connect", "watch", "--once", says="nothing to push")
    laptop.run("connect", "remove", "third")
    laptop.run("connect", "remove", "second")
    desktop.run("connect", "pull", says="no changes")
    desktop.run("connect", "remove", "linkding")
    sync(desktop, laptop)
    for device in (laptop, desktop):
        check(device.try_("doctor").returncode == 0, "doctor finds no damage", device.try_("doctor").stdout)
        check(device.json("sync", "status")["problems"] == [], "sync has no problems")
    add(laptop, "--name", "same", "--move")
    laptop.run("sync", "leave")
    desktop.run("sync", "leave")
    add(desktop, "--name", "same", "--move")
    laptop.run("connect", "pull")
    desktop.run("connect", "pull")
    check(not fake.errors, "every request is a documented one", fake.errors)


def case_copies():
    """A database that takes a new id when it syncs keeps its connections."""
    fake, laptop, desktop, copy = linkding(20), Tagflow(), Tagflow(), Tagflow()
    store = tempfile.mkdtemp(prefix="connections-store-")
    backup = f"{laptop.folder}/backup.sqlite"
    belongs = "belongs to the device '{}'".format

    def sync(*devices):
        for device in devices:
            device.run("sync")

    def set_up(device, name):
        device.run("sync", "setup", store, "--device", name, "--unencrypted", "--yes")

    def restore(device):
        for suffix in ("", "-wal", "-shm"):
            pathlib.Path(device.database + suffix).unlink(missing_ok=True)
        shutil.copy(backup, device.database)

    def add(device, *arguments, **options):
        device.run("connect", "add", "linkding", fake.url, "--token-file", device.token, *arguments, **options)

    laptop.connect(fake)
    set_up(laptop, "laptop")
    set_up(desktop, "desktop")
    laptop.run("backup", backup)
    tag_all(laptop, "later")
    laptop.run("connect", "push")
    sync(laptop)
    restore(laptop)
    sync(laptop, desktop)
    laptop.run("connect", "pull")
    settled(laptop, fake, "a restored backup goes on")
    tag_all(laptop, "last")
    laptop.run("connect", "push", says="pushed 20 items")
    sync(laptop, desktop)
    desktop.run("connect", "list", says="^$")
    add(desktop, code=65, says=belongs("laptop"))

    laptop.run("backup", backup, "--force")
    tag_all(laptop, "on")
    sync(laptop)
    # Without its tokens, a copy takes nothing over.
    restore(copy)
    sync(copy, laptop)
    laptop.run("connect", "push", says="pushed 20 items")
    copy.run("connect", "push", code=65, says=belongs("laptop"))

    tag_all(laptop, "again")
    sync(laptop)
    restore(copy)
    shutil.copy(laptop.database + "-tokens", copy.database + "-tokens")
    sync(copy, laptop)
    copy.run("connect", "pull")
    laptop.run("connect", "pull", code=65, says=belongs("laptop"))
    check(all("again" in tags for tags in copy.tags().values()) and copy.unpushed() == 20, "a copy with tokens goes on")
    add(laptop, "--move")
    sync(laptop, copy, laptop)
    laptop.run("connect", "push", says="pushed 20 items")
    copy.run("connect", "push", code=65, says=belongs("laptop"))
    settled(laptop, fake, "the original takes it back, and keeps it")

    laptop.run("backup", backup, "--force")
    tag_all(laptop, "before")
    sync(laptop, desktop)
    add(desktop, "--move")
    sync(desktop)
    restore(laptop)
    sync(laptop, desktop)
    laptop.run("connect", "pull", code=65, says=belongs("desktop"))
    desktop.run("connect", "push", says="pushed 20 items")
    settled(desktop, fake, "a restored backup leaves the device its connection that has it now")

    desktop.run("sync", "leave")
    tag_all(desktop, "alone")
    set_up(desktop, "desktop")
    desktop.run("connect", "push", says="pushed 20 items: 20 tags added, 0 removed")
    settled(desktop, fake, "a device that is set up again still has its connection")
    sync(laptop)
    add(laptop, code=65, says=belongs("desktop"))
    desktop.run("sync", "leave")
    add(laptop, "--move")
    sync(laptop)
    set_up(desktop, "desktop")
    desktop.run("connect", "push", code=65, says=belongs("laptop"))
    for device in (laptop, desktop, copy):
        device.run("sync")
        check(device.try_("doctor").returncode == 0, "doctor finds no damage", device.try_("doctor").stdout)
    settled(laptop, fake, "taken over while the other device had left")


def case_paperless():
    names = ["inbox", "taxes", "car", "insurance", "old"]
    tags = [{"name": name, "is_inbox_tag": name == "inbox"} for name in names]
    documents = [{
        "title": f"invoice {number}", "content": f"An invoice about the {names[1 + number % 3]} number {number} total sum",
        "tags": [1] if number % 5 == 0 else [2 + number % 3] + ([1] if number % 7 == 0 else [])}
        for number in range(60)]
    fake, tagflow = FakePaperless(documents, tags), Tagflow()
    tagflow.connect(fake, "paperless")

    def here():
        return tagflow.tags("paperless", by="title")

    def there():
        return {title: sorted(name.replace(" ", "-") for name in names if name != "inbox")
                for title, names in fake.names().items()}

    check(here() == there(), "documents are pulled without inbox tags", (here(), there()))
    check("inbox" not in tagflow.run("tags", "--set", "paperless"), "an inbox tag is no tag here")
    item = tagflow.items("paperless")[0]
    check(item["location"].startswith(f"{fake.url}/documents/") and item["location"].endswith("/details"), "a location opens it")
    untagged = json.loads(tagflow.run("items", "untagged", "--set", "paperless", "--format", "json"))["total"]
    check(untagged == 12, "a document with only an inbox tag is untagged", untagged)
    tagflow.run("tag-items", "--set", "paperless", "--matching", "untagged", "--accept", ".5", "--yes", says="changed 12")
    right = {f"invoice {number}": [names[1 + number % 3]] for number in range(0, 60, 5)}
    check({title: here()[title] for title in right} == right, "the text of documents decides their suggestions", here())
    fake.documents[2]["locked"] = True
    tagflow.run("tag-items", "--set", "paperless", "--matching", "since:1970", "--add", "new tag", "--yes")
    fake.faults.append(Fault("POST /api/tags/", "cut"))
    fake.faults.append(Fault("POST /api/documents/bulk_edit/", "cut", skip=3))
    fake.faults.append(Fault("POST /api/documents/bulk_edit/", lambda: (_ for _ in ()).throw(
        Answer(200, {"result": "ERROR"})), skip=5))
    report = tagflow.json("connect", "push", "paperless")
    check(report["pushed"] == 59 and report["forbidden"] == ["invoice 1"], "locked documents are skipped", report)
    check(sum(tag["name"] == "new tag" for tag in fake.tags.values()) == 1, "a new tag is made once")
    check(fake.tags[fake.number("new tag")]["matching_algorithm"] == 0, "with the algorithm that never matches")
    check(all(1 in item["tags"] for number, item in fake.documents.items() if documents[number - 1]["tags"] == [1]),
          "inbox tags stay there")
    fake.documents[2]["locked"] = False
    tagflow.run("connect", "push")
    check(here() == there(), "both sides are equal", (here(), there()))
    # As a bulk edit in Paperless: the time doesn't change.
    fake.documents[5]["tags"] = [fake.number("old")]
    del fake.documents[6]
    fake.tags[fake.number("car")]["name"] = "vehicle"
    fake.documents[61] = dict(fake.documents[7], id=61, title="invoice new", modified=fake.now(), tags=[1])
    tagflow.run("connect", "pull", says="1 new, .* 1 deleted")
    check(here() == there(), "a pull finds bulk edits, renamed tags, new and deleted documents", (here(), there()))
    tagflow.run("merge", "old", "taxes", "--set", "paperless")
    tagflow.run("connect", "push", "--prune", says="1 unused deleted")
    check(all(tag["name"] != "old" for tag in fake.tags.values()), "--prune deletes an unused tag")
    fake.documents[62] = dict(fake.documents[7], id=62, title="invoice later", modified=fake.now(), tags=[1])
    tagflow.run("connect", "watch", "paperless", "--once", "--accept", ".2", "--mark", "auto", says="1 new, tagged 1")
    check("auto" in fake.names()["invoice later"], "watch tags a new document that only has an inbox tag")
    wrong = pathlib.Path(tagflow.folder, "wrong")
    wrong.write_text("wrong")
    tagflow.run("connect", "add", "paperless", fake.url, "--name", "other", "--token-file", str(wrong), code=77,
                says="Paperless-ngx answers 401 at .* make a new token under My Profile")
    check(not fake.errors, "every request is a documented one", fake.errors)
    check(fake.most_running <= 4, "at most 4 requests at a time", fake.most_running)


def case_karakeep():
    items = []
    for number in range(130):
        content = {"type": "link", "url": f"https://site{number}.example/", "title": f"Site {number}",
                   "htmlContent": f"<html><body><p>Words of page {number} about zebras</p><script>no</script></body></html>"}
        if number % 10 == 0:
            content = {"type": "text", "text": f"A note {number}\nwith lines", "sourceUrl": None}
        items.append({"tags": {} if number % 5 == 1 else {"Swift": "human", f"topic {number % 7}": "ai"}, "content": content})
    fake, tagflow = FakeKarakeep(items), Tagflow()
    tagflow.connect(fake, "karakeep")

    def here():
        return {item["location"].removeprefix(f"{fake.url}/dashboard/preview/"): sorted(item["tags"])
                for item in tagflow.items("karakeep")}

    check(here() == fake.names(), "bookmarks and notes are pulled", (here(), fake.names()))
    check("A note 0" in {item["title"] for item in tagflow.items("karakeep")}, "a note's first line is its title")
    tagflow.run("rename", "topic 1", "subject", "--set", "karakeep")
    tagflow.run("merge", "topic 2", "topic 3", "--set", "karakeep")
    fake.faults.append(Fault("POST /api/v1/bookmarks/.*/tags", "cut", skip=2))
    fake.faults.append(Fault("DELETE /api/v1/bookmarks/.*/tags", 500, skip=5))
    tagflow.run("connect", "push", "--prune", says="2 unused deleted")
    check(here() == fake.names(), "both sides are equal after a push", (here(), fake.names()))
    first = list(fake.bookmarks)[0]
    fake.bookmarks[first]["tags"] = {fake.tag("only there"): "human"}
    del fake.bookmarks[list(fake.bookmarks)[1]]
    fake.bookmarks["bk9"] = dict(fake.bookmarks[first], id="bk9", modifiedAt=fake.now(),
                                 content={"type": "link", "url": "https://new.example/"})
    tagflow.run("connect", "pull", says="1 new, .*1 deleted")
    check(here() == fake.names(), "a pull finds changed, new and deleted bookmarks", (here(), fake.names()))
    tagflow.run("connect", "pull", says="no changes")
    check(not fake.errors, "every request is a documented one", fake.errors)


def case_ai_tags():
    """A tag that Karakeep's language model attached is evidence of half weight, until a person confirms it."""
    def items(by):
        words = ["zebra stripes savanna", "rome forum temple", "bread yeast oven"]
        return [{"tags": {["animals", "history", "baking"][number % 3]: by}, "content": {
            "type": "link", "url": f"https://site{number}.example/", "title": f"{words[number % 3]} {number}"}}
            for number in range(45)]

    def probability(tagflow):
        found = tagflow.json("suggest", "--title", "zebra stripes", "--set", "karakeep")["suggestions"]
        return next(tag["probability"] for tag in found if tag["tag"] == "animals")

    tagflows = {by: Tagflow() for by in ("human", "ai")}
    fakes = {by: FakeKarakeep(items(by)) for by in tagflows}
    for by, tagflow in tagflows.items():
        tagflow.connect(fakes[by], "karakeep")
        check(tagflow.items("karakeep")[0]["tags"] != [], "tags by a language model are tags")
    fake, tagflow = fakes["ai"], tagflows["ai"]
    whole, half = (probability(tagflows[by]) for by in ("human", "ai"))
    check(half < whole - .05, "a tag by a language model is evidence of half weight", (half, whole))
    process = subprocess.Popen([PROGRAM, "connect", "pull"], env=tagflow.environment, stdout=subprocess.DEVNULL)
    time.sleep(.02)
    process.kill()
    process.wait()
    tagflow.run("connect", "pull", says="no changes")
    check(probability(tagflow) == half, "the weight survives a kill")
    check(tagflow.try_("doctor").returncode == 0, "doctor finds no damage", tagflow.try_("doctor").stdout)
    recovered = f"{tagflow.folder}/recovered.sqlite"
    tagflow.run("doctor", "--recover", recovered)
    copy = Tagflow()
    copy.environment["TAGFLOW_DATABASE"] = recovered
    check(probability(copy) == half, "and recovery", (probability(copy), half))

    token = tagflow.json("token", "new", "test", "--scope", "admin")["token"]
    with serving(tagflow, token) as request:
        def served():
            _, body = request("GET", "/suggestions?title=zebra%20stripes&set=karakeep")
            return next(tag["probability"] for tag in body["suggestions"] if tag["tag"] == "animals")

        check(served() == half, "a server suggests the same", (served(), half))
        animals = [item["id"] for item in tagflow.items("karakeep") if item["tags"] == ["animals"]]
        for item in animals:
            request("PUT", f"/items/{item}/reviewed")
        check(half < served() <= whole, "a review confirms tags", (served(), half, whole))
        for item in animals:
            request("DELETE", f"/items/{item}/reviewed")
        check(served() == half, "as long as it isn't forgotten", (served(), half))
    for bookmark in fake.bookmarks.values():
        bookmark["tags"] = {tag: "human" for tag in bookmark["tags"]}
    tagflow.run("connect", "pull", says="no changes")
    check(half < probability(tagflow) <= whole, "a person there confirms tags, too", (probability(tagflow), whole))
    check(not fake.errors, "every request is a documented one", fake.errors)


def case_deleted():
    """An item that was deleted here stays deleted until it's edited there."""
    fake, tagflow = linkding(10), Tagflow()
    tagflow.connect(fake)
    bookmark = fake.bookmarks[3]
    bookmark["tags"], bookmark["date_modified"] = [fake.tag("one"), fake.tag("two")], fake.now()
    tagflow.run("connect", "pull")
    before = fake.names()
    [number] = [item["id"] for item in tagflow.items() if item["location"] == bookmark["url"]]

    def is_here():
        return bookmark["url"] in tagflow.tags()

    tagflow.run("delete-item", str(number))
    tagflow.run("connect", "push", says="nothing to push")
    tagflow.run("connect", "pull", says="no changes")
    check(fake.names() == before and not is_here(), "an item that is deleted here stays there, and is deleted here")
    bookmark["tags"], bookmark["date_modified"] = [fake.tag("two"), fake.tag("three")], fake.now()
    tagflow.run("connect", "pull", says="no changes")
    check(not is_here(), "a change of its tags doesn't bring it back")
    tagflow.run("undo")
    check(tagflow.tags()[bookmark["url"]] == ["one", "two"], "undo does, as it was")
    tagflow.run("connect", "pull", says="1 changed")
    settled(tagflow, fake, "with the change of its tags that it missed")
    tagflow.run("delete-item", str(number))
    bookmark["title"], bookmark["date_modified"] = "Edited there", fake.now()
    tagflow.run("connect", "pull", says="1 new")
    settled(tagflow, fake, "an edit brings an item back with its tags")
    tagflow.run("connect", "push", says="nothing to push")
    check(number in {item["id"] for item in tagflow.items()}, "it is the same item")
    tagflow.run("undo")
    check(not is_here(), "undo deletes it again")
    tagflow.run("undo")
    check(tagflow.tags()[bookmark["url"]] == ["three", "two"], "and undo of the deletion restores it")
    tagflow.run("connect", "pull")
    settled(tagflow, fake, "after both")
    tagflow.run("delete-item", str(number))
    tagflow.run("add-item", bookmark["url"], "--set", "linkding", "--title", "Again", "--tag", "mine", "--yes")
    tagflow.run("connect", "pull")
    bookmark["date_modified"] = fake.now()
    tagflow.run("connect", "pull")
    check(tagflow.tags()[bookmark["url"]] == ["mine", "three", "two"], "an item that is saved again is the one there",
          tagflow.tags()[bookmark["url"]])
    tagflow.run("connect", "push", says="pushed 1 item: 1 tag added")
    settled(tagflow, fake, "saved again")
    tagflow.run("delete-item", str(next(item["id"] for item in tagflow.items() if item["location"] == bookmark["url"])))
    del fake.bookmarks[3]
    tagflow.run("connect", "pull", says="no changes")
    settled(tagflow, fake, "deleted on both sides")


@contextlib.contextmanager
def serving(tagflow, token, *options):
    """Runs a server, and gives a function that sends requests to it."""
    server = subprocess.Popen(
        [str(pathlib.Path(PROGRAM).parent / "tagflow-server"), "--listen", "127.0.0.1:0", *options], env=tagflow.environment,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    base = next(match[0] for line in server.stderr if (match := re.search(r"http://127\.0\.0\.1:\d+", line)))

    def request(method, path, token=token):
        url = f"{base}{path}" if path == "/openapi.json" else f"{base}/api/v1{path}"
        asked = urllib.request.Request(url, method=method, headers={"Authorization": f"Bearer {token}"})
        try:
            with urllib.request.urlopen(asked, timeout=60) as response:
                return response.status, json.loads(response.read() or b"null")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"null")

    try:
        yield request
    finally:
        server.terminate()
        server.wait(timeout=30)


def case_server():
    """The routes of a server, and its exchanges in the background; needs tagflow-server next to the program."""
    fake, tagflow = linkding(20), Tagflow()
    tagflow.connect(fake)
    token = tagflow.json("token", "new", "test", "--scope", "admin")["token"]
    reader = tagflow.json("token", "new", "reader", "--scope", "write")["token"]
    with serving(tagflow, token) as request:
        status, body = request("GET", "/remotes")
        check(status == 200 and [remote["name"] for remote in body["remotes"]] == ["linkding"], "GET /remotes", body)
        check(TOKEN not in json.dumps(body), "no response has the token")
        check(request("GET", "/remotes", reader)[0] == 403, "the routes need the scope admin")
        check(request("POST", "/remotes/nothing/pull")[0] == 404, "an unknown connection is 404")
        item = tagflow.items()[0]
        tagflow.run("edit-item", str(item["id"]), "--add", "fresh")
        status, body = request("GET", "/items?set=linkding")
        marked = [found["id"] for found in body["items"] if found.get("unpushed")]
        check(marked == [item["id"]], "an item with changes to push is marked", body)
        before = fake.names()
        status, body = request("POST", "/remotes/linkding/push?dry-run=true")
        check((status, body["pushed"], body["added"]) == (200, 1, 1) and fake.names() == before, "a dry run counts", body)
        status, body = request("POST", "/remotes/linkding/push")
        check((status, body["pushed"]) == (200, 1), "POST push", body)
        bookmark = fake.bookmarks[3]
        bookmark["tags"], bookmark["date_modified"] = [fake.tag("from-there")], fake.now()
        status, body = request("POST", "/remotes/linkding/pull")
        check((status, body) == (200, {"new": 0, "changed": 1, "deleted": 0}), "POST pull", body)
        settled(tagflow, fake, "over HTTP")
        fake.faults.append(Fault("GET /api/tags/", 401))
        status, body = request("POST", "/remotes/linkding/pull")
        check(status == 502 and "answers 401" in body["detail"], "an error of the program is 502", body)
        check((body["type"], body["name"]) == ("urn:tagflow:remote-refused", "linkding"), "with its kind", body)
        fake.faults.append(Fault("GET /api/tags/", 404))
        check(request("POST", "/remotes/linkding/pull")[1]["type"] == "urn:tagflow:remote-unexpected", "and another kind")
        _, document = request("GET", "/openapi.json")
        check("/remotes/{name}/push" in json.dumps(document), "the OpenAPI document has the routes")
    with serving(tagflow, token, "--connect-every", "1s"):
        tagflow.run("edit-item", str(tagflow.items()[1]["id"]), "--add", "in the background")
        end = time.monotonic() + 30
        while tagflow.unpushed() and time.monotonic() < end:
            time.sleep(0.3)
        settled(tagflow, fake, "--connect-every")


def case_large():
    count = int(os.environ.get("LARGE", "20000"))
    fake, tagflow = FakeLinkding(bookmarks.make(count, tags=400)), Tagflow()
    start = time.monotonic()
    tagflow.connect(fake)
    first = time.monotonic() - start
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    check(tagflow.json("connect", "list")[0]["items"] == count, f"{count} items are pulled")
    start = time.monotonic()
    tagflow.run("connect", "pull", says="no changes")
    again = time.monotonic() - start
    start = time.monotonic()
    tagflow.run("connect", "list")
    print(f"      {count} items: add {first:.1f} s, pull {again:.1f} s, list {time.monotonic() - start:.1f} s, "
          f"{memory} MB", flush=True)
    check(again < 10 and memory < 1000, "the next pull reads only changes, in bounded memory", (again, memory))
    check(not fake.errors, "every request is a documented one", fake.errors)


cases = {name.removeprefix("case_"): case for name, case in list(globals().items()) if name.startswith("case_")}
for name in sys.argv[2:] or cases:
    print(f"\n{name}", flush=True)
    cases[name]()
sys.exit(failures > 0)
