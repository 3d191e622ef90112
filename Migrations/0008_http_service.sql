-- What the HTTP service keeps: the number of the latest commit, who may do what, and the answers to repeated requests.

-- A row for each transaction that changed tags, sets, selections or saved selections, the newest last, so that a program
-- can follow the commits of others. The oldest rows are deleted; the newest one always stays.
CREATE TABLE commit_log (
    id INTEGER PRIMARY KEY,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    -- The command with the first tags, as in undo_step.
    summary TEXT NOT NULL,
    -- The names of the sets and tags that changed as JSON lists; null: too many to list.
    sets TEXT CHECK (sets IS NULL OR json_valid(sets)),
    tags TEXT CHECK (tags IS NULL OR json_valid(tags))
) STRICT;

-- Access tokens. Of a token only its SHA-256 is stored; neither is exported.
CREATE TABLE token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    scope TEXT NOT NULL CHECK (scope IN ('suggest', 'read', 'write', 'admin')),
    sets TEXT CHECK (sets IS NULL OR json_valid(sets)),  -- the ids of the sets that it opens as a JSON list; null: every set
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    expires_at INTEGER,  -- milliseconds since 1970; null: never
    used_on INTEGER  -- days since 1970; null: never
) STRICT;

-- The first answer to a request with an idempotency key, committed together with what the request changed.
CREATE TABLE first_answer (
    key TEXT PRIMARY KEY,  -- the caller and the key that it sent
    request_hash BLOB NOT NULL,
    status INTEGER NOT NULL,
    headers TEXT NOT NULL CHECK (json_valid(headers)),
    body BLOB NOT NULL,
    made_at INTEGER NOT NULL  -- milliseconds since 1970
) STRICT;

CREATE INDEX first_answer_by_time ON first_answer (made_at);

PRAGMA user_version = 8;
