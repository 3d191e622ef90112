internal import GRDB

extension StoreWriter {
    func deleteTags(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let inverses = try reader.tags(in: run).map(RowChange.putTag)
        try database.run(
            "DELETE FROM tag WHERE id BETWEEN ? AND ?",
            [run.lowerBound, run.upperBound]
        )
        return inverses
    }

    func deleteAliases(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        let inverses = try reader.aliases(in: run).map(RowChange.putAlias)
        try database.run(
            "DELETE FROM alias WHERE id BETWEEN ? AND ?",
            [run.lowerBound, run.upperBound]
        )
        return inverses
    }

    /// Deletes a set that has no members and no saved selections left.
    func deleteSet(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.set(id: id) else { return [] }
        try database.run("DELETE FROM tag_set WHERE id = ?", [id])
        return [.putSet(old)]
    }

    func deleteMembers(setID: Int64, _ run: ClosedRange<Int64>) throws -> [RowChange] {
        let inverses = try reader.members(ofSet: setID, tags: run).map(RowChange.putMember)
        try database.run(
            "DELETE FROM set_member WHERE set_id = ? AND tag_id BETWEEN ? AND ?",
            [setID, run.lowerBound, run.upperBound]
        )
        return inverses
    }
}
