-- The last request for the location of an item. An item that was never checked, or whose location changed since, has no row.
CREATE TABLE link_check (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- The status of the response; 0 without a response.
    status INTEGER NOT NULL CHECK (status = 0 OR status BETWEEN 200 AND 999),
    -- Times are in milliseconds since 1970. `since` is the time of the first of the last checks with this status.
    checked_at INTEGER NOT NULL,
    since INTEGER NOT NULL CHECK (since <= checked_at),
    -- The new location of a permanent redirect.
    location TEXT CHECK (location <> ''),
    CHECK (ifnull(location, '') = '' OR status IN (301, 308))
) STRICT;

PRAGMA user_version = 34;
