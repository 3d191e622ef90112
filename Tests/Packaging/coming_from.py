#!/usr/bin/env python3
"""Runs the imports of Documentation/coming-from.md on files in the formats of other programs: coming_from.py FOLDER

FOLDER has tagflow. The commands are those of the page; the files have the form that the programs write, as of their versions of November 2026.
"""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "Documentation/coming-from.md").read_text()
LINKDING = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
<DT><A HREF="https://example.org/a" ADD_DATE="1700000000" PRIVATE="1" TOREAD="1" TAGS="swift,later">A</A>
<DD>text[linkding-notes]my note[/linkding-notes]
<DT><A HREF="https://example.org/b" ADD_DATE="1700000000" PRIVATE="0" TOREAD="0" TAGS="swift,linkding:archived">B</A>
</DL><p>
"""
KARAKEEP = {"bookmarks": [
    {"createdAt": 1700000000, "title": "A", "tags": ["swift"], "content": {"type": "link", "url": "https://example.org/a"}, "note": "n", "archived": True},
    {"createdAt": 1700000001, "title": None, "tags": [], "content": {"type": "text", "text": "a thought"}, "note": None, "archived": False},
    {"createdAt": 1700000002, "title": "picture", "tags": ["x"], "content": None, "note": None, "archived": False}]}
PINBOARD = [{"href": "https://example.org/a", "description": "A", "extended": "long", "time": "2023-11-14T22:13:20Z", "shared": "no", "toread": "yes", "tags": "swift"}]
BUKU = """<!DOCTYPE NETSCAPE-Bookmark-file-1>

<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>

<DL><p>
    <DT><H3 ADD_DATE="1700000000" LAST_MODIFIED="1700000000" PERSONAL_TOOLBAR_FOLDER="true">buku bookmarks</H3>
    <DL><p>
        <DT><A HREF="https://example.org/a" ADD_DATE="1700000000" LAST_MODIFIED="1700000000" TAGS="read later,swift">A</A>
        <DD>my comment
    </DL><p>
</DL><p>
"""
TMSU = """
CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE value (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE file (id INTEGER PRIMARY KEY, directory TEXT, name TEXT, fingerprint TEXT, mod_time DATETIME, size INTEGER, is_dir BOOLEAN);
CREATE TABLE file_tag (file_id INTEGER, tag_id INTEGER, value_id INTEGER, PRIMARY KEY (file_id, tag_id, value_id));
CREATE TABLE implication (tag_id INTEGER, value_id INTEGER, implied_tag_id INTEGER, implied_value_id INTEGER);
INSERT INTO tag VALUES (1, 'music'), (2, 'year'), (3, 'mp3'); INSERT INTO value VALUES (1, '2017');
INSERT INTO file VALUES (1, '/home/a/m', 'song.mp3', '', '', 1, 0); INSERT INTO file_tag VALUES (1, 3, 0), (1, 2, 1); INSERT INTO implication VALUES (3, 0, 1, 0);
"""


def block(section, language):
    """The code of a section of the page."""
    return re.search(rf"## {section}\n.*?```{language}\n(.*?)```", PAGE, re.S)[1]


def imported(folder, command):
    """The items after a command of the page, by title: tags and note."""
    environment = {"PATH": f"{pathlib.Path(sys.argv[1]).resolve()}:/usr/bin:/bin", "HOME": str(folder), "TAGFLOW_DATABASE": str(folder / "tags.sqlite")}
    for path in folder.glob("tags.sqlite*"):
        path.unlink()
    script = f"tagflow new b > /dev/null\n{command}\ntagflow export --all --format ndjson --matching ''"
    output = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
    if output.returncode:
        sys.exit(f"{command}: {output.stderr}")
    items = [json.loads(line) for line in output.stdout.splitlines() if line.startswith("{")]
    return {item["title"]: (set(item["tags"]), item.get("note", "")) for item in items if "title" in item}


def expect(what, found, expected):
    if found != expected:
        sys.exit(f"{what}: {found}, not {expected}")
    print("ok   ", what)


with tempfile.TemporaryDirectory() as name:
    work = pathlib.Path(name)
    (work / "bookmarks.html").write_text(LINKDING)
    expect("linkding", imported(work, block("linkding", "bash")), {"A": ({"swift", "later", "unread"}, "text\nmy note"), "B": ({"swift", "archived"}, "")})
    (work / "karakeep-export.json").write_text(json.dumps(KARAKEEP))
    expect("Karakeep", imported(work, block("Karakeep", "bash")),
           {"A": ({"swift", "archived"}, "n"), "a thought": (set(), "a thought"), "picture": ({"x"}, "")})
    (work / "pinboard.json").write_text(json.dumps(PINBOARD))
    expect("Pinboard", imported(work, block("Pinboard", "bash")), {"A": ({"swift", "unread"}, "long")})
    (work / "bookmarks.html").write_text(BUKU)
    expect("buku", imported(work, "tagflow import bookmarks.html"), {"A": ({"read later", "swift"}, "my comment")})
    (work / ".tmsu").mkdir()
    connection = sqlite3.connect(work / ".tmsu/db")
    connection.executescript(TMSU)
    connection.close()
    (work / "tmsu.sql").write_text(block("TMSU", "sql"))
    expect("TMSU", imported(work, block("TMSU", "bash")), {"song.mp3": ({"mp3", "year=2017"}, "")})
    (work / "vault").mkdir()
    (work / "vault/a.md").write_text("---\ntags: [sea, travel/italy]\naliases: [x]\n---\n# A\n\ntext #walk\n")
    expect("Obsidian", imported(work, "tagflow import vault"), {"A": ({"sea", "travel/italy", "walk"}, "")})
