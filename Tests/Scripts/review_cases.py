#!/usr/bin/env python3
"""The Review view in Chromium: keys, buttons and swipes, a real server, and after each step what the database says.

  review_cases.py FOLDER [CASE…]     as page_cases.py
"""

import json
import os
import pathlib
import time

import items_cases
import page_cases
import tags_cases

AXE = os.environ.get("AXE", "")
KNOWN = [{"title": f"{topic} {n}", "location": f"https://{host}/{n}", "tags": tags, "at": f"2026-0{month}-{n + 1:02}T10:00:00Z"}
         for month, (topic, host, tags) in enumerate([("Swift concurrency guide", "swift.example", ["swift", "programming"]),
                                                      ("Sourdough bread recipe", "bread.example", ["cooking", "bread"])], 1) for n in range(12)]
# Newest first, as a review shows them.
UNTAGGED = [{"title": f"Swift actors explained {n}", "location": f"https://swift.example/new/{n}", "note": "A long read about isolation.",
             "tags": [], "at": f"2026-09-{28 - n:02}T10:00:00Z"} for n in range(4)] + [
    {"title": "Sourdough bread with rye", "location": "https://bread.example/rye", "tags": [], "at": "2026-08-02T10:00:00Z"},
    {"title": "Nothing in particular", "tags": [], "at": "2026-08-01T10:00:00Z"}]


class Walk(items_cases.Walk):
    """A server with some items with tags, and six without."""

    def __init__(self, chromium):
        super().__init__(chromium, KNOWN + UNTAGGED)

    def content_key(self):
        return "review"

    def review(self, path="/review", until=".card h2", **size):
        page = self.page(path, until=until, **size)
        page.ask("window.spoken = []; new MutationObserver(() => spoken.push(document.querySelector('[aria-live]').textContent)).observe(document.querySelector('[aria-live]'), { childList: true, characterData: true, subtree: true })")
        return page

    def reviewed(self):
        return sorted(title for title, in self.rows("SELECT title FROM item JOIN reviewed_item ON item_id = item.id"))

    def dismissed(self, title):
        found = next(item["id"] for item in self.found() if item["title"] == title)
        return self.api("GET", f"items/{found}/dismissed")["dismissed"]


def title(page):
    return page.ask("document.querySelector('.card:not([hidden]) h2')?.textContent")


def progress(page):
    return page.text(".progress")


def chips(page):
    """The suggestions, with a mark behind those that are on."""
    return page.ask("[...document.querySelectorAll('.review .suggested .chip')].map((chip) => chip.querySelector('bdi').textContent + (chip.ariaPressed === 'true' ? '*' : ''))")


def number_of(page, tag):
    return str(1 + [chip.rstrip("*") for chip in chips(page)].index(tag))


def shows(page, text):
    page.until(f"document.querySelector('.card:not([hidden]) h2')?.textContent === {json.dumps(text)}")


def review_is_done_by_keys(walk):
    page = walk.review()
    assert title(page) == "Swift actors explained 0" and progress(page) == "1 of 6", (title(page), progress(page))
    assert "swift*" in chips(page), chips(page)
    assert page.ask("[...document.querySelectorAll('.review .suggested .chip small')].every((share) => /^\\d+\\s?%$/.test(share.textContent))")
    assert page.ask("document.querySelector('.facts').textContent").startswith("swift.example")
    # The next item is there before the first is stored.
    held, release = page.hold_requests("*/items/*")
    page.key("Enter")
    assert title(page) == "Swift actors explained 1" and progress(page) == "2 of 6"
    assert walk.tags("Swift actors explained 0") == []
    release()
    walk.expect(lambda: "swift" in walk.tags("Swift actors explained 0"), True, "saved")
    page.until("spoken.some((text) => text.includes('Saved with') && text.includes('2 of 6') && text.includes('Swift actors explained 1'))")
    # Digits toggle, and typing adds any tag.
    page.key(number_of(page, "swift"))
    page.until("![...document.querySelectorAll('.review .suggested .chip.on bdi')].some((chip) => chip.textContent === 'swift')")
    on = [chip[:-1] for chip in chips(page) if chip.endswith("*")]
    for letter in "evening":
        page.key(letter)
    page.until("document.querySelector('.review .tag-field .input').value === 'evening'")
    page.key("Enter")
    page.until("document.querySelector('.review .field .chip bdi')?.textContent === 'evening'")
    assert title(page) == "Swift actors explained 1", "Enter takes the text first"
    # A letter that is a key begins a tag behind a hash.
    page.key("#")
    for letter in "sour":
        page.key(letter)
    page.until("document.querySelector('.review .tag-field .input').value === 'sour'")
    page.key("Enter")
    page.until("document.querySelectorAll('.review .field .chip').length === 2")
    page.key("Enter")
    walk.expect(lambda: sorted(walk.tags("Swift actors explained 1")), sorted([*on, "evening", "sour"]), "saved with typed tags")
    # Skipping changes no tags, and isn't offered again.
    page.key("s")
    shows(page, "Swift actors explained 3")
    walk.expect(lambda: walk.reviewed(), [f"Swift actors explained {n}" for n in range(3)], "reviewed")
    assert walk.tags("Swift actors explained 2") == []
    page.key("ArrowRight")
    shows(page, "Sourdough bread with rye")
    # Alt+digit toggles and saves.
    place = number_of(page, "cooking")
    was = "cooking*" in chips(page)
    page.key(f"Alt+{place}")
    walk.expect(lambda: "cooking" in walk.tags("Sourdough bread with rye"), not was, "toggled and saved in one key")
    shows(page, "Nothing in particular")
    page.key("s")
    page.until("!document.querySelector('.rest').hidden && document.querySelector('.rest h2').textContent === 'All done'")
    walk.expect(lambda: len(walk.reviewed()), 6, "all of them")
    # Leaving waits for the requests that are under way.
    page.key("Escape")
    page.until("location.pathname === '/' && location.search === '?q=untagged'")
    page.go(f"{walk.url}/review")
    page.until("document.querySelector('.rest:not([hidden]) h2')?.textContent === 'All done'")
    page.click(".rest .second")
    page.until("location.search === '?again='")
    page.until("document.querySelector('.progress')?.textContent === '1 of 3'")
    page.key("Escape")
    page.until("location.pathname === '/' && location.search === '?q=untagged'")


def review_undo_goes_back(walk):
    page = walk.review()
    page.key("u")
    page.until("document.querySelector('.notice')?.innerText.includes('Nothing was saved')")
    page.key("Enter")
    walk.expect(lambda: "swift" in walk.tags("Swift actors explained 0"), True, "saved")
    page.key("s")
    shows(page, "Swift actors explained 2")
    walk.expect(lambda: len(walk.reviewed()), 2, "skipped")
    page.key("u")
    shows(page, "Swift actors explained 1")
    walk.expect(lambda: walk.reviewed(), ["Swift actors explained 0"], "the skipped item is back")
    page.click(".outcome button")
    shows(page, "Swift actors explained 0")
    walk.expect(lambda: (walk.reviewed(), walk.tags("Swift actors explained 0")), ([], []), "in one step")
    # A dismissed suggestion is remembered, until it is undone.
    tags = [chip.rstrip("*") for chip in chips(page)]
    page.key("ArrowDown")
    page.until("document.querySelectorAll('.review .suggested .chip')[1].classList.contains('highlighted')")
    page.key("x")
    walk.expect(lambda: walk.dismissed("Swift actors explained 0"), [tags[1]], "dismissed")
    assert tags[1] not in [chip.rstrip("*") for chip in chips(page)] and title(page) == "Swift actors explained 0"
    page.key("u")
    walk.expect(lambda: walk.dismissed("Swift actors explained 0"), [], "undone")
    assert [chip.rstrip("*") for chip in chips(page)] == tags


def review_a_phone_swipes(walk):
    page = walk.signed_in(width=390, height=844)
    page.resize(390, 844, 2, is_touch=True)
    page.go(f"{walk.url}/review")
    page.until("!!document.querySelector('.review .suggested .chip')")
    fits = "document.documentElement.scrollHeight <= innerHeight && document.documentElement.scrollWidth <= innerWidth"
    assert page.ask(fits), page.ask("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
    assert page.ask("document.querySelector('.review-buttons').getBoundingClientRect().bottom <= document.querySelector('.bottom').getBoundingClientRect().top")
    assert page.ask("[...document.querySelectorAll('.review-buttons button, .review .suggested .chip')].every((button) => button.getBoundingClientRect().height >= 44)")

    def swipe(by, down=0, part=".facts", place="x + 150, y + 8"):
        frame = page.ask(f"(() => {{ const {{ x, y, right, bottom }} = document.querySelector('.card {part}').getBoundingClientRect(); return [{place}]; }})()")
        page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": frame[0], "y": frame[1]}])
        for step in range(1, 6):
            page.send("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": frame[0] + by * step / 5, "y": frame[1] + down * step / 5}])
        page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    swipe(40)
    time.sleep(.2)
    assert title(page) == "Swift actors explained 0", "a short movement does nothing"
    swipe(140)
    shows(page, "Swift actors explained 1")
    walk.expect(lambda: "swift" in walk.tags("Swift actors explained 0"), True, "right saves")
    swipe(-140)
    shows(page, "Swift actors explained 2")
    walk.expect(lambda: walk.reviewed(), ["Swift actors explained 0", "Swift actors explained 1"], "left skips")
    assert walk.tags("Swift actors explained 1") == []
    page.tap(".review .suggested .chip")
    page.tap(".review-buttons .main")
    shows(page, "Swift actors explained 3")
    # The whole item can be swiped: its title, its note, and the part without anything; but not the field.
    swipe(-140, part=".field")
    time.sleep(.2)
    assert title(page) == "Swift actors explained 3", "a movement in the field"
    undo = "document.querySelector('.outcome button').click()"
    for part, place in [("h2 a", "x + 150, y + 8"), (".note", "x + 150, y + 8"), (".suggested", "right - 4, bottom - 4")]:
        swipe(-140, part=part, place=place)
        shows(page, "Sourdough bread with rye")
        page.ask(undo)
        shows(page, "Swift actors explained 3")
    swipe(-140, place="right + 8, y")
    shows(page, "Sourdough bread with rye")
    assert not page.errors, page.errors


def review_a_chip_toggles_with_the_first_tap(walk):
    page = walk.signed_in(width=390, height=844)
    page.resize(390, 844, 2, is_touch=True)
    page.go(f"{walk.url}/review")
    page.until("document.querySelectorAll('.review .suggested .chip').length > 1")
    before = chips(page)
    toggled = [chip[:-1] if chip.endswith("*") else f"{chip}*" for chip in before]

    def tap(index, until=None):
        page.tap(page.place(".review .suggested .chip", index))
        if until is not None:
            page.until(f"document.querySelectorAll('.review .suggested .chip')[{index}].ariaPressed === '{str(until.endswith('*')).lower()}'", 3)

    tap(1, toggled[1])
    assert chips(page) == [before[0], toggled[1], *before[2:]], chips(page)
    time.sleep(.5)
    tap(1, before[1])
    time.sleep(.5)
    # Two quick taps on two chips.
    places = [page.place(".review .suggested .chip", index) for index in (0, 1)]
    for place in places:
        page.tap(place)
    page.until("document.querySelectorAll('.review .suggested .chip')[1].ariaPressed === '%s'" % str(toggled[1].endswith("*")).lower(), 3)
    assert chips(page) == [*toggled[:2], *before[2:]], chips(page)
    # A double tap is one.
    time.sleep(.5)
    for _ in range(2):
        page.tap(places[0])
    time.sleep(.2)
    assert chips(page) == [before[0], toggled[1], *before[2:]], chips(page)
    # With a mouse, while a text is in the field.
    page = walk.review()
    before = chips(page)
    page.type("evening")
    page.key("Escape")
    page.click(page.place(".review .suggested .chip", 1))
    page.until(f"document.querySelectorAll('.review .suggested .chip')[1].ariaPressed === '{str(not before[1].endswith('*')).lower()}'", 3)


def review_what_is_typed_is_text(walk):
    page = walk.review()
    value = "document.querySelector('.review .tag-field .input').value"
    page.type("evening,")
    page.until("document.querySelector('.review .field .chip bdi')?.textContent === 'evening'")
    assert page.ask("document.querySelector('.tagging .entry') && getComputedStyle(document.querySelector('.tagging .entry'), '::before').content.includes('#')")
    # Backspace right after the comma brings the text back.
    page.key("Backspace")
    page.until(f"{value} === 'evening' && !document.querySelector('.review .field .chip')")
    page.key(",")
    page.until("document.querySelector('.review .field .chip bdi')?.textContent === 'evening'")
    page.type("sux1")
    assert page.ask(value) == "sux1" and title(page) == "Swift actors explained 0", page.ask(value)
    page.key(",")
    page.until("document.querySelectorAll('.review .field .chip').length === 2")
    on = [chip[:-1] for chip in chips(page) if chip.endswith("*")]
    # With the sign alone, Enter saves.
    page.key("Enter")
    walk.expect(lambda: sorted(walk.tags("Swift actors explained 0")), sorted([*on, "evening", "sux1"]), "saved")
    shows(page, "Swift actors explained 1")
    # Without the sign, letters are keys again.
    page.key("#")
    page.key("Backspace")
    page.until("!document.querySelector('.tagging')")
    page.key("s")
    shows(page, "Swift actors explained 2")
    # A field that was tapped takes every letter and digit.
    page.ask("document.activeElement.blur()")
    page.resize(390, 844, 2, is_touch=True)
    page.tap(".review .tag-field .input")
    page.until("document.activeElement.matches('.input')")
    page.type("1s")
    assert page.ask(value) == "1s" and title(page) == "Swift actors explained 2", page.ask(value)
    page.key("Enter")
    page.until("document.querySelector('.review .field .chip bdi')?.textContent === '1s'")
    page.type("s2")
    assert page.ask(value) == "s2" and title(page) == "Swift actors explained 2", page.ask(value)


def review_shows_what_is_saved(walk):
    page = walk.review()
    on = [chip[:-1] for chip in chips(page) if chip.endswith("*")]
    result = "document.querySelector('.result bdi').textContent"
    assert page.ask(result) == ", ".join(on) and on, page.ask(result)
    top = page.ask("document.querySelector('.card').getBoundingClientRect().top")
    page.type("evening")
    assert page.ask("(() => { const { x, y } = document.querySelector('.result bdi').getBoundingClientRect(); return document.elementFromPoint(x + 2, y + 2).matches('.result *'); })()"), "nothing covers it"
    page.key("Enter")
    page.until(f"{result} === {json.dumps(', '.join([*on, 'evening']))}")
    page.key("Enter")
    page.until(f"document.querySelector('.outcome').innerText.replace(/\s+/g, ' ') === {json.dumps('Saved with ' + ', '.join([*on, 'evening']) + ' · Undo')}")
    page.key("s")
    page.until("document.querySelector('.outcome').innerText.replace(/\s+/g, ' ') === 'Skipped · Undo'")
    assert page.ask("document.querySelector('.card').getBoundingClientRect().top") == top, "a decision moves nothing"
    for chip in chips(page):
        if chip.endswith("*"):
            page.key(number_of(page, chip[:-1]))
    page.until(f"{result} === 'Untagged'")
    page.click(".outcome button")
    shows(page, "Swift actors explained 1")


def review_a_chip_under_the_pointer_is_readable(walk):
    page = walk.review()
    for scheme in ["light", "dark"]:
        page.media(scheme=scheme)
        page.mouse("mouseMoved", *page.place(".review .suggested .chip.on"), "none")
        page.until("document.querySelector('.review .chip.on').matches(':hover')")
        colors = page.ask("(() => { const { color, backgroundColor } = getComputedStyle(document.querySelector('.review .chip.on')); return [color, backgroundColor].map((text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number)); })()")
        light, dark = sorted((luminance(color) for color in colors), reverse=True)
        assert (light + .05) / (dark + .05) >= 4.5, (scheme, colors)


def luminance(color):
    parts = [part / 255 for part in color]
    red, green, blue = (part / 12.92 if part <= .04045 else ((part + .055) / 1.055) ** 2.4 for part in parts)
    return .2126 * red + .7152 * green + .0722 * blue


def review_its_link_fits_a_phone(walk):
    page = walk.signed_in(width=390, height=844)
    page.resize(390, 844, 2, is_touch=True)
    page.go(f"{walk.url}/?q=untagged")
    page.until("!!document.querySelector('[data-key=review]') && !!document.querySelector('[data-key=save]')")
    assert page.ask("document.documentElement.scrollWidth <= 390"), page.ask("document.documentElement.scrollWidth")
    inside = page.ask("[...document.querySelectorAll('#status > *')].every((part) => part.getBoundingClientRect().right <= 390)")
    assert inside, "every button is inside"
    assert page.ask("document.querySelector('#status').getBoundingClientRect().bottom <= document.querySelector('.row').getBoundingClientRect().top + 1")


def review_finds_items_that_fit_a_tag(walk):
    page = walk.page("/tags", until="#content[aria-busy=false] a")
    page.click(tags_cases.shown(page, "swift", ".actions"))
    page.until("!!document.querySelector('[role=menu]')")
    page.ask("[...document.querySelectorAll('[role=menu] button')].find((button) => button.textContent.startsWith('Find items that fit')).click()")
    page.until("location.pathname === '/review' && location.search === '?tag=swift'")
    page.until("document.querySelector('h1')?.textContent === 'Does “swift” fit?' && !!document.querySelector('.card h2')")
    first = title(page)
    assert first.startswith("Swift actors"), first
    page.key("y")
    walk.expect(lambda: walk.tags(first), ["swift"], "yes")
    page.until(f"document.querySelector('.card h2').textContent !== {json.dumps(first)}")
    second = title(page)
    page.key("n")
    walk.expect(lambda: walk.dismissed(second), ["swift"], "no is remembered")
    page.until(f"document.querySelector('.card h2').textContent !== {json.dumps(second)}")
    third = title(page)
    page.key("s")
    page.until(f"document.querySelector('.card h2')?.textContent !== {json.dumps(third)}")
    assert walk.dismissed(third) == [] and walk.tags(third) == []
    page.key("u")
    shows(page, third)
    page.key("u")
    shows(page, second)
    walk.expect(lambda: walk.dismissed(second), [], "no is undone")
    page.key("u")
    shows(page, first)
    walk.expect(lambda: walk.tags(first), [], "yes is undone")


def review_links_lead_to_it(walk):
    page = walk.page("/?q=untagged", until="[data-key=review]")
    page.click("[data-key=review]")
    page.until("location.pathname === '/review'")
    shows(page, "Swift actors explained 0")
    page = walk.page("/tags", until=".clean a[href$='/review']")
    page.click(".clean a[href$='/review']")
    page.until("location.pathname === '/review'")
    page.go(f"{walk.url}/review?q=%23bread")
    page.until("document.querySelector('h1')?.textContent === 'Review: #bread'")
    page.until("document.querySelector('.progress')?.textContent === '1 of 12'")
    assert page.ask("[...document.querySelectorAll('.review .field .chip bdi')].map((tag) => tag.textContent).sort().join()") == "bread,cooking"
    page.go(f"{walk.url}/review?tag=nothing")
    page.until("document.querySelector('.rest [role=alert]')?.textContent.includes('There is no tag “nothing”')")


def review_goes_on_after_trouble(walk):
    walk.allows_errors = True
    page = walk.review()
    # What was deleted meanwhile is left out.
    gone = next(item["id"] for item in walk.found() if item["title"] == "Swift actors explained 0")
    walk.api("DELETE", f"items/{gone}")
    page.key("Enter")
    page.until("document.querySelector('.notice')?.innerText.includes('was deleted meanwhile')")
    shows(page, "Swift actors explained 1")
    page.until("document.querySelector('.progress')?.textContent === '1 of 5'")
    # Without the server, an item that can't be saved is shown again.
    walk.kill()
    page.key("Enter")
    page.until("document.querySelector('.notice.wrong')?.innerText.includes('server can')")
    shows(page, "Swift actors explained 1")
    walk.start()
    page.key("Enter")
    walk.expect(lambda: "swift" in walk.tags("Swift actors explained 1"), True, "saved once the server is back")
    # What others add meanwhile stays.
    other = next(item["id"] for item in walk.found() if item["title"] == "Swift actors explained 2")
    walk.api("PATCH", f"items/{other}", {"add": ["theirs"]})
    page.key("Enter")
    walk.expect(lambda: {"theirs", "swift"} <= set(walk.tags("Swift actors explained 2")), True, "others' tags")


def review_single_keys_can_be_turned_off(walk):
    page = walk.review()
    page.ask("localStorage.setItem('tagflow.shortcuts', 'off')")
    page.ask("document.querySelector('.review .tag-field .input').focus()")
    page.key("s")
    page.until("document.querySelector('.review .tag-field .input').value === 's'")
    assert title(page) == "Swift actors explained 0" and walk.reviewed() == []
    page.ask("localStorage.removeItem('tagflow.shortcuts')")


def rules_of_axe(walk):
    if not AXE:
        return print("    without AXE=axe.min.js")
    source = pathlib.Path(AXE).read_text("utf-8")
    findings = []
    for scheme in ["light", "dark"]:
        for path, until in [("/review", ".review .suggested .chip"), ("/review?tag=swift", ".card h2"), ("/review?q=%23none", ".rest *")]:
            page = walk.page(path, until=until)
            page.media(scheme=scheme)
            findings += [f"{path} {scheme}: {finding}" for finding in page.axe(source)]
            walk.pages.remove(page)
            page.close()
    page = walk.signed_in(width=390, height=844)
    page.resize(390, 844, 2, is_touch=True)
    page.go(f"{walk.url}/review")
    page.until("!!document.querySelector('.review .suggested .chip')")
    findings += [f"phone: {finding}" for finding in page.axe(source)]
    assert not findings, "\n".join(findings)


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("review", "rules") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, _: Walk(chromium))


if __name__ == "__main__":
    main()
