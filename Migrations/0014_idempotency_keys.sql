-- Requests with an Idempotency-Key. For a day, a repeat gets the status and Location of the first response; the body too, while it is
-- among the newest 16 MB of bodies.

CREATE TABLE idempotency_key (
    id INTEGER PRIMARY KEY,
    caller TEXT NOT NULL CHECK (caller <> ''),  -- "token 5" or "admin"
    key TEXT NOT NULL CHECK (key <> ''),
    number INTEGER NOT NULL,  -- counts the keys of the caller
    request_hash BLOB NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    UNIQUE (caller, key),
    UNIQUE (caller, number)
) STRICT;

CREATE INDEX idempotency_key_by_time ON idempotency_key (made_at);

CREATE TABLE idempotency_body (
    -- Where the body would end if all bodies were written to one file: the difference of two is the size of those between them.
    end_position INTEGER PRIMARY KEY,
    key_id INTEGER NOT NULL UNIQUE REFERENCES idempotency_key (id) ON DELETE CASCADE,
    headers TEXT NOT NULL CHECK (json_valid(headers)),
    body BLOB NOT NULL
) STRICT;

-- Keys were stored as "token 5 KEY" or "admin KEY". Their bodies had no limit and are dropped.
INSERT INTO idempotency_key (caller, key, number, request_hash, status, location, made_at)
SELECT caller, substr(key, length(caller) + 2), row_number() OVER (PARTITION BY caller ORDER BY made_at),
    request_hash, status, json_extract(headers, '$.Location'), made_at
FROM (
    SELECT *, CASE WHEN key LIKE 'token %' THEN substr(key, 1, 6 + instr(substr(key, 7) || ' ', ' ') - 1) ELSE 'admin' END AS caller
    FROM first_answer
)
WHERE length(key) > length(caller) + 1
ORDER BY made_at;

DROP TABLE first_answer;

PRAGMA user_version = 14;
