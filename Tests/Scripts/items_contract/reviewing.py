"""`review` on a terminal."""

from contract import check, expect, holds
from terminal import Terminal

ESCAPE, ENTER, RIGHT, TAB = "\x1b", "\r", "\x1b[C", "\t"


def collection(library):
    """Items about two tags, and three untagged items; the newest is first in a review."""
    library.load(*({"title": f"compiler {n}", "tags": ["swift"]} for n in range(8)),
                 *({"title": f"harbor {n}", "tags": ["sea"]} for n in range(8)))
    for n, title in enumerate(["an evening", "harbor walk", "compiler news"]):
        library.load({"title": title, "at": f"2030-01-0{n + 1}T00:00:00Z"})


def tags(library, title):
    return next(item["tags"] for item in library.items(f'"{title}"') if item["title"] == title)


@check
def review_screen_saves(library):
    """`review`: Enter saves the likely tags and goes on, digits toggle, typing adds any tag; progress is shown."""
    collection(library)
    with Terminal(library, "review") as terminal:
        terminal.wait_for("1 of 3")
        holds("compiler news" in terminal.text and "swift" in terminal.text and "%" in terminal.text, "item and chips",
              terminal.text)
        terminal.type(ENTER)
        expect(["swift"], tags(library, "compiler news"))
        terminal.type("1", "perf", ENTER, ENTER)
        expect(["perf"], tags(library, "harbor walk"))
        terminal.type(ESCAPE)
        expect(0, terminal.end())
        holds("saved 2" in terminal.text and "1 left" in terminal.text, "a summary", terminal.text)


@check
def review_screen_skips_and_undoes(library):
    """`s` and → skip, `u` undoes; saved and skipped items aren't offered again, `--again` offers them; nothing: 1."""
    collection(library)
    with Terminal(library, "review") as terminal:
        terminal.wait_for("1 of 3").type("s", "u", "s", RIGHT, ESCAPE)
        expect(0, terminal.end())
    with Terminal(library, "review") as terminal:
        terminal.wait_for("1 of 1").type("s")
        expect(0, terminal.end())
    with Terminal(library, "review") as terminal:
        expect(1, terminal.end())
    with Terminal(library, "review", "--again") as terminal:
        terminal.wait_for("1 of 3").type(ESCAPE)
        expect(0, terminal.end())


@check
def review_screen_dismisses(library):
    """`x` dismisses the highlighted suggestion for this item."""
    collection(library)
    with Terminal(library, "review") as terminal:
        terminal.wait_for("1 of 3").type(TAB, "x", ENTER, ESCAPE)
        expect(0, terminal.end())
    expect([], tags(library, "compiler news"))
    with Terminal(library, "review", "--again") as terminal:
        terminal.wait_for("1 of 3")
        holds("swift" not in terminal.text, "no dismissed tag", terminal.text)
        terminal.type(ESCAPE)


@check
def review_screen_asks_for_a_tag(library):
    """`review --tag T`: items without the tag, one key each, yes or no; "no" is remembered (dismissed)."""
    collection(library)
    library.load({"title": "compiler again"})
    with Terminal(library, "review", "--tag", "swift") as terminal:
        terminal.wait_for("1 of ").type("y", "n", ESCAPE)
        expect(0, terminal.end())
        holds("tagged 1, dismissed 1" in terminal.text, "a summary", terminal.text)
    titles = ["compiler news", "compiler again"]
    expect(1, len([title for title in titles if tags(library, title) == ["swift"]]))
    with Terminal(library, "review", "--tag", "swift") as terminal:
        terminal.read(0.5)
        holds(not any(title in terminal.text for title in titles), "no dismissed item", terminal.text)


@check
def review_screen_needs_a_terminal(library):
    """`review` without a terminal: 64, naming `tag-items --accept`."""
    collection(library)
    done = library.run("review", code=64)
    holds("tag-items" in done.err and "--accept" in done.err, "the command for scripts", done.err)
