internal import Foundation
internal import GRDB

/// A table whose rows recovery copies as they are, because nothing is counted from them.
struct CopiedTable: Sendable {
    let name: String
    /// The columns to copy, in order.
    let columns: String
    /// Throws a ``RowError`` for an invalid row.
    private let check: @Sendable (StoredRow) throws -> Void

    /// The values of a row, in the order of the columns.
    typealias Values = StatementValues

    /// The copied tables; a table comes after those that it refers to.
    static let all: [CopiedTable] = [
        CopiedTable(name: "token", columns: TokenRow.columns) { _ = try TokenRow(row: $0) },
        CopiedTable(name: "webhook", columns: WebhookRow.columns) { _ = try WebhookRow(row: $0) },
        CopiedTable(name: "entrance", columns: "name, set_id") { row in
            _ = try row[0] as String
            _ = try row[1, StoredRange.id] as Int64
        }, CopiedTable(name: "commit_log", columns: CommitEntry.columns) { _ = try CommitEntry(row: $0) },
        CopiedTable(name: "link_check", columns: LinkCheck.columns) { _ = try LinkCheck(row: $0) },
        CopiedTable(name: "connection", columns: ConnectionRow.columns) { _ = try ConnectionRow(row: $0) },
        CopiedTable(name: "remote_tag", columns: RemoteTagRow.columns) { _ = try RemoteTagRow(row: $0) },
        CopiedTable(name: "remote_item", columns: RemoteItemRow.columns) { _ = try RemoteItemRow(row: $0) },
        CopiedTable(
            name: "idempotency_key", columns: "id, caller, key, number, request_hash, status, location, made_at"
        ) { row in
            for index in [0, 3, 5, 7] { _ = try row[index, 0...Int64.max] as Int64 }
            for index in [1, 2] { _ = try row[index] as String }
            _ = try row[4] as Data
            _ = try row[6] as String?
        },
        CopiedTable(name: "idempotency_body", columns: "end_position, key_id, headers, body") { row in
            for index in [0, 1] { _ = try row[index, StoredRange.id] as Int64 }
            _ = try row[2] as String
            _ = try row[3] as Data
        },
    ]

    /// Returns the values of a valid row.
    func row(_ row: StoredRow) throws -> Values {
        try check(row)
        return columns.split(separator: ", ").indices.map { row.value($0) }
    }

    /// Inserts a row; returns whether it fits the constraints of the table.
    func insert(_ row: Values, in database: Database) throws -> Bool {
        let places = row.map { _ in "?" }.joined(separator: ", ")
        do {
            try database.run("INSERT INTO \(name) (\(columns)) VALUES (\(places))", row)
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT { return false }
    }
}

/// How recovery treats the tables of the schema.
package enum TableRecovery: Hashable, Sendable {
    /// Its rows are read and written.
    case recovered
    /// Its rows are computed from those of other tables.
    case computed
    /// Its rows aren't copied, and the report counts them.
    case discarded

    /// The treatment of each table, except for the tables of indexes, which are computed.
    package static let all: [String: TableRecovery] = [
        "tag": .recovered, "alias": .recovered, "tag_set": .recovered, "set_member": .recovered, "item": .recovered,
        "item_evidence": .recovered, "word": .recovered, "distinct_pair": .recovered, "implication": .recovered,
        "tag_detail": .recovered, "tag_group": .recovered, "dismissed_tag": .recovered, "reviewed_item": .recovered,
        "saved_view": .recovered, "item_rule": .recovered, "local_name": .recovered, "merged_tag": .recovered,
        "bookmark": .recovered, "link_check": .recovered, "token": .recovered, "webhook": .recovered,
        "connection": .recovered, "remote_tag": .recovered, "remote_item": .recovered, "entrance": .recovered,
        "commit_log": .recovered, "idempotency_key": .recovered, "idempotency_body": .recovered, "state": .recovered,
        "sqlite_sequence": .recovered,
        // Sizes measured by terminals; those of fonts are measured again.
        "measurer": .recovered, "measurement": .recovered, "posting": .computed, "pair_count": .computed,
        "set_tag": .computed, "word_count": .computed, "word_posting": .computed, "tag_list": .computed,
        "name_key": .computed, "name_count": .computed, "new_name": .recovered, "new_name_count": .computed,
        "item_text": .computed, "key_trigram": .computed, "tag_change": .computed, "grdb_migrations": .computed,
        // Undo steps refer to rows that may be lost.
        "undo_step": .discarded, "undo_part": .discarded, "undo_file": .discarded,
        // A database that has lost registers would miss changes for good; after another set-up, it receives all of them.
        "sync_state": .discarded, "sync_thing": .discarded, "sync_touched": .discarded, "sync_file": .discarded,
        "sync_device": .discarded, "connection_device": .discarded,
    ]
}
