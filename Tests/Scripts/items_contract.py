#!/usr/bin/env python3
"""Checks the contract of items from outside: fields, queries, commands, HTTP, NDJSON, tokens, aliases and exports.

    items_contract.py BINARIES [CHECK…]

BINARIES is the folder of `tagflow` and `tagflow-server`, such as .build/debug. Runs the named checks, or all of them,
each on a new database, and prints `ok NAME` or `FAILED NAME: expected … got …`. The exit code is 1 if a check failed.
A docstring quotes the rule that its check verifies. To add a check, write a function marked with @check.
"""

import csv
import datetime
import http.client
import io
import json
import os
import pathlib
import random
import re
import stat
import subprocess
import sys
import tempfile
import time
import traceback
import unicodedata
import urllib.parse

ADMIN = "the admin token of the contract's checks"
SEED = 20_260
ITEMS, QUERIES = 200, 300
MOST_SHOWN = 5
UTC = datetime.timezone.utc

CHECKS = {}
problems = []
binaries = ""


def check(function):
    """Registers a check under its function's name."""
    CHECKS[function.__name__] = function
    return function


class Stop(Exception):
    """Ends a check whose remaining steps can't be verified."""


# Expectations. A check continues after an expectation that failed.


def shown(value):
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    return text if len(text) <= 240 else text[:240] + "…"


def expect(expected, got, what=""):
    """Records a failure unless both values are equal."""
    if expected != got:
        problems.append(f"expected {shown(expected)} got {shown(got)}" + (f" ({what})" if what else ""))


def holds(condition, expected, got):
    """Records a failure, with the expectation in words, unless the condition holds."""
    if not condition:
        problems.append(f"expected {expected} got {shown(got)}")


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def is_now(text):
    return abs((moment(text) - datetime.datetime.now(UTC)).total_seconds()) < 120


def titles_of(items):
    return sorted(item.get("title", "") for item in items)


def url(path, **query):
    """A path with a query; an underscore in a name is a hyphen."""
    return path + "?" + urllib.parse.urlencode({name.replace("_", "-"): value for name, value in query.items()})


# The programs.


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

    def __init__(self):
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
            [f"{binaries}/tagflow", "--database", str(database or self.database), *arguments], input=input,
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

    def list(self, query="", **options):
        """The object that `items QUERY --format json` prints."""
        arguments = ["--", query] if query else []
        done = self.run("items", "--limit", "1000", "--format", "json", *arguments, code=(0, 1), **options)
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
                [f"{binaries}/tagflow-server", "--database", str(self.database), "--listen", "127.0.0.1:0",
                 "--token-rate", "1000000"], stderr=file, stdout=file, env=self.environment)
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and self.server.poll() is None:
            found = re.search(r"listening on http://[^:]+:(\d+)", errors.read_text())
            if found:
                self.port = int(found[1])
                return
            time.sleep(0.02)
        raise Stop(f"expected a server that listens got {shown(errors.read_text())}")


# The reference evaluator of the query language.


def folded(text):
    """A text without case and accents."""
    letters = unicodedata.normalize("NFD", text.casefold())
    return unicodedata.normalize("NFC", "".join(one for one in letters if not unicodedata.combining(one)))


UNSPACED = r"\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff"


def words(text):
    """The indexed words of a text: runs of letters and digits, or character pairs in scripts without spaces."""
    found = []
    for run in re.findall(r"[^\W_]+", folded(text)):
        for part in re.findall(f"[{UNSPACED}]+|[^{UNSPACED}]+", run):
            is_paired = re.match(f"[{UNSPACED}]", part) and len(part) > 2
            found += [part[at:at + 2] for at in range(len(part) - 1)] if is_paired else [part]
    return found


def has_phrase(text, phrase):
    within, wanted = words(text), words(phrase)
    return any(within[at:at + len(wanted)] == wanted for at in range(len(within) - len(wanted) + 1))


def bare(location):
    """A location without its scheme and `www.`."""
    return re.sub(r"^www\.", "", re.sub(r"^[a-z][a-z0-9+.-]*://", "", location, flags=re.I), flags=re.I)


class Reference:
    """A slow, obvious evaluator of queries. Dates are days in UTC; `sort:` matches everything."""

    def __init__(self, implications=(), aliases=None):
        self.aliases = {folded(alias): folded(tag) for alias, tag in (aliases or {}).items()}
        self.parents = {}
        for tag, parent in implications:
            self.parents.setdefault(folded(tag), set()).add(folded(parent))

    def matches(self, query, item):
        self.tokens = re.findall(r'[()]|-?"[^"]*"|[^\s()"]+', query)
        self.item = item
        result = self.alternatives()
        if self.tokens:
            raise ValueError(f"{query!r} has the unexpected rest {self.tokens}")
        return result

    def peek(self):
        return self.tokens[0].lower() if self.tokens else None

    def alternatives(self):
        result = self.conjunction()
        while self.peek() == "or":
            self.tokens.pop(0)
            result = self.conjunction() or result
        return result

    def conjunction(self):
        result = self.negation()
        while self.peek() not in (None, ")", "or"):
            if self.peek() == "and":
                self.tokens.pop(0)
            result = self.negation() and result
        return result

    def negation(self):
        token = self.tokens.pop(0)
        if token.lower() == "not":
            return not self.negation()
        if token == "(":
            result = self.alternatives()
            if not self.tokens or self.tokens.pop(0) != ")":
                raise ValueError("a parenthesis isn't closed")
            return result
        return not self.term(token[1:]) if token.startswith("-") else self.term(token)

    def term(self, token):
        if token.startswith('"'):
            return self.has_text(token[1:-1])
        if token.startswith("#"):
            return any(self.has_tag(name.removeprefix("#")) for name in token.split("|"))
        if token == "untagged":
            return not self.item.get("tags")
        name, colon, value = token.partition(":")
        return getattr(self, "term_" + name)(value) if colon else self.has_text(token)

    def has_text(self, phrase):
        fields = [self.item.get("title", ""), self.item.get("note", ""), bare(self.item.get("location", ""))]
        return any(has_phrase(field, phrase) for field in fields)

    def has_tag(self, name):
        wanted = self.aliases.get(folded(name), folded(name))
        open_tags, known = [self.aliases.get(folded(tag), folded(tag)) for tag in self.item.get("tags", [])], set()
        while open_tags:
            tag = open_tags.pop()
            if tag not in known:
                known.add(tag)
                open_tags += self.parents.get(tag, ())
        return wanted in known

    term_tag = has_tag

    def term_site(self, site):
        location = self.item.get("location", "")
        host = urllib.parse.urlsplit(location).hostname if "://" in location else None
        return host is not None and ("." + host).endswith("." + site.lower())

    def term_tags(self, number):
        count = len(self.item.get("tags", []))
        return count > int(number[1:]) if number.startswith(">") else count == int(number)

    def term_since(self, day):
        return self.item["at"][:10] >= day

    def term_before(self, day):
        return self.item["at"][:10] < day

    def term_on(self, day):
        return self.item["at"][:10] == day

    def term_set(self, name):
        return folded(self.item["set"]) == folded(name)

    def term_sort(self, _):
        return True


TAGS = ["swift", "viz", "design", "art", "beagle", "dog", "book", "article", "old", "city::rome"]
IMPLICATIONS = [("viz", "design"), ("design", "art"), ("beagle", "dog")]
ALIASES = {"sw": "swift", "graphics": "viz", "hound": "dog"}
VOCABULARY = ["Rome", "café", "Zürich", "naïve", "guide", "swift", "walk", "Résumé", "tea", "読書会", "散歩",
              "map", "2nd"]
SITES = ["swift.org", "www.swift.org", "docs.swift.org", "myswift.org", "rome.example", "tea.example:8080"]


def random_day(numbers):
    return (datetime.date(2026, 1, 1) + datetime.timedelta(days=numbers.randrange(60))).isoformat()


def random_item(numbers, number):
    """An item whose title ends with a word that no other item has."""
    def text(most):
        return " ".join(numbers.choice(VOCABULARY) for _ in range(numbers.randint(0, most)))
    item = {"title": f"{text(4)} n{number}".strip(), "set": numbers.choice(["work", "home"])}
    item["tags"] = numbers.sample(TAGS, numbers.choice([0, 1, 1, 2, 3, 4, 7]))
    time_of_day = numbers.choice(["00:00:00.000", "23:59:59.999", f"{numbers.randrange(24):02}:30:00.000"])
    item["at"] = f"{random_day(numbers)}T{time_of_day}Z"
    if numbers.random() < 0.5:
        item["note"] = text(6)
    if numbers.random() < 0.8:
        place = f"/{numbers.choice(VOCABULARY).lower()}/p{number}"
        item["location"] = numbers.choice([f"https://{numbers.choice(SITES)}{place}", f"/home/me{place}.md"])
    return item


def random_term(numbers):
    tag = numbers.choice(TAGS + list(ALIASES))
    word = numbers.choice(VOCABULARY)
    term = numbers.choice([
        f"#{tag}", f"#{tag.upper()}", f"tag:{tag}", f"#{tag}|#{numbers.choice(TAGS)}", word, folded(word).upper(),
        "読書", f'"{word} {numbers.choice(VOCABULARY)}"',
        f"site:{numbers.choice(['swift.org', 'docs.swift.org', 'example'])}",
        f"since:{random_day(numbers)}", f"before:{random_day(numbers)}", f"on:{random_day(numbers)}",
        "untagged", f"tags:{numbers.randrange(5)}", f"tags:>{numbers.randrange(5)}",
        f"set:{numbers.choice(['work', 'home'])}",
    ])
    # The contract gives `-` to tags, words and sites; other terms are negated with `not`.
    takes_hyphen = re.fullmatch(r"(#|tag:|site:)[^|]*|\w+", term) and term != "untagged"
    return "-" + term if takes_hyphen and numbers.random() < 0.3 else term


def random_query(numbers, depth=2):
    """Terms joined by spaces, `and` and `or`, with `not` and parentheses."""
    parts = []
    for number in range(numbers.randint(1, 3)):
        if number:
            parts.append(numbers.choice(["", "", "and", "or", "OR"]))
        group = depth and numbers.random() < 0.3
        parts.append(numbers.choice(["", "", "", "not"]))
        parts.append(f"({random_query(numbers, depth - 1)})" if group else random_term(numbers))
    return " ".join(part for part in parts if part)


@check
def reference_evaluator(_):
    """The reference evaluator itself, on queries whose results are known."""
    reference = Reference(IMPLICATIONS, ALIASES)
    item = {"title": "Café in Rome", "note": "two words", "location": "https://www.Docs.swift.org/a", "set": "work",
            "tags": ["viz", "book"], "at": "2026-01-05T10:00:00.000Z"}
    for query in ("#art", "#graphics", "cafe", '"TWO words"', "site:swift.org", "docs.swift.org", "tags:2", "tags:>1",
                  "rome (#old or #book) not #old", "#old or #book #art", "on:2026-01-05", "-#old", "since:2026-01-05"):
        expect(True, reference.matches(query, item), query)
    for query in ("#dog", "https", "www", '"words rome"', "site:wift.org", "untagged", "#old #book or #dog", "-cafe",
                  "not (#old or #book)", "before:2026-01-05", "set:home", "caf"):
        expect(False, reference.matches(query, item), query)


@check
def random_queries(library):
    """Queries: `items QUERY --format json` finds what the reference evaluator finds."""
    numbers = random.Random(SEED)
    items = [random_item(numbers, number) for number in range(ITEMS)]
    library.load(*({"set": name, "tags": TAGS} for name in ("work", "home")), *items)
    for alias, tag in ALIASES.items():
        library.run("alias", alias, tag)
    for tag, parent in IMPLICATIONS:
        library.run("imply", tag, parent)
    expect(titles_of(items), titles_of(library.items()), "all items")
    reference = Reference(IMPLICATIONS, ALIASES)
    for number in range(QUERIES):
        if len(problems) >= 5:
            raise Stop(f"expected {QUERIES} queries got only to query {number}, since 5 failed (seed {SEED})")
        query = random_query(numbers)
        expected = {item["title"] for item in items if reference.matches(query, item)}
        answer = library.list(query)
        found = {item["title"] for item in answer["items"]}
        missing, extra = sorted(expected - found)[:3], sorted(found - expected)[:3]
        holds(expected == found, f"{len(expected)} items for {query!r} (seed {SEED})",
              f"{len(found)}, without {missing}, with {extra}")
        expect(len(expected), answer["total"], f"total of {query!r}")


# Fields.


@check
def field_id(library):
    """`id`: integer, stable."""
    first = library.add("https://a.example/", "--title", "one", "--tag", "x")
    library.add("https://a.example/", "--title", "two")
    library.run("edit-item", first["id"], "--title", "three")
    holds(isinstance(first["id"], int), "an integer", first["id"])
    expect([first["id"], "three"], [library.only()[key] for key in ("id", "title")])


@check
def field_set(library):
    """`set`: the set the item belongs to; its tags are members of that set."""
    library.run("new", "work")
    library.run("new", "home")
    item = library.ask("POST", "/items", {"set": "work", "title": "a", "tags": ["fresh"]}, 201).body
    expect("work", item["set"])
    expect(["fresh"], library.ask("GET", "/sets/work", status=200).body["tags"], "members of work")
    expect([], library.ask("GET", "/sets/home", status=200).body["tags"], "members of home")


@check
def field_title(library):
    """`title`: control characters, tabs and U+FFFD are replaced by spaces; longer titles are cut at a character."""
    for given, stored in (("a\tb\u0007c\ufffdd", "a b c d"), ("é" * 600, "é" * 500),
                          ("x" + "é" * 600, "x" + "é" * 499)):
        expect(stored, library.ask("POST", "/items", {"title": given, "tags": ["x"]}, 201).body["title"], "POST")
    library.load({"title": "i\tj\u001bk\ufffdl", "tags": ["x"]})
    library.finds("j", "i j k l")
    expect("p q", library.add("--title", "p\tq", "--tag", "x")["title"], "add-item")


@check
def field_location_length(library):
    """`location`: URL or path, at most 4,000 bytes."""
    for length, status in ((4000, 201), (4001, (400, 413, 422))):
        location = "https://a.example/".ljust(length, "x")
        library.ask("POST", "/items", {"location": location, "tags": ["x"]}, status)


@check
def field_location_normalized(library):
    """http(s) URLs are compared in normalized form, everything else byte for byte. Stored as given."""
    same = [("HTTPS://A.Example/x", "https://a.example/x"), ("https://b.example:443/", "https://b.example/"),
            ("http://c.example:80/x", "http://c.example/x"), ("https://d.example/?utm_source=m", "https://d.example/"),
            ("https://e.example/?a=1&utm_medium=n&fbclid=o", "https://e.example/?a=1"),
            ("https://f.example/?gclid=p&a=1&mc_eid=q", "https://f.example/?a=1"),
            ("https://g.example/x#part", "https://g.example/x"), ("https://h.example", "https://h.example/")]
    different = [("https://i.example/#/a", "https://i.example/#/b"), ("https://j.example/#!a", "https://j.example/"),
                 ("https://k.example/A", "https://k.example/a"), ("http://l.example/", "https://l.example/"),
                 ("https://m.example:8443/", "https://m.example/"), ("ftp://N.example/", "ftp://n.example/"),
                 ("/o/A", "/o/a"), ("/p#part", "/p"), ("https://www.q.example/", "https://q.example/")]
    for pairs, status in ((same, 200), (different, 201)):
        for first, second in pairs:
            item = library.ask("POST", "/items", {"location": first, "tags": ["x"]}, 201).body
            expect(first, item.get("location"), "stored location")
            library.ask("POST", "/items", {"location": second, "tags": ["x"]}, status)


@check
def field_location_unique(library):
    """`location`: unique within a set."""
    library.load(*({"set": name, "location": "u://1", "tags": ["x"]} for name in ("work", "home")))
    expect(["home", "work"], sorted(item["set"] for item in library.items()))
    other = library.add("u://2", "--tag", "x", "--set", "work")
    library.ask("PATCH", f"/items/{other['id']}", {"location": "u://1"}, (400, 409, 422))
    expect(["u://1", "u://2"], sorted(item["location"] for item in library.items("set:work")))


@check
def field_note(library):
    """`note`: the user's own description, up to 64 KiB."""
    most = "n" * 65_536
    expect(most, library.ask("POST", "/items", {"title": "a", "note": most, "tags": ["x"]}, 201).body.get("note"))
    more = library.ask("POST", "/items", {"title": "b", "note": most + "n", "tags": ["x"]})
    is_refused = more.status in (400, 413, 422)
    holds(is_refused or more.body.get("note") == most, "an error, or a note that is cut", more.status)


@check
def field_tags(library):
    """`tags`: at least one, except for untagged items, which `untagged` finds. At most 20,000 tags per item."""
    library.add("--title", "tagged", "--tag", "x")
    library.ask("POST", "/items", {"title": "captured"}, 201)
    library.load({"title": "imported", "tags": []})
    library.finds("untagged", "captured", "imported")
    many = [f"t{number}" for number in range(20_001)]
    library.ask("POST", "/items", {"title": "many", "tags": many}, (400, 413, 422))
    library.finds("many")


@check
def field_at(library):
    """`at`: when the item was saved; milliseconds, RFC 3339 in JSON. Saving without a time means now."""
    exact = library.ask("POST", "/items", {"title": "exact", "at": "2026-01-02T03:04:05.678Z", "tags": ["x"]}, 201).body
    expect("2026-01-02T03:04:05.678000+00:00", moment(exact["at"]).isoformat())
    library.ask("POST", "/items", {"title": "posted", "tags": ["x"]}, 201)
    library.add("--title", "added", "--tag", "x")
    library.load({"title": "imported", "tags": ["x"]})
    library.run("select", "x")
    library.run("save", "saved")
    for title in ("posted", "added", "imported", "saved"):
        at = library.only(title).get("at", "1970-01-01T00:00:00Z")
        holds(is_now(at), f"the present time of the item {title}", at)


@check
def field_modified(library):
    """`modified`: when any field last changed. JSON doesn't show it, so this verifies only that `at` isn't changed."""
    item = library.add("--title", "a", "--tag", "x", "--at", "2026-01-02")
    library.run("edit-item", item["id"], "--title", "b", "--add", "y")
    expect(item["at"], library.only()["at"])


@check
def field_imported_from(library):
    """`importedFrom`: the file or folder an import read it from; not exported."""
    library.import_text("origin-of-items.ndjson", '{"title": "a", "tags": ["x"]}\n{"title": "b", "tags": ["x"]}\n')
    exported = library.run("export", "--format", "ndjson").out
    holds('"a"' in exported and "origin-of-items" not in exported, "an export without the file's name", exported)


@check
def field_text(library):
    """`text` (up to 1 MB): evidence for learning only; its term weights are stored, the text isn't."""
    for number in range(6):
        library.ask("POST", "/items", {"title": f"a{number}", "text": "a zyzzyva eats", "tags": ["insect"]}, 201)
        library.ask("POST", "/items", {"title": f"b{number}", "text": "a harbor at night", "tags": ["sea"]}, 201)
    library.finds("zyzzyva")
    holds("zyzzyva" not in library.run("export", "--format", "ndjson").out, "an export without the text", "the text")
    body = library.ask("GET", url("/suggestions", text="zyzzyva"), status=200).body
    expect("insect", body["suggestions"][0]["tag"], "suggestion for the text")
    library.ask("POST", "/items", {"title": "long", "text": "word " * 200_000, "tags": ["x"]}, 201)


@check
def known_location_replaces(library):
    """Saving an item with a known location replaces the stored item and keeps its id; absent fields are kept."""
    library.load({"location": "https://a.example/", "title": "old", "note": "n", "tags": ["x", "y"],
                  "at": "2026-01-02T03:04:05Z"})
    before = library.only()
    after = library.add("https://a.example/", "--title", "new")
    expect({**before, "title": "new"}, {key: after.get(key) for key in before}, "title given")
    expect(True, after.get("replaced"), "replaced")
    library.add("https://a.example/", "--tag", "z")
    expect(["z"], library.only()["tags"], "tags given")
    expect(["new", "n", before["at"]], [library.only().get(key) for key in ("title", "note", "at")], "others kept")


@check
def replacement_is_one_undo_step(library):
    """Saving an item with a known location … (one undo step, counts exact)."""
    library.add("https://a.example/", "--title", "old", "--tag", "x")
    before = library.only()
    library.add("https://a.example/", "--title", "new", "--tag", "y")
    expect([0, 1], [library.tag(name).get("uses") for name in "xy"], "uses after the replacement")
    library.run("undo")
    expect(before, library.only())
    expect(1, library.tag("x").get("uses"), "uses of x after undo")


@check
def one_import_joins(library):
    """Two entries of one import with equal locations are joined, with all their tags."""
    library.load({"location": "https://a.example/", "title": "a", "tags": ["x"]},
                 {"location": "https://A.example:443/#part", "tags": ["y"]})
    expect(["x", "y"], sorted(library.only()["tags"]))


@check
def last_tag_removed(library):
    """An item whose last tag is removed stays, untagged."""
    item = library.add("--title", "a", "--tag", "x")
    library.run("edit-item", item["id"], "--remove", "x")
    library.finds("untagged", "a")
    library.add("--title", "b", "--tag", "y")
    library.run("delete", "y")
    library.finds("untagged", "a", "b")


@check
def daily_set(library):
    """In a set with `--daily on`, `save` without a location replaces the item of that day; imports are not affected."""
    library.run("new", "habits", "run", "walk")
    library.run("layout-settings", "--daily", "on")
    library.run("select", "run")
    library.run("save")
    library.run("select", "run", "walk")
    expect(True, library.run("save", "--format", "json").json.get("replaced"), "replaced")
    expect(["run", "walk"], sorted(library.only()["tags"]))
    library.run("save", "--at", "2026-01-02 12:00")
    library.run("save", "--location", "u://1")
    library.load({"title": "i", "tags": ["run"]}, {"title": "j", "tags": ["run"]})
    expect(5, len(library.items()))


# Query terms.

SHELF = [
    {"title": "actors", "location": "https://www.swift.org/blog/x", "tags": ["swift", "viz"], "note": "two words here"},
    {"title": "rome guide", "location": "https://docs.swift.org/rome", "tags": ["article", "old"]},
    {"title": "rome novel", "tags": ["book"]},
    {"title": "rome atlas", "tags": ["book", "old"], "set": "work"},
    {"title": "Café Zürich", "location": "https://cafe.example/menu", "tags": ["design"]},
    {"title": "読書会", "tags": ["book", "article", "t1", "t2", "t3", "t4"]},
    {"title": "plain", "location": "https://myswift.org/", "note": "words, two and not one"},
]
ALL = [item["title"] for item in SHELF]


def others(*titles):
    return [title for title in ALL if title not in titles]


def shelf(library):
    """Loads the items above, one a day from 2026-01-01 on, with an implication and an alias."""
    items = [{"set": "home", "at": f"2026-01-{day + 1:02}T12:00:00Z", **item} for day, item in enumerate(SHELF)]
    library.load(*items)
    library.run("imply", "viz", "design")
    library.run("alias", "sw", "swift")


def yesterday_noon():
    return (datetime.datetime.now(UTC) - datetime.timedelta(days=1)).strftime("%Y-%m-%dT12:00:00Z")


@check
def query_operators(library):
    """Terms are joined by *and*; `and`, `or`, `not` (any case) and parentheses work as in linkding 1.44."""
    shelf(library)
    library.finds("rome (#article or #book) not #old", "rome novel")
    library.finds("rome AND #book", "rome novel", "rome atlas")
    library.finds("#swift Or #design and rome", "actors")
    library.finds("NOT (#book or #old)", "actors", "Café Zürich", "plain")
    library.finds("not not #swift", "actors")
    library.finds('"not" "one"', "plain")  # A quoted operator is a word.
    for query in ("(rome", "rome)", "rome or", "not"):
        library.refused("items", "--", query)


@check
def query_tag(library):
    """`#tag`: the tag, its aliases, and tags that imply it."""
    shelf(library)
    library.finds("#design", "actors", "Café Zürich")
    library.finds("#viz", "actors")
    library.finds("#sw", "actors")
    library.finds("#SWIFT", "actors")
    library.finds("#design #sw", "actors")


@check
def query_not(library):
    """`-#tag`, `-word`, `-site:…`, `not …`: not."""
    shelf(library)
    library.finds("-#old", *others("rome guide", "rome atlas"))
    library.finds("-rome", *others("rome guide", "rome novel", "rome atlas"))
    library.finds("-site:swift.org", *others("actors", "rome guide"))
    library.finds("not #design", *others("actors", "Café Zürich"))
    library.finds("rome -guide", "rome novel", "rome atlas")


@check
def query_arguments(library):
    """`items` passes an argument such as `-#old` to the query."""
    shelf(library)
    found = library.run("items", "rome", "-#old", "--format", "json").json["items"]
    expect(["rome novel"], titles_of(found))
    found = library.run("items", "-#old", "rome", "--format", "json").json["items"]
    expect(["rome novel"], titles_of(found))


@check
def query_either(library):
    """`#a|#b`, `#a or #b`: either."""
    shelf(library)
    for query in ("#swift|#old", "#swift or #old"):
        library.finds(query, "actors", "rome guide", "rome atlas")
    library.finds("#swift|#old rome", "rome guide", "rome atlas")


@check
def query_text(library):
    """`word`, `"two words"`: full text of title, note and location without its scheme and `www.`, accents folded."""
    shelf(library)
    library.finds("zurich", "Café Zürich")
    library.finds("CAFÉ", "Café Zürich")
    library.finds('"two words"', "actors")
    library.finds("two words", "actors", "plain")
    library.finds("menu", "Café Zürich")
    library.finds("読書", "読書会")
    library.finds("書会", "読書会")
    for query in ("https", "www", "rom", '"guide rome"'):
        library.finds(query)


@check
def query_typing(library):
    """`typing=true` matches the last word as a prefix."""
    shelf(library)
    expect(["rome guide"], titles_of(library.find(q="rome gui", typing="true")["items"]))
    expect([], titles_of(library.find(q="rom guide", typing="true")["items"]), "a first word that is incomplete")
    expect([], titles_of(library.find(q="rome gui")["items"]), "without typing")


@check
def query_site(library):
    """`site:swift.org`: the host or a parent domain."""
    shelf(library)
    library.finds("site:swift.org", "actors", "rome guide")
    library.finds("site:docs.swift.org", "rome guide")
    library.finds("site:SWIFT.org rome", "rome guide")
    library.finds("site:example", "Café Zürich")


@check
def query_time(library):
    """`since:2026-01-01`, `before:monday`, `on:yesterday`: time; everything `--at` understands."""
    shelf(library)
    library.finds("since:2026-01-06", "読書会", "plain")
    library.finds("before:2026-01-03", "actors", "rome guide")
    library.finds("on:2026-01-03", "rome novel")
    library.load({"title": "recent", "tags": ["x"], "at": yesterday_noon()})
    library.finds("on:yesterday", "recent")
    library.finds("since:yesterday", "recent")
    library.run("items", "before:monday", code=(0, 1))
    library.load({"title": "late", "tags": ["x"], "at": "2026-02-01T20:00:00Z"})
    library.finds("on:2026-02-02", "late", zone="Asia/Tokyo")
    library.refused("items", "since:whenever")


@check
def query_time_with_spaces(library):
    """Time: everything `--at` understands, such as `3 days ago`. (That quotes enclose it is how words are quoted.)"""
    shelf(library)
    library.load({"title": "recent", "tags": ["x"], "at": yesterday_noon()})
    library.finds('since:"3 days ago"', "recent")


@check
def query_count(library):
    """`untagged`, `tags:1`, `tags:>5`: number of tags."""
    shelf(library)
    library.finds("untagged", "plain")
    library.finds("tags:1", "rome novel", "Café Zürich")
    library.finds("tags:>5", "読書会")
    library.finds("tags:0", "plain")


@check
def query_set(library):
    """`set:NAME`: one set; default is all sets."""
    shelf(library)
    library.finds("set:work", "rome atlas")
    library.finds("rome set:home", "rome guide", "rome novel")
    library.finds("", *ALL)


@check
def query_tag_word(library):
    """`tag:NAME`: the same as `#NAME`."""
    shelf(library)
    library.finds("tag:design", "actors", "Café Zürich")
    library.finds("-tag:design tag:book", "rome novel", "rome atlas", "読書会")


@check
def query_missing(library):
    """`missing`: the location is a file that doesn't exist."""
    there = library.file("there.txt", "a")
    library.load({"title": "there", "location": str(there), "tags": ["x"]},
                 {"title": "gone", "location": f"{library.folder}/gone.txt", "tags": ["x"]},
                 {"title": "page", "location": "https://a.example/", "tags": ["x"]}, {"title": "none", "tags": ["x"]})
    library.finds("missing", "gone")


@check
def query_sort(library):
    """`sort:new|old|title|relevance`; default: relevance with text, else newest first."""
    shelf(library)
    def order(query):
        return [item["title"] for item in library.items(query)]
    romes = ["rome atlas", "rome novel", "rome guide"]
    expect(romes, order("rome sort:new"), "sort:new")
    expect(romes[::-1], order("rome sort:old"), "sort:old")
    expect(sorted(romes), order("rome sort:title"), "sort:title")
    expect(ALL[::-1], order(""), "default without text")
    expect(order("rome sort:relevance"), order("rome"), "default with text")
    library.refused("items", "sort:size")


@check
def query_unknown_tag(library):
    """An unknown tag is an error naming the nearest tags (65, 422), except over HTTP with `lenient=true`."""
    shelf(library)
    done = library.run("items", "#swfit", code=65)
    holds("swift" in done.err, "an error that names 'swift'", done.err)
    body = library.find(q="#swfit", status=422)
    holds("swift" in body.get("detail", ""), "a detail that names 'swift'", body)
    for query, count in (("#swfit", 0), ("not #swfit", len(ALL))):
        expect(count, library.find(q=query, lenient="true")["total"], f"lenient {query}")


@check
def query_terms(library):
    """At most 100 terms."""
    shelf(library)
    library.finds(" ".join(["rome"] * 100), "rome guide", "rome novel", "rome atlas")
    library.refused("items", " ".join(["rome"] * 101))
    library.find(q=" ".join(["rome"] * 101), status=(400, 422))


# Commands.


@check
def command_items(library):
    """`items [QUERY…] [--limit N] [--format json|ndjson|urls]`: list; exit code 1 when nothing matches."""
    shelf(library)
    page = library.run("items", "rome", "--limit", "2", "--format", "json").json
    expect(["facets", "items", "total"], sorted(page), "fields")
    expect([2, 3], [len(page["items"]), page["total"]], "limit and total")
    lines = [json.loads(line) for line in library.run("items", "rome", "--format", "ndjson").lines]
    expect(["rome atlas", "rome guide", "rome novel"], titles_of(lines), "ndjson")
    expect(["https://docs.swift.org/rome"], library.run("items", "rome", "--format", "urls").lines, "urls")
    expect(1, library.run("items", "nothing", code=None).code, "exit code")
    expect(3, len(library.run("items", "rome").lines), "lines")


@check
def command_view(library):
    """`view save NAME QUERY`, `view list`, `view delete NAME`: named queries."""
    shelf(library)
    library.run("view", "save", "to read", "#book not #old")
    listed = library.run("view", "list").out
    holds("to read" in listed and "#book not #old" in listed, "the view and its query", listed)
    library.run("view", "save", "to read", "#old")
    listed = library.run("view", "list").out
    holds("#book" not in listed and listed.count("to read") == 1, "the view's new query", listed)
    library.run("view", "delete", "to read")
    holds("to read" not in library.run("view", "list", code=(0, 1)).out, "no view", "the view")


@check
def command_add_item(library):
    """`add-item [LOCATION] [--title T] [--note N] [--text-file F] [--tag T]… [--at TIME]`: a new item."""
    text = library.file("text", "a long story")
    item = library.add("https://a.example/", "--title", "t", "--note", "n", "--text-file", text, "--tag", "x", "--tag",
                       "y", "--at", "2026-01-02 08:30")
    expect(["https://a.example/", "t", "n", ["x", "y"]],
           [item.get(key) for key in ("location", "title", "note", "tags")])
    expect("2026-01-02T08:30:00+00:00", moment(item["at"]).isoformat())
    library.add("--title", "untouched")
    library.finds("untagged", "untouched")


@check
def command_add_item_accept(library):
    """`add-item`: `--accept P` takes suggestions with probability ≥ P, `--yes` accepts near duplicates as new tags."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)))
    for least, is_taken in ((".1", True), ("1", False)):
        expect(is_taken, "movie" in library.add("--title", "matrix", "--accept", least)["tags"], f"--accept {least}")
    library.refused("add-item", "--title", "a", "--tag", "recipee", names=["recipe"])
    expect(["recipee"], library.add("--title", "a", "--tag", "recipee", "--yes")["tags"])


@check
def command_edit_item(library):
    """`edit-item ID|LOCATION [--title …] [--location …] [--note …] [--add T]… [--remove T]… [--at …]`."""
    item = library.add("u://1", "--title", "a", "--tag", "x", "--tag", "y")
    library.run("edit-item", item["id"], "--title", "b", "--location", "u://2", "--note", "n")
    expect(["b", "u://2", "n"], [library.only().get(key) for key in ("title", "location", "note")], "by id")
    edited = library.run("edit-item", "u://2", "--add", "z", "--add", "w", "--remove", "x", "--at", "2026-01-02",
                         "--format", "json").json
    expect([["w", "y", "z"], "2026-01-02"], [sorted(edited["tags"]), edited["at"][:10]], "by location")
    expect(edited, library.only(), "the printed item")
    library.run("undo")
    expect(["x", "y"], sorted(library.only()["tags"]), "after undo")
    library.refused("edit-item", "u://nowhere", "--title", "c", names=["u://nowhere"])


@check
def command_show_item(library):
    """`show-item ID|LOCATION…`."""
    item = library.add("u://1", "--title", "a title", "--note", "a note", "--tag", "x")
    expect(item["id"], library.run("show-item", "u://1", "--format", "json").json["id"])
    out = library.run("show-item", item["id"]).out
    holds(all(part in out for part in ("a title", "a note", "u://1", "x")), "title, note, location and tags", out)
    library.refused("show-item", "u://2", names=["u://2"])


@check
def command_open_item(library):
    """`open-item ID|LOCATION…` opens the location (here with an xdg-open that writes its argument to a file)."""
    stub = library.file("bin/xdg-open", f'#!/bin/sh\nprintf %s "$1" > "{library.folder}/opened"\n')
    stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
    library.run("open-item", library.add("https://a.example/", "--tag", "x")["id"])
    opened = library.folder / "opened"
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline and not (opened.exists() and opened.read_text()):
        time.sleep(0.05)
    expect("https://a.example/", opened.read_text() if opened.exists() else "nothing")


@check
def command_delete_item(library):
    """`delete-item` takes several, and `--matching QUERY --yes`; it can be undone."""
    shelf(library)
    library.run("delete-item", library.only("actors")["id"], "https://myswift.org/")
    library.finds("", *others("actors", "plain"))
    library.refused("delete-item", "--matching", "rome")
    library.run("delete-item", "--matching", "rome", "--yes")
    library.finds("", "Café Zürich", "読書会")
    library.run("undo")
    library.finds("rome", "rome guide", "rome novel", "rome atlas")


@check
def command_restore_item(library):
    """`restore-item` turns the item's tags on in its set."""
    library.run("new", "work", "x", "y", "z")
    item = library.add("--title", "a", "--tag", "x", "--tag", "z")
    library.run("clear")
    library.run("restore-item", item["id"])
    expect(["x", "z"], library.selected())


@check
def command_tag_items(library):
    """`tag-items --matching QUERY [--add T]… [--remove T]… [--dry-run] [--yes]`: one undo step; reports the count."""
    shelf(library)
    change = ["tag-items", "--matching", "rome", "--add", "city", "--remove", "old"]
    library.refused(*change)
    dry = library.run(*change, "--dry-run")
    holds("3" in dry.out + dry.err, "the count 3", dry.out + dry.err)
    library.finds("#old", "rome guide", "rome atlas")
    done = library.run(*change, "--yes")
    holds("3" in done.out + done.err, "the count 3", done.out + done.err)
    library.finds("#city", "rome guide", "rome novel", "rome atlas")
    library.finds("#old")
    library.run("undo")
    library.finds("#old", "rome guide", "rome atlas")
    library.finds("#book", "rome novel", "rome atlas", "読書会")


@check
def command_tag_items_accept(library):
    """`tag-items --matching untagged --accept P` adds each item's own suggestions with probability ≥ P."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)),
                 {"title": "matrix untagged"}, {"title": "bread untagged"})
    library.run("tag-items", "--matching", "untagged", "--accept", ".3", "--yes")
    holds("movie" in library.only('"matrix untagged"')["tags"], "the tag movie", library.only('"matrix untagged"'))
    holds("recipe" in library.only('"bread untagged"')["tags"], "the tag recipe", library.only('"bread untagged"'))


@check
def command_save(library):
    """`save [TITLE] [--location L] [--note N] [--at TIME]`: the selection as an item."""
    library.run("new", "work", "x", "y", "z")
    library.run("select", "x", "y")
    options = ["--location", "u://1", "--note", "n", "--at", "2026-01-02", "--format", "json"]
    item = library.run("save", "monday", *options).json
    expect(["monday", "u://1", "n", "work"], [item.get(key) for key in ("title", "location", "note", "set")])
    expect([["x", "y"], "2026-01-02"], [sorted(item["tags"]), item["at"][:10]])
    expect(True, library.run("save", "--location", "u://1", "--format", "json").json.get("replaced"), "replaced")


@check
def command_stats(library):
    """`stats [--tag T]… [--by day|week|month|year] [--since …] [--format json]`: counts per period."""
    library.load(*({"title": f"a{n}", "tags": ["x"], "at": f"2026-0{n}-15T12:00:00Z"} for n in (1, 3)),
                 {"title": "b", "tags": ["y"], "at": "2026-03-16T12:00:00Z"})
    def periods(*options):
        found = library.run("stats", *options, "--format", "json").json["periods"]
        return [[period["start"][:7], period["count"]] for period in found if period["count"]]
    expect([["2026-01", 1], ["2026-03", 2]], periods("--by", "month"), "by month")
    expect([["2026-01", 3]], periods("--by", "year"), "by year")
    expect([["2026-01", 1], ["2026-03", 1]], periods("--by", "month", "--tag", "x"), "with a tag")
    expect([["2026-03", 2]], periods("--by", "month", "--since", "2026-02-01"), "since")
    for by in ("day", "week"):
        expect(3, sum(count for _, count in periods("--by", by)), f"by {by}")


@check
def command_suggest(library):
    """`suggest --title T --location U --note N --text-file F`; `--for TEXT` stays a shorthand (first line title)."""
    library.load(*({"title": f"matrix {n}", "location": f"https://imdb.example/{n}", "note": "keanu", "tags": ["movie"]}
                   for n in range(8)), *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(8)))
    text = library.file("text", "keanu")
    def first(*options):
        return library.run("suggest", *options, "--format", "json", code=(0, 1)).json["suggestions"][:1]
    for options in (["--title", "matrix"], ["--location", "https://imdb.example/99"], ["--note", "keanu"],
                    ["--text-file", text]):
        expect(["movie"], [suggestion["tag"] for suggestion in first(*options)], options[0])
    rest = library.file("rest", "bread")
    expect(first("--title", "matrix", "--text-file", rest), first("--for", "matrix\nbread"), "--for")


@check
def url_as_tag(library):
    """`add`, `toggle` and `select` with an argument that is a URL stop with a hint to `add-item`."""
    library.run("new", "work", "x")
    for command in ("add", "toggle", "select"):
        library.refused(command, "https://a.example/", names=["add-item"])
    expect({}, library.tag("https://a.example/"))


@check
def former_commands(library):
    """`history`, `restore` and `forget` are gone; typing them names the new command."""
    for former, new in (("history", "items"), ("restore", "restore-item"), ("forget", "delete-item")):
        library.refused(former, "1", names=[new])


@check
def item_json(library):
    """An item in JSON: `id`, `set`, `title`, `location`, `note`, `tags`, `at`; `location` and `note` may be absent."""
    library.add("--title", "short", "--tag", "x")
    library.add("u://1", "--title", "full", "--note", "n", "--tag", "x")
    short = ["at", "id", "set", "tags", "title"]
    expect(short, sorted(library.only("short")), "short")
    expect(sorted([*short, "location", "note"]), sorted(library.only("full")), "full")
    expect(sorted(short), sorted(library.ask("GET", f"/items/{library.only('short')['id']}", status=200).body), "HTTP")


@check
def location_in_two_sets(library):
    """A location that exists in two sets: the command line stops and names both (`--set` decides)."""
    library.load({"set": "work", "location": "u://1", "title": "a", "tags": ["x"]},
                 {"set": "home", "location": "u://1", "title": "b", "tags": ["x"]})
    for command in (["show-item", "u://1"], ["edit-item", "u://1", "--title", "c"], ["delete-item", "u://1"]):
        library.refused(*command, names=["work", "home"])
    library.run("edit-item", "u://1", "--title", "c", "--set", "home")
    library.finds("", "a", "c")


# HTTP.


@check
def http_list(library):
    """GET `/items?q=&set=&limit=&after=&facets=N`: items, total and facets, `Link: rel="next"`."""
    shelf(library)
    expect([3, 3], [library.find(q="rome")["total"], len(library.find(q="rome")["items"])], "q")
    expect(["rome atlas"], titles_of(library.find(set="work")["items"]), "set")
    page, found = library.ask("GET", url("/items", limit=3), status=200), []
    while True:
        expect(len(ALL), page.body["total"], "total of a page")
        holds(len(page.body["items"]) <= 3, "at most 3 items", page.body["items"])
        found += page.body["items"]
        if not page.next or len(found) > len(ALL):
            break
        target = urllib.parse.urlsplit(urllib.parse.urljoin("http://127.0.0.1/api/v1/items", page.next))
        page = library.ask("GET", f"{target.path}?{target.query}", status=200)
    expect(ALL[::-1], [item["title"] for item in found], "all pages")
    facets = library.find(q="rome", facets=2, limit=1)["facets"]
    expect([["book", 2], ["old", 2]], sorted([facet["tag"], facet["count"]] for facet in facets), "facets")


@check
def http_post(library):
    """POST `/items`: 201, or 200 with `"replaced": true` for a known location; without `set`, the chosen set."""
    library.run("new", "work")
    sent = {"location": "u://1", "title": "a", "note": "n", "text": "t", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
    created = library.ask("POST", "/items", sent, 201)
    expect(["work", "u://1", "a", "n", ["x"]],
           [created.body.get(key) for key in ("set", "location", "title", "note", "tags")])
    expect(f"/api/v1/items/{created.body['id']}", urllib.parse.urlsplit(created.headers.get("Location", "")).path)
    again = library.ask("POST", "/items", {"location": "u://1", "title": "b"}, 200).body
    expect([True, created.body["id"], "b", "n"], [again.get(key) for key in ("replaced", "id", "title", "note")])
    library.ask("POST", "/items", {"set": "nowhere", "title": "c"}, (404, 422))


@check
def http_item(library):
    """GET, PATCH, DELETE `/items/{id}`; PATCH takes `title`, `location`, `note`, `at`, `tags` or `add`/`remove`."""
    item = library.ask("POST", "/items", {"location": "u://1", "title": "a", "tags": ["x", "y"]}, 201).body
    path = f"/items/{item['id']}"
    expect(item, library.ask("GET", path, status=200).body, "GET")
    for change in ({"title": "b"}, {"location": "u://2"}, {"note": "n"}, {"tags": ["p", "q"]}):
        changed = library.ask("PATCH", path, change, 200).body
        expect(change, {key: changed.get(key) for key in change}, "PATCH")
    changed = library.ask("PATCH", path, {"add": ["r"], "remove": ["p"], "at": "2026-01-02T03:04:05Z"}, 200).body
    expect([["q", "r"], "2026-01-02T03:04:05"], [sorted(changed["tags"]), changed["at"][:19]], "add, remove, at")
    expect(["b", "u://2", "n"], [changed.get(key) for key in ("title", "location", "note")], "fields that aren't given")
    library.ask("PATCH", path, {"tags": ["p"], "add": ["q"]}, (400, 422))
    library.ask("DELETE", path, status=204)
    for method, body in (("GET", None), ("PATCH", {"title": "c"}), ("DELETE", None)):
        library.ask(method, path, body, 404)


@check
def http_restore(library):
    """POST `/items/{id}/restore` turns the item's tags on in its set."""
    library.run("new", "work", "x", "y")
    item = library.ask("POST", "/items", {"title": "a", "tags": ["x"]}, 201).body
    library.ask("PATCH", "/sets/work/selection", {"selected": ["y"]}, 200)
    library.ask("POST", f"/items/{item['id']}/restore", status=200)
    expect(["x"], library.ask("GET", "/sets/work/selection", status=200).body["selected"])


@check
def http_lookup(library):
    """GET `/items/lookup?location=&title=`: `{"item": … or null, "suggestions": […]}`."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(8)),
                 {"title": "known", "location": "https://a.example/", "tags": ["x"]})
    known = library.ask("GET", url("/items/lookup", location="HTTPS://a.example:443/?utm_source=m"), status=200).body
    expect("known", (known["item"] or {}).get("title"))
    new = library.ask("GET", url("/items/lookup", location="https://b.example/", title="matrix"), status=200).body
    expect([None, "movie"], [new["item"], new["suggestions"][0]["tag"]])


@check
def http_tag_items(library):
    """POST `/items/tag` `{"q" or "ids" (at most 10,000), "add", "remove", "accept"}`: bulk, one undo step."""
    shelf(library)
    body = {"q": "rome", "add": ["city"], "remove": ["old"]}
    expect({"changed": 3}, library.ask("POST", "/items/tag?dry-run=true", body, 200).body, "dry run")
    library.finds("#old", "rome guide", "rome atlas")
    expect({"changed": 3}, library.ask("POST", "/items/tag", body, 200).body)
    library.finds("#city", "rome guide", "rome novel", "rome atlas")
    library.ask("POST", "/undo", status=200)
    library.finds("#old", "rome guide", "rome atlas")
    ids = [library.only(title)["id"] for title in ("actors", "menu")]
    expect({"changed": 2}, library.ask("POST", "/items/tag", {"ids": ids, "add": ["picked"]}, 200).body, "ids")
    library.finds("#picked", "actors", "Café Zürich")
    library.ask("POST", "/items/tag", {"ids": list(range(1, 10_002)), "add": ["many"]}, (400, 413, 422))


@check
def http_views(library):
    """GET `/views`; PUT, DELETE `/views/{view}`: `{"views": [{"view", "q", "count"}]}`; PUT takes `{"q"}`."""
    shelf(library)
    library.ask("PUT", "/views/to%20read", {"q": "#book not #old"}, (200, 201, 204))
    view = {"view": "to read", "q": "#book not #old", "count": 2}
    expect([view], library.ask("GET", "/views", status=200).body["views"])
    library.ask("DELETE", "/views/to%20read", status=204)
    expect([], library.ask("GET", "/views", status=200).body["views"], "after DELETE")
    library.ask("DELETE", "/views/to%20read", status=404)


@check
def http_stats(library):
    """GET `/stats?by=day|week|month|year&q=`: `{"periods": [{"start", "count"}], "tags": [{"tag", "count"}]}`."""
    shelf(library)
    body = library.ask("GET", url("/stats", by="month", q="rome"), status=200).body
    expect([["2026-01", 3]], [[period["start"][:7], period["count"]] for period in body["periods"] if period["count"]])
    counts = {tag["tag"]: tag["count"] for tag in body["tags"]}
    expect({"book": 2, "old": 2, "article": 1}, {tag: count for tag, count in counts.items() if count}, "tags")
    for by in ("day", "week", "year"):
        body = library.ask("GET", url("/stats", by=by), status=200).body
        expect(len(ALL), sum(period["count"] for period in body["periods"]), by)


@check
def http_suggestions(library):
    """GET, POST `/suggestions`: in addition to today's fields `title`, `location`, `note`, `text`."""
    library.load(*({"title": f"matrix {n}", "location": f"https://imdb.example/{n}", "note": "keanu", "tags": ["movie"]}
                   for n in range(8)), *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(8)))
    evidence = {"title": "matrix", "location": "https://imdb.example/99", "note": "keanu", "text": "keanu"}
    for name, value in evidence.items():
        found = library.ask("GET", url("/suggestions", **{name: value}), status=200).body["suggestions"]
        expect(["movie"], [suggestion["tag"] for suggestion in found[:1]], f"GET {name}")
    lines = "".join(json.dumps({name: value}) + "\n" for name, value in evidence.items())
    answers = library.ask("POST", "/suggestions", lines, 200, kind="application/x-ndjson").body.split("\n")
    found = [json.loads(line).get("suggestions", [])[:1] for line in answers if line]
    expect([["movie"]] * 4, [[suggestion["tag"] for suggestion in first] for first in found], "POST")


@check
def http_scopes(library):
    """The column `scope`: read for GET, write for changes, suggest for `/suggestions`."""
    item = library.ask("POST", "/items", {"title": "a", "tags": ["x"]}, 201).body
    reading = ["/items", f"/items/{item['id']}", "/items/lookup?location=u", "/views", "/stats?by=day"]
    writing = [("POST", "/items", {"title": "b"}), ("PATCH", f"/items/{item['id']}", {"title": "c"}),
               ("POST", f"/items/{item['id']}/restore", None), ("POST", "/items/tag", {"q": "a", "add": ["y"]}),
               ("PUT", "/views/v", {"q": "a"}), ("DELETE", "/views/v", None), ("DELETE", f"/items/{item['id']}", None)]
    suggest, read, write = (library.token(scope) for scope in ("suggest", "read", "write"))
    library.ask("GET", "/suggestions?title=a", status=200, token=suggest)
    for path in reading:
        library.ask("GET", path, status=403, token=suggest)
        library.ask("GET", path, status=200, token=read)
    for method, path, body in writing:
        library.ask(method, path, body, 403, token=read)
    for method, path, body in writing:
        library.ask(method, path, body, (200, 201, 204), token=write)


@check
def http_selections_gone(library):
    """`/selections` is gone."""
    library.ask("GET", "/selections", status=404)


@check
def assistant_words(library):
    """MCP tools use the same words (`save_item`, `edit_item`, …); `edit_item` takes the fields of PATCH."""
    start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "contract", "version": "1"}}
    messages = [{"id": 1, "method": "initialize", "params": start}, {"method": "notifications/initialized"},
                {"id": 2, "method": "tools/list"}]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    library.run("new", "work")
    answers = [json.loads(line) for line in library.run("mcp", "--write", input=lines).lines]
    tools = {tool["name"]: set(tool["inputSchema"]["properties"]) for answer in answers if answer.get("id") == 2
             for tool in answer["result"]["tools"]}
    fields = {"save_item": {"location", "title", "tags"}, "find_items": {"location"},
              "edit_item": {"title", "location", "note", "at", "tags", "add", "remove"}}
    for name, wanted in fields.items():
        expect(sorted(wanted), sorted(wanted & tools.get(name, set())), name)


# NDJSON.


@check
def ndjson_items(library):
    """A line with `title`, `location`, `note`, `text` or `at` is an item."""
    library.load({"title": "a"}, {"location": "u://1"}, {"note": "n"}, {"text": "t"}, {"at": "2026-01-02T03:04:05Z"},
                 {"tag": "x"}, {"set": "work"})
    expect(5, len(library.items()))
    expect("x", library.tag("x").get("tag"), "the tag of a line with `tag`")


@check
def ndjson_location(library):
    """A line with a location replaces the item at that location; a replacement without `at` keeps the stored time."""
    library.load({"location": "https://a.example/", "title": "a", "tags": ["x"], "at": "2026-01-02T03:04:05Z"})
    before = library.only()
    library.load({"location": "https://A.example", "title": "b", "tags": ["y"]})
    after = library.only()
    expect([before["id"], before["at"], "b", ["y"]], [after[key] for key in ("id", "at", "title", "tags")])
    library.load({"location": "https://a.example/", "at": "2026-02-03T04:05:06Z"})
    expect("2026-02-03T04:05:06", library.only()["at"][:19], "at given")


@check
def ndjson_known(library):
    """Without a location: the same item as a stored one with the same set, title, note, tags and (if given) `at`."""
    item = {"title": "a", "note": "n", "tags": ["x", "y"], "at": "2026-01-02T03:04:05Z", "set": "work"}
    undated = {key: value for key, value in item.items() if key != "at"}
    library.load(item)
    for same in (item, undated):
        library.load(same)
        expect(1, len(library.items()), f"known: {shown(same)}")
    for key, value in (("title", "b"), ("note", "m"), ("tags", ["x"]), ("at", "2026-02-03T04:05:06Z"), ("set", "home")):
        count = len(library.items())
        library.load({**item, key: value})
        expect(count + 1, len(library.items()), f"items after another {key}")


@check
def ndjson_new(library):
    """Otherwise it is new, with the time of the import if it has no `at`."""
    library.load({"title": "a", "tags": ["x"]}, {"title": "b", "tags": ["x"], "at": "2026-01-02T03:04:05Z"})
    holds(is_now(library.only("a")["at"]), "the time of the import", library.only("a")["at"])
    expect("2026-01-02T03:04:05", library.only("b")["at"][:19])


@check
def ndjson_round_trip(library):
    """`ndjson`: exporting, then importing into an empty database, gives the same. It also carries views and rules."""
    shelf(library)
    library.run("view", "save", "reading", "#book")
    exported = library.run("export", "--format", "ndjson").out
    other = library.folder / "other.sqlite"
    library.run("import", "--from", "ndjson", "-", input=exported, database=other)
    def fields(items):
        return sorted(json.dumps({**item, "id": None, "tags": sorted(item["tags"])}, sort_keys=True) for item in items)
    expect(fields(library.items()), fields(library.items(database=other)), "items")
    library.finds("#design", "actors", "Café Zürich", database=other)
    views = library.run("view", "list", database=other).out
    holds("reading" in views and "#book" in views, "the view", views)


@check
def ndjson_text(library):
    """Words learnt from a `text` aren't exported, and the export says so."""
    library.load({"title": "a", "text": "zyzzyva", "tags": ["x"]})
    done = library.run("export", "--format", "ndjson")
    holds("zyzzyva" not in done.out, "an export without the words", done.out)
    holds("text" in done.err, "a message about the text", done.err)


# Exports.


def exported(library, form, *options):
    return library.run("export", "--format", form, *options).out


BOOKMARK = {"location": "https://a.example/?a=1&b=2", "title": "A <title>", "note": "a note",
            "tags": ["x", "two words"], "at": "2026-01-02T03:04:05Z"}


@check
def export_netscape(library):
    """`netscape`: bookmarks.html with TAGS, ADD_DATE, `<DD>` notes, and untagged items."""
    library.load(BOOKMARK, {"location": "https://b.example/", "title": "untouched"})
    text = exported(library, "netscape")
    for part in ("<!DOCTYPE NETSCAPE-Bookmark-file-1>", "TAGS=", 'ADD_DATE="1767323045"', "<DD>a note", "untouched",
                 "A &lt;title"):
        holds(part in text, f"the part {part!r}", text)
    other = library.folder / "other.sqlite"
    library.file("bookmarks.html", text)
    library.run("import", library.folder / "bookmarks.html", database=other)
    item = library.only("site:a.example", database=other)
    expect(sorted(BOOKMARK["tags"]), sorted(item["tags"]), "tags after an import")
    expect([BOOKMARK["location"], "A <title>", "a note"], [item.get(key) for key in ("location", "title", "note")])
    library.finds("untagged", "untouched", database=other)


@check
def export_pinboard(library):
    """`pinboard`: JSON with Pinboard's fields, `meta` and `hash` included."""
    library.load({**BOOKMARK, "tags": ["x", "y"]})
    entry = json.loads(exported(library, "pinboard"))[0]
    fields = {"href", "description", "extended", "meta", "hash", "time", "shared", "toread", "tags"}
    expect(sorted(fields), sorted(fields & set(entry)), "fields")
    expect([BOOKMARK["location"], "A <title>", "a note", "2026-01-02T03:04:05Z", ["x", "y"]],
           [entry["href"], entry["description"], entry["extended"], entry["time"], sorted(entry["tags"].split())])
    for key in ("meta", "hash"):
        holds(re.fullmatch("[0-9a-f]{32}", entry[key]), f"32 hexadecimal digits as {key}", entry[key])


@check
def export_items_csv(library):
    """`items-csv`: one row an item."""
    library.load(BOOKMARK)
    rows = list(csv.DictReader(io.StringIO(exported(library, "items-csv"))))
    expect(1, len(rows), "rows")
    for value in (BOOKMARK["location"], BOOKMARK["title"], BOOKMARK["note"]):
        holds(value in rows[0].values(), f"a cell {value!r}", rows[0])


@check
def export_links(library):
    """`links`: a Markdown list."""
    library.load({"location": "https://a.example/", "title": "a title", "tags": ["x"]})
    text = exported(library, "links")
    holds(re.search(r"^[-*] .*\[a title\]\(<?https://a\.example/>?\)", text, re.M), "a list item with a link", text)


@check
def export_matching(library):
    """Export of items: `export --format F [--matching QUERY]`, HTTP GET `/export?format=&q=`."""
    library.load({"title": "first", "location": "https://a.example/", "tags": ["x"]},
                 {"title": "second", "location": "https://b.example/", "tags": ["y"]})
    for form in ("netscape", "pinboard", "items-csv", "links", "ndjson"):
        response = library.ask("GET", url("/export", format=form, q="#x"), status=200).body
        sent = response if isinstance(response, str) else json.dumps(response)
        for text in (exported(library, form, "--matching", "#x"), sent):
            holds("first" in text and "second" not in text, f"only the first item as {form}", text)


@check
def export_board_formats(library):
    """`csv`, `markdown` and `json` remain formats of the board."""
    library.run("new", "work", "x", "y")
    library.run("select", "y")
    library.add("https://a.example/", "--title", "first", "--tag", "x")
    for form in ("csv", "markdown", "json"):
        text = exported(library, form)
        holds("y" in text and "first" not in text, f"the board as {form}", text)
    expect(["y"], library.selected())


@check
def export_extension(library):
    """`-o bookmarks.html` asks for `--format netscape` or `html`."""
    library.load(BOOKMARK)
    library.refused("export", "-o", "bookmarks.html", names=["netscape", "html"])
    holds(not (library.folder / "bookmarks.html").exists(), "no file", "bookmarks.html")
    library.run("export", "-o", "bookmarks.html", "--format", "netscape")
    holds("NETSCAPE" in (library.folder / "bookmarks.html").read_text(), "bookmarks", "another file")


@check
def export_keeps_files(library):
    """An existing file is never replaced by another kind of content: the command stops and names `--force`."""
    library.load(BOOKMARK)
    prose = "Dear diary,\nnothing happened.\n"
    kinds = [("netscape", "b.html"), ("pinboard", "p.json"), ("items-csv", "i.csv"), ("ndjson", "d.ndjson")]
    for form, name in kinds:
        path = library.file(name, prose)
        library.refused("export", "--format", form, "-o", name, names=["--force"])
        expect(prose, path.read_text(), f"{name} after {form}")
        library.run("export", "--format", form, "-o", name, "--force")
        holds(path.read_text() != prose, f"{form} in {name}", "the former text")
        library.run("export", "--format", form, "-o", name)  # Replaces content of the same kind.
    library.refused("export", "--format", "pinboard", "-o", "b.html", names=["--force"])


@check
def import_netscape(library):
    """Import keeps `<DD>` descriptions, untagged bookmarks and folders (`--folders` as tags)."""
    page = ('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3>Travel</H3>\n<DL><p>\n'
            '<DT><A HREF="https://a.example/" ADD_DATE="1767323045" TAGS="x">first</A>\n<DD>a note\n'
            '<DT><A HREF="https://b.example/">second</A>\n</DL><p>\n</DL><p>\n')
    library.import_text("bookmarks.html", page)
    expect(["a note", ["x"]], [library.only("first").get("note"), library.only("first")["tags"]])
    library.finds("untagged", "second")
    library.import_text("bookmarks.html", page, "--folders")
    library.finds("#travel", "first", "second")


# Names of tags, and notes.


@check
def rename_alias(library):
    """`rename OLD NEW` leaves an alias, so that imports, notes and editors that still say OLD find NEW."""
    library.add("--title", "a", "--tag", "film")
    library.run("rename", "film", "movie")
    expect(["film"], library.tag("movie").get("aliases"))
    library.load({"title": "b", "tags": ["film"]})
    library.finds("#film", "a", "b")
    expect([["movie"], ["movie"]], [item["tags"] for item in library.items()])
    expect({}, library.tag("film"), "tag film")


@check
def rename_without_alias(library):
    """`rename OLD NEW --no-alias` leaves no alias."""
    library.add("--title", "a", "--tag", "film")
    library.run("rename", "film", "movie", "--no-alias")
    expect([], library.tag("movie").get("aliases"))
    library.run("items", "#film", code=65)
    library.finds("#movie", "a")


@check
def merge_alias(library):
    """`rename` leaves an alias as `merge` does."""
    library.add("--title", "a", "--tag", "film")
    library.add("--title", "b", "--tag", "movie")
    library.run("merge", "film", "movie")
    library.finds("#film", "a", "b")


@check
def rename_in_notes(library):
    """`rename … --in-notes DIR` also changes the files."""
    note = library.file("notes/a.md", "---\ntags: [film, sea]\n---\nA #film by the sea.\n")
    library.run("import", "notes")
    library.run("rename", "film", "movie", "--in-notes", "notes")
    expect("---\ntags: [movie, sea]\n---\nA #movie by the sea.\n", note.read_text())


@check
def notes_fix(library):
    """`notes fix` changes aliases and other spellings only; near duplicates need `--similar`."""
    library.load(*({"title": f"t{n}", "tags": ["reading", "swift"]} for n in range(5)))
    library.run("alias", "sw", "swift")
    note = library.file("notes/a.md", "---\ntags: [sw, readng]\n---\n")
    both = library.file("notes/b.md", "---\ntags: [swift, sw]\n---\n")
    library.run("notes", "fix", "notes", "--write", code=None)
    expect("---\ntags: [swift, readng]\n---\n", note.read_text())
    expect(1, len(re.findall(r"\bswift\b", both.read_text())), "a tag that a note already has")
    library.run("notes", "fix", "notes", "--write", "--similar", code=None)
    expect("---\ntags: [swift, reading]\n---\n", note.read_text(), "--similar")


@check
def notes_dates(library):
    """Dates: YAML timestamps in all their forms; a date that isn't understood is reported once with a count."""
    forms = {"2020-08-18 13:14:06 +0200": "11:14:06", "2020-08-18 13:14:06 +02:00": "11:14:06",
             "2020-08-18T13:14:06Z": "13:14:06", "2020-08-18t13:14:06.5+02:00": "11:14:06", "2020-08-18": "00:00:00"}
    for number, form in enumerate(forms):
        library.file(f"notes/n{number}.md", f"---\ntitle: n{number}\ntags: [x]\ndate: {form}\n---\n")
    for name in ("p", "q"):
        library.file(f"notes/{name}.md", f"---\ntitle: {name}\ntags: [x]\ndate: soonish {name}\n---\n")
    done = library.run("import", "notes")
    for number, time_of_day in enumerate(forms.values()):
        expect(f"2020-08-18T{time_of_day}", library.only(f"n{number}")["at"][:19], list(forms)[number])
    lines = [line for line in done.err.split("\n") + done.lines if re.search(r"\bdates?\b", line)]
    holds(len(lines) == 1 and "2" in lines[0], "one line about 2 dates", lines)


@check
def import_folder(library):
    """`import DIR` needs no `--from`; a folder without notes is an error (66). `index.md` is named after its folder."""
    library.file("notes/travel/index.md", "---\ntags: [x]\n---\nwords\n")
    library.run("import", "notes")
    library.finds("#x", "travel")
    (library.folder / "empty").mkdir()
    done = library.run("import", "empty", code=66)
    holds("no notes in folder 'empty'" in done.err, "the message no notes in folder 'empty'", done.err)


# Set-limited tokens.


def two_sets(library):
    """Loads one item in each of two sets, and returns a token for `mine`."""
    library.load({"set": "mine", "title": "walk one", "location": "u://1", "tags": ["shared", "open"]},
                 {"set": "yours", "title": "walk two", "location": "u://2",
                  "tags": ["shared", "Hidden", "Secret"]})
    library.run("alias", "covert", "Hidden")
    library.run("view", "save", "walks", "walk")
    library.run("view", "save", "hidden items", "#Hidden")
    return library.token("write", "mine")


@check
def limited_items(library):
    """Items, counts and statistics outside the token's sets don't exist for it."""
    token = two_sets(library)
    body = library.find(token=token, q="walk", facets=10)
    expect([["walk one"], 1], [titles_of(body["items"]), body["total"]])
    expect({"shared": 1, "open": 1}, {facet["tag"]: facet["count"] for facet in body["facets"]}, "facets")
    body = library.ask("GET", "/stats?by=year", status=200, token=token).body
    expect(1, sum(period["count"] for period in body["periods"]), "periods")
    expect({"shared": 1, "open": 1}, {tag["tag"]: tag["count"] for tag in body["tags"]}, "tags")
    body = library.ask("GET", "/items/lookup?location=u://2&title=walk", status=200, token=token).body
    expect([None, False], [body["item"], "hidden" in json.dumps(body).lower()], "lookup")


@check
def limited_ids(library):
    """Items outside the token's sets don't exist for it; other sets are 404."""
    token = two_sets(library)
    path = f"/items/{library.only('set:yours')['id']}"
    for method, end, body in (("GET", "", None), ("PATCH", "", {"title": "c"}), ("DELETE", "", None),
                              ("POST", "/restore", None)):
        library.ask(method, path + end, body, 404, token=token)
    library.ask("GET", "/items?set=yours", status=404, token=token)
    library.ask("POST", "/items", {"set": "yours", "title": "c"}, 404, token=token)
    library.ask("POST", "/items/tag", {"q": "walk", "add": ["new"]}, 200, token=token)
    library.finds("#new", "walk one")
    library.finds("set:yours", "walk two")


@check
def limited_names(library):
    """Tags, names and aliases outside the token's sets don't exist for it."""
    token = two_sets(library)
    texts = [library.ask("GET", "/tags", status=200, token=token).body]
    for name in ("Hidden", "covert"):
        library.ask("GET", f"/tags/{name}", status=404, token=token)
    for query in ("#Hidden", "#covert", "#nothing", "#hiden"):
        texts.append(library.find(token=token, q=query, status=422).get("detail", "").replace(query[1:], ""))
    texts.append(library.ask("GET", "/suggestions?q=hid&title=walk", status=200, token=token).body["suggestions"])
    for text in texts:
        holds(not re.search("hidden|covert|secret", shown(text), re.I), "no name of the other set", text)
    shared = library.ask("GET", "/tags/shared", status=200, token=token).body
    expect(1, shared.get("uses"), "uses of a tag of both sets")
    holds("yours" not in json.dumps(shared), "no name of the other set", shared)


@check
def limited_views(library):
    """Views and counts outside the token's sets don't exist for it."""
    token = two_sets(library)
    body = library.ask("GET", "/views", status=200, token=token).body
    counts = {view["view"]: view["count"] for view in body["views"]}
    expect([1, 0], [counts.get("walks", 1), counts.get("hidden items", 0)])


@check
def limited_adding(library):
    """Adding a tag that exists elsewhere adds it, and the response shows the name as the token sent it."""
    token = two_sets(library)
    item = library.ask("POST", "/items", {"set": "mine", "title": "c", "tags": ["hidden"]}, 201, token=token).body
    expect(["hidden"], item["tags"], "POST")
    item = library.only('"walk one"')
    changed = library.ask("PATCH", f"/items/{item['id']}", {"add": ["SECRET"]}, 200, token=token).body
    holds("SECRET" in changed["tags"], "the name SECRET as sent", changed["tags"])
    library.finds("#Hidden", "c", "walk two")
    library.finds("#Secret", "walk one", "walk two")


# Running the checks.


def outcome(function):
    """Runs a check on a new database and returns what it found wrong."""
    problems.clear()
    try:
        with Library() as library:
            function(library)
    except Stop as stop:
        problems.append(str(stop))
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == __file__]
        where = f"line {lines[-1]}" if lines else "no line"
        problems.append(f"expected no exception got {type(error).__name__}: {shown(str(error))} ({where})")
    return list(problems)


def main():
    global binaries
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 64
    binaries = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or list(CHECKS)
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        print(f"unknown check '{unknown[0]}'; the checks are {' '.join(CHECKS)}", file=sys.stderr)
        return 64
    for program in ("tagflow", "tagflow-server"):
        if not os.access(f"{binaries}/{program}", os.X_OK):
            print(f"no program '{binaries}/{program}'", file=sys.stderr)
            return 66
    failed = 0
    for name in names:
        found = outcome(CHECKS[name])
        failed += bool(found)
        for problem in found[:MOST_SHOWN]:
            print(f"FAILED {name}: {problem}", flush=True)
        if len(found) > MOST_SHOWN:
            print(f"FAILED {name}: and {len(found) - MOST_SHOWN} more expectations", flush=True)
        if not found:
            print(f"ok {name}", flush=True)
    print(f"{len(names) - failed} of {len(names)} checks passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
