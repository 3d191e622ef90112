"""The table of fields."""

from contract import check, expect, holds, is_now, moment, url


@check
def field_id(library):
    """`id`: integer, stable."""
    first = library.add("https://a.example/", "--title", "one", "--tag", "x")
    library.add("https://a.example/", "--title", "two")
    library.run("edit-item", first["id"], "--title", "three")
    holds(isinstance(first["id"], int), "an integer", first["id"])
    expect([first["id"], "three"], [library.only()[key] for key in ("id", "title")])


@check
def field_set(library):
    """`set`: the set the item belongs to; its tags are members of that set."""
    library.run("new", "work")
    library.run("new", "home")
    item = library.ask("POST", "/items", {"set": "work", "title": "a", "tags": ["fresh"]}, 201).body
    expect("work", item["set"])
    expect(["fresh"], library.ask("GET", "/sets/work", status=200).body["tags"], "members of work")
    expect([], library.ask("GET", "/sets/home", status=200).body["tags"], "members of home")
    library.run("edit-item", item["id"], "--add", "later")
    expect(["fresh", "later"], library.ask("GET", "/sets/work", status=200).body["tags"], "members after edit-item")


@check
def field_title(library):
    """`title`: control characters, tabs and U+FFFD are replaced by spaces; longer titles are cut at a character."""
    for given, stored in (("k\u0000l\nm", "k l m"), ("a\tb\u0007c\ufffdd", "a b c d"), ("é" * 600, "é" * 500),
                          ("x" + "é" * 600, "x" + "é" * 499)):
        expect(stored, library.ask("POST", "/items", {"title": given, "tags": ["x"]}, 201).body["title"], "POST")
    library.load({"title": "i\tj\u001bk\ufffdl", "tags": ["x"]}, {"title": "longest " + "é" * 600, "tags": ["x"]})
    library.finds("j", "i j k l")
    expect("longest " + "é" * 496, library.only("longest")["title"], "NDJSON")
    item = library.add("--title", "p\tq\u007fr", "--tag", "x")
    expect("p q r", item["title"], "add-item")
    library.run("edit-item", item["id"], "--title", "s\u0001t")
    changed = library.ask("PATCH", f"/items/{library.only('s')['id']}", {"title": "u\u0085v" + "é" * 600}, 200).body
    expect("u v" + "é" * 498, changed["title"], "PATCH")
    library.run("select", "x")
    expect("w z", library.run("save", "w\u001bz", "--format", "json").json["title"], "save")


@check
def field_location_length(library):
    """`location`: URL or path, at most 4,000 bytes."""
    for length, status in ((4000, 201), (4001, (400, 413, 422))):
        location = "https://a.example/".ljust(length, "x")
        library.ask("POST", "/items", {"location": location, "tags": ["x"]}, status)


@check
def field_location_normalized(library):
    """http(s) URLs are compared in normalized form, everything else byte for byte. Stored as given."""
    same = [("HTTPS://A.Example/x", "https://a.example/x"), ("https://b.example:443/", "https://b.example/"),
            ("http://c.example:80/x", "http://c.example/x"), ("https://d.example/?utm_source=m", "https://d.example/"),
            ("https://e.example/?a=1&utm_medium=n&fbclid=o", "https://e.example/?a=1"),
            ("https://f.example/?gclid=p&a=1&mc_eid=q", "https://f.example/?a=1"),
            ("https://g.example/x#:~:text=part", "https://g.example/x"), ("https://h.example", "https://h.example/"),
            ("https://g.example/y#part:~:text=a", "https://g.example/y#part"), ("https://h.example/x/", "https://h.example/x"),
            ("https://w.example/?b=2&a=1", "https://w.example?a=1&b=2"),
            ("https://r.example?a=1", "https://r.example/?a=1"),
            ("https://s.example/?utm_x=1#/a", "https://s.example/#/a"),
            ("https://t.example/#", "https://t.example/"), ("https://u.example:/x", "https://u.example/x")]
    different = [("https://g.example/z#part", "https://g.example/z"), ("https://x.example/?a=1&a=2", "https://x.example/?a=2&a=1"),
                 ("https://i.example/#/a", "https://i.example/#/b"), ("https://j.example/#!a", "https://j.example/"),
                 ("https://k.example/A", "https://k.example/a"), ("http://l.example/", "https://l.example/"),
                 ("https://m.example:8443/", "https://m.example/"), ("ftp://N.example/", "ftp://n.example/"),
                 ("/o/A", "/o/a"), ("/p#part", "/p"), ("https://www.q.example/", "https://q.example/"),
                 ("https://v.example/?A=1", "https://v.example/?a=1"), ("/w?utm_source=a", "/w"), ("/x/", "/x"),
                 ("https://y.example/?utm=1", "https://y.example/"), ("z://a.example:80/", "z://a.example/")]
    for pairs, status in ((same, 200), (different, 201)):
        for first, second in pairs:
            item = library.ask("POST", "/items", {"location": first, "tags": ["x"]}, 201).body
            expect(first, item.get("location"), "stored location")
            library.ask("POST", "/items", {"location": second, "tags": ["x"]}, status)


@check
def field_location_of_commands(library):
    """Only http(s) URLs are compared in normalized form: commands find an item by any form of its location."""
    item = library.add("https://a.example/x?utm_source=m", "--title", "a", "--tag", "x")
    for location in ("https://a.example/x", "HTTPS://A.example:443/x/#:~:text=other"):
        expect(item["id"], library.run("show-item", location, "--format", "json").json["id"], location)
    library.refused("show-item", "https://a.example/X", names=["https://a.example/X"])
    expect("https://a.example/x?utm_source=m", library.only().get("location"), "stored as given")


@check
def field_location_unique(library):
    """`location`: unique within a set."""
    library.load(*({"set": name, "location": "u://1", "tags": ["x"]} for name in ("work", "home")))
    expect(["home", "work"], sorted(item["set"] for item in library.items()))
    other = library.add("u://2", "--tag", "x", "--set", "work")
    library.ask("PATCH", f"/items/{other['id']}", {"location": "u://1"}, (400, 409, 422))
    expect(["u://1", "u://2"], sorted(item["location"] for item in library.items("set:work")))


@check
def field_note(library):
    """`note`: the user's own description, up to 64 KiB."""
    most = "n" * 65_536
    expect(most, library.ask("POST", "/items", {"title": "a", "note": most, "tags": ["x"]}, 201).body.get("note"))
    more = library.ask("POST", "/items", {"title": "b", "note": most + "n", "tags": ["x"]})
    is_refused = more.status in (400, 413, 422)
    holds(is_refused or more.body.get("note") == most, "an error, or a note that is cut", more.status)


@check
def field_tags(library):
    """`tags`: at least one, except for untagged items, which `untagged` finds. At most 20,000 tags per item."""
    library.add("--title", "tagged", "--tag", "x")
    library.ask("POST", "/items", {"title": "captured"}, 201)
    library.load({"title": "imported", "tags": []})
    library.finds("untagged", "captured", "imported")
    many = [f"t{number}" for number in range(20_001)]
    library.ask("POST", "/items", {"title": "many", "tags": many}, (400, 413, 422))
    library.finds("many")


@check
def field_tags_most(library):
    """`tags`: at most 20,000 per item."""
    library.load({"title": "many", "tags": [f"t{number}" for number in range(20_000)]})
    item = library.only("many")
    expect(20_000, len(item["tags"]), "tags")
    library.ask("PATCH", f"/items/{item['id']}", {"add": ["more"]}, (400, 413, 422))


@check
def field_at(library):
    """`at`: when the item was saved; milliseconds, RFC 3339 in JSON. Saving without a time means now."""
    exact = library.ask("POST", "/items", {"title": "exact", "at": "2026-01-02T03:04:05.678Z", "tags": ["x"]}, 201).body
    expect("2026-01-02T03:04:05.678000+00:00", moment(exact["at"]).isoformat())
    library.ask("POST", "/items", {"title": "posted", "tags": ["x"]}, 201)
    library.add("--title", "added", "--tag", "x")
    library.load({"title": "imported", "tags": ["x"]})
    library.run("select", "x")
    library.run("save", "saved")
    for title in ("posted", "added", "imported", "saved"):
        at = library.only(title).get("at", "1970-01-01T00:00:00Z")
        holds(is_now(at), f"the present time of the item {title}", at)


@check
def field_modified(library):
    """`modified`: when any field last changed. JSON doesn't show it, so this verifies only that `at` isn't changed."""
    item = library.add("--title", "a", "--tag", "x", "--at", "2026-01-02")
    library.run("edit-item", item["id"], "--title", "b", "--add", "y")
    expect(item["at"], library.only()["at"])


@check
def field_imported_from(library):
    """`importedFrom`: the file or folder an import read it from; not exported."""
    library.import_text("origin-of-items.ndjson", '{"title": "a", "tags": ["x"]}\n{"title": "b", "tags": ["x"]}\n')
    exported = library.run("export", "--format", "ndjson").out
    holds('"a"' in exported and "origin-of-items" not in exported, "an export without the file's name", exported)


@check
def field_text(library):
    """`text` (up to 1 MB): evidence for learning only; its term weights are stored, the text isn't."""
    for number in range(6):
        library.ask("POST", "/items", {"title": f"a{number}", "text": "a zyzzyva eats", "tags": ["insect"]}, 201)
        library.ask("POST", "/items", {"title": f"b{number}", "text": "a harbor at night", "tags": ["sea"]}, 201)
    library.finds("zyzzyva")
    holds("zyzzyva" not in library.run("export", "--format", "ndjson").out, "an export without the text", "the text")
    body = library.ask("GET", url("/suggestions", text="zyzzyva"), status=200).body
    expect("insect", body["suggestions"][0]["tag"], "suggestion for the text")
    library.ask("POST", "/items", {"title": "long", "text": "word " * 200_000, "tags": ["x"]}, 201)


@check
def field_text_not_stored(library):
    """`text`: its term weights are stored, the text is not."""
    library.ask("POST", "/items", {"title": "a", "text": "a zyzzyva eats grasshoppers", "tags": ["insect"]}, 201)
    library.load({"title": "b", "text": "a zyzzyva eats grasshoppers", "tags": ["insect"]})
    stored = b"".join(path.read_bytes() for path in library.folder.glob("tags.sqlite*"))
    holds(b"zyzzyva eats" not in stored, "a database without the text", "the text")


@check
def item_json(library):
    """An item in JSON: `id`, `set`, `title`, `location`, `note`, `tags`, `at`; `location` and `note` may be absent."""
    library.add("--title", "short", "--tag", "x")
    library.add("u://1", "--title", "full", "--note", "n", "--tag", "x")
    short = ["at", "id", "set", "tags", "title"]
    expect(short, sorted(library.only("short")), "short")
    expect(sorted([*short, "location", "note"]), sorted(library.only("full")), "full")
    expect(sorted(short), sorted(library.ask("GET", f"/items/{library.only('short')['id']}", status=200).body), "HTTP")
