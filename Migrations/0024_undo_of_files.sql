-- The files that an undo step changed. Undoing the step writes `bytes` to a file that still has the bytes with the hash `written`.
CREATE TABLE undo_file (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES undo_step (id) ON DELETE CASCADE,
    path TEXT NOT NULL CHECK (path <> ''),  -- absolute, without symbolic links
    -- Whether the bytes are those of the attribute `user.xdg.tags`, rather than of the content.
    is_attribute INTEGER NOT NULL CHECK (is_attribute IN (0, 1)),
    written BLOB NOT NULL CHECK (length(written) = 32),  -- SHA-256
    bytes BLOB NOT NULL,
    -- Whether `bytes` are those after the step, because the file was restored.
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
) STRICT;

CREATE INDEX undo_file_by_step ON undo_file (step_id, id);

-- The files whose bytes were discarded to keep the undo log within its limit.
ALTER TABLE undo_step ADD COLUMN discarded_files INTEGER NOT NULL DEFAULT 0 CHECK (discarded_files >= 0);

PRAGMA user_version = 24;
