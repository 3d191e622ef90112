-- Tokens of the scope 'sync', which opens only the files that devices exchange.
CREATE TABLE new_token (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    scope TEXT NOT NULL CHECK (scope IN ('suggest', 'read', 'write', 'admin', 'sync')),
    sets TEXT CHECK (sets IS NULL OR json_valid(sets)),  -- the ids of the sets that it opens as a JSON list; null: every set
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    expires_at INTEGER,  -- milliseconds since 1970; null: never
    used_on INTEGER  -- days since 1970; null: never
) STRICT;

INSERT INTO new_token SELECT id, name, hash, scope, sets, made_at, expires_at, used_on FROM token;

-- The ids of revoked tokens aren't used again.
DELETE FROM sqlite_sequence WHERE name = 'new_token';
INSERT INTO sqlite_sequence (name, seq) SELECT 'new_token', seq FROM sqlite_sequence WHERE name = 'token';

DROP TABLE token;
ALTER TABLE new_token RENAME TO token;

PRAGMA user_version = 36;
