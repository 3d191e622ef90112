-- What suggestions learn is counted by set. The program fills these tables from the items; for all sets, it adds them up.

DROP TABLE pair_count;
CREATE TABLE pair_count (
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    set_id INTEGER NOT NULL,
    counts BLOB NOT NULL CHECK (length(counts) > 0 AND length(counts) % 8 = 0),
    PRIMARY KEY (tag_id, set_id)
) STRICT;

-- The number of items of a set that have a tag. Tag 0 counts the items with any tag.
CREATE TABLE set_tag (
    set_id INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    uses INTEGER NOT NULL CHECK (uses > 0),
    PRIMARY KEY (set_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX set_tag_by_uses ON set_tag (set_id, uses);

-- The number of tagged items of a set with each word, for up to 1,000 words with consecutive numbers. Seven bits a byte, the lowest first.
DROP TABLE word_count;
CREATE TABLE word_count (
    first_word INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    counts BLOB NOT NULL CHECK (length(counts) > 0),
    PRIMARY KEY (first_word, set_id)
) STRICT, WITHOUT ROWID;

-- The next word gets the number after the last.
CREATE UNIQUE INDEX word_by_id ON word (id);

-- The tagged items of a set with a word, ascending: the difference to the item before, and a byte for the weight of the word in the item.
-- Numbers of seven bits a byte, the lowest first.
DROP TABLE word_posting;
CREATE TABLE word_posting (
    word_id INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    first_item INTEGER NOT NULL,
    items BLOB NOT NULL CHECK (length(items) > 0),
    PRIMARY KEY (word_id, set_id, first_item)
) STRICT, WITHOUT ROWID;

-- In how many tagged items of a set the name of a tag was found, by its best place, and how many of them had the tag. Tag 0 is the sum of
-- all tags. Deleted tags stay, because a deletion can be undone.
DROP TABLE name_count;
CREATE TABLE name_count (
    tag_id INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    found INTEGER NOT NULL CHECK (found >= 0),
    hits INTEGER NOT NULL CHECK (hits BETWEEN 0 AND found),
    PRIMARY KEY (tag_id, set_id, place)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 26;
