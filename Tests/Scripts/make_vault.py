#!/usr/bin/env python3
"""Makes a folder of notes in Markdown, in every style in which people write tags: make_vault.py FOLDER [--count N] [--seed S]

The same seed makes the same bytes. Nothing here knows what a reader should find in them: read_notes.py says that.
"""

import argparse
import pathlib
import random
import re

WORDS = ("note idea project reading list swift tools garden winter plan draft meeting garlic bread signal noise river paper kernel "
         "music over under between later today why not").split()
TAGS = ("reading running book/fiction book/crime Swift SwiftUI c-sharp snake_case 2024-goals 中文 读书/小说 日本語 한국어 café naïve Ünïcode "
        "été 💪 🎉party party🎉 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 हिन्दी עברית العربية a/b/c ok x y2 i18n über-uns to-do _private -dash").split()
FRONT_ONLY = ["machine learning", "read later", "C++", "a & b", "it's", 'say "hi"', "50%", "2024", "1.5", "true", "role::program", "a: b", "#hash"]
WHITE = [" ", "  ", "\t"]


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, *choices):
        return self.random.choice(choices)

    def chance(self, share):
        return self.random.random() < share

    def words(self, least=1, most=9):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most)))

    def tag(self):
        return self.random.choice(TAGS)

    # Front matter

    def scalar(self, name, in_flow):
        plain = name[0] not in "-#&*!?:,[]{}'\"%@`" and not any(part in name for part in (": ", " #")) and not (in_flow and any(c in ",[]{}:" for c in name))
        styles = ["'" + name.replace("'", "''") + "'", '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'] + ([name] * 4 if plain else [])
        return self.random.choice(styles)

    def names(self):
        return [self.random.choice(TAGS if self.chance(0.75) else FRONT_ONLY) for _ in range(self.random.randint(0, 6))]

    def tag_lines(self):
        key, names = self.one("tags", "tags", "tags", "tag", "keywords"), self.names()
        style = self.random.randrange(14)
        plain = [name for name in names if name in TAGS and name[0] not in "-"]
        if style < 3 and names:
            indent = self.one("", "  ", "    ")
            return [f"{key}:" + self.one("", "  # mine", " ")] + [f"{indent}-{self.one(' ', '  ')}{self.scalar(name, False)}{self.one('', '', ' ', '  # why')}" for name in names]
        if style < 6:
            return [f"{key}: [" + self.one(", ", ",", " , ").join(self.scalar(name, True) for name in names) + self.one("]", " ]", "] # all")]
        if style == 6 and names:
            return [f"{key}: ["] + [f"  {self.scalar(name, True)}," for name in names] + ["]"]
        if style == 7:
            return [f"{key}: " + " ".join(plain)]
        if style == 8:
            return [f"{key}: " + self.one(", ", ",", " , ").join(plain)]
        if style == 9:
            return [f'{key}: "' + self.one(", ", " ").join(plain) + '"', "other: '" + ", ".join(plain) + "'"]
        if style == 10:
            return [f"base: &base {self.one('reading', 'c-sharp')}", f"{key}: [*base, x" + self.one("", ", &own y2, *own") + "]"]
        if style == 11:
            return self.one([f"{key}: |", "  one two", "  three"], [f"{key}: >-", "  one, two"], [f"{key}: one", "  two"], [f"{key}: !!str 2024"],
                            [f"{key}:", "  - !!str 2024", "  - plain", "    over lines"], [f"{key}: {{a: b}}"], [f"{key}: [[a, b], c]"])
        if style == 12:
            return [self.one(f"{key}:", f"{key}: ~", f"{key}: null", f"{key}: []", f"{key}: ''", f"{key}: [~, null, '', x]")]
        return [f"{key}: 2024", "Tags: [no]"] if self.chance(0.5) else ["tags: [one]", "keywords: two, three"]

    def front_matter(self):
        if self.chance(0.03):
            return self.one(["---", "tags: [a, b", "---"], ["---", "tags: a", "tags: b", "---"], ["---", "tags: 'a", "---"], ["---", "a: b: c", "---"],
                            ["---", "tags: [a]"], ["---", "some text #a", "---"], ["---", "---"], ["---", "# only", "---"], ["---", "- a", "---"])
        parts = [self.tag_lines()]
        if self.chance(0.6):
            title = self.one(self.words(), f"'{self.words()}: it''s'", f'"{self.words()}"', "", "~", "2024", "中文 " + self.words())
            parts.append([f"title: {title}"])
        if self.chance(0.5):
            parts.append(["date: " + self.one("2024-02-03", "2024-02-03T04:05:06Z", "2024-02-03 04:05:06", "'2024-02-03'", "2024-02-03T04:05:06+02:00", "soon")])
        if self.chance(0.2):
            parts.append([f"# {self.words()}", f"aliases: [{self.words()}, '{self.words()}']"])
        if self.chance(0.2):
            parts.append(["nested:", "  tags: [inner]", "  deep:", "    - x: 1"])
        self.random.shuffle(parts)
        if self.chance(0.05):
            lines = ["{tags: [" + ", ".join(self.scalar(name, True) for name in self.names()) + "], title: short}"]
        else:
            lines = [line for part in parts for line in part]
        return ["---" + self.one("", "", "", " "), *lines, self.one("---", "---", "---", "...", "--- ")]

    # Text

    def inline(self):
        tag = "#" + self.tag()
        return self.one(
            self.words(), self.words(), tag, tag, tag, f"({tag})", f"[{tag}]", f"「{tag}」", f"{tag}.", f"{tag}, {tag}", f"word{tag}", f"\\{tag}", f"#{tag}", "#123", "#1a", "# ",
            f"`{tag}`", f"``{tag} ` {tag}``", f"` {tag}", f"[{tag} text](https://example.org/{tag})", f"[text](#anchor \"{tag}\")", f"[a]( <#b c> '{tag}')",
            f"![alt {tag}](pic.png)", f"[text][ref] {tag}", f"[{tag}][ref]", f"[ref]", f"[no such][{tag}]", f"<https://example.org/{tag}>", f"https://example.org/ {tag}",
            f"https://example.org/({tag})", f"http://example.org/{tag}", f"<me@example.org> {tag}", f"[[Page {tag}]]", f"[[Page|{tag}]]", f"![[{tag}.png]]", f"[[{tag}",
            f"$x {tag}$", f"$$x {tag}$$", f"$5 {tag}", f"US$ {tag} $", f"<b title=\" {tag}\">{tag}</b>", f"<b> {tag} </b>", f"<!-- {tag} -->", f"<br/> {tag}",
            f"*{tag}*", f"** {tag}**", f"_a {tag}_", f"~~ {tag}~~", f"&amp; {tag}", f"{tag}:", f"{tag}'s", f"{tag}#{self.tag()}", f"#️⃣", f"({tag}", f"{tag}\\", f"a | {tag}")

    def line(self):
        return " ".join(self.inline() for _ in range(self.random.randint(1, 5)))

    def soup(self):
        pieces = ["#a", " #b", "`", "``", "[", "]", "(", ")", "](", "<", ">", "\"", "'", "$", "$$", "\\", "![", "[[", "]]", "*", "_", "#", " ", " ", "x", "://", "<b>", "<!--", "-->",
                  "\n", "\n", "\n> ", "\n- ", "\n1. ", "\n    ", "\n\t", "\n```\n", "\n# ", "\n---\n", "\n===\n", "[ref]", "[ref]: #x\n\n", "<div>\n", "|", "~", "#1", "：", "　#c"]
        lines = "".join(self.random.choice(pieces) for _ in range(self.random.randint(3, 30))).split("\n")
        # markdown-it takes a '>' that is indented as code for a quote, where a quote is open; CommonMark does not.
        return [re.sub(r"^(\t| {4,})\s*>", r"\1x", line) for line in lines]

    def block(self):
        kind = self.random.randrange(22)
        line = self.line
        if kind < 6:
            return [line() for _ in range(self.random.randint(1, 4))]
        if kind == 6:
            return ["#" * self.random.randint(1, 7) + self.one(" ", "  ", "\t", "") + line() + self.one("", " #", " ##  ", "#")]
        if kind == 7:
            return [line(), self.one("===", "---", "=", "  ---  ")]
        if kind == 8:
            return [self.one("- ", "* ", "+ ", "1. ", "2) ", "-\t", "- [ ] ", "- [x] ") + line() for _ in range(self.random.randint(1, 4))]
        if kind == 9:
            return ["- " + line(), "  - " + line(), "", "    " + line(), "", "      " + line(), "- ", "  " + line()]
        if kind == 10:
            return ["> " + line(), self.one("> ", ">", "") + line(), "> > " + line(), "lazy " + line()]
        if kind == 11:
            fence = self.one("```", "````", "~~~")
            return [self.one("", " ", "   ") + fence + self.one("", "swift", " c #x"), "#in " + line(), "", self.one(fence, fence + "`", fence[:2], fence + "  ")] + ([fence] if self.chance(0.9) else [])
        if kind == 12:
            return ["", "    #code " + line(), "\t#code " + line(), ""]
        if kind == 13:
            cells = lambda: "| " + " | ".join(self.one("#" + self.tag(), self.words(1, 2), "`#x`", "[a](#b)") for _ in range(3)) + " |"
            return [cells(), "| --- | :-: | --: |", cells(), cells()]
        if kind == 14:
            return ["$$", "x #" + self.tag(), "", "y " + line(), "$$"] if self.chance(0.7) else ["$$ x #a $$", line()]
        if kind == 15:
            return self.one(["<div class='#x'>", line(), "</div>", line(), ""], ["<!-- " + line(), "", line(), "-->"], ["<pre>", line(), "", line(), "</pre>"],
                            ["<custom-tag a='b'>", line(), ""], ["<script>", "#x", "", "#y", "</script> #z"], ["<?php #x", "?>"], ["<!DOCTYPE #x>"], ["<![CDATA[ #x", "", "]]>"])
        if kind == 16:
            return ["[ref]: " + self.one("https://example.org/#x", "<#x y>", "#x") + self.one("", " '#title'", ' "two #x"', " (#x)"), "[#" + self.tag() + "]: /url", line()]
        if kind == 17:
            return [self.one("***", "---", "_ _ _", "- - -", " **  * ")]
        if kind == 18:
            return ["10. " + line(), "", "    " + line(), "    ```", "    #x", "    ```"]
        if kind == 19:
            return ["* > " + line(), "  > ```", "  > #x", "", line()]
        return self.soup()

    def note(self):
        lines = self.front_matter() if self.chance(0.8) else []
        if self.chance(0.4):
            lines += ["", "# " + self.words() + self.one("", " #" + self.tag())]
        for _ in range(self.random.randint(0, 8)):
            lines += self.one([""], [""], [""], []) + self.block()
        text = "\n".join(lines) + self.one("\n", "\n", "\n", "")
        end = self.one(*["\n"] * 6, "\r\n", "\r\n", "\r")
        text = text.replace("\n", end)
        encoding = self.one(*["utf-8"] * 16, "utf-8-sig", "utf-8-sig", "utf-16-le", "utf-16-be")
        mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
        return mark + text.encode(encoding)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    maker = Maker(arguments.seed)
    for number in range(arguments.count):
        folder = arguments.folder / f"{number // 500:03}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{number:05} {maker.words(1, 3)}.md").write_bytes(maker.note())


main()
