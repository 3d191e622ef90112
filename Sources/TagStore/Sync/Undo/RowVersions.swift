internal import GRDB
internal import Sync

/// The rows after a step, found by applying the inverses of later steps to the present rows.
///
/// ```swift
/// var rows = try RowVersions(reader)
/// for inverse in try reader.inverses(ofStep: 7) { rows.apply(inverse) }  // as before step 7
/// ```
struct RowVersions {
    /// The changes that write the rows.
    private(set) var rows: [ChangedRow: RowChange] = [:]

    /// Adds a row.
    private mutating func insert(_ change: RowChange) { if let row = ChangedRow(of: change) { rows[row] = change } }

    /// Gives a row another version; `nil` removes it.
    mutating func replace(_ row: ChangedRow, with change: RowChange?) { rows[row] = change }

    /// Applies a change, unless only this device has the row.
    mutating func apply(_ change: RowChange) {
        if let (kind, run) = change.deletedRange {
            for row in self.rows(kind, in: run) { rows[row] = nil }
        } else if let row = ChangedRow(of: change), row.isSynced {
            rows[row] = change.isDeletion ? nil : change
        }
    }

    /// Returns the rows that changes name, and those in deleted ranges.
    func changed(by changes: [RowChange]) -> Set<ChangedRow> {
        var changed = Set(changes.compactMap { ChangedRow(of: $0) })
        for (kind, run) in changes.compactMap(\.deletedRange) { changed.formUnion(rows(kind, in: run)) }
        return changed
    }

    /// Returns the rows of a kind in a range of ids, which may be far longer than the number of rows.
    private func rows(_ kind: ChangedRow.RangeKind, in run: ClosedRange<Int64>) -> [ChangedRow] {
        guard run.upperBound - run.lowerBound >= Int64(rows.count) else {
            return run.map { ChangedRow(kind, $0) }.filter { rows[$0] != nil }
        }
        return rows.keys.filter { row in row.inRange.map { $0.kind == kind && run.contains($0.id) } ?? false }
    }

    /// The tags into which tags were merged, by row.
    var merged: [Int64: Int64] {
        let pairs = rows.values.compactMap { change in
            if case .putMergedTag(let tag, let into) = change { (tag, into) } else { nil }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Returns the rows that differ from those of another version.
    func changed(since other: RowVersions) -> Set<ChangedRow> {
        Set(rows.keys).union(other.rows.keys).filter { rows[$0] != other.rows[$0] }
    }

    /// Returns the changes that give rows this version, in a valid order.
    func changes(of changed: Set<ChangedRow>) -> [RowChange] {
        let ordered = changed.sorted { $0.rank < $1.rank }
        let deletions = ordered.filter { rows[$0] == nil }.reversed()
        return deletions.filter { $0.rank > 0 }.map(\.deletion) + ordered.compactMap { rows[$0] }
            + deletions.filter { $0.rank == 0 }.map(\.deletion)
    }
}

extension RowVersions {
    /// Reads the present rows, with the items that inverses change.
    init(_ reader: StoreReader, changedBy inverses: [RowChange]) throws {
        try self.init(reader)
        for (tag, into) in try reader.mergedTags() { insert(.putMergedTag(tag, into: into)) }
        for item in try reader.items(changedBy: inverses) { try insertItem(item, reader) }
    }

    /// Reads the present tags, sets, views and rules.
    init(_ reader: StoreReader) throws {
        for tag in try reader.tags(in: StoredRange.feature) { insert(.putTag(tag)) }
        for alias in try reader.aliases(in: StoredRange.id) { insert(.putAlias(alias)) }
        for detail in try reader.details(ofTags: StoredRange.feature) { insert(.putTagDetail(detail)) }
        for member in try reader.groupMembersInOrder() { insert(.putGroupMember(member)) }
        for row in try reader.implications() { insert(.putImplication(row)) }
        for pair in try reader.distinctPairs() { insert(.putDistinctPair(pair)) }
        for set in try reader.sets() {
            insert(.putSet(set))
            for member in try reader.members(ofSet: set.id) { insert(.putMember(member)) }
        }
        for view in try reader.views() { insert(.putView(view)) }
        for rule in try reader.rules() { insert(.putRule(rule)) }
    }

    /// Reads an item with its bookmark and dismissed tags, if it exists.
    private mutating func insertItem(_ id: Int64, _ reader: StoreReader) throws {
        guard var item = try reader.item(id: id) else { return }
        item.evidence = try reader.wholeEvidence(ofItem: id)
        insert(.putItem(item))
        if let bookmark = try reader.bookmark(ofItem: id) { insert(.putBookmark(bookmark, itemID: id)) }
        for tag in try reader.dismissedTags(ofItem: id) { insert(.putDismissedTag(tag)) }
    }
}

extension StoreReader {
    /// Returns the tags into which tags were merged, by row.
    func mergedTags() throws -> [Int64: Int64] {
        var merged: [Int64: Int64] = [:]
        let rows = try database.rows("SELECT tag_id, into_id FROM merged_tag")
        while let row = try rows.next() { merged[try row[0]] = try row[1] }
        return merged
    }
}
