-- What tokens that are limited to sets need: they see nothing of other sets.

-- The names that such tokens gave to tags that existed only in other sets when they added them. In the set, such a token sees and
-- finds the tag by this name alone: neither its real name nor its aliases. There are no foreign keys, since a row must outlive
-- a deletion that is undone; ids are never reused.
CREATE TABLE local_name (
    set_id INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    key TEXT NOT NULL CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (set_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX local_name_by_key ON local_name (key);
CREATE INDEX local_name_by_tag ON local_name (tag_id);

PRAGMA user_version = 13;
