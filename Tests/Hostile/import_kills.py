#!/usr/bin/env python3
"""Imports with rules that are killed with -9 at random moments: the command, and the server that gets the file.

Each import has some thousand items, with and without locations, and more than twenty automatic rules add tags to them.
After each kill the database must be whole with exact counts, and hold all of the import or nothing of it. An import
that is there has the tags of every rule, one undo reverts it, and one redo brings it back.

The self-test deletes a part of an import, a tag that a rule added, and the undo step of an import.
"""

import http.client
import json
import os
import threading
import time

import database
import faults
import harness
import service

RULES = 24

# Imports in a round, by turns of the command and of the server; the first of each isn't killed.
IMPORTS = 6


def lines(number, count):
    """The lines of an import: every third item has no location, and each has the words of one to three rules."""
    return "".join(json.dumps({
        "title": f"import {number} item {place} {words(place)}", "tags": [f"i{place % 50}"], "set": "kept",
        **({} if place % 3 == 0 else {"location": f"https://{number}.example.org/{place}"}),
    }) + "\n" for place in range(count)).encode()


def words(place):
    return " ".join(f"word{number}" for number in rules_of(place))


def rules_of(place):
    """The rules that an item matches."""
    return sorted({place % RULES, place * 7 % RULES, place // RULES % RULES})


def play(game):
    with game.tagflow() as tagflow:
        problems = attempt(game, tagflow)
    for problem in problems:
        game.broke(problem[:2_000], f"import_kills.py --seed {game.seed} --rounds 1")


def attempt(game, tagflow, count=IMPORTS, sizes=(500, 2_500), tamper=lambda path: None, environment=None):
    """Kills imports, and checks after each kill; what went wrong. `tamper` changes the database after each import."""
    tagflow.run("new", "kept", "before")
    for number in range(RULES):
        outcome = tagflow.run("rule", "add", f"word{number} -#before", "--tag", f"rule {number}", "--auto")
        if outcome.code != 0:
            return [f"a rule can't be added: {outcome.shown()}"]
    importers = [CommandImport(tagflow), ServerImport(game, tagflow)][:count]
    for number in range(count):
        importer = importers[(number + game.seed) % len(importers)]
        problems = episode(game, tagflow, importer, number, sizes, tamper, environment)
        if problems:
            return [f"{type(importer).__name__}: {problem}" for problem in problems]
    return []


def episode(game, tagflow, importer, number, sizes, tamper, environment):
    count = game.random.randrange(*sizes)
    path = os.path.join(tagflow.folder, f"{number}.ndjson")
    with open(path, "wb") as file:
        file.write(lines(number, count))
    before = contents(tagflow)
    delay = importer.seconds and game.random.uniform(0, 1.2) * importer.seconds
    started = time.monotonic()
    is_acknowledged = importer.run(path, delay, environment)
    if delay is None:
        importer.seconds = time.monotonic() - started
    game.tried(f"{'kills' if delay else 'imports without a kill'} of the {importer.name}")
    tamper(tagflow.database)
    problems = [f"miscounted: {damage}" for damage in database.damages(tagflow.database)[:3]]
    after = contents(tagflow)
    new = {title: tags for title, tags in after.items() if title not in before}
    if problems or {title: tags for title, tags in after.items() if title in before} != before:
        return problems or ["an import that was killed changed other items"]
    if not new:
        game.tried("imports that left nothing")
        return ["an import that was reported as complete is lost"] if is_acknowledged else []
    game.tried("imports that were complete")
    game.tried("tags that rules added", sum(len(tags) - 1 for tags in new.values()))
    wanted = {f"import {number} item {place} {words(place)}":
              {f"i{place % 50}", *(f"rule {rule}" for rule in rules_of(place))} for place in range(count)}
    if new != wanted:
        wrong = [title for title in wanted if new.get(title) != wanted[title]]
        return [f"an import is there in part: {len(new)} of {count} items, {len(wrong)} differ, such as "
                f"{wrong[:1]} with {[new.get(title) for title in wrong[:1]]}"]
    return undone(tagflow, before, after)


def undone(tagflow, before, after):
    """Undoes the import with one step, and does it again."""
    for command, wanted in [("undo", before), ("redo", after)]:
        outcome = tagflow.run(command)
        if outcome.code != 0 or contents(tagflow) != wanted:
            return [f"one {command} doesn't bring back the items: {outcome.shown()}"]
    return [f"miscounted after undo: {damage}" for damage in database.damages(tagflow.database)[:3]]


def contents(tagflow):
    """The tags of each item by its title."""
    with database.opened(tagflow.database) as connection:
        return {item.title: set(item.tags) for item in database.state(connection).saved.values()}


class CommandImport:
    """Imports with the command."""
    name = "command"

    def __init__(self, tagflow):
        self.tagflow = tagflow
        self.seconds = None

    def run(self, path, delay, environment=None):
        """Kills an import after so many seconds, or lets it end; whether it was reported as complete."""
        with open(os.devnull, "r+b") as null:
            process = self.tagflow.start("import", "--rules", path, stdin=null, stdout=null, stderr=null,
                                         environment=environment)
            if delay is not None:
                time.sleep(delay)
                process.kill()
            return process.wait() == 0


class ServerImport:
    """Imports with POST /import."""
    name = "server"

    def __init__(self, game, tagflow):
        self.server = service.Service(os.path.join(os.path.dirname(game.program), "tagflow-server"), tagflow.folder)
        self.seconds = None

    def sent(self, path):
        """The status of an import, or nothing if the server ended before the response."""
        client = self.server.client()
        try:
            with open(path, "rb") as file:
                return client.ask("POST", "/import?rules=true", file.read(), "application/x-ndjson")[0]
        except (OSError, http.client.HTTPException):
            return None
        finally:
            client.close()

    def run(self, path, delay, environment=None):
        self.server.start()
        statuses = []
        thread = threading.Thread(target=lambda: statuses.append(self.sent(path)))
        thread.start()
        thread.join(delay)
        self.server.kill()
        thread.join()
        return statuses == [200]


# Changes behind the program's back after an import that is complete.
PLANTS = {
    "an item that is lost": "DELETE FROM item WHERE id = (SELECT max(id) FROM item)",
    "a tag of a rule that is lost":
        "DELETE FROM posting WHERE tag_id = (SELECT id FROM tag WHERE name = 'rule 1') "
        "AND item_id = (SELECT max(item_id) FROM posting WHERE tag_id = (SELECT id FROM tag WHERE name = 'rule 1'))",
    "an undo step that is lost": "DELETE FROM undo_step WHERE id = (SELECT max(id) FROM undo_step)",
}


def test_itself(game):
    def is_found(tamper, environment=None):
        with game.tagflow() as tagflow:
            return bool(attempt(game, tagflow, 1, (40, 80), tamper, environment))

    with faults.library() as library:
        variables = library.variables("tags.sqlite-wal", "pwrite", 1, "lie", lasts=True)
        yield "an import whose writes are lost", is_found(lambda path: None, variables)
    for name, statement in PLANTS.items():
        def tamper(path):
            with database.opened(path) as connection:
                connection.execute(statement)

        yield name, is_found(tamper)
    yield "nothing, where nothing was changed", not is_found(lambda path: None)


if __name__ == "__main__":
    harness.main("import_kills", play, test_itself, __doc__)
