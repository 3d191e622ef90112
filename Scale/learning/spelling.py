"""Keys of tags and words of titles, as tagflow computes them (TagKey.swift and FoldedWords.swift); a test compares the two."""

import re
import unicodedata

WORD_LIMIT = 24
WORD_BYTES = 64
NAME_BYTES = 1_000

# Unicode's Default_Ignorable_Code_Point.
IGNORED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
# Unicode's White_Space.
SPACE = re.compile("[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
# What stands in no name: controls, line ends, what reorders the text around it, annotations, noncharacters, and the sign for bytes
# that are no text.
UNSAFE = re.compile(
    "[\0-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufdd0-\ufdef\ufff9-\ufffb\ufffd-\uffff\U000e0001"
    + "".join(f"{chr(plane * 0x10000 + 0xfffe)}{chr(plane * 0x10000 + 0xffff)}" for plane in range(1, 17)) + "]")
# Marks that typed text leaves out: Latin, Greek and Cyrillic, Hebrew points, Arabic vowels.
ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]")
# Scripts that are written without spaces: Thai, Lao, Burmese, Khmer, Han, Kana.
UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
WORD_CATEGORIES = {"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No"}


def fold(text):
    """Returns the case-folded text in Normalization Form KC, without ignorable characters."""
    # A second time, since what folding leaves can fold again.
    for _ in range(2):
        text = "".join(unicodedata.normalize("NFKD", letter).casefold() for letter in IGNORED.sub("", text))
        text = unicodedata.normalize("NFKC", IGNORED.sub("", text))
    return text


def collapse(text):
    """Returns the text with one space for each run of white space, and none at its ends."""
    return SPACE.sub(" ", text).strip(" ")


def tag_key(name):
    """Returns the key of a tag's name; '' for what is no name."""
    name = re.sub("\u202c+$", "", re.sub("^[\u202a\u202b]+", "", name or ""))
    if UNSAFE.search(name) or len(name.encode()) > NAME_BYTES:
        return ""
    return collapse(name.lower() if name.isascii() else fold(name))


def title_words(title):
    """Returns the distinct words of a title in their order, at most 24."""
    words = []
    for word in all_words(collapse(fold(title or ""))):
        if len(word.encode()) <= WORD_BYTES and word not in words:
            words.append(word)
            if len(words) == WORD_LIMIT:
                break
    return words


def all_words(key):
    folded = ACCENTS.sub("", unicodedata.normalize("NFD", key)) if not key.isascii() else key
    folded = unicodedata.normalize("NFC", folded)
    spaced = "".join(letter if unicodedata.category(letter) in WORD_CATEGORIES else " " for letter in folded)
    for run in spaced.split(" "):
        place = 0
        for part in UNSPACED.finditer(run):
            if part.start() > place:
                yield run[place:part.start()]
            letters = part.group()
            yield from (letters[at:at + 2] for at in range(len(letters) - 1)) if len(letters) > 2 else [letters]
            place = part.end()
        if place < len(run):
            yield run[place:]
