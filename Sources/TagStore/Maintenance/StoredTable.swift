import Foundation
internal import Sync
internal import TagCore

/// A table of the schema and the check that each of its rows must pass.
struct StoredTable: Sendable {
    let name: String
    /// The columns that ``check`` reads, in order.
    let columns: String
    /// Throws a ``RowError`` for an invalid row.
    let check: @Sendable (StoredRow) throws -> Void

    /// All tables with data of the user or data derived from it.
    static let all: [StoredTable] = [
        StoredTable(name: "tag", columns: "\(TagRow.columns), tag.uses") { row in
            let tag = try TagRow(row: row)
            try row.requireKey(tag.key, of: tag.name, at: 1)
            _ = try row[6, StoredRange.id] as Int64
        },
        StoredTable(name: "alias", columns: AliasRow.columns) { row in
            let alias = try AliasRow(row: row)
            try row.requireKey(alias.key, of: alias.name, at: 1)
        },
        StoredTable(name: "tag_set", columns: "\(SetRow.columns), key, unsaved") { row in
            let set = try SetRow(row: row)
            let index = SetRow.columnCount
            try row.requireKey(TagKey(text: row.name(index), folded: set.key.folded), of: set.name, at: index)
            _ = try row[index + 1] as String?
        },
        StoredTable(name: "entrance", columns: "name, set_id") { row in
            _ = try row.name(0)
            _ = try row[1, StoredRange.id] as Int64
        }, StoredTable(name: "set_member", columns: MemberRow.columns) { _ = try MemberRow(row: $0) },
        StoredTable(name: "item", columns: "\(ItemRow.columns), location_key, site") { row in
            let item = try ItemRow(row: row)
            let normalized = item.location.map(NormalizedLocation.init)
            for (index, expected) in [normalized?.key, normalized?.site].enumerated() {
                let stored: String? = try row[ItemRow.columnCount + index]
                guard stored == expected else {
                    throw row.error(at: ItemRow.columnCount + index, "doesn't match the location")
                }
            }
        },
        StoredTable(name: "saved_view", columns: ViewRow.columns) { row in
            let view = try ViewRow(row: row)
            try row.requireKey(view.key, of: view.name, at: 1)
        }, StoredTable(name: "item_rule", columns: RuleRow.columns) { _ = try RuleRow(row: $0) },
        StoredTable(name: "webhook", columns: WebhookRow.columns) { _ = try WebhookRow(row: $0) },
        StoredTable(name: "distinct_pair", columns: DistinctPair.columns) { _ = try DistinctPair(row: $0) },
        StoredTable(name: "tag_group", columns: GroupMember.columns) { _ = try GroupMember(row: $0) },
        StoredTable(name: "tag_detail", columns: TagDetail.columns) { _ = try TagDetail(row: $0) },
        StoredTable(name: "implication", columns: ImplicationRow.columns) { _ = try ImplicationRow(row: $0) },
        StoredTable(name: "dismissed_tag", columns: DismissedTag.columns) { _ = try DismissedTag(row: $0) },
        StoredTable(name: "link_check", columns: LinkCheck.columns) { _ = try LinkCheck(row: $0) },
        StoredTable(name: "connection", columns: ConnectionRow.columns) { _ = try ConnectionRow(row: $0) },
        StoredTable(name: "remote_tag", columns: RemoteTagRow.columns) { _ = try RemoteTagRow(row: $0) },
        StoredTable(name: "remote_item", columns: RemoteItemRow.columns) { _ = try RemoteItemRow(row: $0) },
        StoredTable(name: "reviewed_item", columns: ReviewedItem.columns) { _ = try ReviewedItem(row: $0) },
        StoredTable(name: "bookmark", columns: ItemBookmark.columns) { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try ItemBookmark(row: row)
        },
        StoredTable(name: "posting", columns: "tag_id, item_id") { row in
            _ = try row[0, StoredRange.feature] as Int64
            _ = try row[1, StoredRange.id] as Int64
        },
        StoredTable(name: "pair_count", columns: "tag_id, set_id, counts") { row in
            _ = try row[0, StoredRange.feature] as Int64
            _ = try row[1, StoredRange.id] as Int64
            _ = try row.pairCounts(2)
        },
        StoredTable(name: "set_tag", columns: "set_id, tag_id, uses") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1, 0...Int64(Int32.max)] as Int64
            _ = try row[2, StoredRange.id] as Int64
        },
        StoredTable(name: "word", columns: "id, text") { row in
            _ = try row[0, StoredRange.feature] as Int64
            _ = try row.name(1)
        },
        StoredTable(name: "word_count", columns: "first_word, counts, set_id") { row in
            _ = try row.wordCounts(0)
            _ = try row[2, StoredRange.id] as Int64
        },
        StoredTable(name: "word_posting", columns: "word_id, first_item, items, set_id") { row in
            _ = try row[0, StoredRange.feature] as Int64
            _ = try row.postingChunk(1)
            _ = try row[3, StoredRange.id] as Int64
        },
        StoredTable(name: "item_evidence", columns: "item_id, words, field_names, text_names") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row.evidence(1)
        }, StoredTable(name: "tag_list", columns: "first_item, lists") { _ = try $0.tagList(0) },
        StoredTable(name: "name_key", columns: "key, tag_id, part, alias_id") { row in
            _ = try row.name(0)
            _ = try row[1, StoredRange.feature] as Int64
            _ = try row[2] as Bool
            _ = try row[3, StoredRange.id] as Int64?
        },
        StoredTable(name: "name_count", columns: "tag_id, place, found, hits, set_id") { row in
            for index in 0..<4 { _ = try row[index, 0...Int64(UInt32.max)] as Int64 }
            _ = try row[4, StoredRange.id] as Int64
        },
        StoredTable(name: "new_name", columns: "item_id, outcomes") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row.newNames(1)
        },
        StoredTable(name: "new_name_count", columns: "set_id, kind, expected, hits") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1, 0...Int64(NewNameKind.allCases.count - 1)] as Int64
            _ = try row[2, StoredRange.id] as Int64
            _ = try row[3, StoredRange.id] as Int64
        }, StoredTable(name: "sync_state", columns: SyncState.columns) { _ = try SyncState(row: $0) },
        StoredTable(name: "sync_device", columns: SyncedDevice.columns) { _ = try SyncedDevice(row: $0) },
        StoredTable(name: "connection_device", columns: ConnectionDeviceRow.columns) {
            _ = try ConnectionDeviceRow(row: $0)
        },
        StoredTable(name: "sync_touched", columns: "kind, row_id, time, counter, fields") { row in
            _ = try row[0, 0...Int64(ThingKind.allCases.count - 1)] as Int64
            _ = try row[1, StoredRange.id] as Int64
            for index in [2, 3] { _ = try row[index, 0...Int64.max] as Int64 }
            _ = try row[4] as Int64
        },
        StoredTable(name: "sync_thing", columns: "number, kind, id, row_id") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1, 0...Int64(ThingKind.allCases.count - 1)] as Int64
            guard (try row[2] as Data).count == 16 else { throw row.error(at: 2, "doesn't have 16 bytes") }
            _ = try row[3, StoredRange.id] as Int64?
        },
        StoredTable(name: "merged_tag", columns: "tag_id, into_id") { row in
            _ = try row[0, StoredRange.feature] as Int64
            _ = try row[1, StoredRange.feature] as Int64
        },
        StoredTable(
            name: "state",
            columns: """
                id, chosen_set_id, item_count, indexes_wait, undo_bytes, undo_limit,
                undo_discarded, calibration, mixture, model_path, model_hash, tagged_item_count,
                item_calibration, item_changes, item_and_tags_calibration,
                restoring_step, feed_key
                """
        ) { row in
            _ = try row[0, 1...1] as Int64
            _ = try row[1, StoredRange.id] as Int64?
            _ = try row[2, StoredRange.id] as Int64
            _ = try row[3, 0...0] as Int64
            _ = try row[4, 0...Int64.max] as Int64
            _ = try row[5, 1...Int64.max] as Int64
            _ = try row[6, 0...Int64.max] as Int64
            _ = try row.calibration(7, of: .tags)
            _ = try row.mixture(8)
            _ = try row.model(9)
            _ = try row[11, StoredRange.id] as Int64
            _ = try row.calibration(12, of: .item)
            _ = try row[13, StoredRange.id] as Int64
            _ = try row.calibration(14, of: .itemAndTags)
            _ = try row[15, StoredRange.id] as Int64?
            guard (try row[16] as Data).count == 32 else { throw row.error(at: 16, "doesn't have 32 bytes") }
        },
        StoredTable(
            name: "undo_step",
            columns: """
                \(StoreReader.UndoStepRow.columns), undone, changes, bytes, discarded_files, received, received_from, \
                replayed_after, by_registers, stamp_time, stamp_counter
                """
        ) { row in
            _ = try StoreReader.UndoStepRow(row: row)
            _ = try row[3] as Bool
            guard try UndoLog.decoded(row[4]) != nil else { throw row.error(at: 4, "isn't a valid list of changes") }
            _ = try row[5, 0...Int64.max] as Int64
            _ = try row[6, 0...Int64.max] as Int64
            _ = try row[7] as Bool
            _ = try row[8] as String?
            _ = try row[9, StoredRange.id] as Int64?
            _ = try row[10] as Bool
            _ = try row[11, 0...Int64.max] as Int64?
            _ = try row[12, 0...Int64.max] as Int64?
        }, StoredTable(name: "undo_file", columns: UndoFileRow.columns) { _ = try UndoFileRow(row: $0) },
        StoredTable(name: "undo_part", columns: "id, step_id, changes") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1, StoredRange.id] as Int64
            guard try UndoLog.decoded(row[2]) != nil else { throw row.error(at: 2, "isn't a valid list of changes") }
        },
        StoredTable(name: "measurer", columns: "id, identity") { row in
            _ = try row[0] as Int64
            _ = try row[1] as String
        },
        StoredTable(name: "measurement", columns: "measurer_id, text, width, height, baseline, used_on") { row in
            _ = try row[1] as String
            guard try StoredMeasurement(row: row, from: 2) != nil else {
                throw row.error(at: 2, "is NULL, or the height or baseline is NULL")
            }
            _ = try row[5] as Int64
        },
        StoredTable(name: "tag_change", columns: "id, tag_id, changes_counts, changes_implications") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1] as Int64?
            _ = try row[2] as Bool
            _ = try row[3] as Bool
        }, StoredTable(name: "commit_log", columns: CommitEntry.columns) { row in _ = try CommitEntry(row: row) },
        StoredTable(name: "local_name", columns: LocalName.columns) { row in
            let name = try LocalName(row: row)
            try row.requireKey(name.key, of: name.name, at: 2)
        }, StoredTable(name: "token", columns: TokenRow.columns) { _ = try TokenRow(row: $0) },
        StoredTable(
            name: "idempotency_key", columns: "caller, key, request_hash, status, location, made_at, NULL, NULL"
        ) { row in _ = try IdempotencyRow(row: row) },
        StoredTable(name: "idempotency_body", columns: "end_position, key_id, headers, body") { row in
            _ = try row[0, StoredRange.id] as Int64
            _ = try row[1, StoredRange.id] as Int64
            _ = try row[2] as String
            _ = try row[3] as Data
        },
        StoredTable(name: "sqlite_sequence", columns: "name, seq") { row in
            _ = try row[0] as String
            _ = try row[1, StoredRange.id] as Int64
        },
    ]
}

extension StoredRow {
    /// Throws unless a row's key is the key of its name.
    fileprivate func requireKey(_ key: TagKey, of name: String, at index: Int) throws {
        guard !key.text.isEmpty else { throw error(at: index, "is empty") }
        guard key == TagKey(name) else { throw error(at: index, "isn't the key of the name") }
    }
}
