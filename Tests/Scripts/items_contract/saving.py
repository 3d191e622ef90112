"""Saving items: known locations, undo, joined entries, and sets with one item a day."""

from contract import check, expect, shown


@check
def known_location_replaces(library):
    """Saving an item with a known location replaces the stored item and keeps its id; absent fields are kept."""
    library.load({"location": "https://a.example/", "title": "old", "note": "n", "tags": ["x", "y"],
                  "at": "2026-01-02T03:04:05Z"})
    before = library.only()
    after = library.add("https://a.example/", "--title", "new")
    expect({**before, "title": "new"}, {key: after.get(key) for key in before}, "title given")
    expect(True, after.get("replaced"), "replaced")
    library.add("https://a.example/", "--tag", "z")
    expect(["z"], library.only()["tags"], "tags given")
    expect(["new", "n", before["at"]], [library.only().get(key) for key in ("title", "note", "at")], "others kept")


@check
def replacement_of_given_fields(library):
    """Fields that were given replace; an absent title, note, `at` or tag list is kept."""
    first = {"location": "u://1", "title": "a", "note": "n", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
    before = library.ask("POST", "/items", first, 201).body
    for given in ({"note": "m"}, {"at": "2026-02-03T04:05:06Z"}, {"title": "b"}, {"tags": ["y", "z"]}, {"tags": []}):
        after = library.ask("POST", "/items", {"location": "u://1", **given}, 200).body
        before = {**before, **given}
        expect({**before, "at": before["at"][:19]},
               {**{key: after.get(key) for key in before}, "at": after["at"][:19]}, f"given {shown(given)}")


@check
def replacement_by_each_entrance(library):
    """Saving an item with a known location replaces the stored item and keeps its id: also with NDJSON and `save`."""
    stored = {"location": "u://1", "title": "a", "note": "n", "tags": ["x"], "at": "2026-01-02T03:04:05Z"}
    library.load(stored)
    before = library.only()
    library.load({"location": "u://1", "title": "b"})
    expect({**before, "title": "b"}, library.only(), "NDJSON")
    library.run("select", "x")
    saved = library.run("save", "--location", "u://1", "--format", "json").json
    expect({**before, "title": "b"}, {key: saved.get(key) for key in before}, "save")
    page = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="u://1" TAGS="y">c</A>\n</DL><p>\n'
    library.import_text("bookmarks.html", page)
    expect([before["id"], "c", "n", before["at"]],
           [library.only().get(key) for key in ("id", "title", "note", "at")], "bookmarks")


@check
def replacement_is_one_undo_step(library):
    """Saving an item with a known location … (one undo step, counts exact)."""
    library.add("https://a.example/", "--title", "old", "--tag", "x")
    before = library.only()
    library.add("https://a.example/", "--title", "new", "--tag", "y")
    expect([0, 1], [library.tag(name).get("uses") for name in "xy"], "uses after the replacement")
    library.run("undo")
    expect(before, library.only())
    expect(1, library.tag("x").get("uses"), "uses of x after undo")


@check
def one_import_joins(library):
    """Two entries of one import with equal locations are joined, with all their tags."""
    library.load({"location": "https://a.example/", "title": "a", "tags": ["x"]},
                 {"location": "https://A.example:443/#part", "tags": ["y"]})
    expect(["x", "y"], sorted(library.only()["tags"]))


@check
def one_import_joins_bookmarks(library):
    """Two entries of one import with equal locations are joined, with all their tags: also bookmarks."""
    page = ('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF="https://a.example/" TAGS="x">a</A>\n'
            '<DT><A HREF="https://A.example/#part" TAGS="y">b</A>\n</DL><p>\n')
    library.import_text("bookmarks.html", page)
    expect(["x", "y"], sorted(library.only()["tags"]))


@check
def one_import_joins_within_sets(library):
    """A location is unique within a set: entries of two sets aren't joined."""
    library.load(*({"set": name, "location": "u://1", "title": name, "tags": [name]} for name in ("work", "home")))
    library.finds("", "work", "home")
    expect([["home"], ["work"]], sorted(item["tags"] for item in library.items()))


@check
def last_tag_removed(library):
    """An item whose last tag is removed stays, untagged."""
    item = library.add("--title", "a", "--tag", "x")
    library.run("edit-item", item["id"], "--remove", "x")
    library.finds("untagged", "a")
    library.add("--title", "b", "--tag", "y")
    library.run("delete", "y")
    library.finds("untagged", "a", "b")


@check
def daily_set(library):
    """In a set with `--daily on`, `save` without a location replaces the item of that day; imports are not affected."""
    library.run("new", "habits", "run", "walk")
    library.run("layout-settings", "--daily", "on")
    library.run("select", "run")
    library.run("save")
    library.run("select", "run", "walk")
    expect(True, library.run("save", "--format", "json").json.get("replaced"), "replaced")
    expect(["run", "walk"], sorted(library.only()["tags"]))
    library.run("save", "--at", "2026-01-02 12:00")
    library.run("save", "--location", "u://1")
    library.load({"title": "i", "tags": ["run"]}, {"title": "j", "tags": ["run"]})
    expect(5, len(library.items()))


@check
def daily_set_local_time(library):
    """In a set with `--daily on`, `save` without a location replaces the item of that day (local time)."""
    library.run("new", "habits", "run")
    library.run("layout-settings", "--daily", "on")
    library.run("select", "run")
    # 2026-01-02 23:30 and 2026-01-03 00:30 in Tokyo are the same day in UTC.
    for at in ("2026-01-02T14:30:00Z", "2026-01-02T15:30:00Z", "2026-01-03T14:30:00Z"):
        library.run("save", "--at", at, zone="Asia/Tokyo")
    expect(["2026-01-02T14:30:00", "2026-01-03T14:30:00"], sorted(item["at"][:19] for item in library.items()))


@check
def daily_off(library):
    """Only sets with `--daily on` replace the item of a day."""
    library.run("new", "notes", "x")
    library.run("select", "x")
    library.run("save")
    library.run("save", "again")
    expect(2, len(library.items()))
