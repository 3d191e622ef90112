-- The rows that changed since the last exchange, with the stamps of their changes: of each combination of changed fields, the
-- last one.
CREATE TABLE new_sync_touched (
    kind INTEGER NOT NULL,
    row_id INTEGER NOT NULL,
    fields INTEGER NOT NULL,  -- bits; -1: all
    time INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    PRIMARY KEY (kind, row_id, fields)
) STRICT, WITHOUT ROWID;

INSERT INTO new_sync_touched SELECT kind, row_id, -1, time, counter FROM sync_touched;
DROP TABLE sync_touched;
ALTER TABLE new_sync_touched RENAME TO sync_touched;

-- When a file that this device wrote was known to be intact, in milliseconds since 1970; null: not checked.
ALTER TABLE sync_file ADD COLUMN checked_at INTEGER;

PRAGMA user_version = 41;
