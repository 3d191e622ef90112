-- How sure suggestions are, and whose experience they use besides one's own.

-- What the selection taught about the scores of suggestions: the answer to a question that was asked before it was learnt, as
-- words of four bytes, little-endian. The first has the number of given tags (8 bits), of scores (8 bits) and the hits (16 bits),
-- then come the scores; with a base, eight bytes of its hash and the gain of each share. Null: nothing was asked.
ALTER TABLE saved_selection ADD COLUMN lesson BLOB CHECK (length(lesson) > 0 AND length(lesson) % 4 = 0);

CREATE INDEX saved_selection_with_lesson ON saved_selection (id) WHERE lesson IS NOT NULL;

-- The state of the calibration, 14 numbers of eight bytes: the fold of all lessons, oldest first. Null: there are none.
ALTER TABLE state ADD COLUMN calibration BLOB CHECK (length(calibration) = 112);
-- The same for the share of the own estimate beside a base: eight bytes of its hash, and 8 numbers. Null: no lesson had a base.
ALTER TABLE state ADD COLUMN mixture BLOB CHECK (length(mixture) = 72);
-- The file of the base in use, and its SHA-256; null: none.
ALTER TABLE state ADD COLUMN base_path TEXT CHECK (base_path <> '');
ALTER TABLE state ADD COLUMN base_hash BLOB CHECK (length(base_hash) = 32);

PRAGMA user_version = 9;
