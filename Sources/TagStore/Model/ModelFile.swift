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
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { connection in
            let reader = StoreReader(database: connection)
            let count = try reader.itemCount()
            try connection.inTransaction {
                try deleteItems(beyond: reduction, in: connection)
                try deletePairs(beyond: reduction.pairs, in: connection)
                try connection.execute(sql: Self.deletePersonalData)
                try connection.run("UPDATE state SET item_count = ?", [count])
                return .commit
            }
            try connection.execute(
                sql: """
                    PRAGMA journal_mode = DELETE; PRAGMA application_id = \(ModelStore.applicationID);
                    VACUUM
                    """
            )
        }
        try queue.close()
    }

    private static let deletePersonalData = """
        DELETE FROM undo_part; DELETE FROM undo_step; DELETE FROM tag_change; DELETE FROM commit_log;
        DELETE FROM measurement; DELETE FROM measurer; DELETE FROM token; DELETE FROM idempotency_key;
        DELETE FROM local_name;
        DELETE FROM set_member; DELETE FROM distinct_pair; DELETE FROM implication;
        UPDATE tag SET frecency = NULL;
        UPDATE item SET title = '', saved_at = id, calibration_sample = NULL, location = NULL, imported_from = NULL;
        UPDATE state SET calibration = NULL, mixture = NULL, undo_bytes = 0, undo_discarded = 0;
        """

    /// Deletes all items except a random sample, which depends only on the seed.
    private func deleteItems(beyond reduction: ModelReduction, in connection: Database) throws {
        let ids: [Int64] = try connection.rows("SELECT id FROM item ORDER BY id")
            .mapAll { try $0[0, StoredRange.id] }
        guard ids.count > reduction.items else { return }
        var random = SeededSequence(seed: reduction.seed)
        let drawn = ids.map { (number: random.next(), id: $0) }.sorted { $0 < $1 }
        for (_, id) in drawn.dropFirst(reduction.items) {
            try connection.run("DELETE FROM item WHERE id = ?", [id])
        }
    }

    /// Deletes each pair that isn't among the most frequent pairs of either of its two features.
    ///
    /// Of pairs with equal counts, those with older features are kept. A pair of a frequent and a
    /// rare tag hardly matters for the frequent tag, but it may be the only pair of the rare tag.
    /// It's kept for both tags, because the regression needs both.
    private func deletePairs(beyond most: Int, in connection: Database) throws {
        var least: [UInt32: UInt64] = [:]
        try forEachRow(longerThan: most, in: connection) { feature, row in
            let ranks = row.entries.map(PairCounts.rank).sorted(by: >)
            least[feature] = most > 0 ? ranks[most - 1] : .max
        }
        try forEachRow(longerThan: most, in: connection) { feature, row in
            let lowestRank = least[feature] ?? 0
            let kept = row.entries.filter { entry in
                let (other, count) = (PairCounts.feature(entry), PairCounts.count(entry))
                return PairCounts.rank(entry) >= lowestRank
                    || PairCounts.rank(PairCounts.pack(feature, count)) >= least[other] ?? 0
            }
            guard !kept.isEmpty || Feature.isWord(feature) else {
                return try connection.run(
                    "DELETE FROM pair_count WHERE tag_id = ?",
                    [Feature.rowID(feature)]
                )
            }
            let (table, key) = Feature.isWord(feature) ? ("word", "id") : ("pair_count", "tag_id")
            try connection.run(
                "UPDATE \(table) SET counts = ? WHERE \(key) = ?",
                [PairCounts(packed: kept).data, Feature.rowID(feature)]
            )
        }
    }

    /// Calls a closure with each tag and word that has more than `most` pairs.
    private func forEachRow(
        longerThan most: Int,
        in connection: Database,
        _ body: (UInt32, PairCounts) throws -> Void
    ) throws {
        let features: [UInt32] =
            try connection.rows(
                """
                SELECT tag_id, 0 FROM pair_count WHERE length(counts) > ?
                UNION ALL SELECT id, 1 FROM word WHERE length(counts) > ?
                """,
                [most * 8, most * 8]
            )
            .mapAll { row in
                let id: Int64 = try row[0, StoredRange.feature]
                return try row[1] ? Feature.word(rowID: id) : UInt32(clamping: id)
            }
        let reader = StoreReader(database: connection)
        for feature in features { try body(feature, try reader.pairCounts(of: feature)) }
    }

    /// Stores the hash of the unsealed file in the file.
    func seal(with hash: ([UInt8]) throws -> [UInt8]) throws {
        let digest = try digest(with: hash)
        let queue = try DatabaseQueue(path: path)
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
    /// Returns the rank of an entry: greater for greater counts, and among equal counts for lower features.
    fileprivate static func rank(_ entry: UInt64) -> UInt64 {
        UInt64(count(entry)) << 32 | UInt64(~feature(entry))
    }
}
