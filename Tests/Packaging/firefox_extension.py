#!/usr/bin/env python3
"""Installs the archive for Firefox in a real Firefox: firefox_extension.py ARCHIVE

It's installed as a temporary add-on, as the README of the extension describes, and removed. Firefox refuses a manifest with unknown or missing keys.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Scripts"))
import firefox_walk

archive = pathlib.Path(sys.argv[1]).resolve()
expected = sys.argv[2] if len(sys.argv) > 2 else None
with firefox_walk.Firefox() as firefox:
    found = firefox.send("webExtension.install", extensionData={"type": "archivePath", "path": str(archive)})["extension"]
    if expected and found != expected:
        sys.exit(f"Firefox installed '{found}', not '{expected}'")
    firefox.send("webExtension.uninstall", extension=found)
    print(f"Firefox installed and removed {found}")
