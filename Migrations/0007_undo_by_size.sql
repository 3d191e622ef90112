-- Undo by size. Steps are kept as long as they take no more than a number of bytes in all, however many they are.
-- `bytes` is what a step takes: 64 for its row, its summary and its changes, with those of its parts.
ALTER TABLE undo_step ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);

-- What all steps take, the most that they may take, and how many were forgotten to make room.
ALTER TABLE state ADD COLUMN undo_bytes INTEGER NOT NULL DEFAULT 0 CHECK (undo_bytes >= 0);
ALTER TABLE state ADD COLUMN undo_limit INTEGER NOT NULL DEFAULT 67108864 CHECK (undo_limit > 0);
ALTER TABLE state ADD COLUMN undo_forgotten INTEGER NOT NULL DEFAULT 0 CHECK (undo_forgotten >= 0);

UPDATE undo_step
SET bytes = 64 + length(CAST(summary AS BLOB)) + length(CAST(changes AS BLOB)) + ifnull(
    (SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part WHERE step_id = undo_step.id), 0);

-- The steps that can be redone are few among very many, and each change deletes them.
CREATE INDEX undo_step_undone ON undo_step (id) WHERE undone = 1;

-- Steps were forgotten at the beginning alone, where a thousand newer ones were kept.
UPDATE state SET undo_bytes = (SELECT ifnull(sum(bytes), 0) FROM undo_step),
    undo_forgotten = (SELECT max(ifnull(min(id), 1) - 1, 0) FROM undo_step);

CREATE TRIGGER undo_step_sized AFTER INSERT ON undo_step
BEGIN UPDATE state SET undo_bytes = undo_bytes + new.bytes; END;

CREATE TRIGGER undo_step_resized AFTER UPDATE OF bytes ON undo_step WHEN old.bytes <> new.bytes
BEGIN UPDATE state SET undo_bytes = max(undo_bytes + new.bytes - old.bytes, 0); END;

CREATE TRIGGER undo_step_unsized AFTER DELETE ON undo_step
BEGIN UPDATE state SET undo_bytes = max(undo_bytes - old.bytes, 0); END;

PRAGMA user_version = 7;
