#!/usr/bin/env python3
"""Connections to the real Paperless-ngx 2.x, run from a checkout of its repository with Redis.

    real_paperless.py TAGFLOW CHECKOUT [FOLDER]

300 documents with messy tags are pulled, tagged, cleaned up, pushed and undone. FOLDER keeps Paperless's environment for the next run.
Prints `ok WHAT` or `FAIL WHAT` for each check; without a checkout or redis-server it says so and ends.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request

failures = 0
NAMES = ["taxes", "Taxes 2025", "tax", "car", "Car", "insurance", "insurances", "house", "travel", "school"]


def check(holds, what, got=""):
    global failures
    failures += not holds
    print(f"ok    {what}" if holds else f"FAIL  {what}: {str(got)[:600]}", flush=True)


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Paperless:
    """A Paperless-ngx of a new database, served on this machine; two users, of whom one owns some documents."""

    def __init__(self, checkout, folder):
        self.folder = pathlib.Path(folder)
        self.source = pathlib.Path(checkout, "src").resolve()
        self.python = self.folder / "venv/bin/python"
        if not self.python.exists():
            subprocess.run([sys.executable, "-m", "venv", self.folder / "venv"], check=True)
            project = tomllib.loads(pathlib.Path(checkout, "pyproject.toml").read_text())["project"]
            subprocess.run([self.python, "-m", "pip", "install", "--quiet", *project["dependencies"]], check=True)
        data = self.folder / "data"
        shutil.rmtree(data, ignore_errors=True)
        self.environment = dict(os.environ, PAPERLESS_SECRET_KEY="of the tests")
        for name in ("DATA_DIR", "MEDIA_ROOT", "CONSUMPTION_DIR", "STATICDIR"):
            place = data / name.lower()
            place.mkdir(parents=True)
            self.environment[f"PAPERLESS_{name}"] = str(place)
        port = free_port()
        self.environment["PAPERLESS_REDIS"] = f"redis://127.0.0.1:{port}"
        self.redis = subprocess.Popen(["redis-server", "--port", str(port), "--save", "", "--dir", str(data)],
                                      stdout=subprocess.DEVNULL)
        self.manage("migrate", "--verbosity", "0")
        lines = self.shell(f"""
            import json
            from django.contrib.auth.models import User, Permission
            from rest_framework.authtoken.models import Token
            from documents.models import Document, Tag
            user = User.objects.create_user("test")
            user.user_permissions.set(Permission.objects.all())
            other = User.objects.create_user("other")
            names = {NAMES!r}
            tags = [Tag.objects.create(name=name, matching_algorithm=0) for name in names]
            inbox = Tag.objects.create(name="Inbox", is_inbox_tag=True, matching_algorithm=0)
            for number in range(300):
                tag = tags[number % len(tags)]
                document = Document.objects.create(
                    title=f"Letter {{number}}", checksum=str(number), mime_type="application/pdf",
                    content=f"A letter about {{tag.name.lower()}} with number {{number}} and a sum", owner=None)
                document.tags.set([inbox] if number % 6 == 5 else [tag] + ([inbox] if number % 11 == 0 else []))
            from guardian.shortcuts import assign_perm
            locked = Document.objects.get(title="Letter 7")
            locked.owner = other
            locked.save()
            assign_perm("view_document", user, locked)
            print(Token.objects.create(user=user).key)""").strip().splitlines()
        self.token = lines[-1]
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.server = subprocess.Popen([self.python, "manage.py", "runserver", f"127.0.0.1:{port}", "--noreload"],
                                       cwd=self.source, env=self.environment, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        for _ in range(600):
            try:
                urllib.request.urlopen(self.request("/api/tags/"), timeout=10).read()
                return
            except OSError:
                time.sleep(0.1)
        raise SystemExit("Paperless-ngx doesn't start")

    def request(self, path):
        return urllib.request.Request(self.url + path, headers={"Authorization": f"Token {self.token}"})

    def manage(self, *arguments):
        return subprocess.run([self.python, "manage.py", *arguments], cwd=self.source, env=self.environment, check=True,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

    def shell(self, code):
        lines = [line for line in code.splitlines() if line.strip()]
        indent = len(lines[0]) - len(lines[0].lstrip())
        return self.manage("shell", "-c", "\n".join(line[indent:] for line in lines))

    def state(self):
        """All fields of all documents, and the names of their tags."""
        return json.loads(self.shell("""
            import json
            from documents.models import Document
            fields = ["title", "content", "checksum", "created", "added", "owner_id", "correspondent_id", "modified"]
            print(json.dumps({d.title: {"fields": [str(getattr(d, f)) for f in fields],
                "tags": sorted(t.name for t in d.tags.all())} for d in Document.objects.all()}))""")
                          .strip().splitlines()[-1])

    def end(self):
        for process in (self.server, self.redis):
            process.kill()
            process.wait()


def main():
    if len(sys.argv) < 3 or not pathlib.Path(sys.argv[2], "src/manage.py").exists() or not shutil.which("redis-server"):
        print("skipped: no checkout of Paperless-ngx or no redis-server; make test-connections PAPERLESS=CHECKOUT names one")
        return
    with tempfile.TemporaryDirectory() as folder:
        paperless = Paperless(sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else f"{folder}/paperless")
        program = str(pathlib.Path(sys.argv[1]).resolve())
        environment = dict(os.environ, TAGFLOW_DATABASE=f"{folder}/tags.sqlite", TZ="UTC")
        pathlib.Path(folder, "token").write_text(paperless.token)

        def run(*arguments, code=0):
            result = subprocess.run([program, *arguments], env=environment, text=True, capture_output=True)
            check(result.returncode == code, " ".join(arguments[:3]), result.stdout + result.stderr)
            return result.stdout

        def difference(one, other):
            return {title: (one.get(title), other.get(title)) for title in {*one, *other} if one.get(title) != other.get(title)}

        def here():
            lines = run("items", "--set", "paperless", "--format", "ndjson").splitlines()
            return {item["title"]: sorted(item["tags"]) for item in map(json.loads, lines)}

        def there(state):
            return {title: [tag for tag in document["tags"] if tag != "Inbox"] for title, document in state.items()}

        def folded(tags):
            return {title: sorted({name.lower() for name in names}) for title, names in tags.items()}

        try:
            before = paperless.state()
            check("300 items" in run("connect", "add", "paperless", paperless.url, "--token-file", f"{folder}/token"),
                  "all documents are pulled")
            check(folded(here()) == folded(there(before)), "each item has the tags of its document", here())
            steps = 3
            run("tag-items", "--set", "paperless", "--matching", "untagged", "--accept", ".3", "--yes")
            run("merge", "tax", "Taxes 2025", "taxes", "--set", "paperless")
            run("tag-items", "--set", "paperless", "--matching", "since:1970", "--add", "seen here", "--yes")
            plan = json.loads(run("connect", "push", "--dry-run", "--format", "json"))
            start = time.monotonic()
            report = json.loads(run("connect", "push", "paperless", "--prune", "--format", "json"))
            print(f"      pushed {report} in {time.monotonic() - start:.1f} s", flush=True)
            check(report["pushed"] == len(plan) - 1 and report["forbidden"] == ["Letter 7"],
                  "a document that may not be changed is skipped", report)
            check(sorted(report["pruned"]) == ["Taxes 2025", "tax"], "unused tags are deleted", report["pruned"])
            after = paperless.state()
            pushed, mine = folded(there(after)), folded(here())
            check(set(difference(pushed, mine)) <= {"Letter 7"},
                  "both sides are equal", difference(pushed, mine))
            check({title: document["fields"] for title, document in after.items()}
                  == {title: document["fields"] for title, document in before.items()}, "nothing but tags has changed")
            check(all(("Inbox" in after[title]["tags"]) == ("Inbox" in before[title]["tags"]) for title in before),
                  "inbox tags stay")
            pulled = run("connect", "pull")
            check("no changes" in pulled, "the next pull finds no changes", pulled)
            for _ in range(steps):
                run("undo")
            run("connect", "push", "paperless")
            undone = folded(there(paperless.state()))
            check(undone == folded(there(before)), "undo and push restore the tags",
                  difference(undone, folded(there(before))))
            paperless.shell("""
                from documents.models import Document, Tag
                from documents import bulk_edit
                Tag.objects.filter(name="house").update(name="home")
                Document.objects.get(title="Letter 3").delete()
                document = Document.objects.create(title="New letter", checksum="new", content="about a car")
                document.tags.set(Tag.objects.filter(name="Inbox"))""")
            check("1 deleted" in run("connect", "pull"), "a deleted document is deleted here")
            check(folded(here()) == folded(there(paperless.state())), "a pull finds renamed, deleted and new ones")
            print(run("connect", "watch", "paperless", "--once", "--accept", ".2", "--mark", "auto").strip(), flush=True)
        finally:
            paperless.end()
    sys.exit(failures > 0)


main()
