-- The history of a set, the newest time first; selections without a time come last.
CREATE INDEX saved_selection_by_time ON saved_selection (set_id, saved_at);

-- Tags that look alike and are not the same, as a person has said: they are offered for no merge any more.
CREATE TABLE distinct_pair (
    first_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    second_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    PRIMARY KEY (first_tag_id, second_tag_id),
    CHECK (first_tag_id < second_tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX distinct_pair_by_second ON distinct_pair (second_tag_id);

PRAGMA user_version = 6;
