-- Which tags were changed lately, the newest last, so that a process that holds tags in memory can follow the commits of
-- others. A row without a tag says that more was changed than is listed; the oldest rows are taken out.
CREATE TABLE tag_change (
    id INTEGER PRIMARY KEY,
    tag_id INTEGER,
    -- Whether the commit brought or took saved selections, and so changed counts of pairs.
    changes_counts INTEGER NOT NULL CHECK (changes_counts IN (0, 1))
) STRICT;

INSERT INTO tag_change (tag_id, changes_counts) VALUES (NULL, 1);

PRAGMA user_version = 3;
