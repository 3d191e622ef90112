-- The names that were most likely to become new tags when an item was saved: what each looked like, with the lowest bit for whether it became a
-- tag, and its expected probability in thousandths. Numbers of seven bits a byte, the lowest first. Only the first 500 items and every fifth later one have a row.
CREATE TABLE new_name (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    outcomes BLOB NOT NULL CHECK (length(outcomes) > 0)
) STRICT;

-- The sum of the expected thousandths of the tagged items of a set, and how many of the names became tags.
CREATE TABLE new_name_count (
    set_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    expected INTEGER NOT NULL CHECK (expected >= 0),
    hits INTEGER NOT NULL CHECK (hits >= 0),
    PRIMARY KEY (set_id, kind)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 27;
