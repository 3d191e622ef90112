"""Reads files of bookmarks without tagflow: with Beautiful Soup, a client of Pinboard, markdown-it, csv and json."""

import csv
import datetime
import http.server
import io
import json
import re
import threading

import bs4
import markdown_it
import pinboard.pinboard

BROWSER_FOLDERS = ["personal_toolbar_folder", "unfiled_bookmarks_folder"]
BLOCKS = ["bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close", "list_item_close", "bullet_list_close"]


def item(location, title, note, tags, at, set=None):
    """An item; `at` is in milliseconds since 1970, or None if the file doesn't know it."""
    return {"location": location, "title": title, "note": note, "tags": tags, "at": at, "set": set}


def milliseconds(text):
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return round((time - datetime.datetime.fromtimestamp(0, datetime.timezone.utc)) / datetime.timedelta(milliseconds=1))


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
        threading.Thread(target=server.serve_forever, args=[0.01]).start()
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
        # The comment at the beginning.
        if token.type == "html_block":
            continue
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


def read_file(path, options):
    """The items of a file of another program, read without tagflow."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        return [post | {"title": post["title"] or ""} for post in read_pinboard(text)]
    if path.suffix == ".csv":
        return [item(row["url"], row["title"], row["note"], [tag.strip() for tag in row["tags"].split(",") if tag.strip()],
                     milliseconds(row["created"])) for row in csv.DictReader(io.StringIO(text, newline=""))]
    return [link | {"tags": link["tags"] + link["folders"] * ("--folders" in options)} for link in read_netscape(text)]
