-- Tags that aren't suggested for an item any more, because the user dismissed them. They are kept by key, since a suggested tag may not
-- exist yet; a renamed or merged tag is found by its alias.
CREATE TABLE dismissed_tag (
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    PRIMARY KEY (item_id, key)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 18;
