internal import GRDB
internal import TagCore

/// The changes by all processes since an earlier change.
///
/// ```swift
/// let last = try store.read { reader in try reader.lastChange() }
/// // … other processes write …
/// let changedTags = try store.read { reader in try reader.changes(since: last).tagIDs }
/// ```
package struct TagChanges: Sendable {
    /// The changed tags; `nil` if they are too many to list.
    package var tagIDs: [Int64]?
    /// Whether items were added, changed or deleted.
    package var changesCounts: Bool
    /// Whether implications changed.
    package var changesImplications = false
    /// The number of the latest change.
    package var last: Int64
}

extension StoreWriter {
    /// The number of changes that are kept; slightly more may be stored.
    private static let changeLimit: Int64 = 20_000
    /// Old changes are deleted after every this many new changes.
    private static let changeStep: Int64 = 100

    /// Records the changed tags for the caches of other processes.
    func recordChanges() throws {
        let footprint = footprint
        guard footprint.tagIDs?.isEmpty != true || footprint.changesCounts || footprint.changesImplications else {
            return
        }
        let listed = footprint.tagIDs?.sorted() ?? []
        let ids: [Int64?] = listed.isEmpty ? [nil] : listed
        for id in ids {
            try database.run(
                "INSERT INTO tag_change (tag_id, changes_counts, changes_implications) VALUES (?, ?, ?)",
                [id, footprint.changesCounts, footprint.changesImplications])
        }
        let last = database.lastInsertedRowID
        guard (last - Int64(ids.count)) / Self.changeStep != last / Self.changeStep else { return }
        try database.run("DELETE FROM tag_change WHERE id <= ?", [last - Self.changeLimit])
    }
}

extension StoreReader {
    /// Returns the number of the latest change.
    package func lastChange() throws -> Int64 {
        try database.value("SELECT max(id) FROM tag_change", in: StoredRange.id) ?? 0
    }

    /// Returns all changes after a given change.
    package func changes(since last: Int64) throws -> TagChanges {
        var changes = TagChanges(tagIDs: [], changesCounts: false, last: last)
        var tagIDs: Set<Int64> = []
        let rows = try database.rows(
            "SELECT id, tag_id, changes_counts, changes_implications FROM tag_change WHERE id > ? ORDER BY id", [last])
        while let row = try rows.next() {
            let id: Int64 = try row[0, StoredRange.id]
            let tagID: Int64? = try row[1]
            let (changesCounts, changesImplications): (Bool, Bool) = (try row[2], try row[3])
            // A gap in the numbers means that older changes have been deleted.
            if let tagID, id == changes.last &+ 1 { tagIDs.insert(tagID) } else { changes.tagIDs = nil }
            changes.changesCounts = changes.changesCounts || changesCounts
            changes.changesImplications = changes.changesImplications || changesImplications
            changes.last = id
        }
        if changes.tagIDs != nil { changes.tagIDs = tagIDs.sorted() }
        return changes
    }
}

extension TagChanges {
    /// The changes of a transaction that affect suggestions.
    struct Footprint {
        /// The tags whose names, aliases, uses or frecency may have changed; `nil` if they are too many to list.
        var tagIDs: Set<Int64>?
        /// Whether items were added, changed or deleted.
        var changesCounts: Bool
        /// Whether implications changed.
        var changesImplications: Bool
    }

    /// The tags changed by a transaction, up to a maximum number.
    struct TouchedTags {
        /// The maximum number of tags that are listed.
        private static let limit = 5_000

        /// The changed tags; `nil` if they are too many to list.
        private(set) var ids: Set<Int64>? = []

        /// Inserts tags; discards all of them if they become too many.
        mutating func insert(_ tagIDs: [Int64]) {
            ids?.formUnion(tagIDs)
            if let count = ids?.count, count > Self.limit { ids = nil }
        }

        /// Inserts tags; discards all of them if they become too many.
        mutating func insert(_ tags: some Sequence<UInt32>) {
            guard ids != nil else { return }
            insert(tags.map { Int64($0) })
        }
    }
}
