"""What the commands for items do, written down a second time in plain Python; a part of the model."""

import collections
import datetime
import re

import items
import words
from items import Item


class Refused(Exception):
    """The command is an error, and changes nothing."""


# The most bytes of a title and of a location.
TITLE_LIMIT, LOCATION_LIMIT = 1_000, 4_000

# What the program chooses itself: a number or a time.
NEW = "new"

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)

# Fields that a command or a line of a file gives; None keeps those of a stored item.
Fields = collections.namedtuple("Fields", "title at tags location note imported_from text", defaults=[None] * 7)


class ItemModel:
    """Saves, changes and deletes items; the sets and tags are the other part's."""

    # Saving

    def save(self, set_name, *arguments):
        """The number and the time are the program's own; `NEW` stands for them until they are known."""
        label, options = parsed(arguments)
        set_name = self.set(set_name)
        tags = frozenset(tag for tag, is_on in self.sets[set_name] if is_on)
        if not tags:
            raise Refused("nothing is selected")
        title = title_of(" ".join(label)) if label else None
        self._save_of_day(set_name, fields_of(options)._replace(title=title, tags=tags))

    def add_item(self, set_name, *arguments):
        location, options = parsed(arguments)
        set_name = self.set(set_name)
        text = frozenset(collections.Counter(words.short_words(self.content)).items()) if "text-file" in options else None
        fields = fields_of({**options, "location": location or None})._replace(text=text)
        tags = options.get("tag")
        self._save_of_day(set_name, fields._replace(tags=tags and self._members(set_name, tags)))

    def _save_of_day(self, set_name, fields):
        """Saves an item, or the given fields of the item of its day in a daily set."""
        number = self._of_day(set_name, fields)
        if number is None:
            self._save(set_name, fields)
        elif self.is_repeated(number, new := self._changed(number, fields)):
            raise Refused("two items would be the same")
        else:
            self._update(number, new)

    def _members(self, set_name, names):
        """Tags by name as members of the set, made where there are none."""
        self._add(set_name, names)
        return frozenset(map(self.tag, names))

    def _save(self, set_name, fields, keeps_milliseconds=False):
        number = self._at(set_name, fields.location)
        if number is None:
            return self._insert(set_name, fields)
        # Many formats of imports have whole seconds only, which don't replace a time within that second.
        if keeps_milliseconds and fields.at is not None and fields.at == self.saved[number].at // 1_000 * 1_000:
            fields = fields._replace(at=None)
        # A known URL that arrives with tracking parameters doesn't replace the stored one.
        if fields.location and items.has_tracking(fields.location):
            fields = fields._replace(location=None)
        return self._update(number, self._changed(number, fields))

    def _changed(self, number, fields):
        """An item with the given fields in place of its own."""
        return self.saved[number]._replace(**{field: value for field, value in fields._asdict().items() if value is not None})

    def _insert(self, set_name, fields):
        item = Item(set_name, fields.title or "", NEW if fields.at is None else fields.at, fields.tags or frozenset(),
                    fields.location, fields.note or "", None, fields.imported_from, fields.text or frozenset())
        # Saving the same twice makes two items, a millisecond apart.
        while item.at != NEW and self.is_repeated(None, item):
            item = item._replace(at=item.at + 1)
        self.saved[NEW, len(self.saved)] = item

    def _of_day(self, set_name, fields):
        """The number of the newest item of the day in a daily set, which a new one replaces; or None."""
        if fields.location or set_name not in self.daily:
            return None
        numbers = [number for number, item in self.saved.items()
                   if item.set == set_name and not item.location and day(item.at) == day(fields.at)]
        return max(numbers, key=lambda number: (self.saved[number].at, number), default=None)

    def layout_settings(self, set_name, _, value):
        self.daily = self.daily | {self.set(set_name)} if value == "on" else self.daily - {self.set(set_name)}

    def _at(self, set_name, location):
        """The number of a set's item at a location, or None."""
        wanted = location and items.location_key(location)
        return next((number for number, item in self.saved.items()
                     if wanted and item.set == set_name and item.location
                     and items.location_key(item.location) == wanted), None)

    def _update(self, number, item):
        old = self.saved[number]
        is_changed = item._replace(imported_from=None) != old._replace(imported_from=None)
        self.saved[number] = item._replace(modified=NEW) if is_changed else item

    def is_repeated(self, number, item):
        """Whether another item without a location is the same but for its number."""
        return not item.location and any(
            other[:6] == item[:6] for known, other in self.saved.items() if known != number)

    # Changing

    def item_number(self, set_name, text):
        """The item with a number, or the only one at a location."""
        if text.isdigit():
            if int(text) not in self.saved:
                raise Refused("there is no such item")
            return int(text)
        names = [self.set(set_name)] if set_name else [*self.sets]
        found = [number for number in (self._at(name, text) for name in names) if number is not None]
        if len(found) != 1:
            raise Refused("there is no such item, or more than one")
        return found[0]

    def edit_item(self, set_name, *arguments):
        (text,), options = parsed(arguments)
        number = self.item_number(set_name, text)
        old = self.saved[number]
        fields = fields_of(options)
        new = old._replace(**{field: getattr(fields, field) for field in ["title", "at", "note"]
                              if getattr(fields, field) is not None})
        if "location" in options:
            new = new._replace(location=fields.location)
            if self._at(old.set, new.location) not in [None, number]:
                raise Refused("another item has the location")
        new = self._tagged(new, options)
        if new != old and self.is_repeated(number, new):
            raise Refused("another item is the same")
        self._update(number, new)

    def _tagged(self, item, options):
        added = self._members(item.set, options.get("add", []))
        removed = frozenset(map(self.tag, options.get("remove", [])))
        return item._replace(tags=item.tags - removed | added)

    def tag_items(self, set_name, *arguments):
        """The oldest item is changed first, and one that would become the same as another stays."""
        _, options = parsed(arguments)
        for name in options.get("remove", []):
            self.tag(name)
        before, query = dict(self.saved), options["matching"][0]
        if not self.matching(query, set_name) and self.matching(query, None):
            raise Refused("only items of other sets match")
        for number in self.matching(query, set_name):
            old = self.saved[number]
            new = self._tagged(old, options)
            if new.tags != old.tags and not self.is_repeated(number, new):
                self._update(number, new)
        if self.saved == before:
            raise Unchanged

    def delete_item(self, set_name, *arguments):
        texts, options = parsed(arguments)
        if "matching" in options:
            numbers = self.matching(options["matching"][0], set_name)
            if not numbers:
                raise Refused("no item matches")
        else:
            numbers = [self.item_number(set_name, text) for text in texts]
        for number in set(numbers):
            del self.saved[number]

    def restore_item(self, set_name, text):
        set_name, _, _, tags, *_ = self.saved[self.item_number(set_name, text)]
        members = self.sets[set_name]
        for member in members:
            member[1] = member[0] in tags
        missing = tags - {member[0] for member in members}
        members += [[tag, True] for tag in sorted(missing, key=self.tag_ids.get)]

    def delete(self, _, *names):
        """An item that is left without tags stays; of items that become the same, the oldest."""
        gone = frozenset(map(self.tag, names))
        for number in sorted(number for number, item in self.saved.items() if item.tags & gone):
            item = self.saved[number]._replace(tags=self.saved[number].tags - gone)
            if self.is_repeated(number, item):
                del self.saved[number]
            else:
                self.saved[number] = item
        for members in self.sets.values():
            members[:] = [member for member in members if member[0] not in gone]
        self.aliases = {alias: tag for alias, tag in self.aliases.items() if tag not in gone}
        self.tags = {tag: uses for tag, uses in self.tags.items() if tag not in gone}

    # Finding

    def matching(self, query, set_name):
        """The items that match a query, the oldest first."""
        matches = Query(self, query).matches
        set_name = set_name and self.set(set_name)
        found = [number for number, item in self.saved.items()
                 if matches(item) and set_name in [None, item.set]]
        return sorted(found, key=lambda number: (self.saved[number].at, number))

    # Import

    def import_item(self, record, set_name, staged):
        """Saves an item of a file; one with a location waits in `staged` for others at the same location."""
        texts = [record.get(field) for field in ["title", "location", "note"]]
        if not any(texts) and "at" not in record and not record.get("tags"):
            raise Refused("the item has nothing")
        set_name = self._made_set(record.get("set", set_name))
        tags = self._members(set_name, record["tags"]) if "tags" in record else None
        options = {field: [record[field]] for field in ["title", "location", "note", "at"] if field in record}
        fields = fields_of(options)._replace(tags=tags)
        if fields.location:
            place = set_name, items.location_key(fields.location)
            staged[place] = joined(staged[place], fields) if place in staged else fields
            return
        item = Item(set_name, fields.title or "", fields.at, tags or frozenset(), None, fields.note or "", None, None)
        # A line without a time is the same item as one with any time.
        is_known = any(item._replace(at=other.at if fields.at is None else fields.at)[:6] == other[:6]
                       for other in self.saved.values())
        if not is_known:
            self._insert(set_name, fields)

    def finish_import(self, set_name, path, staged, prunes):
        """Saves the items with a location, and may delete those that an earlier import read from the file."""
        found = set()
        for (name, _), fields in staged.items():
            self._save(name, fields._replace(imported_from=path), keeps_milliseconds=True)
            found.add(self._at(name, fields.location))
        if prunes:
            sets = {set_name, *(name for name, _ in staged)}
            self.saved = {number: item for number, item in self.saved.items()
                          if number in found or item.imported_from != path or item.set not in sets}


class Unchanged(Exception):
    """The command does nothing, and isn't an error."""


class Query:
    """A query of the few forms that the steps use."""

    def __init__(self, model, text):
        self.model = model
        self.alternatives = [[]]
        is_negated = False
        for token in re.findall(r'(?:\w+:)?"[^"]*"|\S+', text):
            if token == "or":
                self.alternatives.append([])
            elif token == "not":
                is_negated = True
            else:
                self.alternatives[-1].append((self.term(token), is_negated))
                is_negated = False

    def matches(self, item):
        return any(all(term(item) != is_negated for term, is_negated in terms) for terms in self.alternatives)

    def term(self, token):
        kind, colon, value = token.partition(":")
        value = value.strip('"')
        if token == "untagged":
            return lambda item: not item.tags
        if not colon:
            return self.text(token.strip('"'))
        if kind == "tag":
            tag = self.model.tag(value)
            return lambda item: tag in item.tags
        if kind == "set":
            name = self.model.set(value)
            return lambda item: item.set == name
        if kind == "tags" and value.startswith(">"):
            return lambda item: len(item.tags) > int(value[1:])
        if kind == "tags":
            return lambda item: len(item.tags) == int(value)
        if kind == "since":
            return lambda item: item.at >= milliseconds(value + "T00:00:00Z")
        assert kind == "site"
        wanted = items.site_of_host(value)
        return lambda item: (items.site(item.location or "") or "").startswith(wanted)

    @staticmethod
    def text(phrase):
        wanted = words.words(phrase)
        return lambda item: any(wanted == column[place:place + len(wanted)]
                                for column in items.search_columns(item) + [words.words(tag) for tag in item.tags]
                                for place in range(len(column)))


def parsed(arguments):
    """The arguments without a name, and the values of each option."""
    left, options, rest = [], collections.defaultdict(list), list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ["--yes", "--all", "--prune", "--no-alias"]:
            options[word[2:]].append("")
        elif word.startswith("--"):
            options[word[2:]].append(rest.pop(0))
        else:
            left.append(word)
    return left, dict(options)


def fields_of(options):
    """The fields in options, as they are stored."""
    title, location, note, at = ((options.get(field) or [None])[0] for field in ["title", "location", "note", "at"])
    if location and len(location.encode()) > LOCATION_LIMIT:
        raise Refused("the location is too long")
    return Fields(
        title=None if title is None else title_of(title), at=milliseconds(at), location=location or None,
        note=None if note is None else note.rstrip())


def joined(first, later):
    """Two entries of a file at the same location."""
    tags = first.tags | later.tags if first.tags is not None and later.tags is not None else first.tags or later.tags
    return first._replace(
        title=first.title or (first.title if later.title is None else later.title),
        note=first.note or (first.note if later.note is None else later.note),
        at=later.at if first.at is None else first.at,
        tags=first.tags if tags is None else tags)


def shown(name):
    """A name as it is kept."""
    return " ".join(name.split())


def title_of(text):
    """A title as it is kept: on one line, without control characters, and cut."""
    printable = re.sub("[\0-\x1f\x7f]", " ", text)
    return shown(printable.encode()[:TITLE_LIMIT].decode(errors="ignore"))


def milliseconds(text):
    if text is None:
        return None
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return int((time - EPOCH) / datetime.timedelta(milliseconds=1))


def day(at):
    """The local day of a time in milliseconds; that of now for a time that the program chooses."""
    if at in [None, NEW]:
        return datetime.date.today()
    return (EPOCH + datetime.timedelta(milliseconds=at)).astimezone().date()
