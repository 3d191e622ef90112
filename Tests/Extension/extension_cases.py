#!/usr/bin/env python3
"""The browser extension in Chromium: a real popup, a real server, and after each step what the database says.

  extension_cases.py FOLDER [CASE…]     FOLDER has tagflow and tagflow-server; AXE=axe.min.js adds the rules for accessibility

The browser's own dialogs for permissions can't be answered without a window. So the extension is loaded from a copy whose manifest has the optional
permissions that a case needs as permissions; the code asks for them all the same.
"""

import contextlib
import http.client
import http.server
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

import websocket

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(ROOT / "Tests" / "Scripts"))

from browser import Chromium, Failure, Page, eventually

PROGRAMS = ""
AXE = os.environ.get("AXE", "")
ADMIN = "the token of the tests"

ARTICLE = """<!DOCTYPE html><html lang="en"><head><title>Swift actors explained</title></head><body>
<nav>Home Blog Zebra navigation</nav>
<main><h1>Actors</h1><p id="first">An <b>act</b>or protects its state. The database is in another room.</p>
<script>"scriptword"</script><p hidden>hiddenword</p><p style="display: none">unseenword</p><textarea>typedword</textarea>
<p>""" + "filler " * 60 + """</p><p>""" + " ".join(f"word{number}" for number in range(1500)) + """</p></main>
<footer>footerword <a id="link" href="/linked">The <i>linked</i>
 page</a></footer></body></html>"""


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers without a log."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def handle(self):
        # A popup that closes ends its connections, and a case its server.
        with contextlib.suppress(OSError, http.client.HTTPException):
            super().handle()

    def reply(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


class Site:
    """Pages of somebody else, on another host than the server: localhost instead of 127.0.0.1."""

    def __enter__(self):
        class Pages(Handler):
            def do_GET(self):
                title = urllib.parse.unquote(self.path.strip("/")) or "Swift actors explained"
                body = ARTICLE if self.path in ("/", "/article") or self.path.startswith("/article?") else f"<title>{title}</title><p>{title}"
                self.reply(200, body.encode(), {"Content-Type": "text/html; charset=utf-8"})

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://localhost:{self.server.server_port}"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


class Proxy:
    """In front of the server: notes each request, can be stopped, and offers a page /connect if the server has none."""

    def __init__(self, target):
        self.target = target
        self.requests = []
        self.new_names = []
        self.is_down = False
        self.delay = 0
        proxy = self

        class Requests(Handler):
            def do_GET(self):
                proxy.forward(self)

            do_POST = do_PATCH = do_DELETE = do_PUT = do_HEAD = do_OPTIONS = do_GET

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Requests)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def paths(self, part=""):
        return [f"{method} {path}" for method, path, _, _ in self.requests if part in path]

    def forward(self, request):
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        self.requests.append((request.command, request.path, dict(request.headers), body))
        time.sleep(self.delay)
        if self.is_down:
            request.close_connection = True
            return
        path = request.path
        file = {"/connect": "connect_page.html", "/connect_page.js": "connect_page.js"}.get(path.split("?")[0])
        status, content, headers = self.ask(request, path, body)
        if status == 404 and file:
            kind = "text/html" if file.endswith("html") else "text/javascript"
            request.reply(200, (FOLDER / file).read_bytes(), {
                "Content-Type": f"{kind}; charset=utf-8", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin",
                "X-Frame-Options": "DENY", "Content-Security-Policy": "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"})
            return
        if self.new_names and "/suggestions" in path and status == 200 and request.command == "POST":
            content = json.dumps({**json.loads(content), "newNames": self.new_names}).encode() + b"\n"
        with contextlib.suppress(OSError):
            request.reply(status, content, headers)

    def ask(self, request, path, body):
        headers = {name: value for name, value in request.headers.items() if name.lower() not in ("accept-encoding", "connection", "content-length")}
        forwarded = urllib.request.Request(self.target + path, body or None, headers, method=request.command)
        try:
            response = urllib.request.build_opener(NoRedirect).open(forwarded, timeout=30)
        except urllib.error.HTTPError as error:
            response = error
        kept = {name: value for name, value in response.headers.items() if name.lower() not in ("content-length", "transfer-encoding", "connection", "date")}
        return response.status, response.read(), kept


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Browser:
    """A browser with the extension, which cases with the same permissions share one after another."""

    def __init__(self, permissions, is_allowed, stack):
        self.folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        self.chromium = stack.enter_context(Chromium(1000, 900, arguments=[
            f"--load-extension={self.copy(permissions, is_allowed)}", "--disable-features=DisableLoadExtensionCommandLineSwitch", "--enable-unsafe-extension-debugging"]))
        worker = eventually(lambda: self.target("background.js"), 20, "the extension starts")
        self.id = worker["url"].split("/")[2]
        version = json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.chromium.port}/json/version"))
        self.socket = websocket.create_connection(version["webSocketDebuggerUrl"], suppress_origin=True)
        stack.callback(self.socket.close)
        self.is_new = True

    def copy(self, permissions, is_allowed):
        """Copies the extension, with the permissions of the case."""
        copy = pathlib.Path(self.folder) / "Extension"
        # A release has its archive here.
        shutil.copytree(os.environ.get("EXTENSION", ROOT / "Extension"), copy)
        manifest = json.loads((copy / "manifest.json").read_text())
        manifest["permissions"] += permissions
        manifest["optional_permissions"] = [name for name in manifest["optional_permissions"] if name not in permissions]
        if is_allowed:
            manifest["host_permissions"] = ["http://127.0.0.1/*"]
        (copy / "manifest.json").write_text(json.dumps(manifest))
        return copy

    def targets(self):
        return json.load(urllib.request.urlopen(f"http://127.0.0.1:{self.chromium.port}/json/list"))

    def target(self, part, without="//nothing"):
        return next((target for target in self.targets() if part in target["url"] and without not in target["url"]), None)

    def command(self, method, **parameters):
        self.socket.send(json.dumps({"id": 1, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == 1:
                if "error" in answer:
                    raise Failure(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def options(self):
        """Opens the options of an extension that nobody has used, in the only tab."""
        if not self.is_new:
            self.start_again()
        self.is_new = False
        others = [target["id"] for target in self.targets() if target["type"] == "page"]
        page = self.chromium.open(f"chrome-extension://{self.id}/options.html")
        for target in others:
            self.command("Target.closeTarget", targetId=target)
        return page

    def start_again(self):
        """Forgets what the extension stores and knows."""
        page = self.chromium.open(f"chrome-extension://{self.id}/options.html")
        page.send("Network.clearBrowserCookies")
        page.ask("Promise.all([chrome.storage.local.clear(), chrome.storage.session.clear()])")
        page.close()
        # Its page is closed with it.
        self.command("Extensions.loadUnpacked", path=str(pathlib.Path(self.folder) / "Extension"))


class Walk:
    """A server on a new database, and a browser with the extension."""

    def __init__(self, browser):
        self.browser = browser
        self.chromium, self.id = browser.chromium, browser.id
        self.stack = contextlib.ExitStack()

    def __enter__(self):
        try:
            return self.begin()
        except BaseException:
            self.stack.close()
            raise

    def begin(self):
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        self.database = os.path.join(self.folder, "tags.sqlite")
        self.cli("new", "reading", "programming", "swift", "database", "movie", "film-noir", "work")
        self.start()
        self.proxy = Proxy(self.server)
        self.stack.callback(self.proxy.close)
        self.site = self.stack.enter_context(Site())
        for number in (1, 2, 3):
            self.api("POST", "items", {"title": f"Swift concurrency {number}", "location": f"https://swift.example/{number}", "tags": ["swift", "programming"]})
        self.options = self.browser.options()
        return self

    def __exit__(self, *_):
        self.stack.close()

    def start(self):
        process = subprocess.Popen([os.path.join(PROGRAMS, "tagflow-server"), "--database", self.database, "--listen", "127.0.0.1:0"], stderr=subprocess.PIPE,
                                   stdout=subprocess.DEVNULL, text=True, env={"HOME": self.folder, "PATH": "/usr/bin:/bin", "TAGFLOW_ADMIN_TOKEN": ADMIN})
        self.stack.callback(process.wait)
        self.stack.callback(process.kill)
        self.server = process.stderr.readline().split()[-1]
        self.link = process.stderr.readline().split()[-1]
        threading.Thread(target=process.stderr.read, daemon=True).start()

    def cli(self, *arguments):
        return subprocess.run([os.path.join(PROGRAMS, "tagflow"), "--database", self.database, *arguments], capture_output=True, text=True,
                              env={"HOME": self.folder, "PATH": "/usr/bin:/bin"}).stdout

    def api(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api/v1/{path}", data, {"Authorization": f"Bearer {ADMIN}", "Content-Type": "application/json"}, method=method)
        answer = urllib.request.urlopen(request).read()
        return json.loads(answer) if answer else None

    def tokens(self):
        return [token["id"] for token in self.api("GET", "tokens")["tokens"]]

    # What the database says

    def items(self):
        """Title, location, note and tags of all items but the first three, newest last."""
        connection = sqlite3.connect(self.database)
        try:
            names = dict(connection.execute("SELECT id, name FROM tag"))
            rows = connection.execute("SELECT title, location, note, tag_ids FROM item WHERE id > 3 ORDER BY id").fetchall()
        finally:
            connection.close()
        return [(title, location, note or "", {names[int.from_bytes(ids[place:place + 4], "little")] for place in range(0, len(ids), 4)}) for title, location, note, ids in rows]

    def saved(self, count=1):
        """The newest item, once there are as many."""
        eventually(lambda: len(self.items()) >= count, 10, f"{count} items")
        return self.items()[-1]

    # The browser

    def page_url(self, name):
        return f"chrome-extension://{self.id}/{name}"

    def target(self, part, without="//nothing"):
        return self.browser.target(part, without)

    def connect(self, **settings):
        """Stores what a connection stores."""
        token = self.api("POST", "tokens", {"name": "test", "scope": settings.pop("scope", "write")})["token"]
        stored = {"base": self.proxy.url, "token": token, **settings}
        self.options.ask(f"chrome.storage.local.set({json.dumps(stored)})")
        self.proxy.requests.clear()

    def visit(self, path="/article"):
        page = self.chromium.open(self.site.url + path if path.startswith("/") else path)
        page.send("Page.bringToFront")
        return page

    def popup(self, url=None, until="!document.querySelector('#capture').hidden && document.querySelector('#location').value"):
        """Clicks the toolbar button over the tab in front."""
        tabs = self.browser.command("Target.getTargets", filter=[{"type": "tab"}])["targetInfos"]
        tab = next(tab for tab in tabs if (url or self.site.url) in tab["url"] and tab["embedderData"]["tabActive"])
        self.browser.command("Extensions.triggerAction", id=self.id, targetId=tab["targetId"])
        target = eventually(lambda: self.target("popup.html"), 10, "the popup opens")
        popup = Page(target["webSocketDebuggerUrl"])
        if until:
            popup.until(until)
        return popup

    def tab_id(self, part):
        return self.options.ask(f"chrome.tabs.query({{}}).then((tabs) => tabs.find((tab) => (tab.url ?? tab.pendingUrl ?? '').includes({json.dumps(part)}))?.id)")

    def active_tab_id(self):
        return self.options.ask("chrome.tabs.query({ active: true, lastFocusedWindow: true }).then(([tab]) => tab.id)")

    def badge(self, tab):
        return self.options.ask(f"chrome.action.getBadgeText({{ tabId: {tab} }})")

    def is_closed(self):
        eventually(lambda: self.target("popup.html") is None, 5, "the popup closes")

    def in_background(self, script):
        """Runs a script in the background of the extension."""
        target = eventually(lambda: self.target("background.js"), 10, "the background runs")
        socket = websocket.create_connection(target["webSocketDebuggerUrl"], suppress_origin=True)
        try:
            socket.send(json.dumps({"id": 1, "method": "Runtime.evaluate", "params": {"expression": script, "awaitPromise": True, "returnByValue": True}}))
            while True:
                answer = json.loads(socket.recv())
                if answer.get("id") == 1:
                    assert "exceptionDetails" not in answer["result"], answer
                    return answer["result"]["result"].get("value")
        finally:
            socket.close()


def tags(popup):
    return popup.ask("[...document.querySelectorAll('#tags .chip bdi')].map((tag) => tag.textContent)")


def suggested(popup, selector="#suggested .chip:not(.new) bdi"):
    return popup.ask(f"[...document.querySelectorAll({json.dumps(selector)})].map((tag) => tag.textContent)")


def options(popup):
    return popup.ask("[...document.querySelectorAll('#tags .options:not([hidden]) li bdi')].map((tag) => tag.textContent)")


def typed_text(popup):
    return popup.ask("document.querySelector('#tags input').value")


def to_tags(popup):
    popup.ask("document.querySelector('#tags input').focus()")


def value(popup, name):
    return popup.ask(f"document.getElementById({json.dumps(name)}).value")


def expect(question, wanted, what=""):
    try:
        eventually(lambda: question() == wanted, 8)
    except Failure:
        raise Failure(f"{what}: {question()!r} and not {wanted!r}") from None


def button(page, text):
    """Returns the middle of a button with a text, once it's shown and works."""
    script = (f"(() => {{ const found = [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === {json.dumps(text)} && each.checkVisibility() && "
              "!each.disabled)?.getBoundingClientRect(); return found ? [found.x + found.width / 2, found.y + found.height / 2] : null; })()")
    return eventually(lambda: page.ask(script), 10, f"a button {text!r}")


# MARK: The popup

def popup_captures_and_saves(walk):
    walk.connect()
    page = walk.visit()
    page.ask("getSelection().selectAllChildren(document.querySelector('#first'))")
    popup = walk.popup()
    assert value(popup, "title") == "Swift actors explained" and value(popup, "location") == walk.site.url + "/article"
    assert value(popup, "note") == "An actor protects its state. The database is in another room.", value(popup, "note")
    popup.until("document.querySelectorAll('#suggested .chip').length > 0")
    assert "swift" in suggested(popup), suggested(popup)
    assert "title has “swift”" in popup.ask("document.querySelector('#suggested .chip').title")
    assert popup.ask("getComputedStyle(document.querySelector('#location')).fontSize") in ("14px", "15px"), "Chromium's 75 % are gone"
    # The first 1,000 words of what is seen of the page.
    sent = json.loads(next(body for method, path, _, body in walk.proxy.requests if "suggestions" in path))
    words = sent["text"].split()
    assert sent["text"].startswith("Actors\nAn actor protects"), sent["text"][:80]
    assert 990 < len(words) <= 1000 and not {"scriptword", "hiddenword", "unseenword", "typedword", "navigation", "footerword"} & set(words), (len(words), words[:20])
    assert popup.ask("!!document.activeElement.closest('#tags')"), "the tag field has the focus"
    assert popup.ask("document.querySelector('#set').selectedOptions[0].text").startswith("in "), "the set is next to Save"
    popup.ask("[...document.querySelectorAll('#suggested .chip')].find((chip) => chip.textContent === 'swift').click()")
    expect(lambda: tags(popup), ["swift"], "one click")
    popup.key("Control+Enter")
    assert walk.saved() == ("Swift actors explained", walk.site.url + "/article", "An actor protects its state. The database is in another room.", {"swift"}), walk.items()
    walk.is_closed()
    assert not popup.errors, popup.errors
    assert walk.badge(walk.active_tab_id()) == "✓"
    # The text was evidence.
    assert walk.api("POST", "items", {"title": "x", "location": "https://x.example/", "tags": ["work"]})
    found = walk.api("GET", "suggestions?title=y&text=word5%20word6%20word7%20word8%20protects")["suggestions"]
    assert found[0]["tag"] == "swift" and "similar" in found[0]["because"][0], found[0]


def popup_takes_likely_tags_with_enter_and_saves_with_the_next(walk):
    walk.connect()
    walk.visit("/Swift concurrency 4")
    popup = walk.popup()
    popup.until("!!document.querySelector('#suggested .likely')")
    time.sleep(0.5)
    likely = suggested(popup, "#suggested .likely bdi")
    assert likely and "swift" in likely, suggested(popup)
    popup.key("Enter")
    expect(lambda: tags(popup), likely, "Enter takes all likely tags")
    assert "added" in popup.text("#live")
    popup.until("!document.querySelector('#suggested .likely')")
    popup.key("Enter")
    assert walk.saved()[3] == set(likely)


def popup_shows_saved_page(walk):
    walk.api("POST", "items", {"title": "Mine", "location": walk.site.url + "/article", "note": "my note", "tags": ["work"]})
    walk.connect()
    page = walk.visit()
    page.ask("getSelection().selectAllChildren(document.querySelector('h1'))")
    popup = walk.popup(until="!!document.querySelector('#known-link')")
    assert "Saved on" in popup.text("#known") and popup.ask("document.querySelector('#known-link').href") == f"{walk.proxy.url}/items/4"
    assert (value(popup, "title"), value(popup, "note"), tags(popup)) == ("Mine", "my note\n\nActors", ["work"])
    assert popup.text("#save-text") == "Save changes"
    # Changed elsewhere meanwhile: what this form doesn't change stays.
    walk.api("PATCH", "items/4", {"title": "Ours", "add": ["movie"]})
    to_tags(popup)
    popup.type("swift")
    popup.key("Enter")
    popup.key("Control+Enter")
    expect(lambda: walk.items(), [("Ours", walk.site.url + "/article", "my note\n\nActors", {"work", "movie", "swift"})], "only the changes")
    walk.is_closed()


def popup_keeps_item_when_saved_before_lookup(walk):
    walk.api("POST", "items", {"title": "Mine", "location": walk.site.url + "/article", "note": "my note", "tags": ["work"]})
    walk.connect()
    walk.visit()
    walk.proxy.delay = 1
    popup = walk.popup()
    popup.type("movie,")
    popup.key("Control+Enter")
    expect(lambda: walk.items(), [("Mine", walk.site.url + "/article", "my note", {"work", "movie"})], "the saved item keeps its tags and note")


def popup_field_follows_the_rule_of_enter(walk):
    walk.cli("select", "movie")
    walk.api("PUT", "tags/movie/aliases/film")
    walk.connect()
    walk.visit()
    popup = walk.popup()
    # Letters within a tag are never taken with Enter.
    for typed in ["gram", "ork", "draw"]:
        popup.type(typed)
        eventually(lambda: options(popup)[:1] == [f"Create “{typed}”"], 5, f"create comes first: {options(popup)}")
        popup.key("Enter")
    expect(lambda: tags(popup), ["gram", "ork", "draw"], "new tags")
    popup.key("ArrowLeft"), popup.key("End")
    for _ in range(3):
        popup.key("Backspace")
    assert tags(popup) == []
    # The best tag that begins so is taken, and Backspace brings the text back.
    popup.type("progr")
    eventually(lambda: options(popup) == ["programming", "Create “progr”"], 5, f"{options(popup)}")
    popup.key("Enter")
    expect(lambda: tags(popup), ["programming"], "the best beginning")
    popup.key("Backspace")
    assert tags(popup) == [] and typed_text(popup) == "progr", typed_text(popup)
    popup.key("Control+a"), popup.key("Backspace")
    # An alias takes its tag, also before the options are there.
    popup.type("film")
    popup.key("Enter")
    expect(lambda: tags(popup), ["movie"], "the alias")
    popup.type("SWIFT,")
    expect(lambda: tags(popup), ["movie", "swift"], "a comma takes an equal key")
    # The gray completion, and Tab or → to take it.
    popup.type("data")
    popup.until("document.querySelector('#tags .completion').textContent === 'database'")
    popup.key("Tab")
    expect(lambda: tags(popup), ["movie", "swift", "database"], "Tab")
    popup.type("progr")
    popup.until("document.querySelector('#tags .completion').textContent === 'programming'")
    popup.key("ArrowRight")
    expect(lambda: tags(popup)[-1], "programming", "→")
    # An arrow key chooses any option.
    popup.type("noir")
    eventually(lambda: "film-noir" in options(popup), 5)
    for _ in range(options(popup).index("film-noir")):
        popup.key("ArrowDown")
    popup.key("Enter")
    expect(lambda: tags(popup)[-1], "film-noir", "arrow keys")
    # What is there already is shown, not added again.
    popup.type("swift")
    popup.key("Enter")
    popup.until("document.querySelectorAll('.flash').length === 1 && document.querySelector('#live').textContent.includes('already')")
    # Ctrl+Enter takes the typed text, and saves in the empty field.
    popup.type("later")
    popup.key("Control+Enter")
    popup.key("Control+Enter")
    assert walk.saved()[3] == {"movie", "swift", "database", "programming", "film-noir", "later"}, walk.items()


def popup_offers_the_known_variant(walk):
    walk.connect()
    walk.visit()
    popup = walk.popup()
    popup.type("databases")
    popup.key("Enter")
    popup.until("!document.querySelector('#tags .hint').hidden")
    assert "“databases” is new; use “database” (0 uses)?" in popup.text("#tags .hint"), popup.text("#tags .hint")
    assert tags(popup) == ["databases"]
    popup.key("Tab")
    expect(lambda: tags(popup), ["database"], "Tab swaps")
    popup.type("movies")
    popup.key("Enter")
    popup.until("!document.querySelector('#tags .hint').hidden")
    popup.click("#tags .hint button")
    expect(lambda: tags(popup), ["database", "movie"], "a click swaps")
    popup.type("swfit")
    popup.key("Enter")
    popup.until("!document.querySelector('#tags .hint').hidden")
    assert "“swfit” is new; use “swift” (3 uses)?" in popup.text("#tags .hint"), popup.text("#tags .hint")
    popup.key("Tab")
    expect(lambda: tags(popup), ["database", "movie", "swift"], "the same rule as the command line's")
    # Another letter makes a short word another word.
    popup.type("wort")
    popup.key("Enter")
    expect(lambda: tags(popup)[-1], "wort", "new")
    time.sleep(0.3)
    assert popup.ask("document.querySelector('#tags .hint').hidden")
    popup.key("Control+Enter")
    assert walk.saved()[3] == {"database", "movie", "swift", "wort"}


def popup_lists_new_names_apart(walk):
    walk.proxy.new_names = ["actors", {"name": "rooms"}]
    walk.connect()
    walk.visit()
    popup = walk.popup()
    popup.until("!!document.querySelector('#suggested .new')")
    assert suggested(popup, "#suggested .new bdi") == ["actors", "rooms"] and "actors" not in suggested(popup)
    popup.click("#suggested .new")
    expect(lambda: tags(popup), ["actors"], "one click")
    expect(lambda: suggested(popup, "#suggested .new bdi"), ["rooms"], "the rest")
    popup.key("Control+Enter")
    assert walk.saved()[3] == {"actors"}


def popup_keeps_what_was_entered(walk):
    walk.connect()
    walk.visit()
    popup = walk.popup()
    popup.type("swift,data")
    time.sleep(0.6)
    popup.ask("window.close()")
    walk.is_closed()
    popup = walk.popup()
    expect(lambda: tags(popup), ["swift"], "the draft")
    assert typed_text(popup) == "data"
    popup.key("Control+Enter")
    popup.key("Control+Enter")
    assert walk.saved()[3] == {"swift", "data"}
    walk.is_closed()
    popup = walk.popup(until="!!document.querySelector('#known-link')")
    assert sorted(tags(popup)) == ["data", "swift"] and typed_text(popup) == ""


def popup_says_what_went_wrong(walk):
    walk.connect()
    walk.visit()
    walk.proxy.is_down = True
    popup = walk.popup(until="!document.querySelector('#trouble').hidden")
    assert "doesn't respond" in popup.text("#trouble"), popup.text("#trouble")
    popup.type("swift")
    popup.key("Enter")
    expect(lambda: tags(popup), ["swift"], "the field works without the server")
    popup.key("Control+Enter")
    time.sleep(0.5)
    assert walk.items() == [] and not popup.ask("document.querySelector('#save').disabled")
    walk.proxy.is_down = False
    popup.key("Control+Enter")
    assert walk.saved()[3] == {"swift"}
    walk.is_closed()
    walk.connect(token="tf_wrong")
    walk.options.ask("chrome.storage.local.set({ token: 'tf_wrong' })")
    popup = walk.popup(until="!document.querySelector('#trouble').hidden")
    assert "Connect again" in popup.text("#trouble")
    popup.ask("window.close()")
    walk.is_closed()
    walk.connect(scope="read")
    walk.visit("/other")
    popup = walk.popup()
    popup.key("Control+Enter")
    popup.until("document.querySelector('#form-wrong').textContent.includes('write')")
    assert len(walk.items()) == 1


def popup_needs_a_connection(walk):
    walk.visit()
    popup = walk.popup(until="!document.querySelector('#welcome').hidden")
    assert "Not connected" in popup.text("#welcome") and popup.ask("document.querySelector('#capture').hidden")
    assert walk.proxy.requests == []


def popup_on_pages_of_the_browser(walk):
    walk.connect()
    page = walk.visit("chrome://version/")
    popup = walk.popup("chrome://version", until="!document.querySelector('#trouble').hidden")
    assert value(popup, "location") == "" and "internal to the browser" in popup.text("#trouble")
    popup.ask("window.close()")
    walk.is_closed()
    page.close()


def popup_composes(walk):
    walk.cli("add", "跑步")
    walk.connect()
    walk.visit()
    popup = walk.popup()
    for step in ["p", "pao", "pao bu"]:
        popup.send("Input.imeSetComposition", text=step, selectionStart=len(step), selectionEnd=len(step))
        popup.send("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", windowsVirtualKeyCode=229)
    assert tags(popup) == []
    popup.send("Input.insertText", text="跑步")
    expect(lambda: options(popup)[:1], ["跑步"], "searched after composing")
    popup.key("Enter")
    expect(lambda: tags(popup), ["跑步"], "taken")


# MARK: Links

CLICK = "chrome.contextMenus.onClicked.dispatch({ menuItemId: 'save-link', linkUrl: %s, frameId: 0, editable: false }, { id: %d })"


def link_is_saved_from_the_menu(walk):
    walk.connect(asksForTags=False)
    # A page that the extension may read without a click on its menu, which can't be made without a window.
    site = walk.site.url.replace("localhost", "127.0.0.1")
    walk.visit(site + "/article")
    tab = walk.active_tab_id()
    location = site + "/linked"
    walk.in_background(CLICK % (json.dumps(location), tab))
    saved = walk.saved()
    assert saved == ("The linked page", location, "", set()), saved
    expect(lambda: walk.badge(tab), "+", "says that it was saved")
    expect(lambda: walk.badge(tab), "", "for a moment")
    # Once more changes nothing.
    walk.api("PATCH", "items/4", {"add": ["work"]})
    walk.in_background(CLICK % (json.dumps(location), tab))
    expect(lambda: walk.badge(tab), "=", "already saved")
    assert len(walk.items()) == 1 and walk.items()[0][3] == {"work"}
    walk.proxy.is_down = True
    walk.in_background(CLICK % (json.dumps(location + "2"), tab))
    expect(lambda: walk.badge(tab), "!", "says that it failed")
    assert "doesn't respond" in walk.options.ask(f"chrome.action.getTitle({{ tabId: {tab} }})")


def link_opens_the_form(walk):
    walk.connect()
    walk.visit()
    location = walk.site.url + "/linked"
    walk.in_background(CLICK % (json.dumps(location), walk.active_tab_id()))
    target = eventually(lambda: walk.target("popup.html?"), 10, "the form opens")
    form = Page(target["webSocketDebuggerUrl"])
    form.until("document.querySelector('#capture')?.hidden === false")
    assert value(form, "location") == location
    to_tags(form)
    form.type("work")
    form.key("Enter")
    form.key("Control+Enter")
    assert walk.saved()[1:] == (location, "", {"work"}), walk.items()
    eventually(lambda: walk.target("popup.html?") is None, 5, "the window closes")


def link_menu_is_there(walk):
    # Only an entry that is there can be updated.
    expect(lambda: walk.options.ask(
        "new Promise((done) => chrome.contextMenus.update('save-link', {}, () => done(chrome.runtime.lastError?.message ?? '')))"), "", "the entry")


# MARK: The badge

def badge_is_off_by_default(walk):
    walk.connect()
    walk.visit()
    time.sleep(0.5)
    assert walk.proxy.paths("lookup") == [], walk.proxy.paths()
    assert not walk.options.ask("document.querySelector('#shows-badge').checked")
    assert "every page you visit" in walk.options.text("#badge-about")
    assert "tabs" not in walk.options.ask("chrome.permissions.getAll()")["permissions"]


def badge_marks_saved_pages(walk):
    walk.api("POST", "items", {"title": "Mine", "location": walk.site.url + "/saved", "tags": ["work"]})
    walk.connect()
    walk.options.send("Page.bringToFront")
    walk.options.until("!document.querySelector('#set').disabled")
    walk.options.click("#shows-badge")
    expect(lambda: walk.options.ask("chrome.storage.local.get('showsBadge')"), {"showsBadge": True}, "turned on")
    page = walk.visit("/saved#part")
    tab = walk.tab_id("/saved")
    expect(lambda: walk.badge(tab), "✓", "a saved page")
    assert all("%23" not in path for path in walk.proxy.paths("lookup")), walk.proxy.paths("lookup")
    page.go(walk.site.url + "/unknown")
    expect(lambda: walk.badge(tab), "", "another page")
    popup = walk.popup()
    popup.key("Control+Enter")
    walk.saved(2)
    expect(lambda: walk.badge(tab), "✓", "after saving")
    # An address that changes without loading.
    page.ask("history.pushState(null, '', '/saved')")
    page.ask("history.pushState(null, '', '/third')")
    expect(lambda: walk.badge(tab), "", "after pushState")
    walk.options.send("Page.bringToFront")
    before = len(walk.proxy.paths("lookup"))
    walk.options.ask("chrome.storage.local.set({ showsBadge: false })")
    page.send("Page.bringToFront")
    page.go(walk.site.url + "/fourth")
    time.sleep(0.5)
    assert len(walk.proxy.paths("lookup")) == before, "nothing is looked up once it is off"


badge_marks_saved_pages.permissions = ["tabs"]


# MARK: Options and connecting

def options_take_a_token(walk):
    page = walk.options
    page.send("Page.bringToFront")
    token = walk.api("POST", "tokens", {"name": "hand", "scope": "write"})["token"]
    walk.cli("new", "films", "drama")
    for address, problem in [("ftp://x", "Enter the server's address"), (walk.proxy.url, "doesn't accept the token")]:
        page.ask(f"document.querySelector('#base').value = {json.dumps(address)}; document.querySelector('#by-hand').open = true; document.querySelector('#token').value = 'tf_wrong'")
        page.click("#use-token")
        page.until(f"document.querySelector('#trouble').textContent.includes({json.dumps(problem)})")
    page.ask(f"document.querySelector('#token').value = {json.dumps(token)}")
    page.click("#use-token")
    page.until(f"document.querySelector('#status').textContent === 'Connected to {walk.proxy.url}'")
    assert value(page, "token") == ""
    page.until("document.querySelector('#set').options.length > 2")
    page.ask("(() => { const set = document.querySelector('#set'); set.value = 'reading'; set.dispatchEvent(new Event('change')); })()")
    walk.cli("use", "films")
    walk.visit()
    popup = walk.popup()
    popup.key("Control+Enter")
    walk.saved()
    assert walk.api("GET", "items/4")["set"] == "reading"
    assert all(headers.get("Cookie") is None for _, _, headers, _ in walk.proxy.requests)
    page.send("Page.bringToFront")
    page.ask("document.querySelector('#disconnect').scrollIntoView()")
    page.click("#disconnect")
    expect(lambda: page.ask("chrome.storage.local.get(['base', 'token'])"), {"base": "", "token": ""}, "forgotten")
    page.ask("document.querySelector('#base').value = 'http://tags.example'; document.querySelector('#base').dispatchEvent(new Event('input'))")
    assert "isn't encrypted" in page.text("#exposed")


def options_connect(walk):
    # The cookie is sent to the proxy, too: cookies know no ports.
    page = walk.chromium.open(walk.link.replace(walk.server, walk.proxy.url))
    page.close()
    assert "Alt+Shift+S" in walk.options.text("#shortcut"), walk.options.text("#shortcut")
    walk.options.send("Page.bringToFront")
    walk.options.ask(f"document.querySelector('#base').value = {json.dumps(walk.proxy.url + '/')}")
    walk.options.click("#connect")
    target = eventually(lambda: walk.target("/connect?"), 10, "the page for connecting opens")
    connect = Page(target["webSocketDebuggerUrl"])
    approve = button(connect, "Approve")
    assert walk.options.ask("chrome.storage.local.get('token')") == {}
    connect.click(approve)
    connect.until("document.body.innerText.includes('Connected')")
    stored = walk.options.ask("chrome.storage.local.get(['base', 'token'])")
    assert stored["base"] == walk.proxy.url and stored["token"].startswith("tf_"), stored
    assert walk.options.ask("chrome.storage.session.get('connecting')") == {}, "the state works once"
    # Signing in has made a token of its own.
    assert [token["scope"] for token in walk.api("GET", "tokens")["tokens"] if " on " in token["name"]] == ["write"], walk.api("GET", "tokens")
    assert stored["token"] not in connect.ask("document.documentElement.outerHTML + location.href + JSON.stringify(localStorage) + JSON.stringify(sessionStorage)")
    walk.options.until("document.querySelector('#status').textContent.startsWith('Connected')")
    walk.visit()
    popup = walk.popup()
    popup.key("Control+Enter")
    walk.saved()


def options_connect_gives_attackers_nothing(walk):
    page = walk.chromium.open(walk.link.replace(walk.server, walk.proxy.url))
    page.close()
    # Another site opens the page with its own state, and says that the extension is there.
    evil = walk.visit()
    state = "A" * 43
    known = walk.tokens()
    evil.send("Runtime.evaluate", userGesture=True, expression=f"(() => {{ window.opened = open('{walk.proxy.url}/connect?client=extension&version=1&name=x&scope=write&state={state}'); "
             f"setInterval(() => {{ try {{ opened.postMessage({{ type: 'tagflow-connect-ready', state: '{state}' }}, '*') }} catch {{}} }}, 50) }})()")
    target = eventually(lambda: walk.target("/connect?"), 10, "the page opens")
    connect = Page(target["webSocketDebuggerUrl"])
    connect.until("document.body.innerText.includes('Open this page with')")
    assert "Approve" not in connect.text()
    connect.close()
    # The page that the extension opened takes no token from its address or from others.
    walk.options.send("Page.bringToFront")
    walk.options.ask(f"chrome.runtime.sendMessage({{ type: 'connect', base: {json.dumps(walk.proxy.url)} }})")
    target = eventually(lambda: walk.target("/connect?", without=state), 10, "the page opens")
    connect = Page(target["webSocketDebuggerUrl"])
    button(connect, "Approve")
    connect.ask("window.postMessage({ type: 'tagflow-connect-approved', state: 'B'.repeat(43), token: 'tf_evil', base: location.origin }, location.origin)")
    own = connect.ask("new URLSearchParams(location.search).get('state')")
    connect.ask(f"window.postMessage({{ type: 'tagflow-connect-approved', state: {json.dumps(own)}, token: 'tf_evil', base: 'https://evil.example' }}, location.origin)")
    time.sleep(0.5)
    assert walk.options.ask("chrome.storage.local.get('token')") == {}
    assert walk.tokens() == known
    # No page can send messages to the extension, or load its files.
    assert connect.ask("typeof chrome === 'undefined' || !chrome.runtime?.sendMessage")
    assert connect.ask(f"fetch('{walk.page_url('options.html')}').then(() => 'read', () => 'refused')") == "refused"


def options_without_access_say_so(walk):
    walk.connect()
    walk.visit()
    popup = walk.popup(until="!document.querySelector('#trouble').hidden")
    assert "has no access to" in popup.text("#trouble"), popup.text("#trouble")
    popup.ask("window.close()")


options_without_access_say_so.is_allowed = False


# MARK: All pages

def pages_have_no_errors_and_fit(walk):
    walk.proxy.new_names = ["actors"]
    walk.connect()
    walk.visit()
    popup = walk.popup()
    popup.until("!!document.querySelector('#suggested .new')")
    popup.type("da")
    eventually(lambda: options(popup), 5)
    pages = {"popup": popup, "options": walk.options}
    for name, page in pages.items():
        assert not page.errors, (name, page.errors)
        assert page.ask("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
        assert page.ask("[...document.querySelectorAll('button, input, select, textarea')].filter((each) => each.checkVisibility() && !each.labels?.length && "
                        "!each.ariaLabel && !each.textContent.trim()).map((each) => each.id || each.className)") == [], f"{name} has controls without names"
        if folder := os.environ.get("PICTURES"):
            page.picture(f"{folder}/{name}.png")
        if AXE:
            assert not (found := page.axe(open(AXE).read())), "\n".join(found)
    box = next(node for node in popup.tree() if node.role == "combobox" and node.name == "Tags")
    assert box.name == "Tags" and box.states.get("expanded"), box


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("popup", "link", "badge", "options", "pages") and "_" in name and callable(case)}


def main():
    global PROGRAMS
    PROGRAMS = os.path.abspath(sys.argv[1])
    failed = []
    browsers = {}
    with contextlib.ExitStack() as stack:
        for name in sys.argv[2:] or CASES:
            begin = time.monotonic()
            case = CASES[name]
            wanted = (tuple(getattr(case, "permissions", [])), getattr(case, "is_allowed", True))
            try:
                if wanted not in browsers:
                    browsers[wanted] = Browser(*wanted, stack)
                with Walk(browsers[wanted]) as walk:
                    case(walk)
                print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Exception:
                failed.append(name)
                print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
