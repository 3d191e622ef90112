internal import Foundation
internal import GRDB
internal import TagCore

/// The file of a shared model under construction.
struct ModelFile {
    let path: String

    /// Whether the file is a shared model, of any version.
    var isModel: Bool { DatabaseHeader(path: path)?.applicationID == ModelStore.applicationID }

    /// Deletes everything that a model doesn't need: users, times, titles, rare pairs, and all items but a sample.
    func reduce(_ reduction: ModelReduction) throws {
        let queue = try DatabaseQueue(path: path, configuration: .distrusting())
        try queue.writeWithoutTransaction { connection in
            let reader = StoreReader(database: connection)
            let (count, taggedCount) = (try reader.itemCount(), try reader.taggedItemCount())
            try connection.inTransaction {
                try deleteItems(beyond: reduction, in: connection)
                try deletePairs(beyond: reduction.pairs, in: connection)
                try connection.execute(sql: Self.deletePersonalData)
                try StoreWriter(database: connection).keepOnlyCommonWords()
                try connection.run("UPDATE state SET item_count = ?, tagged_item_count = ?", [count, taggedCount])
                return .commit
            }
            try connection.execute(
                sql: """
                    PRAGMA journal_mode = DELETE; PRAGMA application_id = \(ModelStore.applicationID);
                    VACUUM
                    """)
        }
        try queue.close()
    }

    private static let deletePersonalData = """
        DELETE FROM undo_part; DELETE FROM undo_step; DELETE FROM tag_change; DELETE FROM commit_log;
        DELETE FROM measurement; DELETE FROM measurer; DELETE FROM token; DELETE FROM idempotency_key;
        DELETE FROM local_name;
        DELETE FROM set_member; DELETE FROM distinct_pair; DELETE FROM implication;
        DELETE FROM dismissed_tag; DELETE FROM item_rule; DELETE FROM webhook;
        UPDATE tag SET frecency = NULL;
        DELETE FROM saved_view; INSERT INTO item_text (item_text) VALUES ('delete-all');
        UPDATE item SET title = '', saved_at = id, modified_at = NULL, calibration_sample = NULL, location = NULL,
            location_key = NULL, site = NULL, note = '', imported_from = NULL;
        UPDATE item_evidence SET field_names = x'', text_names = x'';
        UPDATE state SET calibration = NULL, item_calibration = NULL, mixture = NULL, undo_bytes = 0, undo_discarded = 0;
        """

    /// Deletes all items except a random sample, which depends only on the seed.
    private func deleteItems(beyond reduction: ModelReduction, in connection: Database) throws {
        let ids: [Int64] = try connection.rows("SELECT id FROM item ORDER BY id").mapAll { try $0[0, StoredRange.id] }
        guard ids.count > reduction.items else { return }
        var random = SeededSequence(seed: reduction.seed)
        let drawn = ids.map { (number: random.next(), id: $0) }.sorted { $0 < $1 }
        for (_, id) in drawn.dropFirst(reduction.items) { try connection.run("DELETE FROM item WHERE id = ?", [id]) }
    }

    /// Deletes each pair that isn't among the most frequent pairs of either of its two tags.
    ///
    /// Of pairs with equal counts, those with older tags are kept. A pair of a frequent and a
    /// rare tag hardly matters for the frequent tag, but it may be the only pair of the rare tag.
    /// It's kept for both tags, because the regression needs both.
    private func deletePairs(beyond most: Int, in connection: Database) throws {
        var least: [UInt32: UInt64] = [:]
        try forEachRow(longerThan: most, in: connection) { tag, row in
            let ranks = row.entries.map(PairCounts.rank).sorted(by: >)
            least[tag] = most > 0 ? ranks[most - 1] : .max
        }
        try forEachRow(longerThan: most, in: connection) { tag, row in
            let lowestRank = least[tag] ?? 0
            let kept = row.entries.filter { entry in
                let (other, count) = (PairCounts.feature(entry), PairCounts.count(entry))
                return PairCounts.rank(entry) >= lowestRank
                    || PairCounts.rank(PairCounts.pack(tag, count)) >= least[other] ?? 0
            }
            try StoreWriter(database: connection).write(PairCounts(packed: kept), of: tag)
        }
    }

    /// Calls a closure with each tag that has more than `most` pairs.
    private func forEachRow(
        longerThan most: Int, in connection: Database, _ body: (UInt32, PairCounts) throws -> Void
    ) throws {
        let tags: [Int64] = try connection.rows("SELECT tag_id FROM pair_count WHERE length(counts) > ?", [most * 8])
            .mapAll { try $0[0, StoredRange.feature] }
        let reader = StoreReader(database: connection)
        for tag in tags {
            let tag = UInt32(clamping: tag)
            try body(tag, try reader.pairCounts(of: tag))
        }
    }

    /// Stores the hash of the unsealed file in the file.
    func seal(with hash: ([UInt8]) throws -> [UInt8]) throws {
        let digest = try digest(with: hash)
        let queue = try DatabaseQueue(path: path, configuration: .distrusting())
        try queue.write { try $0.run("UPDATE state SET model_hash = ?", [Data(digest)]) }
        try queue.close()
    }

    /// Returns the hash of the hashes of the file's parts; only one part is in memory at a time.
    private func digest(with hash: ([UInt8]) throws -> [UInt8]) throws -> [UInt8] {
        let file = try ByteFile(path: path)
        defer { file.close() }
        var digests: [UInt8] = []
        var offset: Int64 = 0
        while true {
            let part = try file.bytes(at: offset, count: 1 << 20)
            if part.isEmpty { return try hash(digests) }
            digests += try hash(part)
            offset += Int64(part.count)
        }
    }
}

extension PairCounts {
    /// Returns the rank of an entry: greater for greater counts, and among equal counts for lower tags.
    fileprivate static func rank(_ entry: UInt64) -> UInt64 { UInt64(count(entry)) << 32 | UInt64(~feature(entry)) }
}
