"""Commands on a terminal: columns, questions, the picker and the interactive list."""

import datetime

from contract import UTC, Stop, check, expect, holds, shown
from shelf import shelf
from terminal import Terminal

ESCAPE, ENTER, UP, DOWN = "\x1b", "\r", "\x1b[A", "\x1b[B"


@check
def terminal_columns(library):
    """`items QUERY`: on a terminal aligned columns (title, tags as small chips, host, relative date)."""
    shelf(library)
    today = datetime.datetime.now(UTC).isoformat()
    library.load({"title": "rome today", "location": "https://www.b.example/x", "tags": ["book"], "at": today})
    for count, scope in ((3, []), (4, ["--all"])):
        with Terminal(library, "items", "rome", *scope) as terminal:
            expect(0, terminal.end())
            rows = [line for line in terminal.text.splitlines() if "rome" in line]
        holds(len(rows) == count, f"a row for each of {count} items", rows)
    expect(1, len({row.index("rome") for row in rows}), "the column of titles")
    row = next((row for row in rows if "rome today" in row), "")
    for part in ("book", "b.example", "today"):
        holds(part in row, f"the part {part}", row)
    holds("https://" not in row and "www." not in row, "a host only", row)


@check
def terminal_add_item(library):
    """`add-item`: on a terminal the picker opens with suggestions from title, location, note and text."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)))
    with Terminal(library, "add-item", "https://a.example/", "--title", "matrix") as terminal:
        terminal.wait_for("movie").read(0.3)
        holds(terminal.text.index("movie") < (terminal.text + "recipe").index("recipe"), "movie first", terminal.text)
        terminal.type("\t", ENTER)
        expect(0, terminal.end())
    expect(["movie"], library.only("site:a.example")["tags"])


@check
def terminal_add_item_options(library):
    """On a terminal `--tag` names the tags, too, and no picker opens."""
    with Terminal(library, "add-item", "u://1", "--title", "a", "--tag", "x") as terminal:
        expect(0, terminal.end())
    expect(["x"], library.only()["tags"])


@check
def terminal_edit_item(library):
    """`edit-item` without options on a terminal: the picker."""
    library.run("new", "work", "x", "y")
    item = library.add("--title", "a", "--tag", "x")
    with Terminal(library, "edit-item", item["id"]) as terminal:
        terminal.wait_for("y").read(0.3)
        terminal.type("y", "\t", ENTER)
        expect(0, terminal.end())
    expect(["x", "y"], sorted(library.only()["tags"]))


@check
def terminal_tag_items(library):
    """`tag-items` reports the count and asks on a terminal; for one set of several it names the set."""
    shelf(library)
    change = ["tag-items", "--matching", "rome", "--add", "city", "--remove", "old"]
    with Terminal(library, *change) as terminal:
        terminal.wait_for("2 items in home").read(0.3)
        terminal.type("n\r")
        terminal.end()
    change.append("--all")
    for answer, left in (("n\r", ["rome guide", "rome atlas"]), ("y\r", [])):
        with Terminal(library, *change) as terminal:
            terminal.wait_for("3").read(0.3)
            terminal.type(answer)
            terminal.end()
        library.finds("#old", *left)
    library.finds("#city", "rome guide", "rome novel", "rome atlas")


@check
def terminal_delete_item(library):
    """`delete-item --matching QUERY` asks on a terminal."""
    shelf(library)
    for count, scope in (("3 items", ["--all"]), ("2 items", []), ("1 item", ["--set", "work"])):
        with Terminal(library, "delete-item", "--matching", "rome", *scope) as terminal:
            terminal.wait_for(f"This deletes {count}").read(0.3)
            terminal.type("n\r")
            terminal.end()
        library.finds("rome", "rome guide", "rome novel", "rome atlas")


@check
def terminal_drop(library):
    """`drop` reports the tags and items it deletes and asks on a terminal."""
    shelf(library)
    for answer, titles in (("n\r", ["rome atlas"]), ("y\r", [])):
        with Terminal(library, "drop", "work") as terminal:
            terminal.wait_for("2 tags and 1 item").read(0.3)
            terminal.type(answer)
            terminal.end()
        expect(titles, [item["title"] for item in library.items() if item["set"] == "work"], shown(answer))


# The interactive list: `items` without arguments on a terminal.


def listed(library, *scope):
    """The interactive list of the shelf, after it was drawn."""
    terminal = Terminal(library, "items", *scope)
    terminal.wait_for("actors")
    if not terminal.read(0.4):
        terminal.__exit__()
        raise Stop("expected an interactive list got a command that ended")
    return terminal


@check
def list_filter(library):
    """`items`: interactive when run without arguments on a terminal: type to filter; Esc ends it."""
    shelf(library)
    with listed(library, "--all") as terminal:
        # The first of the remaining items is shown whole; the list itself redraws only what changes.
        terminal.type("a", "t", "l", "a", DOWN, ENTER)
        holds("rome atlas" in terminal.text and "rome novel" not in terminal.text, "only rome atlas", terminal.text)
        for _ in range(3):
            if terminal.read(0.5):
                terminal.type(ESCAPE)
        terminal.end()
    library.finds("rome", "rome guide", "rome novel", "rome atlas")
    with listed(library) as terminal:
        holds("rome novel" in terminal.text and "rome atlas" not in terminal.text, "the chosen set", terminal.text)


@check
def list_show(library):
    """`items` on a terminal: arrows, Enter shows."""
    shelf(library)
    with listed(library) as terminal:
        terminal.type(DOWN, ENTER)
        holds("読書会" in terminal.text, "the second item", terminal.text)


@check
def list_edit(library):
    """`items` on a terminal: `e` edits tags in the picker."""
    shelf(library)
    with listed(library) as terminal:
        terminal.type(DOWN, UP, "e", "swift", "\t", ENTER)
    library.finds("#swift", "actors", "plain")


@check
def list_open(library):
    """`items` on a terminal: `o` opens (here with an xdg-open that writes its argument to a file)."""
    shelf(library)
    stub = library.file("bin/xdg-open", f'#!/bin/sh\nprintf %s "$1" > "{library.folder}/opened"\n')
    stub.chmod(0o755)
    with listed(library) as terminal:
        terminal.type(DOWN, UP, "o")
        opened = library.folder / "opened"
        expect("https://myswift.org/", opened.read_text() if opened.exists() else "nothing")


@check
def list_delete(library):
    """`items` on a terminal: `d` deletes (undoable)."""
    shelf(library)
    with listed(library) as terminal:
        terminal.type(DOWN, UP, "d")
        if "?" in terminal.text:
            terminal.type("y")
    library.finds("plain")
    library.run("undo")
    library.finds("plain", "plain")
