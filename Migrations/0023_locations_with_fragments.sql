-- The normalized locations distinguish fragments, and ignore the order of parameters and a slash at the end of the path. The
-- program computes `location_key` again. Items of a set whose locations were different may have the same one now; they stay
-- separate items, so the index isn't unique. Such a location means the newest item, and saving finds it by this index.
DROP INDEX item_by_location;
CREATE INDEX item_by_location ON item (location_key, set_id, saved_at) WHERE location_key IS NOT NULL;

PRAGMA user_version = 23;
