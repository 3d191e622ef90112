-- Scores by an item and given tags have a separate calibration. The program computes all calibrations again from the samples.
ALTER TABLE state ADD COLUMN item_and_tags_calibration BLOB CHECK (length(item_and_tags_calibration) = 112);

PRAGMA user_version = 28;
