#!/usr/bin/env python3
"""The Items view in Chromium: real keys and pointers, a real server, and after each step what the database says.

  items_cases.py FOLDER [CASE…]     as page_cases.py
"""

import json
import os
import pathlib
import time
import urllib.parse

import page_cases

AXE = os.environ.get("AXE", "")
FILMS = [
    {"title": "Metropolis (2001)", "location": "https://www.imdb.com/title/tt0293416/", "tags": ["movie", "anime", "role::watched"], "note": "The ending, with that song.", "at": "2012-08-01T10:00:00Z"},
    {"title": "Gran Torino (2008)", "location": "https://www.imdb.com/title/tt1205489/", "tags": ["movie", "role::wanted"], "at": "2012-07-13T10:00:00Z"},
    {"title": "Bread at home", "location": "http://bread.example/home", "tags": ["cooking", "to read"], "at": "2012-07-01T10:00:00Z"},
    {"title": "A note on rye", "tags": ["cooking"], "note": "Rye needs time.", "at": "2012-06-01T10:00:00Z"},
    {"title": "Never a link", "location": "javascript:alert(1)", "tags": ["cooking", "movie"], "at": "2012-05-01T10:00:00Z"},
    {"title": "Data either", "location": "data:text/html,x", "tags": ["movie"], "at": "2012-04-01T10:00:00Z"},
    {"title": "A file", "location": "notes/rye.md", "tags": ["cooking"], "at": "2012-03-01T10:00:00Z"},
]


class Walk(page_cases.Walk):
    """A server with some films, and tabs of its views."""

    def __init__(self, chromium, items=FILMS):
        super().__init__(chromium)
        self.items = items

    def fill(self):
        if self.items:
            file = pathlib.Path(self.folder.name) / "items.ndjson"
            file.write_text("\n".join(json.dumps({"set": "films", **item}) for item in self.items), "utf-8")
            self.cli("import", str(file))

    def content_key(self):
        return f"{len(self.items)} items, {self.items[0]['title'] if self.items else ''}"

    def found(self, query=""):
        return self.api("GET", f"items?limit=1000&lenient=true&q={urllib.parse.quote(query)}")["items"]

    def tags(self, title):
        return next(item["tags"] for item in self.found() if item["title"] == title)

    def page(self, path="/", until=".row .chip", **size):
        page = self.signed_in(**size)
        page.go(self.url + path)
        if until:
            page.until(f"!!document.querySelector({json.dumps(until)})")
        return page


def titles(page):
    return page.ask("[...document.querySelectorAll('.row:not(.empty)')].map((row) => row.querySelector('.title')?.textContent)")


def row(title):
    """An expression for the row of an item."""
    return f"[...document.querySelectorAll('.row')].find((row) => row.querySelector('.title')?.textContent === {json.dumps(title)})"


def inside(page, title, selector):
    """The middle of a part of a row."""
    found = page.until(f"""(() => {{ const part = {row(title)}?.querySelector({json.dumps(selector)}); if (!part) return null;
        const frame = part.getBoundingClientRect(); return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()""")
    return found


def point(page, title):
    """Points at a row, which shows its chips."""
    x, y = inside(page, title, ".title")
    page.mouse("mouseMoved", x, y)
    page.until(f"!!{row(title)}.querySelector('.tag-chips').checkVisibility()")


def notice(page):
    return page.text(".notice:not([hidden])")


def write(page, text):
    """Enters signs that have no key of their own."""
    page.send("Input.insertText", text=text)


# The cases

def items_only_safe_locations_are_links(walk):
    page = walk.page()
    links = dict(page.ask("[...document.querySelectorAll('.row')].map((row) => [row.querySelector('.title').textContent, row.querySelector('.title a')?.getAttribute('href') ?? ''])"))
    assert links["Metropolis (2001)"] == "https://www.imdb.com/title/tt0293416/", links
    assert links["A file"] == "notes/rye.md", links
    assert links["Never a link"] == "" and links["Data either"] == "" and links["A note on rye"] == "", links
    assert page.ask("[...document.querySelectorAll('.title a')].every((link) => link.rel === 'noreferrer noopener')")
    assert "imdb.com" in page.text(".place")


def items_words_and_tags_are_found_while_typing(walk):
    page = walk.page()
    page.key("/")
    page.type("metro")
    walk.expect(lambda: titles(page), ["Metropolis (2001)"])
    walk.expect(lambda: page.ask("location.search"), "?q=metro")
    page.key("Control+a")
    write(page, "#movie -#ani")
    page.until("!document.querySelector('#query-options').hidden")
    page.key("Tab")
    walk.expect(lambda: page.ask("document.querySelector('#query').value.trim()"), "#movie -#anime")
    walk.expect(lambda: titles(page), ["Gran Torino (2008)", "Never a link", "Data either"])
    assert "3 of 7" in page.text("#status"), page.text("#status")


def items_an_unknown_tag_offers_the_nearest(walk):
    page = walk.page("/?q=%23moive", until=".no-match")
    assert "There is no tag “moive”" in page.text(".no-match"), page.text(".no-match")
    page.click(".no-match .second")
    walk.expect(lambda: len(titles(page)), 4)


def items_the_address_has_the_state(walk):
    page = walk.page()
    page.until("document.querySelectorAll('.facet').length > 3")
    page.click(".facet a[data-tag=movie]")
    walk.expect(lambda: len(titles(page)), 4)
    page.until("!!document.querySelector('.facet.with')")
    point(page, "Metropolis (2001)")
    page.click(inside(page, "Metropolis (2001)", "[data-tag=anime]"))
    walk.expect(lambda: titles(page), ["Metropolis (2001)"])
    assert page.ask("location.search") == "?q=%23movie+%23anime", page.ask("location.search")
    page.ask("history.back()")
    walk.expect(lambda: len(titles(page)), 4)
    assert page.ask("document.querySelector('#query').value") == "#movie"
    page.send("Page.reload")
    page.until("document.querySelectorAll('.row .chip').length > 3")
    assert len(titles(page)) == 4


def items_facets_add_exclude_and_fold(walk):
    page = walk.page()
    page.until("!!document.querySelector('.facet a[data-tag=cooking]')")
    page.ask("document.querySelector('.facet a[data-tag=cooking]').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, altKey: true }))")
    walk.expect(lambda: page.ask("document.querySelector('#query').value"), "-#cooking")
    walk.expect(lambda: titles(page), ["Metropolis (2001)", "Gran Torino (2008)", "Data either"])
    assert page.ask("!document.querySelector('[data-tag=\"role::wanted\"].facet-open')")
    # The excluded tag can be allowed again at its place in the sidebar.
    page.until("!!document.querySelector('.facet.without a[data-tag=cooking]')")
    page.click(".facet.without a[data-tag=cooking]")
    walk.expect(lambda: page.ask("document.querySelector('#query').value"), "")
    page.until("document.querySelectorAll('.row:not(.empty)').length === 7")
    page.click("[data-space='role::']")
    page.until("document.querySelectorAll('.facet.level-1').length === 2")
    page.click(".facet.level-1 a[data-tag='role::wanted']")
    walk.expect(lambda: titles(page), ["Gran Torino (2008)"])


def items_facets_are_a_tree(walk):
    """A tag is above its tags below, which can be folded; folding is remembered."""
    for tags in [["trip"], ["trip/italy"], ["trip/italy/rome"], ["trip/peru"]] * 9:
        walk.api("POST", "items", {"title": "away", "tags": tags})
    page = walk.page()
    page.until("!!document.querySelector('.facet a[data-tag=trip]')")
    assert page.ask("document.querySelector('.facet a[data-tag=trip] small').textContent") == "36", "with the tags below"
    fold = ".facet .fold[data-space=trip]"
    assert page.ask(f"[document.querySelector('{fold}').ariaExpanded, !!document.querySelector('.facet [data-tag=\"trip/italy\"]')]") == ["false", False]
    page.click(fold)
    page.until(f"document.querySelector('{fold}').ariaExpanded === 'true' && document.activeElement.matches('{fold}')")
    assert page.ask("document.querySelector('.facet.level-1 a[data-tag=\"trip/italy\"] bdi').textContent") == "italy"
    page.click(".facet .fold[data-space='trip/italy']")
    page.until("!!document.querySelector('.facet.level-2 a[data-tag=\"trip/italy/rome\"]')")
    if AXE:
        assert not (found := page.axe(open(AXE).read())), "\n".join(found)
    page.go(walk.url + "/")
    page.until("!!document.querySelector('.facet.level-2 a[data-tag=\"trip/italy/rome\"]')")
    page.click(".facet a[data-tag='trip/italy']")
    page.until("new URLSearchParams(location.search).get('q') === '#trip/italy' && !!document.querySelector('.facet.with')")


def items_keys_walk_select_and_edit(walk):
    page = walk.page()
    page.key("j")
    page.key("j")
    walk.expect(lambda: page.text(".row.focused .title"), "Gran Torino (2008)")
    page.key("k")
    page.key("x")
    page.key("j")
    page.key("x")
    walk.expect(lambda: "2 selected" in page.text("#status"), True)
    walk.expect(lambda: page.text("[aria-live]").strip(), "2 selected")
    page.key("e")
    page.until("document.querySelector('dialog h2')?.textContent === 'Add tags to 2 items'")
    page.key("Escape"), page.key("Escape")
    page.until("!document.querySelector('dialog')")
    page.key("Escape")
    page.key("e")
    page.until("!!document.querySelector('.row.editing .tag-editor input')")
    page.until("document.activeElement.matches('.tag-editor input')")
    page.type("drama")
    page.key("Enter")
    walk.expect(lambda: walk.tags("Gran Torino (2008)"), ["movie", "role::wanted", "drama"])
    page.key("Escape")
    page.key("Escape")
    page.until("!document.querySelector('.row.editing')")
    walk.expect(lambda: page.ask("document.activeElement.querySelector('.title')?.textContent"), "Gran Torino (2008)")
    page.until("!!document.querySelector('.notice:not([hidden]) button')")
    page.key("?")
    page.until("!!document.querySelector('dialog .keys')")
    assert page.ask("document.querySelector('.notice').hidden"), "no notice covers a dialog"
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    page.key("e")
    page.until("document.activeElement.matches('.tag-editor input')")
    page.type("sea"), page.key("Enter")
    walk.expect(lambda: walk.tags("Gran Torino (2008)"), ["movie", "role::wanted", "drama", "sea"])
    page.key("Escape"), page.key("Escape")
    page.until("!!document.querySelector('.notice:not([hidden]) button')")
    page.ask("document.querySelector('.notice button').focus()")
    page.key("Enter")
    walk.expect(lambda: walk.tags("Gran Torino (2008)"), ["movie", "role::wanted", "drama"])
    walk.expect(lambda: page.ask("document.activeElement.querySelector('.title')?.textContent"), "Gran Torino (2008)")
    page.key("?")
    page.until("!!document.querySelector('dialog .keys')")
    assert "Edit its tags" in page.text("dialog")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    # Editing that begins again right after its end goes on, though the first field takes note late that it lost the focus.
    page.key("e")
    page.until("document.activeElement.matches('.tag-editor input')")
    page.key("Escape"), page.key("e")
    time.sleep(0.4)
    assert page.ask("document.activeElement.matches('.tag-editor input')")


def items_shortcuts_can_be_turned_off(walk):
    page = walk.page()
    page.ask("localStorage.setItem('tagflow.shortcuts', 'off')")
    page.key("j")
    page.key("/")
    time.sleep(0.3)
    assert page.ask("document.activeElement === document.body")
    page.ask("localStorage.removeItem('tagflow.shortcuts')")


def items_an_item_is_edited_at_its_address(walk):
    page = walk.page()
    item = next(item for item in walk.found() if item["title"] == "Bread at home")
    page.go(f"{walk.url}/items/{item['id']}")
    page.until("!!document.querySelector('#detail #item-title')")
    page.ask("(() => { const field = document.querySelector('#item-title'); field.value = 'Rye bread at home'; document.querySelector('#item-note').value = 'Overnight.'; })()")
    page.ask("document.querySelector('#detail form').requestSubmit()")
    walk.expect(lambda: walk.api("GET", f"items/{item['id']}").get("note"), "Overnight.")
    page.until("location.pathname === '/'")
    walk.expect(lambda: "Rye bread at home" in titles(page), True)


def items_save_stays_under_the_finger(walk):
    """Pressing Save closes the options above it, which must not move it away before the press ends."""
    page = walk.page()
    page.resize(390, 844, is_touch=True)
    page.tap(".row .content")
    page.until("!!document.querySelector('.item-form [role=combobox]')")
    page.tap(".item-form [role=combobox]")
    page.type("finger")
    page.until("document.querySelector('.item-form .options li')?.innerText.includes('finger')")
    page.tap(".item-form .options li")
    page.until("document.querySelector('.item-form .options:not([hidden]) li') !== null")
    page.ask("document.querySelector('.item-form .buttons .main').scrollIntoView({ block: 'center' })")
    page.tap(".item-form .buttons .main")
    walk.expect(lambda: "finger" in walk.tags("Metropolis (2001)"), True)


def items_many_items_are_tagged_in_one_step(walk):
    page = walk.page("/?q=%23movie")
    page.until(f"!!{row('Data either')}")
    for title in ("Metropolis (2001)", "Data either"):
        page.click(inside(page, title, ".pick"))
    walk.expect(lambda: "2 selected" in page.text("#status"), True)
    page.click("#status [data-key=all]")
    walk.expect(lambda: "4 selected" in page.text("#status"), True)
    page.click("#status [data-key=add]")
    page.until("document.activeElement.matches('dialog input')")
    page.type("seen")
    page.key("Enter")
    page.key("Enter")
    walk.expect(lambda: len(walk.found("#seen")), 4)
    walk.expect(lambda: "to 4 items" in notice(page), True, notice(page))
    page.click(".notice button")
    walk.expect(lambda: any("seen" in item["tags"] for item in walk.found()), False)


def items_are_deleted_and_come_back(walk):
    page = walk.page()
    page.key("j")
    page.key("#")
    walk.expect(lambda: page.ask("document.activeElement.id + document.activeElement.value"), "query#", "# is typed into the search")
    page.key("Control+a"), page.key("Backspace"), page.key("Escape")
    page.until("document.activeElement.id !== 'query'")
    page.key("Delete")
    walk.expect(lambda: len(walk.found()), 6)
    walk.expect(lambda: "Metropolis (2001)" in titles(page), False)
    walk.expect(lambda: "Deleted" in notice(page), True)
    page.click(".notice button")
    walk.expect(lambda: len(walk.found()), 7)
    walk.expect(lambda: titles(page)[0], "Metropolis (2001)")
    for title in ("Metropolis (2001)", "Gran Torino (2008)", "A file"):
        page.click(inside(page, title, ".pick"))
    page.click("#status [data-key=delete]")
    walk.expect(lambda: len(walk.found()), 4)
    page.until("!!document.querySelector('.notice:not([hidden]) button')")
    page.click(".notice button")
    walk.expect(lambda: len(walk.found()), 7)
    walk.expect(lambda: len(titles(page)), 7)


def items_all_that_is_selected_is_all_that_is_shown(walk):
    """Select all takes the items of the shown set, and without one not those of daily sets."""
    walk.cli("new", "--daily", "days", "walk")
    walk.cli("today", "--set", "days", "--add", "walk")
    walk.cli("new", "links", "sea")
    walk.api("POST", "items", {"set": "links", "title": "Elsewhere", "tags": ["sea"]})
    page = walk.page()
    page.until("document.querySelectorAll('.sets button').length >= 4")
    page.ask("[...document.querySelectorAll('.sets button')].find((button) => button.textContent === 'links').click()")
    walk.expect(lambda: titles(page), ["Elsewhere"])
    page.click("#status [data-key=all]")
    page.until("!!document.querySelector('#status [data-key=delete]')")
    page.click("#status [data-key=delete]")
    page.until("!!document.querySelector('dialog[open] .main')"), page.click("dialog[open] .main")
    walk.expect(lambda: len(walk.found("set:links")), 0)
    assert len(walk.found("set:films")) == 7 and len(walk.found("set:days")) == 1
    walk.expect(lambda: "links" in notice(page), True, "the notice names the set")
    page.ask("document.querySelector('.sets button').click()")
    walk.expect(lambda: len(titles(page)), 7)
    page.click("#status [data-key=all]")
    page.until("!!document.querySelector('#status [data-key=delete]')")
    page.click("#status [data-key=delete]")
    page.until("!!document.querySelector('dialog[open] .main')"), page.click("dialog[open] .main")
    walk.expect(lambda: len(walk.found("set:films")), 0)
    assert len(walk.found("set:days")) == 1, "the diary isn't in the list"


def items_undo_reverts_only_the_own_change(walk):
    page = walk.page()
    page.key("j")
    page.key("#")
    walk.expect(lambda: page.ask("document.activeElement.id + document.activeElement.value"), "query#", "# is typed into the search")
    page.key("Control+a"), page.key("Backspace"), page.key("Escape")
    page.until("document.activeElement.id !== 'query'")
    page.key("Delete")
    walk.expect(lambda: len(walk.found()), 6)
    page.until("!!document.querySelector('.notice:not([hidden]) button')")
    # The number of the own change is known by then.
    page.ask("fetch('api/v1/changes?limit=1').then((answer) => answer.json())")
    rye = next(item for item in walk.found() if item["title"] == "A note on rye")
    walk.api("PATCH", f"items/{rye['id']}", {"add": ["theirs"]})
    page.click(".notice button")
    page.until("!!document.querySelector('.notice.wrong:not([hidden])')")
    assert "theirs" in walk.tags("A note on rye") and len(walk.found()) == 6


def items_what_others_change_meanwhile_stays(walk):
    page = walk.page()
    item = next(item for item in walk.found() if item["title"] == "Bread at home")
    page.go(f"{walk.url}/items/{item['id']}")
    page.until("!!document.querySelector('#detail #item-title')")
    walk.api("PATCH", f"items/{item['id']}", {"add": ["theirs"], "note": "Theirs."})
    page.ask("document.querySelector('#item-title').value = 'Rye bread'")
    page.ask("document.querySelector('#item-note').value = 'Mine.'")
    page.ask("document.querySelector('#detail form').requestSubmit()")
    page.until("!!document.querySelector('.notice.wrong:not([hidden])')")
    assert walk.api("GET", f"items/{item['id']}")["note"] == "Theirs."
    page.ask("document.querySelector('#detail form').requestSubmit()")
    walk.expect(lambda: walk.api("GET", f"items/{item['id']}")["note"], "Mine.")
    assert "theirs" in walk.tags("Rye bread")


def items_signing_in_above_an_item_keeps_it(walk):
    walk.allows_errors = True
    page = walk.page()
    item = next(item for item in walk.found() if item["title"] == "Bread at home")
    page.go(f"{walk.url}/items/{item['id']}")
    page.until("!!document.querySelector('#detail #item-title')")
    page.ask("document.querySelector('#item-title').value = 'Rye bread'")
    page.ask("fetch('/sign-out', { method: 'POST' }).then(() => document.querySelector('#detail form').requestSubmit())")
    page.until("document.activeElement?.id === 'token'")
    write(page, page_cases.ADMIN)
    page.key("Enter")
    page.until("!document.querySelector('#token')")
    assert page.ask("document.querySelector('#item-title').value") == "Rye bread"
    page.ask("document.querySelector('#detail form').requestSubmit()")
    walk.expect(lambda: walk.api("GET", f"items/{item['id']}")["title"], "Rye bread")


def items_a_search_is_saved_as_a_view(walk):
    page = walk.page("/?q=%23movie")
    page.until("!!document.querySelector('[data-key=save]')")
    page.key("v")
    page.until("document.activeElement.matches('#view-name')")
    page.type("Films")
    page.key("Enter")
    walk.expect(lambda: walk.api("GET", "views")["views"], [{"view": "Films", "q": "#movie", "count": 4}])
    page.until("!!document.querySelector('.view [data-view=Films]')")
    assert not page.ask("!!document.querySelector('[data-key=save]')")
    page.click(".view a[data-query='untagged']")
    page.until("document.querySelector('#nothing').innerText.includes('Every item has tags')")
    page.click(".view a[data-query='#movie']")
    walk.expect(lambda: len(titles(page)), 4)


def items_suggestions_are_one_click(walk):
    for index in range(6):
        walk.api("POST", "items", {"set": "films", "title": f"Film {index}", "location": f"https://www.imdb.com/title/new{index}/", "tags": ["movie", "imdb"]})
    walk.api("POST", "items", {"set": "films", "title": "Without tags", "location": "https://www.imdb.com/title/none/", "tags": []})
    page = walk.page("/?q=untagged", until=".row .title")
    page.until("!!document.querySelector('.ghosts [data-add]')", 40)
    assert "movie" in page.ask("[...document.querySelectorAll('.ghosts [data-add]')].map((chip) => chip.dataset.add)")
    page.click(".ghosts [data-add=movie]")
    walk.expect(lambda: walk.tags("Without tags"), ["movie"])
    walk.expect(lambda: "Without tags" in titles(page), True, "the row stays until the list is loaded again")


def items_with_nearly_equal_locations_are_merged(walk):
    for location, tags in [("http://www.rye.example/bread/", ["rye"]), ("https://rye.example/bread", ["bread"])]:
        walk.api("POST", "items", {"set": "films", "title": location, "location": location, "tags": tags})
    page = walk.page()
    page.ask("[...document.querySelectorAll('.side button')].find((button) => button.innerText === 'Duplicates').click()")
    page.until("document.querySelectorAll('.duplicate').length === 1")
    x, y = page.place(".duplicate button")
    for count in [1, 2]:
        for kind in ["mousePressed", "mouseReleased"]:
            page.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=count)
    merged = lambda: [sorted(item["tags"]) for item in walk.found("rye.example")]
    walk.expect(merged, [["bread", "rye"]], "one item with all tags")
    page.until("document.querySelector('dialog .notice:not([hidden]) button')?.innerText === 'Undo'")
    page.click("dialog .notice button")
    walk.expect(lambda: sorted(merged()), [["bread"], ["rye"]], "Undo is inside the dialog")
    assert not page.errors, page.errors


def items_show_dead_links_and_take_a_new_address(walk):
    page = walk.page(until=".link-mark")
    mark = lambda title: page.ask(f"{row(title)}.querySelector('.link-mark')?.title ?? ''")
    page.until("document.querySelectorAll('.link-mark').length === 3")
    assert mark("Gone").startswith("Page not found (404), since") and "2026" in mark("Gone"), mark("Gone")
    assert mark("Silent").startswith("No response since"), mark("Silent")
    assert mark("Old") == "Moved to https://new.example/", mark("Old")
    assert mark("Fine") == "", mark("Fine")
    if AXE:
        findings = page.axe(pathlib.Path(AXE).read_text("utf-8"))
        assert not findings, "\n".join(findings)
    item = walk.found("moved")[0]
    page.go(f"{walk.url}/items/{item['id']}")
    page.until("!!document.querySelector('.link-check button')")
    assert page.text(".link-check button") == "Take the new address"
    page.ask("document.querySelector('#item-note').value = 'typed before'")
    if AXE:
        findings = page.axe(pathlib.Path(AXE).read_text("utf-8"))
        assert not findings, "\n".join(findings)
    page.click(".link-check button")
    walk.expect(lambda: walk.api("GET", f"items/{item['id']}").get("location"), "https://new.example/")
    page.until("!document.querySelector('.link-check')")
    assert page.ask("document.querySelector('#item-location').value") == "https://new.example/"
    assert page.ask("document.querySelector('#item-note').value") == "typed before"
    page.ask("document.querySelector('#detail form').requestSubmit()")
    walk.expect(lambda: walk.api("GET", f"items/{item['id']}").get("note"), "typed before")
    page.until("location.pathname === '/'")
    page.until(f"!!{row('Old')} && !{row('Old')}.querySelector('.link-mark')")
    assert not page.errors, page.errors


def items_enter_takes_the_best_beginning_and_backspace_returns_it(walk):
    page = walk.page()
    page.key("j")
    page.key("e")
    page.until("document.activeElement.matches('.tag-editor input')")
    page.type("cook")
    page.until("document.querySelector('.tag-editor .options li bdi')?.textContent === 'cooking'")
    assert page.ask("document.querySelector('.tag-editor .options li:last-child bdi').textContent") == "Create “cook”"
    page.key("Enter")
    walk.expect(lambda: "cooking" in walk.tags("Metropolis (2001)"), True)
    page.key("Backspace")
    walk.expect(lambda: page.ask("document.activeElement.value"), "cook")
    walk.expect(lambda: "cooking" in walk.tags("Metropolis (2001)"), False)
    page.key("Control+Enter")
    walk.expect(lambda: "cook" in walk.tags("Metropolis (2001)"), True)


def items_a_pasted_link_is_saved(walk):
    page = walk.page()
    page.key("/")
    write(page, "https://rye.example/bread")
    page.until("document.querySelector('#query-options [aria-selected=true]')?.innerText.includes('Save this link')")
    page.key("Enter")
    page.until("location.pathname === '/add' && !!document.activeElement?.closest?.('#tags')")
    assert page.ask("document.querySelector('#place').textContent") == "rye.example"


def items_leaving_the_bulk_panel_asks_about_typed_tags(walk):
    page = walk.page()
    page.key("j"), page.key("x"), page.key("e")
    page.until("document.activeElement.matches('dialog input')")
    page.type("sea,"), page.key("Escape")
    page.until("[...document.querySelectorAll('dialog h2')].pop().textContent === 'Discard sea?'")
    page.key("Escape")
    page.until("document.querySelectorAll('dialog').length === 1")
    page.ask("document.querySelector('dialog .tag-field input').focus()")
    page.key("Control+Enter")
    walk.expect(lambda: "sea" in walk.tags("Metropolis (2001)"), True, "Ctrl+Enter saves")


def items_rows_are_low_and_the_way_to_them_is_short(walk):
    page = walk.page(width=1280, height=800)
    page.until("document.querySelectorAll('.facet').length > 3")
    heights = page.ask("[...document.querySelectorAll('.row:not(.empty)')].map((row) => [row.offsetHeight, !!row.querySelector('.note')])")
    assert all(height == (82 if has_note else 60) for height, has_note in heights), heights
    count = page.ask("""(() => { const first = document.querySelector('.row');
        return [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter((part) => part.tabIndex >= 0 && !part.disabled
          && part.checkVisibility() && part.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING).length; })()""")
    print(f"    {count} controls before the first item")
    assert count < 40, count
    before = page.ask("document.querySelector('.list').offsetHeight")
    point(page, "Metropolis (2001)")
    assert page.ask("document.querySelector('.list').offsetHeight") == before, "pointing at a row moves nothing"


def items_what_others_change_is_shown(walk):
    page = walk.page()
    walk.api("POST", "items", {"set": "films", "title": "Just saved", "tags": ["movie"]})
    walk.expect(lambda: titles(page)[0], "Just saved")
    walk.expect(lambda: "8 items" in page.text("#status"), True)


def items_the_first_visit_imports_a_file(walk):
    page = walk.page(until=".welcome")
    assert page.ask("document.querySelector('#query').checkVisibility()"), "the search field is the first way"
    assert page.text(".ways") == "Import a file\nTrack habits", page.text(".ways")
    file = pathlib.Path(walk.folder.name) / "bookmarks.html"
    file.write_text("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><A HREF=\"https://a.example/\" TAGS=\"sea,map\">A walk</A>\n<DT><A HREF=\"https://b.example/\">No tags</A>\n</DL>")
    node = page.send("DOM.querySelector", nodeId=page.send("DOM.getDocument")["root"]["nodeId"], selector="#import-file")["nodeId"]
    page.send("DOM.setFileInputFiles", files=[str(file)], nodeId=node)
    page.until("document.querySelector('dialog .report')?.innerText.includes('2 new items')")
    page.key("Enter")
    walk.expect(lambda: sorted(titles(page)), ["A walk", "No tags"])


def long_scrolls_over_100000_items(walk):
    page = walk.page()
    page.until("document.querySelectorAll('.row').length > 5", 60)
    assert page.ask("document.querySelectorAll('.row').length") < 80
    total = walk.api("GET", "items?limit=1")["total"]
    assert page.ask("document.querySelector('.row').ariaSetSize") == str(total)
    page.ask("scrollTo(0, document.body.scrollHeight / 2)")
    page.until(f"document.querySelectorAll('.row:not(.empty)').length > 5 && !document.querySelector('.row.empty') && Math.abs(Number(document.querySelector('.row').ariaPosInSet) / {total} - 0.5) < 0.1", 60)
    frames = page.ask("""new Promise((resolve) => { const times = []; let last = performance.now(); let count = 0;
        const step = (now) => { times.push(now - last); last = now; scrollBy(0, 120); if ((count += 1) < 120) requestAnimationFrame(step); else resolve(times.slice(2).sort((one, other) => one - other)); };
        requestAnimationFrame(step); })""")
    print(f"    frames: median {frames[len(frames) // 2]:.1f} ms, p95 {frames[int(len(frames) * 0.95)]:.1f} ms, max {frames[-1]:.1f} ms")
    assert page.ask("document.querySelectorAll('.row').length") < 80


def rules_of_axe(walk):
    if not AXE:
        return print("    without AXE=axe.min.js")
    source = pathlib.Path(AXE).read_text("utf-8")
    page = walk.page()
    page.until("document.querySelectorAll('.facet').length > 3")
    findings = page.axe(source)
    page.key("j")
    page.key("e")
    page.until("!!document.querySelector('.row.editing .tag-editor input')")
    findings += page.axe(source)
    page.go(f"{walk.url}/items/1")
    page.until("!!document.querySelector('#detail #item-title')")
    findings += page.axe(source)
    assert not findings, "\n".join(findings)


def big_items(count=100_000):
    words = ["quiet", "careful", "bright", "small", "long", "late", "open", "round"]
    return [{"title": f"{words[i % 8]} {words[i // 8 % 8]} number {i}", "location": f"https://host{i % 50}.example/{i}", "tags": [f"tag {i % 300}", words[i % 8]],
             **({"note": "A note that is longer than a line on phones, but not on desks."} if i % 3 == 0 else {}), "at": f"20{10 + i % 16}-01-01T00:00:00Z"} for i in range(count)]


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("items", "rules", "long") and callable(case)}
# The cases that begin with other items.
AT = "2026-01-02T00:00:00Z"
CHECKED = [
    {"title": "Old", "location": "https://old.example/", "tags": ["web"], "checked": {"status": 301, "at": AT, "location": "https://new.example/"}},
    {"title": "Gone", "location": "https://gone.example/", "tags": ["web"], "checked": {"status": 404, "at": AT}},
    {"title": "Silent", "location": "https://silent.example/", "tags": ["web"], "checked": {"status": 0, "at": AT, "since": "2026-01-01T00:00:00Z"}},
    {"title": "Fine", "location": "https://fine.example/", "tags": ["web"], "checked": {"status": 200, "at": AT}},
]
ITEMS = {"items_the_first_visit_imports_a_file": [], "items_show_dead_links_and_take_a_new_address": CHECKED, "long_scrolls_over_100000_items": big_items()}


def main():
    page_cases.run(CASES, lambda chromium, name: Walk(chromium, ITEMS.get(name, FILMS)))


if __name__ == "__main__":
    main()
