-- Items that were saved or skipped in a review, which doesn't offer them again.
CREATE TABLE reviewed_item (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- Milliseconds since 1970.
    reviewed_at INTEGER NOT NULL
) STRICT;

PRAGMA user_version = 33;
