#!/usr/bin/env python3
"""The Board view in Chromium: real keys, a real server, and after each step what the database says.

  page_cases.py FOLDER [CASE…]     FOLDER has tagflow and tagflow-server; AXE=axe.min.js adds the rules for accessibility;
                                   FILES=1 lets pages load the files on disk instead of those in the server
"""

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import urllib.parse
import urllib.request

from browser import Chromium, Failure, eventually

PROGRAMS = ""
AXE = os.environ.get("AXE", "")
ADMIN = "the token of the tests"
# The content that cases begin with, by its name.
KEPT = {}
# The ports of the servers by their walks: the browser keeps the files of an origin that it knows.
PORTS = {}
HABITS = ["reading", "running", "swimming", "water", "early night", "music", "garden"]


class Walk:
    """A server on a new database, and pages of it."""

    def __init__(self, chromium, *arguments):
        self.chromium = chromium
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.database = os.path.join(self.folder.name, "tags.sqlite")
        self.arguments = arguments
        self.port = PORTS.get(type(self), 0)
        self.pages = []
        self.process = None

    def __enter__(self):
        kept = KEPT.get(self.content_key())
        if kept:
            shutil.copytree(kept.name, self.folder.name, dirs_exist_ok=True)
        else:
            self.fill()
            kept = KEPT[self.content_key()] = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
            shutil.copytree(self.folder.name, kept.name, dirs_exist_ok=True)
        self.start()
        return self

    def fill(self):
        """Makes the content that a case begins with; it is kept for the other cases."""
        self.cli("new", "habits", *HABITS)
        for label, tags in [("monday", ["reading", "water"]), ("tuesday", ["reading", "water", "music"]), ("wednesday", ["running", "water"])]:
            self.cli("select", *tags)
            self.cli("save", label)
            self.cli("clear")

    def content_key(self):
        """Names the content; cases with the same name begin with the same."""
        return type(self).__name__

    def __exit__(self, *_):
        for page in self.pages:
            page.close()
        self.kill()
        self.folder.cleanup()

    def start(self):
        content = [] if "--spaces" in self.arguments else ["--database", self.database]
        self.process = subprocess.Popen(
            [os.path.join(PROGRAMS, "tagflow-server"), *content, "--listen", f"127.0.0.1:{self.port}", *self.arguments],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
            env={"HOME": self.folder.name, "PATH": "/usr/bin:/bin", "TAGFLOW_ADMIN_TOKEN": ADMIN})
        self.url = self.process.stderr.readline().split()[-1]
        self.link = self.process.stderr.readline().split()[-1]
        self.port = PORTS[type(self)] = urllib.parse.urlsplit(self.url).port
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        if os.environ.get("FILES"):
            self.start_front()

    def start_front(self):
        """Lets pages load the files on disk, for work on the page without building the server."""
        server = [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "page_server.py"), str(self.front_port), self.url]
        self.front = subprocess.Popen(server, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={"PATH": "/usr/bin:/bin"})
        target, self.url = self.url, self.front.stdout.readline().strip().rstrip("/")
        self.front_port = urllib.parse.urlsplit(self.url).port
        self.link = self.link.replace(target, self.url)

    front, front_port = None, 0

    def kill(self):
        for process in filter(None, (self.front, self.process)):
            process.kill()
            process.wait()

    def cli(self, *arguments):
        done = subprocess.run([os.path.join(PROGRAMS, "tagflow"), "--database", self.database, *arguments], capture_output=True, text=True,
                              env={"HOME": self.folder.name, "PATH": "/usr/bin:/bin"})
        return done.stdout

    def api(self, method, path, body=None, token=ADMIN):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1/{path}", data, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}, method=method)
        answer = urllib.request.urlopen(request).read()
        return json.loads(answer) if answer else None

    def page(self, set_name="habits", link=None, until="#board .chip", **size):
        """A page that is signed in, at a set."""
        page = self.chromium.open(**size) if link else self.signed_in(**size)
        if link:
            self.pages.append(page)
        page.go(link or self.board(set_name))
        if link is None:
            page.until(f"document.querySelector('#set-name').innerText === {json.dumps(set_name)}")
        if until:
            page.until(f"!!document.querySelector({json.dumps(until)})")
        return page

    def board(self, set_name):
        """The address of a set's board."""
        return f"{self.url}/board/{urllib.parse.quote(set_name, safe='')}"

    def signed_in(self, **size):
        """A tab with the cookie."""
        page = self.chromium.open(**size)
        self.pages.append(page)
        if not self.has_signed_in:
            page.go(self.link)
            self.has_signed_in = True
        return page

    has_signed_in = False
    # Whether pages may log errors, such as those of requests that a case lets fail.
    allows_errors = False

    # What the database says

    def rows(self, query, *values):
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(query, values).fetchall()
        finally:
            connection.close()

    def tags(self, set_name="habits"):
        return [name for name, in self.rows(
            "SELECT tag.name FROM set_member JOIN tag ON tag.id = tag_id JOIN tag_set ON tag_set.id = set_id WHERE tag_set.name = ? ORDER BY position", set_name)]

    def selected(self, set_name="habits"):
        return {name for name, in self.rows(
            "SELECT tag.name FROM set_member JOIN tag ON tag.id = tag_id JOIN tag_set ON tag_set.id = set_id WHERE tag_set.name = ? AND selected", set_name)}

    def expect(self, question, value, what=""):
        """Waits until what is asked is a value."""
        try:
            eventually(lambda: question() == value)
        except Failure:
            raise Failure(f"{what}: {question()!r} and not {value!r}") from None


def on(page):
    """The chips that are drawn as selected."""
    return set(page.ask("[...document.querySelectorAll('#board .chip[aria-selected=true]')].map((chip) => chip.textContent)"))


def chips(page):
    return page.ask("[...document.querySelectorAll('#board .chip')].map((chip) => chip.textContent)")


def chip(page, tag):
    """The middle of a chip."""
    found = page.ask(f"""(() => {{ const chip = [...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === {json.dumps(tag)});
        if (!chip) return null; chip.getAnimations().forEach((move) => move.finish());
        const frame = chip.getBoundingClientRect(); return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()""")
    assert found, f"there is no chip {tag}: {chips(page)}"
    return found


def lines(page):
    """The height of chips, and the distance between their lines."""
    return page.ask("""(() => { const frames = [...document.querySelectorAll('#board .chip')].map((chip) => chip.getBoundingClientRect());
        const tops = [...new Set(frames.map(({ top }) => Math.round(top)))]; return [Math.round(frames[0].height), tops[1] - tops[0]]; })()""")


def narrow(page):
    """Makes the page as wide as a phone, with a finger, and waits until its chips lie anew."""
    page.resize(400, 800, 2, is_touch=True)
    page.until("[...document.querySelectorAll('#board .chip')].every((chip) => chip.getBoundingClientRect().right <= 400 && chip.getAnimations().length === 0)")


def options(page):
    return page.ask("[...document.querySelectorAll('#options:not([hidden]) li')].map((item) => item.querySelector('bdi').textContent)")


def ghosts(page):
    return page.ask("[...document.querySelectorAll('.ghost bdi')].map((ghost) => ghost.textContent)")


def show_set(page, set_name):
    """Opens another set with the menu."""
    page.click("#sets")
    page.until("!!document.querySelector('.menu')")
    page.ask(f"[...document.querySelectorAll('.menu button')].find((item) => item.querySelector('bdi').textContent === {json.dumps(set_name)}).click()")
    page.until(f"document.querySelector('#set-name').innerText === {json.dumps(set_name)}")


def type_and_wait(page, text, option):
    page.ask("document.getElementById('field').focus()")
    page.type(text)
    eventually(lambda: option in options(page), what=f"{option} among {options(page)}")


def page_toggles_by_mouse_touch_and_keys(walk):
    page = walk.page()
    page.click(chip(page, "running"))
    walk.expect(walk.selected, {"running"}, "after a click")
    assert on(page) == {"running"}
    page.click(chip(page, "running"))
    walk.expect(walk.selected, set(), "after another")
    page.ask("document.querySelector('#board .chip').focus()")
    for key in ["ArrowRight", "ArrowRight", " "]:
        page.key(key)
    walk.expect(walk.selected, {"swimming"}, "after the keys")
    page.key("End"), page.key("Enter")
    walk.expect(lambda: len(walk.selected()), 2, "after End and Enter")
    page.key("Home"), page.key(" ")
    walk.expect(lambda: "reading" in walk.selected(), True, "after Home and Space")
    page.resize(400, 800)
    walk.expect(lambda: lines(page), [28, 36], "chips for a mouse")
    narrow(page)
    # A finger hits the whole line: chips of 36 pixels and the space between them.
    page.until("matchMedia('(pointer: coarse)').matches")
    walk.expect(lambda: lines(page), [44, 44], "chips for fingers")
    page.tap(chip(page, "water"))
    walk.expect(lambda: "water" in walk.selected(), True, "after a tap")
    assert page.ask("document.activeElement.className") == "chip", "the focus stays on a chip"
    assert not page.errors, page.errors


def page_is_drawn_before_the_answer_and_taken_back(walk):
    page = walk.page()
    held, release = page.hold_requests("*/selection*")
    page.click(chip(page, "music"))
    eventually(lambda: on(page) == {"music"}, what="drawn")
    eventually(held, what="on its way")
    assert walk.selected() == set(), "drawn before it is stored"
    release()
    walk.expect(walk.selected, {"music"}, "then stored")
    # A tag that left the set meanwhile is refused, and taken back; the other change stands.
    eventually(lambda: on(page) == {"music"})
    held, release = page.hold_requests("*/selection*")
    page.click(chip(page, "running")), page.click(chip(page, "garden"))
    eventually(lambda: on(page) == {"music", "running", "garden"} and held(), what="drawn again")
    walk.cli("remove", "garden")
    release()
    walk.expect(walk.selected, {"music", "running"}, "the other change stands")
    page.until("document.querySelector('#notice').innerText.includes('garden')")
    walk.expect(lambda: on(page), {"music", "running"}, "what was refused is taken back")


def page_completes_and_makes_tags(walk):
    page = walk.page()
    type_and_wait(page, "swi", "swimming")
    assert options(page) == ["swimming", "Create “swi”"], options(page)
    page.until("document.querySelector('#options mark')?.textContent === 'swi'")
    assert page.ask("document.activeElement.id") == "field"
    assert page.ask("document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText").startswith("swimming")
    assert page.text(".completion").endswith("mming"), "the rest is shown in gray"
    page.key("Tab")
    walk.expect(walk.selected, {"swimming"}, "Tab takes the completion")
    assert page.ask("field.value") == "" and walk.tags() == HABITS
    # Enter takes the best tag that begins so, and Backspace brings the text back.
    type_and_wait(page, "gard", "garden")
    page.key("Enter")
    walk.expect(lambda: "garden" in walk.selected(), True, "Enter takes the best beginning")
    page.key("Backspace")
    walk.expect(lambda: "garden" in walk.selected(), False, "Backspace right after that")
    assert page.ask("field.value") == "gard"
    page.key("Escape"), page.key("Escape")
    # Without one, Enter takes the typed text, and a notice offers the tag that it may be a misspelling of.
    type_and_wait(page, "readng", "reading")
    page.key("Enter")
    walk.expect(lambda: walk.tags()[-1], "readng", "Enter makes the tag")
    walk.expect(lambda: "readng" in chips(page), True, "it is a chip")
    page.until("document.querySelector('#notice').innerText.includes('“readng” is new; use “reading”')")
    page.click("#notice button")
    walk.expect(lambda: "readng" in walk.tags(), False, "and a click swaps it")
    walk.expect(lambda: "reading" in walk.selected(), True, "for the known tag")
    type_and_wait(page, "usi", "music")
    page.key("ArrowDown"), page.key("Enter")
    walk.expect(lambda: "music" in walk.selected(), True, "an arrow key chooses an option")
    assert "usi" not in walk.tags()
    # Enter that is faster than the answer waits for it.
    held, release = page.hold_requests("*/suggestions?q=Garden*")
    page.type("Garden"), page.key("Enter")
    eventually(held)
    release()
    walk.expect(lambda: "garden" in walk.selected(), True, "a quick Enter takes the tag with that key")
    assert "Garden" not in walk.tags()
    page.type("zzz"), page.key("Escape")
    page.until("document.querySelector('#options').hidden")
    assert not page.errors, page.errors


def page_takes_no_address_for_a_tag(walk):
    page = walk.page()
    page.ask("field.focus()")
    page.type("https://example.org/a page"[:21]), page.key("Enter")
    page.until("document.querySelector('#notice').innerText.includes('address')")
    assert walk.tags() == HABITS and page.ask("field.value") == "https://example.org/a", "nothing was added"
    page.click("#notice button")
    page.until("location.pathname === '/add' && document.querySelector('#location')?.value === 'https://example.org/a'")
    assert not page.errors, page.errors


def page_filters_and_groups(walk):
    walk.cli("new", "spaces", "sea", "city::Oslo", "map", "role::cook", "city::Lyon")
    page = walk.page("spaces")
    page.ask("field.focus()"), page.type("ci")
    walk.expect(lambda: chips(page), ["city::Oslo", "city::Lyon"], "typing leaves what contains the text")
    page.key("Escape"), page.key("Escape")
    walk.expect(lambda: len(chips(page)), 5, "and the others come back")
    page.click("#more"), page.until("!!document.querySelector('.menu')")
    page.ask("document.querySelector('.menu [role=menuitemcheckbox]').click()")
    walk.expect(lambda: page.ask("[...document.querySelectorAll('.group')].map((one) => one.textContent)"), ["city", "role"], "headings")
    assert chips(page) == ["sea", "map", "city::Oslo", "city::Lyon", "role::cook"], chips(page)
    page.until("!document.querySelector('.menu') && document.getAnimations().length === 0")
    page.click(chip(page, "city::Lyon"))
    walk.expect(lambda: walk.selected("spaces"), {"city::Lyon"}, "a grouped chip toggles")
    assert page.ask("document.querySelectorAll('#picked, .pick').length") == 0, "selected chips have no echo"
    page.click(chip(page, "city::Lyon"))
    walk.expect(lambda: walk.selected("spaces"), set(), "and back")
    page = walk.page("spaces")
    assert page.ask("document.querySelectorAll('.group').length") == 2, "this browser remembers it"
    assert not page.errors, page.errors


def page_offers_saves_restores_and_undoes(walk):
    page = walk.page()
    page.click(chip(page, "reading"))
    walk.expect(lambda: ghosts(page)[:1], ["water"], "what goes with it")
    page.ask("field.focus()")
    page.key("ArrowRight")
    walk.expect(walk.selected, {"reading", "water"}, "the arrow takes the ghost")
    page.key("Control+s")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("calm"), page.key("Enter")
    walk.expect(lambda: walk.rows("SELECT title FROM item ORDER BY id DESC LIMIT 1"), [("calm",)], "saved")
    page.until("!document.querySelector('dialog')")
    page.click("#clear")
    walk.expect(walk.selected, set(), "cleared")
    page.ask("field.focus()")
    page.key("Control+z")
    walk.expect(walk.selected, {"reading", "water"}, "Ctrl+Z")
    page.key("Control+Shift+z")
    walk.expect(walk.selected, set(), "Ctrl+Shift+Z")
    page.key("Control+z"), page.key("Control+z"), page.key("Control+z")
    walk.expect(walk.selected, {"reading"}, "and back to the first")
    assert walk.rows("SELECT title FROM item WHERE title = 'calm'") == [], "with the item"
    # In a field with text, Ctrl+Z is the field's own.
    page.ask("field.focus()"), page.type("x"), page.key("Control+z")
    time.sleep(0.2)
    assert walk.selected() == {"reading"}
    assert not page.errors, page.errors


def page_selects_what_follows(walk):
    page = walk.page()
    walk.cli("imply", "music", "water")
    page.click(chip(page, "music"))
    walk.expect(lambda: ghosts(page)[:1], ["water"], "what follows is the first ghost")
    walk.expect(walk.selected, {"music"}, "only the chip")
    page.click("#clear")
    walk.expect(walk.selected, set(), "cleared")

    def setting():
        page.click("#more")
        page.until("!!document.querySelector('.menu')")
        return page.ask("[...document.querySelectorAll('.menu button')].find((item) => item.innerText.startsWith('Also select')).ariaChecked") == "true"

    def choose():
        page.ask("[...document.querySelectorAll('.menu button')].find((item) => item.innerText.startsWith('Also select')).click()")
        page.until("!document.querySelector('.menu')")

    assert not setting()
    choose()
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music", "water"}, "what follows is selected too")
    walk.expect(lambda: on(page), {"music", "water"}, "and drawn")
    page.ask("field.focus()"), page.key("Control+z")
    walk.expect(walk.selected, set(), "one step takes both back")
    page = walk.page()
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music", "water"}, "the setting is kept by the browser")
    assert setting()
    choose()
    page.click("#clear")
    walk.expect(walk.selected, set(), "cleared again")
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music"}, "nothing follows any more")
    assert not page.errors, page.errors


def page_takes_what_is_typed_on_a_slow_link(walk):
    page = walk.page()
    page.send("Network.emulateNetworkConditions", offline=False, latency=300, downloadThroughput=-1, uploadThroughput=-1)
    page.ask("field.focus()")
    for name in ["yoga", "tai chi", "quilt"]:
        page.type(name), page.key("Enter")
    assert page.ask("field.value") == "", "the field is free at once"
    page.type("next")
    walk.expect(lambda: walk.tags()[len(HABITS):], ["yoga", "tai chi", "quilt"], "three tags in their order")
    walk.expect(walk.selected, {"yoga", "tai chi", "quilt"}, "selected")
    assert page.ask("field.value") == "next", "what was typed meanwhile stays"
    page.send("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.key("Control+a"), page.key("Backspace")
    page.type("sun, moon,"), page.key("Enter")
    walk.expect(lambda: walk.tags()[-2:], ["sun", "moon"], "a typed list is one tag each")
    assert not page.errors, page.errors


def page_knows_what_is_selected(walk):
    walk.cli("select", "reading", "early night")
    page = walk.page()
    for text, tag, key in [("Reading", "reading", "Enter"), ("early", "early night", "Tab"), ("reading", "reading", "Enter"), ("early", "early night", "Enter")]:
        type_and_wait(page, text, tag)
        # It may have been among the options for the letters before.
        eventually(lambda: options(page)[:1] == [tag] and "selected" in page.text("#options li:first-child"), what=page.text("#options"))
        page.key(key)
        # The notice of the tag before may still stand.
        page.until(f"document.querySelector('#notice').innerText.includes('“{tag}” is already selected') && !document.getElementById('field').value")
        assert walk.selected() == {"reading", "early night"}, walk.selected()
    page.type("READING"), page.key("Enter")
    page.until("!document.querySelector('.waiting span')")
    time.sleep(0.3)
    assert walk.tags() == HABITS and walk.selected() == {"reading", "early night"}
    assert page.text("#count") == "2 of 7 selected", page.text("#count")
    assert not page.errors, page.errors


def page_shows_the_next_set_when_one_is_dropped(walk):
    walk.cli("select", "reading", "music", "water")
    for _ in range(4):
        walk.cli("new", "short", "one"), walk.cli("use", "habits")
        page = walk.page("short")
        page.click("#sets"), page.until("!!document.querySelector('.menu')"), page.type("delete"), page.key("Enter")
        page.until("!!document.querySelector('dialog[open]')")
        page.key("Tab"), page.key("Enter")
        page.until("document.querySelector('#set-name').innerText === 'habits'")
        page.until("document.querySelector('#count').innerText.startsWith('3 of 7')")
        walk.expect(lambda: on(page), {"reading", "music", "water"}, "as the database says")
        assert "“short” was deleted" in page.text("#notice") and page.ask("document.querySelector('#empty').hidden")
        assert not page.errors, page.errors


def page_asks_before_it_undoes_what_others_did(walk):
    page = walk.page()
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music"})
    # The page has heard of its own commit, so that the next one that it hears of is the other's.
    page.until("document.querySelector('#undo').title.includes('music')")
    walk.cli("toggle", "garden")
    walk.expect(lambda: on(page), {"music", "garden"})
    page.key("Control+z")
    page.until("document.querySelector('dialog[open]')?.innerText.includes('made elsewhere')")
    assert "garden" in page.text("dialog p"), page.text("dialog")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    assert walk.selected() == {"music", "garden"}, "nothing was undone"
    page.click(chip(page, "water"))
    walk.expect(lambda: "water" in walk.selected(), True)
    page.key("Control+z")
    walk.expect(walk.selected, {"music", "garden"}, "one's own needs no question")
    # Ctrl+Z in a field that just had text is the field's.
    page.ask("field.focus()"), page.type("ab")
    for _ in range(4):
        page.key("Control+z")
    time.sleep(0.3)
    assert walk.selected() == {"music", "garden"} and not page.ask("document.querySelector('dialog')")


def page_says_that_its_set_is_gone(walk):
    walk.cli("new", "short", "one")
    page = walk.page("short")
    walk.cli("drop", "short")
    page.until("document.querySelector('#empty').innerText.includes('There is no set “short”')")
    assert page.ask("field.disabled && document.querySelector('#more').disabled"), "tools that need a set are off"
    assert page.ask("document.activeElement.textContent") == "Choose a set", "the focus is at the way out"
    page.key("Enter")
    page.until("document.querySelector('.menu')?.innerText.includes('habits')")
    page.key("Escape")
    page.click("#empty button:last-of-type")
    page.until("document.querySelector('#empty').innerText.includes('no tags yet')")
    assert not page.errors, page.errors


def page_keeps_what_was_refused(walk):
    page = walk.page()
    page.ask("[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === 'music').focus()")
    page.key("F2")
    page.until("!!document.querySelector('dialog[open]')")
    page.key("Backspace"), page.key("Enter")
    assert page.ask("!!document.querySelector('dialog[open]')"), "an empty name does not close it"
    page.type("water"), page.key("Enter")
    page.until("document.querySelector('dialog .wrong').innerText.includes('already')")
    assert "'merge" not in page.text("dialog .wrong") and page.ask("document.querySelector('#answer').value") == "water"
    page.key("Control+a"), page.type("songs")
    page.key("Enter"), page.until("!document.querySelector('dialog')"), page.key("Enter")
    walk.expect(lambda: "songs" in walk.tags(), True, "renamed")
    time.sleep(0.3)
    assert walk.selected() == set(), "a second Enter presses nothing beneath"
    page.ask("field.focus()")
    page.ask("field.value = 'x'.repeat(1200)"), page.type("y")
    time.sleep(0.3)
    page.key("Enter")
    page.until("!document.querySelector('#notice').hidden && document.querySelector('#notice').className.includes('wrong')")
    page.until("field.value.length === 1201")
    walk.kill()
    page.until("document.querySelector('#connection').innerText.includes('reach')")
    page.key("Control+a"), page.type("Chess"), page.key("Enter")
    page.until("document.querySelector('#connection').innerText.includes('1 change waiting')")
    walk.start()
    walk.expect(lambda: "Chess" in walk.selected(), True, "what Enter took meanwhile is sent")


def page_goes_on_where_it_was(walk):
    page = walk.page()
    page.click(chip(page, "reading"))
    walk.expect(lambda: len(ghosts(page)) > 1, True, "what goes with it")
    first, second = ghosts(page)[:2]
    x, y = page.place(".ghost")
    for count in [1, 2]:
        for kind in ["mousePressed", "mouseReleased"]:
            page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=count)
        time.sleep(0.2)
    walk.expect(walk.selected, {"reading", first}, "a double click takes one")
    at_hand = "document.activeElement !== document.body"
    assert page.ask(at_hand), "after a ghost"
    page.click("#clear")
    walk.expect(walk.selected, set(), "cleared")
    assert page.ask(at_hand), "after Clear"
    page.drag(chip(page, "garden"), (-40, 300))
    time.sleep(0.3)
    assert walk.tags() == HABITS, "who drops outside the window has changed his mind"
    page.click(chip(page, "garden"))
    walk.expect(walk.selected, {"garden"})
    walk.cli("new", "many", *[f"n{number}" for number in range(400)])
    page = walk.page("many")
    type_and_wait(page, "n390", "n390")
    page.key("Enter")
    page.until("(() => { const chip = [...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === 'n390'); const top = chip?.getBoundingClientRect().top; return top > 0 && top < innerHeight; })()")
    assert not page.errors, page.errors


def page_says_what_it_did_with_undo(walk):
    page = walk.page()
    page.click(chip(page, "music"), "right"), page.until("!!document.querySelector('.menu')"), page.type("delete"), page.key("Enter")
    page.until("!!document.querySelector('dialog[open]')")
    assert page.ask("!!document.querySelector('dialog .main.danger')"), "deleting looks unlike saving"
    page.key("Tab"), page.key("Enter")
    walk.expect(lambda: "music" in walk.tags(), False, "deleted")
    page.until("[...document.querySelectorAll('#notice button')].map((button) => button.textContent).join() === 'Undo' && document.querySelector('#notice').innerText.includes('deleted')")
    page.click("#notice button")
    walk.expect(lambda: "music" in walk.tags(), True, "and back")
    page.until("document.querySelector('#notice').innerText.includes('Undone')")
    for item, path in [("Items of this set", "/?q=set%3Ahabits"), ("Tags that look alike", "/tags?show=alike")]:
        page.go(walk.board("habits")), page.until("!!document.querySelector('#board .chip')")
        page.click("#more"), page.until("!!document.querySelector('.menu')")
        page.ask(f"[...document.querySelectorAll('.menu button')].find((entry) => entry.innerText === {json.dumps(item)}).click()")
        page.until(f"location.pathname + location.search === {json.dumps(path)}")
    assert not page.errors, page.errors


def page_reorders(walk):
    page = walk.page()
    x, y = chip(page, "reading")
    page.drag(chip(page, "garden"), (x - 20, y))
    walk.expect(lambda: walk.tags()[:2], ["garden", "reading"], "dragged to the front")
    walk.expect(lambda: chips(page)[:2], ["garden", "reading"], "and drawn there")
    assert walk.selected() == set(), "a drag is no toggle"
    page.ask("[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === 'garden').focus()")
    page.key("Alt+ArrowRight")
    walk.expect(lambda: walk.tags()[:2], ["reading", "garden"], "Alt and an arrow")
    walk.expect(lambda: chips(page)[:2], ["reading", "garden"], "drawn")
    assert page.ask("document.activeElement.textContent") == "garden", "the focus goes with it"
    page.key("Alt+ArrowLeft")
    walk.expect(lambda: walk.tags()[:2], ["garden", "reading"], "and back")
    walk.expect(lambda: chips(page)[:2], ["garden", "reading"], "drawn")
    last = chips(page)[-1]
    page.ask(f"[...document.querySelectorAll('#board .chip')].at(-2).focus()")
    page.key("Alt+ArrowRight")
    walk.expect(lambda: walk.tags()[-2], last, "to the end")
    narrow(page)
    x, y = chip(page, "reading")
    page.hold(chip(page, "music"), (x - 20, y))
    walk.expect(lambda: walk.tags().index("music") + 1 == walk.tags().index("reading"), True, "with a finger")
    walk.expect(lambda: chips(page).index("music") + 1 == chips(page).index("reading"), True, "and drawn")
    page.hold(chip(page, "water"), seconds=1.2)
    page.until("!!document.querySelector('.menu')")
    assert not page.errors, page.errors


def page_pastes_and_copies(walk):
    page = walk.page()
    page.ask("field.focus()")
    page.paste("chess, tea\n reading ,chess\r\n\n")
    walk.expect(walk.selected, {"chess", "tea", "reading"}, "pasted")
    assert walk.tags().count("chess") == 1
    page.paste("swiming, yoga")
    page.until("document.querySelector('#notice').innerText.includes('swimming')")
    walk.expect(lambda: "yoga" in walk.selected(), True, "what is like nothing is added")
    assert "swiming" not in walk.tags()
    page.click("#notice button")
    walk.expect(lambda: "swimming" in walk.selected(), True, "the one that exists is taken")
    copied = page.ask("(() => { let text; document.addEventListener('copy', (event) => { text = event.clipboardData.getData('text/plain'); }, { once: true }); document.execCommand('copy'); return text; })()")
    assert set(copied.split(", ")) == walk.selected(), copied
    page.key("Control+z"), page.key("Control+z"), page.key("Control+z")
    walk.expect(lambda: walk.tags(), HABITS, "each step is undone at once")


def page_renames_merges_and_removes(walk):
    page = walk.page()
    focus = "[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === %s).focus()"
    page.ask(focus % "'music'")
    page.key("F2")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("piano"), page.key("Enter")
    walk.expect(lambda: "piano" in walk.tags(), True, "renamed")
    walk.expect(lambda: "piano" in chips(page), True, "and drawn")
    page.ask(focus % "'running'")
    page.key("Shift+F10")
    page.until("!!document.querySelector('.menu')")
    assert page.ask("document.activeElement.getAttribute('role')") == "menuitem"
    page.type("merge"), page.key("Enter")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("swim")
    # The options for the letters before may still stand.
    page.until("document.querySelector('#answers:not([hidden]) mark')?.textContent === 'swim'")
    page.key("Enter")
    assert page.ask("document.querySelector('#answer').value") == "swimming", "the first Enter takes the option"
    page.key("Enter")
    walk.expect(lambda: "running" in walk.tags(), False, "merged")
    walk.expect(lambda: walk.rows("SELECT name FROM alias"), [("music",), ("running",)], "the old names lead to the tags")
    page.until("!document.querySelector('dialog')")
    page.ask(focus % "'garden'")
    page.key("Delete")
    walk.expect(lambda: "garden" in walk.tags(), False, "removed from the set")
    # The notice of the merge may still stand.
    page.until("document.querySelector('#notice').innerText.includes('“garden” was removed')")
    page.click("#notice button")
    walk.expect(lambda: "garden" in walk.tags(), True, "undone")
    assert not page.errors, page.errors


def page_makes_renames_and_drops_sets(walk):
    page = walk.page()
    page.click("#sets")
    page.until("!!document.querySelector('.menu')")
    page.type("new"), page.key("Enter")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("trip"), page.key("Enter")
    page.until("document.querySelector('#set-name').innerText === 'trip'")
    page.until("document.querySelector('#empty').innerText.includes('no tags yet')")
    page.paste("sea, map")
    walk.expect(lambda: walk.tags("trip"), ["sea", "map"], "pasted into it")
    show_set(page, "habits")
    page.until("document.querySelector('#board .chip')?.innerText === 'reading'")
    assert page.ask("location.pathname") == "/board/habits"
    page.send("Page.navigateToHistoryEntry", entryId=page.send("Page.getNavigationHistory")["entries"][-2]["id"])
    page.until("document.querySelector('#set-name').innerText === 'trip'")
    page.click("#sets"), page.until("!!document.querySelector('.menu')"), page.type("delete"), page.key("Enter")
    page.until("!!document.querySelector('dialog[open]')")
    page.key("Tab"), page.key("Enter")
    walk.expect(lambda: walk.tags("trip"), [], "dropped")
    page.until("document.querySelector('#set-name').innerText !== 'trip'")
    page.until("document.querySelector('#notice').innerText.includes('“trip” was deleted')")
    page.click("#notice button")
    walk.expect(lambda: walk.tags("trip"), ["sea", "map"], "and undone")
    assert not page.errors, page.errors


def page_exports_pictures(walk):
    page = walk.page()
    page.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=walk.folder.name)
    for name, start in [("PNG", b"\x89PNG"), ("SVG", b"<?xml"), ("PDF", b"%PDF")]:
        page.click("#more")
        page.until("!!document.querySelector('.menu')")
        page.ask(f"[...document.querySelectorAll('.menu button')].find((item) => item.innerText.includes('{name}')).click()")
        path = os.path.join(walk.folder.name, f"habits.{name.lower()}")
        # Chromium takes the name with an empty file while it downloads, and moves the whole one over it.
        eventually(lambda: os.path.exists(path) and os.path.getsize(path) > 0, what=path)
        content = open(path, "rb").read()
        assert content.startswith((start, b"<svg")), content[:20]


def page_follows_the_repl(walk):
    page = walk.page()
    name = f"tagflow-page-{os.getpid()}"
    command = [os.path.join(PROGRAMS, "tagflow"), "--database", walk.database]
    subprocess.run(["tmux", "-L", name, "new-session", "-d", "-x", "100", "-y", "30", *command], check=True)
    try:
        shown = lambda: subprocess.run(["tmux", "-L", name, "capture-pane", "-p"], capture_output=True, text=True).stdout
        eventually(lambda: "reading" in shown(), what="the REPL shows its chips")
        subprocess.run(["tmux", "-L", name, "send-keys", "toggle music", "Enter"], check=True)
        walk.expect(lambda: on(page), {"music"}, "the page shows what the REPL toggled")
        assert "music selected" in page.text("#live"), page.text("#live")
        page.click(chip(page, "water"))
        walk.expect(walk.selected, {"music", "water"}, "the page's toggle is stored")
        subprocess.run(["tmux", "-L", name, "send-keys", "show", "Enter"], check=True)
        eventually(lambda: re.search(r"✓ ?water", shown()), what="the REPL shows what the page toggled")
    finally:
        subprocess.run(["tmux", "-L", name, "kill-server"])


def page_goes_on_after_the_server(walk):
    page = walk.page()
    page.ask("field.focus()")
    page.type("swi")
    walk.kill()
    page.type("mming")
    page.until("document.querySelector('#connection').innerText.includes('reach')")
    assert options(page) == [], "what was offered for the first letters is gone"
    page.key("Control+a"), page.key("Backspace")
    eventually(lambda: "water" in chips(page), what="the whole board again")
    page.click(chip(page, "music"))
    page.click(chip(page, "water"))
    page.ask("field.focus()"), page.type("swimming")
    page.until("document.querySelector('#connection').innerText.includes('2 changes waiting')")
    page.ask("document.activeElement.blur(), window.stillThere = true")
    walk.start()
    walk.expect(walk.selected, {"music", "water"}, "what was done meanwhile is sent")
    page.until("document.querySelector('#connection').innerText === ''")
    assert page.ask("field.value") == "swimming" and page.ask("stillThere"), "nothing typed is lost"
    page.ask("field.focus()")
    page.key("Enter")
    walk.expect(lambda: "swimming" in walk.selected(), True, "and the page goes on")
    # Until it knows that, the page asks before it is left.
    page.until("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    page.go(walk.board("habits"))
    page.until("!!document.querySelector('#board .chip')")


def page_conflict_ends_equal(walk):
    one, two = walk.page(), walk.page()
    two.send("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    two.click(chip(two, "music")), two.click(chip(two, "garden"))
    one.click(chip(one, "music"))
    walk.expect(walk.selected, {"music"}, "the first page's")
    one.click(chip(one, "music"))
    walk.expect(walk.selected, set(), "and off again")
    two.send("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    eventually(lambda: on(one) == on(two) == walk.selected() == {"music", "garden"}, what="both pages and the database are equal")


def page_composes(walk):
    walk.cli("add", "早餐", "ねこ", "고양이", "跑步")
    page = walk.page()
    asked = []
    page.handlers["Network.requestWillBeSent"] = lambda event: asked.append(event["request"]["url"])
    page.ask("field.focus()")
    for steps, end in [(["p", "pa", "pao", "pao b", "pao bu"], "跑步"), (["n", "ね", "ねk", "ねこ"], "ねこ"), (["ㄱ", "고", "고ㅇ", "고야", "고양", "고양ㅇ", "고양이"], "고양이")]:
        asked.clear()
        for step in steps:
            page.send("Input.imeSetComposition", text=step, selectionStart=len(step), selectionEnd=len(step))
            # Enter that the input method takes chooses nothing.
            page.send("Input.dispatchKeyEvent", type="rawKeyDown", key="Process", windowsVirtualKeyCode=229)
            page.send("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", windowsVirtualKeyCode=229)
        time.sleep(0.15)
        assert not [url for url in asked if "suggestions?q=" in url and "q=&" not in url], asked
        assert options(page) == [], options(page)
        before = walk.selected()
        page.send("Input.insertText", text=end)
        eventually(lambda: end in options(page), what=f"{end} is searched once it is composed")
        assert walk.selected() == before
        page.key("Enter")
        walk.expect(lambda: end in walk.selected(), True, f"{end} is chosen")
    assert not page.errors, page.errors


def page_says_what_it_is(walk):
    """The accessibility tree as a screen reader tells it."""
    page = walk.page()
    page.click(chip(page, "water"))
    walk.expect(lambda: on(page), {"water"})
    tree = page.tree()
    grid = next(node for node in tree if node.role == "grid")
    assert grid.name == "Tags of habits" and grid.states.get("multiselectable"), grid
    cells = [node for node in tree if node.role == "gridcell"]
    assert [cell.name for cell in cells] == HABITS, cells
    assert [cell.name for cell in cells if cell.states.get("selected")] == ["water"], cells
    assert len([node for node in tree if node.role == "row"]) >= 1
    for name in ["Undo", "Redo", "More", "Save", "Clear", "Copy"]:
        assert any(node.role == "button" and node.name == name for node in tree), name
    type_and_wait(page, "re", "reading")
    tree = page.tree()
    box = next(node for node in tree if node.role == "combobox")
    assert box.name == "Find, select or add a tag" and box.states.get("expanded") and box.value == "re", box
    choices = {node.name.split(" ")[0]: bool(node.states.get("selected")) for node in tree if node.role == "option"}
    assert choices["reading"] and not choices["Create"], "the best beginning is chosen, and a new tag can be"
    page.key("Escape")
    page.until("document.querySelector('#live').getAttribute('aria-live') === 'polite'")
    walk.cli("toggle", "garden")
    page.until("document.querySelector('#live').innerText.includes('garden selected')")


def rules_of_axe(walk):
    """Each state of the page, light and dark, held against the rules of WCAG 2.2 AA."""
    if not AXE:
        raise Failure("AXE names no axe.min.js")
    source = open(AXE).read()
    page = walk.page()
    for scheme in ["light", "dark"]:
        page.media(scheme=scheme)
        for name, act in STATES.items():
            act(page, walk)
            time.sleep(0.35)
            found = page.axe(source)
            assert not found, f"{scheme}, {name}:\n" + "\n".join(found)
        page.key("Escape")


STATES = {
    "a set": lambda page, walk: None,
    "selected": lambda page, walk: (page.click(chip(page, "reading")), walk.expect(lambda: len(ghosts(page)) > 0, True)),
    "options": lambda page, walk: (page.ask("field.focus()"), page.type("rea"), page.until("!document.querySelector('#options').hidden")),
    "a new tag": lambda page, walk: (page.type("dng"), page.until("!!document.querySelector('#options .warning, #options .new')")),
    "no options": lambda page, walk: (page.key("Escape"), page.key("Escape")),
    "the menu of sets": lambda page, walk: (page.click("#sets"), page.until("!!document.querySelector('.menu')")),
    "the menu of a chip": lambda page, walk: (page.key("Escape"), page.click(chip(page, "music"), "right"), page.until("!!document.querySelector('.menu')")),
    "a dialog": lambda page, walk: (page.key("Escape"), page.ask("document.querySelector('#save').click()"), page.until("!!document.querySelector('dialog[open]')")),
    "keys": lambda page, walk: (page.key("Escape"), page.until("!document.querySelector('dialog')"), page.ask("document.querySelector('#board .chip').focus()"), page.key("?"), page.until("!!document.querySelector('dialog[open] kbd')")),
    "a notice": lambda page, walk: (page.key("Escape"), page.until("!document.querySelector('dialog')"), page.click("#clear"), page.until("!document.querySelector('#notice').hidden")),
    "an empty set": lambda page, walk: (page.go(walk.board("default")), page.until("!document.querySelector('#empty').hidden")),
    "no such set": lambda page, walk: (page.go(walk.board("nowhere")), page.until("document.querySelector('#empty').innerText.includes('nowhere')")),
    "back": lambda page, walk: (page.go(walk.board("habits")), page.until("!!document.querySelector('#board .chip')")),
}


def page_is_usable_without_a_mouse_or_room(walk):
    page = walk.page(width=320, height=640)
    assert page.ask("document.documentElement.scrollWidth <= 320"), "320 points wide, and nothing to scroll sideways"
    reached = []
    page.ask("document.activeElement.blur()")
    for _ in range(20):
        page.key("Tab")
        reached.append(page.ask("document.activeElement.id || document.activeElement.className"))
    for name in ["sets", "undo", "redo", "more", "field", "chip"]:
        assert name in reached, (name, reached)
    small = page.ask("""[...document.querySelectorAll('button, .chip')].filter((item) => item.offsetParent)
        .map((item) => [item.id || item.className, item.getBoundingClientRect()]).filter(([, frame]) => frame.height < 24 || frame.width < 24).map(([name]) => name)""")
    assert not small, f"too small for a thumb: {small}"
    page.media(forced="active")
    colors = page.ask("""(() => { document.querySelector('#board .chip').click(); return new Promise((resolve) => setTimeout(() => {
        const [on, off] = ['true', 'false'].map((value) => getComputedStyle(document.querySelector(`.chip[aria-selected=${value}]`)).backgroundColor); resolve([on, off]); }, 300)); })()""")
    assert colors[0] != colors[1], f"forced colors tell what is selected: {colors}"
    page.media()


def page_is_read_at_twice_the_size(walk):
    with Chromium(1000, 800, zoom=2) as chromium:
        walk.chromium = chromium
        page = walk.page()
        walk.pages.clear()
        assert page.ask("[devicePixelRatio, innerWidth]") == [2, 500], page.ask("[devicePixelRatio, innerWidth]")
        assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing to scroll sideways"
        page.click(chip(page, "reading"))
        walk.expect(walk.selected, {"reading"}, "a chip is hit")
        page.ask("field.focus()"), page.type("wat")
        page.until("document.querySelector('[role=option] mark')?.textContent === 'wat'")
        page.key("Tab")
        walk.expect(walk.selected, {"reading", "water"}, "and a tag found")
        outside = page.ask('''[...document.querySelectorAll('button, input, .chip')].filter((item) => item.offsetParent)
            .filter((item) => { const frame = item.getBoundingClientRect(); return frame.left < 0 || frame.right > innerWidth; }).map((item) => item.id || item.innerText)''')
        assert not outside, f"beyond the window: {outside}"
        for opener, shown in [("#more", ".menu"), ("#save", "dialog[open]")]:
            page.ask(f"document.querySelector('{opener}').click()")
            page.until(f"!!document.querySelector('{shown}') && document.getAnimations().length === 0")
            frame = page.ask(f"(({{ left, top, right, bottom }}) => [left, top, innerWidth - right, innerHeight - bottom])(document.querySelector('{shown}').getBoundingClientRect())")
            assert min(frame) >= 0, f"{opener} opens within the window: {frame}"
            page.key("Escape")
            page.until(f"!document.querySelector('{shown}')")
        assert not page.errors, page.errors


def page_says_what_undo_would_do(walk):
    walk.cli("undo"), walk.cli("undo")
    page = walk.page()
    page.until("document.querySelector('#redo').getAttribute('aria-disabled') === 'false'")
    assert re.fullmatch(r".*save.* \(Ctrl\+Shift\+Z\)", page.ask("document.querySelector('#redo').title")), page.ask("document.querySelector('#redo').title")
    page.click(chip(page, "music"))
    page.until("document.querySelector('#undo').title.includes('music')")
    page.until("document.querySelector('#redo').getAttribute('aria-disabled') === 'true'")
    assert page.ask("document.querySelector('#redo').title") == "Ctrl+Shift+Z"
    page.click("#redo")
    page.until("document.querySelector('#notice').innerText.includes('There is nothing left to redo')")
    assert walk.selected() == {"music", "running", "water"}, "a button that can do nothing does nothing"
    limited = json.loads(walk.cli("token", "new", "some", "--scope", "read", "--sets", "habits", "--format", "json"))["token"]
    summaries = walk.api("GET", "set-summaries", token=limited)
    assert set(summaries) == {"sets", "usual"} and summaries["usual"] == "habits", f"who sees some sets learns nothing of what others did: {summaries}"


def long_scrolls_over_100000_chips(walk):
    walk.cli("new", "many")
    path = os.path.join(walk.folder.name, "many.txt")
    with open(path, "w") as file:
        file.write(json.dumps({"set": "many", "tags": [f"tag {number}" for number in range(100_000)]}))
    os.rename(path, path + ".ndjson")
    walk.cli("import", path + ".ndjson")
    page = walk.page("many", until=None)
    eventually(lambda: page.ask("!!document.querySelector('#board .chip')"), 120, "the first chips")
    count = "document.querySelectorAll('*').length"
    page.ask("document.querySelector('#board .chip').focus()")
    page.key("Control+End")
    eventually(lambda: page.ask("document.activeElement.textContent") == "tag 99999", what=f"the last chip, not {page.ask('document.activeElement.textContent')}")
    assert page.ask(count) < 500, page.ask(count)
    page.key("Control+Home")
    eventually(lambda: page.ask("document.activeElement.textContent") == "tag 0", what="the first chip")
    for _ in range(20):
        page.key("PageDown")
        assert page.ask(count) < 500, page.ask(count)
    assert page.ask("document.activeElement.className") == "chip" and page.ask("document.activeElement.textContent") != "tag 0"
    for _ in range(10):
        page.wheel(3_000)
        time.sleep(0.05)
    page.until("[...document.querySelectorAll('#board .chip')].some((chip) => { const frame = chip.getBoundingClientRect(); return frame.top > 200 && frame.bottom < innerHeight; })")
    assert page.ask(count) < 500, page.ask(count)
    assert not page.errors, page.errors


HOSTILE = ["<img src=x onerror=alert(1)>", "a\"b'c`d", "${1+1}", "&amp;", "../../etc", "a/b?c#d%20", "עברית", "العربية وسهلا", "हिन्दी", "ไทย",
           "日本語タグ", "👩‍👩‍👧‍👦 family", "e\u0301", "x" * 180, "a b  c".replace("  ", " "), "%", "\\", "{{x}}", "__proto__", "constructor", "null", "0"]


def page_shows_names_of_every_kind(walk):
    walk.cli("new", "any", "--", *HOSTILE)
    walk.cli("new", "עברית ועוד", "שלום", "עולם", "ירושלים")
    page = walk.page("any")
    stored = walk.tags("any")
    assert chips(page) == stored, (chips(page), stored)
    for tag in stored:
        page.click(chip(page, tag))
    walk.expect(lambda: walk.selected("any"), set(stored), "each can be selected")
    walk.expect(lambda: on(page), set(stored))
    for tag in ["a/b?c#d%20", "__proto__", "<img src=x onerror=alert(1)>"]:
        page.ask("[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === %s).focus()" % json.dumps(tag))
        page.key("Delete")
        walk.expect(lambda: tag in walk.tags("any"), False, f"{tag} is removed")
    assert page.ask("document.querySelectorAll('img').length") == 0
    assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the page"
    show_set(page, "עברית ועוד")
    page.until("[...document.querySelectorAll('#board .chip')].some((chip) => chip.textContent === 'שלום')")
    assert not page.errors, page.errors


def page_with_a_thousand_selected(walk):
    names = [f"n{number}" for number in range(1_000)]
    walk.cli("new", "thousand", *names)
    walk.cli("select", "--set", "thousand", *names)
    page = walk.page("thousand")
    page.until("document.querySelector('#count').innerText.startsWith('1,000 of 1,000')")
    page.click(chip(page, "n3"))
    walk.expect(lambda: len(walk.selected("thousand")), 999, "one less")
    page.click("#clear")
    walk.expect(lambda: len(walk.selected("thousand")), 0, "all of them")


def page_reads_only_with_a_token_that_reads(walk):
    token = json.loads(walk.cli("token", "new", "reader", "--scope", "read", "--format", "json"))["token"]
    page = walk.page(link=walk.board("habits"), until="#token")
    assert page.ask("document.activeElement.id") == "token", "the focus is where the token goes"
    assert "--scope write" in page.text("#empty"), page.text("#empty")
    page.type("nonsense"), page.key("Enter")
    page.until("document.querySelector('#empty').innerText.includes('This token isn’t valid.')")
    page.ask("document.querySelector('#token').focus()")
    page.type(token), page.key("Enter")
    page.until("!!document.querySelector('#board .chip')")
    page.click(chip(page, "music"))
    page.until("document.querySelector('#connection').innerText === 'Read only'")
    page.until("document.querySelector('#notice').innerText.includes('write')")
    assert on(page) == set() and walk.selected() == set()
    assert page.ask("document.querySelector('#save').hidden")
    page.ask("field.focus()"), page.type("zebra")
    time.sleep(0.4)
    assert options(page) == [], "no tag is made"
    # The same after loading anew, before anything is tried.
    page.go(walk.board("habits")), page.until("!!document.querySelector('#board .chip')")
    page.until("document.querySelector('#connection').innerText === 'Read only'")
    assert page.ask("['undo', 'redo', 'save'].every((id) => document.getElementById(id).hidden)")
    # The server's own link counts more than the token that was given before.
    page.go(walk.link), page.until("location.pathname === '/' && !!document.querySelector('.row')")
    assert page.ask("location.search") == ""
    page.go(walk.board("habits")), page.until("!!document.querySelector('#board .chip')")
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music"}, "signed in by the link")
    # A page that waits for an answer asks before it is left.
    page.until("dispatchEvent(new Event('beforeunload', {cancelable: true}))")
    page.go(walk.link)
    assert "no longer works" in page.text() and "--scope write" in page.text(), page.text()
    page.send("Network.setExtraHTTPHeaders", headers={"Accept-Language": "de-AT, en;q=0.5"})
    page.go(walk.link)
    assert page.ask("document.documentElement.lang") == "de" and "Anmeldelink" in page.text(), page.text()


def long_notices_a_revoked_token(walk):
    token = json.loads(walk.cli("token", "new", "writer", "--scope", "write", "--format", "json"))["token"]
    page = walk.page(link=walk.board("habits"), until="#token")
    page.ask("document.querySelector('#token').focus()")
    page.type(token), page.key("Enter")
    page.until("!!document.querySelector('#board .chip')")
    walk.cli("token", "revoke", "1")
    page.until("!!document.querySelector('#token')", 40)


def long_notices_an_expired_token(walk):
    expires = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 8))
    token = json.loads(walk.cli("token", "new", "guest", "--scope", "write", "--expires", expires, "--format", "json"))["token"]
    page = walk.page(link=walk.board("habits"), until="#token")
    page.ask("document.querySelector('#token').focus()")
    page.type(token), page.key("Enter")
    page.until("!!document.querySelector('#board .chip')")
    page.ask("field.focus()"), page.type("wat")
    page.until("!!document.querySelector('#token')", 40)
    assert "This token isn’t valid." in page.text("#empty"), page.text("#empty")
    token = json.loads(walk.cli("token", "new", "again", "--scope", "write", "--format", "json"))["token"]
    page.ask("document.querySelector('#token').focus()")
    page.type(token), page.key("Enter")
    page.until("!document.querySelector('#token') && !!document.querySelector('#board .chip')")
    assert page.ask("field.value") == "wat", "what was typed is still there"
    page.click(chip(page, "music"))
    walk.expect(walk.selected, {"music"}, "and the page goes on")


def page_begins_with_nothing(walk):
    walk.kill()
    for suffix in ["", "-wal", "-shm"]:
        if os.path.exists(walk.database + suffix):
            os.remove(walk.database + suffix)
    walk.start()
    page = walk.page("default", until=None)
    page.until("document.querySelector('#empty').innerText.includes('no tags yet')")
    page.type("reading"), page.key("Enter")
    walk.expect(lambda: walk.selected("default"), {"reading"}, "the first tag")
    walk.expect(lambda: on(page), {"reading"})
    assert page.ask("document.querySelector('#empty').hidden") and not page.errors, page.errors


class ManySpaces(Walk):
    """A server of many spaces; what the walk does by itself is in one of them."""

    def __init__(self, chromium):
        super().__init__(chromium)
        self.database = os.path.join(self.folder.name, "team.sqlite")
        self.arguments = ["--spaces", self.folder.name]


def page_lists_spaces(walk):
    with ManySpaces(walk.chromium) as server:
        page = server.page(link=server.link, until=".space-list a")
        assert page.ask("[...document.querySelectorAll('.space-list a')].map((link) => link.textContent)") == ["team"]
        page.go(f"{server.url}/board"), page.until("!!document.querySelector('.space-list a')")
        page.click(".space-list a")
        page.until("!!document.querySelector('.row .chip')")
        assert page.ask("location.pathname") == "/spaces/team/"
        page.go(f"{server.url}/spaces/team/board/habits"), page.until("!!document.querySelector('#board .chip')")
        page.click(chip(page, "music"))
        server.expect(server.selected, {"music"}, "in the space")
        other = server.page(link=f"{server.url}/spaces/none/", until=".top")
        other.until("document.body.innerText.includes('There is no such space')")
        assert not other.errors, other.errors


def page_does_everything_by_keys(walk):
    page = walk.page()
    focus = "document.activeElement.textContent"

    def reach(tag):
        """Moves the focus to a chip, once it is there."""
        eventually(lambda: tag in chips(page), what=f"the chip {tag}")
        page.ask("[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === %s).focus()" % json.dumps(tag))

    def menu(tag, item):
        """Opens the menu of a chip by its key, and walks down to an item."""
        reach(tag)
        page.key("Shift+F10")
        page.until("!!document.querySelector('[role=menu]')")
        for _ in range(12):
            if page.ask(focus).startswith(item):
                return page.key("Enter")
            page.key("ArrowDown")
        raise Failure(f"no {item} in the menu: {page.text('[role=menu]')}")

    def answer(*keys, text=""):
        """Fills the dialog in that has come, by keys alone."""
        page.until("!!document.querySelector('dialog[open]')")
        if text:
            page.key("Control+a"), page.type(text)
        for key in keys:
            page.key(key)
        page.until("!document.querySelector('dialog[open]')")

    menu("music", "Select")
    walk.expect(walk.selected, {"music"}, "selected")
    menu("music", "Rename")
    answer("Enter", text="songs")
    walk.expect(lambda: "songs" in chips(page), True, "renamed")
    menu("garden", "Move earlier")
    walk.expect(lambda: walk.tags()[-2:], ["garden", "songs"], "moved")
    menu("running", "Merge")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("swim")
    page.until("document.querySelector('dialog [role=option] mark')?.textContent === 'swim'")
    page.key("Enter")
    page.until("document.querySelector('#answer').value === 'swimming'")
    page.key("Enter")
    page.until("!document.querySelector('dialog[open]')")
    walk.expect(lambda: "running" in walk.tags(), False, "merged")
    menu("garden", "Remove")
    walk.expect(lambda: "garden" in walk.tags() + chips(page), False, "removed")
    assert page.ask("document.activeElement.className") == "chip", "whose chip is gone goes on at its neighbor"
    page.key("Control+z")
    walk.expect(lambda: "garden" in walk.tags(), True, "and back")
    menu("garden", "Delete everywhere")
    # A quick Enter must not delete: the focus is on the way back.
    answer("Tab", "Enter")
    walk.expect(lambda: walk.rows("SELECT 1 FROM tag WHERE name = 'garden'"), [], "deleted")
    page.key("Control+s")
    answer("Enter", text="keys")
    walk.expect(lambda: walk.rows("SELECT title FROM item ORDER BY id DESC LIMIT 1"), [("keys",)], "saved")
    for button in ["sets", "more"]:
        page.ask("document.querySelector('#%s').focus()" % button)
        page.key("Enter")
        page.until("!!document.querySelector('[role=menu], dialog[open]')")
        page.key("Escape")
        page.until("!document.querySelector('[role=menu], dialog[open]')")
        assert page.ask("document.activeElement.id") == button, f"the focus is back at {button}"
    assert not page.errors, page.errors


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("page", "rules", "long") and callable(case)}


def run(cases, walk_for):
    """Runs the cases that the command line names, or all short cases, and prints a line for each."""
    global PROGRAMS
    PROGRAMS = os.path.abspath(sys.argv[1])
    failed = []
    with Chromium(1000, 800) as chromium:
        for name in sys.argv[2:] or [name for name in cases if not name.startswith(("long", "many")) and (AXE or not name.startswith("rules"))]:
            begin = time.monotonic()
            try:
                chromium.forget(f"http://127.0.0.1:{port}" for port in PORTS.values())
                with walk_for(chromium, name) as walk:
                    cases[name](walk)
                    errors = [error for page in walk.pages for error in page.errors]
                    assert not errors or walk.allows_errors, errors
                print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Exception:
                failed.append(name)
                print(f"FAILED {name}\n{traceback.format_exc()}", flush=True)
    sys.exit(1 if failed else 0)


def main():
    run(CASES, lambda chromium, _: Walk(chromium))


if __name__ == "__main__":
    main()
