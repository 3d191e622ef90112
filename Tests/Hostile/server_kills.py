#!/usr/bin/env python3
"""A server that is killed with -9 at random moments under 16 writers, and what it had answered.

Each writer has a set of its own and one connection: it adds and toggles tags, saves, edits and tags items, or imports
five items. After each kill the database must be whole with exact counts, and each set must be as the last answered
change left it, or one change further: the one that was on its way. Nothing of an import may be there in part. Each change has an
Idempotency-Key, with which the one that was on its way is sent to the next server again: it must be made once.

The self-test kills servers whose writes are lost, and changes sets behind the server's back.
"""

import copy
import functools
import http.client
import json
import os
import threading
import time

import harness
import kills
import service

WRITERS = 16


class HTTPWriter(kills.Writer):
    """Sends changes of its set on one connection; an answer acknowledges one."""

    # Deleting an item needs its number.
    save, item_kinds = "save-untagged", ["add-item", "add-item", "edit-item", "tag-items"]

    def __init__(self, server, number, seed):
        super().__init__(None, number, seed)
        self.server = server
        self.imports = number % 4 == 3
        self.changes, self.keys = [], []
        self.acknowledged = self.repeated = self.episode = 0

    def next_changes(self, count):
        if not self.imports:
            return super().next_changes(count)
        self.made += count
        return [("import", f"{self.set}-{number}") for number in range(self.made - count, self.made)]

    def request(self, change):
        kind, name, *rest = change
        if kind == "add":
            return "POST", "/tags", {"tag": name, "sets": [self.set]}
        if kind == "toggle":
            return "PATCH", f"/sets/{self.set}/selection", {"toggle": [name]}
        if kind == "tag-items":
            return "POST", "/items/tag", {"q": "set:" + self.set, rest[0]: [name]}
        fields = {"add-item": lambda tag: {"title": name, "location": name, "tags": [tag]},
                  "edit-item": lambda note: {"location": name, "note": note}}
        return "POST", "/items", {"set": self.set, **(fields[kind](*rest) if kind in fields else {"title": name})}

    def send(self, client, change, key):
        """Sends a change with its key; returns the status and the answer."""
        headers = {"Idempotency-Key": key}
        if change[0] != "import":
            return client.ask(*self.request(change), headers=headers)
        lines = "".join(json.dumps({"title": f"{change[1]}.{number}", "tags": ["i1", "i2"]}) + "\n" for number in range(5))
        return client.ask("POST", f"/import?set={self.set}", lines, "application/x-ndjson",
                          headers)

    def start(self):
        unanswered = [(change, key) for change, key in zip(self.changes, self.keys)][self.acknowledged:][:1]
        # One that was made is repeated first, and must change nothing.
        self.made_before, unanswered = (unanswered, []) if self.changes and self.is_next_made else ([], unanswered)
        model = self.model
        self.model = copy.deepcopy(model)
        for change, _ in unanswered:
            self.model.apply(change)
        self.episode += 1
        new = [(change, f"{self.set}-{self.episode}-{number}") for number, change in enumerate(self.next_changes(2_000))]
        self.model = model
        self.changes, self.keys = zip(*unanswered, *new)
        self.repeated += len(unanswered) + len(self.made_before)
        self.acknowledged = 0
        self.complaint = None
        self.thread = threading.Thread(target=self.write)
        self.thread.start()

    def write(self):
        client = self.server.client()
        answered = 0
        for change, key in [*self.made_before, *zip(self.changes, self.keys)]:
            try:
                status, answer = self.send(client, change, key)
            except (OSError, http.client.HTTPException):
                break
            if status >= 300:
                self.complaint = f"{change}: {status} {answer}"
                break
            answered += 1
            self.acknowledged = max(0, answered - len(self.made_before))
        client.close()


def play(game):
    with game.tagflow() as tagflow:
        problems = attempt(game, tagflow)
    for problem in problems:
        game.broke(problem[:2_000], f"server_kills.py --seed {game.seed} --rounds 1")


def attempt(game, tagflow, environment=None, tamper=lambda path: None, kill_count=5):
    """Kills the server so many times under all writers; what went wrong."""
    server = service.Service(os.path.join(os.path.dirname(game.program), "tagflow-server"), tagflow.folder,
                             environment=environment)
    writers = [HTTPWriter(server, number, game.seed) for number in range(WRITERS)]
    server.start()
    client = server.client()
    for writer in writers:
        client.ask("POST", "/sets", {"set": writer.set, "tags": []})
    client.close()
    for number in range(kill_count):
        problems = episode(game, tagflow, server, writers, tamper)
        if problems:
            return problems
        if number + 1 < kill_count:
            server.start()
    return []


def episode(game, tagflow, server, writers, tamper):
    for writer in writers:
        writer.start()
    time.sleep(game.random.uniform(0.1, 1.5))
    server.kill()
    for writer in writers:
        writer.thread.join()
    game.tried("servers that were killed")
    game.tried("changes that were answered", sum(writer.acknowledged for writer in writers))
    game.tried("changes that were sent twice", sum(writer.repeated for writer in writers))
    for writer in writers:
        writer.repeated = 0
    tamper(tagflow.database)
    problems = [f"a change was refused: {writer.complaint}" for writer in writers if writer.complaint]
    return problems + kills.problems_left(tagflow, writers, problems)


# Changes behind the server's back.
PLANTS = {
    "members that are lost": "DELETE FROM set_member WHERE set_id = (SELECT id FROM tag_set WHERE name = 'w0')",
    "items that are lost": "DELETE FROM item WHERE set_id = (SELECT id FROM tag_set WHERE name = 'w3')",
}


def test_itself(game):
    return kills.planted(game, functools.partial(attempt, kill_count=1), PLANTS, first_lie=400)


if __name__ == "__main__":
    harness.main("server_kills", play, test_itself, __doc__)
