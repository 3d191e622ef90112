-- Undo after an exchange compares registers, so the rows that an exchange wrote over others aren't kept.
UPDATE undo_step SET bytes = bytes - length(CAST(received_rows AS BLOB)) WHERE received_rows IS NOT NULL;
ALTER TABLE undo_step DROP COLUMN received_rows;
-- Whether the changes of a step follow from registers: they have no order in which they could be applied.
ALTER TABLE undo_step ADD COLUMN by_registers INTEGER NOT NULL DEFAULT 0 CHECK (by_registers IN (0, 1));

PRAGMA user_version = 42;
