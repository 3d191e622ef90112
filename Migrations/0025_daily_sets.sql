-- Daily sets, the local days of items, and the sets that entrances saved to last.

ALTER TABLE tag_set ADD COLUMN daily INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1));
-- The local day that the selection of a daily set belongs to, in days since 1970; null: the day of its next use.
ALTER TABLE tag_set ADD COLUMN board_day INTEGER;
-- The tags that were on at the end of an earlier day and weren't saved: {"day": 20785, "tags": [5]}; null: none, or reported.
ALTER TABLE tag_set ADD COLUMN unsaved TEXT CHECK (unsaved IS NULL OR json_valid(unsaved));

-- The local day when the item was saved, in days since 1970, which doesn't change with the time zone; null: unknown.
ALTER TABLE item ADD COLUMN day INTEGER;
UPDATE item SET day = CAST(julianday(date(saved_at / 1000.0, 'unixepoch', 'localtime')) - 2440587.5 AS INTEGER)
WHERE saved_at IS NOT NULL;
CREATE INDEX item_by_day ON item (set_id, day) WHERE location IS NULL;

UPDATE tag_set SET daily = 1 WHERE json_extract(layout, '$.daily') = 1;
UPDATE tag_set SET layout = json_remove(layout, '$.daily') WHERE json_type(layout, '$.daily') IS NOT NULL;
UPDATE tag_set SET board_day = (SELECT max(day) FROM item WHERE set_id = tag_set.id AND location IS NULL) WHERE daily;

-- An entrance is a way in which items are saved, such as the page or a token; it remembers its set.
CREATE TABLE entrance (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX entrance_by_set ON entrance (set_id);

PRAGMA user_version = 25;
