"""Saving items: known locations, undo, joined entries, and sets with one item a day."""

from contract import check, expect, holds, shown, titles_of

BOOKMARKS = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n{}</DL><p>\n'


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
    library.import_text("bookmarks.html", BOOKMARKS.format('<DT><A HREF="u://1" TAGS="y">c</A>\n'))
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
                 {"location": "https://A.example:443/#:~:text=part", "tags": ["y"]})
    expect(["x", "y"], sorted(library.only()["tags"]))
    library.load({"location": "https://b.example/#part", "title": "b", "tags": ["x"]},
                 {"location": "https://B.example:443/?utm_source=m#part", "tags": ["z"]})
    expect(["x", "z"], sorted(library.only("site:b.example")["tags"]), "the same fragment")


@check
def one_import_keeps_fragments(library):
    """Fragments distinguish, except for text fragments: entries with different ones aren't joined."""
    library.load({"location": "https://a.example/", "title": "whole", "tags": ["x"]},
                 {"location": "https://A.example:443/#part", "title": "part", "tags": ["y"]},
                 {"location": "https://a.example/#Part", "title": "other part", "tags": ["z"]})
    expect({"whole": ["x"], "part": ["y"], "other part": ["z"]},
           {item["title"]: item["tags"] for item in library.items()}, "NDJSON")
    entries = ('<DT><A HREF="https://b.example/" TAGS="x">whole page</A>\n'
               '<DT><A HREF="https://B.example/#part" TAGS="y">part of it</A>\n')
    library.import_text("bookmarks.html", BOOKMARKS.format(entries))
    expect({"whole page": ["x"], "part of it": ["y"]},
           {item["title"]: item["tags"] for item in library.items("site:b.example")}, "bookmarks")


@check
def one_import_joins_bookmarks(library):
    """Two entries of one import with equal locations are joined, with all their tags: also bookmarks."""
    entries = ('<DT><A HREF="https://a.example/#part" TAGS="x">a</A>\n'
               '<DT><A HREF="https://A.example:443/?utm_source=m#part:~:text=b" TAGS="y">b</A>\n')
    library.import_text("bookmarks.html", BOOKMARKS.format(entries))
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
    library.load({"set": "habits", "title": "i", "tags": ["run"]}, {"set": "habits", "title": "j", "tags": ["run"]})
    expect(5, len(library.items()))
    expect(["", "", "i", "j"], titles_of(library.items("set:habits")), "without the item with a location")


@check
def daily_set_location(library):
    """An item with a location is saved in a daily set only if the set is named (`--set`, `set`)."""
    library.run("new", "--daily", "habits", "run")
    library.run("select", "run")
    expect("bookmarks", library.run("save", "--location", "u://1", "--format", "json").json["set"], "save")
    expect("bookmarks", library.add("u://2", "--tag", "run")["set"], "add-item")
    expect("bookmarks", library.ask("POST", "/items", {"location": "u://3", "tags": ["run"]}, 201).body["set"], "POST")
    named = library.run("save", "--location", "u://4", "--set", "habits", "--format", "json").json
    expect("habits", named["set"], "save --set")
    posted = {"location": "u://5", "tags": ["run"], "set": "habits"}
    expect("habits", library.ask("POST", "/items", posted, 201).body["set"], "POST with `set`")
    expect(["u://4", "u://5"], sorted(item["location"] for item in library.items("set:habits")), "items of habits")


@check
def daily_set_local_time(library):
    """In a set with `--daily on`, `save` without a location replaces the item of that day (local time)."""
    library.run("new", "habits", "run")
    library.run("layout-settings", "--daily", "on")
    library.run("select", "run", zone="Asia/Tokyo")  # The board is that of the local day, too.
    # 2026-01-02 23:30 and 2026-01-03 00:30 in Tokyo are the same day in UTC.
    for at in ("2026-01-02T14:30:00Z", "2026-01-02T15:30:00Z", "2026-01-03T14:30:00Z"):
        library.run("save", "--at", at, zone="Asia/Tokyo")
    expect(["2026-01-02T14:30:00", "2026-01-03T14:30:00"], sorted(item["at"][:19] for item in library.items()))
    for zone in ("Asia/Tokyo", "America/Los_Angeles"):
        days = sorted(item["day"] for item in library.items(zone=zone))
        expect(["2026-01-02", "2026-01-03"], days, f"days in {zone}")


@check
def daily_board(library):
    """A daily board starts each day with today's item, or empty, which isn't an undo step."""
    west, east = "Etc/GMT+12", "Etc/GMT-12"  # 24 hours apart, so that it's always the next day in the east.

    def is_on(zone):
        board = library.run("export", "--format", "json", zone=zone).json
        return sorted(chip["tag"] for chip in board["chips"] if chip["selected"])

    library.run("new", "--daily", "habits", "run", "walk", zone=west)
    library.run("select", "run", zone=west)
    expect(["run"], is_on(west), "on the same day")
    shown_board = library.run("show", zone=east)
    expect([], is_on(east), "on the next day")
    holds("run was on since yesterday, not saved" in shown_board.err, "an offer of yesterday's tag", shown_board.err)
    holds("not saved" not in library.run("show", zone=east).err, "the offer once", "another")
    library.run("undo", zone=east)
    library.run("redo", zone=east)
    library.run("today", "--add", "walk", zone=east)
    expect(["walk"], is_on(east), "after today --add")
    expect(["walk"], library.only()["tags"], "today's item")


@check
def daily_off(library):
    """Only sets with `--daily on` replace the item of a day."""
    library.run("new", "notes", "x")
    library.run("select", "x")
    library.run("save")
    library.run("save", "again")
    expect(2, len(library.items()))
