"""Set-limited tokens."""

import json
import re

from contract import check, expect, holds, shown, titles_of, url


def two_sets(library):
    """Loads one item in each of two sets, and returns a token for `mine`."""
    library.load({"set": "mine", "title": "walk one", "location": "u://1", "tags": ["shared", "open"]},
                 {"set": "yours", "title": "walk two", "location": "u://2",
                  "tags": ["shared", "Hidden", "Secret"]})
    library.run("alias", "covert", "Hidden")
    library.run("view", "save", "walks", "walk")
    library.run("view", "save", "hidden items", "#Hidden")
    return library.token("write", "mine")


@check
def limited_items(library):
    """Items, counts and statistics outside the token's sets don't exist for it."""
    token = two_sets(library)
    body = library.find(token=token, q="walk", facets=10)
    expect([["walk one"], 1], [titles_of(body["items"]), body["total"]])
    expect({"shared": 1, "open": 1}, {facet["tag"]: facet["count"] for facet in body["facets"]}, "facets")
    body = library.ask("GET", "/stats?by=year", status=200, token=token).body
    expect(1, sum(period["count"] for period in body["periods"]), "periods")
    expect({"shared": 1, "open": 1}, {tag["tag"]: tag["count"] for tag in body["tags"]}, "tags")
    body = library.ask("GET", "/items/lookup?location=u://2&title=walk", status=200, token=token).body
    expect([None, False], [body["item"], "hidden" in json.dumps(body).lower()], "lookup")


@check
def limited_ids(library):
    """Items outside the token's sets don't exist for it; other sets are 404."""
    token = two_sets(library)
    path = f"/items/{library.only('set:yours')['id']}"
    for method, end, body in (("GET", "", None), ("PATCH", "", {"title": "c"}), ("DELETE", "", None),
                              ("POST", "/restore", None)):
        library.ask(method, path + end, body, 404, token=token)
    library.ask("GET", "/items?set=yours", status=404, token=token)
    library.ask("POST", "/items", {"set": "yours", "title": "c"}, 404, token=token)
    library.ask("POST", "/items/tag", {"q": "walk", "add": ["new"]}, 200, token=token)
    library.finds("#new", "walk one")
    library.finds("set:yours", "walk two")


@check
def limited_names(library):
    """Tags, names and aliases outside the token's sets don't exist for it."""
    token = two_sets(library)
    texts = []
    for query in ("#Hidden", "#covert", "#nothing", "#hiden"):
        texts.append(library.find(token=token, q=query, status=422).get("detail", "").replace(query[1:], ""))
    texts.append(library.ask("GET", "/suggestions?q=hid", status=200, token=token).body.get("suggestions"))
    texts.append(library.ask("GET", "/items/lookup?title=walk", status=200, token=token).body["suggestions"])
    for path in ("/tags", "/implications", "/tags/shared"):
        texts.append(library.ask("GET", path, token=token).body)
    for text in texts:
        holds(not re.search("hidden|covert|secret|yours", shown(text), re.I), "no name of the other set", text)


def without(response, name):
    """A response without a name that the request contains, and without its key."""
    body = json.dumps(response.body, sort_keys=True)
    return [response.status, body.replace(name, "NAME").replace(f'"key": "{name.lower()}"', '"key": "NAME"')]


@check
def limited_names_as_absent(library):
    """Items, tags, names, aliases … outside the token's sets don't exist for it: the responses are the same."""
    token = two_sets(library)
    for absent, names in (("nothing", ("Hidden", "covert", "Secret")), ("nowhere", ("yours",))):
        for method, path, body in (("GET", "/tags/{}", None), ("GET", "/items?q=%23{}", None),
                                   ("GET", "/items?q=tag:{}", None), ("GET", "/items?q=set:{}", None),
                                   ("GET", "/items?q=%23{}&lenient=true", None), ("GET", "/items?set={}", None),
                                   ("GET", "/sets/{}", None), ("GET", "/stats?by=year&q=%23{}", None),
                                   ("GET", "/suggestions?q={}", None), ("GET", "/suggestions?given={}", None),
                                   ("POST", "/items", {"set": "{}", "title": "c"}),
                                   ("POST", "/items/tag", {"q": "#{}", "add": ["open"]}),
                                   ("POST", "/items/tag", {"q": "walk", "remove": ["{}"]}),
                                   ("PATCH", "/items/1", {"remove": ["{}"]}), ("PUT", "/views/v", {"q": "#{}"})):
            def answer(name):
                text = body and json.dumps(body).replace("{}", name)
                return without(library.ask(method, path.format(name), text, token=token), name)
            for name in names:
                expect(answer(absent), answer(name), f"{method} {path} {shown(body) if body else ''}")


@check
def limited_ids_as_absent(library):
    """Items outside the token's sets don't exist for it: the responses are the same."""
    token = two_sets(library)
    other, absent = library.only("set:yours")["id"], 999
    for method, path, body in (("GET", "/items/{}", None), ("PATCH", "/items/{}", {"title": "c"}),
                               ("DELETE", "/items/{}", None), ("POST", "/items/{}/restore", None),
                               ("POST", "/items/tag", {"ids": ["{}"], "add": ["open"]})):
        def answer(number):
            text = body and json.dumps(body).replace('"{}"', str(number))
            return without(library.ask(method, path.format(number), text, token=token), str(number))
        expect(answer(absent), answer(other), f"{method} {path}")
    expect(["Hidden", "Secret", "shared"], sorted(library.only("set:yours")["tags"]), "tags of the other item")


@check
def limited_locations(library):
    """Items outside the token's sets don't exist for it: saving their location makes another item."""
    token = two_sets(library)
    library.ask("POST", "/items", {"set": "mine", "location": "u://2", "title": "c"}, 201, token=token)
    library.finds("set:mine", "walk one", "c")
    library.finds("set:yours", "walk two")


@check
def limited_views(library):
    """Views and counts outside the token's sets don't exist for it."""
    token = two_sets(library)
    body = library.ask("GET", "/views", status=200, token=token).body
    counts = {view["view"]: view["count"] for view in body["views"]}
    expect([1, 0], [counts.get("walks", 1), counts.get("hidden items", 0)])
    holds("#Hidden" not in json.dumps(body), "no query with a tag of the other set", body)


@check
def limited_counts(library):
    """Counts outside the token's sets don't exist for it: facets, views, statistics and bulk edits."""
    token = two_sets(library)
    facets = library.find(token=token, facets=10)["facets"]
    expect({"shared": 1, "open": 1}, {facet["tag"]: facet["count"] for facet in facets})
    changed = library.ask("POST", "/items/tag?dry-run=true", {"q": "walk", "add": ["new"]}, 200, token=token).body
    expect({"changed": 1}, changed)
    for form in ("ndjson", "netscape"):
        text = shown(library.ask("GET", url("/export", format=form), token=token).body)
        holds(not re.search("hidden|covert|secret|walk two", text, re.I), "an export without the other set", text)


@check
def limited_adding(library):
    """Adding a tag that exists elsewhere adds it, and the response shows the name as the token sent it."""
    token = two_sets(library)
    item = library.ask("POST", "/items", {"set": "mine", "title": "c", "tags": ["hidden"]}, 201, token=token).body
    expect(["hidden"], item["tags"], "POST")
    item = library.only('"walk one"')
    changed = library.ask("PATCH", f"/items/{item['id']}", {"add": ["SECRET"]}, 200, token=token).body
    holds("SECRET" in changed["tags"], "the name SECRET as sent", changed["tags"])
    library.finds("#Hidden", "c", "walk two")
    library.finds("#Secret", "walk one", "walk two")
