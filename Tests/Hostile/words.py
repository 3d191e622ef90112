"""The keys of names and the words of texts, folded without tagflow's code."""

import collections
import re
import unicodedata
import urllib.parse

# The most bytes of a word, and of a key under which the name of a tag is found in a text.
BYTES_OF_WORD, BYTES_OF_NAME_KEY = 64, 80

# The most words of a title, of a location, and of a note; the most bytes of a host.
WORDS_OF_TITLE, WORDS_OF_LOCATION, WORDS_OF_NOTE, BYTES_OF_HOST = 40, 24, 1_000, 253

# Scripts without spaces, in which every two letters are a word.
UNSPACED = [(0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3005, 0x3007), (0x3040, 0x30FF), (0x3400, 0x4DBF),
            (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF)]


# What is invisible by default, which Unicode's folding of names leaves out: Default_Ignorable_Code_Point.
IGNORED = [(0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x200B, 0x200F),
           (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0),
           (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)]


def key(name):
    """The key of a name: NFKC case-folded, without what is invisible by default, white space collapsed."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(c for c in folded if not any(first <= ord(c) <= last for first, last in IGNORED))
    return " ".join(seen.split())


def words(text):
    """All words of a text in their order, as the full-text index of items has them."""
    decomposed = unicodedata.normalize("NFD", key(text))
    folded = unicodedata.normalize("NFC", "".join(c for c in decomposed if unicodedata.category(c) != "Mn"))
    spaced = "".join(c if unicodedata.category(c)[0] in "LMN" else " " for c in folded)
    return [word for run in spaced.split() for word in _parts(run)]


def short_words(text, limit=WORDS_OF_NOTE):
    """The first words of a text that aren't too long to be evidence."""
    return [word for word in words(text) if len(word.encode()) <= BYTES_OF_WORD][:limit]


def item_words(title, location, note):
    """How often title and location have each of their words, and the same of the note."""
    host, others = location_words(location or "")
    head = collections.Counter(short_words(title, WORDS_OF_TITLE) + others + ["@" + host] * 2 * bool(host))
    return head, collections.Counter(short_words(note))


def location_words(location):
    """The host of a location, and the words of its host and path."""
    host, path = "", location
    if "://" in location:
        authority, slash, rest = re.split("[?#]", location.partition("://")[2])[0].partition("/")
        name = re.sub(":[0-9]*$", "", authority.rpartition("@")[2])
        host = name.lower().removeprefix("www.") if len(name.encode()) <= BYTES_OF_HOST else ""
        path = slash + rest
    # The ending of a host, such as .org, isn't a word.
    text = re.sub(r"\.[^.]{2,5}\Z", "", host) + " " + urllib.parse.unquote(path)
    return host, [word for word in short_words(text) if len(word) > 1 and not word.isdigit()][:WORDS_OF_LOCATION]


def name_keys(name):
    """The keys of a name and of its part after the last colon or slash; None where there isn't one."""
    last = re.search("[:/]([^:/]*)$", name)
    return _name_key(name), last and _name_key(last[1])


def _name_key(name):
    joined = "".join(map(singular, short_words(name)))
    return joined if 0 < len(joined.encode()) <= BYTES_OF_NAME_KEY else None


def singular(word):
    """An English plural without its ending."""
    if len(word) <= 3 or not re.search("[^s]s$", word):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word[:-1]


def _parts(run):
    def is_unspaced(character):
        return any(first <= ord(character) <= last for first, last in UNSPACED)

    while run:
        kind = is_unspaced(run[0])
        length = next((place for place, c in enumerate(run) if is_unspaced(c) != kind), len(run))
        part, run = run[:length], run[length:]
        yield from [a + b for a, b in zip(part, part[1:])] if kind and length > 2 else [part]
