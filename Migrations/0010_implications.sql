-- Rules between tags: who has the first tag has the second. They form no cycle, which the transaction that makes one sees to.
CREATE TABLE implication (
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    implied_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    PRIMARY KEY (tag_id, implied_tag_id),
    CHECK (tag_id <> implied_tag_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX implication_by_implied_tag ON implication (implied_tag_id);

-- Whether the commit changed rules, for a process that holds them in memory.
ALTER TABLE tag_change ADD COLUMN changes_rules INTEGER NOT NULL DEFAULT 0 CHECK (changes_rules IN (0, 1));

PRAGMA user_version = 10;
