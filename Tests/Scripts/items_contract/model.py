"""A simple model of items with undo and redo, which makes random changes."""

import copy

from contract import expect, shown

TAGS = ["swift", "viz", "book", "old", "art"]
# Two forms of each location, which are equal when normalized, and paths.
LOCATIONS = [["https://a.example/", "HTTPS://A.example:443"],
             ["https://b.example/x", "https://b.example/x?utm_source=m"], ["/notes/A"] * 2, ["/notes/a"] * 2]
TRACKED = LOCATIONS[1][1]


class Model:
    """The items by id, without their times, and the states to undo and redo."""

    def __init__(self, library, numbers):
        self.library, self.numbers = library, numbers
        self.items, self.undone, self.done, self.ids = {}, [], [], 0

    def tags(self, least=0):
        return self.numbers.sample(TAGS, self.numbers.randint(least, 3))

    def location(self):
        """The number of a location, and one of its forms."""
        number = self.numbers.randrange(len(LOCATIONS))
        return number, self.numbers.choice(LOCATIONS[number])

    def at(self, number):
        """The id of the item at a location, or None."""
        return next((id for id, item in self.items.items() if item.get("location") in LOCATIONS[number]), None)

    def fields(self):
        """Some fields of an item."""
        number = self.numbers.randrange(50)
        every = {"title": f"t{number}", "note": f"n{number}", "tags": self.tags()}
        return {name: every[name] for name in every if self.numbers.random() < 0.6}

    def record(self, items):
        """Makes the changed items the state, if they differ."""
        if items != self.items:
            self.done.append(self.items)
            self.items, self.undone = items, []

    def save(self):
        fields, items = self.fields(), copy.deepcopy(self.items)
        known = None
        if self.numbers.random() < 0.7:
            number, fields["location"] = self.location()
            known = self.at(number)
        else:
            fields["title"] = f"only {self.ids}"  # An item without a location is never the same as another.
        stored = dict(fields)
        if known is not None and stored["location"] == TRACKED:
            stored["location"] = items[known]["location"]  # With tracking parameters, the stored one is kept.
        if known is not None and {**items[known], **stored} == items[known]:
            return
        body = self.library.ask("POST", "/items", fields, 201 if known is None else 200).body
        expect(known is not None, body.get("replaced", False), f"replaced by {shown(fields)}")
        items[body["id"]] = {**items.get(body["id"], {"title": "", "tags": []}), **stored}
        expect(known is None or known == body["id"], True, f"the id of {shown(fields)}")
        self.ids += 1
        self.record(items)

    def edit(self):
        id, items = self.numbers.choice(list(self.items)), copy.deepcopy(self.items)
        fields, status = self.fields(), 200
        if self.numbers.random() < 0.3:
            number, fields["location"] = self.location()
            status = 200 if self.at(number) in (None, id) else (400, 409, 422)
        if {**items[id], **fields} == items[id]:
            return
        self.library.ask("PATCH", f"/items/{id}", fields, status)
        if status == 200:
            items[id] |= fields
            self.record(items)

    def delete(self):
        id, items = self.numbers.choice(list(self.items)), copy.deepcopy(self.items)
        del items[id]
        self.library.ask("DELETE", f"/items/{id}", status=204)
        self.record(items)

    def tag(self):
        """A bulk edit."""
        items = copy.deepcopy(self.items)
        ids = self.numbers.sample(list(items), min(len(items), self.numbers.randint(1, 4)))
        add = self.tags()
        remove = [tag for tag in self.tags(1) if tag not in add]
        for id in ids:
            items[id]["tags"] = sorted(set(items[id]["tags"]) - set(remove) | set(add))
        changed = sum(sorted(self.items[id]["tags"]) != items[id]["tags"] for id in ids)
        if not changed:
            return
        body = self.library.ask("POST", "/items/tag", {"ids": ids, "add": add, "remove": remove}, 200).body
        expect({"changed": changed}, body, f"{ids} with {add} without {remove}")
        self.record(items)

    def undo(self):
        self.library.ask("POST", "/undo", status=200)
        self.undone.append(self.items)
        self.items = self.done.pop()

    def redo(self):
        self.library.ask("POST", "/redo", status=200)
        self.done.append(self.items)
        self.items = self.undone.pop()

    def change(self):
        """Makes a random change and returns its name."""
        names = ["save", "save"] + ["edit", "edit", "delete", "tag"] * bool(self.items)
        names += ["undo"] * 2 * bool(self.done) + ["redo"] * 2 * bool(self.undone)
        name = self.numbers.choice(names)
        getattr(self, name)()
        return name

    def compare(self, what):
        """Expects that the library has the model's items and uses of tags."""
        def same(item):
            return {"title": item["title"], "location": item.get("location", ""), "note": item.get("note", ""),
                    "tags": sorted(item["tags"])}

        found = self.library.find(limit=1000)["items"]
        expect({id: same(item) for id, item in sorted(self.items.items())},
               {item["id"]: same(item) for item in sorted(found, key=lambda item: item["id"])}, what)
        tags = self.library.ask("GET", "/tags", status=200).body["tags"]
        uses = {tag: sum(tag in item["tags"] for item in self.items.values()) for tag in TAGS}
        expect(uses, {tag["tag"]: tag["uses"] for tag in tags if tag["tag"] in uses}, f"uses after {what}")
