"""Tags that stay in order: descriptions and colors, groups of tags of which an item has at most one, and dead links."""

import json

from contract import check, expect, holds, url

STATES = ["todo", "doing", "done"]
LONG = "a" * 1_001


def states(library):
    """A group of states, and an item that is to be done."""
    library.run("new", "tasks", "--yes", *STATES, "home")
    library.run("one-of", "state", *STATES)
    return library.add("--title", "Sweep", "--tag", "todo", "--tag", "home")


def tags_of(library, title):
    return sorted(library.only(title)["tags"])


# MARK: Descriptions and colors

@check
def describe_and_print(library):
    """`describe TAG [TEXT]` and `--color …|none`."""
    library.run("new", "trip", "--yes", "photo")
    library.run("describe", "photo", "pictures that I took", "--color", "blue")
    expect(["pictures that I took", "color blue"], library.run("describe", "photo").lines)
    expect(["pictures that I took", "blue"], [library.tag("photo").get(name) for name in ("description", "color")])
    library.run("describe", "photo", "", "--color", "none")
    expect([], library.run("describe", "photo").lines)
    expect([None, None], [library.tag("photo").get(name) for name in ("description", "color")])


@check
def describe_errors(library):
    """A description has at most 1,000 bytes; a color is one of seven."""
    library.run("new", "trip", "--yes", "photo")
    library.run("describe", "photo", LONG, code=65)
    library.run("describe", "photo", "--color", "pink", code=64)
    library.run("describe", "nothing", "x", code=65)
    library.ask("PATCH", "/tags/photo", {"description": LONG}, 422)
    library.ask("PATCH", "/tags/photo", {"color": "pink"}, 422)
    for color in ("red", "orange", "yellow", "green", "blue", "purple", "gray"):
        library.ask("PATCH", "/tags/photo", {"color": color}, 200)
    library.ask("PATCH", "/tags/photo", {}, 422)


@check
def describe_http(library):
    """`description`, `color` in a tag's JSON, PATCH `/tags/{tag}`."""
    library.ask("POST", "/tags", {"tag": "photo"}, 201)
    body = library.ask("PATCH", "/tags/photo", {"description": "pictures", "color": "red"}, 200).body
    expect(["pictures", "red"], [body.get("description"), body.get("color")])
    listed = library.ask("GET", "/tags", status=200).body["tags"][0]
    expect(["pictures", "red"], [listed.get("description"), listed.get("color")])
    renamed = library.ask("PATCH", "/tags/photo", {"tag": "picture", "description": ""}, 200).body
    expect(["picture", None, "red"], [renamed["tag"], renamed.get("description"), renamed.get("color")])
    library.ask("POST", "/undo", status=200)
    expect("pictures", library.ask("GET", "/tags/photo", status=200).body.get("description"))


@check
def describe_ndjson(library):
    """`description`, `color` in … NDJSON: an import of the export gives the same."""
    library.run("new", "trip", "--yes", "photo", "map")
    library.run("describe", "photo", "pictures", "--color", "green")
    export = library.run("export", "--format", "ndjson").out
    line = next(json.loads(line) for line in export.splitlines() if '"photo"' in line)
    expect(["pictures", "green"], [line.get("description"), line.get("color")])
    other = library.folder / "other.sqlite"
    library.run("import", "--from", "ndjson", "-", input=export, database=other)
    expect(export, library.run("export", "--format", "ndjson", database=other).out)
    library.run("import", "--from", "ndjson", "-", input=export, database=other)
    expect(export, library.run("export", "--format", "ndjson", database=other).out)


@check
def describe_evidence(library):
    """The words of a description are evidence for the tag (like a saved item that counts once)."""
    subjects = ("zoo", "rome", "music", "boats", "bread", "chess")
    library.load(*[{"title": f"About {subject}s, part {number}", "tags": [subject]}
                   for subject in subjects for number in range(2)])
    library.run("add", "optics")

    def best():
        found = library.run("suggest", "--title", "Grinding a telescope mirror", "--format", "json", code=(0, 1)).json
        return found["suggestions"][0]["tag"] if found["suggestions"] else None
    holds(best() != "optics", "another tag first", best())
    library.run("describe", "optics", "lenses, mirrors and a telescope")
    expect("optics", best())
    library.load(*[{"title": f"A telescope mirror {number}", "tags": ["stars"]} for number in range(3)])
    expect("stars", best(), "three items outweigh it")


@check
def describe_pictures(library):
    """Colors … in pictures … are never the only sign: a picture names them."""
    library.run("new", "trip", "--yes", "photo", "map")
    library.run("describe", "photo", "--color", "red")
    picture = library.run("export", "--format", "svg", code=None)
    if picture.code == 0:
        holds("<title>photo, red</title>" in picture.out, "a title with the color", picture.out)
        holds("<title>map</title>" in picture.out, "a title without a color", picture.out)
    chips = library.run("export", "--format", "json").json["chips"]
    expect(["red", None], [chip.get("color") for chip in chips])


@check
def describe_undo_delete_merge(library):
    """… undo, merge, delete: the survivor keeps its own; otherwise it takes the other's, said in the report."""
    library.run("new", "trip", "--yes", "photos", "photo", "map")
    library.run("describe", "photos", "many pictures", "--color", "red")
    library.run("describe", "map", "where things are")
    holds("many pictures" in library.run("merge", "photos", "photo").err, "a report of what was taken", "")
    expect("many pictures", library.tag("photo").get("description"))
    holds("many pictures" in library.run("merge", "photo", "map").err, "a report of what was dropped", "")
    expect(["where things are", "red"], [library.tag("map").get(name) for name in ("description", "color")])
    library.run("undo")
    expect("many pictures", library.tag("photo").get("description"))
    library.run("delete", "photo")
    library.run("undo")
    expect("many pictures", library.tag("photo").get("description"))


@check
def describe_recovery(library):
    """All of it appears in … recovery."""
    library.run("new", "trip", "--yes", "photo", "map")
    library.run("describe", "photo", "pictures", "--color", "gray")
    library.run("one-of", "kind", "photo", "map")
    copy = library.folder / "copy.sqlite"
    library.run("doctor", "--recover", copy)
    expect(["pictures", "color gray"], library.run("describe", "photo", database=copy).lines)
    expect(["kind\tphoto, map"], library.run("one-of", database=copy).lines)
    expect(0, library.run("doctor", database=copy).code)


# MARK: Groups

@check
def one_of_displaces(library):
    """Giving an item one removes the others (in the same undo step), and the report names them."""
    item = states(library)
    done = library.run("edit-item", item["id"], "--add", "done")
    expect(["done", "home"], tags_of(library, "Sweep"))
    holds("todo" in done.err, "a report that names todo", done.err)
    library.run("undo")
    expect(["home", "todo"], tags_of(library, "Sweep"))


@check
def one_of_everywhere(library):
    """… at every entrance: commands, bulk changes, HTTP, rules, selections and files."""
    item = states(library)
    library.run("tag-items", "--matching", "#todo", "--add", "doing", "--yes")
    expect(["doing", "home"], tags_of(library, "Sweep"))
    body = library.ask("PATCH", f"/items/{item['id']}", {"add": ["done"]}, 200).body
    expect([["done", "home"], [{"tag": "doing", "group": "state"}]], [sorted(body["tags"]), body.get("displaced")])
    body = library.ask("PATCH", f"/items/{item['id']}", {"tags": ["done", "todo", "home"]}, 200).body
    expect([["home", "todo"], ["done"]], [sorted(body["tags"]), [tag["tag"] for tag in body.get("displaced", [])]])
    body = library.ask("POST", "/items/tag", {"ids": [item["id"]], "add": ["doing"]}, 200).body
    expect({"changed": 1, "displaced": 1}, body)
    body = library.ask("POST", "/items", {"title": "Mop", "tags": ["todo", "done"]}, 201).body
    expect([["done"], ["todo"]], [body["tags"], [tag["tag"] for tag in body.get("displaced", [])]])
    library.run("rule", "add", "site:a.org", "--tag", "todo", "--auto")
    expect(["doing"], library.add("https://a.org/1", "--tag", "doing")["tags"])
    expect(["todo"], library.add("https://a.org/2")["tags"])
    library.file("note.md", "---\ntags: [todo]\n---\nWash\n")
    library.run("tag", "--tag", "done", "note.md")
    holds("todo" not in (library.folder / "note.md").read_text(), "a note without todo",
          (library.folder / "note.md").read_text())


@check
def one_of_toggles(library):
    """A selection toggles like radio buttons."""
    states(library)
    library.run("select", "todo", "home")
    library.run("toggle", "done")
    expect(["done", "home"], library.selected())
    library.run("undo")
    expect(["home", "todo"], library.selected())
    library.ask("PATCH", "/sets/tasks/selection", {"toggle": ["doing"]}, 200)
    expect(["doing", "home"], library.selected())
    library.run("toggle", "doing")
    expect(["home"], library.selected())


@check
def one_of_suggestions(library):
    """Suggestions offer one only."""
    library.load(*[{"title": f"Sweep {number}", "tags": [state, "home"]}
                   for number, state in enumerate(STATES * 2)])
    library.run("one-of", "state", *STATES)

    def offered(*options):
        found = library.run("suggest", "--title", "Sweep", "--format", "json", *options, code=(0, 1)).json
        return [entry["tag"] for entry in found["suggestions"] if entry["tag"] in STATES]
    expect(1, len(offered()), "one of the group")
    expect(0, len(offered("--given", "todo")), "none if one is given")


@check
def one_of_imports(library):
    """Imports keep the last."""
    states(library)
    library.load({"title": "Mop", "tags": ["done", "todo", "doing"]})
    expect(["doing"], tags_of(library, "Mop"))
    before = library.run("export", "--format", "ndjson").out
    library.load({"title": "Mop", "tags": ["done", "todo", "doing"]})
    expect(before, library.run("export", "--format", "ndjson").out)


@check
def one_of_lists_and_deletes(library):
    """`one-of` lists, `one-of NAME --delete` deletes. A tag is in one group at most (65)."""
    states(library)
    expect(["state\ttodo, doing, done"], library.run("one-of").lines)
    library.run("one-of", "place", "home", "done", code=65)
    library.run("one-of", "place", "home", code=64)
    library.run("one-of", "state", "--delete")
    expect([], library.run("one-of").lines)
    library.run("undo")
    expect(["state\ttodo, doing, done"], library.run("one-of").lines)
    library.run("one-of", "nothing", "--delete", code=65)


@check
def one_of_http(library):
    """GET `/groups`; PUT `{"tags"}`, DELETE `/groups/{group}`."""
    for tag in [*STATES, "home"]:
        library.ask("POST", "/tags", {"tag": tag}, 201)
    made = library.ask("PUT", url("/groups/state"), {"tags": ["todo", "done"]}, 201)
    expect({"group": "state", "tags": ["todo", "done"]}, made.body)
    library.ask("PUT", "/groups/state", {"tags": STATES}, 200)
    expect({"groups": [{"group": "state", "tags": STATES}]}, library.ask("GET", "/groups", status=200).body)
    library.ask("PUT", "/groups/place", {"tags": ["home", "done"]}, 409)
    library.ask("PUT", "/groups/place", {"tags": ["home"]}, 422)
    library.ask("PUT", "/groups/place", {"tags": ["home", "nowhere"]}, 422)
    library.ask("DELETE", "/groups/place", status=404)
    library.ask("DELETE", "/groups/state", status=204)
    expect({"groups": []}, library.ask("GET", "/groups", status=200).body)


@check
def one_of_ndjson(library):
    """NDJSON `{"oneOf": NAME, "tags": […]}`."""
    library.load({"oneOf": "state", "tags": STATES})
    expect(["state\ttodo, doing, done"], library.run("one-of").lines)
    export = library.run("export", "--format", "ndjson").out
    expect({"oneOf": "state", "tags": STATES}, json.loads(export.splitlines()[-1]))


@check
def one_of_existing_items(library):
    """Existing items keep several until they are edited; `doctor` lists them."""
    library.load({"title": "Sweep", "tags": ["todo", "done", "home"]})
    library.run("one-of", "state", *STATES[::2])
    expect(["done", "home", "todo"], tags_of(library, "Sweep"))
    found = library.run("doctor", "--format", "json").json["severalOfGroup"]
    expect([["state", ["todo", "done"]]], [[item["group"], item["tags"]] for item in found])
    item = library.only("Sweep")
    library.run("edit-item", item["id"], "--title", "Sweep the floor")
    expect(["done", "home", "todo"], tags_of(library, "Sweep"))
    export = library.run("export", "--format", "ndjson").out
    other = library.folder / "other.sqlite"
    library.run("import", "--from", "ndjson", "-", input=export, database=other)
    expect(export, library.run("export", "--format", "ndjson", database=other).out, "a copy is equal")
    library.run("edit-item", item["id"], "--remove", "home", "--add", "done")
    library.run("edit-item", item["id"], "--remove", "todo")
    expect([], library.run("doctor", "--format", "json").json["severalOfGroup"])


@check
def one_of_tags_everywhere(library):
    """All of it appears in … merge, delete and rename."""
    states(library)
    library.run("rename", "doing", "active")
    library.run("delete", "todo")
    expect(["state\tactive, done"], library.run("one-of").lines)
    library.run("merge", "active", "home")
    expect(["state\thome, done"], library.run("one-of").lines)
    for _ in range(3):
        library.run("undo")
    expect(["state\ttodo, doing, done"], library.run("one-of").lines)


@check
def one_of_limited_token(library):
    """A token that is limited to sets sees no groups, but its changes keep to them."""
    item = states(library)
    token = library.token("write", "tasks")
    for method, path, body in (("GET", "/groups", None), ("PUT", "/groups/x", {"tags": ["todo", "home"]}),
                               ("DELETE", "/groups/state", None)):
        library.ask(method, path, body, 403, token=token)
    body = library.ask("PATCH", f"/items/{item['id']}", {"add": ["done"]}, 200, token=token).body
    expect([["done", "home"], ["todo"]], [sorted(body["tags"]), [tag["tag"] for tag in body.get("displaced", [])]])


# MARK: Links that are dead

def checked_links(library):
    """Items with checks, as `items --check` records them; Tests/Scripts/link_checks sends the requests."""
    library.load(
        {"title": "gone", "location": "https://gone.example/", "tags": ["web"], "checked": {"status": 404, "at": "2026-01-02T00:00:00Z"}},
        {"title": "removed", "location": "https://removed.example/", "tags": ["web"], "checked": {"status": 410, "at": "2026-01-02T00:00:00Z"}},
        {"title": "silent", "location": "https://silent.example/", "tags": ["web"], "checked": {"status": 0, "at": "2026-01-02T00:00:00Z"}},
        {"title": "dumb", "location": "https://dumb.example/", "tags": ["web"],
         "checked": {"status": 0, "at": "2026-01-02T00:00:00Z", "since": "2026-01-01T00:00:00Z"}},
        {"title": "old", "location": "https://old.example/", "tags": ["web"],
         "checked": {"status": 301, "at": "2026-01-02T00:00:00Z", "location": "https://new.example/"}},
        {"title": "older", "location": "https://older.example/", "tags": ["web"],
         "checked": {"status": 308, "at": "2026-01-02T00:00:00Z", "location": "https://gone.example/"}},
        {"title": "fine", "location": "https://fine.example/", "tags": ["web"], "checked": {"status": 200, "at": "2026-01-02T00:00:00Z"}},
        {"title": "never", "location": "https://never.example/", "tags": ["web"]})


@check
def link_terms(library):
    """`dead` (404, 410, or no response at two checks a day or more apart) and `moved` (301, 308) are query terms."""
    checked_links(library)
    expect(["dumb", "gone", "removed"], sorted(item["title"] for item in library.run("items", "--all", "dead", "--format", "json").json["items"]))
    expect(["old", "older"], sorted(item["title"] for item in library.run("items", "--all", "moved", "--format", "json").json["items"]))
    rest = library.run("items", "--all", "not (dead or moved)", "--format", "json").json["items"]
    expect(["fine", "never", "silent"], sorted(item["title"] for item in rest))
    found = library.ask("GET", "/items?q=moved", status=200).body
    expect(2, found["total"])


@check
def link_follow(library):
    """`edit-item ID --follow` takes the new location; `tag-items` and other commands never do."""
    checked_links(library)
    library.run("tag-items", "--all", "--matching", "moved", "--add", "seen", "--yes")
    expect("https://old.example/", library.only("old")["location"])
    expect("https://new.example/", library.run("edit-item", library.only("old")["id"], "--follow", "--format", "json").json["location"])
    expect(None, library.only("old").get("checked"))
    library.run("undo")
    expect({"status": 301, "at": "2026-01-02T00:00:00Z", "location": "https://new.example/"}, library.only("old")["checked"])
    library.run("edit-item", library.only("older")["id"], "--follow", code=65)
    library.run("edit-item", library.only("fine")["id"], "--follow", code=65)
    library.ask("PATCH", f"/items/{library.only('fine')['id']}", {"follow": True}, 409)
    body = library.ask("PATCH", f"/items/{library.only('old')['id']}", {"follow": True}, 200).body
    expect(["https://new.example/", None], [body["location"], body.get("checked")])


@check
def link_checks_are_data(library):
    """All of it appears in export and import (NDJSON), undo, merge, delete, recovery."""
    checked_links(library)
    before = library.run("export", "--format", "ndjson").out
    library.run("delete-item", "--all", "--matching", "dead or moved", "--yes")
    library.run("undo")
    expect(before, library.run("export", "--format", "ndjson").out)
    library.run("edit-item", library.only("gone")["id"], "--location", "https://other.example/")
    expect(None, library.only("gone").get("checked"))
    library.run("undo")
    expect(before, library.run("export", "--format", "ndjson").out)
    copy = library.folder / "recovered.sqlite"
    library.run("doctor", "--recover", copy, code=None)
    expect(before, library.run("export", "--format", "ndjson", database=copy).out)
    library.run("doctor")
