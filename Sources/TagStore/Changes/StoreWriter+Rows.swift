internal import GRDB
internal import TagCore

extension StoreWriter {
    /// Makes a change; gives what takes it back, in the order in which it must be applied.
    func perform(_ change: RowChange) throws -> [RowChange] {
        switch change {
        case .putTag(let row): [try put(row)]
        case .putAlias(let row): [try put(row)]
        case .putSet(let row): [try put(row)]
        case .putMember(let row): [try put(row)]
        case .putSavedSelection(let row): [try put(row)]
        case .setFrecency(let tagID, let frecency): [try setFrecency(of: tagID, frecency)]
        case .chooseSet(let id): [try chooseSet(id)]
        case .deleteTags(let run): try deleteTags(run)
        case .deleteAliases(let run): try deleteAliases(run)
        case .deleteSet(let id): try deleteSet(id)
        case .deleteMembers(let setID, let run): try deleteMembers(setID: setID, run)
        case .deleteSavedSelections(let run): try deleteSavedSelections(run)
        }
    }

    private func put(_ row: TagRow) throws -> RowChange {
        guard let old = try reader.tag(id: row.id) else {
            try database.run(
                "INSERT INTO tag (id, key, folded, name, other_uses, frecency) VALUES (?, ?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, row.otherUses, row.frecency]
            )
            return .deleteTags(row.id...row.id)
        }
        try database.run(
            "UPDATE tag SET key = ?, folded = ?, name = ?, other_uses = ?, frecency = ? WHERE id = ?",
            [row.key.text, row.key.folded, row.name, row.otherUses, row.frecency, row.id]
        )
        return .putTag(old)
    }

    private func put(_ row: AliasRow) throws -> RowChange {
        guard let old = try reader.alias(id: row.id) else {
            try database.run(
                "INSERT INTO alias (id, key, folded, name, tag_id) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, row.tagID]
            )
            return .deleteAliases(row.id...row.id)
        }
        // Only the tag that an alias leads to ever changes.
        try database.run("UPDATE alias SET tag_id = ? WHERE id = ?", [row.tagID, row.id])
        return .putAlias(old)
    }

    private func put(_ row: SetRow) throws -> RowChange {
        guard let old = try reader.set(id: row.id) else {
            try database.run(
                "INSERT INTO tag_set (id, key, name, layout) VALUES (?, ?, ?, ?)",
                [row.id, row.key.text, row.name, row.layout]
            )
            return .deleteSet(row.id)
        }
        try database.run(
            "UPDATE tag_set SET key = ?, name = ?, layout = ? WHERE id = ?",
            [row.key.text, row.name, row.layout, row.id]
        )
        return .putSet(old)
    }

    private func put(_ row: MemberRow) throws -> RowChange {
        guard let old = try reader.member(setID: row.setID, tagID: row.tagID) else {
            try database.run(
                "INSERT INTO set_member (set_id, position, tag_id, selected) VALUES (?, ?, ?, ?)",
                [row.setID, row.position, row.tagID, row.isSelected]
            )
            return .deleteMember(setID: row.setID, tagID: row.tagID)
        }
        if old.position == row.position {
            try database.run(
                "UPDATE set_member SET selected = ? WHERE set_id = ? AND position = ?",
                [row.isSelected, row.setID, row.position]
            )
        } else {
            try database.run(
                "UPDATE set_member SET position = ?, selected = ? WHERE set_id = ? AND tag_id = ?",
                [row.position, row.isSelected, row.setID, row.tagID]
            )
        }
        return .putMember(old)
    }

    private func setFrecency(of tagID: Int64, _ frecency: Double?) throws -> RowChange {
        let old: Double? = try database.value(
            "SELECT frecency FROM tag WHERE id = ?",
            [tagID],
            in: StoredRange.frecency
        )
        try database.run("UPDATE tag SET frecency = ? WHERE id = ?", [frecency, tagID])
        return .setFrecency(tagID: tagID, old)
    }

    private func chooseSet(_ id: Int64?) throws -> RowChange {
        let old: Int64? = try database.value(
            "SELECT chosen_set_id FROM state",
            in: StoredRange.id
        )
        try database.run("UPDATE state SET chosen_set_id = ?", [id])
        return .chooseSet(old)
    }
}

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

extension StoreWriter {
    /// How many rows are changed at once.
    private static let sliceLength: Int64 = 1_000

    /// Takes a deletion of many rows apart: the first of them, and the rest; other changes stay as they are.
    func sliced(_ change: RowChange) throws -> (first: RowChange, rest: RowChange?) {
        switch change {
        case .deleteTags(let run):
            guard let (first, rest) = try sliced(run, "FROM tag WHERE id") else { break }
            return (.deleteTags(first), .deleteTags(rest))
        case .deleteAliases(let run):
            guard let (first, rest) = try sliced(run, "FROM alias WHERE id") else { break }
            return (.deleteAliases(first), .deleteAliases(rest))
        case .deleteSavedSelections(let run):
            guard let (first, rest) = try sliced(run, "FROM saved_selection WHERE id") else {
                break
            }
            return (.deleteSavedSelections(first), .deleteSavedSelections(rest))
        case .deleteMembers(let setID, let run):
            let source = "FROM set_member WHERE set_id = \(setID) AND tag_id"
            guard let (first, rest) = try sliced(run, source, column: "tag_id") else { break }
            return (.deleteMembers(setID: setID, first), .deleteMembers(setID: setID, rest))
        default: break
        }
        return (change, nil)
    }

    /// The run up to the last row of a slice, and what is left; `nil` where the whole has no more rows than a slice.
    private func sliced(
        _ run: ClosedRange<Int64>,
        _ source: String,
        column: String = "id"
    ) throws -> (ClosedRange<Int64>, ClosedRange<Int64>)? {
        let (distance, isFar) = run.upperBound.subtractingReportingOverflow(run.lowerBound)
        guard isFar || distance >= Self.sliceLength else { return nil }
        let last = try database.first(
            "SELECT \(column) \(source) BETWEEN ? AND ? ORDER BY \(column) LIMIT 1 OFFSET ?",
            [run.lowerBound, run.upperBound, Self.sliceLength - 1]
        )
        guard let end: Int64 = try last?[0], end < run.upperBound else { return nil }
        return (run.lowerBound...end, (end + 1)...run.upperBound)
    }
}
