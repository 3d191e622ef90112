-- Undo after an exchange compares registers, so the rows that an exchange wrote over others aren't kept.
UPDATE undo_step SET bytes = bytes - length(CAST(received_rows AS BLOB)) WHERE received_rows IS NOT NULL;
ALTER TABLE undo_step DROP COLUMN received_rows;

PRAGMA user_version = 42;
