-- A program whose items are those of a set. Its token isn't here: it is in a file next to the database.
CREATE TABLE connection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind <> ''),
    url TEXT NOT NULL CHECK (url <> ''),
    -- The set may be deleted, and restored by undo.
    set_id INTEGER NOT NULL,
    -- The tags there at the last complete pull: a JSON object of names by their ids there.
    tags TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tags)),
    -- The time of the last change there that was read, and that of the last complete pull; milliseconds since 1970.
    changed_at INTEGER,
    pulled_at INTEGER
) STRICT;

-- The names of tags there, and the keys of the tags here that they mean.
CREATE TABLE remote_tag (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    key TEXT NOT NULL CHECK (key <> ''),
    UNIQUE (connection_id, name, key)
) STRICT;

-- The items there, each with the tags that both sides had after the last exchange.
CREATE TABLE remote_item (
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    remote_id TEXT NOT NULL CHECK (remote_id <> ''),
    -- The item may be deleted, and restored by undo.
    item_id INTEGER NOT NULL,
    -- The ids of rows of remote_tag, 4 bytes each.
    tags BLOB NOT NULL CHECK (length(tags) % 4 = 0),
    -- A hash of the title, location, note and time there.
    content INTEGER NOT NULL,
    PRIMARY KEY (connection_id, remote_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX remote_item_by_item ON remote_item (item_id);

PRAGMA user_version = 37;
