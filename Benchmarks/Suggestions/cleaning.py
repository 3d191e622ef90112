"""Prints what `doctor --synonyms` and `doctor --site-rules` find in a collection, to be judged by reading.

    cleaning.py TAGFLOW FOLDER

FOLDER/train.ndjson is imported. Of each rule, the items of FOLDER/dev.ndjson that match it are counted, and those that have
the tag; they weren't part of the evidence.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

tagflow, folder = sys.argv[1], pathlib.Path(sys.argv[2])
FIRST = 50


def run(database, *words):
    done = subprocess.run([tagflow, "--database", database, *words], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return done.stdout


with tempfile.TemporaryDirectory() as place:
    learned, asked = f"{place}/learned.sqlite", f"{place}/asked.sqlite"
    run(learned, "import", str(folder / "train.ndjson"))
    run(asked, "import", str(folder / "dev.ndjson"))
    found = json.loads(run(learned, "doctor", "--synonyms", "--limit", str(FIRST), "--format", "json"))
    print(f"{found['count']} pairs")
    for pair in found["pairs"]:
        words = f" {pair['likeness']:.2f} {' '.join(pair['words'])}" if pair["words"] else ""
        print(f"  {pair['kind']:9} {pair['tag']} ({pair['uses']}) = {pair['other']} ({pair['otherUses']}), both {pair['together']}{words}")
    found = json.loads(run(learned, "doctor", "--site-rules", "--limit", str(FIRST), "--format", "json"))
    print(f"{found['count']} rules")
    hits = matches = 0
    for rule in found["rules"]:
        answer = run(asked, "rule", "test", rule["q"], "--tag", rule["tag"], "--format", "json")
        tested = json.loads(answer)
        hits, matches = hits + (tested.get("tagged") or 0), matches + tested["total"]
        print(f"  {rule['q']} -> {rule['tag']}: {rule['hits']} of {rule['items']}; others {tested.get('tagged')} of {tested['total']}")
    print(f"other items: {hits} of {matches} matches have the tag of the rule")
