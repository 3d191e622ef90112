-- The first schema. Words are those of ARCHITECTURE.md; a file that has landed is never changed:
-- what comes later is a new file with the next number.

PRAGMA application_id = 0x74616766;  -- 'tagf'

-- A name that a person attaches to things. `key` is the name NFKC case-folded with white space
-- collapsed; `folded` is the key without accents, what typed text is compared with.
CREATE TABLE tag (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    folded TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    -- In how many saved selections the tag stands; kept by the transaction that changes one.
    uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    -- How often it was used elsewhere, as an import said.
    other_uses INTEGER NOT NULL DEFAULT 0 CHECK (other_uses >= 0),
    -- Seconds since 1970 at which the decayed sum of the tag's uses is worth one; null: never used.
    frecency REAL
) STRICT;

CREATE INDEX tag_by_use ON tag (uses + other_uses DESC);
CREATE INDEX tag_by_frecency ON tag (frecency) WHERE frecency IS NOT NULL;
CREATE INDEX tag_by_folded ON tag (folded, uses + other_uses);

-- Another key that leads to the same tag. No alias has the key of a tag.
CREATE TABLE alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    folded TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX alias_by_tag ON alias (tag_id);
CREATE INDEX alias_by_folded ON alias (folded);

CREATE TRIGGER alias_key_is_no_tag BEFORE INSERT ON alias
WHEN EXISTS (SELECT 1 FROM tag WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'a tag has this key'); END;

CREATE TRIGGER tag_key_is_no_alias BEFORE INSERT ON tag
WHEN EXISTS (SELECT 1 FROM alias WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'an alias has this key'); END;

CREATE TRIGGER tag_key_stays_no_alias BEFORE UPDATE OF key ON tag
WHEN EXISTS (SELECT 1 FROM alias WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'an alias has this key'); END;

-- A named, ordered list of tags with its own layout settings.
CREATE TABLE tag_set (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    layout TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(layout))
) STRICT;

-- The tags of a set in order, and which are on. Positions have gaps, so that a move writes one row.
CREATE TABLE set_member (
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    selected INTEGER NOT NULL DEFAULT 0 CHECK (selected IN (0, 1)),
    PRIMARY KEY (set_id, position),
    UNIQUE (set_id, tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX set_member_by_tag ON set_member (tag_id);

-- Tags that were chosen together. `tag_ids` is the sorted list of their ids, four bytes each,
-- little-endian; with the label, the time and the set it says what the selection is, and the same is kept once.
CREATE TABLE saved_selection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE,
    label TEXT NOT NULL DEFAULT '',
    saved_at INTEGER,  -- milliseconds since 1970; null: not known
    tag_ids BLOB NOT NULL CHECK (length(tag_ids) > 0 AND length(tag_ids) % 4 = 0),
    -- The words of the label as features: their ids with the top bit set, packed as above.
    word_features BLOB NOT NULL DEFAULT x'' CHECK (length(word_features) % 4 = 0)
) STRICT;

CREATE UNIQUE INDEX saved_selection_once
    ON saved_selection (set_id, label, ifnull(saved_at, -9223372036854775808), tag_ids);

-- Which saved selections hold a tag, and the other way round.
CREATE TABLE posting (
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    saved_selection_id INTEGER NOT NULL REFERENCES saved_selection (id) ON DELETE CASCADE,
    PRIMARY KEY (tag_id, saved_selection_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX posting_by_saved_selection ON posting (saved_selection_id);

-- With which tags a tag stands in saved selections, and in how many: one packed row a tag, of
-- (tag id, count) pairs, four bytes each, little-endian, ascending by id.
CREATE TABLE pair_count (
    tag_id INTEGER PRIMARY KEY REFERENCES tag (id) ON DELETE CASCADE,
    counts BLOB NOT NULL CHECK (length(counts) > 0 AND length(counts) % 8 = 0)
) STRICT;

-- A word of labels. It counts as a given tag does, and is never suggested: `counts` is packed as in
-- pair_count and holds tags by their id, and other words by their id with the top bit set.
CREATE TABLE word (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL UNIQUE CHECK (text <> ''),
    uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    counts BLOB NOT NULL DEFAULT x'' CHECK (length(counts) % 8 = 0)
) STRICT;

-- Which saved selections have a word in their label.
CREATE TABLE word_posting (
    word_id INTEGER NOT NULL REFERENCES word (id),
    saved_selection_id INTEGER NOT NULL REFERENCES saved_selection (id) ON DELETE CASCADE,
    PRIMARY KEY (word_id, saved_selection_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX word_posting_by_saved_selection ON word_posting (saved_selection_id);

-- Singleton state: exactly one row.
CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    chosen_set_id INTEGER REFERENCES tag_set (id) ON DELETE SET NULL,
    saved_selection_count INTEGER NOT NULL DEFAULT 0 CHECK (saved_selection_count >= 0)
) STRICT;

CREATE INDEX state_by_chosen_set ON state (chosen_set_id);

CREATE TRIGGER saved_selection_counted AFTER INSERT ON saved_selection
BEGIN UPDATE state SET saved_selection_count = saved_selection_count + 1; END;

CREATE TRIGGER saved_selection_uncounted AFTER DELETE ON saved_selection
BEGIN UPDATE state SET saved_selection_count = saved_selection_count - 1; END;

-- The steps that can be undone and redone, oldest first: `changes` is a JSON list of row changes
-- that take the step back (or, where it was undone, make it again).
CREATE TABLE undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    summary TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    changes TEXT NOT NULL CHECK (json_valid(changes))
) STRICT;

-- What measured a text: its name, version and settings in one line.
CREATE TABLE measurer (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
) STRICT;

-- The measured size of one text by one measurer, in the measurer's unit.
CREATE TABLE measurement (
    measurer_id INTEGER NOT NULL REFERENCES measurer (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    width REAL NOT NULL CHECK (width >= 0),
    height REAL NOT NULL CHECK (height >= 0),
    baseline REAL NOT NULL,
    used_on INTEGER NOT NULL,  -- days since 1970
    PRIMARY KEY (measurer_id, text)
) STRICT, WITHOUT ROWID;

-- Full-text indexes over the folded keys of tags and aliases: any three characters in a row, and words by
-- their beginning. The rowid is twice a tag's id, or twice an alias's id and one.
CREATE VIRTUAL TABLE key_trigram USING fts5 (folded, content = '', tokenize = 'trigram');
CREATE VIRTUAL TABLE key_word USING fts5 (
    folded, content = '', tokenize = 'unicode61', prefix = '1 2'
);

CREATE TRIGGER tag_indexed AFTER INSERT ON tag BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2, new.folded);
END;

CREATE TRIGGER tag_reindexed AFTER UPDATE OF folded ON tag BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_word (key_word, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2, new.folded);
END;

CREATE TRIGGER tag_unindexed AFTER DELETE ON tag BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_word (key_word, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
END;

CREATE TRIGGER alias_indexed AFTER INSERT ON alias BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
END;

CREATE TRIGGER alias_unindexed AFTER DELETE ON alias BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2 + 1, old.folded);
    INSERT INTO key_word (key_word, rowid, folded) VALUES ('delete', old.id * 2 + 1, old.folded);
END;

-- A new database has one set, and it is chosen.
INSERT INTO tag_set (id, key, name) VALUES (1, 'default', 'default');
INSERT INTO state (id, chosen_set_id) VALUES (1, 1);

PRAGMA user_version = 1;
