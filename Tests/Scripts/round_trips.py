#!/usr/bin/env python3
"""Bookmarks of other programs go in, are edited, go out, and are read by programs of others: round_trips.py TAGFLOW [CASE…]

Each case imports an export of a browser or service, changes items as a person would, and exports them in every format of
items. Beautiful Soup, a client of Pinboard, markdown-it and Python's csv and json read the files; every item must be as
'tagflow items' shows it, except for what Documentation/formats.md and ItemExportFormat.swift say that a format can't
contain. Then each file that tagflow can import is imported into another database, which must show the same items.
Without CASE, runs all cases. Needs the packages that .ci/readers fetches.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unicodedata

from bookmark_exports import (BOOKMARKS, chromium, firefox, linkding, pinboard_json, raindrop_csv, raindrop_html, shaarli)
from bookmark_readers import (item, milliseconds, read_csv, read_file, read_links, read_ndjson, read_netscape, read_pinboard)

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/TaggedFiles"

# Name of a case: the files, and options of the import.
CASES = {
    "firefox": ([FIXTURES / "firefox.html"], []),
    "firefox_folders": ([FIXTURES / "firefox.html"], ["--folders"]),
    "chrome": ([FIXTURES / "chrome.html"], []),
    "chrome_folders": ([FIXTURES / "chrome.html"], ["--folders"]),
    "safari_folders": ([FIXTURES / "safari.html"], ["--folders"]),
    "linkding": ([FIXTURES / "linkding.html"], []),
    "shaarli": ([FIXTURES / "shaarli.html"], []),
    "pinboard_html": ([FIXTURES / "pinboard.html"], []),
    "pinboard": ([FIXTURES / "pinboard.json"], []),
    "raindrop_html": ([FIXTURES / "raindrop.html"], ["--folders"]),
    "raindrop": ([FIXTURES / "raindrop.csv"], []),
    "karakeep": ([FIXTURES / "karakeep.html"], []),
    "firefox_library": ([firefox], []),
    "firefox_library_folders": ([firefox], ["--folders"]),
    "edge_library_folders": ([chromium], ["--folders"]),
    "linkding_library": ([linkding], []),
    "shaarli_library": ([shaarli], []),
    "pinboard_library": ([pinboard_json], []),
    "raindrop_library": ([raindrop_csv], []),
    "raindrop_html_library": ([raindrop_html], ["--folders"]),
    "no_title": ([pinboard_json], []),
    "before_1970": ([pinboard_json], []),
    "indented_note": ([pinboard_json], []),
    "two_sets": ([FIXTURES / "linkding.html", pinboard_json], []),
}


# What formats can't contain, as Documentation/formats.md and ItemExportFormat.swift say.


def seconds(one):
    return one | {"at": one["at"] // 1000 * 1000, "set": None}


def titled(one):
    """Bookmarks need a title: one without a title is exported with its location."""
    return seconds(one) | {"title": one["title"] or one["location"]}


def as_netscape(one):
    return titled(one) | {"tags": [tag.replace(",", "，") for tag in one["tags"]]}


def as_pinboard(one):
    return titled(one) | {"tags": [re.sub(r"\s", "_", tag).replace(",", "，") for tag in one["tags"]]}


def as_csv(one):
    return one | {"tags": [tag.replace("|", "｜") for tag in one["tags"]]}


def as_link(one):
    """The line of an item; Markdown shows a line break in a note as a space, and a location that runs code as text."""
    tags = "".join(" #" + re.sub(r"\s", "-", tag) for tag in one["tags"])
    rest = tags + (f" — {' '.join(one['note'].split())}" if one["note"] else "")
    title = one["title"] or one["location"]
    if not one["location"]:
        return (None, "", title + rest)
    if one["location"].startswith(("javascript:", "data:")):
        return (None, "", title + (f" ({one['location']})" if one["title"] else "") + rest)
    return (one["location"], title, rest)


def same(one):
    return one


# Format: its readers, its loss, whether it needs a location, the format of the import.
FORMATS = {
    "netscape": ([read_netscape, lambda text: read_netscape(text, "html.parser")], as_netscape, True, "netscape"),
    "pinboard": ([read_pinboard], as_pinboard, True, "pinboard"),
    "items-csv": ([read_csv], as_csv, False, "csv"),
    "links": ([read_links], as_link, False, None),
    "ndjson": ([read_ndjson], same, False, "ndjson"),
}


# What tagflow should make of a file, and of edits.


def key(name):
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def title(one):
    """A title that is only the location isn't one."""
    title = " ".join(one["title"].split())
    return "" if title == one["location"] else title


def note(text):
    """A note without linkding's markers around its own notes."""
    return text.replace("[linkding-notes]", "\n").replace("[/linkding-notes]", "").rstrip()


class Model:
    """The items of a database, and the names of its tags."""

    def __init__(self):
        self.names, self.items = {}, []

    def tags(self, names):
        return list(dict.fromkeys(self.names.setdefault(key(name), name) for name in names))

    def add(self, new, set):
        """Adds the items of a file; the first title and time of a location count, and all tags."""
        places = {old["location"]: old for old in self.items if old["set"] == set and old["location"]}
        for one in new:
            one = item(one["location"], title(one), note(one["note"]), self.tags(one["tags"]), one["at"], set)
            if old := places.get(one["location"]):
                old["tags"] = self.tags(old["tags"] + one["tags"])
            else:
                self.items.append(one)
                places |= {one["location"]: one} if one["location"] else {}


class Database:
    """A database of its own, and the commands on it."""

    def __init__(self, tagflow, folder, name):
        self.tagflow, self.path, self.folder = tagflow, f"{folder}/{name}.sqlite", folder

    def run(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TAGFLOW_DATABASE": self.path, "TZ": "Pacific/Auckland"}
        done = subprocess.run([self.tagflow, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        output, errors = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == 0, f"{arguments}: exit code {done.returncode}: {errors}"
        return output, errors

    def items(self):
        """The items, oldest first; the number of each is in `id`."""
        records = [json.loads(line) for line in self.run("items", "--all", "--format", "ndjson", "--limit", "1000")[0].splitlines()]
        items = [item(record.get("location"), record["title"], record.get("note", ""), record["tags"], milliseconds(record["at"]),
                      record["set"]) | {"id": record["id"]} for record in records]
        return sorted(items, key=lambda one: (one["at"], one["id"]))


def difference(found, expected):
    """The first items that only one side has, or None; neither order nor ids count."""
    def text(one):
        if isinstance(one, tuple):
            return repr(one)
        fields = {name: one[name] for name in ("set", "location", "title", "note", "at")}
        return repr(fields | {"tags": sorted(one["tags"])})
    found, expected = sorted(map(text, found)), sorted(map(text, expected))
    if found == expected:
        return None
    missing, surplus = list(expected), []
    for one in found:
        missing.remove(one) if one in missing else surplus.append(one)
    return f"{len(missing)} of {len(expected)} differ; expected {(missing or ['nothing'])[0]}, got {(surplus or ['nothing'])[0]}"


# Edits of one item each; `only` are the tags that stay or are added.
EDITS = [
    {"title": "*New* title: \"a\" <b> & it's 100% #1 — ok | done"},
    {"note": "First line & <b>\n\n- \"second\"\n  third, with; separators | and 'quotes'\n</DL><DT>"},
    {"location": "https://edited.example/päge?a=1&b=<2>&copy;=\"x\"#/part (1)"},
    {"add": ["a,b", "x|y", "two words", "日本語 タグ", "C#"], "remove": 1},
    {"note": ""},
    {"at": "2019-12-31T23:59:59.999Z", "only": []},
    {"title": "=1+1", "note": "'=quoted", "add": ["=tag", "<i>"]},
    {"title": "Knödel -1 👩‍👩‍👧", "location": "/home/someone/My Notes/a; b & c|d (1).md"},
    {"only": ["single tag"]},
    {"only": ["semi;colon"], "location": ""},
    {"only": ["comma,ted"]},
]
# What fewer items have, each in a case of its own.
RARE_EDITS = {
    "no_title": [{"title": ""}],
    "before_1970": [{"at": "1969-07-20T20:17:40Z"}],
    "indented_note": [{"note": "    code\nand text"}],
}


def change(database, model, edits):
    untagged = [one for one in model.items if not one["tags"]]
    if untagged:
        database.run("tag-items", "--matching", "untagged", "--add", "inbox", "--yes")
    for one in untagged:
        one["tags"] = model.tags(["inbox"])
    ids = {(one["set"], one["location"]): one["id"] for one in database.items()}
    numbered = [(ids[one["set"], one["location"]], one) for one in sorted(model.items, key=lambda one: one["location"])]
    for number, fields in enumerate(edits):
        # A library of few items keeps all its locations.
        if fields.get("location") == "" and len(numbered) < 4:
            continue
        id, one = numbered[number % len(numbered)]
        removed = [tag for tag in one["tags"] if "only" in fields and tag not in fields["only"]] + one["tags"][:fields.get("remove", 0)]
        added = fields.get("only", fields.get("add", []))
        options = [part for name in ("title", "location", "note", "at") if name in fields for part in (f"--{name}", fields[name])]
        database.run("edit-item", id, *options, *[f"--remove={tag}" for tag in removed], *[f"--add={tag}" for tag in added], "--yes")
        one |= {name: fields[name] for name in ("title", "location", "note") if name in fields}
        one["location"] = one["location"] or None
        one["at"] = milliseconds(fields["at"]) if "at" in fields else one["at"]
        one["tags"] = model.tags([tag for tag in one["tags"] if tag not in removed] + added)
    name = next((tag for one in model.items for tag in one["tags"] if tag.isalnum()), None)
    if name:
        database.run("tag-items", "--matching", f"#{name}", "--add", "seen & done", "--remove", name, "--yes")
    for one in model.items:
        if name in one["tags"]:
            one["tags"] = model.tags([tag for tag in one["tags"] if tag != name] + ["seen & done"])


def fill_in(database, model, files, options, folder):
    """Imports the files, each into a set of its own."""
    for file, set in zip(files, ["default", "home"]):
        if callable(file):
            suffix = {pinboard_json: ".json", raindrop_csv: ".csv"}.get(file, ".html")
            path = pathlib.Path(folder, file.__name__ + suffix)
            path.write_text(file(BOOKMARKS), encoding="utf-8", newline="")
            read = {one["location"] for one in read_file(path, options)}
            assert read == {row[0] for row in BOOKMARKS}, f"{path.name} lacks a bookmark"
        else:
            path = file
        if set != "default":
            database.run("new", set)
        start = int(time.time() * 1000)
        database.run("import", "--set", set, *options, path)
        model.add(read_file(path, options), set)
        times = {(one["set"], one["location"]): one["at"] for one in database.items()}
        for one in model.items:
            # An item whose time the file doesn't know has the time of the import.
            at = times.get((one["set"], one["location"]), 0)
            if one["at"] is None and start <= at <= time.time() * 1000:
                one["at"] = at


def round_trip(database, items, format, folder):
    """Exports items, and reads them with the programs of others and tagflow; returns what differs."""
    readers, loss, needs_location, name = FORMATS[format]
    path = pathlib.Path(folder, f"exported.{format}")
    errors = database.run("export", "--all", "--format", format, "-o", path)[1]
    kept = [one for one in items if one["location"] or not needs_location]
    skipped = sum(map(int, re.findall(r"(\d+) items? without a location", errors)))
    yield f"says that it skipped {skipped} items" if skipped != len(items) - len(kept) else None
    text = path.read_bytes().decode()
    for reader in readers:
        yield difference(reader(text), [loss(one) for one in kept])
    if name:
        other, model = Database(database.tagflow, folder, f"from-{format}"), Model()
        for one in map(loss, kept):
            model.add([one], one["set"] or "default")
        other.run("import", "--from", name, path)
        found = other.items()
        problem = difference(found, model.items)
        yield problem and f"imported again: {problem}"
        other.run("import", "--from", name, path)
        yield "a second import changes items" if other.items() != found else None


def problems(tagflow, case):
    with tempfile.TemporaryDirectory() as folder:
        database, model = Database(tagflow, folder, "tags"), Model()
        fill_in(database, model, *CASES[case], folder)
        yield "import", difference(database.items(), model.items)
        change(database, model, RARE_EDITS.get(case, EDITS))
        items = database.items()
        yield "edits", difference(items, model.items)
        for format in FORMATS:
            for problem in round_trip(database, items, format, folder):
                yield format, problem


def main(tagflow, *cases):
    unknown = set(cases) - set(CASES)
    assert not unknown, f"unknown cases: {sorted(unknown)}"
    failed = False
    for case in cases or CASES:
        found = []
        try:
            for step, problem in problems(tagflow, case):
                found += [f"FAILED {case}: {step}: {problem}"] if problem else []
        # A file that a reader refuses is a failure of its case, not of the cases after it.
        except Exception as error:
            found.append(f"FAILED {case}: {type(error).__name__}: {error}")
        failed |= bool(found)
        print("\n".join(found) or f"ok {case}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
