internal import GRDB
internal import TagCore

/// What a transaction changed that suggestions rest on.
struct Footprint {
    /// The tags whose names, aliases, uses or frecency may be others; `nil`: too many to be listed.
    var tagIDs: Set<Int64>?
    /// Whether saved selections came or went.
    var changesCounts: Bool
}

/// The tags that a transaction has changed, as long as they are few enough to be listed.
struct TouchedTags {
    /// A commit that changes more tags than this lists none.
    private static let mostListed = 5_000

    /// The tags; `nil`: too many to be listed.
    private(set) var ids: Set<Int64>? = []

    mutating func insert(_ tagIDs: [Int64]) {
        ids?.formUnion(tagIDs)
        if let count = ids?.count, count > Self.mostListed { ids = nil }
    }

    /// Inserts the features that are tags.
    mutating func insert(_ features: some Sequence<UInt32>) {
        guard ids != nil else { return }
        insert(features.filter { !Feature.isWord($0) }.map { Feature.rowID($0) })
    }
}

/// What was changed since a moment, by whomever.
package struct ChangesSince: Sendable {
    /// The tags that were changed; `nil`: too many to be listed.
    package var tagIDs: [Int64]?
    /// Whether saved selections came or went.
    package var changesCounts: Bool
    /// The number of the last change.
    package var last: Int64
}

extension StoreWriter {
    /// How many changes are kept.
    private static let keptChanges: Int64 = 20_000

    /// Lists the changed tags for other processes.
    func listChanges() throws {
        let footprint = footprint
        guard footprint.tagIDs?.isEmpty != true || footprint.changesCounts else { return }
        let listed = footprint.tagIDs?.sorted() ?? []
        let ids: [Int64?] = listed.isEmpty ? [nil] : listed
        for id in ids {
            try database.run(
                "INSERT INTO tag_change (tag_id, changes_counts) VALUES (?, ?)",
                [id, footprint.changesCounts]
            )
        }
        try database.run(
            "DELETE FROM tag_change WHERE id <= ?",
            [database.lastInsertedRowID - Self.keptChanges]
        )
    }
}

extension StoreReader {
    /// The number of the newest part of an undo step; 0 where it has none.
    func lastPart(ofStep id: Int64) throws -> Int64 {
        try database.value(
            "SELECT max(id) FROM undo_part WHERE step_id = ?",
            [id],
            in: StoredRange.id
        ) ?? 0
    }

    /// The number of the last change of a tag.
    package func lastChange() throws -> Int64 {
        try database.value("SELECT max(id) FROM tag_change", in: StoredRange.id) ?? 0
    }

    /// The tags that were changed after a change, each once.
    package func changes(since last: Int64) throws -> ChangesSince {
        var changes = ChangesSince(tagIDs: [], changesCounts: false, last: last)
        var tagIDs: Set<Int64> = []
        let rows = try database.rows(
            "SELECT id, tag_id, changes_counts FROM tag_change WHERE id > ? ORDER BY id",
            [last]
        )
        while let row = try rows.next() {
            let id: Int64 = try row[0, StoredRange.id]
            let tagID: Int64? = try row[1]
            let changesCounts: Bool = try row[2]
            // A gap: the oldest changes are not kept any more.
            if let tagID, id == changes.last &+ 1 {
                tagIDs.insert(tagID)
            } else {
                changes.tagIDs = nil
            }
            changes.changesCounts = changes.changesCounts || changesCounts
            changes.last = id
        }
        if changes.tagIDs != nil { changes.tagIDs = tagIDs.sorted() }
        return changes
    }
}
