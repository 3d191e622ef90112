"""Random commands and files for the operations that are held against the model."""

import collections
import json

NAMES = ["a", "b", "c", "Swift", "swift", "ｓｗｉｆｔ", "é", "É", "g h", "G  H", "早间例行 ☀️", "x-1", "#5", "d", "Teas",
         "day/monday"]
ALIASES = ["n1", "n2", "N1", "other name", "a"]
SETS = ["one", "one", "one", "two", "two", "Two", "default", "three"]
LABELS = ["", "monday morning", "Monday Monday", "été à la mer", "早间例行 tea", "a b a", "é" * 501]
TEXTS = ["", "tea", "Teas and swift tea", "a swift day, monday. " * 20, "été 早间例行 tea"]
NOTES = ["", "green tea", "Été, monday", "早间例行", "a note  "]
TIMES = [None, "2026-01-02T03:04:05Z", "2026-01-02T03:04:05.123Z", "1969-12-31T23:59:59.999Z"]

# The first four are one location, and the next two another.
LOCATIONS = ["http://example.org/", "HTTP://Example.org:80/#:~:text=x", "http://example.org?utm_source=x", "http://EXAMPLE.org",
             "https://www.Example.org/tea?b=1&utm_medium=y&a=2", "https://www.example.org:443/tea/?a=2&b=1#",
             "https://www.example.org/tea?b=1&a=2#top", "notes/tea.md", "Notes/tea.md", "https://swift.org/été"]

QUERIES = ["untagged", "tags:1", "tags:>1", "tea", "monday", '"monday morning"', "ete or 早间", "site:example.org",
           "site:www.example.org", "set:one", "set:two untagged", "since:2025-06-01 not untagged", "not since:2025-06-01",
           "not tea set:one", "example.org", "set:three or tags:2", "nothing"]

# How often each command is among the steps.
WEIGHTS = {
    "add": 7, "toggle": 8, "select": 6, "deselect": 2, "clear": 1, "save": 8, "restore-item": 3, "delete-item": 3,
    "new": 2, "drop": 1, "use": 1, "rename-set": 1, "remove": 3, "move": 2, "rename": 3, "merge": 3, "alias": 3,
    "unalias": 1, "import": 9, "undo": 5, "redo": 3, "add-item": 12, "edit-item": 10, "tag-items": 5, "delete": 2,
    "layout-settings": 2,
}

# How often a step is a command of its own, and how often the program is killed in it.
ALONE, KILLED = 0.06, 0.03

# The longest time until a kill, in seconds: about that of a step.
KILL_DELAY = 0.03

# `delay` is the time until the program is killed, or None.
Step = collections.namedtuple("Step", "words content alone delay", defaults=[None, False, None])


def steps(random, count):
    """So many random steps, none of which depends on what an earlier one did."""
    return [Steps(random).step(random.choices([*WEIGHTS], [*WEIGHTS.values()])[0]) for _ in range(count)]


class Steps:
    """Makes one step from random numbers."""

    def __init__(self, random):
        self.random = random

    def step(self, command):
        make = getattr(self, "make_" + command.replace("-", "_"), None)
        words = make() if make else self.words(command)
        content = None
        if command == "import":
            records = [self.record() for _ in range(self.random.randrange(1, 6))]
            content = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
        if command == "add-item" and self.random.random() < 0.3:
            words, content = [*words, "--text-file", "text.txt"], self.random.choice(TEXTS)
        chance = self.random.random()
        delay = self.random.uniform(0, KILL_DELAY) if chance > 1 - KILLED else None
        return Step([command, *words], content, chance < ALONE, delay)

    # Sets, tags and the selection

    def words(self, command):
        if command in ["add", "toggle", "select", "deselect", "remove"]:
            return [*self.set(), *self.names()]
        if command == "clear":
            return self.set()
        if command == "layout-settings":
            return [*self.set(), "--daily", self.random.choice(["on", "on", "on", "off"])]
        if command == "drop":
            return [self.set_name(), "--yes"]
        if command == "use":
            return [self.set_name()]
        return []

    def make_new(self):
        return [self.set_name(), *self.names()]

    def make_rename_set(self):
        return [self.set_name(), self.set_name()]

    def make_move(self):
        return [*self.set(), self.name(), "--before", self.name()]

    def make_rename(self):
        return [self.name(), self.random.choice(NAMES), *self.maybe(0.3, lambda: ["--no-alias"])]

    def make_merge(self):
        return [self.name(), self.random.choice(NAMES)]

    def make_alias(self):
        return [self.random.choice(ALIASES), self.name()]

    def make_unalias(self):
        return [self.random.choice(ALIASES)]

    def make_delete(self):
        return self.names()

    # Items

    def make_save(self):
        words = [*self.set(), *self.fields(0.15, ["location", "note", "at"])]
        return [*words, *self.maybe(0.9, lambda: [self.random.choice(LABELS)])]

    def make_add_item(self):
        location = self.maybe(0.8, lambda: [self.location()])
        fields = self.fields(0.4, ["title", "note", "at"])
        tags = [word for name in self.names() for word in ["--tag", name]] if self.random.random() < 0.6 else []
        if not location and "--title" not in fields and "--note" not in fields and not tags:
            fields += ["--title", "tea"]
        return [*self.set(), *location, *fields, *tags, "--yes"]

    def make_edit_item(self):
        fields = self.fields(0.3, ["title", "note", "at"])
        fields += self.maybe(0.25, lambda: ["--location", self.random.choice(["", self.location()])])
        tags = self.tagging(0.4)
        return [*self.item(), *fields, *(tags or ([] if fields else ["--add", "a"])), "--yes"]

    def make_tag_items(self):
        return [*self.query(), *(self.tagging(0.6) or ["--add", self.name()]), "--yes"]

    def make_delete_item(self):
        if self.random.random() < 0.15:
            return [*self.query(), "--yes"]
        return [word for _ in range(self.random.choice([1, 1, 1, 2, 3])) for word in self.item(has_set=False)]

    def make_restore_item(self):
        return self.item(has_set=False)

    def make_import(self):
        return [*self.set(), *self.maybe(0.3, lambda: ["--prune", "--yes"]),
                self.random.choice(["import.ndjson", "import.ndjson", "other.ndjson"])]

    # Parts

    def name(self):
        return self.random.choice(NAMES + ALIASES[:2])

    def names(self):
        return [self.name() for _ in range(self.random.choice([1, 1, 2, 3]))]

    def set_name(self):
        return self.random.choice(SETS)

    def set(self):
        return ["--set", self.set_name()]

    def location(self):
        return "x" * 4_001 if self.random.random() < 0.01 else self.random.choice(LOCATIONS)

    def item(self, has_set=True):
        if self.random.random() < 0.6:
            return [str(self.random.randrange(1, self.random.choice([10, 20, 30])))]
        return [*(self.maybe(0.6, self.set) if has_set else []), self.random.choice(LOCATIONS)]

    def query(self):
        query = self.random.choice([*QUERIES, f'tag:"{self.name()}"', f'tag:"{self.name()}" not tag:"{self.name()}"'])
        return ["--matching", query, *(self.set() if self.random.random() < 0.3 else ["--all"])]

    def tagging(self, chance):
        words = []
        for option in ["--add", "--remove"]:
            words += self.maybe(chance, lambda: [word for name in self.names() for word in [option, name]])
        return words

    def fields(self, chance, fields):
        values = {"title": LABELS, "note": NOTES, "at": TIMES[1:], "location": LOCATIONS}
        return [word for field in fields
                for word in self.maybe(chance, lambda: ["--" + field, self.random.choice(values[field])])]

    def maybe(self, chance, words):
        return words() if self.random.random() < chance else []

    # Lines of a file

    def record(self):
        kind = self.random.random()
        if kind < 0.2:
            # Items that become the same when a tag of one goes.
            return {"title": "twin", "set": "one", "tags": self.tags(1)[:2], "at": TIMES[1]}
        if kind < 0.4:
            return self.item_record({"title": self.random.choice(LABELS), "tags": self.tags(1)}, 0.15)
        if kind < 0.75:
            line = {"location": self.random.choice(LOCATIONS)}
            line |= {"title": self.random.choice(LABELS)} if self.random.random() < 0.6 else {}
            line |= {"tags": self.tags(0)} if self.random.random() < 0.7 else {}
            return self.item_record(line, 0.3)
        if kind < 0.77:
            return {"title": self.random.choice(LABELS)}
        if kind < 0.9:
            aliases = self.random.sample(ALIASES, self.random.randrange(3))
            return {"tag": self.random.choice(NAMES), "aliases": aliases, "uses": self.random.randrange(50),
                    "sets": self.random.choices(SETS, k=self.random.randrange(2))}
        return {"set": self.set_name(), "tags": self.tags(0), "selected": self.tags(0)}

    def tags(self, fewest):
        return [self.random.choice(NAMES) for _ in range(self.random.randrange(fewest, 4))]

    def item_record(self, line, notes):
        if self.random.random() < 0.05:
            line["title"] = "bell\a and\ttab "
        at, note = self.random.choice(TIMES), self.random.choice([*NOTES, "two\nlines  \n"])
        line |= {"at": at} if at else {}
        line |= {"note": note} if self.random.random() < notes else {}
        line |= {"set": self.set_name()} if self.random.random() < 0.4 else {}
        return line
