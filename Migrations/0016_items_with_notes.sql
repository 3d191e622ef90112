-- Items may have a note and no tags, and are found by their text, site and time. The columns `location_key` and `site`, the full-text
-- index and the unique index of locations are filled in by the program, which knows how text is normalized.

CREATE TABLE new_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE,
    title TEXT NOT NULL DEFAULT '',
    saved_at INTEGER,  -- milliseconds since 1970; null: unknown
    -- When a field last changed, in milliseconds since 1970; null: not since the item was saved.
    modified_at INTEGER,
    -- The sorted ids of the tags, four bytes each, little-endian; empty: untagged.
    tag_ids BLOB NOT NULL CHECK (length(tag_ids) % 4 = 0),
    -- The tags whose pairs are counted, as in `tag_ids`; null: all of them.
    paired_tag_ids BLOB CHECK (length(paired_tag_ids) > 0 AND length(paired_tag_ids) % 4 = 0),
    -- The words of the title as features: their ids with the top bit set, as in `tag_ids`.
    word_features BLOB NOT NULL DEFAULT x'' CHECK (length(word_features) % 4 = 0),
    -- The URL or path as given, and in normalized form, which is unique within a set.
    location TEXT CHECK (location <> ''),
    location_key TEXT CHECK (location_key <> ''),
    -- The host of a URL with its labels in reverse order, each followed by a dot: 'org.swift.forums.'.
    site TEXT CHECK (site <> ''),
    note TEXT NOT NULL DEFAULT '',
    -- The file or folder that the item was last imported from.
    imported_from TEXT CHECK (imported_from <> ''),
    -- The scores of the best suggestions before the item was learned, and whether they were right; null: no sample.
    calibration_sample BLOB CHECK (length(calibration_sample) > 0 AND length(calibration_sample) % 4 = 0)
) STRICT;

INSERT INTO new_item
    (id, set_id, title, saved_at, tag_ids, paired_tag_ids, word_features, location, imported_from, calibration_sample)
SELECT id, set_id, title, saved_at, tag_ids, paired_tag_ids, word_features, location, imported_from, calibration_sample
FROM item ORDER BY id;

-- Ids aren't reused, including those of deleted items.
DELETE FROM sqlite_sequence WHERE name = 'new_item';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_item', seq FROM sqlite_sequence WHERE name = 'item';

DROP TABLE item;
ALTER TABLE new_item RENAME TO item;

CREATE TRIGGER item_counted AFTER INSERT ON item
BEGIN UPDATE state SET item_count = item_count + 1; END;
CREATE TRIGGER item_uncounted AFTER DELETE ON item
BEGIN UPDATE state SET item_count = item_count - 1; END;

CREATE INDEX item_by_set ON item (set_id, saved_at);
CREATE INDEX item_by_time ON item (saved_at);
CREATE INDEX item_by_site ON item (site) WHERE site IS NOT NULL;
CREATE INDEX item_by_title ON item (set_id, title, saved_at) WHERE location IS NULL;
CREATE INDEX item_with_calibration_sample ON item (id) WHERE calibration_sample IS NOT NULL;

-- The words of items. The content isn't stored, because it can be computed from the item.
CREATE VIRTUAL TABLE item_text USING fts5 (
    title, location, note, content = '', tokenize = "unicode61 remove_diacritics 0"
);

-- A named query for items.
CREATE TABLE saved_view (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    query TEXT NOT NULL
) STRICT;

PRAGMA user_version = 16;
