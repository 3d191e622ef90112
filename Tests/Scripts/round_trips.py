#!/usr/bin/env python3
"""Bookmarks of other programs go in, are edited, go out, and are read by programs of others: round_trips.py TAGFLOW [CASE…]

Each case imports an export of a browser or service, changes items as a person would, and exports them in every format of
items. Beautiful Soup, a client of Pinboard, markdown-it and Python's csv and json read the files; every item must be as
'tagflow items' shows it, except for what Documentation/formats.md and ItemExportFormat.swift say that a format can't
contain. Then each file that tagflow can import is imported into another database, which must show the same items.
Without CASE, runs all cases. Needs the packages that .ci/readers fetches.
"""

import csv
import datetime
import html
import http.server
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata

import bs4
import markdown_it
import pinboard.pinboard

FIXTURES = pathlib.Path(__file__).resolve().parent.parent / "Fixtures/TaggedFiles"
BROWSER_FOLDERS = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]

# What people keep: location, title, note, tags, seconds since 1970, folders.
BOOKMARKS = [
    ("https://doc.rust-lang.org/book/ch04-01-what-is-ownership.html", "What is Ownership? - The Rust Programming Language", "",
     ["rust", "Read Later"], 1698765432, ["Dev", "Languages"]),
    ("https://github.com/search?q=tag+flow&type=repositories&s=stars&o=desc", "Search · tag flow · GitHub",
     "sorted by stars & > 100", ["github", "search"], 1698765433, ["Dev"]),
    ("https://en.wikipedia.org/wiki/C_Sharp_(programming_language)", "C# (programming language) - Wikipedia", "",
     ["C#", "c++", "read later"], 1698765434, ["Dev", "Languages"]),
    ("https://news.ycombinator.com/item?id=8863", "My YC app: Dropbox - \"Throw away your USB drive\" | Hacker News",
     "- the first comment\n- and BrandonM's answer:\n  \"you can already build such a system\"", ["history"], 1175714200, []),
    ("https://www.chefkoch.de/rezepte/1234/Knödel-für-2.html?portionen=2#zutaten", "Semmelknödel für 2 – süß & salzig <3",
     "Rezept der Oma:\n\n  250 g Brot\n  2 Eier", ["Küche", "für zwei"], 1609459200, ["Kochen & Backen"]),
    ("https://ja.wikipedia.org/wiki/%E6%95%A3%E6%AD%A9", "散歩 - Wikipedia", "「散歩」について", ["日本語", "散歩"], 1609459201, ["日本語"]),
    ("https://he.wikipedia.org/wiki/שלום", "שלום – ויקיפדיה", "ברוך הבא", ["עברית"], 1609459202, []),
    ("https://emojipedia.org/family", "👩‍👩‍👧‍👦 Family Emoji | Meaning, Copy & Paste", "=SUM(A1:A9) isn't a formula here",
     ["emoji", "👍🏽"], 1609459203, []),
    ("http://localhost:8080/#/dashboard?tab='a'&x=<y>", "@home: +1 -- 'dash' & \"board\"", "+49 30 123456\n@me: check the router",
     ["self-hosted", "@home"], 1672531200, ["Dev", "Local"]),
    ("https://example.org/a%20file%20(1).pdf", "a_file *(1)* [draft] `v2` ~final~.pdf", "**bold**, [link](https://e.org), <b>html</b> &amp; #no-tag",
     ["paper", "100%"], 1672531201, ["Papers"]),
    ("ftp://ftp.gnu.org/gnu/", "Index of /gnu/", "", [], 1672531202, ["Papers"]),
    ("https://example.com/?utm_source=feed&id=7&copy=2", "A feed's link &copy; 2024", "Text with a tab-less indent\n    four spaces",
     ["feeds", "AT&T", "q&a"], 1704067199, []),
    ("javascript:(function(){location.href='https://pinboard.example/add?url='+encodeURIComponent(location.href)+'&t=\"x\"';})()",
     "Add to Pinboard", "", ["bookmarklet"], 1704067200, []),
    ("https://blog.example/2024/02/29/leap-day", "Leap day — a post; with, all: punctuation!", "one\ntwo\n\nfour", ["blog", "time/date", "a.b"],
     1709210096, ["Reading", "2024"]),
]


def escaped(text):
    return html.escape(text).replace("&#x27;", "&#39;")


def bookmarks_file(links, title="Bookmarks"):
    return (f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n"
            f"<TITLE>{title}</TITLE>\n<H1>{title}</H1>\n<DL><p>\n{links}</DL><p>\n")


def in_folders(rows, link, depth=1, path=()):
    """The links of a folder, and its folders after them, as browsers write them."""
    indent, text = "    " * depth, ""
    text += "".join(link(row, indent) for row in rows if tuple(row[5]) == path)
    for name in dict.fromkeys(row[5][depth - 1] for row in rows if tuple(row[5][:depth - 1]) == path and len(row[5]) >= depth):
        text += f'{indent}<DT><H3 ADD_DATE="1600000000" LAST_MODIFIED="1700000000">{escaped(name)}</H3>\n'
        text += f"{indent}<DL><p>\n{in_folders(rows, link, depth + 1, path + (name,))}{indent}</DL><p>\n"
    return text


def firefox(rows):
    def link(row, indent):
        tags = f' TAGS="{escaped(",".join(row[3]))}"' if row[3] else ""
        note = f"{indent}<DD>{escaped(row[2])}\n" if row[2] else ""
        return (f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 9}" '
                f'ICON="data:image/png;base64,iVBORw0KGgo="{tags}>{escaped(row[1])}</A>\n{note}')
    return bookmarks_file(in_folders(rows, link) + "    <HR>    ", "Bookmarks Menu")


def chromium(rows):
    def link(row, indent):
        return f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" ICON="data:image/png;base64,iVBORw0KGgo=">{escaped(row[1])}</A>\n'
    bar = '    <DT><H3 ADD_DATE="1600000000" LAST_MODIFIED="0" PERSONAL_TOOLBAR_FOLDER="true">Favorites bar</H3>\n    <DL><p>\n'
    return bookmarks_file(f"{bar}{in_folders(rows[:9], link)}    </DL><p>\n{in_folders(rows[9:], link)}")


def linkding(rows):
    def link(row):
        tags = ",".join(tag.replace(" ", "-") for tag in row[3])
        notes = f"{row[2]}[linkding-notes]# Notes\n\n* {row[1]}[/linkding-notes]" if row[4] % 2 else row[2]
        return (f'<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 60}" PRIVATE="{row[4] % 2}" TOREAD="0" '
                f'TAGS="{escaped(tags)}">{escaped(row[1])}</A>\n' + (f"<DD>{escaped(notes)}\n" if notes else ""))
    return bookmarks_file("".join(map(link, rows)))


def shaarli(rows):
    """Older versions separate tags by spaces."""
    def link(row):
        tags = " ".join(tag.replace(" ", "_") for tag in row[3])
        return (f'<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" PRIVATE="0" TAGS="{escaped(tags)}">{escaped(row[1])}</A>\n'
                + (f"<DD>{escaped(row[2])}\n" if row[2] else ""))
    return bookmarks_file("".join(map(link, rows)), "Shaarli export of all bookmarks on Thu, 29 Feb 24 12:34:56 +0100")


def raindrop_html(rows):
    def link(row, indent):
        return (f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 1}" TAGS="{escaped(",".join(row[3]))}" '
                f'DATA-COVER="https://rdl.ink/render/x.png" DATA-IMPORTANT="false">{escaped(row[1])}</A>\n'
                + (f"{indent}<DD>{escaped(row[2])}\n" if row[2] else ""))
    return bookmarks_file(in_folders(rows, link), "Raindrop.io Bookmarks")


def raindrop_csv(rows):
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow("id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite".split(","))
    for number, (location, title, note, tags, seconds, folders) in enumerate(rows, 701234567):
        created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{number % 1000:03}Z"
        writer.writerow([number, title, note, "", location, " / ".join(folders) or "Unsorted", ", ".join(tags), created, "", "", "false"])
    return "\ufeff" + file.getvalue()


def pinboard_json(rows):
    posts = [{"href": location, "description": title, "extended": note, "meta": "92959a96fd69146c5fe7cbde6e5720f2", "hash": f"{seconds:032x}",
              "time": datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "shared": "no",
              "toread": "no", "tags": " ".join(tag.replace(" ", "_") for tag in tags)} for location, title, note, tags, seconds, _ in rows]
    return json.dumps(posts).replace("/", r"\/").replace("}, ", "},\n")


# Name of a case: the files, and options of the import.
CASES = {
    "firefox": ([FIXTURES / "firefox.html"], []),
    "firefox_folders": ([FIXTURES / "firefox.html"], ["--folders"]),
    "chrome": ([FIXTURES / "chrome.html"], []),
    "chrome_folders": ([FIXTURES / "chrome.html"], ["--folders"]),
    "safari_folders": ([FIXTURES / "safari.html"], ["--folders"]),
    "linkding": ([FIXTURES / "linkding.html"], []),
    "shaarli": ([FIXTURES / "shaarli.html"], []),
    "pinboard_html": ([FIXTURES / "pinboard.html"], []),
    "pinboard": ([FIXTURES / "pinboard.json"], []),
    "raindrop_html": ([FIXTURES / "raindrop.html"], ["--folders"]),
    "raindrop": ([FIXTURES / "raindrop.csv"], []),
    "karakeep": ([FIXTURES / "karakeep.html"], []),
    "firefox_library": ([firefox], []),
    "firefox_library_folders": ([firefox], ["--folders"]),
    "edge_library_folders": ([chromium], ["--folders"]),
    "linkding_library": ([linkding], []),
    "shaarli_library": ([shaarli], []),
    "pinboard_library": ([pinboard_json], []),
    "raindrop_library": ([raindrop_csv], []),
    "raindrop_html_library": ([raindrop_html], ["--folders"]),
    "rare": ([pinboard_json], []),
    "two_sets": ([FIXTURES / "linkding.html", pinboard_json], []),
}


def item(location, title, note, tags, at, set=None):
    """An item; `at` is in milliseconds since 1970, or None if the file doesn't know it."""
    return {"location": location, "title": title, "note": note, "tags": tags, "at": at, "set": set}


def milliseconds(text):
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return round((time - datetime.datetime.fromtimestamp(0, datetime.timezone.utc)) / datetime.timedelta(milliseconds=1))


# Programs of others that read files.


def read_netscape(text, parser="html5lib"):
    """The links of a bookmarks file in a tree of Beautiful Soup, with the folders of each."""
    links, part = [], None
    for node in bs4.BeautifulSoup(text, parser).descendants:
        if isinstance(node, bs4.Tag) and node.name == "a":
            headings = [parent.find_previous("h3") for parent in node.parents if parent.name == "dl"][::-1]
            folders = [h3.get_text() for h3 in headings if h3 and not any(h3.has_attr(name) for name in BROWSER_FOLDERS)]
            tags = re.split(r"," if "," in node.get("tags", "") else r"\s", node.get("tags", ""))
            at = int(node["add_date"]) * 1000 if node.has_attr("add_date") else None
            links.append(item(node["href"], node.get_text(), "", [tag.strip() for tag in tags if tag.strip()], at) | {"folders": folders})
            part = "link"
        elif isinstance(node, bs4.Tag):
            # The description of a folder doesn't belong to the link before the folder.
            part = "note" if node.name == "dd" and part == "link" else None
        elif part == "note":
            links[-1]["note"] += node
    # The note ends before the line break and the indent of the next element.
    return [link | {"note": link["note"].rstrip()} for link in links]


def read_pinboard(text):
    """The posts as the client of Pinboard gets them from a server."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever).start()
        pinboard.pinboard.PINBOARD_API_ENDPOINT = f"http://127.0.0.1:{server.server_port}/v1/"
        try:
            posts = pinboard.Pinboard("someone:TOKEN").posts.all()
        finally:
            server.shutdown()
    epoch = datetime.datetime(1970, 1, 1)
    return [item(post.url, post.description, post.extended, [tag for tag in post.tags if tag],
                 round((post.time - epoch).total_seconds() * 1000)) for post in posts]


def read_csv(text):
    """The rows; an apostrophe before a formula isn't part of the text."""
    def cell(text):
        return re.sub(r"\A'(?='*[=+\-@\t\r])", "", text)
    return [item(cell(row["location"]) or None, cell(row["title"]), cell(row["note"]), [tag for tag in cell(row["tags"]).split("|") if tag],
                 milliseconds(row["at"]), cell(row["set"])) for row in csv.DictReader(io.StringIO(text, newline=""), strict=True)]


def read_ndjson(text):
    records = [json.loads(line) for line in text.splitlines()]
    return [item(record.get("location"), record["title"], record.get("note", ""), record["tags"], milliseconds(record["at"]), record["set"])
            for record in records if "title" in record]


def read_links(text):
    """The lines of a Markdown list: the address and text of the link, and the text after it."""
    reader = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"])
    reader.normalizeLink, reader.validateLink = (lambda address: address), (lambda address: True)
    lines = []
    for token in reader.parse(text):
        assert token.type in BLOCKS, f"{token.type} in line {token.map}"
        for part in token.children or []:
            assert part.type in ("text", "link_open", "link_close"), f"{part.type} in line {token.map}"
        if token.type == "list_item_open":
            lines.append([None, "", ""])
        is_in_link = False
        for part in token.children or []:
            if part.type == "text":
                lines[-1][1 if is_in_link else 2] += part.content
            else:
                is_in_link = part.type == "link_open"
                lines[-1][0] = part.attrs.get("href", lines[-1][0])
    return [tuple(line) for line in lines]


BLOCKS = ["bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close", "bullet_list_close"]


# What formats can't contain, as Documentation/formats.md and ItemExportFormat.swift say.


def seconds(one):
    return one | {"at": one["at"] // 1000 * 1000, "set": None}


def as_netscape(one):
    return seconds(one) | {"tags": [tag.replace(",", "，") for tag in one["tags"]]}


def as_pinboard(one):
    return seconds(one) | {"tags": [re.sub(r"\s", "_", tag).replace(",", "，") for tag in one["tags"]]}


def as_csv(one):
    return one | {"tags": [tag.replace("|", "｜") for tag in one["tags"]]}


def as_link(one):
    """The line of an item; Markdown shows a line break in a note as a space."""
    tags = "".join(" #" + re.sub(r"\s", "-", tag) for tag in one["tags"])
    rest = tags + (f" — {' '.join(one['note'].split())}" if one["note"] else "")
    title = one["title"] or one["location"]
    return (one["location"], title, rest) if one["location"] else (None, "", title + rest)


def same(one):
    return one


# Format: its readers, its loss, whether it needs a location, the format of the import.
FORMATS = {
    "netscape": ([read_netscape, lambda text: read_netscape(text, "html.parser")], as_netscape, True, "netscape"),
    "pinboard": ([read_pinboard], as_pinboard, True, "pinboard"),
    "items-csv": ([read_csv], as_csv, False, "csv"),
    "links": ([read_links], as_link, False, None),
    "ndjson": ([read_ndjson], same, False, "ndjson"),
}


# What tagflow should make of a file, and of edits.


def key(name):
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


class Model:
    """The items of a database, and the names of its tags."""

    def __init__(self):
        self.names, self.items = {}, []

    def tags(self, names):
        return list(dict.fromkeys(self.names.setdefault(key(name), name) for name in names))

    def add(self, new, set):
        """Adds the items of a file; the first title and time of a location count, and all tags."""
        places = {old["location"]: old for old in self.items if old["set"] == set and old["location"]}
        for one in new:
            one = item(one["location"], " ".join(one["title"].split()), one["note"].rstrip(), self.tags(one["tags"]), one["at"], set)
            if old := places.get(one["location"]):
                old["tags"] = self.tags(old["tags"] + one["tags"])
            else:
                self.items.append(one)
                places |= {one["location"]: one} if one["location"] else {}


class Database:
    """A database of its own, and the commands on it."""

    def __init__(self, tagflow, folder, name):
        self.tagflow, self.path, self.folder = tagflow, f"{folder}/{name}.sqlite", folder

    def run(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "TAGFLOW_DATABASE": self.path, "TZ": "Pacific/Auckland"}
        done = subprocess.run([self.tagflow, *map(str, arguments)], env=environment, stdin=subprocess.DEVNULL, capture_output=True)
        output, errors = done.stdout.decode(), done.stderr.decode()
        assert done.returncode == 0, f"{arguments}: exit code {done.returncode}: {errors}"
        return output, errors

    def items(self):
        """The items, oldest first; the number of each is in `id`."""
        records = [json.loads(line) for line in self.run("items", "--format", "ndjson", "--limit", "1000")[0].splitlines()]
        items = [item(record.get("location"), record["title"], record.get("note", ""), record["tags"], milliseconds(record["at"]),
                      record["set"]) | {"id": record["id"]} for record in records]
        return sorted(items, key=lambda one: (one["at"], one["id"]))


def difference(found, expected):
    """The first items that only one side has, or None; neither order nor ids count."""
    def text(one):
        if isinstance(one, tuple):
            return repr(one)
        fields = {name: one[name] for name in ("set", "location", "title", "note", "at")}
        return repr(fields | {"tags": sorted(one["tags"])})
    found, expected = sorted(map(text, found)), sorted(map(text, expected))
    if found == expected:
        return None
    missing, surplus = list(expected), []
    for one in found:
        missing.remove(one) if one in missing else surplus.append(one)
    return f"{len(missing)} of {len(expected)} differ; expected {(missing or ['nothing'])[0]}, got {(surplus or ['nothing'])[0]}"


# Edits of one item each; `only` are the tags that stay or are added.
EDITS = [
    {"title": "*New* title: \"a\" <b> & it's 100% #1 — ok | done"},
    {"note": "First line & <b>\n\n- \"second\"\n  third, with; separators | and 'quotes'\n</DL><DT>"},
    {"location": "https://edited.example/päge?a=1&b=<2>&copy;=\"x\"#/part (1)"},
    {"add": ["a,b", "x|y", "two words", "日本語 タグ", "C#"], "remove": 1},
    {"note": ""},
    {"at": "2019-12-31T23:59:59.999Z", "only": []},
    {"title": "=1+1", "note": "'=quoted", "add": ["=tag", "<i>"]},
    {"title": "Knödel -1 👩‍👩‍👧", "location": "/home/someone/My Notes/a; b & c|d (1).md"},
    {"only": ["single tag"]},
    {"only": ["semi;colon"], "location": ""},
    {"only": ["comma,ted"]},
]
# What fewer people have: no title, a time before 1970, and a note that begins with an indent.
RARE_EDITS = [{"title": ""}, {"at": "1969-07-20T20:17:40Z"}, {"note": "    code\nand text"}]


def change(database, model, edits):
    untagged = [one for one in model.items if not one["tags"]]
    if untagged:
        database.run("tag-items", "--matching", "untagged", "--add", "inbox", "--yes")
    for one in untagged:
        one["tags"] = model.tags(["inbox"])
    ids = {(one["set"], one["location"]): one["id"] for one in database.items()}
    numbered = [(ids[one["set"], one["location"]], one) for one in sorted(model.items, key=lambda one: one["location"])]
    for number, fields in enumerate(edits):
        # A library of few items keeps all its locations.
        if fields.get("location") == "" and len(numbered) < 4:
            continue
        id, one = numbered[number % len(numbered)]
        removed = [tag for tag in one["tags"] if "only" in fields and tag not in fields["only"]] + one["tags"][:fields.get("remove", 0)]
        added = fields.get("only", fields.get("add", []))
        options = [part for name in ("title", "location", "note", "at") if name in fields for part in (f"--{name}", fields[name])]
        database.run("edit-item", id, *options, *[f"--remove={tag}" for tag in removed], *[f"--add={tag}" for tag in added], "--yes")
        one |= {name: fields[name] for name in ("title", "location", "note") if name in fields}
        one["location"] = one["location"] or None
        one["at"] = milliseconds(fields["at"]) if "at" in fields else one["at"]
        one["tags"] = model.tags([tag for tag in one["tags"] if tag not in removed] + added)
    name = next((tag for one in model.items for tag in one["tags"] if tag.isalnum()), None)
    if name:
        database.run("tag-items", "--matching", f"#{name}", "--add", "seen & done", "--remove", name, "--yes")
    for one in model.items:
        if name in one["tags"]:
            one["tags"] = model.tags([tag for tag in one["tags"] if tag != name] + ["seen & done"])


def read_file(path, options):
    """The items of a file of another program, read without tagflow."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        return [post | {"title": post["title"] or ""} for post in read_pinboard(text)]
    if path.suffix == ".csv":
        return [item(row["url"], row["title"], row["note"], [tag.strip() for tag in row["tags"].split(",") if tag.strip()],
                     milliseconds(row["created"])) for row in csv.DictReader(io.StringIO(text, newline=""))]
    return [link | {"tags": link["tags"] + link["folders"] * ("--folders" in options)} for link in read_netscape(text)]


def fill_in(database, model, files, options, folder):
    """Imports the files, each into a set of its own."""
    for file, set in zip(files, ["default", "home"]):
        if callable(file):
            suffix = {pinboard_json: ".json", raindrop_csv: ".csv"}.get(file, ".html")
            path = pathlib.Path(folder, file.__name__ + suffix)
            path.write_text(file(BOOKMARKS), encoding="utf-8", newline="")
            assert len(read_file(path, options)) == len(BOOKMARKS), f"{file.__name__} lost a bookmark"
        else:
            path = file
        if set != "default":
            database.run("new", set)
        start = int(time.time() * 1000)
        database.run("import", "--set", set, *options, path)
        model.add(read_file(path, options), set)
        times = {(one["set"], one["location"]): one["at"] for one in database.items()}
        for one in model.items:
            # An item whose time the file doesn't know has the time of the import.
            at = times.get((one["set"], one["location"]), 0)
            if one["at"] is None and start <= at <= time.time() * 1000:
                one["at"] = at


def round_trip(database, items, format, folder):
    """Exports items, and reads them with the programs of others and tagflow; returns what differs."""
    readers, loss, needs_location, name = FORMATS[format]
    path = pathlib.Path(folder, f"exported.{format}")
    errors = database.run("export", "--format", format, "-o", path)[1]
    kept = [one for one in items if one["location"] or not needs_location]
    skipped = sum(map(int, re.findall(r"(\d+) items? without a location", errors)))
    yield f"says that it skipped {skipped} items" if skipped != len(items) - len(kept) else None
    text = path.read_bytes().decode()
    for reader in readers:
        yield difference(reader(text), [loss(one) for one in kept])
    if name:
        other, model = Database(database.tagflow, folder, f"from-{format}"), Model()
        for one in map(loss, kept):
            model.add([one], one["set"] or "default")
        other.run("import", "--from", name, path)
        found = other.items()
        problem = difference(found, model.items)
        yield problem and f"imported again: {problem}"
        other.run("import", "--from", name, path)
        yield "a second import changes items" if other.items() != found else None


def problems(tagflow, case):
    with tempfile.TemporaryDirectory() as folder:
        database, model = Database(tagflow, folder, "tags"), Model()
        fill_in(database, model, *CASES[case], folder)
        yield "import", difference(database.items(), model.items)
        change(database, model, RARE_EDITS if case == "rare" else EDITS)
        items = database.items()
        yield "edits", difference(items, model.items)
        for format in FORMATS:
            for problem in round_trip(database, items, format, folder):
                yield format, problem


def main(tagflow, *cases):
    failed = False
    for case in cases or CASES:
        found = [f"FAILED {case}: {step}: {problem}" for step, problem in problems(tagflow, case) if problem]
        failed |= bool(found)
        print("\n".join(found) or f"ok {case}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
