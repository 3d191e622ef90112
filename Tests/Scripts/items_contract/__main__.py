"""Checks the contract of items from outside: fields, queries, commands, HTTP, NDJSON, tokens, aliases and exports.

    python3 Tests/Scripts/items_contract BINARIES [[-]CHECK…]

BINARIES is the folder of `tagflow` and `tagflow-server`, such as .build/debug. Runs the named checks, or all of them
except those that take minutes and those with a '-' before their name, each on a new database, and prints `ok NAME` or `FAILED NAME: expected … got …`. The
exit code is 1 if a check failed. A docstring quotes the rule that its check verifies.

To add a check, write a function marked with @check in the module for its part of the contract. A new module needs a
line in `MODULES`.
"""

import importlib
import os
import pathlib
import sys
import traceback

from contract import CHECKS, SLOW_CHECKS, Stop, problems, shown
from library import Library

MODULES = ["fields", "saving", "query_terms", "random_queries", "random_changes", "item_commands", "bulk_commands",
           "interactive", "reviewing", "http_items", "http_routes", "assistants", "ndjson_lines", "exports", "imports", "names",
           "limited_tokens", "order", "levels", "reviews", "migration", "hostile", "speed"]
MOST_SHOWN = 5


def main(arguments):
    for module in MODULES:
        importlib.import_module(module)
    if not arguments:
        print(__doc__, file=sys.stderr)
        return 64
    binaries = os.path.abspath(arguments[0])
    left_out = [name[1:] for name in arguments[1:] if name.startswith("-")]
    names = [name for name in arguments[1:] if not name.startswith("-")]
    unknown = [name for name in names + left_out if name not in CHECKS]
    names = names or [name for name in CHECKS if name not in [*SLOW_CHECKS, *left_out]]
    if unknown:
        print(f"unknown check '{unknown[0]}'; the checks are {' '.join(CHECKS)}", file=sys.stderr)
        return 64
    for program in ("tagflow", "tagflow-server"):
        if not os.access(f"{binaries}/{program}", os.X_OK):
            print(f"no program '{binaries}/{program}'", file=sys.stderr)
            return 66
    failed = sum(not passes(name, binaries) for name in names)
    print(f"{len(names) - failed} of {len(names)} checks passed, {failed} failed")
    return 1 if failed else 0


def passes(name, binaries):
    """Runs a check, prints its result, and returns whether it passed."""
    found = outcome(CHECKS[name], binaries)
    for problem in found[:MOST_SHOWN]:
        print(f"FAILED {name}: {problem}", flush=True)
    if len(found) > MOST_SHOWN:
        print(f"FAILED {name}: and {len(found) - MOST_SHOWN} more expectations", flush=True)
    if not found:
        print(f"ok {name}", flush=True)
    return not found


def outcome(function, binaries):
    """Runs a check on a new database and returns the expectations that failed."""
    problems.clear()
    try:
        with Library(binaries) as library:
            function(library)
    except Stop as stop:
        problems.append(str(stop))
    except Exception as error:
        problems.append(f"expected no exception got {type(error).__name__}: {shown(str(error))} ({place(error)})")
    return list(problems)


def place(error):
    """The last line of this folder that an exception passed through."""
    folder = pathlib.Path(__file__).resolve().parent
    frames = [frame for frame in traceback.extract_tb(error.__traceback__)
              if pathlib.Path(frame.filename).resolve().parent == folder]
    return f"{pathlib.Path(frames[-1].filename).name}, line {frames[-1].lineno}" if frames else "no line"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
