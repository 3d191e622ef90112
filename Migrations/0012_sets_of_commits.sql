-- The sets whose content changed, as a JSON object of names by id, since a name may be reused. Null: too many, or an older commit.
ALTER TABLE commit_log ADD COLUMN set_names TEXT CHECK (set_names IS NULL OR json_valid(set_names));

PRAGMA user_version = 12;
