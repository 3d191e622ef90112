-- The words of items, and the tags whose names they contain, are evidence for the tags of a new item. The program fills these tables.

-- The words of titles and their pair counts are replaced.
ALTER TABLE item DROP COLUMN word_features;
DROP TABLE word_posting;
DROP TABLE word;

-- A word of items. Words are numbered from 1 and never deleted, so that their numbers stay valid.
CREATE TABLE word (
    text TEXT PRIMARY KEY CHECK (text <> ''),
    id INTEGER NOT NULL CHECK (id > 0)
) STRICT, WITHOUT ROWID;

-- The number of tagged items with each word, for up to 1,000 words with consecutive numbers. Seven bits a byte, the lowest first.
CREATE TABLE word_count (
    first_word INTEGER PRIMARY KEY,
    counts BLOB NOT NULL CHECK (length(counts) > 0)
) STRICT;

-- The tagged items with a word, ascending: the difference to the item before, and a byte for the weight of the word in the item.
-- Numbers of seven bits a byte, the lowest first.
CREATE TABLE word_posting (
    word_id INTEGER NOT NULL,
    first_item INTEGER NOT NULL,
    items BLOB NOT NULL CHECK (length(items) > 0),
    PRIMARY KEY (word_id, first_item)
) STRICT, WITHOUT ROWID;

-- What an item tells about its tags. Only these columns know its text, which isn't stored.
CREATE TABLE item_evidence (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- The words that count, ascending: the difference to the word before, and the occurrences in the text and in the other fields.
    words BLOB NOT NULL,
    -- The tags whose names were found when the item was saved, ascending: the difference to the tag before, the best place, and
    -- whether the item has the tag. In title, location and note, and in the text.
    field_names BLOB NOT NULL,
    text_names BLOB NOT NULL
) STRICT;

-- The tags of the tagged items among 128 consecutive numbers: for each, the difference to the item before and the tags, ascending.
CREATE TABLE tag_list (
    first_item INTEGER PRIMARY KEY,
    lists BLOB NOT NULL CHECK (length(lists) > 0)
) STRICT;

-- The words of the names of tags and aliases, joined in a form without plurals.
CREATE TABLE name_key (
    key TEXT NOT NULL CHECK (key <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    -- 0 for the whole name, 1 for the part after the last separator of a hierarchical name.
    part INTEGER NOT NULL CHECK (part IN (0, 1)),
    alias_id INTEGER REFERENCES alias (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX name_key_by_key ON name_key (key, tag_id, part);
CREATE INDEX name_key_by_tag ON name_key (tag_id);
CREATE INDEX name_key_by_alias ON name_key (alias_id) WHERE alias_id IS NOT NULL;

CREATE TRIGGER name_key_moved AFTER UPDATE OF tag_id ON alias
BEGIN UPDATE name_key SET tag_id = new.tag_id WHERE alias_id = new.id; END;

-- In how many tagged items the name of a tag was found, by its best place, and how many of them had the tag. Tag 0 is the sum of all
-- tags. Deleted tags stay, because a deletion can be undone.
CREATE TABLE name_count (
    tag_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    found INTEGER NOT NULL CHECK (found >= 0),
    hits INTEGER NOT NULL CHECK (hits BETWEEN 0 AND found),
    PRIMARY KEY (tag_id, place)
) STRICT, WITHOUT ROWID;

-- The tag that a deleted tag was merged into, which inherits its counts.
CREATE TABLE merged_tag (
    tag_id INTEGER PRIMARY KEY,
    into_id INTEGER NOT NULL CHECK (into_id <> tag_id)
) STRICT;

CREATE INDEX merged_tag_by_into ON merged_tag (into_id);

-- The number of items with tags, from which suggestions are learned.
ALTER TABLE state ADD COLUMN tagged_item_count INTEGER NOT NULL DEFAULT 0 CHECK (tagged_item_count >= 0);
UPDATE state SET tagged_item_count = (SELECT count(*) FROM item WHERE length(tag_ids) > 0);
-- How often items were saved, deleted or edited, which tells the age of what was learned from them.
ALTER TABLE state ADD COLUMN item_changes INTEGER NOT NULL DEFAULT 0 CHECK (item_changes >= 0);

DROP TRIGGER item_counted;
CREATE TRIGGER item_counted AFTER INSERT ON item BEGIN
    UPDATE state SET item_count = item_count + 1, item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count + (length(new.tag_ids) > 0);
END;
DROP TRIGGER item_uncounted;
CREATE TRIGGER item_uncounted AFTER DELETE ON item BEGIN
    UPDATE state SET item_count = item_count - 1, item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count - (length(old.tag_ids) > 0);
END;
CREATE TRIGGER item_edited AFTER UPDATE OF title, location, note, tag_ids ON item BEGIN
    UPDATE state SET item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count + (length(new.tag_ids) > 0) - (length(old.tag_ids) > 0);
END;

-- The state of the calibration of scores with an item, as in `calibration`.
ALTER TABLE state ADD COLUMN item_calibration BLOB CHECK (length(item_calibration) = 112);

PRAGMA user_version = 17;
