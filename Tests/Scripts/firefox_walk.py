#!/usr/bin/env python3
"""One walk over the page in Firefox, through WebDriver BiDi: firefox_walk.py FOLDER, in which tagflow and tagflow-server are."""

import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

import websocket

import field_cases
import page_cases
from browser import PATIENCE, Failure, eventually

KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015", "Escape": "\ue00c",
        "Tab": "\ue004", "Delete": "\ue017", "Home": "\ue011", "End": "\ue010", "F2": "\ue032", "F10": "\ue03a", " ": " ",
        "Control": "\ue009", "Shift": "\ue008", "Alt": "\ue00a"}


class Firefox:
    """A browser without a window, with one page."""

    def __enter__(self):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--remote-debugging-port=0", "--profile", self.profile.name, "--no-remote", "about:blank"],
            stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env={**os.environ, "HOME": self.profile.name})
        for line in self.process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                break
        else:
            raise Failure("Firefox does not listen")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        self.socket = websocket.create_connection(f"{found[1]}/session", timeout=60, suppress_origin=True)
        self.number = 0
        self.send("session.new", capabilities={})
        self.context = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.context, viewport={"width": 1000, "height": 800})
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.profile.cleanup()

    def send(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise Failure(f"{method}: {answer['message']}")
                return answer["result"]

    def go(self, url):
        self.send("browsingContext.navigate", context=self.context, url=url, wait="complete")

    def ask(self, script):
        text = f"(async () => JSON.stringify(await ({script})) ?? 'null')()"
        answer = self.send("script.evaluate", expression=text, target={"context": self.context}, awaitPromise=True)
        if answer["type"] == "exception":
            raise Failure(f"{script}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def until(self, script):
        return eventually(lambda: self.ask(script), PATIENCE, script)

    def key(self, chord):
        *held, name = re.split(r"\+(?=.)", chord)
        actions = [{"type": "keyDown", "value": KEYS[key]} for key in held]
        actions += [{"type": kind, "value": KEYS.get(name, name)} for kind in ("keyDown", "keyUp")]
        actions += [{"type": "keyUp", "value": KEYS[key]} for key in reversed(held)]
        self.send("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": actions}])

    def type(self, text):
        for letter in text:
            self.key(letter)

    def pointer(self, *steps, button=0):
        self.send("input.performActions", context=self.context, actions=[{"type": "pointer", "id": "mouse", "actions": list(steps)}])

    def click(self, place, button=0):
        self.pointer(*self.moves(place), {"type": "pointerDown", "button": button}, {"type": "pointerUp", "button": button})

    def drag(self, start, end):
        self.pointer(*self.moves(start), {"type": "pointerDown", "button": 0}, *self.moves(((start[0] + end[0]) / 2, end[1])), *self.moves(end), {"type": "pointerUp", "button": 0})

    def moves(self, place):
        if isinstance(place, str):
            place = self.ask(f"(() => {{ const frame = document.querySelector({json.dumps(place)}).getBoundingClientRect(); return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()")
        return [{"type": "pointerMove", "x": int(place[0]), "y": int(place[1]), "duration": 60}]

    def picture(self, path):
        import base64
        data = self.send("browsingContext.captureScreenshot", context=self.context)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))


def walk_over(page, walk):
    from page_cases import chip, chips, ghosts, on, options
    page.go(walk.link)
    page.go(walk.board("habits"))
    page.until("document.querySelectorAll('.chip').length === 7")
    page.click(chip(page, "running"))
    walk.expect(walk.selected, {"running"}, "a click toggles")
    page.ask("document.querySelector('.chip').focus()")
    for key in ["ArrowRight", "ArrowRight", " "]:
        page.key(key)
    walk.expect(walk.selected, {"running", "swimming"}, "keys toggle")
    page.ask("field.focus()")
    page.type("readng")
    eventually(lambda: options(page)[:2] == ["Create “readng”", "reading"], 10, "a typo is found")
    page.key("ArrowDown"), page.key("Enter")
    walk.expect(lambda: "reading" in walk.selected(), True, "an arrow and Enter take the known tag")
    page.key("ArrowRight")
    walk.expect(lambda: len(walk.selected()), 4, "the arrow takes what goes with it")
    page.key("Control+s")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("fox"), page.key("Enter")
    walk.expect(lambda: walk.rows("SELECT title FROM item ORDER BY id DESC LIMIT 1"), [("fox",)], "saved")
    page.ask("field.focus()")
    page.key("Control+z")
    walk.expect(lambda: walk.rows("SELECT count(*) FROM item"), [(3,)], "undone")
    page.drag(chip(page, "garden"), [place - 20 if index == 0 else place for index, place in enumerate(chip(page, "reading"))])
    walk.expect(lambda: walk.tags()[0], "garden", "dragged to the front")
    walk.expect(lambda: chips(page)[0], "garden", "and drawn there")
    page.ask("document.querySelector('.chip').focus()")
    page.key("Alt+ArrowRight")
    walk.expect(lambda: walk.tags()[1], "garden", "moved by keys")
    page.click(chip(page, "music"), button=2)
    page.until("!!document.querySelector('.menu')")
    page.type("ren")
    assert page.ask("document.activeElement.textContent").startswith("Rename"), "letters lead to the item"
    # Keys that come through BiDi press no button without a window, not even a plain one on an empty page.
    page.ask("document.activeElement.id = 'marked'"), page.click("#marked")
    page.until("!!document.querySelector('dialog[open]')")
    page.type("piano"), page.key("Enter")
    walk.expect(lambda: "piano" in walk.tags(), True, "renamed by the menu")
    walk.cli("toggle", "water")
    walk.expect(lambda: on(page) == walk.selected(), True, "the command line's toggle is shown")
    walk.kill()
    page.click(chip(page, "piano"))
    page.ask("field.focus()")
    page.type("tea")
    page.until("document.querySelector('#connection').innerText.includes('reach')")
    walk.start()
    walk.expect(lambda: page.ask("document.querySelector('#connection').innerText"), "", "it goes on by itself")
    assert page.ask("field.value") == "tea", "nothing typed is lost"
    page.key("Escape")
    walk.expect(lambda: (page.ask("field.value"), on(page) == walk.selected()), ("", True), "the whole board is shown again")
    if len(sys.argv) > 2:
        page.picture(sys.argv[2])


def views_over(page, walk):
    """Saves an item, finds it, tags it, and renames its tag."""
    newest = "SELECT item.title, location FROM item ORDER BY id DESC LIMIT 1"
    page.go(f"{walk.url}/add?location=https%3A%2F%2Fbread.example%2Frye&title=Rye%20bread")
    page.until("!!document.querySelector('#tags input')")
    page.ask("document.querySelector('#tags input').focus()")
    page.type("baking"), page.key("Enter")
    page.until("document.querySelector('#tags .chip bdi')?.textContent === 'baking'")
    page.key("Control+Enter")
    walk.expect(lambda: walk.rows(newest), [("Rye bread", "https://bread.example/rye")], "an item is added")
    page.go(f"{walk.url}/?q=%23baking")
    page.until("document.querySelectorAll('.row .title a').length === 1")
    page.key("j"), page.key("e")
    page.until("document.activeElement.matches('.tag-editor input')")
    page.type("rye"), page.key("Enter")
    walk.expect(lambda: walk.rows("SELECT count(*) FROM tag WHERE name = 'rye'"), [(1,)], "a tag is added in its place")
    page.key("Escape")
    page.go(f"{walk.url}/tags")
    page.until("!!document.querySelector('.tag-row[data-tag=baking] a')")
    page.ask("document.querySelector('.tag-row[data-tag=baking] a').focus()")
    page.key("e")
    page.until("document.activeElement.value === 'baking'")
    page.ask("document.activeElement.select()")
    page.type("bread"), page.key("Enter")
    walk.expect(lambda: walk.rows("SELECT count(*) FROM tag WHERE name = 'bread'"), [(1,)], "a tag is renamed")
    for path, part in [("/stats", ".chart .bar"), ("/settings", "#appearance")]:
        page.go(walk.url + path)
        page.until(f"!!document.querySelector({json.dumps(part)})")


def input_over(page, walk):
    from field_cases import FORM, shown, values
    token = json.loads(walk.cli("token", "new", "anyone", "--scope", "suggest", "--format", "json"))["token"]
    walk.elsewhere.page = FORM % {"server": walk.url, "token": token}
    page.go(walk.elsewhere.url)
    page.until("!!document.querySelector('#one:defined')")
    page.ask("document.querySelector('#two').focus()")
    page.type("swi")
    eventually(lambda: shown(page, "two") == ["Create “swi”", "swimming"], 10, "it completes")
    page.key("Tab")
    walk.expect(lambda: values(page)["more"], "garden, swimming")
    page.click("#reset")
    walk.expect(lambda: values(page)["more"], "")
    page.ask("document.querySelector('#three').required = true")
    page.click("#send")
    time.sleep(0.3)
    assert page.ask("location.search") == "" and page.ask("document.activeElement.id") == "three", "it is shown what is missing"


def main():
    page_cases.PROGRAMS = os.path.abspath(sys.argv[1])
    with Firefox() as page, field_cases.Elsewhere() as elsewhere, page_cases.Walk(None, "--origin", elsewhere.url) as walk:
        walk.elsewhere = elsewhere
        walk_over(page, walk)
        print("ok the board in Firefox")
        views_over(page, walk)
        print("ok the other views in Firefox")
        input_over(page, walk)
        print("ok the tag input in Firefox")


if __name__ == "__main__":
    main()
