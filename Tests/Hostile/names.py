"""The names of tags found in items, searched a second time in plain Python."""

import collections

import evidence
import words

# The places of a name in an item, the best first.
TITLE, BEGINNING, OFTEN, TWICE, ONCE, LOCATION, LAST_PART, LAST_PART_LATER = range(8)

# The most words of a name that is found, and the words of a note in which a name is at its beginning.
LONGEST_RUN, BEGINNING_WORDS = 5, 60


def misplaced(connection, before, after):
    """Items saved in a step that keeps all names, in which other names were found than there are; empty where all is well."""
    if before.tags.keys() != after.tags.keys() or before.aliases != after.aliases:
        return []
    keys, names = name_keys(connection), dict(connection.execute("SELECT id, name FROM tag"))
    found = []
    for item, blob in connection.execute("SELECT item_id, field_names FROM item_evidence"):
        texts, old = texts_of(after, item), texts_of(before, item)
        stored = {tag: place for tag, (place, _) in evidence.names_of(blob).items()}
        if not texts or texts == old:
            continue
        wanted = search(*texts, keys)
        # Only the names of tags that other items have count. A step may change many items, in an order that isn't known.
        fewest, most = ({tag for tag in wanted if names[tag] in tags} for tags in tags_of_others(item, before, after))
        if not fewest <= stored.keys() <= most or any(stored[tag] != wanted[tag] for tag in stored):
            found.append(f"names in item {item}: has {stored} instead of {wanted}")
    return found


def tags_of_others(number, before, after):
    """The tags that another item has before a step and after it, and those that one has before it or after it."""
    kept, had = set(), set()
    for other in (before.saved.keys() | after.saved.keys()) - {number}:
        first, second = (state.saved[other].tags if other in state.saved else frozenset() for state in [before, after])
        kept |= first & second
        had |= first | second
    return kept, had


def texts_of(state, number):
    item = state.saved.get(number)
    return item and (item.title, item.location or "", item.note)


def name_keys(connection):
    """The tags of each key, and whether it is a whole name or its last part."""
    keys = collections.defaultdict(set)
    for tag, name in connection.execute("SELECT id, name FROM tag UNION ALL SELECT tag_id, name FROM alias").fetchall():
        for part, key in enumerate(words.name_keys(name)):
            keys[key].add((tag, part))
    return keys


def search(title, location, note, keys):
    """The best place of each tag in title, location and note."""
    places = collections.defaultdict(set)
    for _, tag, part in runs(words.short_words(title, words.WORDS_OF_TITLE), keys):
        places[tag].add(LAST_PART if part else TITLE)
    for _, tag, part in runs(words.location_words(location)[1], keys):
        places[tag].update([] if part else [LOCATION])
    starts = collections.defaultdict(set)
    for start, tag, part in runs(words.short_words(note), keys):
        is_beginning = start < BEGINNING_WORDS
        if part:
            places[tag].add(LAST_PART if is_beginning else LAST_PART_LATER)
        else:
            starts[tag].add(start)
            places[tag].update([BEGINNING] if is_beginning else [])
    for tag, found in starts.items():
        places[tag].add([ONCE, TWICE, TWICE, OFTEN][min(len(found), 4) - 1])
    return {tag: min(found) for tag, found in places.items() if found}


def runs(text, keys):
    """Each run of words that is a name: the place of its first word, the tag, and whether it is only the last part."""
    singulars = list(map(words.singular, text))
    for start in range(len(text)):
        for end in range(start, min(start + LONGEST_RUN, len(text))):
            for tag, part in keys.get("".join(singulars[start:end + 1]), []):
                yield start, tag, part
