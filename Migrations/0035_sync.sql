-- The store with which the database is synchronized; without a row, sync isn't set up.
CREATE TABLE sync_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    device BLOB NOT NULL CHECK (length(device) = 8),
    device_name TEXT NOT NULL CHECK (device_name <> ''),
    store BLOB NOT NULL CHECK (length(store) = 16),
    store_key BLOB CHECK (length(store_key) = 32),  -- null: unencrypted
    target TEXT NOT NULL CHECK (target <> ''),  -- a folder or URL
    token TEXT,  -- of a server
    -- The newest stamp that was written or read.
    clock_time INTEGER NOT NULL DEFAULT 0,
    clock_counter INTEGER NOT NULL DEFAULT 0,
    needs_base INTEGER NOT NULL DEFAULT 0 CHECK (needs_base IN (0, 1)),
    last_exchange INTEGER,  -- milliseconds since 1970
    problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems))
) STRICT;

-- A thing of the store with its registers.
CREATE TABLE sync_thing (
    number INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    -- The row that shows the thing, or showed it last: undo restores deleted rows under their ids.
    row_id INTEGER,
    unsent INTEGER NOT NULL DEFAULT 0 CHECK (unsent IN (0, 1)),
    -- Empty for a thing that others refer to and that hasn't arrived.
    registers BLOB NOT NULL,
    UNIQUE (kind, id)
) STRICT;

CREATE INDEX sync_thing_by_row ON sync_thing (kind, row_id) WHERE row_id IS NOT NULL;
CREATE INDEX sync_thing_unsent ON sync_thing (number) WHERE unsent = 1;

-- The rows that changed since the last exchange, with the stamp of their last change.
CREATE TABLE sync_touched (
    kind INTEGER NOT NULL,
    row_id INTEGER NOT NULL,
    time INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    PRIMARY KEY (kind, row_id)
) STRICT, WITHOUT ROWID;

-- The files of the store that were written and read.
CREATE TABLE sync_file (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE CHECK (path <> ''),
    state INTEGER NOT NULL,  -- 0 reserved, 1 written, 2 read
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
    made_at INTEGER,  -- milliseconds since 1970
    size INTEGER CHECK (size >= 0)  -- of a written file; null: not known
) STRICT;

-- The devices whose changes were received.
CREATE TABLE sync_device (
    device BLOB PRIMARY KEY CHECK (length(device) = 8),
    name TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0),
    last_change INTEGER  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- Whether an exchange received the changes of the step.
ALTER TABLE undo_step ADD COLUMN received INTEGER NOT NULL DEFAULT 0 CHECK (received IN (0, 1));
-- The names of the devices that made received changes, and the rows that these wrote over others, like `changes`.
ALTER TABLE undo_step ADD COLUMN received_from TEXT CHECK (received_from <> '');
ALTER TABLE undo_step ADD COLUMN received_rows TEXT CHECK (received_rows IS NULL OR json_valid(received_rows));
-- The newest step when the step was undone or redone last; null: never.
ALTER TABLE undo_step ADD COLUMN replayed_after INTEGER;

PRAGMA user_version = 35;
