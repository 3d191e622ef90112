"""Imports of bookmarks and folders of notes."""

import re

from contract import check, expect, holds, is_now


@check
def import_netscape(library):
    """Import keeps `<DD>` descriptions, untagged bookmarks and folders (`--folders` as tags)."""
    page = ('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3>Travel</H3>\n<DL><p>\n'
            '<DT><A HREF="https://a.example/" ADD_DATE="1767323045" TAGS="x">first</A>\n<DD>a note\n'
            '<DT><A HREF="https://b.example/">second</A>\n</DL><p>\n</DL><p>\n')
    library.import_text("bookmarks.html", page)
    expect(["a note", ["x"]], [library.only("first").get("note"), library.only("first")["tags"]])
    library.finds("untagged", "second")
    library.import_text("bookmarks.html", page, "--folders")
    library.finds("#travel", "first", "second")


@check
def import_netscape_time(library):
    """`at`: for imports, when the item was created; an untagged bookmark without a time is from now."""
    library.import_text("bookmarks.html", '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n'
                        '<DT><A HREF="https://a.example/" ADD_DATE="1767323045">first</A>\n'
                        '<DT><A HREF="https://b.example/">second</A>\n</DL><p>\n')
    expect("2026-01-02T03:04:05", library.only("first")["at"][:19])
    holds(is_now(library.only("second")["at"]), "the present time", library.only("second")["at"])


@check
def import_netscape_folders(library):
    """Import keeps folders only with `--folders`; nested folders are tags, too."""
    page = ('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Travel</H3>\n<DL><p>\n<DT><H3>Italy</H3>\n<DL><p>\n'
            '<DT><A HREF="https://a.example/">first</A>\n</DL><p>\n</DL><p>\n</DL><p>\n')
    library.import_text("bookmarks.html", page)
    library.finds("untagged", "first")
    library.import_text("bookmarks.html", page, "--folders")
    holds("italy" in " ".join(library.only("first")["tags"]).lower(), "a tag Italy", library.only("first")["tags"])


@check
def import_folder_of_files(library):
    """A folder without notes is an error (66), also if it has other files."""
    library.file("photos/a.jpg", "x")
    done = library.run("import", "photos", code=66)
    holds("no notes in folder 'photos'" in done.err, "the message no notes in folder 'photos'", done.err)


@check
def import_notes_titles(library):
    """An `index.md` without a title is named after its folder, one with a title isn't."""
    library.file("notes/travel/index.md", "---\ntitle: Away\ntags: [x]\n---\nwords\n")
    library.file("notes/home/index.md", "A #x note.\n")
    library.run("import", "notes")
    library.finds("#x", "Away", "home")


@check
def import_folder(library):
    """`import DIR` needs no `--from`; a folder without notes is an error (66). `index.md` is named after its folder."""
    library.file("notes/travel/index.md", "---\ntags: [x]\n---\nwords\n")
    library.run("import", "notes")
    library.finds("#x", "travel")
    (library.folder / "empty").mkdir()
    done = library.run("import", "empty", code=66)
    holds("no notes in folder 'empty'" in done.err, "the message no notes in folder 'empty'", done.err)


@check
def notes_dates(library):
    """Dates: YAML timestamps in all their forms; a date that isn't understood is reported once with a count."""
    forms = {"2020-08-18 13:14:06 +0200": "11:14:06", "2020-08-18 13:14:06 +02:00": "11:14:06",
             "2020-08-18T13:14:06Z": "13:14:06", "2020-08-18t13:14:06.5+02:00": "11:14:06", "2020-08-18": "00:00:00",
             "2020-08-18 3:14:06.25 -5": "08:14:06", "2020-08-18T13:14:06": "13:14:06",
             "2020-08-18T13:14:06-05:00": "18:14:06", '"2020-08-18 13:14:06 +0200"': "11:14:06"}
    for number, form in enumerate(forms):
        library.file(f"notes/n{number}.md", f"---\ntitle: n{number}\ntags: [x]\ndate: {form}\n---\n")
    for name in ("p", "q"):
        library.file(f"notes/{name}.md", f"---\ntitle: {name}\ntags: [x]\ndate: soonish {name}\n---\n")
    done = library.run("import", "notes")
    for number, time_of_day in enumerate(forms.values()):
        expect(f"2020-08-18T{time_of_day}", library.only(f"n{number}")["at"][:19], list(forms)[number])
    lines = [line for line in done.err.split("\n") + done.lines if re.search(r"\bdates?\b", line)]
    holds(len(lines) == 1 and "2" in lines[0], "one line about 2 dates", lines)
