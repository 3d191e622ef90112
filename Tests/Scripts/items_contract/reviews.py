"""Tags that stay in order: reviews, and the items that a tag fits."""

import json

from contract import check, expect, holds

BAKING = ["oven bread dough", "bread recipe oven", "dough flour oven", "bread flour recipe", "oven recipe dough"]
SAILING = ["boat harbor wind", "sail tide boat", "harbor tide wind", "wind sail boat", "boat tide harbor"]


def ids(answer, name="items"):
    return [entry["item"]["id"] for entry in answer.body[name]]


def collection(library, tagged=3):
    """Items of two subjects: those about baking have a tag, and of those about sailing the first ones."""
    library.run("new", "links", "--yes", "kitchen")
    lines = [{"title": f"{title} {round}", "tags": ["kitchen"], "at": f"2026-01-0{round}T00:00:0{place}Z"}
             for round in (1, 2, 3) for place, title in enumerate(BAKING)]
    lines += [{"title": f"{title} {round}", "tags": [], "at": f"2026-02-0{round}T00:00:0{place}Z"}
              for round in (1, 2, 3) for place, title in enumerate(SAILING)]
    library.run("import", "--from", "ndjson", "-", input="".join(json.dumps(line) + "\n" for line in lines))
    untagged = [item["id"] for item in library.items("untagged sort:old")]
    if tagged:
        library.ask("POST", "/items/tag", {"ids": untagged[:tagged], "add": ["sailing"]}, 200)
    return untagged


# MARK: Review

@check
def review_list(library):
    """GET `/review`: untagged items, newest first, with suggestions; skipped and saved items aren't offered again."""
    untagged = collection(library)[3:]
    first = library.ask("GET", "/review?limit=5", status=200)
    expect([untagged[::-1][:5], len(untagged)], [ids(first), first.body["total"]])
    suggestions = first.body["items"][0]["suggestions"]
    expect("sailing", suggestions[0]["tag"])
    holds(0 < suggestions[0]["probability"] <= 1 and len(suggestions) <= 9, "at most nine suggestions", suggestions)
    library.ask("PUT", f"/items/{untagged[-1]}/reviewed", status=204)
    library.ask("PATCH", f"/items/{untagged[-2]}", {"tags": ["sailing"], "reviewed": True}, 200)
    expect([untagged[::-1][2:7], len(untagged) - 2],
           [ids(rest := library.ask("GET", "/review?limit=5", status=200)), rest.body["total"]])
    expect(len(untagged) - 1, library.ask("GET", "/review?again=true&limit=1", status=200).body["total"])
    library.ask("DELETE", f"/items/{untagged[-1]}/reviewed", status=204)
    library.ask("DELETE", f"/items/{untagged[-1]}/reviewed", status=404)
    expect(untagged[-1], ids(library.ask("GET", "/review?limit=1", status=200))[0])


@check
def review_pages(library):
    """The pages of GET `/review` have each item once, also if items are saved meanwhile."""
    untagged = collection(library)
    untagged = untagged[3:]
    found, path = [], "/review?limit=3"
    while path:
        page = library.ask("GET", path, status=200)
        found += ids(page)
        library.ask("PUT", f"/items/{found[-1]}/reviewed", status=204)
        path = f"/review?limit=3&after={page.body['next']}" if page.body.get("next") else None
    expect(untagged[::-1], found)


@check
def review_undo(library):
    """Saving tags in a review is one undo step, and so is skipping."""
    item = collection(library)[-1]
    library.ask("PATCH", f"/items/{item}", {"tags": ["sailing"], "reviewed": True}, 200)
    library.ask("POST", "/undo", status=200)
    expect([[], item], [library.ask("GET", f"/items/{item}", status=200).body["tags"],
                        ids(library.ask("GET", "/review?limit=1", status=200))[0]])
    library.ask("PUT", f"/items/{item}/reviewed", status=204)
    library.ask("POST", "/undo", status=200)
    expect(item, ids(library.ask("GET", "/review?limit=1", status=200))[0])


@check
def review_errors(library):
    """An unknown set, an invalid query and an item that doesn't exist are reported."""
    library.run("new", "links")
    expect({"items": [], "total": 0}, library.ask("GET", "/review", status=200).body)
    library.ask("GET", "/review?set=none", status=422)
    library.ask("GET", "/review?q=%28", status=422)
    library.ask("GET", "/review?limit=0", status=400)
    library.ask("GET", "/review?after=x", status=400)
    library.ask("PUT", "/items/99/reviewed", status=404)
    library.ask("DELETE", "/items/99/reviewed", status=404)


@check
def review_ndjson(library):
    """`"reviewed": true` in NDJSON, only if so; export, import, and recovery keep it."""
    item = collection(library)[-1]
    library.ask("PUT", f"/items/{item}/reviewed", status=204)
    exported = library.run("export", "--format", "ndjson").out
    records = [json.loads(line) for line in exported.splitlines()]
    marked = [record for record in records if "reviewed" in record]
    expect([True], [record["reviewed"] for record in marked])
    total = library.ask("GET", "/review", status=200).body["total"]
    library.ask("DELETE", f"/items/{item}", status=204)
    library.run("import", "--from", "ndjson", "-", input=exported)
    expect(total, library.ask("GET", "/review", status=200).body["total"])


# MARK: Which items fit a tag

@check
def fit_new_tag(library):
    """A new tag given to three items reaches old items: GET `/tags/{tag}/candidates`, most likely first."""
    untagged = collection(library)
    found = library.ask("GET", "/tags/sailing/candidates?set=links&limit=50", status=200).body["candidates"]
    probabilities = [candidate["probability"] for candidate in found]
    expect(sorted(probabilities, reverse=True), probabilities)
    holds(all(0 < probability <= 1 for probability in probabilities), "probabilities", probabilities)
    expect(set(untagged[3:]), {candidate["item"]["id"] for candidate in found[:len(untagged) - 3]})


@check
def fit_answers(library):
    """"No" is remembered (PUT `/items/{id}/dismissed/{tag}`), and tagged items aren't candidates."""
    collection(library)
    first, second = ids(library.ask("GET", "/tags/sailing/candidates?limit=2", status=200), "candidates")
    library.ask("PUT", f"/items/{first}/dismissed/sailing", status=200)
    library.ask("PATCH", f"/items/{second}", {"add": ["sailing"]}, 200)
    rest = ids(library.ask("GET", "/tags/sailing/candidates?limit=200", status=200), "candidates")
    expect(set(), {first, second} & set(rest))


@check
def fit_pages(library):
    """Pages of candidates have each item once."""
    collection(library)
    every = ids(library.ask("GET", "/tags/sailing/candidates?limit=200", status=200), "candidates")
    found, path = [], "/tags/sailing/candidates?limit=4"
    while path:
        page = library.ask("GET", path, status=200)
        found += ids(page, "candidates")
        path = f"/tags/sailing/candidates?limit=4&after={page.body['next']}" if page.body.get("next") else None
    expect(every, found)


@check
def fit_name(library):
    """A tag without items is found by its name and its description."""
    collection(library, tagged=0)
    library.ask("POST", "/tags", {"tag": "harbor"}, 201)
    library.ask("POST", "/tags", {"tag": "voyages"}, 201)
    expect([], library.ask("GET", "/tags/voyages/candidates", status=200).body["candidates"])
    library.ask("PATCH", "/tags/voyages", {"description": "by boat from harbor to harbor"}, 200)
    for tag in ("harbor", "voyages"):
        found = library.ask("GET", f"/tags/{tag}/candidates", status=200).body["candidates"]
        holds(found and all("harbor" in candidate["item"]["title"] for candidate in found[:5]), tag, found)


@check
def fit_errors(library):
    """An unknown tag is 404, an unknown set 422."""
    collection(library)
    library.ask("GET", "/tags/none/candidates", status=404)
    library.ask("GET", "/tags/sailing/candidates?set=none", status=422)
    library.ask("GET", "/tags/sailing/candidates?limit=0", status=400)


@check
def fit_implied(library):
    """Items that count as tagged through an implication aren't candidates."""
    untagged = collection(library)
    library.ask("POST", "/items/tag", {"ids": [untagged[5]], "add": ["regatta"]}, 200)
    library.run("imply", "regatta", "sailing")
    found = ids(library.ask("GET", "/tags/sailing/candidates?limit=200", status=200), "candidates")
    expect([False, True], [untagged[5] in found, untagged[6] in found])
