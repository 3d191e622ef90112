-- How an item without a location was saved, by which sync knows it on several devices: 1 saved without a time, 2 imported,
-- 3 imported without a time; null: saved with a time, unknown, or the item has a location.
ALTER TABLE item ADD COLUMN arrival INTEGER CHECK (arrival BETWEEN 1 AND 3);

PRAGMA user_version = 40;
