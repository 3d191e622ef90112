-- Undo after an exchange compares registers, so the rows that an exchange wrote over others aren't kept.
UPDATE undo_step SET bytes = bytes - length(CAST(received_rows AS BLOB)) WHERE received_rows IS NOT NULL;
ALTER TABLE undo_step DROP COLUMN received_rows;
-- Whether the changes of a step follow from registers: they have no order in which they could be applied.
ALTER TABLE undo_step ADD COLUMN by_registers INTEGER NOT NULL DEFAULT 0 CHECK (by_registers IN (0, 1));
-- The stamp of a step's changes until they are registers; null: they are, or sync isn't set up.
ALTER TABLE undo_step ADD COLUMN stamp_time INTEGER CHECK (stamp_time >= 0);
ALTER TABLE undo_step ADD COLUMN stamp_counter INTEGER CHECK (stamp_counter >= 0);
CREATE INDEX undo_step_unsent ON undo_step (stamp_time, stamp_counter) WHERE stamp_time IS NOT NULL;

PRAGMA user_version = 42;
