"""Any input gets a response: queries and fields of random characters."""

import random

from contract import Stop, check, holds, problems, shown, url
from shelf import shelf

SEED = 20_260
PIECES = ["rome", "#old", "#", "-", "|", "(", ")", '"', "not", "and", "or", "sort:", "sort:title", "tags:", "tags:>",
          "tags:99", "since:", "since:monday", "on:", "before:0", "site:", "site:.", "set:", "tag:", "missing",
          "untagged", " ", "  ", ":", "::", "\u0000", "\u0301", "\ufffd", "\u200b", "\U0001f600", "読", "é", "*", "^",
          "NEAR", "%", "_", "'", ";", "\\", "99999999999999999999", "-1", "\n", "\t"]


@check
def any_query(library):
    """One query language: any text is a query or an error (400, 422), also while it is being typed."""
    shelf(library)
    numbers = random.Random(SEED)
    for number in range(1_500):
        query = "".join(numbers.choice(PIECES) + numbers.choice(["", " "]) for _ in range(numbers.randint(1, 9)))
        options = numbers.choice([{}, {"typing": "true"}, {"lenient": "true"}, {"typing": "true", "lenient": "true"}])
        library.find(q=query, status=(200, 400, 422), facets=numbers.randrange(3), **options)
        if problems:
            raise Stop(f"expected a response to {shown(query)} got none, or another (query {number}, seed {SEED})")


@check
def any_title(library):
    """`title`: control characters and U+FFFD are replaced by spaces, never a reason to reject an item."""
    numbers = random.Random(SEED)
    for _ in range(200):
        ranges = [range(0xA0), range(0xD800), range(0xE000, 0x110000)]
        text = "".join(chr(numbers.choice(numbers.choice(ranges))) for _ in range(numbers.randint(1, 400)))
        title = library.ask("POST", "/items", {"title": text, "tags": ["x"]}, (200, 201)).body.get("title", "")
        holds(len(title.encode()) <= 1_000, "at most 1,000 bytes", title)
        holds(not any(ord(one) < 32 or 127 <= ord(one) < 160 or one == "\ufffd" for one in title),
              "a title without control characters", ascii(title))
        if problems:
            raise Stop(f"expected a title for {ascii(text)[:200]} got another")


@check
def any_field(library):
    """A value of another type is an error (400, 422)."""
    values = [None, True, 7, -1, 1.5, 10 ** 30, [], ["x"], {}, {"a": 1}, [None], [["x"]], "\u0000", "2026-13-45",
              "x" * 5_000]
    item = library.ask("POST", "/items", {"title": "a", "tags": ["x"]}, 201).body
    for name in ("set", "title", "location", "note", "text", "tags", "at", "add", "remove", "id", "unknown"):
        for value in values:
            library.ask("POST", "/items", {name: value}, (200, 201, 400, 404, 413, 422))
            library.ask("PATCH", f"/items/{item['id']}", {name: value}, (200, 400, 404, 409, 413, 422))
    for body in ("", "[]", "7", "null", "{", '{"title": "a", "title": "b"}', '"\\ud800"', '{"title": "\\ud800"}'):
        library.ask("POST", "/items", body, (200, 201, 400, 413, 422))
    for name in ("q", "ids", "add", "remove", "accept"):
        for value in values:
            body = {"q": "", "add": ["x"], name: value}
            library.ask("POST", "/items/tag?dry-run=true", body, (200, 400, 404, 413, 422))
    for options in ({"limit": -1}, {"limit": 10 ** 30}, {"limit": "x"}, {"facets": -1}, {"after": "x"}, {"after": ""},
                    {"typing": "maybe"}, {"set": ""}, {"q": "x" * 20_000}):
        library.find(status=(200, 400, 404, 413, 414, 422), **options)
    library.ask("GET", url("/items", q="a"), status=200)
