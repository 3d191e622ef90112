"""The table of query terms."""

import datetime

from contract import UTC, check, expect, holds, shown, titles_of
from shelf import ALL, HOME, others, shelf, yesterday_noon


@check
def query_operators(library):
    """Terms are joined by *and*; `and`, `or`, `not` (any case) and parentheses work as in linkding 1.44."""
    shelf(library)
    library.finds("rome (#article or #book) not #old", "rome novel")
    library.finds("rome AND #book", "rome novel", "rome atlas")
    library.finds("#swift Or #design and rome", "actors")
    library.finds("NOT (#book or #old)", "actors", "Café Zürich", "plain")
    library.finds("not not #swift", "actors")
    library.finds('"not" "one"', "plain")  # A quoted operator is a word.
    for query in ("(rome", "rome)", "rome or", "not"):
        library.refused("items", "--", query)


@check
def query_tag(library):
    """`#tag`: the tag, its aliases, and tags that imply it."""
    shelf(library)
    library.finds("#design", "actors", "Café Zürich")
    library.finds("#viz", "actors")
    library.finds("#sw", "actors")
    library.finds("#SWIFT", "actors")
    library.finds("#design #sw", "actors")


@check
def query_not(library):
    """`-#tag`, `-word`, `-site:…`, `not …`: not."""
    shelf(library)
    library.finds("-#old", *others("rome guide", "rome atlas"))
    library.finds("-rome", *others("rome guide", "rome novel", "rome atlas"))
    library.finds("-site:swift.org", *others("actors", "rome guide"))
    library.finds("not #design", *others("actors", "Café Zürich"))
    library.finds("rome -guide", "rome novel", "rome atlas")


@check
def query_arguments(library):
    """`items` passes an argument such as `-#old` to the query."""
    shelf(library)
    found = library.run("items", "rome", "-#old", "--format", "json").json["items"]
    expect(["rome novel"], titles_of(found))
    found = library.run("items", "-#old", "rome", "--format", "json").json["items"]
    expect(["rome novel"], titles_of(found))


@check
def query_either(library):
    """`#a|#b`, `#a or #b`: either."""
    shelf(library)
    for query in ("#swift|#old", "#swift or #old"):
        library.finds(query, "actors", "rome guide", "rome atlas")
    library.finds("#swift|#old rome", "rome guide", "rome atlas")


@check
def query_either_mixed(library):
    """`or` joins any terms; an item that matches without the words of the query is listed, too."""
    shelf(library)
    for query, titles in (("#swift or rome", ["actors", "rome guide", "rome novel", "rome atlas"]),
                          ("menu or site:myswift.org", ["Café Zürich", "plain"]),
                          ("#design or rome #old", ["actors", "Café Zürich", "rome guide", "rome atlas"]),
                          ("rome or not #book", ["rome novel", "rome atlas", *others("rome novel", "rome atlas",
                                                                                     "読書会")])):
        library.finds(query, *titles)
        expect(len(titles), library.list(query)["total"], f"total of {query}")
        library.finds(query + " sort:new", *titles)
        expect(sorted(titles), titles_of(library.find(q=query)["items"]), f"HTTP {query}")


@check
def query_either_negated(library):
    """`not …` negates a term, and `#a|#b` is one term."""
    shelf(library)
    library.finds("not #swift|#old", *others("actors", "rome guide", "rome atlas"))
    library.finds("not (#swift|#old)", *others("actors", "rome guide", "rome atlas"))
    library.finds("not #swift or #old", *others("actors"))


@check
def query_text_fields(library):
    """`word`: full text of title, note, tag names and location without its scheme and `www.`: each field, and paths."""
    library.load({"title": "first", "location": "/home/ada/notes/lighthouse.md", "tags": ["x"]},
                 {"title": "second", "note": "a lighthouse", "tags": ["x"]},
                 {"title": "lighthouse", "tags": ["x"]},
                 {"title": "fourth", "location": "u://lighthouse/", "tags": ["x"]},
                 {"title": "fifth", "tags": ["lighthouse"]})
    library.finds("lighthouse", "first", "second", "lighthouse", "fourth", "fifth")
    library.finds("ada", "first")


@check
def query_text_tags(library):
    """`word`, `"two words"`: full text also of tag names: words of the name, accents folded, with `-` and `not`."""
    library.load({"title": "one", "tags": ["city::Zürich", "read later"]}, {"title": "two", "tags": ["Zürich"]},
                 {"title": "three", "tags": ["later"], "note": "zurich"}, {"title": "four", "tags": ["zurichsee"]})
    library.finds("ZURICH", "one", "two", "three")
    library.finds("city zurich", "one")
    library.finds("zurich later", "one", "three")
    library.finds('"read later"', "one")
    library.finds('"later read"')
    library.finds("zuri")
    library.finds("zuri*", "one", "two", "three", "four")
    library.finds("-zurich", "four")
    library.finds("not (zurich or #zurichsee)")
    expect(["four", "one", "three", "two"], titles_of(library.find(q="zuri", typing="true")["items"]), "typing")


@check
def query_text_unspaced(library):
    """Scripts without spaces are indexed as character pairs."""
    library.load({"title": "東京都庁", "tags": ["x"]}, {"title": "京都東山", "tags": ["x"]},
                 {"title": "ภาษาไทย", "tags": ["x"]})
    library.finds("東京", "東京都庁")
    library.finds("京都", "東京都庁", "京都東山")
    library.finds("東京都庁", "東京都庁")
    library.finds("ไทย", "ภาษาไทย")


@check
def query_text(library):
    """`word`, `"two words"`: full text of title, note and location without its scheme and `www.`, accents folded."""
    shelf(library)
    library.finds("zurich", "Café Zürich")
    library.finds("CAFÉ", "Café Zürich")
    library.finds('"two words"', "actors")
    library.finds("two words", "actors", "plain")
    library.finds("menu", "Café Zürich")
    library.finds("読書", "読書会")
    library.finds("書会", "読書会")
    for query in ("https", "www", "rom", '"guide rome"'):
        library.finds(query)


@check
def query_typing(library):
    """`typing=true` matches the last word as a prefix."""
    shelf(library)
    expect(["rome guide"], titles_of(library.find(q="rome gui", typing="true")["items"]))
    expect([], titles_of(library.find(q="rom guide", typing="true")["items"]), "a first word that is incomplete")
    expect([], titles_of(library.find(q="rome gui")["items"]), "without typing")


@check
def query_site(library):
    """`site:swift.org`: the host or a parent domain."""
    shelf(library)
    library.finds("site:swift.org", "actors", "rome guide")
    library.finds("site:docs.swift.org", "rome guide")
    library.finds("site:SWIFT.org rome", "rome guide")
    library.finds("site:example", "Café Zürich")


@check
def query_site_hosts(library):
    """`site:swift.org`: the host or a parent domain, with any port, and no files."""
    library.load({"title": "port", "location": "https://docs.swift.org:8080/x", "tags": ["x"]},
                 {"title": "www", "location": "http://www.swift.org/", "tags": ["x"]},
                 {"title": "path", "location": "https://a.example/swift.org", "tags": ["x"]},
                 {"title": "file", "location": "/swift.org/x", "tags": ["x"]})
    library.finds("site:swift.org", "port", "www")
    library.finds("site:www.swift.org", "www")
    library.finds("site:org", "port", "www")
    library.finds("site:ift.org")


@check
def query_time(library):
    """`since:2026-01-01`, `before:monday`, `on:yesterday`: time; everything `--at` understands."""
    shelf(library)
    library.finds("since:2026-01-06", "読書会", "plain")
    library.finds("before:2026-01-03", "actors", "rome guide")
    library.finds("on:2026-01-03", "rome novel")
    library.load({"title": "recent", "tags": ["x"], "at": yesterday_noon()})
    library.finds("on:yesterday", "recent")
    library.finds("since:yesterday", "recent")
    library.run("items", "before:monday", code=(0, 1))
    library.load({"title": "late", "tags": ["x"], "at": "2026-02-01T20:00:00Z"})
    library.finds("on:2026-02-02", "late", zone="Asia/Tokyo")
    library.refused("items", "since:whenever")


@check
def query_time_with_spaces(library):
    """Time: everything `--at` understands, such as `3 days ago`. (That quotes enclose it is how words are quoted.)"""
    shelf(library)
    library.load({"title": "recent", "tags": ["x"], "at": yesterday_noon()})
    library.finds('since:"3 days ago"', "recent")


@check
def query_time_argument(library):
    """Time: everything `--at` understands. On the command line, a term with spaces is one argument, as in its help."""
    shelf(library)
    library.load({"title": "recent", "tags": ["x"], "at": yesterday_noon()})
    for options in (["since:3 days ago"], ["tag:x", "since:3 days ago"], ["tag:x since:\"3 days ago\""]):
        found = library.run("items", *options, "--format", "json", code=None)
        expect(["recent"], titles_of(found.json["items"]), shown(options))


@check
def query_count(library):
    """`untagged`, `tags:1`, `tags:>5`: number of tags."""
    shelf(library)
    library.finds("untagged", "plain")
    library.finds("tags:1", "rome novel", "Café Zürich")
    library.finds("tags:>5", "読書会")
    library.finds("tags:0", "plain")


@check
def query_set(library):
    """`set:NAME`: one set; default is the chosen set, and `--all` means all sets."""
    shelf(library)
    library.finds("", *ALL)
    library.finds("rome set:home", "rome guide", "rome novel")
    for scope in ([], ["--all"]):
        library.finds("set:work", "rome atlas", scope=scope)
    library.finds("", *HOME, scope=[])
    library.finds("rome", "rome guide", "rome novel", scope=[])
    library.finds("", "rome atlas", scope=["--set", "work"])
    library.run("use", "work")
    library.finds("", "rome atlas", scope=[])
    library.finds("set:home rome", "rome guide", "rome novel", scope=[])


@check
def query_set_without_match(library):
    """If nothing matches (exit code 1), the message names the sets with matches, most first, three at most."""
    library.load(*({"set": name, "title": f"rome {name}{number}", "tags": ["x"]}
                   for name, count in (("a", 1), ("b", 3), ("c", 2), ("d", 4)) for number in range(count)))
    library.run("new", "days", "y")
    for command in (["items", "rome"], ["tag-items", "--matching", "rome", "--add", "y", "--yes"],
                    ["delete-item", "--matching", "rome", "--yes"],
                    ["export", "--format", "items-csv", "--matching", "rome"]):
        done = library.run(*command, code=1)
        expect("tagflow: no item in 'days' matches; 4 in 'd', 3 in 'b', 2 in 'c' (--all)\n", done.err, command[0])
    expect(10, len(library.items()), "items afterwards")
    done = library.run("items", "nothing", code=1)
    holds("matches;" not in done.err, "no message about sets", done.err)
    library.refused("items", "rome", "--all", "--set", "a", names=["--all"])


@check
def query_view_sets(library):
    """Views (`items --view` too) search all sets unless a set is given."""
    shelf(library)
    library.run("view", "save", "romes", "rome")
    for scope, titles in (([], ["rome guide", "rome novel", "rome atlas"]), (["--set", "work"], ["rome atlas"])):
        found = library.run("items", "--view", "romes", *scope, "--format", "json").json["items"]
        expect(sorted(titles), titles_of(found), shown(scope))


@check
def query_tag_word(library):
    """`tag:NAME`: the same as `#NAME`."""
    shelf(library)
    library.finds("tag:design", "actors", "Café Zürich")
    library.finds("-tag:design tag:book", "rome novel", "rome atlas", "読書会")
    library.finds("tag:sw or tag:VIZ", "actors")


@check
def query_missing(library):
    """`missing`: the location is a file that doesn't exist."""
    there = library.file("there.txt", "a")
    library.load({"title": "there", "location": str(there), "tags": ["x"]},
                 {"title": "gone", "location": f"{library.folder}/gone.txt", "tags": ["x"]},
                 {"title": "page", "location": "https://a.example/", "tags": ["x"]}, {"title": "none", "tags": ["x"]})
    library.finds("missing", "gone")


@check
def query_sort(library):
    """`sort:new|old|title|relevance`; default: relevance with text, else newest first."""
    shelf(library)

    def order(query):
        return [item["title"] for item in library.items(query)]

    romes = ["rome atlas", "rome novel", "rome guide"]
    expect(romes, order("rome sort:new"), "sort:new")
    expect(romes[::-1], order("rome sort:old"), "sort:old")
    expect(sorted(romes), order("rome sort:title"), "sort:title")
    expect(ALL[::-1], order(""), "default without text")
    expect(order("rome sort:relevance"), order("rome"), "default with text")
    library.refused("items", "sort:size")


@check
def query_sort_limit(library):
    """Relevance is computed for up to 2,000 matches; beyond that, the newest come first."""
    count = 2_001
    start = datetime.datetime(2026, 1, 1, tzinfo=UTC)
    library.load(*({"title": ("rome " if number % 2 else "") + f"rome n{number}", "tags": ["x"],
                    "at": (start + datetime.timedelta(minutes=number * 7919 % count)).isoformat()}
                   for number in range(count)))
    found = library.run("items", "rome", "--limit", "3000", "--format", "json").json
    expect([count, count], [found["total"], len(found["items"])])
    times = [item["at"] for item in found["items"]]
    holds(times == sorted(times, reverse=True), "the newest first", times[:6])


@check
def query_sort_relevance(library):
    """Default: relevance with text. An item that has the word in its title comes before a note that mentions it."""
    filler = "a long note about many other things and places that happens to mention rome among them once"
    library.load({"title": "notes of a walk", "note": filler, "tags": ["x"], "at": "2026-02-01T00:00:00Z"},
                 {"title": "rome", "tags": ["x"], "at": "2026-01-01T00:00:00Z"})
    expect(["rome", "notes of a walk"], [item["title"] for item in library.items("rome")])
    expect(["notes of a walk", "rome"], [item["title"] for item in library.items("rome sort:new")])


@check
def query_unknown_tag(library):
    """An unknown tag is an error naming the nearest tags (65, 422), except over HTTP with `lenient=true`."""
    shelf(library)
    done = library.run("items", "#swfit", code=65)
    holds("swift" in done.err, "an error that names 'swift'", done.err)
    library.refused("items", "tag:swfit", names=["swift"])
    body = library.find(q="#swfit", status=422)
    holds("swift" in body.get("detail", ""), "a detail that names 'swift'", body)
    for query, count in (("#swfit", 0), ("not #swfit", len(ALL))):
        expect(count, library.find(q=query, lenient="true")["total"], f"lenient {query}")


@check
def query_terms(library):
    """At most 100 terms."""
    shelf(library)
    library.finds(" ".join(["rome"] * 100), "rome guide", "rome novel", "rome atlas")
    library.refused("items", " ".join(["rome"] * 101))
    library.find(q=" ".join(["rome"] * 101), status=(400, 422))
