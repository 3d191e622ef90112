-- The device that has a connection, of databases that are synchronized.
CREATE TABLE connection_device (
    url TEXT PRIMARY KEY CHECK (url <> ''),
    -- The set may be deleted, and restored by undo.
    set_id INTEGER NOT NULL,
    device BLOB NOT NULL CHECK (length(device) = 8)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 38;
