"""The programs on a new database."""

import http.client
import json
import pathlib
import re
import subprocess
import tempfile
import time

from contract import Stop, expect, holds, problems, shown, titles_of, url

ADMIN = "the admin token of the contract's checks"


class Done:
    """A command that ended."""

    def __init__(self, arguments, done):
        self.command = "tagflow " + " ".join(arguments)
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr

    @property
    def json(self):
        try:
            return json.loads(self.out)
        except ValueError:
            raise Stop(f"expected JSON from `{shown(self.command)}` got exit code {self.code}: "
                       f"{shown(self.out + self.err)}") from None

    @property
    def lines(self):
        return [line for line in self.out.split("\n") if line]


class Response:
    """An HTTP response; `body` is parsed if it is JSON."""

    def __init__(self, response):
        self.status, self.headers = response.status, response.headers
        text = response.read().decode()
        kind = self.headers.get("Content-Type", "")
        self.body = json.loads(text) if text and "json" in kind and "ndjson" not in kind else text

    @property
    def next(self):
        """The target of `Link: rel="next"`, or None."""
        found = re.search(r'<([^>]*)>\s*;\s*rel="?next"?', self.headers.get("Link", ""))
        return found and found[1]


class Library:
    """A new database in a temporary folder, and the programs on it. The server starts with the first request."""

    def __init__(self, binaries):
        self.binaries = binaries
        self.temporary = tempfile.TemporaryDirectory(prefix="tagflow-items-")
        self.folder = pathlib.Path(self.temporary.name)
        self.database = self.folder / "tags.sqlite"
        self.environment = {"HOME": str(self.folder), "PATH": f"{self.folder}/bin:/usr/bin:/bin", "LANG": "C.UTF-8",
                            "TZ": "UTC", "SWIFT_BACKTRACE": "enable=no", "TAGFLOW_ADMIN_TOKEN": ADMIN}
        self.server, self.port = None, None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            try:
                self.server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.server.kill()
                self.server.wait()
        self.temporary.cleanup()

    def run(self, *arguments, code=0, input="", zone="UTC", database=None):
        """Runs a command. `code` is the expected exit code, a collection of codes, or None for any."""
        arguments = [str(argument) for argument in arguments]
        done = Done(arguments, subprocess.run(
            [f"{self.binaries}/tagflow", "--database", str(database or self.database), *arguments], input=input,
            capture_output=True, encoding="utf-8", timeout=120, cwd=self.folder, env={**self.environment, "TZ": zone}))
        codes = (code,) if isinstance(code, int) else code
        if codes is not None and done.code not in codes:
            problems.append(f"expected exit code {' or '.join(map(str, codes))} got {done.code} "
                            f"from `{shown(done.command)}`: {shown(done.err)}")
        return done

    def refused(self, *arguments, names=(), **options):
        """Runs a command that must fail with a message that has these words."""
        done = self.run(*arguments, code=None, **options)
        holds(done.code not in (0, 1, 70), f"an error from `{shown(done.command)}`",
              f"exit code {done.code}: {done.out}")
        for name in names:
            holds(name in done.err, f"an error that names {name!r}", done.err)
        return done

    def load(self, *records, database=None):
        """Imports records as NDJSON."""
        text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        done = self.run("import", "--from", "ndjson", "-", input=text, database=database, code=None)
        if done.code != 0:
            raise Stop(f"expected an import got exit code {done.code}: {shown(done.err)}")
        return done

    def import_text(self, name, text, *options, code=0):
        """Writes a file and imports it."""
        self.file(name, text)
        return self.run("import", self.folder / name, *options, code=code)

    def file(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def list(self, query="", scope=("--all",), **options):
        """The object that `items QUERY --format json` prints: of all sets, unless other options name a scope."""
        arguments = ["--", query] if query else []
        done = self.run("items", *scope, "--limit", "1000", "--format", "json", *arguments, code=(0, 1), **options)
        if not isinstance(done.json, dict):
            raise Stop(f"expected an object from `{shown(done.command)}` got {shown(done.out)}")
        return done.json

    def items(self, query="", **options):
        return self.list(query, **options)["items"]

    def only(self, query="", **options):
        """The single item that a query finds."""
        items = self.items(query, **options)
        if len(items) != 1:
            raise Stop(f"expected one item for {query!r} got {shown(items)}")
        return items[0]

    def finds(self, query, *titles, **options):
        """Expects that a query finds the items with these titles, in any order."""
        expect(sorted(titles), titles_of(self.items(query, **options)), query)

    def add(self, *arguments):
        return self.run("add-item", *arguments, "--format", "json").json

    def selected(self, *options):
        """The tags that are on, from the board."""
        board = self.run("export", "--format", "json", *options).json
        return sorted(chip["tag"] for chip in board["chips"] if chip["selected"])

    def tag(self, name):
        """A tag of the list of all tags, or an empty object."""
        tags = self.run("tags", "--all", "--format", "json").json
        return next((tag for tag in tags if tag["tag"] == name), {})

    def ask(self, method, path, body=None, status=None, token=ADMIN, kind="application/json"):
        """Sends a request. `status` is the expected status, a collection of statuses, or None for any."""
        if not self.server:
            self.start()
        target = path if path.startswith("/api/") else "/api/v1" + path
        data = body.encode() if isinstance(body, str) else None if body is None else json.dumps(body).encode()
        fields = {"Authorization": f"Bearer {token}", **({"Content-Type": kind} if data is not None else {})}
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, target, data, fields)
            response = Response(connection.getresponse())
        finally:
            connection.close()
        statuses = (status,) if isinstance(status, int) else status
        if statuses is not None and response.status not in statuses:
            problems.append(f"expected status {' or '.join(map(str, statuses))} got {response.status} "
                            f"from {method} {shown(path)}: {shown(response.body)}")
        return response

    def find(self, token=ADMIN, status=200, **query):
        """The body of GET /items."""
        return self.ask("GET", url("/items", **query), status=status, token=token).body

    def token(self, scope, *sets):
        body = {"name": f"{scope} token", "scope": scope, **({"sets": sets} if sets else {})}
        return self.ask("POST", "/tokens", body, 201).body["token"]

    def start(self):
        errors = self.folder / "server-errors"
        with open(errors, "wb") as file:
            self.server = subprocess.Popen(
                [f"{self.binaries}/tagflow-server", "--database", str(self.database), "--listen", "127.0.0.1:0",
                 "--token-rate", "1000000"], stderr=file, stdout=file, env=self.environment)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.server.poll() is None:
            found = re.search(r"listening on http://[^:]+:(\d+)", errors.read_text())
            if found:
                self.port = int(found[1])
                return
            time.sleep(0.02)
        raise Stop(f"expected a server that listens got {shown(errors.read_text())}")
