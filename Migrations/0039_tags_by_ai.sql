-- The tags that the other program's language model attached, as in `tags`; they are evidence of half weight.
ALTER TABLE remote_item ADD COLUMN ai_tags BLOB NOT NULL DEFAULT x'' CHECK (length(ai_tags) % 4 = 0);

-- Whether a change of tags there wasn't applied, because the item was deleted here; undo may restore it.
ALTER TABLE remote_item ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed IN (0, 1));

CREATE INDEX remote_item_with_ai_tags ON remote_item (item_id) WHERE length(ai_tags) > 0;

PRAGMA user_version = 39;
