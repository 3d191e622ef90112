#!/usr/bin/env python3
"""The Add view in Chromium: real keys, a real server, and after each step what the database says.

  add_cases.py FOLDER [CASE…]     as page_cases.py
"""

import base64
import http.server
import json
import threading
import time
import urllib.parse
import urllib.request

import page_cases
from browser import Failure, Page, eventually
from page_cases import AXE, Walk

MOVIES = ["Metropolis", "Stalker", "Solaris", "Alien", "Vertigo", "Psycho", "Heat", "Ran", "Ikiru", "Brazil", "Fargo", "Akira", "Paprika", "Dune"]


class AddWalk(Walk):
    """A server with some movies, and pages that add to them."""

    def fill(self):
        self.start()
        for number, title in enumerate(MOVIES):
            self.api("POST", "items", {"title": f"{title} - IMDb", "location": f"https://www.imdb.com/title/{number}", "tags": ["movie", "imdb"]})
        self.api("POST", "items", {"title": "The Matrix", "location": "https://www.imdb.com/title/tt0133093", "tags": ["movie", "seen"],
                                   "note": "seen twice", "at": "2009-05-01T10:00:00Z"})
        self.kill()

    def add(self, query="", page=None, **size):
        """The Add view for an address."""
        page = page or self.signed_in(**size)
        page.go(f"{self.url}/add" + (f"?{urllib.parse.urlencode(query)}" if query else ""))
        page.until("!!document.querySelector('#tags input') && !!document.querySelector('.top')")
        return page

    def items(self, query=""):
        return self.api("GET", f"items?{urllib.parse.urlencode({'q': query, 'lenient': 'true'})}")["items"]

    def item(self, location):
        return self.api("GET", f"items/lookup?{urllib.parse.urlencode({'location': location})}")["item"]

    def expect_item(self, location, **fields):
        self.expect(lambda: {name: (self.item(location) or {}).get(name) for name in fields}, fields, location)


def value(page, field):
    return page.ask(f"document.getElementById('{field}').value")


def tags(page):
    return page.ask("[...document.querySelectorAll('#tags .chip bdi')].map((tag) => tag.textContent)")


def likely(page):
    return page.ask("[...document.querySelectorAll('.chip.likely bdi')].map((tag) => tag.textContent)")


def notice(page, text):
    page.until(f"(document.querySelector('.notice:not([hidden])')?.innerText ?? '').includes({json.dumps(text)})")


def to_tags(page):
    page.ask("document.querySelector('#tags input').focus()")


def fill(page, field, text):
    page.ask(f"document.getElementById('{field}').focus(), document.getElementById('{field}').select()")
    page.send("Input.insertText", text=text)


def add_takes_likely_suggestions_with_one_key(walk):
    page = walk.add()
    assert page.ask("document.activeElement.id") == "location", "the cursor is in the first field"
    page.type("https://www.imdb.com/title/99")
    page.key("Enter")
    page.until("!!document.activeElement.closest('#tags')")
    assert page.text("#place") == "imdb.com", "the host is shown, and a click edits the address"
    assert page.ask("!document.querySelector('#fetch').checkVisibility()"), "this server reads no pages"
    fill(page, "title", "Rashomon - IMDb")
    before = page.ask("document.querySelector('#save').getBoundingClientRect().top")
    page.until("!!document.querySelector('.chip.likely')")
    time.sleep(0.5)
    assert page.ask("document.querySelector('#save').getBoundingClientRect().top") == before, "suggestions move nothing"
    assert page.ask("document.querySelector('.chip.likely').title") != "", "the tooltip has number and reason"
    assert "%" not in page.text("#suggested"), page.text("#suggested")
    wanted = likely(page)
    page.key("Enter"), page.key("Enter")
    eventually(lambda: tags(page) == wanted, what=f"Enter in the empty tag field takes {wanted}: {tags(page)}")
    page.type("kurosawa"), page.key("Enter")
    eventually(lambda: tags(page) == [*wanted, "kurosawa"])
    page.click("#add-note")
    fill(page, "note", "a note")
    page.key("Control+Enter")
    walk.expect_item("https://www.imdb.com/title/99", title="Rashomon - IMDb", note="a note")
    # The server lists tags by their age, and suggestions come best first.
    assert sorted(walk.item("https://www.imdb.com/title/99")["tags"]) == sorted([*wanted, "kurosawa"])
    assert walk.item("https://www.imdb.com/title/99")["set"] == "default", "the only ordinary set"
    notice(page, "Saved to default")
    assert [value(page, field) for field in ("location", "title", "note")] == ["", "", ""] and tags(page) == [], "the form is ready for the next item"
    page.click(".notice button")
    walk.expect(lambda: walk.item("https://www.imdb.com/title/99"), None, "Undo")
    assert not page.errors, page.errors


def add_takes_typed_text_and_single_suggestions(walk):
    page = walk.add({"title": "Dune - IMDb"})
    page.until("!!document.querySelector('.chip.likely')")
    page.ask("document.querySelector('.chip.likely').click()")
    eventually(lambda: len(tags(page)) == 1)
    assert tags(page)[0] not in likely(page), "a taken suggestion isn't offered"
    to_tags(page)
    page.type("mov"), page.key("Control+Enter")
    eventually(lambda: "mov" in tags(page), what="Ctrl+Enter takes the typed text")
    page.key("Control+Enter")
    walk.expect(lambda: "mov" in (walk.items("#mov") or [{"tags": []}])[0]["tags"], True, "typed text is kept")


def add_shows_a_saved_location_for_editing(walk):
    page = walk.add({"location": "https://www.imdb.com/title/tt0133093", "title": "Matrix (1999) - IMDb", "note": "a quote"})
    page.until("!!document.getElementById('known').textContent")
    assert (value(page, "title"), value(page, "note"), tags(page)) == ("The Matrix", "seen twice\n\na quote", ["movie", "seen"])
    assert "2009" in page.text("#known") and page.text("#save-text") == "Save changes"
    page.ask("[...document.querySelectorAll('#tags .remove')][1].click()")
    page.type("classic"), page.key("Enter"), page.key("Control+Enter")
    walk.expect_item("https://www.imdb.com/title/tt0133093", title="The Matrix", note="seen twice\n\na quote", tags=["movie", "classic"], at="2009-05-01T10:00:00Z")
    notice(page, "Changed")
    # A location that is typed on is another item.
    fill(page, "location", "https://www.imdb.com/title/tt0133093")
    page.until("document.getElementById('title').value === 'The Matrix'")
    page.type("/sequel")
    page.until("document.getElementById('title').value === '' && !document.getElementById('known').textContent")
    assert tags(page) == []


def add_is_the_share_target(walk):
    page = walk.add()
    manifest = page.send("Page.getAppManifest")
    assert not manifest["errors"] and manifest["data"], manifest
    target = json.loads(manifest["data"])["share_target"]
    names = target["params"]
    address = urllib.parse.urljoin(manifest["url"], target["action"])
    assert (address, target["method"]) == (f"{walk.url}/add", "GET"), address
    page.go(f"{address}?{urllib.parse.urlencode({names['title']: 'A page', names['text']: 'Look: https://a.example/x?y=1'})}")
    page.until("document.getElementById('title')?.value === 'A page'")
    assert (value(page, "location"), value(page, "note")) == ("https://a.example/x?y=1", "Look")
    # Suggestions move the button down.
    page.until("performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/suggestions?') && responseEnd > 0)")
    page.resize(360, 740, 2, is_touch=True)
    page.until("innerWidth === 360")
    page.ask("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    page.ask("document.getElementById('save').scrollIntoView({ block: 'center', behavior: 'instant' })")
    page.tap("#save")
    walk.expect_item("https://a.example/x?y=1", title="A page", note="Look", tags=[])


class Strict:
    """A page that allows nothing."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = "<title>Strict &amp; “safe”</title><p id=text>first words, and some more</p>".encode()
                self.send_response(200)
                for name, content in [("Content-Type", "text/html; charset=utf-8"), ("Content-Length", str(len(body))), ("Cross-Origin-Opener-Policy", "same-origin"),
                                      ("Content-Security-Policy", "default-src 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'")]:
                    self.send_header(name, content)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/page?q=1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()


def targets(walk):
    return json.load(urllib.request.urlopen(f"http://127.0.0.1:{walk.chromium.port}/json/list"))


def add_by_bookmarklet_from_a_strict_page(walk):
    page = walk.add()
    code = page.ask("document.getElementById('bookmarklet').href")
    with Strict() as strict:
        page.go(strict.url)
        page.ask("getSelection().selectAllChildren(document.getElementById('text'))")
        before = {target["id"] for target in targets(walk)}
        # As the bookmarks bar does: a navigation to the code, by the user.
        page.send("Page.navigate", url=code)
        if not eventually_or_none(lambda: {target["id"] for target in targets(walk)} - before, 3):
            page.send("Runtime.evaluate", expression=urllib.parse.unquote(code.removeprefix("javascript:")), userGesture=True)
        window = eventually(lambda: [target for target in targets(walk) if target["id"] not in before and "/add?" in target["url"]], what="a window opens")[0]
        form = Page(window["webSocketDebuggerUrl"])
        form.until("document.getElementById('title')?.value.startsWith('Strict')")
        assert (value(form, "location"), value(form, "title"), value(form, "note")) == (strict.url, "Strict & “safe”", "first words, and some more")
        assert form.ask("getComputedStyle(document.querySelector('.top')).display") == "none", "the window has the form only"
        form.until("!!document.activeElement?.closest('#tags')")
        form.type("strict"), form.key("Control+Enter"), form.key("Control+Enter")
        walk.expect_item(strict.url, title="Strict & “safe”", note="first words, and some more", tags=["strict"])
        eventually(lambda: window["id"] not in {target["id"] for target in targets(walk)}, what="the window closes")


def eventually_or_none(question, seconds):
    try:
        return eventually(question, seconds)
    except Failure:
        return None


def waits(page):
    return page.ask("document.querySelectorAll('#unsent:not([hidden]) li').length")


def add_offline_and_send_later(walk):
    page = walk.add()
    page.until("!!navigator.serviceWorker.controller")
    page.ask("navigator.serviceWorker.ready.then(() => new Promise((done) => setTimeout(done, 1000)))")
    walk.kill()
    walk.add({"location": "https://a.example/offline", "title": "Offline", "tag": "later"}, page=page)
    page.until("document.getElementById('status').innerText === 'Offline: will be sent'")
    page.key("Control+Enter")
    eventually(lambda: waits(page) == 1, what="one waits")
    notice(page, "will be sent")
    assert value(page, "location") == ""
    # A location that is saved already: the server's item is joined with what was captured.
    fill(page, "location", "https://www.imdb.com/title/tt0133093")
    page.ask("document.querySelector('#add-note').click()")
    fill(page, "note", "captured offline")
    to_tags(page)
    page.type("later"), page.key("Enter"), page.key("Control+Enter")
    eventually(lambda: waits(page) == 2, what="two wait")
    fill(page, "title", "Without a location")
    page.key("Control+Enter")
    eventually(lambda: waits(page) == 3, what="three wait")
    page.send("Page.reload")
    eventually(lambda: waits(page) == 3, what="they outlive a reload without the server")
    assert "3 items" in page.text("#unsent h2")
    walk.start()
    walk.expect(lambda: [item["title"] for item in walk.items("#later")], ["Offline", "The Matrix"], "sent by itself when the server is back")
    walk.expect_item("https://www.imdb.com/title/tt0133093", note="seen twice\n\ncaptured offline", tags=["movie", "seen", "later"])
    walk.expect(lambda: len(walk.items('"Without a location"')), 1)
    eventually(lambda: waits(page) == 0, what="nothing waits")
    page.send("Page.reload")
    time.sleep(1)
    assert len(walk.items()) == len(MOVIES) + 3, "nothing is sent twice"


def add_keeps_only_files_of_this_version(walk):
    page = walk.add()
    page.until("!!navigator.serviceWorker.controller")
    page.ask("caches.open('tagflow shell').then((cache) => cache.put('/assets/0/add.js', new Response('')))")
    page.send("Page.reload")
    kept = "caches.open('tagflow shell').then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname).join(' '))"
    eventually(lambda: "/assets/0/add.js" not in page.ask(kept), what="a file of an earlier version is dropped")
    eventually(lambda: "/add.js" in page.ask(kept), what="the files of this version are kept")


def add_sends_once_when_the_response_is_lost(walk):
    page = walk.add({"title": "Lost response", "tag": "once"})
    # Otherwise the service worker may send it before anyone sees that it waits.
    origin = page.ask("location.origin")
    page.send("Browser.setPermission", permission={"name": "background-sync"}, setting="denied", origin=origin)
    lost = []

    def paused(event):
        is_lost = event["request"]["method"] == "POST" and not lost
        if is_lost:
            lost.append(event)
            page.send("Fetch.failRequest", requestId=event["requestId"], errorReason="ConnectionReset")
        else:
            page.send("Fetch.continueRequest", requestId=event["requestId"])

    page.handlers["Fetch.requestPaused"] = paused
    page.send("Fetch.enable", patterns=[{"urlPattern": "*/api/v1/items", "requestStage": "Response"}])
    page.key("Control+Enter")
    eventually(lambda: lost and waits(page) == 1, what="it waits")
    walk.expect(lambda: len(walk.items("#once")), 1, "the server has it")
    page.click("#unsent > .second")
    eventually(lambda: waits(page) == 0, what="nothing waits")
    assert len(walk.items("#once")) == 1, "once"
    page.send("Browser.resetPermissions")


def add_shows_errors_next_to_their_fields(walk):
    page = walk.add()
    page.key("Control+Enter")
    page.until("!document.getElementById('location-wrong').hidden")
    fill(page, "location", "x" * 4_100)
    page.key("Control+Enter")
    page.until("!document.getElementById('location-wrong').hidden && document.getElementById('location-wrong').innerText.includes('accept')")
    assert page.ask("document.activeElement.id") == "location" and page.ask("document.activeElement.ariaInvalid") == "true"
    page.type("y")
    page.until("document.getElementById('location-wrong').hidden")
    assert waits(page) == 0, "what was refused is in the form and doesn't wait"


def add_keeps_drafts(walk):
    page = walk.add({"location": "https://a.example/draft"})
    fill(page, "title", "half a ti")
    to_tags(page)
    page.type("draft"), page.key("Enter")
    eventually(lambda: tags(page) == ["draft"])
    page.send("Page.reload")
    page.until("document.getElementById('title')?.value === 'half a ti'")
    eventually(lambda: tags(page) == ["draft"])
    page.until("document.getElementById('banner').innerText.includes('back')")
    page.click("#banner button")
    eventually(lambda: (value(page, "title"), tags(page)) == ("", []), what="start over")
    # Signed out meanwhile: the draft is there after signing in.
    fill(page, "title", "kept while signed out")
    page.send("Network.clearBrowserCookies")
    page.key("Control+Enter")
    page.until("!!document.getElementById('token')")
    token = walk.api("POST", "tokens", {"name": "again", "scope": "write"})["token"]
    page.ask(f"document.getElementById('token').value = {json.dumps(token)}")
    page.click(".sign-in .main")
    walk.expect(lambda: len(walk.items('"kept while signed out"')), 1, "sent after signing in")


def add_says_what_a_reader_may_not(walk):
    token = walk.api("POST", "tokens", {"name": "reader", "scope": "read"})["token"]
    page = walk.chromium.open()
    walk.pages.append(page)
    page.send("Network.clearBrowserCookies")
    page.go(f"{walk.url}/add")
    page.until("!!document.getElementById('token')")
    page.ask(f"document.getElementById('token').value = {json.dumps(token)}")
    page.click(".sign-in .main")
    page.until("document.getElementById('banner')?.innerText.includes('may read here')")
    assert not page.ask("document.getElementById('form').checkVisibility()"), "there is no form"


def add_keeps_items_while_the_server_has_a_problem(walk):
    page = walk.add({"title": "Problem", "tag": "problem"})
    body = json.dumps({"status": 503, "detail": "busy"})
    failing = [True]

    def paused(event):
        if failing[0] and event["request"]["method"] == "POST":
            page.send("Fetch.fulfillRequest", requestId=event["requestId"], responseCode=503, body=base64.b64encode(body.encode()).decode())
        else:
            page.send("Fetch.continueRequest", requestId=event["requestId"])

    page.handlers["Fetch.requestPaused"] = paused
    page.send("Fetch.enable", patterns=[{"urlPattern": "*/api/v1/items"}])
    page.key("Control+Enter")
    eventually(lambda: waits(page) == 1, what="it waits")
    failing[0] = False
    page.click("#unsent > .second")
    walk.expect(lambda: len(walk.items("#problem")), 1, "sent")


def rules_of_axe_for_the_form(walk):
    source = open(AXE).read()
    for query in [{}, {"location": "https://www.imdb.com/title/tt0133093"}, {"title": "Dune - IMDb", "location": "https://a.example/"}]:
        for size in [(1440, 900), (360, 740)]:
            page = walk.add(query, width=size[0], height=size[1])
            page.until("!document.querySelector('#tags input').disabled")
            time.sleep(0.5)
            for scheme in ["light", "dark"]:
                page.media(scheme=scheme)
                assert not (found := page.axe(source)), "\n".join(found)


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("add", "rules") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, _: AddWalk(chromium))


if __name__ == "__main__":
    main()
