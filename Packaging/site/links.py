"""Finds links of a site that have no target."""

import html.parser
import pathlib
import urllib.parse


class Page(html.parser.HTMLParser):
    """The links of a page, and the identifiers that links can lead to."""

    def __init__(self, text):
        super().__init__()
        self.links, self.identifiers = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.identifiers |= {values[name] for name in ("id", "name") if values.get(name)}
        self.links += [values[name] for name in ("href", "src", "srcset") if values.get(name)]


def broken(folder):
    """The problems of the links between the pages and files of a folder, one line each."""
    pages = {path: Page(path.read_text()) for path in sorted(folder.rglob("*.html")) if "swift" not in path.relative_to(folder).parts[:1]}
    return sorted({problem for path, page in pages.items() for link in page.links if (problem := missing(folder, path, link, pages))})


def missing(folder, path, link, pages):
    address = urllib.parse.urlsplit(link)
    # The page for addresses that don't exist has absolute links, for any depth.
    if address.scheme or address.netloc or path.name == "404.html":
        return None
    base = folder if address.path.startswith("/") else path.parent
    target = pathlib.Path(urllib.parse.unquote(address.path).lstrip("/"))
    found = (base / target).resolve() if address.path else path
    if found.is_dir():
        found = found / "index.html"
    name = path.relative_to(folder)
    if not found.is_file():
        return f"{name}: '{link}' has no target"
    if address.fragment and found in pages and urllib.parse.unquote(address.fragment) not in pages[found].identifiers \
            and address.fragment not in ("only-light", "only-dark"):
        return f"{name}: '{link}' has no such section"
    return None
