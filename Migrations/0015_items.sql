-- The vocabulary of the program: an item has a title, a location and tags; the model is the shared statistics in use.

ALTER TABLE saved_selection RENAME TO item;
ALTER TABLE item RENAME COLUMN label TO title;
ALTER TABLE item RENAME COLUMN source TO location;
ALTER TABLE item RENAME COLUMN origin TO imported_from;
ALTER TABLE item RENAME COLUMN lesson TO calibration_sample;
ALTER TABLE posting RENAME COLUMN saved_selection_id TO item_id;
ALTER TABLE word_posting RENAME COLUMN saved_selection_id TO item_id;
ALTER TABLE state RENAME COLUMN saved_selection_count TO item_count;
ALTER TABLE state RENAME COLUMN base_path TO model_path;
ALTER TABLE state RENAME COLUMN base_hash TO model_hash;
ALTER TABLE state RENAME COLUMN undo_forgotten TO undo_discarded;
ALTER TABLE tag_change RENAME COLUMN changes_rules TO changes_implications;

DROP TRIGGER saved_selection_counted;
DROP TRIGGER saved_selection_uncounted;
CREATE TRIGGER item_counted AFTER INSERT ON item
BEGIN UPDATE state SET item_count = item_count + 1; END;
CREATE TRIGGER item_uncounted AFTER DELETE ON item
BEGIN UPDATE state SET item_count = item_count - 1; END;

DROP INDEX posting_by_saved_selection;
DROP INDEX word_posting_by_saved_selection;
DROP INDEX saved_selection_by_source;
DROP INDEX saved_selection_by_time;
DROP INDEX saved_selection_once;
DROP INDEX saved_selection_with_lesson;
CREATE INDEX posting_by_item ON posting (item_id);
CREATE INDEX word_posting_by_item ON word_posting (item_id);
CREATE UNIQUE INDEX item_by_location ON item (set_id, location) WHERE location IS NOT NULL;
CREATE INDEX item_by_time ON item (set_id, saved_at);
CREATE UNIQUE INDEX item_once
    ON item (set_id, title, ifnull(saved_at, -9223372036854775808), tag_ids) WHERE location IS NULL;
CREATE INDEX item_with_calibration_sample ON item (id) WHERE calibration_sample IS NOT NULL;

-- The undo log names the kinds of its changes. Quotation marks within a name are escaped in JSON, so that only kinds are replaced.
UPDATE undo_step SET changes =
    replace(replace(changes, '["putSavedSelection",', '["putItem",'), '["deleteSavedSelections",', '["deleteItems",')
WHERE changes LIKE '%SavedSelection%';
UPDATE undo_part SET changes =
    replace(replace(changes, '["putSavedSelection",', '["putItem",'), '["deleteSavedSelections",', '["deleteItems",')
WHERE changes LIKE '%SavedSelection%';
UPDATE undo_step
SET bytes = 64 + length(CAST(summary AS BLOB)) + length(CAST(changes AS BLOB)) + ifnull(
    (SELECT sum(length(CAST(changes AS BLOB))) FROM undo_part WHERE step_id = undo_step.id), 0);

PRAGMA user_version = 15;
