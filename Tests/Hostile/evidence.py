"""The words and names of items read without tagflow, and the tables that are counted from them."""

import collections
import math
import re

import words

# The most entries of a row of postings, the numbers in a row of counts of words, and those in a row of lists of tags.
POSTINGS, COUNTS, LISTS = 300, 1_000, 128

# How many words a text and a note add to those of title and location; how many places a name can be found in.
OTHER_WORDS, PLACES = 96, 8

# How often the fields, and the text, of an item have a word.
Word = collections.namedtuple("Word", "fields text")


class Unreadable(Exception):
    """Bytes that aren't what their column has."""


class Bytes:
    """The numbers of a column, of seven bits a byte, the lowest first."""

    def __init__(self, blob):
        self.rest = bytes(blob)

    def number(self):
        found = re.match(rb"[\x80-\xff]{0,8}[\x00-\x7f]", self.rest)
        if not found:
            raise Unreadable("a number doesn't end")
        self.rest = self.rest[found.end():]
        return sum((byte & 127) << 7 * place for place, byte in enumerate(found[0]))

    def ascending(self, last):
        """A number after the last one, as the difference to it."""
        difference = self.number()
        if not difference:
            raise Unreadable("a number stands there twice")
        return last + difference

    def byte(self):
        byte, self.rest = self.rest[:1], self.rest[1:]
        if not byte or not byte[0]:
            raise Unreadable("a byte is missing")
        return byte[0]


def numbers_of(blob):
    """The numbers of items with consecutive words."""
    column, numbers = Bytes(blob), []
    while column.rest:
        numbers.append(column.number())
    return numbers


def words_of(blob):
    """The words of an item by their numbers."""
    column, number, found = Bytes(blob), 0, {}
    while column.rest:
        number, counts = column.ascending(number), column.number()
        found[number] = Word((counts & 7) + (column.number() if counts & 7 == 7 else 0), counts >> 3)
    return found


def names_of(blob):
    """The best place where the name of each tag was found, and whether the item had the tag."""
    column, tag, found = Bytes(blob), 0, {}
    while column.rest:
        tag, code = column.ascending(tag), column.number()
        found[tag] = code >> 1, bool(code & 1)
    return found


def postings_of(first, blob):
    """The items of a row of postings, each with a byte for the word's weight."""
    column, item, found = Bytes(blob), first, []
    while column.rest:
        item = column.ascending(item) if found else item + column.number()
        found.append((item, column.byte()))
    if not 0 < len(found) <= POSTINGS or found[0][0] != first:
        raise Unreadable(f"{len(found)} entries")
    return found


def lists_of(first, blob):
    """The items of a row of lists with their tags."""
    column, item, found = Bytes(blob), first, {}
    while column.rest:
        item = column.ascending(item) if found else item + column.number()
        tags, tag = [], 0
        for _ in range(column.number()):
            tag = column.ascending(tag)
            tags.append(tag)
        found[item] = tags
    return found


def weights(frequencies):
    """One plus the logarithm of each frequency, scaled to length 1."""
    terms = [1 + math.log(frequency) for frequency in frequencies]
    return [term / math.sqrt(sum(other * other for other in terms)) for term in terms]


def texts(connection):
    """How often the text of each item has its words."""
    spelled = {number: text for text, number in connection.execute("SELECT text, id FROM word")}
    return {item: frozenset((spelled.get(number, number), word.text) for number, word in words_of(blob).items() if word.text)
            for item, blob in connection.execute("SELECT item_id, words FROM item_evidence")}


def damages(connection, tags_of):
    """What is wrong with the words and names of items, given their tags; empty where all is well."""
    return Recount(connection, tags_of).problems()


class Recount:
    """The evidence of the items, and what follows from it."""

    def __init__(self, connection, tags_of):
        self.connection = connection
        self.tags_of = {item: tags for item, tags in tags_of.items() if tags}
        self.numbers = dict(connection.execute("SELECT text, id FROM word"))
        self.merged = dict(connection.execute("SELECT tag_id, into_id FROM merged_tag"))
        self.tags = {tag for tag, in connection.execute("SELECT id FROM tag")}
        # Before version 26, what is learned was counted for all sets together.
        self.set_column = "set_id" if connection.execute("PRAGMA user_version").fetchone()[0] >= 26 else "0"
        self.set_of = dict(connection.execute(f"SELECT id, {self.set_column} FROM item"))
        self.words, self.names = {}, {}

    def problems(self):
        try:
            # Version 26 counts anew, so an interrupted migration has no counts before it.
            counted = [self.word_counts, self.postings, self.name_counts] if self.set_column == "set_id" else []
            checks = [self.items, *counted, self.tag_lists, self.new_names, self.name_keys, self.tagged_items, self.merged_tags]
            return [problem for check in checks for problem in check()]
        except Unreadable as error:
            return [f"a column of evidence can't be read: {error}"]

    def items(self):
        texts = {item: texts for item, *texts in self.connection.execute("SELECT id, title, location, note FROM item")}
        rows = self.connection.execute("SELECT item_id, words, field_names, text_names FROM item_evidence").fetchall()
        if texts.keys() != {item for item, *_ in rows}:
            yield f"evidence of items: has {sorted(item for item, *_ in rows)[:20]} instead of {sorted(texts)[:20]}"
        for item, stored, in_fields, in_text in rows:
            self.words[item] = words_of(stored)
            names = names_of(in_fields), names_of(in_text)
            self.names[item] = {tag: min(found[tag] for found in names if tag in found) for tag in {**names[0], **names[1]}}
            yield from self.words_of_item(item, *words.item_words(*texts.get(item, ["", "", ""])))
            yield from self.names_of_item(item)

    def words_of_item(self, item, head, note):
        """Of note and text only the first other words are kept; the text isn't known, so that its words may be any."""
        others = [word for word in note if word not in head][:OTHER_WORDS]
        wanted = {self.numbers.get(word, word): head[word] + note[word] for word in [*head, *others]}
        found = self.words[item]
        if wanted != {number: word.fields for number, word in found.items() if word.fields}:
            yield f"words of item {item}: has {found} instead of {wanted}"
        if len(found) > len(head) + OTHER_WORDS or not all(word.fields + word.text for word in found.values()):
            yield f"words of item {item}: has too many, or one that isn't there"
        if not found.keys() <= set(self.numbers.values()):
            yield f"words of item {item}: has one without a text"

    def names_of_item(self, item):
        """A name that was found is a hit if the item has its tag, or one that it was merged into."""
        for tag, (place, is_hit) in self.names[item].items():
            into, tags = self.merged_into(tag), self.tags_of.get(item, [])
            # A merge doesn't change the items that have the other tag already.
            if place >= PLACES or is_hit and into not in tags or not is_hit and tag in tags:
                yield f"name of tag {tag} in item {item}: place {place}, hit {is_hit}, with tags {tags}"

    def merged_into(self, tag):
        """The tag that a tag was merged into in the end, or itself."""
        passed = {tag}
        while (tag := self.merged.get(tag, tag)) not in passed:
            passed.add(tag)
        return tag

    def merged_tags(self):
        """A tag that was merged doesn't exist any more, and wasn't merged into itself."""
        for tag in self.merged:
            if tag in self.tags or self.merged_into(tag) in self.merged:
                yield f"merged tags: {tag} still exists, or was merged in a circle"

    def word_counts(self):
        counts = {}
        rows = self.connection.execute(f"SELECT first_word, {self.set_column}, counts FROM word_count")
        for first, tag_set, blob in rows:
            numbers = numbers_of(blob)
            if first % COUNTS != 1 or len(numbers) > COUNTS:
                yield f"items with words: the row of word {first} is in the wrong place"
            counts.update({(number, tag_set): count for number, count in enumerate(numbers, first) if count})
        wanted = collections.Counter((number, self.set_of[item]) for item in self.tags_of for number in self.words.get(item, []))
        numbers = sorted(self.numbers.values())
        if counts != wanted:
            yield f"items with words: {different(counts, wanted)}"
        if numbers != [*range(1, len(numbers) + 1)]:
            yield f"words: {len(numbers)} with the numbers {numbers[:3]} to {numbers[-3:]}"

    def postings(self):
        found, last = {}, (0, 0, 0)
        rows = self.connection.execute(
            f"SELECT word_id, {self.set_column} AS tag_set, first_item, items FROM word_posting ORDER BY word_id, tag_set, first_item")
        for word, tag_set, first, blob in rows:
            if (word, tag_set, first) <= last:
                yield f"postings of word {word}: the row of item {first} overlaps the one before"
            for item, byte in postings_of(first, blob):
                if (word, item) in found or self.set_of.get(item) != tag_set:
                    yield f"postings of word {word}: item {item} is there twice, or in another set"
                found[word, item] = byte
                last = word, tag_set, item
        wanted = {}
        for item in self.tags_of:
            stored = self.words.get(item, {})
            wanted.update(zip(((number, item) for number in stored), weights([sum(word) for word in stored.values()])))
        if found.keys() != wanted.keys():
            yield f"postings of words: {different(found, wanted)}"
        # Logarithms may differ in their last digit, and a weight may be at the middle of two bytes.
        elif any(abs(found[key] - 255 * weight) > 0.5 + 1e-9 for key, weight in wanted.items()):
            yield "postings of words: a weight is wrong"

    def tag_lists(self):
        found, wanted = {}, collections.defaultdict(dict)
        for first, blob in self.connection.execute("SELECT first_item, lists FROM tag_list"):
            found[first] = lists_of(first, blob)
        for item in sorted(self.tags_of):
            wanted[item // LISTS * LISTS][item] = self.tags_of[item]
        if found != wanted:
            yield f"lists of tags: {different(found, wanted)}"

    def name_counts(self):
        found, hits = collections.Counter(), collections.Counter()
        for item in self.tags_of:
            tag_set = self.set_of[item]
            for tag, (place, is_hit) in self.names.get(item, {}).items():
                found.update([(tag, tag_set, place), (0, tag_set, place)])
                hits.update([(tag, tag_set, place), (0, tag_set, place)] * is_hit)
        # The row of a name that no item has any more may stay.
        rows = self.connection.execute(f"SELECT tag_id, {self.set_column}, place, found, hits FROM name_count")
        stored = {(tag, tag_set, place): (count, hit_count) for tag, tag_set, place, count, hit_count in rows if count}
        wanted = {key: (count, hits[key]) for key, count in found.items()}
        if stored != wanted:
            yield f"counts of names: {different(stored, wanted)}"

    def new_names(self):
        if self.connection.execute("PRAGMA user_version").fetchone()[0] < 27:
            return
        expected, hits = collections.Counter(), collections.Counter()
        for item, blob in self.connection.execute("SELECT item_id, outcomes FROM new_name"):
            numbers = numbers_of(blob)
            for code, thousandths in zip(numbers[::2], numbers[1::2]):
                if item in self.tags_of:
                    expected[self.set_of[item], code >> 1] += thousandths
                    hits[self.set_of[item], code >> 1] += code & 1
        rows = self.connection.execute("SELECT set_id, kind, expected, hits FROM new_name_count")
        stored = {(tag_set, kind): (count, hit_count) for tag_set, kind, count, hit_count in rows if count or hit_count}
        wanted = {key: (expected[key], hits[key]) for key in expected | hits if expected[key] or hits[key]}
        if stored != wanted:
            yield f"counts of new names: {different(stored, wanted)}"

    def name_keys(self):
        names = [(name, tag, None) for tag, name in self.connection.execute("SELECT id, name FROM tag")]
        names += self.connection.execute("SELECT name, tag_id, id FROM alias")
        wanted = collections.Counter((key, tag, part, alias) for name, tag, alias in names
                                     for part, key in enumerate(words.name_keys(name)) if key)
        found = collections.Counter(self.connection.execute("SELECT key, tag_id, part, alias_id FROM name_key"))
        if found != wanted:
            yield f"keys of names: {different(found, wanted)}"

    def tagged_items(self):
        count, = self.connection.execute("SELECT tagged_item_count FROM state").fetchone()
        if count != len(self.tags_of):
            yield f"number of tagged items: has {count} instead of {len(self.tags_of)}"


def different(found, wanted):
    """A few of the entries that differ, for a message."""
    keys = sorted((key for key in {**found, **wanted} if found.get(key) != wanted.get(key)), key=repr)[:3]
    return f"has {[(key, found.get(key)) for key in keys]} instead of {[wanted.get(key) for key in keys]}"
