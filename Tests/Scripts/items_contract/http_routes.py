"""HTTP: views, statistics, suggestions and scopes."""

import json

from contract import check, expect, holds, shown, url
from shelf import ALL, shelf


@check
def http_views(library):
    """GET `/views`; PUT, DELETE `/views/{view}`: `{"views": [{"view", "q", "count"}]}`; PUT takes `{"q"}`."""
    shelf(library)
    library.ask("PUT", "/views/to%20read", {"q": "#book not #old"}, (200, 201, 204))
    view = {"view": "to read", "q": "#book not #old", "count": 2}
    expect([view], library.ask("GET", "/views", status=200).body["views"])
    library.ask("PUT", "/views/to%20read", {"q": "#old"}, (200, 204))
    expect([{**view, "q": "#old"}], library.ask("GET", "/views", status=200).body["views"], "a second PUT")
    listed = library.run("view", "list").out
    holds("to read" in listed and "#old" in listed, "the view on the command line", listed)
    library.ask("DELETE", "/views/to%20read", status=204)
    expect([], library.ask("GET", "/views", status=200).body["views"], "after DELETE")
    library.ask("DELETE", "/views/to%20read", status=404)


@check
def http_stats_as_command(library):
    """`stats --format json` and GET `/stats` count the same, by day, week, month and year."""
    shelf(library)
    for by in ("day", "week", "month", "year"):
        for scope, given in ((["--all"], {}), ([], {"set": "home"}), (["--set", "work"], {"set": "work"})):
            body = library.ask("GET", url("/stats", by=by, **given), status=200).body
            printed = library.run("stats", "--by", by, *scope, "--format", "json").json
            expect(body["periods"], printed["periods"], f"by {by} {shown(scope)}")
            tags, printed_tags = (sorted(map(shown, counted["tags"])) for counted in (body, printed))
            expect(tags, printed_tags, f"tags by {by} {shown(scope)}")
    library.ask("GET", "/stats?by=decade", status=(400, 422))


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
    for path in ("/selections", "/selections/1"):
        library.ask("GET", path, status=404)
        library.ask("POST", path, {}, 404)
