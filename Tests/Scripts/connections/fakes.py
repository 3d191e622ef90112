"""Small servers that behave as linkding, Paperless-ngx and Karakeep do, and check that each request is one they document.

A request that isn't is answered with 400 and kept in `errors`. A fault changes what happens to requests that match it.
"""

import datetime
import http.server
import json
import os
import pathlib
import re
import sys
import threading
import time
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from openapi import OpenAPI  # noqa: E402

TOKEN = "a-token-of-the-tests-0123456789"


class Fault:
    """Changes the responses to requests: `action` is a status, `cut` (after the change was made), or a function."""

    def __init__(self, pattern, action, times=1, headers=None, skip=0):
        self.pattern, self.action, self.times = re.compile(pattern), action, times
        self.headers, self.skip = headers or {}, skip


class Answer(Exception):
    """A response."""

    def __init__(self, status, body=None, headers=None):
        self.status, self.body, self.headers = status, body, headers or {}


class Cut(Exception):
    """The connection ends without a response."""


class Fake:
    """The part that all programs share."""

    authorization = f"Token {TOKEN}"
    # The program's OpenAPI document, if the environment names it.
    interface = None

    def __init__(self):
        self.faults, self.errors, self.requests = [], [], []
        self.lock = threading.RLock()
        self.running = self.most_running = 0
        self.delay = 0
        fake = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def handle_any(self):
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                with fake.lock:
                    fake.running += 1
                    fake.most_running = max(fake.most_running, fake.running)
                try:
                    time.sleep(fake.delay)
                    try:
                        fake.answer(self.command, self.path, dict(self.headers), body)
                    except Answer as answer:
                        data = answer.body if isinstance(answer.body, bytes) else (
                            b"" if answer.body is None else json.dumps(answer.body).encode())
                        self.send_response(answer.status)
                        for name, value in answer.headers.items():
                            self.send_header(name, value)
                        self.send_header("Content-Type", "application/json")
                        self.send_header("Content-Length", str(len(data)))
                        self.end_headers()
                        self.wfile.write(data)
                    except Cut:
                        self.close_connection = True
                except OSError:
                    self.close_connection = True
                finally:
                    with fake.lock:
                        fake.running -= 1

            do_GET = do_POST = do_PATCH = do_DELETE = do_PUT = handle_any

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, address):
                # A killed client ends its connections.
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wrong(self, text):
        self.errors.append(text)
        raise Answer(400, {"detail": text})

    def answer(self, method, target, headers, body):
        path, _, query = target.partition("?")
        request = f"{method} {target}"
        fault = None
        with self.lock:
            self.requests.append(request)
            for found in self.faults:
                if found.times > 0 and found.pattern.search(request):
                    if found.skip > 0:
                        found.skip -= 1
                        continue
                    found.times -= 1
                    fault = found
                    break
        if fault and callable(fault.action):
            fault.action()
        elif fault and fault.action != "cut":
            raise Answer(fault.action, {"detail": "as the test wants"}, fault.headers)
        with self.lock:
            try:
                if headers.get("Authorization") != self.authorization:
                    raise Answer(401, {"detail": "Invalid token."})
                if not headers.get("Accept", "").startswith("application/json"):
                    self.wrong(f"{request} accepts {headers.get('Accept')!r}")
                if body and headers.get("Content-Type") != "application/json":
                    self.wrong(f"{request} has the type {headers.get('Content-Type')!r}")
                values = urllib.parse.parse_qs(query, keep_blank_values=True, strict_parsing=bool(query))
                if any(len(value) > 1 for value in values.values()):
                    self.wrong(f"{request} repeats a parameter")
                values = {name: value[0] for name, value in values.items()}
                content = json.loads(body) if body else None
                if self.interface and (problem := self.interface.problem_of_request(method, target, content)):
                    self.wrong(f"{request}: {problem}")
                self.handle(method, path, values, content)
            except Answer as answer:
                problem = self.interface and self.interface.problem_of_response(
                    method, target, answer.status, answer.body)
                if problem:
                    self.errors.append(f"the response to {request}: {problem}")
                if fault:
                    raise Cut from None
                raise
            self.wrong(f"unknown request {request}")

    def require(self, values, allowed, where):
        unknown = set(values) - set(allowed)
        if unknown:
            self.wrong(f"{where} has unknown parameters {unknown}")

    @staticmethod
    def now():
        return datetime.datetime.now(datetime.timezone.utc).isoformat().replace("+00:00", "Z")


class FakeLinkding(Fake):
    """linkding 1.46: https://linkding.link/api/"""

    def __init__(self, items=()):
        super().__init__()
        self.bookmarks, self.tags, self.next_tag = {}, {}, 1
        for number, item in enumerate(items, 1):
            at = datetime.datetime.fromtimestamp(item["added"], datetime.timezone.utc)
            self.bookmarks[number] = {
                "id": number, "url": item["url"], "title": item["title"], "description": item["description"],
                "notes": item["notes"], "is_archived": item["archived"], "unread": item["unread"], "shared": False,
                "tags": [self.tag(name) for name in item["tags"]], "web_archive_snapshot_url": "", "favicon_url": None,
                "date_added": at.isoformat().replace("+00:00", "Z"),
                "date_modified": at.isoformat().replace("+00:00", "Z")}

    def tag(self, name):
        for number, known in self.tags.items():
            if known.lower() == name.lower():
                return number
        self.tags[self.next_tag] = name
        self.next_tag += 1
        return self.next_tag - 1

    def shown(self, bookmark):
        shown = {name: value for name, value in bookmark.items() if name != "tags"}
        shown["tag_names"] = sorted(self.tags[tag] for tag in bookmark["tags"])
        return shown

    def names(self):
        """The lowercase names of the tags of each bookmark by location."""
        return {item["url"]: sorted(self.tags[tag].lower() for tag in item["tags"])
                for item in self.bookmarks.values()}

    def listing(self, elements, values, where):
        self.require(values, {"limit", "offset", "sort", "modified_since"}, where)
        limit, offset = int(values.get("limit", 100)), int(values.get("offset", 0))
        raise Answer(200, {"count": len(elements), "next": "http://elsewhere.invalid/" if elements[offset + limit:] else None,
                           "previous": None, "results": elements[offset:offset + limit]})

    def handle(self, method, path, values, body):
        if method == "GET" and path in ("/api/bookmarks/", "/api/bookmarks/archived/"):
            found = [item for item in self.bookmarks.values() if item["is_archived"] == path.endswith("archived/")]
            if since := values.get("modified_since"):
                moment = datetime.datetime.fromisoformat(since.replace("Z", "+00:00"))
                found = [item for item in found
                         if datetime.datetime.fromisoformat(item["date_modified"].replace("Z", "+00:00")) > moment]
            found.sort(key=lambda item: item["date_added"], reverse=values.get("sort") != "added_asc")
            self.listing(_Shown(found, self.shown), values, path)
        if method == "GET" and path == "/api/tags/":
            self.listing([{"id": number, "name": name, "date_added": "2026-01-01T00:00:00Z"}
                          for number, name in self.tags.items()], values, path)
        if match := re.fullmatch(r"/api/bookmarks/(\d+)/", path):
            self.require(values, (), path)
            bookmark = self.bookmarks.get(int(match[1]))
            if bookmark is None:
                raise Answer(404, {"detail": "No Bookmark matches the given query."})
            if method == "GET":
                raise Answer(200, self.shown(bookmark))
            if method == "PATCH":
                if set(body) != {"tag_names"} or not all(isinstance(name, str) for name in body["tag_names"]):
                    self.wrong(f"PATCH changes {body}")
                names = [part.strip().replace(" ", "-") for name in body["tag_names"] for part in name.split(",")]
                if any(len(name) > 64 or not name for name in names):
                    raise Answer(500, {"detail": "a name is too long"})
                bookmark["tags"] = sorted({self.tag(name) for name in names})
                bookmark["date_modified"] = self.now()
                raise Answer(200, self.shown(bookmark))
        if (match := re.fullmatch(r"/api/tags/(\d+)/", path)) and method == "DELETE":
            number = int(match[1])
            if number not in self.tags:
                raise Answer(404, {"detail": "No Tag matches the given query."})
            del self.tags[number]
            for bookmark in self.bookmarks.values():
                bookmark["tags"] = [tag for tag in bookmark["tags"] if tag != number]
            raise Answer(204)


class _Shown:
    """A list whose elements are converted when they are read."""

    def __init__(self, elements, convert):
        self.elements, self.convert = elements, convert

    def __len__(self):
        return len(self.elements)

    def __getitem__(self, part):
        return [self.convert(element) for element in self.elements[part]]


class FakePaperless(Fake):
    """Paperless-ngx 2.20: https://docs.paperless-ngx.com/api/, version 9."""

    def __init__(self, documents=(), tags=()):
        super().__init__()
        self.tags = {number: dict({"is_inbox_tag": False, "matching_algorithm": 1}, **tag)
                     for number, tag in enumerate(tags, 1)}
        self.documents = {}
        for number, document in enumerate(documents, 1):
            self.documents[number] = dict(
                {"id": number, "notes": [], "created": "2026-01-02", "modified": self.now(), "locked": False},
                **document)

    def number(self, name):
        return next(number for number, tag in self.tags.items() if tag["name"] == name)

    def names(self):
        return {item["title"]: sorted(self.tags[tag]["name"] for tag in item["tags"] if tag in self.tags)
                for item in self.documents.values()}

    def page(self, elements, values):
        size, number = int(values.get("page_size", 25)), int(values.get("page", 1))
        start = (number - 1) * size
        if start and start >= len(elements):
            raise Answer(404, {"detail": "Invalid page."})
        more = start + size < len(elements)
        raise Answer(200, {
            "count": len(elements), "next": "http://elsewhere.invalid/?page=2" if more else None, "previous": None,
            "all": [element["id"] for element in elements], "results": elements[start:start + size]})

    def shown(self, document, fields):
        known = {"id", "title", "content", "tags", "created", "modified", "notes"}
        wanted = set(fields.split(",")) if fields else known
        if wanted - known:
            self.wrong(f"unknown fields {wanted - known}")
        return {name: document[name] for name in wanted}

    def handle(self, method, path, values, body):
        if method == "GET" and path == "/api/tags/":
            self.require(values, {"ordering", "page", "page_size"}, path)
            self.page([dict(tag, id=number, document_count=sum(number in item["tags"] for item in self.documents.values()))
                       for number, tag in sorted(self.tags.items(), key=lambda pair: pair[1]["name"].lower())], values)
        if method == "POST" and path == "/api/tags/":
            if set(body) != {"name", "matching_algorithm"} or body["matching_algorithm"] != 0:
                self.wrong(f"a new tag is {body}")
            if any(tag["name"] == body["name"] for tag in self.tags.values()):
                raise Answer(400, {"name": ["This field must be unique."]})
            number = max(self.tags, default=0) + 1
            self.tags[number] = {"name": body["name"], "is_inbox_tag": False, "matching_algorithm": 0}
            raise Answer(201, dict(self.tags[number], id=number, document_count=0))
        if method == "GET" and path == "/api/documents/":
            self.require(values, {"ordering", "page", "page_size", "fields", "modified__gt"}, path)
            found = sorted(self.documents.values(), key=lambda item: item["id"])
            if since := values.get("modified__gt"):
                moment = datetime.datetime.fromisoformat(since.replace("Z", "+00:00"))
                found = [item for item in found
                         if datetime.datetime.fromisoformat(item["modified"].replace("Z", "+00:00")) > moment]
            self.page([self.shown(item, values.get("fields")) for item in found], values)
        if method == "GET" and (match := re.fullmatch(r"/api/documents/(\d+)/", path)):
            self.require(values, {"fields"}, path)
            if int(match[1]) not in self.documents:
                raise Answer(404, {"detail": "No Document matches the given query."})
            raise Answer(200, self.shown(self.documents[int(match[1])], values.get("fields")))
        if method == "POST" and path == "/api/documents/bulk_edit/":
            parameters = body.get("parameters", {})
            if set(body) != {"documents", "method", "parameters"} or body["method"] != "modify_tags" \
                    or set(parameters) != {"add_tags", "remove_tags"}:
                self.wrong(f"bulk_edit gets {body}")
            for tag in parameters["add_tags"] + parameters["remove_tags"]:
                if tag not in self.tags:
                    raise Answer(400, {"parameters": [f"tag {tag} doesn't exist"]})
            for number in body["documents"]:
                document = self.documents.get(number)
                if document is None:
                    raise Answer(400, {"documents": ["Some documents don't exist or were specified twice."]})
                if document["locked"]:
                    raise Answer(403, {"detail": "Insufficient permissions"})
                # As in Paperless, the time of the document doesn't change.
                document["tags"] = sorted(
                    set(document["tags"]) - set(parameters["remove_tags"]) | set(parameters["add_tags"]))
            raise Answer(200, {"result": "OK"})
        if method == "DELETE" and (match := re.fullmatch(r"/api/tags/(\d+)/", path)):
            number = int(match[1])
            del self.tags[number]
            for document in self.documents.values():
                document["tags"] = [tag for tag in document["tags"] if tag != number]
            raise Answer(204)


class FakeKarakeep(Fake):
    """Karakeep 0.32: its OpenAPI document, which KARAKEEP_OPENAPI names to check requests and responses against it."""

    authorization = f"Bearer {TOKEN}"
    interface = OpenAPI(path, "/api/v1") if (path := os.environ.get("KARAKEEP_OPENAPI")) else None

    def __init__(self, items=()):
        super().__init__()
        self.bookmarks, self.tags = {}, {}
        for number, item in enumerate(items, 1):
            identifier = f"bk{number:022d}"
            self.bookmarks[identifier] = {
                "id": identifier, "createdAt": f"2026-01-{number % 28 + 1:02d}T00:00:00.000Z",
                "modifiedAt": "2026-02-01T00:00:00.000Z", "title": None, "archived": False, "favourited": False,
                "taggingStatus": "success", "summarizationStatus": None, "embeddingStatus": None, "note": None,
                "summary": None, "userId": "u1", "assets": [],
                "tags": {self.tag(name): by for name, by in item["tags"].items()}, "content": item["content"]}

    def tag(self, name):
        for identifier, known in self.tags.items():
            if known == name:
                return identifier
        identifier = f"tag{len(self.tags) + 1}"
        self.tags[identifier] = name
        return identifier

    def names(self):
        return {item["content"].get("url") or item["id"]: sorted(self.tags[tag] for tag in item["tags"])
                for item in self.bookmarks.values()}

    def shown(self, item, has_content):
        content = item["content"] if has_content == "true" else {
            name: value for name, value in item["content"].items() if name != "htmlContent"}
        tags = [{"id": tag, "name": self.tags[tag], "attachedBy": by} for tag, by in item["tags"].items()]
        return dict(item, tags=tags, content=content)

    def handle(self, method, path, values, body):
        path = path.removeprefix("/api/v1")
        if method == "GET" and path == "/bookmarks":
            self.require(values, {"sortOrder", "includeContent", "limit", "cursor"}, path)
            limit, start = int(values.get("limit", 20)), int(values.get("cursor", "at 0")[3:])
            if limit > 100 or values.get("includeContent", "false") not in ("true", "false"):
                self.wrong(f"parameters {values}")
            found = list(self.bookmarks.values())
            raise Answer(200, {
                "bookmarks": [self.shown(item, values.get("includeContent")) for item in found[start:start + limit]],
                "nextCursor": f"at {start + limit}" if start + limit < len(found) else None})
        if method == "GET" and path == "/tags":
            self.require(values, {"sort", "limit", "cursor", "nameContains", "attachedBy"}, path)
            limit, start = int(values.get("limit", 1000)), int(values.get("cursor", "0"))
            uses = {tag: sum(tag in item["tags"] for item in self.bookmarks.values()) for tag in self.tags}
            found = [{"id": tag, "name": name, "numBookmarks": uses[tag], "numBookmarksByAttachedType": {}}
                     for tag, name in self.tags.items()]
            raise Answer(200, {"tags": found[start:start + limit],
                               "nextCursor": str(start + limit) if start + limit < len(found) else None})
        if method == "GET" and (match := re.fullmatch(r"/bookmarks/(\w+)", path)):
            self.require(values, {"includeContent"}, path)
            if match[1] not in self.bookmarks:
                raise Answer(404, {"code": "NOT_FOUND", "message": "Bookmark not found"})
            raise Answer(200, self.shown(self.bookmarks[match[1]], values.get("includeContent")))
        if match := re.fullmatch(r"/bookmarks/(\w+)/tags", path):
            self.require(values, (), path)
            if match[1] not in self.bookmarks:
                raise Answer(404, {"code": "NOT_FOUND", "message": "Bookmark not found"})
            item = self.bookmarks[match[1]]
            if set(body) != {"tags"} or any(set(tag) != {"tagName"} for tag in body["tags"]) or not body["tags"]:
                self.wrong(f"tags are {body}")
            tags = [self.tag(tag["tagName"]) for tag in body["tags"]]
            item["modifiedAt"] = self.now()
            if method == "POST":
                item["tags"].update({tag: "human" for tag in tags})
                raise Answer(200, {"attached": tags})
            if method == "DELETE":
                for tag in tags:
                    item["tags"].pop(tag, None)
                raise Answer(200, {"detached": tags})
        if method == "DELETE" and (match := re.fullmatch(r"/tags/(\w+)", path)):
            del self.tags[match[1]]
            for item in self.bookmarks.values():
                item["tags"].pop(match[1], None)
            raise Answer(204)
