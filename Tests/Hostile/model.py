"""What tagflow's commands do to sets, tags and items, written down a second time in plain Python."""

import copy
import json

from database import State, key
from item_model import ItemModel, Refused, Unchanged, shown


class Model(ItemModel):
    """The sets, tags, aliases and items; `applied` does what a command line would."""

    def __init__(self, state, tag_ids):
        self.sets = {name: [list(member) for member in members] for name, members in state.sets.items()}
        self.tags = dict(state.tags)
        self.aliases = dict(state.aliases)
        self.saved = dict(state.saved)
        self.daily = state.daily
        # The order of tags that a command makes without being told one.
        self.tag_ids = tag_ids

    def state(self):
        sets = {name: [tuple(member) for member in members] for name, members in self.sets.items()}
        return State(None, sets, dict(self.tags), dict(self.aliases), dict(self.saved), self.daily)

    def applied(self, words, content=None):
        """The model after a command; raises Refused where the command is an error."""
        changed = copy.deepcopy(self)
        changed.content = content
        arguments = list(words[1:])
        set_name = None
        if "--set" in arguments:
            place = arguments.index("--set")
            set_name = arguments[place + 1]
            del arguments[place:place + 2]
        try:
            if words[0] == "import":
                changed.import_lines(set_name, arguments, content)
            else:
                getattr(changed, words[0].replace("-", "_"))(set_name, *arguments)
        except Unchanged:
            return self
        return changed

    # Looking up

    def set(self, name):
        return self._found(self.sets, name)

    def tag(self, name):
        for alias, tag in self.aliases.items():
            if key(alias) == key(name):
                return tag
        return self._found(self.tags, name)

    def is_known(self, name):
        return any(key(known) == key(name) for known in [*self.tags, *self.aliases])

    @staticmethod
    def _found(names, name):
        for known in names:
            if key(known) == key(name):
                return known
        raise Refused(f"there is no {name}")

    def member(self, set_name, name):
        tag = self.tag(name)
        for member in self.sets[set_name]:
            if member[0] == tag:
                return member
        raise Refused(f"{name} is not in {set_name}")

    # Sets

    def new(self, _, name, *tags):
        if any(key(known) == key(name) for known in self.sets):
            raise Refused("the name is taken")
        self.sets[shown(name)] = []
        self._add(shown(name), tags)

    def use(self, _, name):
        self.set(name)

    def drop(self, _, name, *_yes):
        name = self.set(name)
        if len(self.sets) == 1:
            raise Refused("it is the only set")
        del self.sets[name]
        self.saved = {number: item for number, item in self.saved.items() if item.set != name}
        self.daily -= {name}

    def rename_set(self, _, name, new):
        old = self.set(name)
        if any(key(known) == key(new) and known != old for known in self.sets):
            raise Refused("the name is taken")
        self.daily = {shown(new) if known == old else known for known in self.daily}
        self.sets = {shown(new) if known == old else known: members for known, members in self.sets.items()}
        self.saved = {number: item._replace(set=shown(new)) if item.set == old else item
                      for number, item in self.saved.items()}

    def add(self, set_name, *tags):
        self._add(self.set(set_name), tags)

    def _add(self, set_name, names):
        for name in names:
            tag = self._made(name)
            if tag not in [member[0] for member in self.sets[set_name]]:
                self.sets[set_name].append([tag, False])

    def _made(self, name, uses=0):
        if not self.is_known(name):
            self.tags[shown(name)] = uses
        return self.tag(name)

    def remove(self, set_name, *names):
        set_name = self.set(set_name)
        gone = [self.member(set_name, name) for name in names]
        self.sets[set_name] = [member for member in self.sets[set_name] if member not in gone]

    def move(self, set_name, name, option, other):
        assert option == "--before"
        members = self.sets[self.set(set_name)]
        moved, target = self.member(self.set(set_name), name), self.member(self.set(set_name), other)
        if moved is not target:
            members.remove(moved)
            members.insert(members.index(target), moved)

    # Tags everywhere

    def rename(self, _, name, new, option=None):
        old = self.tag(name)
        if self.is_known(new) and self.tag(new) != old:
            raise Refused("the name is taken")
        self.aliases = {alias: tag for alias, tag in self.aliases.items() if key(alias) != key(new)}
        self._replace(old, shown(new))
        if key(old) != key(new) and option != "--no-alias":
            self.aliases[old] = shown(new)

    def _replace(self, old, new):
        """Puts another name in the place of a tag's."""
        def renamed(tag):
            return new if tag == old else tag

        self.tags = {renamed(tag): uses for tag, uses in self.tags.items()}
        self.aliases = {alias: renamed(tag) for alias, tag in self.aliases.items()}
        self.sets = {name: [[renamed(tag), on] for tag, on in members] for name, members in self.sets.items()}
        self.saved = {number: item._replace(tags=frozenset(map(renamed, item.tags)))
                      for number, item in self.saved.items()}
        if old in self.tag_ids:
            self.tag_ids[new] = self.tag_ids[old]

    def merge(self, _, name, target):
        old, new = self.tag(name), self.tag(target)
        if old == new:
            raise Refused("it is one tag")
        # The oldest of items that become the same stays.
        for number in sorted(number for number, item in self.saved.items() if old in item.tags):
            moved = self.saved[number]._replace(tags=self.saved[number].tags - {old} | {new})
            if self.is_repeated(number, moved):
                del self.saved[number]
            else:
                self.saved[number] = moved
        for members in self.sets.values():
            self._merge_members(members, old, new)
        self.aliases = {alias: new if tag == old else tag for alias, tag in self.aliases.items()}
        self.aliases[old] = new
        self.tags[new] += self.tags.pop(old)

    @staticmethod
    def _merge_members(members, old, new):
        by_tag = {member[0]: member for member in members}
        if old in by_tag and new in by_tag:
            by_tag[new][1] |= by_tag[old][1]
            members.remove(by_tag[old])
        elif old in by_tag:
            by_tag[old][0] = new

    def alias(self, _, alias, name):
        tag = self.tag(name)
        if any(key(known) == key(alias) for known in self.tags) or self.is_known(alias) and self.tag(alias) != tag:
            raise Refused("the name is taken")
        if not self.is_known(alias):
            self.aliases[shown(alias)] = tag

    def unalias(self, _, alias):
        del self.aliases[self._found(self.aliases, alias)]

    # The selection

    def _change(self, set_name, names, becomes):
        set_name = self.set(set_name)
        for member in {id(member): member for member in [self.member(set_name, name) for name in names]}.values():
            member[1] = becomes(member[1])

    def toggle(self, set_name, *names):
        self._change(set_name, names, lambda is_on: not is_on)

    def select(self, set_name, *names):
        self._change(set_name, names, lambda is_on: True)

    def deselect(self, set_name, *names):
        self._change(set_name, names, lambda is_on: False)

    def clear(self, set_name):
        for member in self.sets[self.set(set_name)]:
            member[1] = False

    # Import

    def import_lines(self, set_name, arguments, content):
        set_name, path, staged, has_items = self.set(set_name), arguments[-1], {}, False
        for line in content.splitlines():
            record = json.loads(line)
            if not {"title", "location", "note", "at"}.isdisjoint(record):
                self.import_item(record, set_name, staged)
                has_items = True
            elif "tag" in record:
                self._import_tag(record)
            else:
                self._add(self._made_set(record["set"]), record["tags"] + record["selected"])
                self.select(record["set"], *record["selected"])
        # A file without items may be one that was lost.
        self.finish_import(set_name, path, staged, "--prune" in arguments and has_items)

    def _made_set(self, name):
        if not any(key(known) == key(name) for known in self.sets):
            self.sets[shown(name)] = []
        return self.set(name)

    def _import_tag(self, record):
        known = self.tag(record["tag"]) if self.is_known(record["tag"]) else None
        aliases = [alias for alias in record["aliases"] if key(alias) != key(record["tag"])]
        if any(self.is_known(alias) and self.tag(alias) != known for alias in aliases):
            raise Refused("an alias belongs to another tag")
        tag = self._made(record["tag"], record["uses"])
        self.tags[tag] = max(self.tags[tag], record["uses"])
        for alias in aliases:
            if not self.is_known(alias):
                self.aliases[shown(alias)] = tag
        for name in record["sets"]:
            self._add(self._made_set(name), [tag])
