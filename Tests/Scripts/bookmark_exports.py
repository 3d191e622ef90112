"""Files as browsers and bookmark services export them, made from the same bookmarks; round_trips.py imports them."""

import csv
import datetime
import html
import io
import json

# What people keep: location, title, note, tags, seconds since 1970, folders.
BOOKMARKS = [
    ("https://doc.rust-lang.org/book/ch04-01-what-is-ownership.html", "What is Ownership? - The Rust Programming Language", "",
     ["rust", "Read Later"], 1698765432, ["Dev", "Languages"]),
    ("https://github.com/search?q=tag+flow&type=repositories&s=stars&o=desc", "Search · tag flow · GitHub",
     "sorted by stars & > 100", ["github", "search"], 1698765433, ["Dev"]),
    ("https://en.wikipedia.org/wiki/C_Sharp_(programming_language)", "C# (programming language) - Wikipedia", "",
     ["C#", "c++", "read later"], 1698765434, ["Dev", "Languages"]),
    ("https://news.ycombinator.com/item?id=8863", "My YC app: Dropbox - \"Throw away your USB drive\" | Hacker News",
     "- the first comment\n- and BrandonM's answer:\n  \"you can already build such a system\"", ["history"], 1175714200, []),
    ("https://www.chefkoch.de/rezepte/1234/Knödel-für-2.html?portionen=2#zutaten", "Semmelknödel für 2 – süß & salzig <3",
     "Rezept der Oma:\n\n  250 g Brot\n  2 Eier", ["Küche", "für zwei"], 1609459200, ["Kochen & Backen"]),
    ("https://ja.wikipedia.org/wiki/%E6%95%A3%E6%AD%A9", "散歩 - Wikipedia", "「散歩」について", ["日本語", "散歩"], 1609459201, ["日本語"]),
    ("https://he.wikipedia.org/wiki/שלום", "שלום – ויקיפדיה", "ברוך הבא", ["עברית"], 1609459202, []),
    ("https://emojipedia.org/family", "👩‍👩‍👧‍👦 Family Emoji | Meaning, Copy & Paste", "=SUM(A1:A9) isn't a formula here",
     ["emoji", "👍🏽"], 1609459203, []),
    ("http://localhost:8080/#/dashboard?tab='a'&x=<y>", "@home: +1 -- 'dash' & \"board\"", "+49 30 123456\n@me: check the router",
     ["self-hosted", "@home"], 1672531200, ["Dev", "Local"]),
    ("https://example.org/a%20file%20(1).pdf", "a_file *(1)* [draft] `v2` ~final~.pdf",
     "**bold**, [link](https://e.org), <b>html</b> &amp; #no-tag",
     ["paper", "100%"], 1672531201, ["Papers"]),
    ("ftp://ftp.gnu.org/gnu/", "Index of /gnu/", "", [], 1672531202, ["Papers"]),
    ("https://example.com/?utm_source=feed&id=7&copy=2", "A feed's link &copy; 2024", "Text with a tab-less indent\n    four spaces",
     ["feeds", "AT&T", "q&a"], 1704067199, []),
    ("javascript:(function(){location.href='https://pinboard.example/add?url='+encodeURIComponent(location.href)+'&t=\"x\"';})()",
     "Add to Pinboard", "", ["bookmarklet"], 1704067200, []),
    ("https://blog.example/2024/02/29/leap-day", "Leap day — a post; with, all: punctuation!", "one\ntwo\n\nfour", ["blog", "time/date", "a.b"],
     1709210096, ["Reading", "2024"]),
]


def escaped(text):
    return html.escape(text).replace("&#x27;", "&#39;")


def bookmarks_file(links, title="Bookmarks"):
    return (f"<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n"
            f"<TITLE>{title}</TITLE>\n<H1>{title}</H1>\n<DL><p>\n{links}</DL><p>\n")


def in_folders(rows, link, depth=1, path=()):
    """The links of a folder, and its folders after them, as browsers write them."""
    indent, text = "    " * depth, ""
    text += "".join(link(row, indent) for row in rows if tuple(row[5]) == path)
    for name in dict.fromkeys(row[5][depth - 1] for row in rows if tuple(row[5][:depth - 1]) == path and len(row[5]) >= depth):
        text += f'{indent}<DT><H3 ADD_DATE="1600000000" LAST_MODIFIED="1700000000">{escaped(name)}</H3>\n'
        text += f"{indent}<DL><p>\n{in_folders(rows, link, depth + 1, path + (name,))}{indent}</DL><p>\n"
    return text


def firefox(rows):
    def link(row, indent):
        tags = f' TAGS="{escaped(",".join(row[3]))}"' if row[3] else ""
        note = f"{indent}<DD>{escaped(row[2])}\n" if row[2] else ""
        return (f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 9}" '
                f'ICON="data:image/png;base64,iVBORw0KGgo="{tags}>{escaped(row[1])}</A>\n{note}')
    # The same page may be in several folders, and a folder may have a description.
    again = (rows[0][0], "Ownership", "", ["again", "rust"], 1700000000, ["Reading"])
    links = in_folders(rows + [again], link).replace("Languages</H3>\n", "Languages</H3>\n        <DD>What I'd like to learn\n")
    return bookmarks_file(links + "    <HR>    ", "Bookmarks Menu")


def chromium(rows):
    def link(row, indent):
        return f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" ICON="data:image/png;base64,iVBORw0KGgo=">{escaped(row[1])}</A>\n'
    bar = '    <DT><H3 ADD_DATE="1600000000" LAST_MODIFIED="0" PERSONAL_TOOLBAR_FOLDER="true">Favorites bar</H3>\n    <DL><p>\n'
    return bookmarks_file(f"{bar}{in_folders(rows[:9], link)}    </DL><p>\n{in_folders(rows[9:], link)}")


def linkding(rows):
    def link(row):
        tags = ",".join(tag.replace(" ", "-") for tag in row[3])
        notes = f"{row[2]}[linkding-notes]# Notes\n\n* {row[1]}[/linkding-notes]" if row[4] % 2 else row[2]
        return (f'<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 60}" PRIVATE="{row[4] % 2}" TOREAD="0" '
                f'TAGS="{escaped(tags)}">{escaped(row[1])}</A>\n' + (f"<DD>{escaped(notes)}\n" if notes else ""))
    return bookmarks_file("".join(map(link, rows)))


def shaarli(rows):
    """Older versions separate tags by spaces."""
    def link(row):
        tags = " ".join(tag.replace(" ", "_") for tag in row[3])
        return (f'<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" PRIVATE="0" TAGS="{escaped(tags)}">{escaped(row[1])}</A>\n'
                + (f"<DD>{escaped(row[2])}\n" if row[2] else ""))
    return bookmarks_file("".join(map(link, rows)), "Shaarli export of all bookmarks on Thu, 29 Feb 24 12:34:56 +0100")


def raindrop_html(rows):
    def link(row, indent):
        return (f'{indent}<DT><A HREF="{escaped(row[0])}" ADD_DATE="{row[4]}" LAST_MODIFIED="{row[4] + 1}" TAGS="{escaped(",".join(row[3]))}" '
                f'DATA-COVER="https://rdl.ink/render/x.png" DATA-IMPORTANT="false">{escaped(row[1])}</A>\n'
                + (f"{indent}<DD>{escaped(row[2])}\n" if row[2] else ""))
    return bookmarks_file(in_folders(rows, link), "Raindrop.io Bookmarks")


def raindrop_csv(rows):
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow("id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite".split(","))
    for number, (location, title, note, tags, seconds, folders) in enumerate(rows, 701234567):
        created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S") + f".{number % 1000:03}Z"
        writer.writerow([number, title, note, "", location, " / ".join(folders) or "Unsorted", ", ".join(tags), created, "", "", "false"])
    return "\ufeff" + file.getvalue()


def pinboard_json(rows):
    posts = [{"href": location, "description": title, "extended": note, "meta": "92959a96fd69146c5fe7cbde6e5720f2", "hash": f"{seconds:032x}",
              "time": datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), "shared": "no",
              "toread": "no", "tags": " ".join(tag.replace(" ", "_") for tag in tags)} for location, title, note, tags, seconds, _ in rows]
    return json.dumps(posts).replace("/", r"\/").replace("}, ", "},\n")
