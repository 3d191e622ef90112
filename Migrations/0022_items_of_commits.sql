-- The items that the commit changed, as a list of objects with id, operation and location, which is absent for an item without one;
-- null: too many to list, or unknown, as for commits before schema version 22.
ALTER TABLE commit_log ADD COLUMN items TEXT CHECK (items IS NULL OR json_valid(items));

PRAGMA user_version = 22;
