"""Exports of items."""

import csv
import io
import json
import re

from contract import check, expect, holds, url

BOOKMARK = {"location": "https://a.example/?a=1&b=2", "title": "A <title>", "note": "a note",
            "tags": ["x", "two words"], "at": "2026-01-02T03:04:05Z"}


def exported(library, form, *options):
    """What `export --format FORM` prints."""
    return library.run("export", "--format", form, *options).out


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
def export_extension_clear(library):
    """The extension decides only when it is unambiguous, as `.svg` and `.ndjson` are."""
    library.load({"location": "https://a.example/", "title": "first", "tags": ["x"]})
    library.run("export", "-o", "board.svg")
    holds("<svg" in (library.folder / "board.svg").read_text(), "a picture", "another file")
    library.run("export", "-o", "items.ndjson")
    holds('"first"' in (library.folder / "items.ndjson").read_text(), "items", "another file")


@check
def export_extension_ambiguous(library):
    """The extension decides only when it is unambiguous: two formats write `.csv`, `.json` and `.md`."""
    library.load(BOOKMARK)
    for name, forms in (("a.csv", ["csv", "items-csv"]), ("a.json", ["json", "pinboard"]),
                        ("a.md", ["markdown", "links"])):
        library.refused("export", "-o", name, names=forms)
        library.run("export", "-o", name, "--format", forms[1])


@check
def export_untagged(library):
    """Exports have the chosen set's items, untagged ones included; with `--all`, those of all sets."""
    library.load({"set": "work", "location": "https://a.example/", "title": "first", "tags": ["x"]},
                 {"set": "home", "location": "https://b.example/", "title": "second"})
    for form in ("netscape", "pinboard", "items-csv", "links", "ndjson"):
        text = exported(library, form, "--all")
        holds("first" in text and "second" in text, f"both items as {form}", text)
        text = exported(library, form, "--set", "home")
        holds("first" not in text and "second" in text, f"the untagged item of a set as {form}", text)
    library.run("use", "work")
    for form in ("netscape", "pinboard", "items-csv", "links"):
        text = exported(library, form)
        holds("first" in text and "second" not in text, f"the item of the chosen set as {form}", text)
    done = library.run("export", "--format", "ndjson", "--matching", "untagged", code=1)
    expect("tagflow: no item in 'work' matches; 1 in 'home' (--all)\n", done.err, "ndjson with a query")
    text = exported(library, "ndjson")
    holds("first" in text and "second" in text, "the whole database as ndjson", text)


@check
def export_escapes(library):
    """Exports can be read again, whatever the items contain."""
    hostile = {"location": "https://a.example/?a=1&b=%22<x>", "title": 'A "quoted" <b>, [title](x)',
               "tags": ["x", "a,b"], "note": "first, \"line\"\n<DT>second & third"}
    library.load(hostile)
    row, = csv.DictReader(io.StringIO(exported(library, "items-csv")))
    for value in (hostile["location"], hostile["title"], hostile["note"]):
        holds(value in row.values(), f"a cell {value!r}", row)
    entry, = json.loads(exported(library, "pinboard"))
    expect([hostile["location"], hostile["title"], hostile["note"]],
           [entry["href"], entry["description"], entry["extended"]])
    library.file("bookmarks.html", exported(library, "netscape"))
    other = library.folder / "other.sqlite"
    library.run("import", library.folder / "bookmarks.html", database=other)
    item = library.only(database=other)
    expect([hostile["location"], hostile["title"]], [item.get("location"), item["title"]], "netscape")


@check
def export_keeps_files(library):
    """An existing file that tagflow didn't write is never replaced: the command stops (73) and names `--force`."""
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
def export_keeps_files_of_boards(library):
    """An existing file that tagflow didn't write is never replaced: also by a board, and bookmarks by a board."""
    library.run("new", "work", "x")
    library.load({"location": "https://a.example/", "title": "first", "tags": ["x"]})
    prose = "Dear diary,\nnothing happened.\n"
    for form in ("svg", "png", "pdf", "html", "json"):
        path = library.file(f"board.{form}", prose)
        library.refused("export", "--format", form, "-o", path.name, names=["--force"])
        expect(prose, path.read_text(), f"a diary after {form}")
    library.run("export", "--format", "netscape", "-o", "bookmarks.html")
    library.refused("export", "--format", "html", "-o", "bookmarks.html", names=["--force"])
    library.run("export", "--format", "html", "-o", "page.html")
    library.run("export", "--format", "html", "-o", "page.html")  # Replaces content of the same kind.
