"""Commands for single items."""

import json
import stat
import time

from contract import check, expect, holds, moment, shown, titles_of
from shelf import SHELF, shelf


@check
def command_items(library):
    """`items [QUERY…] [--all] [--limit N] [--format json|ndjson|urls]`: list; exit code 1 when nothing matches."""
    shelf(library)
    for scope, titles in ((["--all"], ["rome atlas", "rome guide", "rome novel"]), ([], ["rome guide", "rome novel"])):
        page = library.run("items", "rome", *scope, "--limit", "1", "--format", "json").json
        expect(["facets", "items", "total"], sorted(page), "fields")
        expect([1, len(titles)], [len(page["items"]), page["total"]], f"limit and total {shown(scope)}")
        lines = [json.loads(line) for line in library.run("items", "rome", *scope, "--format", "ndjson").lines]
        expect(titles, titles_of(lines), f"ndjson {shown(scope)}")
        expect(len(titles), len(library.run("items", "rome", *scope).lines), f"lines {shown(scope)}")
        urls = library.run("items", "rome", *scope, "--format", "urls").lines
        expect(["https://docs.swift.org/rome"], urls, f"urls {shown(scope)}")
        expect(1, library.run("items", "nothing", *scope, code=None).code, f"exit code {shown(scope)}")


@check
def command_items_object(library):
    """`items --format json` prints the object of GET `/items`, `ndjson` one item a line, `urls` one location a line."""
    shelf(library)
    for scope, given in ((["--all"], {}), ([], {"set": "home"})):
        printed = library.run("items", "rome", *scope, "--limit", "2", "--format", "json").json
        body = library.find(q="rome", limit=2, **given)
        expect([body["items"], body["total"]], [printed["items"], printed["total"]], shown(scope))
        lines = [json.loads(line) for line in library.run("items", *scope, "--format", "ndjson").lines]
        expect(library.find(**given)["items"], lines, f"ndjson {shown(scope)}")
    library.add("u://1", "--title", "away", "--tag", "x", "--set", "work")
    urls = sorted(item["location"] for item in SHELF if "location" in item)
    expect(urls, sorted(library.run("items", "--format", "urls").lines), "urls")
    expect([*urls, "u://1"], sorted(library.run("items", "--all", "--format", "urls").lines), "urls of all sets")


@check
def command_add_item_text(library):
    """`add-item --text-file F`: the text is evidence, from which `--accept` takes suggestions."""
    library.load(*({"title": f"a{n}", "text": "zyzzyva", "tags": ["insect"]} for n in range(10)),
                 *({"title": f"b{n}", "text": "harbor", "tags": ["sea"]} for n in range(10)))
    text = library.file("text", "a zyzzyva eats")
    item = library.add("--title", "c", "--text-file", text, "--accept", ".2")
    holds("insect" in item["tags"], "the tag insect", item["tags"])
    expect([], library.add("--title", "d", "--text-file", text)["tags"], "without --accept")


@check
def command_add_item_set(library):
    """An item belongs to the set of `--set`, or to the chosen set."""
    library.run("new", "home", "x")
    library.run("new", "work", "x")
    library.run("use", "home")
    expect("work", library.add("--title", "a", "--tag", "x", "--set", "work")["set"])
    expect("home", library.add("--title", "b", "--tag", "x")["set"])


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
def command_prints_item(library):
    """`add-item`, `edit-item` and `save` with `--format json` print the item, with `"replaced": true` if so."""
    library.run("new", "work", "x")
    library.run("select", "x")
    for command in (["add-item", "u://1", "--title", "a", "--tag", "x"], ["edit-item", "u://1", "--title", "b"],
                    ["save", "c", "--location", "u://2"]):
        printed = library.run(*command, "--format", "json").json
        expect(library.ask("GET", f"/items/{printed['id']}", status=200).body, printed, command[0])
    for command in (["add-item", "u://1", "--title", "d"], ["save", "e", "--location", "u://2"]):
        printed = library.run(*command, "--format", "json").json
        stored = library.ask("GET", f"/items/{printed['id']}", status=200).body
        expect({**stored, "replaced": True}, printed, command[0])


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
def command_restore_item(library):
    """`restore-item` turns the item's tags on in its set."""
    library.run("new", "work", "x", "y", "z")
    item = library.add("--title", "a", "--tag", "x", "--tag", "z")
    library.run("clear")
    library.run("restore-item", item["id"])
    expect(["x", "z"], library.selected())


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
def location_in_two_sets(library):
    """A location that exists in two sets: the command line stops and names both (`--set` decides)."""
    library.load({"set": "work", "location": "u://1", "title": "a", "tags": ["x"]},
                 {"set": "home", "location": "u://1", "title": "b", "tags": ["x"]})
    for command in (["show-item", "u://1"], ["edit-item", "u://1", "--title", "c"], ["delete-item", "u://1"]):
        library.refused(*command, names=["work", "home"])
    for command in ("open-item", "restore-item"):
        library.refused(command, "u://1", names=["work", "home"])
    library.run("edit-item", "u://1", "--title", "c", "--set", "home")
    library.finds("", "a", "c")


@check
def url_as_tag(library):
    """`add`, `toggle` and `select` with an argument that is a URL stop with a hint to `add-item`."""
    library.run("new", "work", "x")
    for command in ("add", "toggle", "select"):
        for address in ("https://a.example/", "http://b.example/x?y"):
            library.refused(command, address, names=["add-item"])
    expect({}, library.tag("https://a.example/"))


@check
def former_commands(library):
    """`history`, `restore` and `forget` are gone; typing them names the new command."""
    for former, new in (("history", "items"), ("restore", "restore-item"), ("forget", "delete-item")):
        library.refused(former, "1", names=[new])
