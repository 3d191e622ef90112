#!/usr/bin/env python3
"""Tags that stay in order, in Chromium: colors and descriptions, groups whose tags exclude each other, and shared views.

  order_cases.py FOLDER [CASE…]     as page_cases.py
"""

import json
import os
import pathlib
import urllib.request

import items_cases
import page_cases
import tags_cases
from items_cases import inside, point, row

AXE = os.environ.get("AXE", "")
TASKS = [{"title": f"Task {n}", "location": f"https://tasks.example/{n}", "tags": tags, "at": f"2026-09-0{n}T10:00:00Z"}
         for n, tags in enumerate([["todo", "home"], ["done", "home"], ["work"], ["todo", "work"]], 1)]


class Walk(items_cases.Walk):
    """A server with some tasks, whose states are a group, and whose tags have colors."""

    def __init__(self, chromium):
        super().__init__(chromium, TASKS)

    def fill(self):
        lines = [{"set": "tasks", **item} for item in TASKS]
        lines += [{"tag": "todo", "color": "red", "description": "still open"}, {"tag": "done", "color": "green"}, {"tag": "doing"},
                  {"oneOf": "state", "tags": ["todo", "doing", "done"]}]
        file = pathlib.Path(self.folder.name) / "items.ndjson"
        file.write_text("\n".join(json.dumps(line) for line in lines), "utf-8")
        self.cli("import", str(file))
        self.cli("add", "doing", "--set", "tasks")

    def content_key(self):
        return "tasks"

    def tag(self, name):
        found = self.api("GET", f"tags/{name}")
        return found.get("color"), found.get("description")

    def groups(self):
        return {group["group"]: group["tags"] for group in self.api("GET", "groups")["groups"]}


def dots(page, selector):
    """The colors of the dots in an element, as they are named for those who don't see them."""
    return page.ask(f"[...(document.querySelector({json.dumps(selector)})?.querySelectorAll('.dot') ?? [])].map((dot) => dot.getAttribute('aria-label'))")


def radios(page, within=""):
    """The radio buttons of a group, with a mark behind the one that is on."""
    return page.ask(f"[...document.querySelectorAll({json.dumps(within + ' [role=radiogroup] [role=radio]')})].map((radio) => radio.querySelector('bdi').textContent + (radio.ariaChecked === 'true' ? '*' : ''))")


def choose(page, tag, within=""):
    page.click(page.until(f"""(() => {{ const radio = [...document.querySelectorAll({json.dumps(within + ' [role=radio]')})].find((radio) => radio.querySelector('bdi').textContent === {json.dumps(tag)});
        if (!radio) return null; const frame = radio.getBoundingClientRect(); return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()"""))


def order_a_color_and_a_description_are_given_and_shown(walk):
    page = walk.page("/tags", until="#content[aria-busy=false] a")
    page.until("!!document.querySelector('tbody .dot')")
    assert dots(page, tags_cases.in_row("todo", ".cell-name")) == ["red"]
    page.until(f"document.querySelector({json.dumps(tags_cases.in_row('todo', '.second-line'))}).textContent === 'still open'")
    tags_cases.focus(page, "work")
    page.key("i")
    page.until("document.querySelector('dialog h2')?.textContent === 'work'")
    assert page.ask("[...document.querySelectorAll('.colors label')].map((label) => label.textContent)") == \
        ["No color", "red", "orange", "yellow", "green", "blue", "purple", "gray"], "each color has its name"
    assert page.ask("document.querySelector('.colors input:checked').value") == "none"
    page.click(".colors input[value=purple]")
    walk.expect(lambda: walk.tag("work"), ("purple", None), "a color")
    page.ask("document.querySelector('dialog .describing input[type=text]').focus()")
    page.type("what I am paid for")
    # The notice of the color looks the same as that of the description, which replaces it.
    page.until("!!document.querySelector('.notice:not([hidden]) button')")
    page.ask("document.querySelectorAll('.notice button').forEach((button) => button.classList.add('earlier'))")
    page.key("Enter")
    walk.expect(lambda: walk.tag("work"), ("purple", "what I am paid for"), "a description")
    walk.expect(lambda: dots(page, tags_cases.in_row("work", ".cell-name")), ["purple"], "shown behind the dialog")
    page.click(tags_cases.button(page, "Undo", ".notice:not(:has(.earlier))"))
    walk.expect(lambda: walk.tag("work"), ("purple", None), "undone")
    page.until("document.querySelector('dialog .describing input[type=text]').value === ''")
    # What another client changes is shown, but a text that is being typed stays.
    page.ask("document.querySelector('dialog .describing input[type=text]').focus()")
    page.type("hours")
    walk.api("PATCH", "tags/work", {"color": "none"})
    page.until("document.querySelector('.colors input:checked').value === 'none'")
    assert page.ask("document.querySelector('dialog .describing input[type=text]').value") == "hours"
    page.type("x" * 1100)
    page.key("Enter")
    walk.expect(lambda: len(walk.tag("work")[1] or ""), 1000, "the field holds as much as the server takes")


def order_colors_are_in_rows_facets_fields_and_boards(walk):
    page = walk.page()
    page.until(f"!!{row('Task 1')}?.querySelector('.tag-line .dot')")
    point(page, "Task 1")
    assert page.ask(f"[...{row('Task 1')}.querySelectorAll('.tag-chips .chip')].map((chip) => [chip.title, chip.querySelector('.dot')?.ariaLabel ?? ''])") == \
        [["still open · one of state: todo, doing, done", "red"], ["", ""]]
    assert page.ask("document.querySelector('.facet [data-tag=todo] .dot').title") == "red"
    walk.api("PATCH", "tags/home", {"color": "blue"})
    page.until(f"!!{row('Task 2')}.querySelector('.tag-line .dot[data-color=blue]')")
    page.go(f"{walk.url}/items/3")
    page.until("!!document.querySelector('#detail #item-title')")
    page.ask("document.querySelector('#detail .tag-field .input').focus()")
    page.type("do")
    page.until("[...document.querySelectorAll('#detail .options li .dot')].some((dot) => dot.ariaLabel === 'green')")
    page.go(f"{walk.url}/add")
    page.until("!!document.querySelector('#tags .input')")
    page.ask("document.querySelector('#tags .input').focus()")
    page.type("todo")
    page.key("Enter")
    page.until("document.querySelector('#tags .field .chip .dot')?.ariaLabel === 'red'")
    page.go(walk.board("tasks"))
    page.until("!!document.querySelector('#board .chip .dot')")
    assert page.ask("""[...document.querySelectorAll('#board .chip')].filter((chip) => chip.querySelector('.dot')).map((chip) => [chip.textContent, chip.querySelector('.dot').ariaLabel]).sort()""") == \
        [["done", "green"], ["home", "blue"], ["todo", "red"]]
    page.until("[...document.querySelectorAll('#board .chip')].find((chip) => chip.textContent === 'todo').title.startsWith('still open')")


def order_tags_of_a_group_exclude_each_other(walk):
    page = walk.page("/items/1", until="#detail #item-title")
    page.until("document.querySelectorAll('#detail [role=radio]').length === 3")
    assert radios(page, "#detail") == ["todo*", "doing", "done"]
    assert page.ask("document.querySelector('#detail [role=radiogroup]').ariaLabel") == "state"
    choose(page, "done", "#detail")
    page.until("document.querySelector('[aria-live]').textContent.includes('todo removed')")
    assert radios(page, "#detail") == ["todo", "doing", "done*"]
    # The arrow keys go from one to the next, as in a group of radio buttons.
    page.ask("document.querySelector('#detail [role=radio][aria-checked=true]').focus()")
    page.key("ArrowRight")
    page.until("document.activeElement.textContent === 'todo'")
    page.key("ArrowLeft"), page.key("ArrowLeft")
    page.until("document.activeElement.textContent === 'doing'")
    page.ask("document.querySelector('#detail .tag-field .input').focus()")
    page.type("don")
    page.until("[...document.querySelectorAll('#detail .options li')].some((option) => option.textContent.includes('instead of doing'))")
    page.key("Enter")
    page.until("[...document.querySelectorAll('#detail .field .chip bdi')].map((tag) => tag.textContent).join() === 'home,done'")
    page.click("#detail .buttons .main")
    walk.expect(lambda: sorted(walk.tags("Task 1")), ["done", "home"], "saved")
    # In a row, too.
    page = walk.page()
    point(page, "Task 4")
    page.click(inside(page, "Task 4", ".row-tools .add-tag"))
    page.until("document.querySelectorAll('.row.editing [role=radio]').length === 3")
    choose(page, "doing", ".row.editing")
    walk.expect(lambda: sorted(walk.tags("Task 4")), ["doing", "work"], "saved from the row")
    assert not page.errors, page.errors


def order_a_board_toggles_like_radio_buttons(walk):
    page = walk.page("/board/tasks", until="#board .chip")
    page.until("document.querySelectorAll('#board .chip.one').length === 3")
    page.click(page_cases.chip(page, "todo"))
    page.click(page_cases.chip(page, "home"))
    walk.expect(lambda: walk.selected("tasks"), {"todo", "home"}, "selected")
    held, release = page.hold_requests("*/selection*")
    page.click(page_cases.chip(page, "done"))
    walk.expect(lambda: page_cases.on(page), {"done", "home"}, "drawn before it is stored")
    release()
    walk.expect(lambda: walk.selected("tasks"), {"done", "home"}, "one of the group")
    assert page.ask("[...document.querySelectorAll('#board .chip.one')].every((chip) => chip.title.includes('one of state: todo, doing, done'))")
    page.key("Control+z")
    walk.expect(lambda: walk.selected("tasks"), {"todo", "home"}, "undone in one step")
    walk.api("DELETE", "groups/state")
    page.until("document.querySelectorAll('#board .chip.one').length === 0")


def order_groups_are_made_changed_and_deleted(walk):
    page = walk.page("/tags", until="#content[aria-busy=false] a")
    page.click("#show-groups")
    page.until("document.querySelector('.groups .pair strong')?.textContent === 'state'")
    assert page.text("#show-groups small") == "1"
    page.click(".group-form input")
    page.type("place")
    page.click(tags_cases.button(page, "Make the group"))
    page.until("document.activeElement.matches('.group-tags .input') && document.querySelector('.group-form .wrong').textContent.includes('at least two')")
    for tag in ["home", "work"]:
        page.type(tag)
        page.until(f"document.querySelector('.group-tags .options li bdi')?.textContent === {json.dumps(tag)}")
        page.key("Enter")
    page.until("document.querySelectorAll('.group-tags .field .chip').length === 2")
    page.click(tags_cases.button(page, "Make the group"))
    walk.expect(lambda: walk.groups().get("place"), ["home", "work"], "made")
    page.until("document.querySelectorAll('.groups .pair').length === 2")
    page.click("[aria-label='Edit the group place']")
    page.until("document.querySelector('.group-form .second').textContent === 'Save the group'")
    page.type("todo")
    page.key("Enter"), page.key("Enter")
    page.until("document.querySelector('.notice')?.innerText.length > 0")
    assert walk.groups()["place"] == ["home", "work"], "a tag is in one group at most"
    page.click("[aria-label='Delete the group place']")
    walk.expect(walk.groups, {"state": ["todo", "doing", "done"]}, "deleted")
    page.click(tags_cases.button(page, "Undo", ".notice"))
    walk.expect(lambda: walk.groups().get("place"), ["home", "work"], "undone")
    page.until("document.querySelectorAll('.groups .pair').length === 2")


def order_a_view_is_shared_and_revoked(walk):
    walk.api("PUT", "views/Open", {"q": "#todo"})
    page = walk.page()
    page.until("!!document.querySelector('.view [data-view=Open]')")

    def menu(entry):
        page.ask("document.querySelector('.view [data-view=Open]').click()")
        page.until("!!document.querySelector('[role=menu] button')")
        entries = page.ask("[...document.querySelectorAll('[role=menu] button')].map((button) => button.textContent)")
        if entry in entries:
            page.ask(f"[...document.querySelectorAll('[role=menu] button')].find((button) => button.textContent === {json.dumps(entry)}).click()")
        return entries

    def status(address):
        try:
            return urllib.request.urlopen(address).status
        except urllib.error.HTTPError as error:
            return error.code

    assert "Stop sharing" not in menu("Share…")
    page.until("document.querySelector('dialog h2')?.textContent === 'Share “Open”'")
    page.click("dialog input[type=checkbox]")
    page.click(tags_cases.button(page, "Create the address", "dialog"))
    page.until("document.querySelectorAll('.addresses input').length === 3")
    addresses = page.ask("[...document.querySelectorAll('.addresses input')].map((input) => input.value)")
    assert [address.rpartition(".")[2] for address in addresses[1:]] == ["atom", "json"] and addresses[1].startswith(addresses[0]), addresses
    assert [status(address) for address in addresses] == [200, 200, 200]
    assert page.ask("document.activeElement.ariaLabel") == "Copy Page"
    page.key("Escape")
    walk.expect(lambda: walk.api("GET", "views")["views"][0].get("shared"), {"page": True}, "shared")
    walk.expect(lambda: page.ask("(() => { document.querySelector('.view [data-view=Open]').click(); const text = document.querySelector('[role=menu]').innerText; document.querySelector('[role=menu]').hidePopover(); return text.includes('Stop sharing'); })()"), True, "the menu knows")
    menu("Stop sharing")
    walk.expect(lambda: walk.api("GET", "views")["views"][0].get("shared"), None, "revoked")
    assert [status(address) for address in addresses] == [404, 404, 404]


def rules_of_axe(walk):
    if not AXE:
        return print("    without AXE=axe.min.js")
    source = pathlib.Path(AXE).read_text("utf-8")
    walk.api("PUT", "views/Open", {"q": "#todo"})
    for tag, color in zip(["home", "work", "doing"], ["yellow", "purple", "orange"]):
        walk.api("PATCH", f"tags/{tag}", {"color": color})
    findings = []
    for scheme in ["light", "dark"]:
        for path, until in [("/", ".tag-line .dot"), ("/items/1", "#detail [role=radio]"), ("/board/tasks", "#board .chip .dot"),
                            ("/tags?show=groups", ".groups .pair"), ("/tags", "tbody .dot")]:
            page = walk.page(path, until=until)
            page.media(scheme=scheme)
            if path == "/board/tasks":
                page.click(page_cases.chip(page, "todo"))
            findings += [f"{path} {scheme}: {finding}" for finding in page.axe(source)]
            if path == "/tags":
                tags_cases.focus(page, "todo")
                page.key("i")
                page.until("!!document.querySelector('dialog .colors')")
                findings += [f"dialog {scheme}: {finding}" for finding in page.axe(source)]
            if path == "/":
                page.until("!!document.querySelector('.view [data-view=Open]')")
                page.ask("document.querySelector('.view [data-view=Open]').click()")
                page.until("!!document.querySelector('[role=menu] button')")
                page.ask("[...document.querySelectorAll('[role=menu] button')].find((button) => button.textContent === 'Share…').click()")
                page.until("!!document.querySelector('dialog')")
                findings += [f"share {scheme}: {finding}" for finding in page.axe(source)]
                page.click("dialog .main")
                page.until("!!document.querySelector('.addresses')")
                findings += [f"addresses {scheme}: {finding}" for finding in page.axe(source)]
            walk.pages.remove(page)
            page.close()
    assert not findings, "\n".join(findings)


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("order", "rules") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, _: Walk(chromium))


if __name__ == "__main__":
    main()
