#!/usr/bin/env python3
"""Reads the notes of a folder by PyYAML and markdown-it-py, a line of JSON each: read_notes.py FOLDER

A second reader beside the one in Sources/TaggedFiles/Notes, which shares no code with it: apt-get install python3-yaml python3-markdown-it
python3-mdit-py-plugins. A line is {"path", "title", "date", "problem": bool, "tags": [[name, line], …]}.
"""

import json
import pathlib
import re
import sys
import unicodedata

import yaml
from markdown_it import MarkdownIt
from markdown_it.rules_block import lheading, paragraph
from mdit_py_plugins.dollarmath import dollarmath_plugin

KEYS = ("tags", "tag", "keywords")
NULLS = ("", "~", "null", "Null", "NULL")
JOINERS = "\u200c\u200d"


def is_space(character):
    return character.isspace() and character not in "\x1c\x1d\x1e\x1f"


def tag_end(text, start):
    """The end of the tag behind a '#'; None where it has no sign."""
    end, has_sign = start, False
    while end < len(text):
        character = text[end]
        category = unicodedata.category(character)
        if ord(character) < 0x80:
            if not (character.isalnum() or character in "_-/"):
                break
            has_sign = has_sign or not character.isdigit()
        elif category[0] in "PZ" or category == "Cc":
            break
        elif category == "Cf":
            if end == start or not (character in JOINERS or 0xE0020 <= ord(character) <= 0xE007F):
                break
        elif category[0] == "M":
            if end == start:
                break
        else:
            has_sign = has_sign or category != "Nd"
        end += 1
    return end if has_sign else None


def hash_tag(state, silent):
    text, place = state.src, state.pos
    if text[place] != "#":
        return False
    if place > 0 and not (is_space(text[place - 1]) or unicodedata.category(text[place - 1]) == "Ps"):
        return False
    if "://" in re.split(r"[\s<]", text[:place])[-1]:
        return False
    end = tag_end(text[:state.posMax], place + 1)
    if end is None:
        return False
    if not silent:
        token = state.push("hash_tag", "", 0)
        token.content, token.meta = text[place + 1:end], {"line": text.count("\n", 0, place)}
    state.pos = end
    return True


def wiki_link(state, silent):
    match = re.compile(r"!?\[\[[^\[\]\n]+\]\]").match(state.src, state.pos)
    if not match:
        return False
    state.pos = match.end()
    return True


def math(state, silent):
    text, place = state.src, state.pos
    if text[place] != "$":
        return False
    if text.startswith("$$", place):
        match = re.compile(r"\$\$.+?\$\$", re.S).match(text, place)
        if match:
            state.pos = match.end()
        else:
            if not silent:
                state.pending += "$$"
            state.pos = place + 2
        return True
    match = re.compile(r"\$(?![ \t\n])((?:\\.|[^$\\])*)\$(?![0-9])", re.S).match(text, place)
    if not match or not match[1] or match[1][-1] in " \t\n":
        return False
    state.pos = match.end()
    return True


def comment(state, silent):
    """Comments as since CommonMark 0.31, in which two hyphens may stand."""
    match = re.compile(r"<!-->|<!--->|<!--.*?-->", re.S).match(state.src[:state.posMax], state.pos)
    if match:
        state.pos = match.end()
    return bool(match)


def unless_within(rule):
    """The rule of blocks of math, but for a line in which math ends and text goes on, and not beyond the item that it stands in."""
    def block(state, first, last, silent):
        line = state.src[state.bMarks[first] + state.tShift[first]:state.eMarks[first]].strip()
        if "$$" in line[2:] and not (line.endswith("$$") and len(line) > 3):
            return False
        end = next((number for number in range(first + 1, last)
                    if state.sCount[number] < state.blkIndent and not state.isEmpty(number)), last)
        return rule(state, first, end, silent)
    return block


def code(state, silent):
    """Code between as many backticks; the library's own rule forgets those that it looked at before."""
    if state.src[state.pos] != "`":
        return False
    ticks = re.compile("`+").match(state.src, state.pos)[0]
    match = re.compile(f"(?<!`){ticks}(?!`)").search(state.src[:state.posMax], state.pos + len(ticks))
    if match is None and not silent:
        state.pending += ticks
    state.pos = match.end() if match else state.pos + len(ticks)
    return True


def unless_underlined(rule):
    """The rule of tables, but for a header above a line that makes a heading of it, as on GitHub."""
    def table(state, first, last, silent):
        if first + 1 < last:
            line = state.src[state.bMarks[first + 1] + state.tShift[first + 1]:state.eMarks[first + 1]].strip()
            if set(line) == {"-"}:
                return False
        return rule(state, first, last, silent)
    return table


def over_blank_lines(rule):
    """The rule of blocks of HTML, which a blank line in an item does not end: only what ends the block or the item does, by CommonMark 0.31."""
    def html(state, first, last, silent):
        indents = list(state.sCount)
        for number in range(first, last):
            if state.isEmpty(number):
                state.sCount[number] = max(state.sCount[number], state.blkIndent)
        found = rule(state, first, last, silent)
        state.sCount = indents
        return found
    return html


def unless_lazy(rule):
    """A rule of blocks, but for a line that a quote around the present one has found to go on with a paragraph."""
    def block(state, first, last, silent):
        return state.sCount[first] >= 0 and rule(state, first, last, silent)
    return block


def with_the_rest(rule):
    """The rule of link definitions, behind which the paragraph goes on that they begin, by CommonMark 0.31."""
    def reference(state, first, last, silent):
        if not rule(state, first, last, silent):
            return False
        line, parent = state.line, state.parentType
        if silent or line >= last or state.isEmpty(line):
            return True
        # What would be code by its indent is text in a paragraph, and begins nothing else.
        isText = state.sCount[line] < 0 or state.sCount[line] - state.blkIndent > 3
        state.sCount[line] = min(state.sCount[line], state.blkIndent)
        state.parentType = "paragraph"
        ends = not isText and any(one(state, line, last, True) for one in state.md.block.ruler.getRules("paragraph"))
        state.parentType = parent
        if not ends and not reference(state, line, last, False):
            lheading(state, line, last, False) or paragraph(state, line, last, False)
        return True
    return reference


def with_place(rule):
    """The rule of images, which remembers where an image begins: its text is parsed by itself."""
    def image(state, silent):
        start, count = state.pos, len(state.tokens)
        found = rule(state, silent)
        if found and not silent:
            state.tokens[-1].meta = {"line": state.src.count("\n", 0, start)}
        return found
    return image


def markdown():
    reader = MarkdownIt("commonmark", {"maxNesting": 200}).enable("table")
    dollarmath_plugin(reader, allow_labels=False)
    reader.inline.ruler.at("math_inline", math)
    reader.inline.ruler.before("link", "wiki_link", wiki_link)
    reader.inline.ruler.before("link", "hash_tag", hash_tag)
    rules = {rule.name: rule.fn for rule in reader.inline.ruler.__rules__}
    blocks = {rule.name: rule.fn for rule in reader.block.ruler.__rules__}
    reader.block.ruler.at("math_block", unless_within(blocks["math_block"]))
    reader.block.ruler.at("table", unless_underlined(blocks["table"]), {"alt": ["paragraph", "reference"]})
    reader.block.ruler.at("html_block", over_blank_lines(blocks["html_block"]), {"alt": ["paragraph", "reference", "blockquote"]})
    reader.block.ruler.at("reference", with_the_rest(blocks["reference"]))
    for rule in reader.block.ruler.__rules__:
        reader.block.ruler.at(rule.name, unless_lazy(rule.fn), {"alt": rule.alt})
    reader.inline.ruler.at("backticks", code)
    reader.inline.ruler.before("html_inline", "comment", comment)
    reader.inline.ruler.at("image", with_place(rules["image"]))
    return reader


class Loader(yaml.SafeLoader):
    """YAML whose short tags hold no sign of a flow collection, by YAML 1.2, 6.9.1."""

    def scan_tag(self):
        is_whole = self.peek(1) == "<"
        token = super().scan_tag()
        if not is_whole and set("".join(filter(None, token.value))) & set(",[]{}"):
            raise yaml.YAMLError("a tag")
        return token


MARKDOWN = markdown()


def decode(content):
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return content.decode("utf-16")
    return content.decode("utf-8-sig")


def split(text):
    """The YAML and the number of the body's first line, from 0."""
    lines = text.split("\n")
    if not re.fullmatch(r"---[ \t]*", lines[0]):
        return None, 0
    for number, line in enumerate(lines[1:], 1):
        # What stands behind the last line end is a line only where something stands there.
        if re.fullmatch(r"(---|\.\.\.)[ \t]*", line):
            return "\n".join(lines[1:number]) + "\n" if number > 1 else "", number + 1
    return None, 0


def cleaned(text):
    text = text.strip()
    return text[1:].strip() if text.startswith("#") else text


def is_null(node):
    return node.style is None and node.value in NULLS


def front_matter(text, into):
    root = yaml.compose(text, Loader=Loader)
    if root is None or isinstance(root, yaml.ScalarNode) and root.value == "":
        return True
    if not isinstance(root, yaml.MappingNode):
        return False
    keys = [key.value for key, _ in root.value if isinstance(key, yaml.ScalarNode)]
    if len(set(keys)) < len(keys):
        raise yaml.YAMLError("twice")
    for key, value in root.value:
        if key.value in ("title", "date") and isinstance(value, yaml.ScalarNode) and not is_null(value):
            into[key.value] = value.value.strip() or None
        if key.value not in KEYS:
            continue
        if isinstance(value, yaml.MappingNode):
            into["problem"] = True
        elif isinstance(value, yaml.SequenceNode):
            into["problem"] |= any(not isinstance(item, yaml.ScalarNode) for item in value.value)
            items = [(item.value, item) for item in value.value if isinstance(item, yaml.ScalarNode) and not is_null(item)]
            into["tags"] += [[cleaned(name), item.start_mark.line + 2] for name, item in items if cleaned(name)]
        elif not is_null(value):
            parts = value.value.split(",") if "," in value.value else value.value.split()
            into["tags"] += [[cleaned(part), value.start_mark.line + 2] for part in parts if cleaned(part)]
    return True


def hash_tags(token, first_line):
    for child in token.children or []:
        if child.type == "hash_tag":
            yield [child.content, first_line + child.meta["line"]]
        elif child.type == "image":
            yield from hash_tags(child, first_line + child.meta["line"])


def read(path):
    note = {"title": None, "date": None, "problem": False, "tags": []}
    text = re.sub(r"\r\n?", "\n", decode(path.read_bytes()))
    front, begin = split(text)
    if front is not None:
        try:
            if not front_matter(front, note):
                begin = 0
        except yaml.YAMLError:
            note.update(title=None, date=None, problem=True, tags=[])
    body = "\n".join(text.split("\n")[begin:])
    previous = None
    for token in MARKDOWN.parse(body):
        if token.type == "inline":
            if previous.type == "heading_open" and note["title"] is None:
                note["title"] = " ".join(token.content.split()) or None
            note["tags"] += hash_tags(token, begin + 1 + token.map[0])
        previous = token
    return note


def main():
    folder = pathlib.Path(sys.argv[1])
    for path in sorted(folder.rglob("*.md")):
        print(json.dumps({"path": str(path.relative_to(folder)), **read(path)}, ensure_ascii=False))


main()
