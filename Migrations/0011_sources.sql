-- The things that have the tags. A source is the address or path of one; a set has at most one saved selection for it.
ALTER TABLE saved_selection ADD COLUMN source TEXT CHECK (source <> '');

-- The file or folder that brought the thing in last, so that an import can forget what is in it no longer.
ALTER TABLE saved_selection ADD COLUMN origin TEXT CHECK (origin <> '');

CREATE UNIQUE INDEX saved_selection_by_source ON saved_selection (set_id, source) WHERE source IS NOT NULL;

-- Two things may have the same label, time and tags.
DROP INDEX saved_selection_once;
CREATE UNIQUE INDEX saved_selection_once
    ON saved_selection (set_id, label, ifnull(saved_at, -9223372036854775808), tag_ids) WHERE source IS NULL;

PRAGMA user_version = 11;
