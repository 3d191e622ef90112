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
        DELETE FROM undo_file; DELETE FROM undo_part; DELETE FROM undo_step; DELETE FROM tag_change; DELETE FROM commit_log;
        DELETE FROM measurement; DELETE FROM measurer; DELETE FROM token; DELETE FROM idempotency_key;
        DELETE FROM local_name; DELETE FROM entrance; UPDATE tag_set SET board_day = NULL, unsaved = NULL;
        DELETE FROM set_member; DELETE FROM distinct_pair; DELETE FROM implication; DELETE FROM tag_detail; DELETE FROM tag_group;
        DELETE FROM dismissed_tag; DELETE FROM reviewed_item; DELETE FROM bookmark; DELETE FROM link_check;
        DELETE FROM item_rule; DELETE FROM webhook; DELETE FROM sync_state; DELETE FROM sync_thing;
        DELETE FROM sync_touched; DELETE FROM sync_file; DELETE FROM sync_device; DELETE FROM connection_device;
        DELETE FROM remote_item; DELETE FROM remote_tag; DELETE FROM connection;
        UPDATE tag SET frecency = NULL;
        DELETE FROM saved_view; INSERT INTO item_text (item_text) VALUES ('delete-all');
        UPDATE item SET title = '', saved_at = id, day = NULL, modified_at = NULL, calibration_sample = NULL, location = NULL,
            location_key = NULL, site = NULL, note = '', imported_from = NULL;
        UPDATE item_evidence SET field_names = x'', text_names = x'';
        DELETE FROM new_name; DELETE FROM new_name_count;
        UPDATE state SET calibration = NULL, item_calibration = NULL, item_and_tags_calibration = NULL, mixture = NULL, undo_bytes = 0, undo_discarded = 0, restoring_step = NULL, feed_key = NULL;
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
        var least: [InSet<UInt32>: UInt64] = [:]
        try forEachRow(longerThan: most, in: connection) { tag, row in
            let ranks = row.entries.map(PairCounts.rank).sorted(by: >)
            least[tag] = most > 0 ? ranks[most - 1] : .max
        }
        try forEachRow(longerThan: most, in: connection) { tag, row in
            let lowestRank = least[tag] ?? 0
            let kept = row.entries.filter { entry in
                let (other, count) = (PairCounts.feature(entry), PairCounts.count(entry))
                return PairCounts.rank(entry) >= lowestRank
                    || PairCounts.rank(PairCounts.pack(tag.value, count)) >= least[
                        InSet(setID: tag.setID, value: other)] ?? 0
            }
            try StoreWriter(database: connection).write(PairCounts(packed: kept), of: tag)
        }
    }

    /// Calls a closure with each tag of a set that has more than `most` pairs.
    private func forEachRow(
        longerThan most: Int, in connection: Database, _ body: (InSet<UInt32>, PairCounts) throws -> Void
    ) throws {
        let rows = try connection.rows("SELECT set_id, tag_id FROM pair_count WHERE length(counts) > ?", [most * 8])
        let tags = try rows.mapAll { row in
            InSet(setID: try row[0], value: UInt32(clamping: try row[1, StoredRange.feature] as Int64))
        }
        let reader = StoreReader(database: connection)
        for tag in tags { try body(tag, try reader.pairCounts(of: tag.value, inSet: tag.setID)) }
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

/// The amount of data that a shared model keeps.
package struct ModelReduction: Sendable {
    /// The maximum number of pairs kept for each tag and each word; the most frequent pairs are kept.
    package var pairs: Int
    /// The maximum number of items kept, chosen at random.
    package var items: Int
    /// The seed of the random choice.
    package var seed: UInt64

    package init(pairs: Int, items: Int, seed: UInt64) {
        self.pairs = pairs
        self.items = items
        self.seed = seed
    }
}

/// A shared model under construction: a new database with a temporary name that is filled, reduced, sealed and renamed.
///
/// ```swift
/// let draft = try ModelDraft("team.model")
/// defer { draft.remove() }
/// let store = try TagStore(draft.location)
/// // … fill the store …
/// try store.close()
/// try draft.finish(ModelReduction(pairs: 100, items: 2_000, seed: 1), hash: sha256)
/// ```
package struct ModelDraft {
    private let target: String
    private let destination: DatabasePath
    private let draft: DraftFile

    /// Creates the draft of a model; ``finish(_:hash:)`` replaces a model at the same path.
    ///
    /// - Throws: `StoreError` if another kind of file exists at the path.
    package init(_ target: String) throws {
        self.target = target
        do {
            destination = try DatabasePath(target, makesFolder: false)
            let exists = try FileStatus(path: destination.resolved) != nil
            guard !exists || ModelFile(path: destination.resolved).isModel else {
                throw StoreError.cannotCopy(path: target, reason: "it already exists and isn't a model")
            }
            draft = try DraftFile(nextTo: destination)
        } catch let error as SystemError { throw StoreError(error, path: target) }
    }

    /// The database to fill and close before ``finish(_:hash:)``.
    package var location: StoreLocation { .file(path: draft.path) }

    /// Reduces and seals the filled database and renames it.
    ///
    /// - Parameters:
    ///   - reduction: the amount of data to keep.
    ///   - hash: returns the SHA-256 of a byte array.
    /// - Throws: `StoreError`, and the errors of `hash`.
    package func finish(_ reduction: ModelReduction, hash: ([UInt8]) throws -> [UInt8]) throws {
        do {
            let model = ModelFile(path: draft.path)
            try StoreError.translating(path: target) {
                try model.reduce(reduction)
                try model.seal(with: hash)
            }
            try draft.synchronize()
            try draft.replace(destination.resolved)
            try draft.synchronizeFolder()
        } catch let error as SystemError { throw StoreError(error, path: target) }
    }

    /// Removes the draft, if it hasn't been renamed.
    package func remove() { draft.removeDatabase() }
}

extension TagStore {
    /// Returns whether a file is a SQLite database, of any program.
    package static func isDatabase(atPath path: String) -> Bool {
        OpenDatabases.holds(path) || DatabaseHeader(path: path) != nil
    }
}
