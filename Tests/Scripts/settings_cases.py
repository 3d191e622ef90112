#!/usr/bin/env python3
"""Stats, Settings and /connect in Chromium: real keys and pointers, a real server, and after each step what the database says.

  settings_cases.py FOLDER [CASE…]     as page_cases.py
"""

import datetime
import json
import os
import pathlib
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

import page_cases
from browser import eventually
from items_cases import Walk

sys.path.insert(0, str(pathlib.Path(__file__).parent / "connections"))
import bookmarks  # noqa: E402
from fakes import TOKEN, FakeLinkding, Fault  # noqa: E402

AXE = os.environ.get("AXE", "")
STATE = "abcDEF123-_" + "x" * 32
CONNECT = "/connect?client=extension&version=1&scope=write&name=Firefox+on+Linux&state=" + STATE
BOOKMARKS = """<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><H3>Films</H3><DL><p>
<DT><A HREF="https://www.imdb.com/title/tt0017136/" ADD_DATE="1343779200" TAGS="movie,silent">Metropolis &amp; more</A><DD>black and white
<DT><A HREF="https://www.imdb.com/title/tt0293416/" TAGS="movie">Metropolis</A>
</DL></DL>"""


def tile(page, name):
    """The number below a name, as it is shown."""
    return page.ask(f"[...document.querySelectorAll('.tiles dt')].find((term) => term.textContent === {json.dumps(name)})?.nextElementSibling.querySelector('strong').textContent")


def press(page, text, within="body"):
    """Clicks a button or link by its text, once it lies still: the preview of a board above it is drawn again after each change."""
    target = page.ask(f"""(async () => {{ const found = [...document.querySelectorAll({json.dumps(within + " :is(a, button, summary, label)")})].find((one) => (one.innerText ?? "").trim() === {json.dumps(text)} && one.checkVisibility());
        if (!found) return null; let before = "", still = 0, box;
        while (still < 20) {{ found.scrollIntoView({{ block: 'center', behavior: 'instant' }}); await new Promise(requestAnimationFrame); box = found.getBoundingClientRect();
            const now = `${{box.x}} ${{box.y}}`; still = now === before ? still + 1 : 0; before = now; }}
        return [box.x + box.width / 2, box.y + box.height / 2]; }})()""")
    assert target, f"no {text!r} in {page.text()[:400]!r}"
    page.click(target)


def set_value(page, selector, value):
    """Chooses a value of a field, as a person does who then leaves the field."""
    page.ask(f"(() => {{ const field = document.querySelector({json.dumps(selector)}); field.value = {json.dumps(value)}; field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()")


def open_page(walk, path, until):
    """Opens a page that may take its time, since other tests keep the machine busy."""
    page = walk.page(path, until="")
    wait = page.until
    page.until = lambda script, seconds=60: wait(script, seconds)
    page.until(f"!!document.querySelector({json.dumps(until)})")
    return page


def check_axe(page, *without):
    if not AXE:
        return
    page.ask(pathlib.Path(AXE).read_text() + ";0")
    # The bar at the top and, for some seconds, a notice cover parts that are large enough all the same.
    page.ask("for (const notice of document.querySelectorAll('.notice')) notice.style.position = 'static'; scrollTo({ top: 0, behavior: 'instant' })")
    found = page.ask("axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' · ')}`))")
    assert [one for one in found if one.split(":")[0] not in without] == [], found


def tokens_made(walk):
    """The tokens other than the browser's own, which sign-in made."""
    return [token for token in walk.api("GET", "tokens")["tokens"] if token["name"] != "browser"]


# MARK: Stats

def stats_lead_to_the_items_of_a_month(walk):
    page = open_page(walk, "/stats", until=".chart .bar")
    assert tile(page, "Items") == "7", tile(page, "Items")
    page.ask("document.querySelector('.steps .earlier')?.focus()")
    # The films are years old: pages of periods lead back to them.
    for _ in range(20):
        if page.ask("[...document.querySelectorAll('.bars .bar')].some((bar) => Number(bar.getAttribute('height')) > 0)"):
            break
        page.key("Enter")
    assert page.ask("document.activeElement.matches('.steps button')"), "the button keeps the focus"
    assert "back=" in page.ask("location.search"), page.ask("location.search")
    href = page.ask("[...document.querySelectorAll('.bars a')].find((bar) => Number(bar.querySelector('.bar').getAttribute('height')) > 0).getAttribute('href')")
    query = urllib.parse.parse_qs(urllib.parse.urlsplit(href).query)["q"][0]
    assert len(walk.found(query)) >= 1, query
    press(page, "Show as a table")
    page.until("document.querySelectorAll('.as-table tbody tr').length > 0")
    counts = page.ask("[...document.querySelectorAll('.as-table td')].reduce((sum, cell) => sum + Number(cell.textContent), 0)")
    assert counts == 6 or counts == 7, counts
    check_axe(page)


def stats_are_filtered_and_back_returns(walk):
    page = open_page(walk, "/stats", until=".chart .bar")
    page.ask("document.querySelector('#stats-query').focus()")
    page.type("#movie")
    page.key("Enter")
    page.until("document.querySelector('.tiles strong').textContent === '4'")
    assert page.ask("location.search") == "?q=%23movie", page.ask("location.search")
    press(page, "Week", ".segments")
    page.until("location.search === '?by=week&q=%23movie'")
    page.ask("history.back()")
    page.until("location.search === '?q=%23movie' && document.querySelector('[name=by]:checked').value === 'month'")
    page.ask("history.back()")
    page.until("document.querySelector('.tiles strong').textContent === '7' && document.querySelector('#stats-query').value === ''")
    page.go(walk.url + "/stats?q=%23moviee")
    page.until("document.querySelector('#stats-refusal')?.checkVisibility()")
    assert "moviee" in page.text("#stats-refusal"), page.text("#stats-refusal")
    check_axe(page)


def stats_show_the_streak_of_a_daily_set(walk):
    walk.cli("new", "habits", "reading", "early night")
    walk.cli("layout-settings", "--daily", "on")
    today = datetime.date.today()
    for back in [0, 1, 2, 5, 6, 7, 8]:
        walk.cli("select", "reading")
        walk.cli("save", "--at", f"{today - datetime.timedelta(days=back)}T00:00:30Z", "day")
    page = open_page(walk, "/stats", until=".habit .calendar")
    assert "3 days" in page.text(".habit") and "4 days" in page.text(".habit") and "7 of 30" in page.text(".habit"), page.text(".habit")
    assert page.ask("document.querySelectorAll('.calendar .done').length") == 7
    # What is saved elsewhere appears.
    walk.cli("select", "reading")
    walk.cli("save", "--at", f"{today - datetime.timedelta(days=3)}T00:00:30Z", "day")
    page.until("document.querySelectorAll('.calendar .done').length === 8")
    check_axe(page)


# MARK: Settings

def settings_keep_theme_and_keys(walk):
    page = open_page(walk, "/settings", until="#appearance")
    press(page, "Dark", "#appearance")
    assert page.ask("getComputedStyle(document.documentElement).colorScheme") == "dark"
    page.ask("document.querySelector('#setting-shortcuts').click()")
    page.go(walk.url + "/settings")
    page.until("!!document.querySelector('#appearance')")
    assert page.ask("getComputedStyle(document.documentElement).colorScheme + ' ' + document.querySelector('#setting-shortcuts').checked") == "dark false"
    page.key("t")
    time.sleep(0.3)
    assert page.ask("location.pathname") == "/settings"
    page.ask("document.querySelector('#setting-shortcuts').click()")
    page.ask("document.activeElement.blur()")
    page.key("t")
    page.until("location.pathname === '/tags'")


def settings_speak_every_language(walk):
    page = open_page(walk, "/settings", until="#appearance")
    titles = set()
    for code in ["de", "fr", "es", "ja", "zh", "en"]:
        page.ask("window.isOld = true")
        set_value(page, "#setting-language", code)
        page.until(f"!window.isOld && document.documentElement?.lang === {json.dumps(code)} && !!document.querySelector('#appearance')")
        titles.add(page.text("h1"))
        assert "settings." not in page.text("main"), page.text("main")
        assert page.ask("document.querySelector('#setting-language').value") == code
        page.go(walk.url + "/stats")
        page.until("!!document.querySelector('.chart .bar')")
        assert "stats." not in page.text("main"), page.text("main")
        page.go(walk.url + "/settings")
        page.until("!!document.querySelector('#appearance')")
    assert len(titles) == 6, titles


def settings_save_and_undo_a_layout(walk):
    page = open_page(walk, "/settings?set=films#layout", until=".preview .chip")
    first = page.ask("document.querySelector('.preview .chip').style.left")
    set_value(page, "#layout-alignment", "trailing")
    eventually(lambda: walk.api("GET", "sets/films")["layout"].get("alignment") == "trailing")
    page.until(f"document.querySelector('.preview .chip').style.left !== {json.dumps(first)}")
    set_value(page, "#layout-maxLines", "many")
    page.until("document.querySelector('.notice.wrong')?.checkVisibility()")
    assert "maxLines" not in walk.api("GET", "sets/films")["layout"]
    set_value(page, "#layout-alignment", "center")
    page.until("!!document.querySelector('.notice:not(.wrong, [hidden]) button')")
    page.ask("document.querySelector('.notice button').click()")
    eventually(lambda: walk.api("GET", "sets/films")["layout"].get("alignment") == "trailing")
    page.until("document.querySelector('#layout-alignment').value === 'trailing'")
    page.until("document.querySelector('.notice').hidden", 40)
    check_axe(page)


def settings_turn_levels_off_and_on(walk):
    page = open_page(walk, "/settings?set=films#layout", until="#layout-hierarchy")
    assert page.ask("document.querySelector('#layout-hierarchy').checked"), "on by default"
    page.ask("document.querySelector('#layout-hierarchy').click()")
    eventually(lambda: walk.api("GET", "sets/films")["layout"].get("hierarchy") is False)
    page.until("!document.querySelector('#layout-hierarchy').checked")
    page.ask("document.querySelector('#layout-hierarchy').click()")
    eventually(lambda: walk.api("GET", "sets/films")["layout"].get("hierarchy") is True)
    check_axe(page)


def status_of(walk, token):
    request = urllib.request.Request(f"{walk.url}/api/v1/items?limit=1", headers={"Authorization": f"Bearer {token}"})
    try:
        return urllib.request.urlopen(request).status
    except urllib.error.HTTPError as error:
        return error.code


def settings_make_and_revoke_a_token(walk):
    page = open_page(walk, "/settings#tokens", until=".new-token summary")
    page.until("document.querySelector('.new-token').checkVisibility()")
    press(page, "New token")
    page.ask("document.querySelector('#token-name').focus()")
    page.type("phone")
    set_value(page, "#token-scope", "read")
    assert "changes nothing" in page.text(".new-token"), page.text(".new-token")
    check_axe(page)
    press(page, "Create token")
    page.until("document.querySelector('.secret input')?.value.startsWith('tf_')")
    token = page.ask("document.querySelector('.secret input').value")
    assert status_of(walk, token) == 200
    [made] = tokens_made(walk)
    assert (made["name"], made["scope"]) == ("phone", "read") and "expires" in made, made
    press(page, "Done")
    assert token not in page.ask("document.documentElement.outerHTML") and not page.ask("document.querySelector('.secret input')")
    page.until("document.querySelectorAll('.tokens tbody tr').length === 2")
    press(page, "Revoke", ".tokens tr:not(:has(.here))")
    page.until("!!document.querySelector('dialog[open]')")
    press(page, "Revoke", "dialog")
    eventually(lambda: status_of(walk, token) == 401)
    page.until("document.querySelectorAll('.tokens tbody tr').length === 1")


def settings_pull_and_push_a_connection(walk):
    fake = FakeLinkding(bookmarks.make(8, tags=30))
    token = pathlib.Path(walk.folder.name) / "token"
    token.write_text(TOKEN)
    walk.cli("connect", "add", "linkding", fake.url, "--token-file", str(token))
    first = next(item for item in walk.found() if item["set"] == "linkding")
    walk.api("PATCH", f"items/{first['id']}", {"add": ["fresh"]})
    page = open_page(walk, "/?q=set%3Alinkding", until=".row .link-mark")
    assert page.ask("document.querySelectorAll('.row .link-mark').length") == 1
    page = open_page(walk, "/settings#remotes", until=".remote button")
    assert "8 items" in page.text(".remote") and "1 to push" in page.text(".remote"), page.text(".remote")
    check_axe(page)
    press(page, "Push", ".remote")
    eventually(lambda: "fresh" in fake.names()[first["location"]])
    page.until("!document.querySelector('.remote .unpushed') && !document.querySelector('.remote button:disabled')")
    bookmark = next(item for item in fake.bookmarks.values() if item["url"] == first["location"])
    bookmark["tags"], bookmark["date_modified"] = [*bookmark["tags"], fake.tag("theirs")], fake.now()
    press(page, "Pull", ".remote")
    eventually(lambda: "theirs" in next(item["tags"] for item in walk.found() if item["id"] == first["id"]))
    assert fake.errors == []
    fake.faults.append(Fault("GET", 401))
    page.until("!document.querySelector('.remote button:disabled')")
    press(page, "Pull", ".remote")
    page.until("!!document.querySelector('.notice.wrong:not([hidden])')")
    said = page.text(".notice.wrong")
    assert "“linkding” refuses the token. linkding answers 401 at" in said and "Settings → Integrations" in said, said


def choose_file(page, path):
    document = page.send("DOM.getDocument")["root"]["nodeId"]
    node = page.send("DOM.querySelector", nodeId=document, selector="#import-file")["nodeId"]
    page.send("DOM.setFileInputFiles", files=[str(path)], nodeId=node)


def settings_import_bookmarks_and_undo(walk):
    file = pathlib.Path(walk.folder.name) / "bookmarks.html"
    file.write_text(BOOKMARKS, "utf-8")
    page = open_page(walk, "/settings#files", until=".drop")
    page.until("document.documentElement.dataset.scope === 'admin'")
    choose_file(page, file)
    page.until("!!document.querySelector('.offer')")
    assert "2 entries" in page.text(".offer"), page.text(".offer")
    check_axe(page)
    page.ask("document.querySelector('.offer input[type=checkbox]').click()")
    set_value(page, "#import-set", "films")
    press(page, "Import", ".offer")
    page.until("!!document.querySelector('.offer.done')")
    assert "1 new item" in page.text(".offer.done") and "1 changed" in page.text(".offer.done"), page.text(".offer.done")
    [item] = walk.found('"Metropolis & more"')
    assert sorted(item["tags"]) == ["Films", "movie", "silent"] and item["note"] == "black and white" and item["at"].startswith("2012-08-01"), item
    assert page.ask("document.activeElement.textContent") == "Show the items"
    press(page, "Undo", ".offer.done")
    eventually(lambda: len(walk.found()) == 7)
    (pathlib.Path(walk.folder.name) / "picture.pdf").write_bytes(b"%PDF-1.7")
    choose_file(page, pathlib.Path(walk.folder.name) / "picture.pdf")
    page.until("!!document.querySelector('.stage .wrong')")
    assert len(walk.found()) == 7


def settings_download_every_export(walk):
    page = open_page(walk, "/settings#files", until=".exports a")
    for path in page.ask("[...document.querySelectorAll('.exports a')].map((anchor) => anchor.getAttribute('href'))"):
        status, size = page.ask(f"fetch({json.dumps(path)}).then(async (answer) => [answer.status, (await answer.blob()).size])")
        assert status == 200 and size > 100, (path, status, size)


# MARK: Connecting the extension

BRIDGE = """(() => { window.got = []; addEventListener('message', ({ data }) => { if (!/^tagflow-connect-(hello|approved|canceled)$/.test(data?.type)) return; got.push(data);
    if (data.type === 'tagflow-connect-hello') ready(); });
    window.ready = () => postMessage({ type: 'tagflow-connect-ready', state: 'STATE', name: 'Tagflow 1.0' }, location.origin); ready(); })()""".replace("STATE", STATE)


def buttons(page):
    return page.ask("[...document.querySelectorAll('.connect button')].map((button) => button.textContent)")


def connect_gives_a_token_that_a_person_approved(walk):
    page = open_page(walk, CONNECT, until=".connect")
    assert buttons(page) == []
    page.ask(BRIDGE)
    page.until("document.querySelectorAll('.connect button').length === 2")
    assert page.ask("document.querySelector('.connect .main').disabled"), "the button waits"
    assert "read, add and change" in page.text(".connect") and "Tagflow 1.0" in page.text(".connect"), page.text(".connect")
    check_axe(page)
    page.until("!document.querySelector('.connect .main').disabled")
    press(page, "Approve")
    page.until("got.some(({ type }) => type === 'tagflow-connect-approved')")
    given = page.ask("got.find(({ type }) => type === 'tagflow-connect-approved')")
    assert given["scope"] == "write" and given["name"] == "Firefox on Linux" and given["base"] == walk.url and given["state"] == STATE, given
    assert status_of(walk, given["token"]) == 200
    assert given["token"] not in page.ask("document.documentElement.outerHTML + location.href + JSON.stringify([{ ...sessionStorage }, { ...localStorage }])")
    page.ask(f"postMessage({{ type: 'tagflow-connect-received', state: '{STATE}' }}, location.origin)")
    page.until("document.querySelector('.connect h1').textContent === 'Connected'")


def connect_revokes_a_token_that_was_not_taken(walk):
    page = open_page(walk, CONNECT, until=".connect")
    page.ask(BRIDGE)
    page.until("document.querySelector('.connect .main')?.disabled === false")
    press(page, "Approve")
    page.until("got.some(({ type }) => type === 'tagflow-connect-approved')")
    page.ask(f"postMessage({{ type: 'tagflow-connect-refused', state: '{STATE}', reason: 'expired' }}, location.origin)")
    page.until("document.querySelector('.connect .wrong')?.textContent.includes('10 minutes')")
    eventually(lambda: tokens_made(walk) == [])


def connect_approves_nothing_without_the_extension(walk):
    page = open_page(walk, CONNECT, until=".connect")
    page.ask("postMessage({ type: 'tagflow-connect-ready', state: 'x'.repeat(43), name: 'other' }, location.origin)")
    time.sleep(3.5)
    assert buttons(page) == [] and "Connect button" in page.text(".connect"), page.text(".connect")
    for wrong in [CONNECT.replace("scope=write", "scope=admin"), CONNECT.replace(STATE, "short"), CONNECT.replace("client=extension", "client=x"), CONNECT.replace("version=1", "version=9")]:
        page.go(walk.url + wrong)
        page.until("!!document.querySelector('.connect .wrong')")
        page.ask(BRIDGE)
        time.sleep(0.2)
        assert buttons(page) == [], wrong
    assert tokens_made(walk) == []


def settings_fit_on_phones(walk):
    for path, until in [("/stats", ".chart .bar"), ("/settings", "#tokens"), (CONNECT, ".connect")]:
        page = open_page(walk, path, until=until)
        page.resize(360, 740, 2, is_touch=True)
        time.sleep(0.5)
        assert page.ask("document.documentElement.scrollWidth") <= 360, path
        small = page.ask("""[...document.querySelectorAll('main :is(button, select, summary, .second, input:not([type=radio], [type=checkbox], [type=file]))')].filter((one) => one.checkVisibility())
            .filter((one) => one.getBoundingClientRect().height < 31.5).map((one) => one.outerHTML.slice(0, 90))""")
        assert small == [], small


CASES = {name: case for name, case in globals().items() if name.split("_")[0] in ("stats", "settings", "connect") and callable(case)}


def main():
    page_cases.run(CASES, lambda chromium, _: Walk(chromium))


if __name__ == "__main__":
    main()
