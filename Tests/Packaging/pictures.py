#!/usr/bin/env python3
"""Holds the moving pictures against their promises: light and dark, small, moving, without scripts or files of others, and in the README and the site."""

import pathlib
import re
import sys
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "Documentation/pictures"
problems = []
shown = {page: (ROOT / page).read_text() for page in ("README.md", "Packaging/site/index.md")}
names = sorted(path.name for path in FOLDER.iterdir())
for scene in ("repl", "pick", "doctor", "page"):
    for theme in ("light", "dark"):
        path = next(iter(FOLDER.glob(f"{scene}-{theme}.*")), None)
        if not path:
            problems.append(f"{scene}-{theme} is missing; run `make pictures`")
            continue
        content = path.read_bytes()
        if len(content) > 400_000:
            problems.append(f"{path.name} has {len(content):,} bytes, limit 400,000")
        if path.suffix == ".webp" and content.count(b"ANMF") < 5:
            problems.append(f"{path.name} doesn't move")
        if path.suffix == ".svg":
            root = xml.etree.ElementTree.fromstring(content)
            tags = {element.tag.rpartition("}")[2] for element in root.iter()}
            if b"@keyframes" not in content or b"prefers-reduced-motion" not in content:
                problems.append(f"{path.name} doesn't move, or can't stop")
            if tags & {"script", "foreignObject", "image"} or re.search(rb"(?:url|href=\")\(?(?!#)[a-z]+:", content):
                problems.append(f"{path.name} has a script or a file of another address")
        problems += [f"{page} doesn't show {path.name}" for page, text in shown.items() if path.name not in text]
print("\n".join(problems) or f"{len(names)} moving pictures, the largest with {max((FOLDER / name).stat().st_size for name in names):,} bytes")
sys.exit(bool(problems))
