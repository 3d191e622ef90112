#!/usr/bin/env python3
"""Sends a megabyte of combining marks in every field of every entrance, and measures how long the response takes.

Such a text is a single grapheme cluster, and putting its marks in order takes quadratic time unless the program bounds
their runs. One request of that kind must neither be slow nor delay others.

An entrance is the HTTP API, the APIs of other servers' clients, batches, imports, the assistant's and the editor's
protocol, the REPL, or the command line. The fields come from the OpenAPI document and the tools' schemas, so new ones are
tested without a change here. A round tries every tenth field of each entrance, from a random one on.

    marks.py --seconds 60
    marks.py --one http                                  # all fields of one entrance
    marks.py --one editor --size 100000 --every 5        # a fifth of them with less text, as in `make test`
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import unicodedata
import urllib.parse

import harness
import service

# A megabyte of a base and mixed marks, which normal forms reorder, and as much of plain letters. These are Cyrillic, so
# that they have two bytes like the marks, and neither text takes the shortcuts for ASCII.
SIZE = 1_000_000
# The longest argument of a program in Linux, less its terminator, and a query that fits into the longest URL.
ARGUMENT_SIZE = 128 * 1024 - 1_000
URL_SIZE = 60_000

# A response may take 50 ms. A debug build needs longer than that for a megabyte of letters, so it may also take three
# times as long as the same request with letters; quadratic work takes hundreds of times as long.
SECONDS = 0.05
FACTOR = 3


def marks(size=SIZE):
    return "e" + "\u0301\u0316" * ((size - 1) // 4)


def letters(size=SIZE):
    words = "море и небо "
    return words * (size // len(words.encode()))


# On a busy machine, a response counts as slow only if it is slow each time.
ATTEMPTS = 5


class Check:
    """Measures requests with marks against the same requests with letters.

    Of the fields of an entrance, it tries every so many, counted from `first`.
    """

    def __init__(self, game, size=SIZE, every=1, first=0):
        self.game = game
        self.size = size
        self.every = every
        self.first = first % every
        self.number = -1
        self.slow = []

    def compare(self, what, ask, size=SIZE):
        """Calls `ask` with marks and with letters."""
        self.number += 1
        if self.number % self.every != self.first or self.game.is_over:
            return
        self.game.tried("fields filled with marks")
        size = min(size, self.size)
        for attempt in range(ATTEMPTS):
            plain = self.measured(ask, letters(size))
            taken = self.measured(ask, marks(size))
            if taken <= max(SECONDS, FACTOR * plain):
                return
        self.slow.append(what)
        self.game.broke(f"{what}: marks took {taken * 1000:.0f} ms, letters {plain * 1000:.0f} ms",
                        f"marks.py --seed {self.game.seed} --rounds 1")

    @staticmethod
    def measured(ask, text):
        started = time.monotonic()
        ask(text)
        return time.monotonic() - started


# MARK: HTTP

def server(game):
    folder = game.resources.enter_context(tempfile.TemporaryDirectory(prefix="tagflow-hostile-"))
    started = service.Service(os.path.join(os.path.dirname(game.program), "tagflow-server"), folder).start()
    client = started.client()
    client.ask("POST", "/tags", {"tag": "sea", "sets": ["default"]})
    client.ask("POST", "/items", {"title": "by the sea", "tags": ["sea"], "location": "https://example.org/"})
    return started, client


def sample(schema, text, components):
    """A value for a schema with the text in each string; None if it has no strings."""
    if "$ref" in schema:
        return sample(components[schema["$ref"].split("/")[-1]], text, components)
    for choice in schema.get("anyOf", []):
        return sample(choice, text, components)
    if schema.get("type") == "string":
        return text
    if schema.get("type") == "array":
        item = sample(schema["items"], text, components)
        return None if item is None else [item]
    return None


def plain_value(name, schema, components):
    """A valid value of a required field."""
    value = sample(schema, "sea", components)
    if "enum" in schema:
        return schema["enum"][0]
    if value is not None:
        return value
    return {"boolean": True, "integer": 1, "number": 0.5}.get(schema.get("type"), 1)


def path_of(template, name="", text=""):
    """A path with the text as one parameter, and a usual value as the others."""
    for part in template.split("/"):
        if part.startswith("{"):
            parameter = part.strip("{}")
            usual = "1" if parameter == "id" else "default" if parameter == "set" else "sea"
            value = service.quoted(text) if parameter == name else usual
            template = template.replace(part, value)
    return "/" + template


def operations(document):
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and path not in ("/sign-out",) and not path.endswith(("/events", "/changes")):
                yield method.upper(), path, operation


# Header fields that any request may have.
HEADERS = ("Accept", "Accept-Language", "Accept-Encoding", "Authorization", "Cookie", "Origin", "Sec-Fetch-Site",
           "X-Forwarded-For", "X-Forwarded-Host", "X-Request-ID", "Range", "User-Agent")


def http(game, check):
    started, client = server(game)
    _, document = client.ask("GET", "//openapi.json")
    components = document["components"]["schemas"]
    for method, path, operation in operations(document):
        body_fields(check, client, method, path, operation, components)
        for parameter in operation.get("parameters", []):
            field(check, client, method, path, parameter)
    for name in HEADERS:
        field(check, client, "GET", "/items", {"name": name, "in": "header"})
    check.game.tried("responses of the server")
    status, _ = client.ask("GET", "/items/counts")
    if status != 200:
        game.broke(f"the server responds with {status} afterwards", f"marks.py --seed {game.seed} --rounds 1")
    started.end()


def body_fields(check, client, method, path, operation, components):
    content = operation.get("requestBody", {}).get("content", {})
    schema = content.get("application/json", {}).get("schema", {})
    while "$ref" in schema:
        schema = components[schema["$ref"].split("/")[-1]]
    properties = schema.get("properties", {})
    required = {name: plain_value(name, properties[name], components) for name in schema.get("required", [])}
    for name, kind in properties.items():
        if sample(kind, "", components) is None:
            continue
        check.compare(f"{method} {path}, field '{name}'", lambda text: client.ask(
            method, path_of(path), {**required, name: sample(kind, text, components)}))
    for type in content:
        if type == "application/json" and properties:
            check.compare(f"{method} {path}, an unknown field", lambda text: client.ask(
                method, path_of(path), {**required, text[:900]: text}))
            check.compare(f"{method} {path}, an unknown field as escapes", lambda text: client.ask(
                method, path_of(path), json.dumps({**required, next(iter(properties)): text[:130_000]})))
        elif not properties:
            check.compare(f"{method} {path}, a body of {type}", lambda text: client.ask(
                method, path_of(path), text.encode(), type))


def field(check, client, method, path, parameter):
    name, place = parameter["name"], parameter["in"]
    what = f"{method} {path}, {place} '{name}'"
    if place == "path":
        check.compare(what, lambda text: client.ask(method, path_of(path, name, text)), URL_SIZE // 6)
    elif place == "query":
        check.compare(what, lambda text: client.ask(
            method, path_of(path) + "?" + urllib.parse.urlencode({name: text})), URL_SIZE // 6)
    elif place == "header":
        check.compare(what, lambda text: client.ask(
            method, path_of(path), headers={name: text.encode().decode("latin-1")}), 12_000)


def batches(game, check):
    """Lines of suggestions, each of whose fields is a megabyte, and imports in each format of the server."""
    started, client = server(game)
    for name in ("query", "title", "location", "note", "text", "for", "id", "unknown"):
        check.compare(f"POST /suggestions, field '{name}'", lambda text: client.ask(
            "POST", "/suggestions", json.dumps({name: text}, ensure_ascii=False).encode(), "application/x-ndjson"))
    check.compare("POST /suggestions, a given tag", lambda text: client.ask(
        "POST", "/suggestions", json.dumps({"given": [text]}, ensure_ascii=False).encode(), "application/x-ndjson"))
    for name, body, type in imports():
        check.compare(f"POST /import, {name}", lambda text: client.ask(
            "POST", "/import?skip-invalid=true", body(text).encode(), type))
    started.end()


# MARK: Imports

NDJSON_FIELDS = ("title", "at", "tag", "set", "location", "note", "text", "view", "rule", "oneOf", "description")
NDJSON_LISTS = ("tags", "aliases", "sets", "distinct", "implies", "dismissed", "selected", "former", "folders")


def imports():
    """The formats that every import reads: a name, a function that writes a text, and the content type."""
    for name in NDJSON_FIELDS:
        yield f"NDJSON field '{name}'", (
            lambda text, name=name: json.dumps({"q": "sea", name: text}, ensure_ascii=False)), "application/x-ndjson"
    for name in NDJSON_LISTS:
        yield f"NDJSON list '{name}'", (lambda text, name=name: json.dumps(
            {"tag": "sea", name: [text]}, ensure_ascii=False)), "application/x-ndjson"
    yield "an escaped NDJSON field", (lambda text: json.dumps({"title": text})), "application/x-ndjson"
    yield "an unknown NDJSON field", (
        lambda text: json.dumps({text: 1, "tag": "sea"}, ensure_ascii=False)), "application/x-ndjson"
    for column in ("tag", "title", "location", "note", "time", "tags"):
        yield f"CSV column '{column}'", (lambda text, column=column: f"tag,{column}\nsea,{text}\n"), "text/csv"
    yield "a CSV header", (lambda text: f"tag,{text}\nsea,1\n"), "text/csv"
    yield "a Markdown task", (lambda text: f"- [x] {text}\n"), "text/markdown"
    yield "a Markdown heading", (lambda text: f"# {text}\n- [ ] sea\n"), "text/markdown"
    yield "a line of text", (lambda text: f"{text}\n"), "text/plain"


def files():
    """Files of other programs: a format of `import --from` and a function that writes a text."""
    head = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
    yield "netscape", lambda text: f'{head}<DT><A HREF="https://e.org/" TAGS="sea">{text}</A>\n'
    yield "netscape", lambda text: f'{head}<DT><A HREF="https://e.org/" TAGS="{text}">t</A>\n'
    yield "netscape", lambda text: f'{head}<DT><A HREF="https://e.org/{text}" TAGS="sea">t</A>\n'
    yield "netscape", lambda text: f"{head}<DT><H3>{text}</H3>\n<DL><p>\n<DT><A HREF=\"https://e.org/\">t</A>\n"
    yield "netscape", lambda text: f'{head}<DT><A HREF="https://e.org/">t</A>\n<DD>{text}\n'
    yield "netscape", lambda text: f'{head}<DT><A HREF="https://e.org/">' + "".join(
        f"&#{ord(letter)};" for letter in text[:125_000]) + "</A>\n"
    for name in ("href", "description", "extended", "tags", "time"):
        yield "pinboard", lambda text, name=name: json.dumps(
            [{"href": "https://e.org/", "description": "t", "tags": "sea", "time": "2026-01-02T03:04:05Z", name: text}])
    yield "bibtex", lambda text: "@book{k, title = {" + text + "}, keywords = {sea}, url = {https://e.org/}}\n"
    yield "bibtex", lambda text: "@book{k, title = {t}, keywords = {" + text + "}, url = {https://e.org/}}\n"


def notes():
    """Notes as `notes` and `import --from markdown` read them."""
    yield "front matter", lambda text: f"---\ntags: [{text}]\ntitle: t\n---\nsea\n"
    yield "front matter title", lambda text: f"---\ntitle: {text}\ntags: [sea]\n---\nsea\n"
    yield "front matter key", lambda text: f"---\n{text}: 1\ntags: [sea]\n---\nsea\n"
    yield "heading", lambda text: f"# {text}\n\n#sea\n"
    yield "hashtag", lambda text: f"#{text}\n"
    yield "body", lambda text: f"# t\n\n{text} #sea\n"


def org_notes():
    yield "keyword", lambda text: f"#+{text}: sea\n"
    yield "file tags", lambda text: f"#+filetags: :{text}:\n"
    yield "heading", lambda text: f"* {text} :sea:\n"
    yield "tag", lambda text: f"* sea :{text}:\n"


def read_files(game, check):
    with game.tagflow() as tagflow:
        tagflow.run("add", "sea")
        for name, body, type in imports():
            ending = {"application/x-ndjson": "ndjson", "text/csv": "csv", "text/markdown": "md", "text/plain": "txt"}[type]
            check.compare(f"import, {name}", lambda text: written(
                tagflow, f"f.{ending}", body(text), "import", "--skip-invalid", f"f.{ending}"))
        for number, (format, body) in enumerate(files()):
            check.compare(f"import --from {format}, case {number}", lambda text: written(
                tagflow, "f", body(text), "import", "--skip-invalid", "--from", format, "f"))
        os.mkdir(os.path.join(tagflow.folder, "notes"))
        for name, body in notes():
            check.compare(f"import of notes, {name}", lambda text: written(
                tagflow, "notes/a.md", body(text), "import", "--from", "markdown", "notes"))
            check.compare(f"notes, {name}", lambda text: written(tagflow, "notes/a.md", body(text), "notes", "notes"))
        os.mkdir(os.path.join(tagflow.folder, "org"))
        for name, body in org_notes():
            check.compare(f"notes of Org mode, {name}", lambda text: written(
                tagflow, "org/a.org", body(text), "notes", "org"))


def written(tagflow, name, text, *arguments):
    with open(os.path.join(tagflow.folder, name), "w") as file:
        file.write(text)
    return tagflow.run(*arguments)


# MARK: Commands

def commands():
    """Command lines with a text in each argument."""
    for words in ("add", "items", "suggest", "show", "rename sea", "merge sea", "new", "use", "drop", "select", "remove",
                  "delete", "alias sea", "imply sea", "items --set", "suggest --title", "suggest --location", "save",
                  "save sea --note", "tag --add sea", "unknown-command", "view q", "sets --unknown", "distinguish sea",
                  "edit-item 1 --title", "edit-item 1 --location", "add-item --tag sea", "export --format", "undo",
                  "import", "doctor --recover", "select --number", "pick --query", "tags"):
        yield words.split()
    yield []


def command_line(game, check):
    with game.tagflow() as tagflow:
        tagflow.run("add", "sea")
        for words in commands():
            check.compare(f"tagflow {' '.join(words)} TEXT", lambda text: tagflow.run(*words, text), ARGUMENT_SIZE)
        for words in ("suggest --batch -", "layout -", "add -", "import -"):
            check.compare(f"tagflow {words}, standard input", lambda text: tagflow.run(
                *words.split(), input=text.encode() + b"\n"))
        for name in VARIABLES:
            check.compare(f"the variable {name}", lambda text: tagflow.run(
                "items", environment={name: text}), ARGUMENT_SIZE)


VARIABLES = ("TAGFLOW_DATABASE", "XDG_DATA_HOME", "HOME", "LANG", "TERM", "COLUMNS", "NO_COLOR")


def repl(game, check):
    with game.tagflow() as tagflow:
        tagflow.run("add", "sea")
        for words in ("", "#", "add ", "items ", "rename sea ", "select ", "help ", "? ", "width ", "1-"):
            check.compare(f"the REPL, '{words}TEXT'", lambda text: tagflow.run(input=(words + text).encode() + b"\nquit\n"))


# MARK: Protocols

class Talk:
    """A running program that reads and writes messages."""

    def __init__(self, game, arguments, framed):
        self.framed = framed
        self.folder = game.resources.enter_context(tempfile.TemporaryDirectory(prefix="tagflow-hostile-"))
        environment = {"HOME": self.folder, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
                       "TAGFLOW_DATABASE": os.path.join(self.folder, "tags.sqlite")}
        subprocess.run([game.program, "add", "sea"], env=environment, capture_output=True, check=True)
        self.process = subprocess.Popen([game.program, *arguments], env=environment, cwd=self.folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0

    def ask(self, method, parameters, id=None):
        """Sends a request and returns its response."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number if id is None else id, "method": method, "params": parameters})
        while True:
            message = self.receive()
            if "method" not in message and message.get("id") in (self.number, None):
                return message

    def notify(self, method, parameters):
        self.send({"jsonrpc": "2.0", "method": method, "params": parameters})

    def send(self, message):
        text = json.dumps(message, ensure_ascii=False).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) if self.framed else text + b"\n")
        self.process.stdin.flush()

    def receive(self):
        if not self.framed:
            return json.loads(self.process.stdout.readline())
        length = 0
        while (line := self.process.stdout.readline().strip()):
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self.process.stdout.read(length))

    def end(self):
        self.process.stdin.close()
        # The program may still be writing, and a full pipe would keep it from ending.
        self.process.stdout.read()
        self.process.wait(60)


def assistant(game, check):
    talk = Talk(game, ["mcp", "--write"], framed=False)
    talk.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}})
    tools = talk.ask("tools/list", {})["result"]["tools"]
    for tool in tools:
        schema = tool["inputSchema"]
        properties = schema.get("properties", {})
        required = {name: plain_value(name, properties[name], {}) for name in schema.get("required", [])}
        for name, kind in properties.items():
            if sample(kind, "", {}) is not None:
                check.compare(f"tool {tool['name']}, argument '{name}'", lambda text: talk.ask("tools/call", {
                    "name": tool["name"], "arguments": {**required, name: sample(kind, text, {})}}))
        check.compare(f"tool {tool['name']}, an unknown argument", lambda text: talk.ask(
            "tools/call", {"name": tool["name"], "arguments": {text[:4_000]: text}}))
    check.compare("an unknown tool", lambda text: talk.ask("tools/call", {"name": text}))
    check.compare("an unknown method", lambda text: talk.ask(text, {}))
    check.compare("a resource", lambda text: talk.ask("resources/read", {"uri": text}))
    check.compare("a resource's cursor", lambda text: talk.ask(
        "resources/read", {"uri": "tagflow://tags?after=" + text}))
    check.compare("a revision", lambda text: talk.ask("initialize", {"protocolVersion": text}))
    talk.end()


def editor(game, check):
    talk = Talk(game, ["lsp"], framed=True)
    talk.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
    talk.notify("initialized", {})
    uri = "file://" + talk.folder + "/a.md"

    def opened(text, place, languages="markdown", address=uri):
        talk.notify("textDocument/didOpen", {"textDocument": {
            "uri": address, "languageId": languages, "version": 1, "text": text}})
        talk.ask(place, {"textDocument": {"uri": address}, "position": {"line": 0, "character": 2},
                         "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 2}},
                         "context": {"diagnostics": []}, "newName": "b", "query": ""})
        talk.notify("textDocument/didClose", {"textDocument": {"uri": address}})

    for place in ("completion", "hover", "definition", "references", "rename", "documentSymbol", "codeAction"):
        for name, body in notes():
            check.compare(f"textDocument/{place}, {name}", lambda text: opened(body(text), f"textDocument/{place}"))
    check.compare("a language", lambda text: opened("#sea", "textDocument/hover", text))
    check.compare("a URI", lambda text: opened("#sea", "textDocument/hover", "markdown", "file:///" + text))
    check.compare("workspace/symbol", lambda text: talk.ask("workspace/symbol", {"query": text}))
    check.compare("a command", lambda text: talk.ask("workspace/executeCommand", {"command": text}))
    check.compare("an argument of a command", lambda text: talk.ask(
        "workspace/executeCommand", {"command": "tagflow.add", "arguments": [text]}))
    check.compare("an unknown method", lambda text: talk.ask(text, {}))
    talk.end()


ENTRANCES = {entrance.__name__: entrance for entrance in
             (http, batches, read_files, command_line, repl, assistant, editor)}


def play(game):
    entrances = sorted(ENTRANCES)
    game.random.shuffle(entrances)
    for name in entrances:
        first = game.random.randrange(10)
        if not game.is_over:
            ENTRANCES[name](game, Check(game, every=10, first=first))


def test_itself(game):
    """A response that takes quadratic time is planted: sorting the marks of a text by insertion."""
    def quadratic(text):
        ordered = []
        for mark in (letter for letter in text[:4_000] if unicodedata.combining(letter)):
            place = len(ordered)
            while place and ordered[place - 1] > mark:
                place -= 1
            ordered.insert(place, mark)

    check = Check(game)
    check.compare("linear work", lambda text: text.count("e"))
    check.compare("quadratic work", quadratic)
    yield "quadratic work", check.slow == ["quadratic work"]


def run_one():
    """Measures one entrance; exits with 1 if a response was slow."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--one", choices=sorted(ENTRANCES), required=True)
    parser.add_argument("--size", type=int, default=SIZE, help="bytes of a text")
    parser.add_argument("--every", type=int, default=1, help="try every so many fields")
    parser.add_argument("--first", type=int, help="the first field to try (default: random)")
    parser.add_argument("--tagflow", default=harness.ROOT + "/.build/debug/tagflow", help="the program that is tried")
    options = parser.parse_args()
    first = random.randrange(options.every) if options.first is None else options.first
    command = f"--one {options.one} --size {options.size} --every {options.every} --first {first}"
    print(f"marks: {command}", flush=True)
    game = harness.Game("marks", os.path.abspath(options.tagflow), float("inf"))
    game.begin(0)
    with game.resources:
        ENTRANCES[options.one](game, Check(game, options.size, options.every, first))
    print(harness.table([game.results()]))
    sys.exit(1 if game.failures else 0)


if __name__ == "__main__":
    if "--one" in sys.argv:
        run_one()
    harness.main("marks", play, test_itself, __doc__)
