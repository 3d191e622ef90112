"""Tags that stay in order: levels of names, of which `a/b` and `a::b` count as `a`."""

from contract import check, expect, holds, url
from terminal import Terminal


def trips(library):
    """Items with tags of three levels, of one without a tag above it, and of another kind."""
    library.add("--title", "trip", "--tag", "travel")
    library.add("--title", "pasta", "--tag", "travel/italy", "--tag", "food")
    library.add("--title", "forum", "--tag", "travel/italy/rome")
    library.add("--title", "macros", "--tag", "lang::swift")


# MARK: Queries

@check
def levels_query(library):
    """a tag `a/b` or `a::b` counts as `a` if a tag `a` exists: `#a` finds it"""
    trips(library)
    library.finds("#travel", "trip", "pasta", "forum")
    library.finds("#travel/italy", "pasta", "forum")
    library.finds("-#travel", "macros")
    library.run("items", "#lang", code=65)
    library.add("--title", "all", "--tag", "lang")
    library.finds("#lang", "macros", "all")
    library.run("delete", "travel/italy")
    library.finds("#travel", "trip", "forum")


@check
def levels_branch(library):
    """`#a/` finds everything below `a` even if `a` isn't a tag"""
    trips(library)
    library.finds("#travel/", "pasta", "forum")
    library.finds("#lang/", "macros")
    library.finds("#lang::", "macros")
    library.run("items", "#nothing/", code=65)
    library.run("delete", "travel")
    library.finds("#travel/", "pasta", "forum")


@check
def levels_facets(library):
    """facets count it"""
    trips(library)
    facets = library.find(facets=10)["facets"]
    counts = {facet["tag"]: facet["count"] for facet in facets}
    expect([3, 2, 1], [counts["travel"], counts["travel/italy"], counts["travel/italy/rome"]])


# MARK: Implications and suggestions

@check
def levels_implication(library):
    """suggestions and implications treat it as an implication that can't be removed"""
    trips(library)
    expect([{"implies": ["travel"], "tag": "travel/italy"}, {"implies": ["travel/italy"], "tag": "travel/italy/rome"}],
           library.run("imply", "--format", "json").json)
    library.refused("unimply", "travel/italy", "travel", names=["because of its name"])
    library.ask("DELETE", "/tags/travel%2Fitaly/implies/travel", status=409)
    library.ask("PUT", "/tags/travel/implies/travel%2Fitaly", status=409)
    suggested = library.run("suggest", "--given", "travel/italy/rome", "--format", "json").json["suggestions"]
    tags = [each["tag"] for each in suggested]
    holds(not {"travel", "travel/italy"} & set(tags), "no tag above a given tag", tags)
    explained = library.run("suggest", "--given", "travel/italy/rome", "--explain", "--format", "json").json
    expect(["travel/italy", "travel"], [each["tag"] for each in explained["suggestions"][:2]])


@check
def levels_json(library):
    """`parent` and `total` in a tag's JSON"""
    trips(library)
    travel = library.ask("GET", "/tags/travel", status=200).body
    expect([None, 3, 1], [travel.get("parent"), travel.get("total"), travel["uses"]])
    rome = library.ask("GET", "/tags/travel%2Fitaly%2Frome", status=200).body
    expect(["travel/italy", None], [rome.get("parent"), rome.get("total")])
    listed = {tag["tag"]: tag for tag in library.ask("GET", "/tags", status=200).body["tags"]}
    expect([travel, rome], [listed["travel"], listed["travel/italy/rome"]])


# MARK: Renaming

@check
def levels_rename(library):
    """`rename a b` renames `a/c` to `b/c` too; `--only` leaves them"""
    trips(library)
    expect(["travel is now trips, with 2 tags below it"], library.run("rename", "travel", "trips").lines)
    library.finds("#trips/italy/rome", "forum")
    library.run("undo")
    expect(["travel is now trips"], library.run("rename", "--only", "travel", "trips").lines)
    library.finds("#trips", "trip")
    library.run("undo")
    library.run("new", "more", "--yes", "trips/italy")
    library.run("rename", "travel", "trips", code=65)
    expect("travel", library.tag("travel")["tag"])


@check
def levels_rename_asks(library):
    """`rename a b` asks on a terminal; `--only` leaves them and doesn't ask"""
    trips(library)
    with Terminal(library, "rename", "travel", "trips") as terminal:
        terminal.wait_for("'travel/italy', 'travel/italy/rome'").wait_for("[y/N]").type("n\r")
        expect(1, terminal.end())
    expect("travel", library.tag("travel")["tag"])
    with Terminal(library, "rename", "travel", "trips") as terminal:
        terminal.wait_for("[y/N]").type("y\r")
        expect(0, terminal.end())
    library.finds("#trips/italy", "pasta", "forum")
    with Terminal(library, "rename", "--only", "trips", "away") as terminal:
        expect(0, terminal.end())
    library.finds("#away", "trip")


@check
def levels_rename_http(library):
    """PATCH `/tags/{tag}` renames the tags below, unless `only`"""
    trips(library)
    library.ask("PATCH", "/tags/travel", {"tag": "trips"}, 200)
    library.finds("#trips/italy", "pasta", "forum")
    library.ask("PATCH", "/tags/trips", {"tag": "away", "only": True}, 200)
    library.finds("#away", "trip")
    library.finds("#trips/", "pasta", "forum")


@check
def levels_merge_and_delete(library):
    """The tags below a merged or deleted tag stay, and count no longer."""
    trips(library)
    library.run("merge", "travel", "food")
    library.finds("#food", "trip", "pasta")
    library.run("undo")
    library.run("delete", "travel")
    expect(None, library.tag("travel/italy").get("parent"))


# MARK: Off

@check
def levels_off(library):
    """On by default; `layout-settings --hierarchy off` for a set whose names contain slashes for other reasons"""
    trips(library)
    expect({"hierarchy": False}, library.run("layout-settings", "--hierarchy", "off", "--format", "json").json)
    library.finds("#travel", "trip")
    library.run("items", "#lang/", code=65)
    expect({}, {tag["tag"]: tag["parent"] for tag in library.run("tags", "--format", "json").json if "parent" in tag})
    expect([], library.run("imply", "--format", "json").json)
    expect(["travel is now trips"], library.run("rename", "travel", "trips").lines)
    copy = library.file("copy.ndjson", library.run("export", "--format", "ndjson").out)
    library.run("import", copy, database="copy.sqlite")
    expect(False, library.run("layout-settings", "--format", "json", database="copy.sqlite").json.get("hierarchy"))
    name = library.run("sets", "--format", "json").json[0]["set"]
    library.ask("PATCH", f"/sets/{url(name)}", {"layout": {"hierarchy": None}}, 200)
    library.finds("#trips", "trip")
    library.ask("PATCH", f"/sets/{url(name)}", {"layout": {"hierarchy": "no"}}, 422)
    library.run("rename", "trips", "travel")
    library.finds("#travel", "trip", "pasta", "forum")
