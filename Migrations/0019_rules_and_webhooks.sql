-- Rules for items: a new item that matches the query gets the tag, as a suggestion or automatically.
CREATE TABLE item_rule (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query TEXT NOT NULL CHECK (query <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    UNIQUE (tag_id, query)
) STRICT;

-- Programs that are sent the commits. The rows of `commit_log` after `last_commit` are their queue.
CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL CHECK (url <> ''),
    -- The key of the signatures; it can't be stored as a hash.
    secret TEXT NOT NULL CHECK (secret <> ''),
    -- The commits that are sent; null: all of them.
    event TEXT CHECK (event IN ('items', 'tags')),
    made_at INTEGER NOT NULL,
    -- The last commit that was delivered, skipped or given up.
    last_commit INTEGER NOT NULL CHECK (last_commit >= 0),
    -- The failed attempts to deliver the next commit, and when to try again, in milliseconds since 1970; null: now.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    retry_at INTEGER,
    -- When the last attempt was made, its commit, and its result; null: none was made.
    tried_at INTEGER,
    tried_commit INTEGER,
    result TEXT
) STRICT;

-- What the commit changed: 1 for items, 2 for tags, 3 for both; null: unknown, as for commits before schema version 19.
ALTER TABLE commit_log ADD COLUMN kinds INTEGER;

PRAGMA user_version = 19;
