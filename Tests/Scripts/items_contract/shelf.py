"""Items that many checks load."""

import datetime

from contract import UTC

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


HOME = [item["title"] for item in SHELF if "set" not in item]


def others(*titles):
    """The titles of all items of the shelf except these."""
    return [title for title in ALL if title not in titles]


def shelf(library):
    """Loads the items of the shelf, one a day from 2026-01-01 on, with an implication and an alias; chooses home."""
    items = [{"set": "home", "at": f"2026-01-{day + 1:02}T12:00:00Z", **item} for day, item in enumerate(SHELF)]
    library.load(*items)
    library.run("use", "home")
    library.run("imply", "viz", "design")
    library.run("alias", "sw", "swift")


def yesterday_noon():
    return (datetime.datetime.now(UTC) - datetime.timedelta(days=1)).strftime("%Y-%m-%dT12:00:00Z")
