#!/usr/bin/env python3
"""Makes the pictures of the page in Documentation/ with invented bookmarks: the Items view in light and dark, and on a phone.

  page_pictures.py FOLDER [OUTPUT]     FOLDER has tagflow and tagflow-server; FILES=1 shows the files on disk
"""

import datetime
import pathlib
import sys
import urllib.parse

import items_cases
import page_cases
from browser import Chromium

OUTPUT = pathlib.Path(__file__).resolve().parents[2] / "Documentation"
# Newest first: title, location, tags and note.
NEWEST = [
    ("A field guide to lichens on stone walls", "https://lichens.example/walls", ["nature", "lichens", "reference"], ""),
    ("Sourdough without a schedule", "https://slowbread.example/no-schedule", ["baking", "bread", "to try"], "Feed the starter in the evening, mix in the morning. The long table of temperatures is at the end."),
    ("Grid layouts that survive long words", "https://layouts.example/long-words", ["css", "web", "typography"], ""),
    ("Night trains from Vienna: what still runs", "https://nighttrains.example/vienna", ["travel", "trains", "vienna"], "Book the upper berth; it has the window."),
    ("東京の銭湯めぐり", "https://sento.example/tokyo", ["travel", "tokyo", "baths"], ""),
    ("Small SQLite tricks for large tables", "https://rowid.example/large-tables", ["sqlite", "databases", "reference"], ""),
    ("Learning to hear intervals", "https://earwork.example/intervals", ["music", "practice"], "Ten minutes a day, songs instead of drills."),
    ("A chair from a single board", "https://shavings.example/one-board-chair", ["woodworking", "furniture", "to try"], ""),
    ("Accessible comboboxes, step by step", "https://forms.example/combobox", ["web", "accessibility", "reference"], ""),
    ("The quiet return of the swift", "https://eaves.example/swifts", ["nature", "birds"], ""),
]
# Older bookmarks fill the counts at the side: tags, and words of a title.
OLDER = [
    (["web", "css"], "Notes on {} layout", "print card table newspaper sidebar poster"),
    (["web", "accessibility"], "Testing {} with a keyboard", "menus dialogs tabs carousels"),
    (["baking", "bread"], "A loaf of {}", "rye spelt oats barley corn buckwheat emmer"),
    (["travel", "trains"], "By rail to {}", "Lisbon Bergen Trieste Tallinn Palermo Inverness Split Porto"),
    (["nature", "birds"], "Watching {}", "wrens dippers kestrels avocets nightjars"),
    (["music", "practice"], "Scales in {}", "thirds sixths tenths"),
    (["databases", "sqlite"], "Indexes for {}", "dates prefixes ranges JSON"),
    (["reference", "typography"], "Specimen: {}", "slabs scripts grotesques"),
]


def items():
    now = datetime.datetime.now(datetime.timezone.utc)
    older = [(title.format(word), f"https://archive.example/{word.lower()}", tags, "") for tags, title, words in OLDER for word in words.split()]
    for number, (title, location, tags, note) in enumerate(NEWEST + older):
        at = now - datetime.timedelta(hours=2 + 19 * number)
        yield {"set": "bookmarks", "title": title, "location": location, "tags": tags, "note": note, "at": at.strftime("%Y-%m-%dT%H:%M:%SZ")}


def picture(page, scheme, path):
    page.media(scheme=scheme)
    # Suggestions arrive last.
    page.until("!!document.querySelector('.row .offer') && document.fonts.status === 'loaded'")
    page.picture(path)


def main():
    page_cases.PROGRAMS, *rest = sys.argv[1:]
    output = pathlib.Path(rest[0]) if rest else OUTPUT
    with Chromium(1200, 780, arguments=["--hide-scrollbars"]) as chromium, items_cases.Walk(chromium, list(items())) as walk:
        walk.cli("new", "--daily", "days", "walk", "read", "early night")
        walk.cli("view", "save", "To try", '#"to try"')
        walk.cli("view", "save", "Trips by train", "#travel #trains")
        page = walk.page()
        page.key("j")
        picture(page, "light", output / "page-light.png")
        page.go(walk.url + "/?q=" + urllib.parse.quote("#travel"))
        picture(page, "dark", output / "page-dark.png")
        page.resize(390, 780, is_touch=True)
        page.go(walk.url + "/")
        page.until("!!document.querySelector('.row .chip')")
        picture(page, "light", output / "page-phone.png")


if __name__ == "__main__":
    main()
