"""The fields of items read without tagflow: locations as they are compared, and the full-text index made again."""

import collections

import words

# An item as the table holds it; of the file that it was imported from, only the name; of its text, how often it has each word.
Item = collections.namedtuple("Item", "set title at tags location note modified imported_from text", defaults=[frozenset()])

# The parameters of URLs that only track a reader, besides utm_*.
TRACKING = ["fbclid", "gclid", "mc_eid"]

DEFAULT_PORTS = {"http": "80", "https": "443"}


def _split(location):
    """The scheme of a URL, its user with the '@', host, port, and the rest; None for all other locations."""
    scheme, mark, rest = location.partition("://")
    if not mark or not scheme or not all(c.isascii() and (c.isalnum() or c in "+-.") for c in scheme):
        return None
    end = min((rest.index(c) for c in "/?#" if c in rest), default=len(rest))
    user, at, host = rest[:end].rpartition("@")
    # The address in brackets of an IPv6 host has colons of its own.
    name, colon, port = host[host.rfind("]") + 1:].rpartition(":")
    host, port = (host[:len(host) - len(port) - 1], port) if colon else (host, "")
    return scheme.lower(), user + at, host.lower(), port, rest[end:]


def location_key(location):
    """The form in which a location is compared."""
    parts = _split(location)
    if not parts or parts[0] not in DEFAULT_PORTS or not parts[2]:
        return location
    scheme, user, host, port, rest = parts
    rest, mark, fragment = rest.partition("#")
    path, question, query = rest.partition("?")
    kept = [field for field in query.split("&") if question and not is_tracking(field)]
    query = "?" + "&".join(sorted(kept, key=lambda field: field.partition("=")[0])) if kept else ""
    place = fragment.partition(":~:")[0]
    port = "" if port in ["", DEFAULT_PORTS[scheme]] else ":" + port
    return f"{scheme}://{user}{host}{port}{path.removesuffix('/')}{query}{mark + place if place else ''}"


def is_tracking(field):
    """Whether a parameter of a URL only tracks a reader."""
    return field.lower().startswith("utm_") or field.partition("=")[0].lower() in TRACKING


def has_tracking(location):
    """Whether a URL has parameters that only track a reader, or names a text to highlight."""
    parts = _split(location)
    if not parts or parts[0] not in DEFAULT_PORTS or not parts[2]:
        return False
    rest, _, fragment = parts[4].partition("#")
    return ":~:" in fragment or any(map(is_tracking, rest.partition("?")[2].split("&")))


def site(location):
    """The labels of the host in reverse order, each with a dot; None without a host."""
    parts = _split(location)
    return site_of_host(parts[2]) if parts else None


def site_of_host(host):
    labels = [label for label in host.lower().split(".") if label]
    return "".join(label + "." for label in reversed(labels)) or None


def search_columns(item):
    """The words of the columns of the full-text index: title, location and note."""
    shown = (item.location or "").partition("://")
    location = shown[2] if shown[1] else shown[0]
    return [words.words(text) for text in [item.title, location.removeprefix("www."), item.note]]


def damages(connection):
    """What is wrong with the columns made from locations, and with the full-text index; empty where all is well."""
    rows = {number: Item(None, title, None, None, location, note, None, None) for number, title, location, note
            in connection.execute("SELECT id, title, location, note FROM item")}
    found = []
    for number, key, host in connection.execute("SELECT id, location_key, site FROM item"):
        location = rows[number].location
        wanted = (location_key(location), site(location)) if location else (None, None)
        if (key, host) != wanted:
            found.append(f"location of item {number}: has {(key, host)} instead of {wanted}")
    return found + text_damages(connection, rows)


def text_damages(connection, rows):
    """Each difference of the full-text index from one that is made again here."""
    indexed = sorted(number for number, in connection.execute("SELECT id FROM item_text_docsize"))
    if indexed != sorted(rows):
        return [f"texts of items: has {indexed[:20]} instead of {sorted(rows)[:20]}"]
    texts = {number: search_columns(row) for number, row in rows.items()}
    connection.executescript("""
        CREATE VIRTUAL TABLE temp.wanted_text USING fts5 (
            title, location, note, content = '', tokenize = "unicode61 remove_diacritics 0");
        CREATE VIRTUAL TABLE temp.wanted_word USING fts5vocab (temp, wanted_text, instance);
        CREATE VIRTUAL TABLE temp.found_word USING fts5vocab (main, item_text, instance);
    """)
    try:
        connection.executemany("INSERT INTO temp.wanted_text (rowid, title, location, note) VALUES (?, ?, ?, ?)",
                               [(number, *map(" ".join, columns)) for number, columns in texts.items()])
        found, wanted = (set(connection.execute(f"SELECT doc, col, offset, term FROM temp.{table}"))
                         for table in ["found_word", "wanted_word"])
        if found != wanted:
            return [f"words of items: has {sorted(found - wanted)[:3]} instead of {sorted(wanted - found)[:3]}"]
        return _missed(connection, texts)
    finally:
        for table in ["found_word", "wanted_word", "wanted_text"]:
            connection.execute(f"DROP TABLE temp.{table}")


def _missed(connection, texts):
    """Items that a search for a word, or for its beginning, doesn't find, or shouldn't have found."""
    every = sorted({word for columns in texts.values() for column in columns for word in column})[:100]
    for word in every:
        for match in [f'"{word}"', *(f'"{word[:length]}" *' for length in [1, 3])]:
            # The index of a temporary table answers as that of the database should.
            found, wanted = ([number for number, in connection.execute(
                f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY rowid", [match])]
                for table in ["item_text", "wanted_text"])
            if found != wanted:
                return [f"search for {match}: has {found} instead of {wanted}"]
    return []
