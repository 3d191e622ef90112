"""NDJSON import and export."""

import json
import re

from contract import check, expect, holds, is_now, shown
from shelf import shelf


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
def ndjson_known_count(library):
    """It is counted as already stored and not stored again."""
    item = {"title": "a", "note": "n", "tags": ["x"]}
    library.load(item)
    done = library.load(item, {"title": "b", "tags": ["x"]})
    holds(re.search(r"\b1 already stored", done.out + done.err), "1 line already stored", done.out + done.err)
    library.finds("", "a", "b")


@check
def ndjson_known_order(library):
    """The same tags in another order, or by an alias, are the same tags."""
    library.load({"title": "a", "tags": ["x", "swift"]})
    library.run("alias", "sw", "swift")
    library.load({"title": "a", "tags": ["swift", "x"]}, {"title": "a", "tags": ["X", "sw"]})
    expect(1, len(library.items()))


@check
def ndjson_http(library):
    """NDJSON by HTTP POST `/import` is read in the same way."""
    lines = [{"title": "a", "tags": ["x"]},
             {"location": "u://1", "title": "b", "tags": ["y"], "at": "2026-01-02T03:04:05Z"}]
    for _ in range(2):
        library.ask("POST", "/import", "".join(json.dumps(line) + "\n" for line in lines), 200,
                    kind="application/x-ndjson")
        library.finds("", "a", "b")
        lines[1].pop("at", None)
    expect("2026-01-02T03:04:05", library.only("b")["at"][:19], "a replacement without `at`")
    holds(is_now(library.only("a")["at"]), "the time of the import", library.only("a")["at"])


@check
def ndjson_again(library):
    """Importing an export into its database changes nothing."""
    shelf(library)
    before = library.items()
    library.run("import", "--from", "ndjson", "-", input=library.run("export", "--format", "ndjson").out)
    expect(before, library.items())


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
