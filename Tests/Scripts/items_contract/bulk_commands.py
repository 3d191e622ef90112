"""Commands for many items: bulk edits, views and statistics; and suggestions."""

import re

from contract import check, expect, holds
from shelf import ALL, HOME, others, shelf


@check
def command_delete_item(library):
    """`delete-item` takes several, and `--matching QUERY [--all] --yes`; it can be undone."""
    shelf(library)
    library.run("delete-item", library.only("actors")["id"], "https://myswift.org/")
    library.finds("", *others("actors", "plain"))
    for scope, left in (([], ["rome atlas"]), (["--set", "work"], ["rome guide", "rome novel"]), (["--all"], [])):
        library.refused("delete-item", "--matching", "rome", *scope, names=["--yes"])
        library.finds("rome", "rome guide", "rome novel", "rome atlas")
        library.run("delete-item", "--matching", "rome", *scope, "--yes")
        library.finds("", "Café Zürich", "読書会", *left)
        library.run("undo")
        library.finds("rome", "rome guide", "rome novel", "rome atlas")


@check
def command_tag_items(library):
    """`tag-items --matching QUERY [--all] [--add T]… [--remove T]… [--dry-run] [--yes]`: one undo step; counts."""
    shelf(library)
    change = ["tag-items", "--matching", "rome", "--add", "city", "--remove", "old", "--all"]
    library.refused(*change)
    dry = library.run(*change, "--dry-run")
    holds("3" in dry.out + dry.err, "the count 3", dry.out + dry.err)
    library.finds("#old", "rome guide", "rome atlas")
    done = library.run(*change, "--yes")
    holds("3" in done.out + done.err, "the count 3", done.out + done.err)
    library.finds("#city", "rome guide", "rome novel", "rome atlas")
    library.finds("#old")
    library.run("undo")
    library.finds("#old", "rome guide", "rome atlas")
    library.finds("#book", "rome novel", "rome atlas", "読書会")


@check
def command_tag_items_set(library):
    """`tag-items` acts on the chosen set, or that of `--set` or `set:`, and names it: with more than one set."""
    shelf(library)
    for scope, query, count, place, titles in (([], "rome", "2 items", "home", ["rome guide", "rome novel"]),
                                               (["--set", "work"], "rome", "1 item", "work", ["rome atlas"]),
                                               ([], "rome set:work", "1 item", None, ["rome atlas"])):
        change = ["tag-items", "--matching", query, "--add", "city", *scope]
        end = f"{count} in {place}" if place else count
        dry = library.run(*change, "--dry-run")
        holds(f"would change {end}" in dry.out + dry.err, f"would change {end}", dry.out + dry.err)
        library.refused(*change, names=[end, "--yes"])
        done = library.run(*change, "--yes")
        holds(f"changed {end}" in done.out + done.err, f"changed {end}", done.out + done.err)
        library.finds("#city", *titles)
        library.run("undo")


@check
def command_drop(library):
    """`drop` reports the tags and items it deletes; if there is no terminal, a set with items needs `--yes` (64)."""
    shelf(library)
    refused = library.run("drop", "work", code=64)
    for words in ("'work'", "2 tags", "1 item", "--yes"):
        holds(words in refused.err, f"an error with {words}", refused.err)
    library.finds("", *ALL)
    done = library.run("drop", "work", "--yes")
    holds("2 tags" in done.out + done.err and "1 item" in done.out + done.err, "both counts", done.out + done.err)
    library.finds("", *others("rome atlas"))
    library.run("undo")
    library.finds("", *ALL)
    library.run("new", "empty", "x")
    library.run("drop", "empty")


@check
def command_tag_items_accept(library):
    """`tag-items --matching untagged --accept P` adds each item's own suggestions with probability ≥ P."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)),
                 {"title": "matrix untagged"}, {"title": "bread untagged"})
    library.run("tag-items", "--matching", "untagged", "--accept", ".3", "--yes")
    holds("movie" in library.only('"matrix untagged"')["tags"], "the tag movie", library.only('"matrix untagged"'))
    holds("recipe" in library.only('"bread untagged"')["tags"], "the tag recipe", library.only('"bread untagged"'))


@check
def command_tag_items_unattended(library):
    """`tag-items` needs `--yes` if there is no terminal; `--dry-run` doesn't, also with `--accept`."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)), {"title": "matrix untagged"})
    change = ["tag-items", "--matching", "untagged", "--accept", ".3"]
    library.refused(*change, names=["--yes"])
    done = library.run(*change, "--dry-run")
    holds("1" in done.out + done.err, "the count 1", done.out + done.err)
    library.finds("untagged", "matrix untagged")


@check
def command_tag_items_accept_undo(library):
    """`tag-items … --accept P`: one undo step for all items."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(10)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(10)),
                 {"title": "matrix untagged"}, {"title": "bread untagged"})
    library.run("tag-items", "--matching", "untagged", "--accept", ".3", "--add", "seen", "--yes")
    library.finds("#seen", "matrix untagged", "bread untagged")
    library.run("undo")
    library.finds("untagged", "matrix untagged", "bread untagged")


@check
def command_view(library):
    """`view save NAME QUERY`, `view list`, `view delete NAME`: named queries."""
    shelf(library)
    library.run("view", "save", "to read", "#book not #old")
    listed = library.run("view", "list").out
    holds("to read" in listed and "#book not #old" in listed, "the view and its query", listed)
    library.run("view", "save", "to read", "#old")
    listed = library.run("view", "list").out
    holds("#book" not in listed and listed.count("to read") == 1, "the view's new query", listed)
    library.run("view", "delete", "to read")
    holds("to read" not in library.run("view", "list", code=(0, 1)).out, "no view", "the view")


@check
def command_view_unknown(library):
    """`view delete NAME`: a view that doesn't exist is an error that quotes its name. A query must be valid."""
    library.load({"title": "a", "tags": ["book"]})
    library.refused("view", "delete", "nowhere", names=["nowhere"])
    library.run("view", "save", "reading", "#book")
    library.refused("view", "save", "broken", "(#book", names=["("])
    listed = library.run("view", "list").out
    holds("reading" in listed and "broken" not in listed, "one view", listed)


@check
def command_stats(library):
    """`stats [--tag T]… [--by day|week|month|year] [--since …] [--format json]`: counts per period."""
    library.load(*({"title": f"a{n}", "tags": ["x"], "at": f"2026-0{n}-15T12:00:00Z"} for n in (1, 3)),
                 {"title": "b", "tags": ["y"], "at": "2026-03-16T12:00:00Z"})

    def periods(*options):
        found = library.run("stats", *options, "--format", "json").json["periods"]
        return [[period["start"][:7], period["count"]] for period in found if period["count"]]

    expect([["2026-01", 1], ["2026-03", 2]], periods("--by", "month"), "by month")
    expect([["2026-01", 3]], periods("--by", "year"), "by year")
    expect([["2026-01", 1], ["2026-03", 1]], periods("--by", "month", "--tag", "x"), "with a tag")
    expect([["2026-03", 2]], periods("--by", "month", "--since", "2026-02-01"), "since")
    for by in ("day", "week"):
        expect(3, sum(count for _, count in periods("--by", by)), f"by {by}")


@check
def command_stats_text(library):
    """`stats`: a bar chart, tags used once, unused tags and growth."""
    library.load({"set": "work", "tags": ["often", "rare", "idle"]},
                 *({"set": "work", "title": f"a{n}", "tags": ["often"], "at": f"2026-0{n}-15T12:00:00Z"}
                   for n in (1, 2)),
                 {"set": "work", "title": "b", "tags": ["rare"], "at": "2026-02-16T12:00:00Z"})
    for scope in (["--all"], [], ["--set", "work"]):
        lines = library.run("stats", "--by", "month", *scope).lines
        bars = {line[:7]: len(re.findall("[▁-▏#*]", line)) for line in lines}
        holds(0 < bars.get("2026-01", 0) < bars.get("2026-02", 0), "a longer bar for more items", lines)
        holds(any("growth" in line or "grew" in line for line in lines), "a line about growth", lines)
        for words, tag in (("once", "rare"), ("unused", "idle")):
            found = [line for line in lines if words in line]
            if scope == ["--all"]:
                is_right = len(found) == 1 and tag in found[0] and "often" not in found[0]
                holds(is_right, f"a line of tags: {words}", lines)
            else:
                expect([], found, f"these lines are about all sets: {words}")


@check
def command_stats_set(library):
    """`stats` counts the items of the chosen set; `--set NAME` names another, and `--all` means all sets."""
    shelf(library)

    def counts(*scope):
        found = library.run("stats", "--by", "year", *scope, "--format", "json").json
        return {tag["tag"]: tag["count"] for tag in found["tags"]}, sum(entry["count"] for entry in found["periods"])

    tags, count = counts()
    expect([len(HOME), 2, 1], [count, tags.get("book"), tags.get("old")], "the chosen set")
    expect([{"book": 1, "old": 1}, 1], list(counts("--set", "work")), "--set")
    tags, count = counts("--all")
    expect([len(ALL), 3, 2], [count, tags.get("book"), tags.get("old")], "--all")
    library.run("new", "days", "y")
    expect("tagflow: no item in 'days' matches; 6 in 'home', 1 in 'work' (--all)\n", library.run("stats", code=1).err)


@check
def command_stats_streaks(library):
    """`stats`: streaks for daily sets."""
    library.run("new", "habits", "run")
    library.run("select", "run")
    for day in (2, 3, 4, 6):
        library.run("save", "--at", f"2026-01-0{day} 12:00")
    library.run("layout-settings", "--daily", "on")
    out = library.run("stats").out
    holds(re.search(r"streak.*\b3\b|\b3\b.*streak", out), "a streak of 3 days", out)


@check
def command_suggest_text_first_line(library):
    """`--for TEXT` stays a shorthand (first line title, rest text)."""
    library.load(*({"title": f"matrix {n}", "tags": ["movie"]} for n in range(8)),
                 *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(8)))
    found = library.run("suggest", "--for", "matrix", "--format", "json").json["suggestions"]
    expect("movie", found[0]["tag"])


@check
def command_suggest(library):
    """`suggest --title T --location U --note N --text-file F`; `--for TEXT` stays a shorthand (first line title)."""
    library.load(*({"title": f"matrix {n}", "location": f"https://imdb.example/{n}", "note": "keanu", "tags": ["movie"]}
                   for n in range(8)), *({"title": f"bread {n}", "tags": ["recipe"]} for n in range(8)))
    text = library.file("text", "keanu")

    def first(*options):
        return library.run("suggest", *options, "--format", "json", code=(0, 1)).json["suggestions"][:1]

    for options in (["--title", "matrix"], ["--location", "https://imdb.example/99"], ["--note", "keanu"],
                    ["--text-file", text]):
        expect(["movie"], [suggestion["tag"] for suggestion in first(*options)], options[0])
    rest = library.file("rest", "bread")
    expect(first("--title", "matrix", "--text-file", rest), first("--for", "matrix\nbread"), "--for")
