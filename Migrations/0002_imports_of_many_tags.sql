-- Imports of many tags. An import may say that the full-text indexes wait until its tags are all there: the
-- transaction that sets the flag fills them from the new rows and takes it back before it commits.
ALTER TABLE state ADD COLUMN indexes_wait INTEGER NOT NULL DEFAULT 0 CHECK (indexes_wait IN (0, 1));

DROP TRIGGER tag_indexed;
CREATE TRIGGER tag_indexed AFTER INSERT ON tag WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2, new.folded);
END;

DROP TRIGGER alias_indexed;
CREATE TRIGGER alias_indexed AFTER INSERT ON alias WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
END;

-- A row that is written again with the same key keeps its entries.
DROP TRIGGER tag_reindexed;
CREATE TRIGGER tag_reindexed AFTER UPDATE OF folded ON tag WHEN old.folded <> new.folded BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_word (key_word, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
    INSERT INTO key_word (rowid, folded) VALUES (new.id * 2, new.folded);
END;

-- Which tags begin with a text, and what orders them, without a look at their rows.
DROP INDEX tag_by_folded;
CREATE INDEX tag_by_folded ON tag (folded, frecency, uses, other_uses);

PRAGMA user_version = 2;
