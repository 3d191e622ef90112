"""Names of tags: rename, merge, and notes that use them."""

import re

from contract import check, expect


@check
def rename_alias(library):
    """`rename OLD NEW` leaves an alias, so that imports, notes and editors that still say OLD find NEW."""
    library.add("--title", "a", "--tag", "film")
    library.run("rename", "film", "movie")
    expect(["film"], library.tag("movie").get("aliases"))
    library.load({"title": "b", "tags": ["film"]})
    library.finds("#film", "a", "b")
    expect([["movie"], ["movie"]], [item["tags"] for item in library.items()])
    expect({}, library.tag("film"), "tag film")


@check
def rename_alias_in_notes(library):
    """`rename OLD NEW` leaves an alias, so that … notes … that still say OLD find NEW."""
    library.file("notes/a.md", "---\ntitle: a\ntags: [film]\n---\n")
    library.run("import", "notes")
    library.run("rename", "film", "movie")
    library.run("import", "notes")
    expect(["movie"], library.only("a")["tags"])
    library.ask("POST", "/items", {"title": "b", "tags": ["film"]}, 201)
    library.finds("#film", "a", "b")


@check
def rename_alias_http(library):
    """`rename OLD NEW` leaves an alias: a tag renamed over HTTP does, too."""
    library.ask("POST", "/items", {"title": "a", "tags": ["film"]}, 201)
    library.ask("PATCH", "/tags/film", {"tag": "movie"}, 200)
    expect(["film"], library.tag("movie").get("aliases"))
    expect(1, library.find(q="#film")["total"])


@check
def rename_alias_undo(library):
    """`rename OLD NEW` is one undo step, with its alias."""
    library.add("--title", "a", "--tag", "film")
    library.run("rename", "film", "movie")
    library.run("undo")
    expect([["film"], {}, []], [library.only()["tags"], library.tag("movie"), library.tag("film").get("aliases")])


@check
def rename_without_alias(library):
    """`rename OLD NEW --no-alias` leaves no alias."""
    library.add("--title", "a", "--tag", "film")
    library.run("rename", "film", "movie", "--no-alias")
    expect([], library.tag("movie").get("aliases"))
    library.run("items", "#film", code=65)
    library.finds("#movie", "a")


@check
def merge_alias(library):
    """`rename` leaves an alias as `merge` does."""
    library.add("--title", "a", "--tag", "film")
    library.add("--title", "b", "--tag", "movie")
    library.run("merge", "film", "movie")
    library.finds("#film", "a", "b")


@check
def rename_in_notes(library):
    """`rename … --in-notes DIR` also changes the files."""
    note = library.file("notes/a.md", "---\ntags: [film, sea]\n---\nA #film by the sea.\n")
    library.run("import", "notes")
    library.run("rename", "film", "movie", "--in-notes", "notes")
    expect("---\ntags: [movie, sea]\n---\nA #movie by the sea.\n", note.read_text())


@check
def rename_in_notes_only_tags(library):
    """`rename … --in-notes DIR` changes tags, not other words, and only in that folder."""
    head, body = "---\ntitle: film\ntags:\n  - {}\n---\n", "A film `#film` #{} and #filmmaker.\n"
    inside = library.file("notes/a.md", (head + body).format("film", "film"))
    outside = library.file("other/a.md", "#film\n")
    library.run("import", "notes")
    library.run("rename", "film", "movie", "--in-notes", "notes")
    expect((head + body).format("movie", "movie"), inside.read_text())
    expect("#film\n", outside.read_text())


@check
def notes_fix(library):
    """`notes fix` changes aliases and other spellings only; near duplicates need `--similar`."""
    library.load(*({"title": f"t{n}", "tags": ["reading", "swift"]} for n in range(5)))
    library.run("alias", "sw", "swift")
    note = library.file("notes/a.md", "---\ntags: [sw, readng]\n---\n")
    both = library.file("notes/b.md", "---\ntags: [swift, sw]\n---\n")
    library.run("notes", "fix", "notes", "--write", code=None)
    expect("---\ntags: [swift, readng]\n---\n", note.read_text())
    expect(1, len(re.findall(r"\bswift\b", both.read_text())), "a tag that a note already has")
    library.run("notes", "fix", "notes", "--write", "--similar", code=None)
    expect("---\ntags: [swift, reading]\n---\n", note.read_text(), "--similar")
