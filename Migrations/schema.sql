-- trigger alias_indexed
CREATE TRIGGER alias_indexed AFTER INSERT ON alias WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2 + 1, new.folded);
END;

-- trigger alias_key_is_no_tag
CREATE TRIGGER alias_key_is_no_tag BEFORE INSERT ON alias
WHEN EXISTS (SELECT 1 FROM tag WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'a tag has this key'); END;

-- trigger alias_unindexed
CREATE TRIGGER alias_unindexed AFTER DELETE ON alias BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2 + 1, old.folded);
END;

-- trigger item_counted
CREATE TRIGGER item_counted AFTER INSERT ON item BEGIN
    UPDATE state SET item_count = item_count + 1, item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count + (length(new.tag_ids) > 0);
END;

-- trigger item_edited
CREATE TRIGGER item_edited AFTER UPDATE OF title, location, note, tag_ids ON item BEGIN
    UPDATE state SET item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count + (length(new.tag_ids) > 0) - (length(old.tag_ids) > 0);
END;

-- trigger item_uncounted
CREATE TRIGGER item_uncounted AFTER DELETE ON item BEGIN
    UPDATE state SET item_count = item_count - 1, item_changes = item_changes + 1,
        tagged_item_count = tagged_item_count - (length(old.tag_ids) > 0);
END;

-- trigger name_key_moved
CREATE TRIGGER name_key_moved AFTER UPDATE OF tag_id ON alias
BEGIN UPDATE name_key SET tag_id = new.tag_id WHERE alias_id = new.id; END;

-- trigger tag_indexed
CREATE TRIGGER tag_indexed AFTER INSERT ON tag WHEN NOT (SELECT indexes_wait FROM state) BEGIN
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
END;

-- trigger tag_key_is_no_alias
CREATE TRIGGER tag_key_is_no_alias BEFORE INSERT ON tag
WHEN EXISTS (SELECT 1 FROM alias WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'an alias has this key'); END;

-- trigger tag_key_stays_no_alias
CREATE TRIGGER tag_key_stays_no_alias BEFORE UPDATE OF key ON tag
WHEN EXISTS (SELECT 1 FROM alias WHERE key = new.key)
BEGIN SELECT RAISE (ABORT, 'an alias has this key'); END;

-- trigger tag_reindexed
CREATE TRIGGER tag_reindexed AFTER UPDATE OF folded ON tag WHEN old.folded <> new.folded BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
    INSERT INTO key_trigram (rowid, folded) VALUES (new.id * 2, new.folded);
END;

-- trigger tag_unindexed
CREATE TRIGGER tag_unindexed AFTER DELETE ON tag BEGIN
    INSERT INTO key_trigram (key_trigram, rowid, folded) VALUES ('delete', old.id * 2, old.folded);
END;

-- trigger undo_step_resized
CREATE TRIGGER undo_step_resized AFTER UPDATE OF bytes ON undo_step WHEN old.bytes <> new.bytes
BEGIN UPDATE state SET undo_bytes = max(undo_bytes + new.bytes - old.bytes, 0); END;

-- trigger undo_step_sized
CREATE TRIGGER undo_step_sized AFTER INSERT ON undo_step
BEGIN UPDATE state SET undo_bytes = undo_bytes + new.bytes; END;

-- trigger undo_step_unsized
CREATE TRIGGER undo_step_unsized AFTER DELETE ON undo_step
BEGIN UPDATE state SET undo_bytes = max(undo_bytes - old.bytes, 0); END;

-- table alias
CREATE TABLE alias (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    folded TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE
) STRICT;

-- table bookmark
CREATE TABLE bookmark (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    attributes TEXT NOT NULL CHECK (json_valid(attributes)),
    folders TEXT NOT NULL CHECK (json_valid(folders))
) STRICT;

-- table commit_log
CREATE TABLE commit_log (
    id INTEGER PRIMARY KEY,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    -- The command with the first tags, as in undo_step.
    summary TEXT NOT NULL,
    -- The names of the sets and tags that changed as JSON lists; null: too many to list.
    sets TEXT CHECK (sets IS NULL OR json_valid(sets)),
    tags TEXT CHECK (tags IS NULL OR json_valid(tags))
, set_names TEXT CHECK (set_names IS NULL OR json_valid(set_names)), kinds INTEGER, items TEXT CHECK (items IS NULL OR json_valid(items))) STRICT;

-- table connection
CREATE TABLE connection (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind TEXT NOT NULL CHECK (kind <> ''),
    url TEXT NOT NULL CHECK (url <> ''),
    -- The set may be deleted, and restored by undo.
    set_id INTEGER NOT NULL,
    -- The tags there at the last complete pull: a JSON object of names by their ids there.
    tags TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(tags)),
    -- The time of the last change there that was read, and that of the last complete pull; milliseconds since 1970.
    changed_at INTEGER,
    pulled_at INTEGER
) STRICT;

-- table connection_device
CREATE TABLE connection_device (
    url TEXT PRIMARY KEY CHECK (url <> ''),
    -- The set may be deleted, and restored by undo.
    set_id INTEGER NOT NULL,
    device BLOB NOT NULL CHECK (length(device) = 8)
) STRICT, WITHOUT ROWID;

-- table dismissed_tag
CREATE TABLE dismissed_tag (
    item_id INTEGER NOT NULL REFERENCES item (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    PRIMARY KEY (item_id, key)
) STRICT, WITHOUT ROWID;

-- table distinct_pair
CREATE TABLE distinct_pair (
    first_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    second_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    PRIMARY KEY (first_tag_id, second_tag_id),
    CHECK (first_tag_id < second_tag_id)
) STRICT, WITHOUT ROWID;

-- table entrance
CREATE TABLE entrance (
    name TEXT PRIMARY KEY CHECK (name <> ''),
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- table grdb_migrations
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);

-- table idempotency_body
CREATE TABLE idempotency_body (
    -- Where the body would end if all bodies were written to one file: the difference of two is the size of those between them.
    end_position INTEGER PRIMARY KEY,
    key_id INTEGER NOT NULL UNIQUE REFERENCES idempotency_key (id) ON DELETE CASCADE,
    headers TEXT NOT NULL CHECK (json_valid(headers)),
    body BLOB NOT NULL
) STRICT;

-- table idempotency_key
CREATE TABLE idempotency_key (
    id INTEGER PRIMARY KEY,
    caller TEXT NOT NULL CHECK (caller <> ''),  -- "token 5" or "admin"
    key TEXT NOT NULL CHECK (key <> ''),
    number INTEGER NOT NULL,  -- counts the keys of the caller
    request_hash BLOB NOT NULL,
    status INTEGER NOT NULL,
    location TEXT,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    UNIQUE (caller, key),
    UNIQUE (caller, number)
) STRICT;

-- table implication
CREATE TABLE implication (
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    implied_tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    PRIMARY KEY (tag_id, implied_tag_id),
    CHECK (tag_id <> implied_tag_id)
) STRICT, WITHOUT ROWID;

-- table item
CREATE TABLE "item" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE,
    title TEXT NOT NULL DEFAULT '',
    saved_at INTEGER,  -- milliseconds since 1970; null: unknown
    -- When a field last changed, in milliseconds since 1970; null: not since the item was saved.
    modified_at INTEGER,
    -- The sorted ids of the tags, four bytes each, little-endian; empty: untagged.
    tag_ids BLOB NOT NULL CHECK (length(tag_ids) % 4 = 0),
    -- The tags whose pairs are counted, as in `tag_ids`; null: all of them.
    paired_tag_ids BLOB CHECK (length(paired_tag_ids) > 0 AND length(paired_tag_ids) % 4 = 0),
    -- The words of the title as features: their ids with the top bit set, as in `tag_ids`.
    location TEXT CHECK (location <> ''),
    location_key TEXT CHECK (location_key <> ''),
    -- The host of a URL with its labels in reverse order, each followed by a dot: 'org.swift.forums.'.
    site TEXT CHECK (site <> ''),
    note TEXT NOT NULL DEFAULT '',
    -- The file or folder that the item was last imported from.
    imported_from TEXT CHECK (imported_from <> ''),
    -- The scores of the best suggestions before the item was learned, and whether they were right; null: no sample.
    calibration_sample BLOB CHECK (length(calibration_sample) > 0 AND length(calibration_sample) % 4 = 0)
, day INTEGER, arrival INTEGER CHECK (arrival BETWEEN 1 AND 3)) STRICT;

-- table item_evidence
CREATE TABLE item_evidence (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- The words that count, ascending: the difference to the word before, and the occurrences in the text and in the other fields.
    words BLOB NOT NULL,
    -- The tags whose names were found when the item was saved, ascending: the difference to the tag before, the best place, and
    -- whether the item has the tag. In title, location and note, and in the text.
    field_names BLOB NOT NULL,
    text_names BLOB NOT NULL
) STRICT;

-- table item_rule
CREATE TABLE item_rule (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    query TEXT NOT NULL CHECK (query <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    automatic INTEGER NOT NULL CHECK (automatic IN (0, 1)),
    UNIQUE (tag_id, query)
) STRICT;

-- table item_text
CREATE VIRTUAL TABLE item_text USING fts5 (
    title, location, note, content = '', tokenize = "unicode61 remove_diacritics 0"
);

-- table item_text_config
CREATE TABLE 'item_text_config'(k PRIMARY KEY, v) WITHOUT ROWID;

-- table item_text_data
CREATE TABLE 'item_text_data'(id INTEGER PRIMARY KEY, block BLOB);

-- table item_text_docsize
CREATE TABLE 'item_text_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

-- table item_text_idx
CREATE TABLE 'item_text_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

-- table key_trigram
CREATE VIRTUAL TABLE key_trigram USING fts5 (folded, content = '', tokenize = 'trigram');

-- table key_trigram_config
CREATE TABLE 'key_trigram_config'(k PRIMARY KEY, v) WITHOUT ROWID;

-- table key_trigram_data
CREATE TABLE 'key_trigram_data'(id INTEGER PRIMARY KEY, block BLOB);

-- table key_trigram_docsize
CREATE TABLE 'key_trigram_docsize'(id INTEGER PRIMARY KEY, sz BLOB);

-- table key_trigram_idx
CREATE TABLE 'key_trigram_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;

-- table link_check
CREATE TABLE link_check (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- The status of the response; 0 without a response.
    status INTEGER NOT NULL CHECK (status = 0 OR status BETWEEN 200 AND 999),
    -- Times are in milliseconds since 1970. `since` is the time of the first of the last checks with this status.
    checked_at INTEGER NOT NULL,
    since INTEGER NOT NULL CHECK (since <= checked_at),
    -- The new location of a permanent redirect.
    location TEXT CHECK (location <> ''),
    CHECK (ifnull(location, '') = '' OR status IN (301, 308))
) STRICT;

-- table local_name
CREATE TABLE local_name (
    set_id INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    key TEXT NOT NULL CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (set_id, tag_id)
) STRICT, WITHOUT ROWID;

-- table measurement
CREATE TABLE measurement (
    measurer_id INTEGER NOT NULL REFERENCES measurer (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    width REAL NOT NULL CHECK (width >= 0),
    height REAL NOT NULL CHECK (height >= 0),
    baseline REAL NOT NULL,
    used_on INTEGER NOT NULL,  -- days since 1970
    PRIMARY KEY (measurer_id, text)
) STRICT, WITHOUT ROWID;

-- table measurer
CREATE TABLE measurer (
    id INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
) STRICT;

-- table merged_tag
CREATE TABLE merged_tag (
    tag_id INTEGER PRIMARY KEY,
    into_id INTEGER NOT NULL CHECK (into_id <> tag_id)
) STRICT;

-- table name_count
CREATE TABLE name_count (
    tag_id INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    place INTEGER NOT NULL,
    found INTEGER NOT NULL CHECK (found >= 0),
    hits INTEGER NOT NULL CHECK (hits BETWEEN 0 AND found),
    PRIMARY KEY (tag_id, set_id, place)
) STRICT, WITHOUT ROWID;

-- table name_key
CREATE TABLE name_key (
    key TEXT NOT NULL CHECK (key <> ''),
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    -- 0 for the whole name, 1 for the part after the last separator of a hierarchical name.
    part INTEGER NOT NULL CHECK (part IN (0, 1)),
    alias_id INTEGER REFERENCES alias (id) ON DELETE CASCADE
) STRICT;

-- table new_name
CREATE TABLE new_name (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    outcomes BLOB NOT NULL CHECK (length(outcomes) > 0)
) STRICT;

-- table new_name_count
CREATE TABLE new_name_count (
    set_id INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    expected INTEGER NOT NULL CHECK (expected >= 0),
    hits INTEGER NOT NULL CHECK (hits >= 0),
    PRIMARY KEY (set_id, kind)
) STRICT, WITHOUT ROWID;

-- table pair_count
CREATE TABLE pair_count (
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    set_id INTEGER NOT NULL,
    counts BLOB NOT NULL CHECK (length(counts) > 0 AND length(counts) % 8 = 0),
    PRIMARY KEY (tag_id, set_id)
) STRICT;

-- table posting
CREATE TABLE posting (
    tag_id INTEGER NOT NULL REFERENCES tag (id),
    item_id INTEGER NOT NULL REFERENCES "item" (id) ON DELETE CASCADE,
    PRIMARY KEY (tag_id, item_id)
) STRICT, WITHOUT ROWID;

-- table remote_item
CREATE TABLE remote_item (
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    remote_id TEXT NOT NULL CHECK (remote_id <> ''),
    -- The item may be deleted, and restored by undo.
    item_id INTEGER NOT NULL,
    -- The ids of rows of remote_tag, 4 bytes each.
    tags BLOB NOT NULL CHECK (length(tags) % 4 = 0),
    -- A hash of the title, location, note and time there.
    content INTEGER NOT NULL, ai_tags BLOB NOT NULL DEFAULT x'' CHECK (length(ai_tags) % 4 = 0), missed INTEGER NOT NULL DEFAULT 0 CHECK (missed IN (0, 1)),
    PRIMARY KEY (connection_id, remote_id)
) STRICT, WITHOUT ROWID;

-- table remote_tag
CREATE TABLE remote_tag (
    id INTEGER PRIMARY KEY,
    connection_id INTEGER NOT NULL REFERENCES connection (id) ON DELETE CASCADE,
    name TEXT NOT NULL CHECK (name <> ''),
    key TEXT NOT NULL CHECK (key <> ''),
    UNIQUE (connection_id, name, key)
) STRICT;

-- table reviewed_item
CREATE TABLE reviewed_item (
    item_id INTEGER PRIMARY KEY REFERENCES item (id) ON DELETE CASCADE,
    -- Milliseconds since 1970.
    reviewed_at INTEGER NOT NULL
) STRICT;

-- table saved_view
CREATE TABLE saved_view (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    query TEXT NOT NULL
, share_hash BLOB CHECK (length(share_hash) = 32), share_page INTEGER NOT NULL DEFAULT 0 CHECK (share_page IN (0, 1))) STRICT;

-- table set_member
CREATE TABLE set_member (
    set_id INTEGER NOT NULL REFERENCES tag_set (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
    selected INTEGER NOT NULL DEFAULT 0 CHECK (selected IN (0, 1)),
    PRIMARY KEY (set_id, position),
    UNIQUE (set_id, tag_id)
) STRICT, WITHOUT ROWID;

-- table set_tag
CREATE TABLE set_tag (
    set_id INTEGER NOT NULL,
    tag_id INTEGER NOT NULL,
    uses INTEGER NOT NULL CHECK (uses > 0),
    PRIMARY KEY (set_id, tag_id)
) STRICT, WITHOUT ROWID;

-- table sqlite_sequence
CREATE TABLE sqlite_sequence(name,seq);

-- table state
CREATE TABLE state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    chosen_set_id INTEGER REFERENCES tag_set (id) ON DELETE SET NULL,
    item_count INTEGER NOT NULL DEFAULT 0 CHECK (item_count >= 0)
, indexes_wait INTEGER NOT NULL DEFAULT 0 CHECK (indexes_wait IN (0, 1)), undo_bytes INTEGER NOT NULL DEFAULT 0 CHECK (undo_bytes >= 0), undo_limit INTEGER NOT NULL DEFAULT 67108864 CHECK (undo_limit > 0), undo_discarded INTEGER NOT NULL DEFAULT 0 CHECK (undo_discarded >= 0), calibration BLOB CHECK (length(calibration) = 112), mixture BLOB CHECK (length(mixture) = 72), model_path TEXT CHECK (model_path <> ''), model_hash BLOB CHECK (length(model_hash) = 32), tagged_item_count INTEGER NOT NULL DEFAULT 0 CHECK (tagged_item_count >= 0), item_changes INTEGER NOT NULL DEFAULT 0 CHECK (item_changes >= 0), item_calibration BLOB CHECK (length(item_calibration) = 112), item_and_tags_calibration BLOB CHECK (length(item_and_tags_calibration) = 112), restoring_step INTEGER CHECK (restoring_step > 0), feed_key BLOB CHECK (length(feed_key) = 32)) STRICT;

-- table sync_device
CREATE TABLE sync_device (
    device BLOB PRIMARY KEY CHECK (length(device) = 8),
    name TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 0 CHECK (changes >= 0),
    last_change INTEGER  -- milliseconds since 1970
) STRICT, WITHOUT ROWID;

-- table sync_file
CREATE TABLE sync_file (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE CHECK (path <> ''),
    state INTEGER NOT NULL,  -- 0 reserved, 1 written, 2 read
    replaced INTEGER NOT NULL DEFAULT 0 CHECK (replaced IN (0, 1)),
    made_at INTEGER,  -- milliseconds since 1970
    size INTEGER CHECK (size >= 0)  -- of a written file; null: not known
, checked_at INTEGER) STRICT;

-- table sync_state
CREATE TABLE sync_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    device BLOB NOT NULL CHECK (length(device) = 8),
    device_name TEXT NOT NULL CHECK (device_name <> ''),
    store BLOB NOT NULL CHECK (length(store) = 16),
    store_key BLOB CHECK (length(store_key) = 32),  -- null: unencrypted
    target TEXT NOT NULL CHECK (target <> ''),  -- a folder or URL
    token TEXT,  -- of a server
    -- The newest stamp that was written or read.
    clock_time INTEGER NOT NULL DEFAULT 0,
    clock_counter INTEGER NOT NULL DEFAULT 0,
    needs_base INTEGER NOT NULL DEFAULT 0 CHECK (needs_base IN (0, 1)),
    last_exchange INTEGER,  -- milliseconds since 1970
    problems TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(problems))
) STRICT;

-- table sync_thing
CREATE TABLE sync_thing (
    number INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    -- The row that shows the thing, or showed it last: undo restores deleted rows under their ids.
    row_id INTEGER,
    unsent INTEGER NOT NULL DEFAULT 0 CHECK (unsent IN (0, 1)),
    -- Empty for a thing that others refer to and that hasn't arrived.
    registers BLOB NOT NULL,
    UNIQUE (kind, id)
) STRICT;

-- table sync_touched
CREATE TABLE "sync_touched" (
    kind INTEGER NOT NULL,
    row_id INTEGER NOT NULL,
    fields INTEGER NOT NULL,  -- bits; -1: all
    time INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    PRIMARY KEY (kind, row_id, fields)
) STRICT, WITHOUT ROWID;

-- table tag
CREATE TABLE tag (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    folded TEXT NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    -- In how many saved selections the tag stands; kept by the transaction that changes one.
    uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
    -- How often it was used elsewhere, as an import said.
    other_uses INTEGER NOT NULL DEFAULT 0 CHECK (other_uses >= 0),
    -- Seconds since 1970 at which the decayed sum of the tag's uses is worth one; null: never used.
    frecency REAL
) STRICT;

-- table tag_change
CREATE TABLE tag_change (
    id INTEGER PRIMARY KEY,
    tag_id INTEGER,
    -- Whether the commit brought or took saved selections, and so changed counts of pairs.
    changes_counts INTEGER NOT NULL CHECK (changes_counts IN (0, 1))
, changes_implications INTEGER NOT NULL DEFAULT 0 CHECK (changes_implications IN (0, 1))) STRICT;

-- table tag_detail
CREATE TABLE tag_detail (
    tag_id INTEGER PRIMARY KEY REFERENCES tag (id) ON DELETE CASCADE,
    description TEXT NOT NULL,
    color TEXT CHECK (color IN ('red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray')),
    CHECK (description <> '' OR ifnull(color, '') <> '')
) STRICT;

-- table tag_group
CREATE TABLE tag_group (
    tag_id INTEGER PRIMARY KEY REFERENCES tag (id) ON DELETE CASCADE,
    key TEXT NOT NULL CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    -- The order of the tags of a group.
    position INTEGER NOT NULL
) STRICT;

-- table tag_list
CREATE TABLE tag_list (
    first_item INTEGER PRIMARY KEY,
    lists BLOB NOT NULL CHECK (length(lists) > 0)
) STRICT;

-- table tag_set
CREATE TABLE tag_set (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE CHECK (key <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    layout TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(layout))
, daily INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)), board_day INTEGER, unsaved TEXT CHECK (unsaved IS NULL OR json_valid(unsaved))) STRICT;

-- table token
CREATE TABLE "token" (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL CHECK (name <> ''),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    scope TEXT NOT NULL CHECK (scope IN ('suggest', 'read', 'write', 'admin', 'sync')),
    sets TEXT CHECK (sets IS NULL OR json_valid(sets)),  -- the ids of the sets that it opens as a JSON list; null: every set
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    expires_at INTEGER,  -- milliseconds since 1970; null: never
    used_on INTEGER  -- days since 1970; null: never
) STRICT;

-- table undo_file
CREATE TABLE undo_file (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES undo_step (id) ON DELETE CASCADE,
    path TEXT NOT NULL CHECK (path <> ''),  -- absolute, without symbolic links
    -- Whether the bytes are those of the attribute `user.xdg.tags`, rather than of the content.
    is_attribute INTEGER NOT NULL CHECK (is_attribute IN (0, 1)),
    written BLOB NOT NULL CHECK (length(written) = 32),  -- SHA-256
    bytes BLOB NOT NULL,
    -- Whether `bytes` are those after the step, because the file was restored.
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1))
, replaced BLOB) STRICT;

-- table undo_part
CREATE TABLE undo_part (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES undo_step (id) ON DELETE CASCADE,
    changes TEXT NOT NULL CHECK (json_valid(changes))
) STRICT;

-- table undo_step
CREATE TABLE undo_step (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at INTEGER NOT NULL,  -- milliseconds since 1970
    summary TEXT NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0 CHECK (undone IN (0, 1)),
    changes TEXT NOT NULL CHECK (json_valid(changes))
, bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0), discarded_files INTEGER NOT NULL DEFAULT 0 CHECK (discarded_files >= 0), received INTEGER NOT NULL DEFAULT 0 CHECK (received IN (0, 1)), received_from TEXT CHECK (received_from <> ''), replayed_after INTEGER, by_registers INTEGER NOT NULL DEFAULT 0 CHECK (by_registers IN (0, 1)), stamp_time INTEGER CHECK (stamp_time >= 0), stamp_counter INTEGER CHECK (stamp_counter >= 0)) STRICT;

-- table webhook
CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL CHECK (url <> ''),
    -- The key of the signatures; it can't be stored as a hash.
    secret TEXT NOT NULL CHECK (secret <> ''),
    -- The commits that are sent; null: all of them.
    event TEXT CHECK (event IN ('items', 'tags')),
    made_at INTEGER NOT NULL,
    -- The last commit that was delivered, skipped or given up.
    last_commit INTEGER NOT NULL CHECK (last_commit >= 0),
    -- The failed attempts to deliver the next commit, and when to try again, in milliseconds since 1970; null: now.
    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
    retry_at INTEGER,
    -- When the last attempt was made, its commit, and its result; null: none was made.
    tried_at INTEGER,
    tried_commit INTEGER,
    result TEXT
) STRICT;

-- table word
CREATE TABLE word (
    text TEXT PRIMARY KEY CHECK (text <> ''),
    id INTEGER NOT NULL CHECK (id > 0)
) STRICT, WITHOUT ROWID;

-- table word_count
CREATE TABLE word_count (
    first_word INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    counts BLOB NOT NULL CHECK (length(counts) > 0),
    PRIMARY KEY (first_word, set_id)
) STRICT, WITHOUT ROWID;

-- table word_posting
CREATE TABLE word_posting (
    word_id INTEGER NOT NULL,
    set_id INTEGER NOT NULL,
    first_item INTEGER NOT NULL,
    items BLOB NOT NULL CHECK (length(items) > 0),
    PRIMARY KEY (word_id, set_id, first_item)
) STRICT, WITHOUT ROWID;

-- index alias_by_folded
CREATE INDEX alias_by_folded ON alias (folded);

-- index alias_by_tag
CREATE INDEX alias_by_tag ON alias (tag_id);

-- index distinct_pair_by_second
CREATE INDEX distinct_pair_by_second ON distinct_pair (second_tag_id);

-- index entrance_by_set
CREATE INDEX entrance_by_set ON entrance (set_id);

-- index idempotency_key_by_time
CREATE INDEX idempotency_key_by_time ON idempotency_key (made_at);

-- index implication_by_implied_tag
CREATE INDEX implication_by_implied_tag ON implication (implied_tag_id);

-- index item_by_day
CREATE INDEX item_by_day ON item (set_id, day) WHERE location IS NULL;

-- index item_by_location
CREATE INDEX item_by_location ON item (location_key, set_id, saved_at) WHERE location_key IS NOT NULL;

-- index item_by_set
CREATE INDEX item_by_set ON item (set_id, saved_at);

-- index item_by_site
CREATE INDEX item_by_site ON item (site) WHERE site IS NOT NULL;

-- index item_by_time
CREATE INDEX item_by_time ON item (saved_at);

-- index item_by_title
CREATE INDEX item_by_title ON item (set_id, title, saved_at) WHERE location IS NULL;

-- index item_with_calibration_sample
CREATE INDEX item_with_calibration_sample ON item (id) WHERE calibration_sample IS NOT NULL;

-- index local_name_by_key
CREATE INDEX local_name_by_key ON local_name (key);

-- index local_name_by_tag
CREATE INDEX local_name_by_tag ON local_name (tag_id);

-- index merged_tag_by_into
CREATE INDEX merged_tag_by_into ON merged_tag (into_id);

-- index name_key_by_alias
CREATE INDEX name_key_by_alias ON name_key (alias_id) WHERE alias_id IS NOT NULL;

-- index name_key_by_key
CREATE INDEX name_key_by_key ON name_key (key, tag_id, part);

-- index name_key_by_tag
CREATE INDEX name_key_by_tag ON name_key (tag_id);

-- index posting_by_item
CREATE INDEX posting_by_item ON posting (item_id);

-- index remote_item_by_item
CREATE INDEX remote_item_by_item ON remote_item (item_id);

-- index remote_item_with_ai_tags
CREATE INDEX remote_item_with_ai_tags ON remote_item (item_id) WHERE length(ai_tags) > 0;

-- index saved_view_by_share
CREATE UNIQUE INDEX saved_view_by_share ON saved_view (share_hash) WHERE share_hash IS NOT NULL;

-- index set_member_by_tag
CREATE INDEX set_member_by_tag ON set_member (tag_id);

-- index set_tag_by_uses
CREATE INDEX set_tag_by_uses ON set_tag (set_id, uses);

-- index state_by_chosen_set
CREATE INDEX state_by_chosen_set ON state (chosen_set_id);

-- index sync_thing_by_row
CREATE INDEX sync_thing_by_row ON sync_thing (kind, row_id) WHERE row_id IS NOT NULL;

-- index sync_thing_unsent
CREATE INDEX sync_thing_unsent ON sync_thing (number) WHERE unsent = 1;

-- index tag_by_folded
CREATE INDEX tag_by_folded ON tag (folded, frecency, uses, other_uses);

-- index tag_by_frecency
CREATE INDEX tag_by_frecency ON tag (frecency) WHERE frecency IS NOT NULL;

-- index tag_by_use
CREATE INDEX tag_by_use ON tag (uses + other_uses DESC);

-- index tag_group_by_key
CREATE INDEX tag_group_by_key ON tag_group (key, position);

-- index undo_file_by_step
CREATE INDEX undo_file_by_step ON undo_file (step_id, id);

-- index undo_part_by_step
CREATE INDEX undo_part_by_step ON undo_part (step_id, id);

-- index undo_step_undone
CREATE INDEX undo_step_undone ON undo_step (id) WHERE undone = 1;

-- index undo_step_unsent
CREATE INDEX undo_step_unsent ON undo_step (stamp_time, stamp_counter) WHERE stamp_time IS NOT NULL;

-- index word_by_id
CREATE UNIQUE INDEX word_by_id ON word (id);

