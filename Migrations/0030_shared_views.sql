-- Views that anyone with a secret address can read; like that of a token, the secret is stored as its SHA-256 only. Null: not shared.
ALTER TABLE saved_view ADD COLUMN share_hash BLOB CHECK (length(share_hash) = 32);
-- Whether the address also opens a page, rather than feeds only.
ALTER TABLE saved_view ADD COLUMN share_page INTEGER NOT NULL DEFAULT 0 CHECK (share_page IN (0, 1));
CREATE UNIQUE INDEX saved_view_by_share ON saved_view (share_hash) WHERE share_hash IS NOT NULL;

-- The random key that the ids of feeds and their entries are computed with, so that they are unique and reveal no numbers of items.
ALTER TABLE state ADD COLUMN feed_key BLOB CHECK (length(feed_key) = 32);
UPDATE state SET feed_key = randomblob(32);

PRAGMA user_version = 30;
