internal import GRDB
internal import TagCore

extension StoreWriter {
    /// Deletes the tags in a range of ids and returns the inverse changes.
    func deleteTags(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        // Undo applies the last change first, so tags are restored before their pairs, implications and rules.
        let inverses =
            try deleteDistinctPairs(ofTags: run) + deleteImplications(ofTags: run) + deleteRules(ofTags: run)
            + reader.tags(in: run).map(RowChange.putTag)
        names.forgetAll()
        try database.run("DELETE FROM tag WHERE id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        return inverses
    }

    /// Deletes the aliases in a range of ids and returns the inverse changes.
    func deleteAliases(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let inverses = try reader.aliases(in: run).map(RowChange.putAlias)
        names.forgetAll()
        try database.run("DELETE FROM alias WHERE id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        return inverses
    }

    /// Deletes a set, which must not have members or items, and returns the inverse change.
    func deleteSet(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.set(id: id) else { return [] }
        try database.run("DELETE FROM tag_set WHERE id = ?", [id])
        return [.putSet(old)]
    }

    /// Removes the tags in a range of ids from a set and returns the inverse changes.
    func deleteMembers(setID: Int64, _ run: ClosedRange<Int64>) throws -> [RowChange] {
        let inverses = try reader.members(ofSet: setID, tags: run).map(RowChange.putMember)
        try database.run(
            "DELETE FROM set_member WHERE set_id = ? AND tag_id BETWEEN ? AND ?",
            [setID, run.lowerBound, run.upperBound])
        return inverses
    }
}

extension StoreWriter {
    /// The maximum number of rows deleted by one change.
    private static let sliceLength: Int64 = 1_000

    /// Splits a deletion of many rows into a first slice and the rest; returns other changes unchanged.
    func sliced(_ change: RowChange) throws -> (first: RowChange, rest: RowChange?) {
        switch change {
        case .deleteTags(let run):
            guard let (first, rest) = try sliced(run, "FROM tag WHERE id") else { break }
            return (.deleteTags(first), .deleteTags(rest))
        case .deleteAliases(let run):
            guard let (first, rest) = try sliced(run, "FROM alias WHERE id") else { break }
            return (.deleteAliases(first), .deleteAliases(rest))
        case .deleteItems(let run):
            guard let (first, rest) = try sliced(run, "FROM item WHERE id") else { break }
            return (.deleteItems(first), .deleteItems(rest))
        case .deleteMembers(let setID, let run):
            let source = "FROM set_member WHERE set_id = \(setID) AND tag_id"
            guard let (first, rest) = try sliced(run, source, column: "tag_id") else { break }
            return (.deleteMembers(setID: setID, first), .deleteMembers(setID: setID, rest))
        default: break
        }
        return (change, nil)
    }

    /// Splits a range of ids after the rows of one slice; returns `nil` if it has at most that many rows.
    private func sliced(
        _ run: ClosedRange<Int64>, _ source: String, column: String = "id"
    ) throws -> (ClosedRange<Int64>, ClosedRange<Int64>)? {
        let (distance, isFar) = run.upperBound.subtractingReportingOverflow(run.lowerBound)
        guard isFar || distance >= Self.sliceLength else { return nil }
        let last: Int64? = try database.value(
            "SELECT \(column) \(source) BETWEEN ? AND ? ORDER BY \(column) LIMIT 1 OFFSET ?",
            [run.lowerBound, run.upperBound, Self.sliceLength - 1])
        guard let end = last, end < run.upperBound else { return nil }
        return (run.lowerBound...end, (end + 1)...run.upperBound)
    }
}
