-- Groups of tags of which an item has at most one. A tag is in one group at most, and a group without tags doesn't exist.
CREATE TABLE tag_group (
    tag_id INTEGER PRIMARY KEY REFERENCES tag (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    -- The order of the tags of a group.
    position INTEGER NOT NULL
) STRICT;

CREATE INDEX tag_group_by_key ON tag_group (key, position);

PRAGMA user_version = 32;
