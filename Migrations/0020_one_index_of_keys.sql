-- No query uses the index of words in keys.
DROP TRIGGER alias_indexed;
DROP TRIGGER alias_unindexed;
DROP TRIGGER tag_indexed;
DROP TRIGGER tag_reindexed;
DROP TRIGGER tag_unindexed;
DROP TABLE key_word;
CREATE TRIGGER alias_indexed AFTER INSERT ON alias WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
END;
CREATE TRIGGER alias_unindexed AFTER DELETE ON alias BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2 + 1, old.folded);
END;
CREATE TRIGGER tag_indexed AFTER INSERT ON tag WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
END;
CREATE TRIGGER tag_reindexed AFTER UPDATE OF folded ON tag WHEN old.folded <> new.folded BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
END;
CREATE TRIGGER tag_unindexed AFTER DELETE ON tag BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
END;

PRAGMA user_version = 20;
