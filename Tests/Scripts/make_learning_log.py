#!/usr/bin/env python3
"""Writes Tests/Fixtures/Learning/log.ndjson: the samples' items, and what is hard to count alike."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HARD = [
    # One tag in three spellings, two of them in one item.
    {"title": "one", "tags": ["Café", "tea"]}, {"title": "two", "tags": ["CAFÉ", "cafe\u0301", "Tea "]}, {"tags": ["Café", "cake"]},
    # The same more than once.
    {"title": "again", "tags": ["cake", "tea"]}, {"title": "again", "tags": ["cake", "tea"]}, {"title": "again", "tags": ["tea", "cake"]},
    # Labels of other scripts, with accents, with many words, with long ones, and of a thing with an address.
    {"title": "朝の散歩 Straße", "tags": ["walk", "散歩"]}, {"title": "Crème brûlée; CRÈME", "tags": ["cake", "Café"]},
    {"title": " ".join(f"w{number}" for number in range(30)), "tags": ["words"]}, {"title": "x" * 70 + " y", "tags": ["words", "tea"]},
    {"title": "A_b-c (d) 'e'", "tags": ["words"]}, {"location": "https://example.org/a", "tags": ["walk", "tea"]},
    # What is no name, or none at all.
    {"title": "bad", "tags": ["a\tb", "\u202eback", "", "  ", "tea", None, "\u00ad"]}, {"title": "nothing left", "tags": [" "]},
    {"title": "empty", "tags": []}, {"title": "none"}, {"set": "a set", "tags": ["tea", "in a set alone"]},
    # More than 256 tags.
    {"title": "large", "tags": [f"many {number}" for number in range(270)] + ["tea"]}, {"title": "few", "tags": ["many 269", "many 1", "many 2"]},
]

lines = []
for name in ["debian-packages", "habits", "languages"]:
    lines += (ROOT / "Samples" / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()
lines += [json.dumps(line, ensure_ascii=False) for line in HARD]
(ROOT / "Tests/Fixtures/Learning/log.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
