#!/usr/bin/env python3
"""Connections to the real linkding, run from a checkout of its repository.

    real_linkding.py TAGFLOW CHECKOUT [FOLDER]

2,000 bookmarks with 400 messy tags are pulled, tagged, cleaned up, pushed and undone; then 200 pushes are killed. FOLDER keeps
linkding's environment for the next run. Prints `ok WHAT` or `FAIL WHAT` for each check; without a checkout it says so and ends.
"""

import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import bookmarks  # noqa: E402

PACKAGES = ["django>=5.2,<6", "djangorestframework", "huey", "markdown", "beautifulsoup4", "bleach", "bleach-allowlist",
            "requests", "waybackpy", "mozilla-django-oidc"]
KILLS = int(os.environ.get("KILLS", "200"))
failures = 0


def check(holds, what, got=""):
    global failures
    failures += not holds
    print(f"ok    {what}" if holds else f"FAIL  {what}: {str(got)[:600]}", flush=True)


class Linkding:
    """A linkding of a new database, served on this machine."""

    def __init__(self, checkout, folder):
        self.folder = pathlib.Path(folder)
        self.python = self.folder / "venv/bin/python"
        if not self.python.exists():
            subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True)
            subprocess.run([self.python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
        self.program = self.folder / "linkding"
        shutil.rmtree(self.program, ignore_errors=True)
        shutil.copytree(checkout, self.program, ignore=shutil.ignore_patterns(".git", "node_modules", "data"))
        (self.program / "data").mkdir()
        self.environment = dict(os.environ, LD_DISABLE_BACKGROUND_TASKS="True")
        self.manage("migrate", "--verbosity", "0")
        self.token = self.shell("""
            from bookmarks.models import ApiToken
            user = get_user_model().objects.create_user("test")
            print(ApiToken.objects.create(user=user, name="test").key)""").strip().splitlines()[-1]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.server = subprocess.Popen(
            [self.python, "manage.py", "runserver", f"127.0.0.1:{port}", "--noreload"], cwd=self.program,
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                return self.request("GET", "/api/tags/") and None
            except OSError:
                time.sleep(0.1)
        raise SystemExit("linkding doesn't start")

    def manage(self, *arguments, **options):
        return subprocess.run([self.python, "manage.py", *arguments], cwd=self.program, env=self.environment,
                              check=True, text=True, capture_output=True, **options).stdout

    def shell(self, code):
        lines = [line for line in code.splitlines() if line.strip()]
        indent = len(lines[0]) - len(lines[0].lstrip())
        script = "from django.contrib.auth import get_user_model\n" + "\n".join(line[indent:] for line in lines)
        return self.manage("shell", "--verbosity", "0", "-c", script)

    def request(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Token {self.token}", "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as response:
            data = response.read()
        return json.loads(data) if data else None

    def fill(self, items):
        path = self.folder / "bookmarks.html"
        path.write_text(bookmarks.netscape(items))
        self.shell(f"""
            from bookmarks.services.importer import import_netscape_html
            user = get_user_model().objects.get(username="test")
            import_netscape_html(open({str(path)!r}).read(), user)""")

    def export(self):
        """The export of all bookmarks in linkding's format."""
        return self.shell("""
            from bookmarks.models import Bookmark
            from bookmarks.services.exporter import export_netscape_html
            print(export_netscape_html(Bookmark.objects.prefetch_related("tags").order_by("id")))""")

    def tags(self):
        """The tags of all bookmarks by location."""
        text = self.shell("""
            import json
            from bookmarks.models import Bookmark
            print(json.dumps({b.url: b.tag_names for b in Bookmark.objects.prefetch_related("tags")}))""")
        return {url: sorted(name.lower() for name in names) for url, names in json.loads(text).items()}


def without_tags(export):
    """An export without tags, and without the times of the last changes, which linkding sets itself."""
    return re.sub(r' (TAGS|LAST_MODIFIED)="[^"]*"', "", export)


class Tagflow:
    def __init__(self, program, folder):
        self.program, self.folder = str(pathlib.Path(program).resolve()), folder
        self.environment = dict(os.environ, TAGFLOW_DATABASE=f"{folder}/tags.sqlite", TZ="UTC")

    def run(self, *arguments, code=0):
        result = subprocess.run([self.program, *arguments], env=self.environment, text=True, capture_output=True)
        if result.returncode != code:
            check(False, f"{' '.join(arguments)} ends with {code}", f"{result.returncode} {result.stdout}{result.stderr}")
        return result.stdout

    def tags(self):
        items = [json.loads(line) for line in self.run("items", "--set", "linkding", "--format", "ndjson").splitlines()]
        return {item["location"]: sorted(tag.lower().replace(" ", "-") for tag in item["tags"]) for item in items}


def timed(what, work):
    start = time.monotonic()
    result = work()
    print(f"      {what}: {time.monotonic() - start:.1f} s", flush=True)
    return result


def collection(linkding, tagflow):
    before = linkding.export()
    tags_before = linkding.tags()
    check(len(tags_before) == 2000, "linkding has 2,000 bookmarks", len(tags_before))
    check(len({tag for tags in tags_before.values() for tag in tags}) == 400, "with 400 tags")
    added = timed("connect add", lambda: tagflow.run(
        "connect", "add", "linkding", linkding.url, "--token-file", f"{tagflow.folder}/token"))
    check("2000 items" in added, "all bookmarks are pulled", added)
    check(tagflow.tags() == tags_before, "each item has the tags of its bookmark")
    check(json.loads(tagflow.run("connect", "list", "--format", "json"))[0]["unpushed"] == 0, "nothing is to be pushed")
    check(tagflow.run("connect", "push", "--dry-run", "--format", "json").strip() == "[]", "a dry run prints []")

    untagged = json.loads(tagflow.run(
        "tag-items", "--set", "linkding", "--matching", "untagged", "--accept", ".5", "--yes", "--format", "json"))
    pairs = json.loads(tagflow.run("doctor", "--set", "linkding", "--similar", "--format", "json"))["pairs"]
    merged = 0
    for pair in pairs:
        ran = subprocess.run([tagflow.program, "merge", pair["tag"], pair["other"], "--set", "linkding"],
                             env=tagflow.environment, capture_output=True)
        merged += ran.returncode == 0
    tagflow.run("rename", "operating-systems", "operating systems", "--set", "linkding")
    steps = merged + 2
    plan = json.loads(tagflow.run("connect", "push", "linkding", "--dry-run", "--format", "json"))
    check(untagged["changed"] > 100 and merged > 40, "items are tagged and tags are merged", (untagged, merged))
    print(f"      {untagged['changed']} items tagged, {merged} tags merged, {len(plan)} items to push", flush=True)
    check(linkding.export() == before, "nothing has changed in linkding until then")

    report = json.loads(timed("connect push", lambda: tagflow.run("connect", "push", "linkding", "--format", "json")))
    check(report["pushed"] == len(plan), "every planned item is pushed", report)
    print(f"      {report['added']} tags added, {report['removed']} removed", flush=True)
    pushed = linkding.export()
    check(pushed != before and without_tags(pushed) == without_tags(before), "the exports differ in tags only")
    check(linkding.tags() == tagflow.tags(), "both sides have the same tags")
    check("no changes" in tagflow.run("connect", "pull", "linkding"), "the next pull finds no changes")

    for _ in range(steps):
        tagflow.run("undo")
    report = json.loads(timed("connect push after undo", lambda: tagflow.run(
        "connect", "push", "linkding", "--prune", "--format", "json")))
    undone = linkding.export()
    check(linkding.tags() == tags_before == tagflow.tags(), "undo and push restore all tags")
    check(without_tags(undone) == without_tags(before), "and change nothing else")
    for _ in range(steps):
        tagflow.run("redo")


def kills(linkding, tagflow):
    choose = random.Random(7)
    before = without_tags(linkding.export())
    killed = rounds = 0
    start = time.monotonic()
    while killed < KILLS:
        process = subprocess.Popen([tagflow.program, "connect", "push", "linkding"], env=tagflow.environment,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(choose.uniform(0.04, 0.4))
        if process.poll() is None:
            process.kill()
            killed += 1
            process.wait()
        elif process.returncode == 0:
            # Everything is pushed, so there is something else to push after an undo or redo of everything.
            check(linkding.tags() == tagflow.tags(), f"round {rounds}: both sides are equal after {killed} kills")
            rounds += 1
            tagflow.run("tag-items", "--set", "linkding", "--matching", "since:2020", "--add", f"round {rounds}", "--yes")
        else:
            check(False, "an uninterrupted push succeeds", process.returncode)
            return
    print(f"      {killed} kills in {rounds} rounds, {time.monotonic() - start:.0f} s", flush=True)
    tagflow.run("connect", "push", "linkding")
    check(linkding.tags() == tagflow.tags(), f"{killed} kills: both sides have the same tags")
    check(tagflow.run("connect", "push", "--dry-run", "--format", "json").strip() == "[]", "nothing is left to push")
    check("no changes" in tagflow.run("connect", "pull", "linkding"), "a pull finds no changes")
    check(without_tags(linkding.export()) == before, "nothing but tags has changed")
    check("integrity: ok" in tagflow.run("doctor"), "the database is sound")


def changes_there(linkding, tagflow):
    """Renamed, merged and deleted tags, deleted and archived bookmarks, and simultaneous changes."""
    first = linkding.request("GET", "/api/bookmarks/?limit=5&sort=added_asc")["results"]
    edited, removed, archived = first[0], first[1], first[2]
    name = linkding.shell("""
        from bookmarks.models import Tag
        tag = Tag.objects.filter(bookmark__isnull=False).first()
        print(tag.name)
        tag.name = "renamed-there"
        tag.save()
        other = Tag.objects.filter(bookmark__isnull=False).exclude(id=tag.id).first()
        print(other.name)
        other.delete()""").split()
    tagflow.run("edit-item", edited["url"], "--add", "ours")
    linkding.request("PATCH", f"/api/bookmarks/{edited['id']}/", {"tag_names": [*edited["tag_names"], "theirs"]})
    linkding.request("DELETE", f"/api/bookmarks/{removed['id']}/")
    linkding.request("POST", f"/api/bookmarks/{archived['id']}/archive/")
    linkding.request("POST", "/api/bookmarks/?disable_scraping", {"url": "https://new.example/", "title": "New"})
    tagflow.run("connect", "push", "linkding")
    there = linkding.request("GET", f"/api/bookmarks/{edited['id']}/")["tag_names"]
    check({"ours", "theirs"} <= set(there), "a push keeps what was added there since the pull", there)
    tagflow.run("connect", "pull", "linkding")
    check(linkding.tags() == tagflow.tags(), "a pull finds renamed and deleted tags and changed bookmarks")
    check(name[0] not in {tag for tags in tagflow.tags().values() for tag in tags}, "the old name is gone", name)
    check(removed["url"] not in tagflow.tags() and "https://new.example/" in tagflow.tags(), "and new and deleted ones")
    check(tagflow.run("connect", "push", "--dry-run", "--format", "json").strip() == "[]", "nothing is to be pushed")
    tagflow.run("undo")
    check(removed["url"] in tagflow.tags() and "https://new.example/" not in tagflow.tags(), "the pull is one undo step")
    tagflow.run("redo")


def main():
    if len(sys.argv) < 3 or not pathlib.Path(sys.argv[2], "manage.py").exists():
        print("skipped: no checkout of linkding; make test-connections LINKDING=CHECKOUT names one")
        return
    with tempfile.TemporaryDirectory() as folder:
        linkding = Linkding(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else f"{folder}/linkding")
        try:
            linkding.fill(bookmarks.make(2000))
            pathlib.Path(folder, "token").write_text(linkding.token + "\n")
            tagflow = Tagflow(sys.argv[1], folder)
            collection(linkding, tagflow)
            changes_there(linkding, tagflow)
            kills(linkding, tagflow)
        finally:
            linkding.server.kill()
            linkding.server.wait()
    sys.exit(failures > 0)


main()
