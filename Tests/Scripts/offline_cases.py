#!/usr/bin/env python3
"""The page without its server, in Chromium: what is found and changed there, and how it is merged later.

  offline_cases.py FOLDER [CASE…]     as page_cases.py
"""

import contextlib
import json
import re
import time
import urllib.parse
import urllib.request

import websocket

import items_cases
import page_cases
from browser import Chromium, eventually
from items_cases import AXE, row, titles

METROPOLIS, RYE = "Metropolis (2001)", "A note on rye"
QUERIES = ["#movie", "#cooking -#movie", "#movie or #\"to read\"", "rye", "rye*", "needs time", "\"rye needs\"", "site:imdb.com", "untagged", "tags:>1",
           "on:2012-07", "since:2012-07-13", "before:2012-05-01", "https://www.imdb.com/title", "set:films #anime", "-(#movie or #cooking)", "sort:title", "role::watched"]


class OfflineWalk(items_cases.Walk):
    """A server with some films, and browsers that lose it."""

    # Requests fail on purpose.
    allows_errors = True

    def opened(self, path="/", **size):
        """A tab whose items are kept, and that works without the server."""
        page = self.page(path, **size)
        self.keeps(page)
        return page

    def keeps(self, page):
        page.until("!!navigator.serviceWorker.controller")
        eventually(lambda: kept(page) == len(self.items), what="the items are kept")
        eventually(lambda: "assets/complete" in cached(page), what="the files are kept")

    def sign_in_link(self):
        """A new link, for another browser."""
        link = re.search(r"https?://\S+", self.cli("sign-in"))[0]
        return urllib.parse.urlsplit(link)._replace(netloc=urllib.parse.urlsplit(self.url).netloc).geturl()

    def id(self, title):
        return next(item["id"] for item in self.found() if item["title"] == title)

    def edits(self):
        """The number of changes of items that the server made."""
        return len([change for change in self.api("GET", "changes?limit=100")["changes"] if "edit" in change["change"]])


def kept(page):
    """The number of items that the browser keeps; the database isn't made by asking."""
    return page.ask("""(async () => {
        if (!(await indexedDB.databases()).some(({ name }) => name === 'tagflow offline')) return 0;
        const wait = (request) => new Promise((done) => { request.onsuccess = () => done(request.result); request.onerror = () => done(null); });
        const database = await wait(indexedDB.open('tagflow offline'));
        const keys = await wait(database.transaction('kept').objectStore('kept').getAllKeys());
        database.close();
        return keys.filter((key) => typeof key === 'number').length; })()""")


def cached(page):
    return page.ask("caches.open('tagflow shell').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url).join(' '))")


def bar(page):
    return page.ask("document.querySelector('#offline:not([hidden])')?.innerText ?? ''")


def reload(page, until):
    """Loads the page again, and waits until that page says yes."""
    page.ask("window.isOld = true")
    page.send("Page.reload")
    page.until(f"!window.isOld && document.readyState === 'complete' && ({until})")


def notice(page, text):
    page.until(f"(document.querySelector('.notice:not([hidden])')?.innerText ?? '').includes({json.dumps(text)})")


def tags_shown(page, title):
    return sorted(page.ask(f"[...({row(title)}?.querySelectorAll('[data-tag]') ?? [])].map((chip) => chip.dataset.tag)"))


def search(page, query):
    page.ask("""((query) => { const field = document.getElementById('query'); field.focus(); field.value = query;
        field.dispatchEvent(new Event('input', { bubbles: true })); })(%s)""" % json.dumps(query))
    page.key("Enter")


def edit(page, title, add=(), remove=()):
    """Edits the tags of an item in its row, with keys."""
    page.until(f"!!{row(title)}")
    page.ask(f"{row(title)}.focus()")
    page.key("e")
    page.until("!!document.querySelector('.tag-editor input')")
    for tag in remove:
        page.ask("[...document.querySelectorAll('.tag-editor .chip')].find((chip) => chip.textContent.includes(%s)).querySelector('.remove').click()" % json.dumps(tag))
    page.ask("document.querySelector('.tag-editor input').focus()")
    for tag in add:
        page.type(tag), page.key("Enter")
    page.key("Escape"), page.key("Escape")
    page.until("!document.querySelector('.tag-editor')")


@contextlib.contextmanager
def without_network(chromium, *pages):
    """Cuts the network of pages and of the service worker of their browser."""
    conditions = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    # Otherwise the browser starts another worker, whose network isn't cut.
    origin = pages[0].ask("location.origin")
    pages[0].send("Browser.setPermission", permission={"name": "background-sync"}, setting="denied", origin=origin)
    workers = []
    for target in json.load(urllib.request.urlopen(f"http://127.0.0.1:{chromium.port}/json/list")):
        if target["type"] == "service_worker":
            socket = websocket.create_connection(target["webSocketDebuggerUrl"], timeout=60, suppress_origin=True)
            for number, (method, parameters) in enumerate([("Network.enable", {}), ("Network.emulateNetworkConditions", {"offline": True, **conditions})], 1):
                socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
                while json.loads(socket.recv()).get("id") != number:
                    pass
            workers.append(socket)
    for page in pages:
        page.send("Network.emulateNetworkConditions", offline=True, **conditions)
    yield
    for worker in workers:
        worker.close()
    for page in pages:
        page.send("Network.emulateNetworkConditions", offline=False, **conditions)
    pages[0].send("Browser.resetPermissions")


def offline_rows_stay_with_a_notice(walk):
    page = walk.opened(width=390, height=844)
    assert bar(page) == ""
    before = titles(page)
    walk.kill()
    page.ask("dispatchEvent(new Event('offline'))")
    page.until("!!document.querySelector('#offline:not([hidden])')")
    assert bar(page).startswith("Offline since") and "Try again" in bar(page), bar(page)
    assert titles(page) == before, "the rows stay"
    reload(page, "!!document.querySelector('.row .chip') && !!document.querySelector('#offline:not([hidden])')")
    assert titles(page) == before, "and they are there after a reload"
    page.ask("document.querySelector('#offline button').click()")
    page.until("document.querySelector('[role=status]').textContent.startsWith('Still offline')")
    page.go(f"{walk.url}/items/1")
    page.until(f"document.querySelector('#detail #item-title')?.value === {json.dumps(METROPOLIS)}")
    page.go(f"{walk.url}/")
    page.until("!!document.querySelector('.row .chip')")
    walk.start()
    page.until("!document.querySelector('#offline:not([hidden])')")
    walk.api("POST", "items", {"title": "New on the server", "set": "films", "tags": ["movie"]})
    page.until("document.body.innerText.includes('New on the server')")


def offline_searches_as_the_server(walk):
    page = walk.opened()
    expected = {query: sorted(item["title"] for item in walk.found(query)) for query in QUERIES}
    assert sum(map(len, expected.values())) > 20 and not all(len(found) == len(walk.items) for found in expected.values())
    walk.kill()
    for query, found in expected.items():
        if query.startswith("https://"):
            # Enter would save a link that is typed.
            page.go(f"{walk.url}/?{urllib.parse.urlencode({'q': query})}")
        else:
            search(page, query)
        eventually(lambda: sorted(titles(page)) == found, 20, f"{query}: {found}")
    search(page, "missing")
    page.until("document.querySelector('#nothing').innerText.includes('“missing” can’t be searched for')")
    search(page, "#coo")
    page.ask("document.getElementById('query').focus()")
    page.type("k")
    page.until("[...document.querySelectorAll('#query-options li')].some((option) => option.innerText.includes('cooking'))")


def offline_edits_on_two_clients_merge(walk):
    one = walk.opened()
    with Chromium(1000, 800) as other:
        two = other.open()
        two.go(walk.sign_in_link())
        two.until("!!document.querySelector('.row .chip')")
        walk.keeps(two)
        with without_network(walk.chromium, one), without_network(other, two):
            edit(one, METROPOLIS, add=["one", "both"], remove=["anime"])
            edit(two, METROPOLIS, add=["two", "both"], remove=["movie"])
            edit(two, RYE, add=["grain"])
            eventually(lambda: "grain" in tags_shown(two, RYE), 20, "the addition is shown")
            edit(two, RYE, remove=["grain"])
            edit(one, RYE, add=["baked"])
            eventually(lambda: tags_shown(one, METROPOLIS) == ["both", "movie", "one", "role::watched"], 20, "the first client shows its changes")
            eventually(lambda: tags_shown(two, METROPOLIS) == ["anime", "both", "role::watched", "two"], 20, "the second client shows its changes")
            eventually(lambda: "baked" in tags_shown(one, RYE), 20, "the last change is shown")
            eventually(lambda: "not sent yet" in bar(one), 20, "it says that they wait")
            # What is changed is found with the change.
            search(one, "#baked")
            eventually(lambda: titles(one) == [RYE])
            assert walk.tags(METROPOLIS) == ["movie", "anime", "role::watched"], "nothing is sent meanwhile"
        walk.expect(lambda: sorted(walk.tags(METROPOLIS)), ["both", "one", "role::watched", "two"], "both clients' changes")
        walk.expect(lambda: sorted(walk.tags(RYE)), ["baked", "cooking"], "an addition that was taken back is gone")
        for page in (one, two):
            page.until("!document.querySelector('#offline:not([hidden])')")
            search(page, "")
            eventually(lambda: tags_shown(page, METROPOLIS) == ["both", "one", "role::watched", "two"], what="both pages show it")
            assert not page.errors, page.errors
        two.close()


def offline_change_outlives_a_reload(walk):
    page = walk.opened()
    walk.kill()
    edit(page, RYE, add=["grain"])
    eventually(lambda: "1 not sent yet" in bar(page), 20, "it says that it waits")
    reload(page, "document.querySelector('#offline:not([hidden])')?.innerText.includes('1 not sent yet') ?? false")
    eventually(lambda: tags_shown(page, RYE) == ["cooking", "grain"], what="the change is shown")
    walk.start()
    walk.expect(lambda: walk.tags(RYE), ["cooking", "grain"], "sent when the server is back")
    page.until("!document.querySelector('#offline:not([hidden])')")


def offline_change_whose_response_is_lost_is_made_once(walk):
    page = walk.opened()
    lost, keys = [], []

    def paused(event):
        keys.append(event["request"]["headers"].get("Idempotency-Key"))
        if event["request"]["method"] == "PATCH" and not lost:
            lost.append(event)
            page.send("Fetch.failRequest", requestId=event["requestId"], errorReason="ConnectionReset")
        else:
            page.send("Fetch.continueRequest", requestId=event["requestId"])

    page.send("Browser.setPermission", permission={"name": "background-sync"}, setting="denied", origin=page.ask("location.origin"))
    page.handlers["Fetch.requestPaused"] = paused
    page.send("Fetch.enable", patterns=[{"urlPattern": "*/api/v1/items/*", "requestStage": "Response"}])
    before = walk.edits()
    edit(page, RYE, add=["grain"])
    eventually(lambda: len([key for key in keys if key]) > 1, what="it is sent again")
    page.until("!document.querySelector('#offline:not([hidden])')")
    assert len({key for key in keys if key}) == 1, keys
    assert walk.tags(RYE) == ["cooking", "grain"] and walk.edits() == before + 1, "and made once"
    page.send("Browser.resetPermissions")


def offline_rejected_change_is_shown(walk):
    page = walk.opened()
    item = walk.id(RYE)
    with without_network(walk.chromium, page):
        edit(page, RYE, add=["grain"])
        edit(page, METROPOLIS, add=["seen"])
        walk.api("DELETE", f"items/{item}")
    walk.expect(lambda: "seen" in walk.tags(METROPOLIS), True, "the other change is sent")
    page.until("document.querySelector('#offline:not([hidden])')?.innerText.includes('1 change was rejected') ?? false")
    notice(page, "1 change was rejected")
    page.ask("[...document.querySelectorAll('#offline button')].find((button) => button.innerText === 'Show').click()")
    page.until("!!document.querySelector('dialog[open] .offline-entries li')")
    assert "deleted meanwhile" in page.text("dialog[open]") and "+grain" in page.text("dialog[open]"), page.text("dialog[open]")
    reload(page, "document.querySelector('#offline:not([hidden])')?.innerText.includes('1 change was rejected') ?? false")
    page.ask("[...document.querySelectorAll('#offline button')].find((button) => button.innerText === 'Show').click()")
    page.until("!!document.querySelector('dialog[open] .offline-entries li')")
    page.ask("[...document.querySelectorAll('dialog[open] button')].find((button) => button.innerText === 'Discard').click()")
    page.until("!document.querySelector('dialog[open]') && !document.querySelector('#offline:not([hidden])')")


def offline_two_tabs_send_once(walk):
    one, two = walk.opened(), walk.opened()
    sent = []
    for page in (one, two):
        page.handlers["Network.requestWillBeSent"] = lambda event: sent.append(event["request"]["headers"].get("Idempotency-Key")) if event["request"]["method"] == "PATCH" else None
    before = walk.edits()
    with without_network(walk.chromium, one, two):
        edit(one, RYE, add=["one"])
        edit(two, RYE, add=["two"])
        edit(two, METROPOLIS, add=["two"])
        eventually(lambda: "3 not sent yet" in bar(one), what="each tab knows the changes of the other")
        sent.clear()
    walk.expect(lambda: sorted(walk.tags(RYE)), ["cooking", "one", "two"])
    for page in (one, two):
        page.until("!document.querySelector('#offline:not([hidden])')")
        eventually(lambda: tags_shown(page, RYE) == ["cooking", "one", "two"])
    assert walk.edits() == before + 3
    assert len(sent) == len(set(sent)) <= 3, sent


def offline_sign_out_deletes_what_is_kept(walk):
    page = walk.opened()
    page.go(f"{walk.url}/settings")
    page.until("!!document.querySelector('#account button')")
    page.ask("document.querySelector('#account button').click()")
    page.until("!!document.querySelector('.sign-in')")
    assert kept(page) == 0
    walk.kill()
    reload(page, "!!document.querySelector('.top')")
    time.sleep(1)
    assert titles(page) == [], "nothing is shown without the server"


def offline_another_person_sees_nothing(walk):
    page = walk.opened()
    page.send("Network.clearBrowserCookies")
    reload(page, "!!document.querySelector('.sign-in')")
    eventually(lambda: kept(page) == 0, what="whoever isn't signed in has nothing")
    page.go(walk.sign_in_link())
    page.until("!!document.querySelector('.row .chip')")
    walk.keeps(page)
    # The next person opens a link, without a sign-out before.
    link = walk.sign_in_link()
    page.ask("""new Promise((done) => { const request = indexedDB.open('tagflow offline');
        request.onsuccess = () => { const objects = request.result.transaction('kept', 'readwrite').objectStore('kept');
            objects.put({ id: 999, set: 'films', title: 'Of the first person', tags: [], at: '2012-01-01T00:00:00Z' }).onsuccess = done; }; }).then(() => true)""")
    page.go(link)
    page.until("!!document.querySelector('.row .chip')")
    walk.keeps(page)


def offline_private_window_degrades_quietly(walk):
    page = walk.signed_in()
    page.send("Page.addScriptToEvaluateOnNewDocument",
              source="Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('blocked', 'SecurityError'); } });")
    page.go(walk.url)
    page.until("!!document.querySelector('.row .chip')")
    before = titles(page)
    time.sleep(3)
    walk.kill()
    search(page, "#cooking rye*")
    page.until("!!document.querySelector('#offline:not([hidden])')")
    eventually(lambda: sorted(titles(page)) == ["A file", RYE], what="what is in memory is found")
    search(page, "")
    eventually(lambda: titles(page) == before)
    edit(page, RYE, add=["grain"])
    notice(page, "The server can't be reached")
    walk.start()
    page.until("!document.querySelector('#offline:not([hidden])')")
    assert walk.tags(RYE) == ["cooking"]
    assert not [error for error in page.errors if "ERR_" not in error], page.errors


def offline_captures_are_sent_later(walk):
    page = walk.opened()
    for name in ("add.js", "tag_field.js", "offline_here.js", "offline.css", "items_tagging.js"):
        assert f"/{name}" in cached(page), f"{name} is kept although nobody needed it yet"
    walk.kill()
    # The view was never opened.
    page.go(f"{walk.url}/add?{urllib.parse.urlencode({'title': 'Captured offline', 'location': 'https://a.example/x', 'tag': 'later'})}")
    page.until("!!document.querySelector('#tags input')")
    page.key("Control+Enter")
    notice(page, "Offline: will be sent")
    page.go(walk.url)
    page.until("document.querySelector('#offline:not([hidden])')?.innerText.includes('1 not sent yet') ?? false")
    walk.start()
    walk.expect(lambda: [item["title"] for item in walk.found("#later")], ["Captured offline"])
    page.until("document.body.innerText.includes('Captured offline')")


def offline_texts_and_deletions_need_the_server(walk):
    page = walk.opened()
    walk.kill()
    page.ask(f"{row(RYE)}.focus()")
    page.key("Shift+E")
    page.until("!!document.querySelector('#detail #item-title')")
    page.ask("document.querySelector('#item-title').value = 'Changed'")
    page.ask("document.querySelector('.item-form').requestSubmit()")
    notice(page, "only tags can be changed")
    assert page.ask("document.querySelector('#item-title').value") == "Changed", "nothing that was typed is lost"
    page.ask("document.querySelector('#item-title').value = %s" % json.dumps(RYE))
    page.ask("document.querySelector('.item-form input[role=combobox]').focus()")
    page.type("grain"), page.key("Enter")
    page.ask("document.querySelector('.item-form').requestSubmit()")
    page.until("location.pathname === '/'")
    eventually(lambda: "1 not sent yet" in bar(page), 20, "the change of the tags waits")
    walk.start()
    walk.expect(lambda: walk.tags(RYE), ["cooking", "grain"])


def rules_of_axe_without_the_server(walk):
    source = open(AXE).read()
    page = walk.opened()
    item = walk.id(RYE)
    with without_network(walk.chromium, page):
        edit(page, RYE, add=["grain"])
        for scheme in ["light", "dark"]:
            page.media(scheme=scheme)
            assert not (found := page.axe(source)), "\n".join(found)
        walk.api("DELETE", f"items/{item}")
    page.until("document.querySelector('#offline:not([hidden])')?.innerText.includes('rejected') ?? false")
    page.ask("[...document.querySelectorAll('#offline button')].pop().click()")
    page.until("!!document.querySelector('dialog[open] .offline-entries li')")
    for scheme in ["light", "dark"]:
        page.media(scheme=scheme)
        assert not (found := page.axe(source)), "\n".join(found)


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("offline", "rules") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, _: OfflineWalk(chromium))


if __name__ == "__main__":
    main()
