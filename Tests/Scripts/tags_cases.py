#!/usr/bin/env python3
"""The Tags view in Chromium: real keys, a real server, and after each step what the database says.

  tags_cases.py FOLDER [CASE…]     as page_cases.py
"""

import json
import os
import pathlib
import time
import urllib.parse

import page_cases
from browser import Failure, eventually

AXE = os.environ.get("AXE", "")
ITEMS = ([["film", "good"]] * 6 + [["films"]] * 2 + [["book"]] * 5 + [["books"]] + [["logic"]] * 2 + [["login"]] * 4 + [["映画"]] * 3 +
         [["to read", "ספרים"]] * 2 + [["cafe"]] + [["café"]] * 3 + [["a very long tag that somebody wrote as a whole sentence and then went on for a while"]])


class TagsWalk(page_cases.Walk):
    """A server with some tags, and tabs of its Tags view."""

    def __init__(self, chromium, tags=0):
        super().__init__(chromium)
        self.more = tags

    def fill(self):
        lines = [{"title": f"item {n}", "location": f"https://example.org/{n}", "tags": tags, "at": f"2026-09-{n % 28 + 1:02}T10:00:00Z"} for n, tags in enumerate(ITEMS)]
        lines += [{"tag": "media"}, {"tag": "never used"}] + [{"tag": f"tag {n:06}", "uses": n % 7} for n in range(self.more)]
        file = os.path.join(self.folder.name, "items.ndjson")
        pathlib.Path(file).write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.cli("import", file)

    def content_key(self):
        return f"{self.more} tags"

    def page(self, path="/tags", ready="#content[aria-busy=false] a", **size):
        page = self.signed_in(width=size.get("width"), height=size.get("height"))
        if size.get("is_touch"):
            page.resize(size["width"], size["height"], 2, is_touch=True)
        self.go(page, path)
        page.until(f"!!document.querySelector({json.dumps(ready)})", 60)
        return page

    def go(self, page, path):
        """Loads a page; a machine with much else to do may need longer than page.go waits."""
        page.send("Page.navigate", url=self.url + path)
        eventually(lambda: page.ask("document.readyState === 'complete' && location.href !== 'about:blank'"), 90, f"{path} loads")

    # What the database says

    def tags(self):
        return dict(self.rows("SELECT name, uses FROM tag"))

    def aliases(self, tag):
        return {name for name, in self.rows("SELECT alias.name FROM alias JOIN tag ON tag.id = tag_id WHERE tag.name = ?", tag)}

    def implied(self, tag):
        return {name for name, in self.rows(
            "SELECT two.name FROM implication JOIN tag one ON one.id = tag_id JOIN tag two ON two.id = implied_tag_id WHERE one.name = ?", tag)}

    def distinct(self):
        return [{one, two} for one, two in self.rows(
            "SELECT one.name, two.name FROM distinct_pair JOIN tag one ON one.id = first_tag_id JOIN tag two ON two.id = second_tag_id")]

    def rules(self):
        return self.rows("SELECT query, name, automatic FROM item_rule JOIN tag ON tag.id = tag_id ORDER BY item_rule.id")

    def expect(self, question, value, what=""):
        try:
            eventually(lambda: question() == value)
        except Failure:
            raise Failure(f"{what}: {question()!r} and not {value!r}") from None


def names(page):
    return page.ask("[...document.querySelectorAll('tbody .tag-row')].map((row) => row.dataset.tag)")


def in_row(tag, selector):
    return f"tbody .tag-row[data-tag={json.dumps(tag, ensure_ascii=False)}] {selector}"


def focus(page, tag):
    page.ask(f"document.querySelector({json.dumps(in_row(tag, 'a'))}).focus()")


def shown(page, tag, selector):
    """The selector of a part of a row, which is scrolled into the window."""
    page.ask(f"document.querySelector({json.dumps(in_row(tag, selector))}).scrollIntoView({{ block: 'center' }})")
    return in_row(tag, selector)


def select(page, tag):
    page.click(shown(page, tag, ".hit"))


def button(page, text, within="body"):
    """The middle of the visible button with a text, if it can be hit there."""
    question = f"""(() => {{ const button = [...document.querySelectorAll({json.dumps(within + ' button')})].find((button) => button.checkVisibility() && button.textContent.trim() === {json.dumps(text)});
        if (!button) return null; button.scrollIntoView({{ block: "nearest" }}); const frame = button.getBoundingClientRect(); const place = [frame.x + frame.width / 2, frame.y + frame.height / 2];
        return button.contains(document.elementFromPoint(...place)) && place; }})()"""
    found = page.until(question)
    # What moves isn't clicked.
    while (later := page.until(f"new Promise((done) => setTimeout(() => done({question}), 50))")) != found:
        found = later
    return found


def pair(page, tag, part):
    found = page.until(f"""(() => {{ const pair = [...document.querySelectorAll('.pair')].filter((pair) => pair.checkVisibility()).find((pair) => [...pair.querySelectorAll('bdi')].some((name) => name.textContent === {json.dumps(tag)}));
        const button = pair?.querySelector('[data-part={part}]'); if (!button) return null;
        button.scrollIntoView({{ block: "center" }}); const frame = button.getBoundingClientRect(); return [frame.x + frame.width / 2, frame.y + frame.height / 2]; }})()""")
    return found


def labeled(action, rule):
    """The button that adds or removes a rule."""
    return f"[aria-label='{action} the rule {rule[0]} → {rule[1]}']"


def import_items(walk, items, location="https://example.net/", title="more"):
    """Adds items with these tags."""
    lines = [{"title": f"{title} {n}", "location": f"{location}{n}", "tags": tags} for n, tags in enumerate(items)]
    file = os.path.join(walk.folder.name, "more.ndjson")
    pathlib.Path(file).write_text("".join(json.dumps(line) + "\n" for line in lines))
    walk.cli("import", file)


def notices(page):
    """Counts what the live region says from now on."""
    page.ask("""(() => { window.spoken = []; const region = document.querySelector('[aria-live]');
        new MutationObserver(() => { if (region.textContent.trim()) spoken.push(region.textContent.trim()); }).observe(region, { childList: true, characterData: true, subtree: true }); })()""")
    return lambda: page.ask("window.spoken")


# The table

def tags_are_listed_sorted_and_filtered(walk):
    page = walk.page()
    assert names(page)[:2] == ["film", "good"] and page.ask("document.querySelector('table').ariaRowCount") == str(len(walk.tags()) + 1)
    page.click("[data-sort=name]")
    page.until("location.search === '?sort=name' && document.querySelector('tbody .tag-row').dataset.tag.startsWith('a very')")
    assert page.ask("document.querySelector('[aria-sort]').textContent") == "Tag"
    page.click("[data-sort=name]")
    page.until("location.search === '?sort=-name' && document.querySelector('tbody .tag-row').dataset.tag === '映画'")
    page.ask("history.back()")
    page.until("location.search === '?sort=name' && document.querySelector('tbody .tag-row').dataset.tag.startsWith('a very')")
    page.click("#show-once")
    once = {tag for tag, uses in walk.tags().items() if uses == 1}
    eventually(lambda: set(names(page)) == once, what="used once")
    assert page.text("#show-once small") == str(len(once))
    page.click("#show-unused")
    eventually(lambda: set(names(page)) == {"media", "never used"}, what="unused")
    page.click("#show-all")
    page.click("#find")
    page.type("CAFE")
    eventually(lambda: set(names(page)) == {"cafe", "café"}, what="without accents")
    assert [page.text(f"#show-{show} small") for show in ("all", "once", "unused")] == ["2", "1", "0"], "the filters count what is found"
    page.go(page.ask("location.href"))
    eventually(lambda: set(names(page)) == {"cafe", "café"}, what="again after reloading")
    href = page.ask(f"document.querySelector({json.dumps(in_row('café', 'a'))}).href")
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(href).query) == {"q": ["#café"]}, href
    assert not page.errors, page.errors


def tags_are_renamed_in_place(walk):
    page = walk.page()
    spoken = notices(page)
    focus(page, "good")
    page.key("e")
    page.until("document.activeElement.value === 'good'")
    page.key("Escape")
    page.until("document.activeElement.textContent === 'good'")
    page.key("F2")
    page.until("document.activeElement.value === 'good'")
    page.type("great")
    page.key("Enter")
    walk.expect(lambda: walk.tags().get("great"), 6, "renamed")
    assert walk.aliases("great") == {"good"}
    eventually(lambda: "great" in names(page) and "good" not in names(page))
    eventually(lambda: len(spoken()) == 1, what="announced once")
    page.until("document.activeElement.textContent === 'great'")
    page.click(button(page, "Undo", ".notice"))
    walk.expect(lambda: walk.tags().get("good"), 6, "undone")
    eventually(lambda: "good" in names(page) and "great" not in names(page))


def tags_that_exist_offer_a_merge(walk):
    page = walk.page()
    focus(page, "films")
    page.key("e")
    page.until("document.activeElement.value === 'films'")
    page.type("Film")
    page.key("Enter")
    page.until("document.querySelector('.clash')?.innerText.includes('“film” already exists (6 uses)')")
    assert walk.tags()["films"] == 2, "nothing was changed yet"
    page.click(button(page, "Merge into it"))
    walk.expect(lambda: (walk.tags().get("film"), "films" in walk.tags()), (8, False), "merged")
    assert walk.aliases("film") == {"films"}
    eventually(lambda: "films" in page.text(in_row("film", ".second-line")))
    page.until("document.activeElement.textContent === 'film'")


def tags_are_merged_with_a_chosen_survivor(walk):
    before = walk.tags()
    page = walk.page()
    for tag in ["book", "books", "logic"]:
        select(page, tag)
    page.until("document.querySelector('#selection strong').textContent === '3 selected'")
    page.click(button(page, "Merge…", "#selection"))
    page.until("document.querySelector('dialog input:checked').value === 'book'")
    page.click("dialog input[value=logic]")
    page.click(button(page, "Merge into “logic”", "dialog"))
    walk.expect(lambda: (walk.tags().get("logic"), walk.aliases("logic")), (8, {"book", "books"}), "merged")
    page.until("document.querySelector('#selection').hidden")
    page.until("document.activeElement.textContent === 'logic'")
    page.click(button(page, "Undo", ".notice"))
    walk.expect(walk.tags, before, "one click undoes both merges")
    eventually(lambda: {"book", "books"} <= set(names(page)))


def tags_are_deleted_after_their_uses_are_said(walk):
    page = walk.page()
    focus(page, "login")
    page.key("Delete")
    page.until("document.querySelector('dialog p').textContent.startsWith('4 items lose this tag')")
    page.key("Escape")
    assert "login" in walk.tags()
    page.key("Delete")
    next_tag = names(page)[names(page).index("login") + 1]
    page.click(button(page, "Delete", "dialog"))
    walk.expect(lambda: "login" in walk.tags(), False, "deleted")
    eventually(lambda: "login" not in names(page))
    page.until(f"document.activeElement.textContent === {json.dumps(next_tag)}")
    page.key("Control+z")
    walk.expect(lambda: walk.tags().get("login"), 4, "undone")
    eventually(lambda: "login" in names(page))
    page.click("#show-unused")
    page.until("document.querySelectorAll('tbody .tag-row').length === 2")
    page.click("thead .hit")
    page.click(button(page, "Delete", "#selection"))
    walk.expect(lambda: {"media", "never used"} & set(walk.tags()), set(), "unused tags go without a question")


def tags_get_aliases_and_implications(walk):
    page = walk.page()
    focus(page, "film")
    page.key("i")
    page.until("document.querySelector('dialog h2')?.textContent === 'film'")
    page.click("dialog section:not(.describing) .inline-form input")
    page.type("movie")
    page.key("Enter")
    walk.expect(lambda: walk.aliases("film"), {"movie"}, "alias")
    # Undo can be reached in the dialog.
    page.click(button(page, "Undo", "dialog .notice"))
    walk.expect(lambda: walk.aliases("film"), set(), "undone")
    page.until("!document.querySelector('[aria-label=\"Remove the alias movie\"]')")
    page.click("dialog .picker input")
    page.type("med")
    page.click(button(page, "media0", "dialog .picks"))
    walk.expect(lambda: walk.implied("film"), {"media"}, "implication")
    page.until("!!document.querySelector('[aria-label=\"Remove the implication media\"]')")
    page.click("[aria-label='Remove the implication media']")
    walk.expect(lambda: walk.implied("film"), set(), "removed")
    page.key("Escape")
    page.until("!document.querySelector('dialog')")
    for tag in ["logic", "login"]:
        select(page, tag)
    page.click(button(page, "Implies…", "#selection"))
    page.type("media")
    page.key("Enter")
    walk.expect(lambda: (walk.implied("logic"), walk.implied("login")), ({"media"}, {"media"}), "both")


# Pairs

def tags_that_look_alike_are_merged_one_at_a_time(walk):
    import_items(walk, [["kubernetes", "clusters"]] * 3 + [["k8s", "clusters"]] * 2)
    page = walk.page("/tags?show=alike", ready="#content[aria-busy=false] .pair")
    before = walk.tags()
    page.until("[...document.querySelectorAll('#content .pair')].some((pair) => pair.textContent.includes('k8s'))")
    count = page.ask("document.querySelectorAll('#content .pair').length")
    order = page.ask("[...document.querySelectorAll('.pair')].map((pair) => pair.querySelector('bdi').textContent)")
    place = pair(page, "books", "merge")
    for clicks in (1, 2, 3):
        page.send("Input.dispatchMouseEvent", type="mousePressed", x=place[0], y=place[1], button="left", buttons=1, clickCount=clicks)
        page.send("Input.dispatchMouseEvent", type="mouseReleased", x=place[0], y=place[1], button="left", buttons=0, clickCount=clicks)
    walk.expect(lambda: "books" in walk.tags(), False, "merged")
    # Slow clicks on the same place hit the same pair, which is decided.
    page.click(place)
    page.click(place)
    time.sleep(0.5)
    assert len(walk.tags()) == len(before) - 1, "one merge"
    assert page.ask("[...document.querySelectorAll('.pair')].map((pair) => pair.querySelector('bdi').textContent)") == order, "every pair stays at its place"
    eventually(lambda: page.text("#show-alike small") == str(count - 1), what="count")
    page.click(pair(page, "books", "undo"))
    walk.expect(walk.tags, before, "undone in its place")
    eventually(lambda: page.text("#show-alike small") == str(count), what="count")
    page.click(pair(page, "cafe", "swap"))
    page.until("[...document.querySelectorAll('.pair')].some((pair) => pair.querySelector('.survivor').textContent.startsWith('cafe'))")
    page.click(pair(page, "cafe", "merge"))
    walk.expect(lambda: (walk.tags().get("cafe"), "café" in walk.tags()), (4, False), "the other way")


def tags_that_are_different(walk):
    page = walk.page("/tags?show=alike", ready=".pair")
    page.click(pair(page, "cafe", "distinct"))
    walk.expect(lambda: walk.rows("SELECT count(*) FROM distinct_pair"), [(1,)], "recorded")
    page.click(pair(page, "cafe", "undo"))
    walk.expect(lambda: walk.rows("SELECT count(*) FROM distinct_pair"), [(0,)], "undone")


def tags_that_mean_the_same(walk):
    import_items(walk, [["kubernetes", "clusters"]] * 3 + [["k8s", "clusters"]] * 2)
    page = walk.page("/tags?show=alike", ready=".pair")
    before = walk.tags()
    page.until("[...document.querySelectorAll('#content .pair')].some((pair) => pair.textContent.includes('k8s'))")
    count = page.ask("document.querySelectorAll('#content .pair').length")
    assert page.text("#show-alike small") == str(count)
    of_pair = "[...document.querySelectorAll('#content .pair')].find((pair) => pair.textContent.includes('k8s'))"
    order = page.ask(f"[...{of_pair}.querySelectorAll('bdi')].map((name) => name.textContent)")
    assert order == ["k8s", "kubernetes"], order
    assert page.ask(f"{of_pair}.querySelector('.outcome small').textContent"), "the evidence"
    page.click(pair(page, "k8s", "distinct"))
    walk.expect(lambda: walk.distinct(), [{"k8s", "kubernetes"}], "recorded")
    eventually(lambda: page.text("#show-alike small") == str(count - 1), what="count")
    page.click(pair(page, "k8s", "undo"))
    walk.expect(lambda: walk.distinct(), [], "undone")
    eventually(lambda: page.text("#show-alike small") == str(count), what="count")
    assert walk.tags() == before, "no tag has changed"
    page.click(pair(page, "k8s", "merge"))
    walk.expect(lambda: (walk.tags().get("kubernetes"), walk.aliases("kubernetes")), (5, {"k8s"}), "merged")
    page.click(pair(page, "k8s", "undo"))
    walk.expect(walk.tags, before, "undone")
    eventually(lambda: page.text("#show-alike small") == str(count), what="count")
    # A pair that was told apart stays away after a reload.
    page.click(pair(page, "k8s", "distinct"))
    walk.expect(lambda: walk.distinct(), [{"k8s", "kubernetes"}], "recorded")
    walk.go(page, "/tags?show=alike")
    page.until("!!document.querySelector('.pair')")
    assert page.ask(of_pair) is None


# Rules

def tags_for_new_items(walk):
    import_items(walk, [["video"]] * 6, "https://www.youtube.com/watch", "clip")
    suggested = ("site:youtube.com", "video", 0)
    typed = ("matrix", "science fiction", 1)
    page = walk.page("/tags?show=rules", ready=labeled("Add", suggested))
    assert walk.rules() == []
    note = f"document.querySelector({json.dumps(labeled('Add', suggested))}).closest('.pair').querySelector('small').textContent"
    assert page.ask(note) == "6 of 6 items"
    page.click(labeled("Add", suggested))
    walk.expect(walk.rules, [suggested], "accepted")
    page.until(f"!!document.querySelector({json.dumps(labeled('Remove', suggested))}) && !document.querySelector({json.dumps(labeled('Add', suggested))})")
    assert page.text("#show-rules small") == "1"
    page.click(button(page, "Undo", ".notice"))
    walk.expect(walk.rules, [], "undone")
    page.until(f"!!document.querySelector({json.dumps(labeled('Add', suggested))})")
    page.click(labeled("Add", suggested))
    walk.expect(walk.rules, [suggested], "accepted again")
    saved = walk.api("POST", "items", {"location": "https://youtube.com/new"})
    assert saved["tags"] == [], "the rule only suggests"
    # A rule of one's own, first with a query that isn't valid.
    page.click(".rule-form label:nth-of-type(1) input")
    page.type("(")
    page.click(".rule-form label:nth-of-type(2) input")
    page.type("science fiction")
    page.click(".rule-form input[type=checkbox]")
    page.click(button(page, "Add rule", ".rule-form"))
    page.until("document.querySelector('.notice')?.textContent.includes('This search can’t be understood')")
    assert walk.rules() == [suggested]
    page.click(".rule-form label:nth-of-type(1) input")
    page.key("Control+a")
    page.type("matrix")
    page.key("Enter")
    walk.expect(walk.rules, [suggested, typed], "added by the form")
    page.until("[...document.querySelectorAll('.rule-form input[type=text]')].every((field) => field.value === '')")
    saved = walk.api("POST", "items", {"title": "The Matrix"})
    assert saved["tags"] == ["science fiction"] and len(saved["rules"]) == 1, saved
    page.click(labeled("Remove", typed))
    walk.expect(walk.rules, [suggested], "removed")
    page.until(f"!document.querySelector({json.dumps(labeled('Remove', typed))})")
    page.click(button(page, "Undo", ".notice"))
    walk.expect(walk.rules, [suggested, typed], "undone")
    page.until(f"!!document.querySelector({json.dumps(labeled('Remove', typed))})")
    assert walk.tags().get("science fiction") == 1, "the item keeps its tag"


# Other ways to look

def tags_are_cleaned_up_in_one_list(walk):
    walk.api("POST", "items", {"title": "Nothing", "tags": []})
    page = walk.page()
    place = page.ask("document.querySelector('table').getBoundingClientRect().top")
    page.until("document.querySelectorAll('.clean .pair').length > 2 && document.querySelector('.clean').innerText.includes('1 item has no tags')")
    rows = page.ask("[...document.querySelectorAll('.clean .pair')].map((row) => row.innerText)")
    pairs = page.ask("[...document.querySelectorAll('.clean .pair')].filter((row) => row.querySelector('[data-part=merge]')).length")
    assert pairs > 0, rows
    assert len(set(rows)) == len(rows), "each pair once"
    assert page.ask("document.querySelector('table').getBoundingClientRect().top") == place, "the list moves nothing"
    page.key("Escape")
    assert page.ask("document.querySelector('[data-part=merge]').closest('.clean') !== null"), "pairs come first"


def tags_clean_up_is_two_keys_away(walk):
    page = walk.page()
    page.go(walk.url + "/")
    page.until("!!document.querySelector('.row .title')")
    page.key("c")
    page.until("document.activeElement?.matches('.clean .pair:first-child [data-part=merge]')")
    before = len(walk.tags())
    page.key("Enter")
    walk.expect(lambda: len(walk.tags()), before - 1, "Enter merges the first pair")


def tags_are_a_cloud(walk):
    page = walk.page("/stats", ready=".cloud a")
    sizes = page.ask("Object.fromEntries([...document.querySelectorAll('.cloud a')].map((word) => [word.textContent, parseFloat(word.style.fontSize)]))")
    assert sizes["film"] > sizes["book"] > sizes["films"], sizes
    # It is below the charts.
    word = page.until("""(() => { const word = document.querySelector('.cloud a'); word.scrollIntoView({ block: 'center', behavior: 'instant' }); const frame = word.getBoundingClientRect();
        const place = [frame.x + frame.width / 2, frame.y + frame.height / 2]; return word.contains(document.elementFromPoint(...place)) && place; })()""")
    page.click(word)
    page.until("location.pathname === '/' && location.search.startsWith('?q=%23')")


def tags_by_keyboard(walk):
    page = walk.page()
    page.key("/")
    page.until("document.activeElement.id === 'find'")
    page.type("lo")
    page.until("document.querySelectorAll('tbody .tag-row').length < 5")
    page.key("Enter")
    page.until("document.activeElement.closest('.tag-row') !== null")
    first = page.ask("document.activeElement.textContent")
    page.key("x")
    page.key("j")
    page.until(f"document.activeElement.textContent !== {json.dumps(first)}")
    page.key("x")
    page.until("document.querySelector('#selection strong').textContent === '2 selected'")
    page.key("k")
    page.until(f"document.activeElement.textContent === {json.dumps(first)}")
    page.key("m")
    page.until("!!document.querySelector('dialog .survivors')")
    page.key("Escape")
    page.key("Escape")
    page.until("document.querySelector('#selection').hidden")


def tags_by_touch(walk):
    page = walk.page(width=360, height=740, is_touch=True)
    page.tap(shown(page, "book", ".actions"))
    page.until("!!document.querySelector('.menu')")
    assert not page.ask("document.querySelectorAll('.menu small, .menu kbd').length"), "no keys"
    small = """[...document.querySelectorAll('main button, main a, main input, main label.hit, .menu button, dialog button, dialog input')].filter((part) => part.checkVisibility() && !part.closest('label.hit > *'))
        .map((part) => { const after = part.closest('.cell-name') ? part.closest('.tag-row') : part.matches('input[type=checkbox], input[type=radio]') ? part.closest('label') : part; const frame = after.getBoundingClientRect();
          return [part.outerHTML.slice(0, 90), Math.round(frame.width), Math.round(frame.height)]; }).filter(([, width, height]) => width > 0 && (width < 43 || height < 43))"""
    assert not (found := page.ask(small)), found
    page.tap(button(page, "Rename", ".menu"))
    page.until("document.activeElement.value === 'book'")
    assert not (found := page.ask(small)), found
    page.type("volume")
    page.tap(button(page, "Rename", ".rename-form"))
    walk.expect(lambda: walk.tags().get("volume"), 5, "renamed")
    page.tap("#show-alike")
    page.until("!!document.querySelector('.pair')")
    assert not (found := page.ask(small)), found
    assert page.ask("document.documentElement.scrollWidth") <= 360


def tree(page):
    """The names of the rows from the top, each with its level."""
    return page.ask("""[...document.querySelectorAll('tbody .tag-row')].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex)
        .map((row) => [row.dataset.tag, Number(row.style.getPropertyValue('--level'))])""")


def tags_are_a_tree(walk):
    import_items(walk, [["travel"], ["travel/italy"], ["travel/italy", "travel/italy/rome"]] + [["travel/peru"]] * 9)
    page = walk.page()
    page.until("!!document.querySelector('.tree')")
    wanted = [["travel", 0], ["travel/peru", 1], ["travel/italy", 1], ["travel/italy/rome", 2]]
    eventually(lambda: tree(page)[:4] == wanted, what=f"{wanted} in {tree(page)}")
    assert page.ask(f"document.querySelector({json.dumps(in_row('travel', '.short'))}).textContent") == "12", "uses with those below"
    fold = in_row("travel/italy", ".fold")
    assert page.ask(f"document.querySelector({json.dumps(fold)}).ariaExpanded") == "true"
    page.click(shown(page, "travel/italy", ".fold"))
    page.until(f"document.querySelector({json.dumps(fold)}).ariaExpanded === 'false'")
    assert "travel/italy/rome" not in names(page)
    # Keys fold as well: from a tag below to the tag above, then that.
    focus(page, "travel/peru")
    page.key("ArrowLeft")
    page.until("document.activeElement.closest('.tag-row')?.dataset.tag === 'travel'")
    page.key("ArrowLeft")
    eventually(lambda: "travel/peru" not in names(page))
    page.go(walk.url + "/tags")
    page.until("!!document.querySelector('.tree')")
    assert [name for name in names(page) if name.startswith("travel")] == ["travel"], "folding is remembered"
    focus(page, "travel")
    page.key("ArrowRight")
    eventually(lambda: "travel/peru" in names(page) and "travel/italy/rome" not in names(page))
    if AXE:
        assert not (found := page.axe(open(AXE).read())), "\n".join(found)
    # What is found is a list.
    page.key("/")
    page.type("rome")
    eventually(lambda: names(page) == ["travel/italy/rome"])
    assert page.ask("!document.querySelector('.tree')")
    page.key("Escape")
    page.until("!!document.querySelector('.tree')")
    focus(page, "travel")
    page.key("e")
    page.until("document.activeElement.value === 'travel'")
    spoken = notices(page)
    page.key("Control+a")
    page.type("trips")
    page.key("Enter")
    walk.expect(lambda: walk.tags().get("trips/italy/rome"), 1, "renamed with those below")
    eventually(lambda: ["trips/peru", 1] in tree(page))
    eventually(lambda: any("3 tags below" in text for text in spoken()), what="the notice counts the tags below")
    for name, in walk.rows("SELECT name FROM tag_set"):
        walk.cli("layout-settings", "--set", name, "--hierarchy", "off")
    page.go(walk.url + "/tags")
    page.until("document.querySelectorAll('tbody .tag-row').length > 5 && !document.querySelector('.tree')")


def tags_changed_elsewhere(walk):
    page = walk.page()
    page.until("!!document.documentElement.dataset.scope")
    walk.cli("rename", "login", "sign in")
    eventually(lambda: "sign in" in names(page) and "login" not in names(page), what="renamed by another program")
    walk.cli("delete", "cafe")
    eventually(lambda: "cafe" not in names(page), what="deleted by another program")


def tags_for_readers(walk):
    token = walk.api("POST", "tokens", {"name": "reader", "scope": "read"})["token"]
    page = walk.page()
    page.ask(f"sessionStorage.setItem('token /api/v1', {json.dumps(token)})")
    page.go(walk.url + "/tags")
    page.until("document.documentElement.dataset.scope === 'read' && !!document.querySelector('.tag-row a')")
    assert not page.ask("[...document.querySelectorAll('.writes')].filter((part) => part.checkVisibility()).length")
    focus(page, "good")
    for key in ["e", "Delete", "x"]:
        page.key(key)
    time.sleep(0.3)
    assert not page.ask("document.querySelectorAll('dialog, .rename-form, #selection:not([hidden])').length")


def many_tags(walk):
    page = walk.page()
    page.until("document.querySelector('table').ariaRowCount > 100000", 120)
    assert page.ask("document.querySelectorAll('tbody .tag-row').length") < 100
    page.ask("scrollTo(0, document.documentElement.scrollHeight)")
    page.until("[...document.querySelectorAll('tbody .tag-row')].some((row) => row.ariaRowIndex === document.querySelector('table').ariaRowCount)")
    assert page.ask("document.querySelectorAll('tbody .tag-row').length") < 100


def rules_of_axe(walk):
    source = open(AXE).read()
    import_items(walk, [["video"]] * 6, "https://www.youtube.com/watch", "clip")
    walk.api("POST", "rules", {"q": "clip", "tag": "film", "auto": True})
    for path, ready in [("/tags", ".tag-row a"), ("/tags?show=alike", ".pair"), ("/tags?show=rules", ".rules .pair"),
                        ("/stats", ".cloud a")]:
        for scheme in ["light", "dark"]:
            page = walk.page(path, ready)
            page.media(scheme=scheme)
            assert not (found := page.axe(source)), f"{path} {scheme}: " + "\n".join(found)
            # Chromium opens six connections to a server, and each page that is shown keeps one.
            walk.pages.remove(page)
            page.close()
    page = walk.page()
    select(page, "film")
    select(page, "book")
    page.until("!document.querySelector('#selection').hidden")
    assert not (found := page.axe(source)), "\n".join(found)
    page.click(button(page, "Merge…", "#selection"))
    assert not (found := page.axe(source)), "\n".join(found)
    page.key("Escape")
    focus(page, "film")
    page.key("i")
    page.until("document.querySelector('dialog h2')?.textContent === 'film'")
    assert not (found := page.axe(source)), "\n".join(found)


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("tags", "many", "rules") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, name: TagsWalk(chromium, tags=100_000 if name.startswith("many") else 0))


if __name__ == "__main__":
    main()
