#!/usr/bin/env python3
"""Writes Tests/Fixtures/Learning/log.ndjson: the samples' saved selections, and what is hard to count alike."""

import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HARD = [
    # One tag in three spellings, two of them in one saved selection.
    {"label": "one", "tags": ["Café", "tea"]}, {"label": "two", "tags": ["CAFÉ", "cafe\u0301", "Tea "]}, {"tags": ["Café", "cake"]},
    # The same more than once.
    {"label": "again", "tags": ["cake", "tea"]}, {"label": "again", "tags": ["cake", "tea"]}, {"label": "again", "tags": ["tea", "cake"]},
    # Labels of other scripts, with accents, with many words, with long ones, and of a thing with an address.
    {"label": "朝の散歩 Straße", "tags": ["walk", "散歩"]}, {"label": "Crème brûlée; CRÈME", "tags": ["cake", "Café"]},
    {"label": " ".join(f"w{number}" for number in range(30)), "tags": ["words"]}, {"label": "x" * 70 + " y", "tags": ["words", "tea"]},
    {"label": "A_b-c (d) 'e'", "tags": ["words"]}, {"source": "https://example.org/a", "tags": ["walk", "tea"]},
    # What is no name, or none at all.
    {"label": "bad", "tags": ["a\tb", "\u202eback", "", "  ", "tea", None, "\u00ad"]}, {"label": "nothing left", "tags": [" "]},
    {"label": "empty", "tags": []}, {"label": "none"}, {"set": "a set", "tags": ["tea", "in a set alone"]},
    # More than 256 tags.
    {"label": "large", "tags": [f"many {number}" for number in range(270)] + ["tea"]}, {"label": "few", "tags": ["many 269", "many 1", "many 2"]},
]

lines = []
for name in ["debian-packages", "habits", "languages"]:
    lines += (ROOT / "Samples" / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()
lines += [json.dumps(line, ensure_ascii=False) for line in HARD]
(ROOT / "Tests/Fixtures/Learning/log.ndjson").write_text("\n".join(lines) + "\n", encoding="utf-8")
