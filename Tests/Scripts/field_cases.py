#!/usr/bin/env python3
"""The tag field and the tag input in Chromium: real keys, pointers and touch, and suggestions from a real server.

  field_cases.py FOLDER [CASE…]     as page_cases.py
"""

import http.server
import json
import os
import pathlib
import threading
import time

import page_cases
from browser import Failure, eventually
from page_cases import Walk

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent.parent / "Sources/HTTPService/Page"
AXE = os.environ.get("AXE", "")

# A page that uses the field as the views do.
FIELD = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A view</title>
<link rel="stylesheet" href="/tokens.css"><link rel="stylesheet" href="/chips.css"><link rel="stylesheet" href="/tag_field.css"><link rel="stylesheet" href="/shell.css"><main><h1>Item</h1><div id="editor"></div><p><button id="after">After</button></p><p id="live" aria-live="polite"></p></main>
<script type="module">
import { TagField } from "/tag_field.js";
const ask = async (text, given, signal) => {
  const query = new URLSearchParams([["q", text], ["limit", "8"], ["similar", "true"], ...given.map((tag) => ["given", tag])]);
  const response = await fetch(`%(server)s/api/v1/suggestions?${query}`, { signal, headers: { Authorization: "Bearer %(token)s" } });
  const found = await response.json();
  const counted = (list, name, count) => list.map((each) => ({ ...each, [count]: each[name].length }));
  return { ...found, suggestions: counted(found.suggestions, "tag", "uses"), similar: counted(found.similar, "other", "otherUses") };
};
window.said = []; window.changes = []; window.enters = 0;
window.field = new TagField(document.querySelector("#editor"), { tags: ["music"], suggest: ask, ...(window.settings ?? {}),
  onChange: (tags, change) => changes.push([tags, change.reason]), announce: (text) => { said.push(text); document.querySelector("#live").textContent = text; }, onEnter: () => { enters += 1; } });
</script></html>"""

# A form on somebody else's page.
FORM = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>A page of somebody else</title>
<script type="module" src="%(server)s/tagflow.js"></script>
<style>tag-input::part(chip) { background: rgb(1, 2, 3); color: white; } tag-input::part(option) { color: rgb(4, 5, 6); }</style>
<main><h1>Photo</h1><form id="form"><label>Title <input id="title" name="title"></label>
<label for="one">Tags</label>
<tag-input id="one" name="tags" server="%(server)s" token="%(token)s" value="music, water" placeholder="Add a tag"></tag-input>
<label for="two">More</label>
<tag-input id="two" name="more" server="%(server)s" token="%(token)s"><input name="more" value="garden"></tag-input>
<fieldset id="fields"><legend>Needed</legend><tag-input id="three" name="needed" aria-label="Needed tags" server="%(server)s" token="%(token)s"></tag-input></fieldset>
<tag-input id="four" name="listed" aria-label="Listed" options="sea, season, deep sea, map" max="2" create="off"></tag-input>
<tag-input id="five" name="evident" aria-label="Evident" server="%(server)s" token="%(token)s" for="title" pattern="[a-z ]+"></tag-input>
<button id="send">Send</button><button id="reset" type="reset">Reset</button></form></main></html>"""


class Elsewhere:
    """A server of another origin, with a page and the modules that it loads."""

    def __enter__(self):
        elsewhere = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                file = PAGE / self.path.split("?")[0].lstrip("/")
                is_file = file.suffix in (".js", ".css") and file.is_file()
                self.send_response(200)
                self.send_header("Content-Type", {".js": "text/javascript", ".css": "text/css"}[file.suffix] if is_file else "text/html; charset=utf-8")
                self.end_headers()
                try:
                    self.wfile.write(file.read_bytes() if is_file else elsewhere.page.encode())
                except BrokenPipeError:
                    # The page was left before it had everything.
                    pass

            def log_message(self, *_):
                pass

        self.page = ""
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def opened(walk, source, until, **size):
    """A page from the other origin, with a token that may only ask for suggestions."""
    token = json.loads(walk.cli("token", "new", "anyone", "--scope", "suggest", "--format", "json"))["token"]
    walk.elsewhere.page = source % {"server": walk.url, "token": token}
    return walk.page(link=walk.elsewhere.url, until=until, **size)


def view(walk, **size):
    """The page with a field, which has the focus."""
    page = opened(walk, FIELD, ".tag-field input", **size)
    page.ask("field.focus()")
    return page


def form(walk):
    page = opened(walk, FORM, "#one:defined")
    page.ask("window.heard = []; for (const type of ['input', 'change']) document.addEventListener(type, (event) => heard.push(`${type} ${event.target.id}`));"
             "for (const type of ['tag-added', 'tag-removed']) document.addEventListener(type, ({ target, detail }) => heard.push([type, target.id, detail.tag, detail.reason].join(' ')))")
    return page


def values(page):
    return page.ask("Object.fromEntries(new FormData(document.querySelector('#form')))")


def options(page, root="document"):
    """What a field offers."""
    return page.ask(f"[...{root}.querySelectorAll('.options:not([hidden]) li bdi')].map((item) => item.textContent)")


def shown(page, identifier):
    """What a tag input offers."""
    return options(page, f"document.querySelector('#{identifier}').shadowRoot")


def offers(page, first, root="document"):
    """Waits until the first options are those."""
    try:
        eventually(lambda: options(page, root)[:len(first)] == first)
    except Failure:
        raise Failure(f"{first}, not {options(page, root)}") from None


def tags(page):
    return page.ask("field.tags")


def focus(page, identifier):
    page.ask(f"document.querySelector('#{identifier}').focus()")


# The field

def field_takes_a_new_name_on_enter_and_comma(walk):
    walk.cli("add", "rapture", "html5")
    page = view(walk)
    page.type("rptr")
    offers(page, ["Create “rptr”", "rapture"])
    page.key("Enter")
    assert tags(page) == ["music", "rptr"], tags(page)
    page.type("ml")
    offers(page, ["Create “ml”", "html5"])
    page.type(",")
    assert tags(page) == ["music", "rptr", "ml"], tags(page)
    page.type("WATER"), offers(page, ["water"])
    page.key("Enter")
    assert tags(page)[-1] == "water", tags(page)
    walk.cli("alias", "jogging", "running")
    page.type("jogging")
    offers(page, ["running"])
    page.key("Enter")
    assert tags(page)[-1] == "running", tags(page)
    assert page.ask("said") == ["rptr added", "ml added", "water added", "running added"], page.ask("said")
    assert page.ask("enters") == 0
    page.key("Enter")
    assert page.ask("enters") == 1, "Enter in the empty field is the page's"
    assert not page.errors, page.errors


def field_takes_the_best_beginning_on_enter(walk):
    page = view(walk)
    page.type("swi")
    offers(page, ["swimming", "Create “swi”"])
    page.key("Enter")
    assert tags(page) == ["music", "swimming"], tags(page)
    page.key("Backspace")
    assert tags(page) == ["music"] and page.ask("field.text") == "swi", "Backspace brings the text back"
    page.key("Control+Enter")
    assert tags(page) == ["music", "swi"], "Ctrl+Enter takes the text"
    page.key("Backspace")
    assert page.ask("field.text") == "swi"
    page.key("Control+a"), page.type("ear")
    offers(page, ["early night", "Create “ear”"])
    page.key("Enter"), page.type("nigh")
    eventually(lambda: "early night" in options(page))
    assert page.ask("document.querySelector('.options .chosen bdi').textContent") == "early night", "a chosen tag is marked"


def field_completes_in_gray(walk):
    page = view(walk)
    page.type("swi")
    page.until("document.querySelector('.completion').textContent === 'swimming'")
    ends = page.ask("""(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.completion span'));
        const style = getComputedStyle(document.querySelector('.tag-field input')); const canvas = document.createElement('canvas').getContext('2d'); canvas.font = style.font;
        return [range.getBoundingClientRect().width, canvas.measureText('swi').width]; })()""")
    assert abs(ends[0] - ends[1]) < 1, f"the completion continues the text: {ends}"
    page.key("Tab")
    assert tags(page) == ["music", "swimming"] and page.ask("document.activeElement === field.input"), tags(page)
    page.type("rea")
    page.until("document.querySelector('.completion').textContent === 'reading'")
    page.key("ArrowLeft"), page.key("ArrowRight")
    assert tags(page) == ["music", "swimming"], "within the text the arrow moves the caret"
    page.key("ArrowRight")
    assert tags(page) == ["music", "swimming", "reading"], tags(page)
    assert page.ask("said") == ["swimming added", "reading added"] and page.ask("changes.map(([, reason]) => reason)") == ["completed", "completed"]
    page.key("Tab")
    assert page.ask("document.activeElement.id") == "after", "without a completion Tab leaves the field"


def field_takes_an_option_by_arrow_mouse_and_touch(walk):
    page = view(walk)
    page.type("elng")
    offers(page, ["Create “elng”", "early night"])
    page.key("ArrowDown")
    assert page.ask("document.getElementById(field.input.getAttribute('aria-activedescendant')).textContent").startswith("early night")
    page.key("Enter")
    assert tags(page) == ["music", "early night"], tags(page)
    page.type("wtr")
    offers(page, ["Create “wtr”", "water"])
    page.click(".options li:nth-child(2)")
    assert tags(page)[-1] == "water" and page.ask("field.text") == "", tags(page)
    eventually(lambda: len(options(page)) > 1, what="the next suggestions")
    page.resize(390, 800, is_touch=True)
    page.type("grdn")
    offers(page, ["Create “grdn”", "garden"])
    page.tap(".options li:nth-child(2)")
    eventually(lambda: tags(page)[-1] == "garden")
    assert page.ask("said") == ["early night added", "water added", "garden added"], page.ask("said")


def field_suggests_on_focus(walk):
    page = view(walk)
    eventually(lambda: "water" in options(page), what="what goes with music")
    assert "music" not in options(page)
    assert page.ask("document.querySelector('.options .count').textContent").startswith(("4", "5", "6", "7", "8", "9", "11")), "uses are shown"
    page.key("Escape")
    assert options(page) == []
    page.key("ArrowDown")
    eventually(lambda: options(page))
    page.key("ArrowDown")
    first = options(page)[0]
    page.key("Enter")
    assert tags(page) == ["music", first], tags(page)


def field_offers_a_near_duplicate_and_swaps_it(walk):
    walk.cli("add", "film", "bus", "swift")
    page = view(walk)
    # The server decides what a near duplicate is, as for the command line.
    for name, other in [("buses", "bus"), ("swfit", "swift")]:
        page.type(name), page.key("Enter")
        page.until(f"document.querySelector('.hint').innerText.includes('“{name}” is new; use “{other}”')")
        page.key("Tab")
        assert tags(page) == ["music", other], tags(page)
        page.key("Backspace")
    page.ask("(said.length = 0)")
    page.type("films")
    offers(page, ["Create “films”", "film"])
    page.key("Enter")
    assert tags(page) == ["music", "films"], tags(page)
    page.until("document.querySelector('.hint').innerText.includes('“films” is new; use “film” (4 uses)?')")
    assert page.ask("said") == ["films added. “films” is new; use “film” (4 uses)? Tab replaces it"], page.ask("said")
    page.key("Tab")
    assert tags(page) == ["music", "film"] and page.ask("document.querySelector('.hint').hidden"), tags(page)
    page.key("Control+z")
    assert tags(page) == ["music", "films"], tags(page)
    # Typed faster than the server answers, and by mouse.
    page.send("Network.emulateNetworkConditions", offline=False, latency=300, downloadThroughput=-1, uploadThroughput=-1)
    page.type("swimmming"), page.key("Enter")
    assert tags(page)[-1] == "swimmming", "taken before the answer"
    page.until("document.querySelector('.hint').innerText.includes('“swimming”')")
    page.click(".hint button")
    assert tags(page)[-1] == "swimming" and page.ask("document.activeElement === field.input"), tags(page)
    page.type("Water"), page.key("Enter")
    eventually(lambda: tags(page)[-1] == "water", what="the tag's spelling once it is known")
    assert page.ask("said").count("water added") == 1


def field_flashes_a_duplicate(walk):
    page = view(walk)
    page.type("Music"), page.key("Enter")
    page.until("!!document.querySelector('.chip.flash')")
    eventually(lambda: page.ask("said") == ["music is already there"], what=page.ask("said"))
    assert tags(page) == ["music"], tags(page)
    page.until("!document.querySelector('.chip.flash')")


def field_edits_a_chip_in_its_place(walk):
    page = view(walk)
    page.type("sae,map,")
    x, y = page.place("#editor .chip bdi", 1)
    page.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    page.send("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
    page.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=2)
    page.send("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=2)
    page.until("field.text === 'sae' && document.activeElement === field.input")
    left = page.ask("[field.input.getBoundingClientRect().left, document.querySelectorAll('#editor .chip')[2].getBoundingClientRect().left]")
    assert left[0] < left[1], "the text is at the place of the chip"
    page.type("sea"), page.key("Enter")
    assert tags(page) == ["music", "sea", "map"], tags(page)
    page.key("ArrowLeft"), page.key("F2")
    page.until("field.text === 'map'")
    page.type("x"), page.key("Escape"), page.key("Escape")
    assert tags(page) == ["music", "sea", "map"] and page.ask("field.text") == "", tags(page)


def field_undoes_and_redoes(walk):
    page = view(walk)
    page.type("a,b,")
    page.key("ArrowLeft"), page.key("End"), page.key("Backspace")
    page.key("Control+z")
    assert tags(page) == ["music", "a", "b"], tags(page)
    page.key("Control+z"), page.key("Control+z")
    assert tags(page) == ["music"], tags(page)
    page.key("Control+Shift+Z")
    assert tags(page) == ["music", "a"], tags(page)
    page.type("xy"), page.key("Control+z")
    assert tags(page) == ["music", "a"], "while a text is typed, Ctrl+Z is the text's"


def field_looks_right(walk):
    """Touch targets, long names, scripts, themes; pictures go to $PICTURES."""
    page = view(walk, width=390, height=740)
    page.resize(390, 740, is_touch=True)
    long = "a very long tag that a person wrote without a thought for the width of a phone " * 2
    page.ask("field.tags = ['music', '写真', 'ملاحظة', %s, 'role::app-data', 'c++']" % json.dumps(long.strip()))
    page.ask("field.focus()")
    page.type("e")
    eventually(lambda: len(options(page)) > 2)
    small = page.ask("[...document.querySelectorAll('#editor .options li, #editor .field')].map((item) => item.getBoundingClientRect().height).filter((height) => height < 44)")
    assert small == [], f"touch targets: {small}"
    assert page.ask("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the page"
    if folder := os.environ.get("PICTURES"):
        for scheme in ("light", "dark"):
            page.media(scheme=scheme)
            page.picture(f"{folder}/field-phone-{scheme}.png")
        page.resize(900, 600)
        page.picture(f"{folder}/field-dark.png")
        page.media(scheme="light")
        page.picture(f"{folder}/field-light.png")
        page.ask("field.text = ''"), page.type("films")
        page.key("Enter")


# The tag input

def input_completes_and_submits_with_a_form(walk):
    page = form(walk)
    assert values(page) == {"title": "", "tags": "music, water", "more": "garden", "needed": "", "listed": "", "evident": ""}, values(page)
    page.ask("document.querySelector('label[for=one]').click()")
    assert page.ask("document.activeElement.id") == "one", "its label leads to it"
    page.type("rea")
    eventually(lambda: shown(page, "one") == ["reading", "Create “rea”"], what=shown(page, "one"))
    page.key("Tab")
    assert values(page)["tags"] == "music, water, reading", values(page)
    assert "change one" in page.ask("heard") and "input one" in page.ask("heard") and "tag-added one reading completed" in page.ask("heard"), page.ask("heard")
    page.type("something new,")
    walk.expect(lambda: values(page)["tags"], "music, water, reading, something new")
    page.key("ArrowLeft"), page.key("End"), page.key("Backspace")
    assert values(page)["tags"] == "music, water, reading"
    assert "tag-removed one something new removed" in page.ask("heard"), page.ask("heard")
    page.key("ArrowLeft"), page.key("ArrowLeft"), page.key("Delete")
    assert values(page)["tags"] == "music, reading", values(page)
    page.ask("document.querySelector('#one').shadowRoot.querySelector('.remove').click()")
    assert values(page)["tags"] == "reading", values(page)
    page.paste("x, y\nz")
    assert values(page)["tags"] == "reading, x, y, z", values(page)
    page.key("ArrowDown")
    eventually(lambda: "water" in shown(page, "one"), what="what goes with what is chosen")
    page.key("Escape")
    focus(page, "two")
    page.type("swi")
    eventually(lambda: shown(page, "two") == ["swimming", "Create “swi”"], what=shown(page, "two"))
    assert shown(page, "one") == [], "two of them do not meddle"
    page.key("ArrowRight")
    walk.expect(lambda: values(page)["more"], "garden, swimming")
    page.type("half typed")
    assert values(page)["more"] == "garden, swimming, half typed", "what is typed goes with the form"
    page.ask("document.querySelector('#send').click()")
    page.until("location.search.includes('more=')")
    assert "tags=reading%2C+x%2C+y%2C+z&more=garden%2C+swimming%2C+half+typed&needed=" in page.ask("location.search"), page.ask("location.search")


def input_takes_what_is_typed_on_a_slow_link(walk):
    page = form(walk)
    page.send("Network.emulateNetworkConditions", offline=False, latency=300, downloadThroughput=-1, uploadThroughput=-1)
    focus(page, "one")
    for name in ["yoga", "tai chi", "Swimming", "swim"]:
        page.type(name), page.key("Enter")
    page.type("rest")
    assert values(page)["tags"].lower() == "music, water, yoga, tai chi, swimming, swim, rest", values(page)
    walk.expect(lambda: page.ask("document.querySelector('#one').tags"), ["music", "water", "yoga", "tai chi", "swimming"], "known names get their spelling, and beginnings their tag")
    assert values(page)["tags"].endswith(", rest"), values(page)
    assert not page.errors, page.errors


def input_resets_validates_and_is_disabled(walk):
    page = form(walk)
    focus(page, "one"), page.type("tea,")
    page.ask("document.querySelector('#two').value = 'a, b'")
    assert values(page)["tags"] == "music, water, tea" and values(page)["more"] == "a, b", values(page)
    page.click("#reset")
    assert values(page)["tags"] == "music, water", values(page)
    page.ask("document.querySelector('#three').required = true")
    assert page.ask("document.querySelector('#form').checkValidity()") is False
    assert page.ask("document.querySelector('#three').validationMessage") == "Please fill out this field."
    page.click("#send")
    time.sleep(0.2)
    assert page.ask("location.search") == "" and page.ask("document.activeElement.id") == "three", "it is shown what is missing"
    page.type("x,")
    assert page.ask("document.querySelector('#three').checkValidity()")
    page.ask("document.querySelector('#fields').disabled = true")
    assert "needed" not in values(page) and page.ask("document.querySelector('#three').shadowRoot.querySelector('input').disabled")
    page.ask("document.querySelector('#fields').disabled = false")
    assert values(page)["needed"] == "x"
    color = page.ask("getComputedStyle(document.querySelector('#one').shadowRoot.querySelector('.chip')).backgroundColor")
    assert color == "rgb(1, 2, 3)", f"styled by its parts: {color}"
    assert not page.errors, page.errors


def input_is_a_plain_field_without_the_server(walk):
    page = form(walk)
    walk.kill()
    focus(page, "one")
    page.type("tea"), page.key("Enter")
    walk.expect(lambda: values(page)["tags"], "music, water, tea")
    walk.start()
    page.type("swi")
    eventually(lambda: shown(page, "one")[:1] == ["swimming"], what="it completes again")


def input_composes(walk):
    walk.cli("add", "跑步")
    page = form(walk)
    focus(page, "one")
    for step in ["p", "pao", "pao bu"]:
        page.send("Input.imeSetComposition", text=step, selectionStart=len(step), selectionEnd=len(step))
        page.send("Input.dispatchKeyEvent", type="rawKeyDown", key="Enter", windowsVirtualKeyCode=229)
    time.sleep(0.2)
    assert shown(page, "one") == [] and len(page.ask("document.querySelector('#one').tags")) == 2
    page.send("Input.insertText", text="跑步")
    eventually(lambda: shown(page, "one")[:1] == ["跑步"], what="searched once it is composed")
    page.key("Enter")
    walk.expect(lambda: values(page)["tags"], "music, water, 跑步")


def input_takes_options_without_a_server(walk):
    page = form(walk)
    focus(page, "four")
    eventually(lambda: shown(page, "four") == ["sea", "season", "deep sea", "map"], what="on focus")
    color = page.ask("getComputedStyle(document.querySelector('#four').shadowRoot.querySelector('li')).color")
    assert color == "rgb(4, 5, 6)", f"styled as part option: {color}"
    page.type("draw"), page.key("Enter")
    assert values(page)["listed"] == "" and page.ask("document.querySelector('#four').validationMessage") == "There is no tag “draw”", values(page)
    for _ in "draw":
        page.key("Backspace")
    page.type("sea"), page.key("Enter")
    page.type("deep"), page.key("ArrowDown"), page.key("Enter")
    walk.expect(lambda: values(page)["listed"], "sea, deep sea")
    page.type("map"), page.key("Enter")
    assert values(page)["listed"] == "sea, deep sea" and page.ask("document.querySelector('#four').shadowRoot.querySelector('.hint').innerText") == "At most 2 tags"
    page.ask("document.querySelector('#four').removeAttribute('max'); document.querySelector('#four').options = [{ tag: 'map', uses: 3 }]")
    page.key("Enter")
    walk.expect(lambda: values(page)["listed"], "sea, deep sea, map")
    assert not page.errors, page.errors


def input_uses_evidence_from_other_fields(walk):
    page = form(walk)
    focus(page, "title")
    page.type("A walk in the garden")
    focus(page, "five")
    notes = lambda: page.ask("[...document.querySelector('#five').shadowRoot.querySelectorAll('.options:not([hidden]) small')].map((item) => item.textContent)")
    eventually(lambda: 'title has "garden"' in notes(), what="evidence from the title")
    page.ask("(() => { const title = document.querySelector('#title'); title.value = 'Swimming'; title.dispatchEvent(new InputEvent('input', { bubbles: true })); })()")
    eventually(lambda: 'title has "swimming"' in notes(), what="from the title as it is now")
    page.type("html5"), page.key("Enter")
    assert page.ask("document.querySelector('#five').tags") == [], "the pattern has no digits"
    page.ask("(() => { const title = document.querySelector('#title'); title.value = 'Running '.repeat(3000); document.querySelector('#five').value = ''; })()")
    focus(page, "title"), focus(page, "five")
    assert not page.errors, page.errors


def rules_of_axe(walk):
    source = open(AXE).read()
    for page, root in ((view(walk), "document"), (form(walk), "document.querySelector('#one').shadowRoot")):
        assert not (found := page.axe(source)), "\n".join(found)
        if root != "document":
            focus(page, "one")
        page.type("re")
        eventually(lambda: options(page, root))
        assert not (found := page.axe(source)), "\n".join(found)
        box = next(node for node in page.tree() if node.role == "combobox" and node.states.get("expanded"))
        assert box.name == "Tags", box
        assert any(node.role == "button" and node.name == "Remove music" for node in page.tree())


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("field", "input", "rules") and callable(case)}


class FieldWalk(Walk):
    """A server, and a page of another origin that asks it."""

    def __init__(self, chromium):
        self.elsewhere = Elsewhere().__enter__()
        super().__init__(chromium, "--origin", self.elsewhere.url)

    def __exit__(self, *error):
        super().__exit__(*error)
        self.elsewhere.__exit__()


def main():
    page_cases.run(CASES, lambda chromium, _: FieldWalk(chromium))


if __name__ == "__main__":
    main()
