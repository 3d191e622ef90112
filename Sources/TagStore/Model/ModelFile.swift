internal import Foundation
internal import GRDB
internal import TagCore

/// The file of a model that is being built.
struct ModelFile {
    let path: String

    /// Whether the file is a model, of any version.
    var isModel: Bool { DatabaseHeader(path: path)?.applicationID == ModelStore.applicationID }

    /// Deletes what a model is without: people, times, titles, all but the largest pairs and a sample of the items.
    func reduce(_ reduction: ModelReduction) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { connection in
            let reader = StoreReader(database: connection)
            let count = try reader.itemCount()
            try connection.inTransaction {
                try deleteSelections(beyond: reduction, in: connection)
                try deletePairs(beyond: reduction.pairs, in: connection)
                try connection.execute(sql: Self.forgetting)
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

    private static let forgetting = """
        DELETE FROM undo_part; DELETE FROM undo_step; DELETE FROM tag_change; DELETE FROM commit_log;
        DELETE FROM measurement; DELETE FROM measurer; DELETE FROM token; DELETE FROM idempotency_key;
        DELETE FROM local_name;
        DELETE FROM set_member; DELETE FROM distinct_pair; DELETE FROM implication;
        UPDATE tag SET frecency = NULL;
        UPDATE item SET title = '', saved_at = id, calibration_sample = NULL, location = NULL, imported_from = NULL;
        UPDATE state SET calibration = NULL, mixture = NULL, undo_bytes = 0, undo_discarded = 0;
        """

    /// Keeps the items of the smallest random numbers, which their identifiers and the seed determine.
    private func deleteSelections(beyond reduction: ModelReduction, in connection: Database) throws {
        let ids: [Int64] = try connection.rows("SELECT id FROM item ORDER BY id")
            .mapAll { try $0[0, StoredRange.id] }
        guard ids.count > reduction.selections else { return }
        var random = SeededSequence(seed: reduction.seed)
        let drawn = ids.map { (number: random.next(), id: $0) }.sorted { $0 < $1 }
        for (_, id) in drawn.dropFirst(reduction.selections) {
            try connection.run("DELETE FROM item WHERE id = ?", [id])
        }
    }

    /// Keeps a pair where it is among the largest of either side; of equal counts, those with older features.
    ///
    /// A pair of a tag used often with a rare one is small to the former and all that is known of the latter, which the regression
    /// needs on both sides.
    private func deletePairs(beyond most: Int, in connection: Database) throws {
        var least: [UInt32: UInt64] = [:]
        try forEachRow(longerThan: most, in: connection) { feature, row in
            let ranks = row.entries.map(PairCounts.rank).sorted(by: >)
            least[feature] = most > 0 ? ranks[most - 1] : .max
        }
        try forEachRow(longerThan: most, in: connection) { feature, row in
            let own = least[feature] ?? 0
            let kept = row.entries.filter { entry in
                let (other, count) = (PairCounts.feature(entry), PairCounts.count(entry))
                return PairCounts.rank(entry) >= own
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

    /// Calls a body with each tag and word that has more than some pairs.
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

    /// Writes into the file the hash that it has without it.
    func seal(with hash: ([UInt8]) throws -> [UInt8]) throws {
        let digest = try digest(with: hash)
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.run("UPDATE state SET model_hash = ?", [Data(digest)]) }
        try queue.close()
    }

    /// Returns the hash of the hashes of the file's parts, so that not all of it is in memory.
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
    /// The place of an entry in the order of a row's largest counts: greater for greater counts, then for lower features.
    fileprivate static func rank(_ entry: UInt64) -> UInt64 {
        UInt64(count(entry)) << 32 | UInt64(~feature(entry))
    }
}
