#!/usr/bin/env python3
"""Holds the issue forms against GitHub's rules: names, types, and identifiers that differ."""

import pathlib
import sys

import yaml

FOLDER = pathlib.Path(__file__).resolve().parents[2] / ".github/ISSUE_TEMPLATE"
problems = []
for path in sorted(FOLDER.glob("*.yml")):
    form = yaml.safe_load(path.read_text())
    if path.name == "config.yml":
        problems += [f"{path.name}: {link}" for link in form["contact_links"] if link.keys() != {"name", "url", "about"}]
        continue
    fields = [field for field in form["body"] if field["type"] != "markdown"]
    identifiers = [field["id"] for field in fields]
    if not {"name", "description", "body"} <= form.keys() or len(set(identifiers)) != len(identifiers):
        problems.append(f"{path.name}: a name, a description or an identifier is missing or used twice")
    for field in fields:
        if field["type"] not in ("input", "textarea", "dropdown", "checkboxes") or "label" not in field["attributes"]:
            problems.append(f"{path.name}: '{field['id']}' has no label or an unknown type")
        if field["type"] == "dropdown" and len(set(field["attributes"]["options"])) != len(field["attributes"]["options"]):
            problems.append(f"{path.name}: '{field['id']}' has an option twice")
print("\n".join(problems) or f"{len(list(FOLDER.glob('*.yml')))} issue forms are valid")
sys.exit(bool(problems))
