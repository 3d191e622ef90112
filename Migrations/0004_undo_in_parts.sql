-- Steps that change many rows. Their changes are kept in parts, so that no one has to hold all of them: a part is a JSON
-- list as in undo_step.changes, which is the last of them. A step is undone by its own list, then by its parts from the
-- newest to the oldest.
CREATE TABLE undo_part (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES undo_step (id) ON DELETE CASCADE,
    changes TEXT NOT NULL CHECK (json_valid(changes))
) STRICT;

CREATE INDEX undo_part_by_step ON undo_part (step_id, id);

PRAGMA user_version = 4;
