-- What a tag means, in words, and its color. A tag without both has no row.
CREATE TABLE tag_detail (
    tag_id INTEGER PRIMARY KEY REFERENCES tag (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    color TEXT CHECK (color IN ('red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray')),
    CHECK (description <> '' OR ifnull(color, '') <> '')
) STRICT;

PRAGMA user_version = 31;
