-- Pairs of large selections. Every two tags of a saved selection are a pair, so that very many tags would make far too
-- many: of those the pairs of the rarest are counted, chosen when the selection is saved. `paired_tag_ids` holds these
-- as `tag_ids` does, so that what is counted in is counted out, whatever the uses are by then; null: all of the tags.
ALTER TABLE saved_selection ADD COLUMN paired_tag_ids BLOB
    CHECK (length(paired_tag_ids) > 0 AND length(paired_tag_ids) % 4 = 0);

PRAGMA user_version = 5;
