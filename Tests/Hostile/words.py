"""The keys of names and the words of texts, folded without tagflow's code."""

import unicodedata

# The most words of a label that count, and the most bytes of one.
WORDS_OF_LABEL, BYTES_OF_WORD = 24, 64

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


def label_words(label):
    """The words of a title that suggestions learn from, in their order."""
    short = [word for word in words(label) if len(word.encode()) <= BYTES_OF_WORD]
    return list(dict.fromkeys(short))[:WORDS_OF_LABEL]


def _parts(run):
    def is_unspaced(character):
        return any(first <= ord(character) <= last for first, last in UNSPACED)

    while run:
        kind = is_unspaced(run[0])
        length = next((place for place, c in enumerate(run) if is_unspaced(c) != kind), len(run))
        part, run = run[:length], run[length:]
        yield from [a + b for a, b in zip(part, part[1:])] if kind and length > 2 else [part]
