"""HTTP: items."""

import urllib.parse

from contract import check, expect, holds, titles_of, url
from shelf import ALL, shelf


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
def http_list_pages(library):
    """GET `/items`: `after` and `Link: rel="next"` list each item once, whatever the order."""
    library.load(*({"title": f"rome n{number:02}", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
                   for number in range(20)),
                 *({"title": f"plain n{number:02}", "tags": ["y"], "at": f"2026-01-{number + 1:02}T03:04:05Z"}
                   for number in range(20)))
    for query in ("rome", "#y", "rome or #y", "sort:title", "sort:old", "sort:relevance rome"):
        expected, found = titles_of(library.find(q=query, limit=1000)["items"]), []
        page = library.ask("GET", url("/items", q=query, limit=7), status=200)
        while True:
            found += titles_of(page.body["items"])
            if not page.next or len(found) > 60:
                break
            target = urllib.parse.urlsplit(urllib.parse.urljoin("http://127.0.0.1/api/v1/items", page.next))
            page = library.ask("GET", f"{target.path}?{target.query}", status=200)
        expect(expected, sorted(found), query)
        expect(len(expected), page.body["total"], f"total of {query}")


@check
def http_list_set(library):
    """GET `/items?set=`: one set; a set that doesn't exist is an error."""
    shelf(library)
    expect(["rome guide", "rome novel"], titles_of(library.find(q="rome", set="home")["items"]))
    library.find(set="nowhere", status=(404, 422))


@check
def http_facets(library):
    """The facets: the N most frequent tags among all results, with counts, the most frequent first."""
    shelf(library)
    facets = library.find(facets=3, limit=1)["facets"]
    expect([3, 2, 2], [facet["count"] for facet in facets])
    expect("book", facets[0]["tag"])
    expect([], library.find(q="nothing", facets=3)["facets"])
    expect([], library.find(facets=0)["facets"], "facets=0")


@check
def http_post(library):
    """POST `/items`: 201, or 200 with `"replaced": true` for a known location."""
    library.run("new", "work")
    library.run("new", "home")
    sent = {"set": "work", "location": "u://1", "title": "a", "note": "n", "text": "t", "tags": ["x"],
            "at": "2026-01-02T03:04:05Z"}
    created = library.ask("POST", "/items", sent, 201)
    expect(["work", "u://1", "a", "n", ["x"]],
           [created.body.get(key) for key in ("set", "location", "title", "note", "tags")])
    expect(f"/api/v1/items/{created.body['id']}", urllib.parse.urlsplit(created.headers.get("Location", "")).path)
    again = library.ask("POST", "/items", {"location": "u://1", "title": "b"}, 200).body
    expect([True, created.body["id"], "b", "n"], [again.get(key) for key in ("replaced", "id", "title", "note")])
    library.ask("POST", "/items", {"set": "nowhere", "title": "c"}, (404, 422))


@check
def http_post_set(library):
    """POST `/items` without `set`: the set this entrance saved to last, the only ordinary set, or `bookmarks`."""
    def saved(**given):
        return library.ask("POST", "/items", {"title": "a", "tags": ["x"], **given}, 201).body["set"]

    library.run("new", "--daily", "days")
    library.run("new", "work")
    library.run("use", "days")
    expect("work", saved(), "the only ordinary set")
    library.run("new", "home")
    expect("work", saved(location="u://1"), "the set of the last item")
    expect("home", saved(set="home", location="u://2"), "the given set")
    library.run("use", "work")
    expect("home", saved(location="u://3"), "`use` changes nothing for other entrances")
    library.run("rename-set", "home", "house")
    expect("house", saved(location="u://4"), "the memory follows renames")


@check
def http_post_bookmarks(library):
    """POST `/items` without `set`, with several ordinary sets: `bookmarks`, created if necessary."""
    library.run("new", "work")
    library.run("new", "home")
    for title in ("a", "b"):
        expect("bookmarks", library.ask("POST", "/items", {"title": title, "tags": ["x"]}, 201).body["set"], title)


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
    library.ask("PATCH", path, {"tags": ["p"], "remove": ["q"]}, (400, 422))
    library.ask("PATCH", path, {"id": 7}, (400, 422))
    library.ask("DELETE", path, status=204)
    for method, body in (("GET", None), ("PATCH", {"title": "c"}), ("DELETE", None)):
        library.ask(method, path, body, 404)


@check
def http_restore(library):
    """POST `/items/{id}/restore` turns the item's tags on in its set."""
    library.run("new", "office", "x", "y")
    item = library.ask("POST", "/items", {"title": "a", "tags": ["x"]}, 201).body
    library.ask("PATCH", "/sets/office/selection", {"selected": ["y"]}, 200)
    library.ask("POST", f"/items/{item['id']}/restore", status=200)
    expect(["x"], library.ask("GET", "/sets/office/selection", status=200).body["selected"])


@check
def http_lookup(library):
    """GET `/items/lookup?location=&title=`: `{"item": … or null, "suggestions": […]}`."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(8)),
                 {"title": "known", "location": "https://a.example/", "tags": ["x"]})
    known = library.ask("GET", url("/items/lookup", location="HTTPS://a.example:443/?utm_source=m"), status=200).body
    expect(library.ask("GET", f"/items/{library.only('known')['id']}", status=200).body, known["item"])
    expect(["item", "suggestions"], sorted(known), "fields")
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
def http_tag_items_accept(library):
    """POST `/items/tag` with `accept`: adds each item's own suggestions with probability ≥ P."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)),
                 {"title": "matrix untagged"}, {"title": "bread untagged"})
    library.ask("POST", "/items/tag?dry-run=true", {"q": "untagged", "accept": 0.3}, 200)
    library.finds("untagged", "matrix untagged", "bread untagged")
    expect({"changed": 2}, library.ask("POST", "/items/tag", {"q": "untagged", "accept": 0.3}, 200).body)
    holds("movie" in library.only('"matrix untagged"')["tags"], "the tag movie", library.only('"matrix untagged"'))


@check
def http_tag_items_either(library):
    """POST `/items/tag` takes `q` or `ids`; `changed` counts the items that change."""
    shelf(library)
    library.ask("POST", "/items/tag", {"q": "rome", "ids": [1], "add": ["y"]}, (400, 422))
    library.ask("POST", "/items/tag", {"add": ["y"]}, (400, 422))
    expect({"changed": 1}, library.ask("POST", "/items/tag", {"q": "rome", "add": ["old"]}, 200).body)
    library.finds("rome #old", "rome guide", "rome novel", "rome atlas")
