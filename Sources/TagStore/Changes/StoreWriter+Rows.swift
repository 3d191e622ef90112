internal import GRDB
internal import TagCore

extension StoreWriter {
    /// Applies a change and returns its inverses; undo applies the last inverse first.
    func perform(_ change: RowChange) throws -> [RowChange] {
        switch change {
        case .putTag(let row): [try put(row)]
        case .putAlias(let row): [try put(row)]
        case .putSet(let row): [try put(row)]
        case .putMember(let row): [try put(row)]
        case .putItem(let row): try put(row)
        case .putDistinctPair(let pair): try put(pair)
        case .putImplication(let row): try put(row)
        case .putView(let row): [try put(row)]
        case .deleteView(let id): try deleteView(id)
        case .putRule(let row): [try put(row)]
        case .deleteRule(let id): try deleteRule(id)
        case .putMergedTag(let tag, let into): [try putMergedTag(tag, into: into)]
        case .deleteMergedTag(let tag): try deleteMergedTag(tag)
        case .setFrecency(let tagID, let frecency): [try setFrecency(of: tagID, frecency)]
        case .chooseSet(let id): [try chooseSet(id)]
        case .deleteTags(let run): try deleteTags(run)
        case .deleteAliases(let run): try deleteAliases(run)
        case .deleteSet(let id): try deleteSet(id)
        case .deleteMembers(let setID, let run): try deleteMembers(setID: setID, run)
        case .deleteItems(let run): try deleteItems(run)
        case .deleteDistinctPair(let pair): try delete(pair)
        case .deleteImplication(let row): try delete(row)
        case .putDismissedTag(let row): try put(row)
        case .deleteDismissedTag(let row): try delete(row)
        case .putReviewedItem(let row): try put(row)
        case .deleteReviewedItem(let id): try deleteReviewedItem(id)
        case .putBookmark(let bookmark, let id): try put(bookmark, itemID: id)
        case .deleteBookmark(let id): try deleteBookmark(id)
        case .putLinkCheck(let check): try put(check)
        case .deleteLinkCheck(let id): try deleteLinkCheck(id)
        case .putTagDetail(let row): try put(row)
        case .deleteTagDetail(let tag): try deleteDetails(ofTags: tag...tag)
        case .putGroupMember(let row): try put(row)
        case .deleteGroupMember(let tag): try deleteGroupMembers(ofTags: tag...tag)
        }
    }

    private func put(_ row: TagRow) throws -> RowChange {
        guard let old = try reader.tag(id: row.id) else {
            try database.run(
                "INSERT INTO tag (id, key, folded, name, other_uses, frecency) VALUES (?, ?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, row.otherUses, row.frecency])
            try insertNameKeys(of: row.name, tag: row.id)
            return .deleteTags(row.id...row.id)
        }
        if row.name != old.name {
            try database.run("DELETE FROM name_key WHERE tag_id = ? AND alias_id IS NULL", [row.id])
            names.forgetAll()
            try insertNameKeys(of: row.name, tag: row.id)
        }
        try database.run(
            "UPDATE tag SET key = ?, folded = ?, name = ?, other_uses = ?, frecency = ? WHERE id = ?",
            [row.key.text, row.key.folded, row.name, row.otherUses, row.frecency, row.id])
        return .putTag(old)
    }

    private func put(_ row: AliasRow) throws -> RowChange {
        guard let old = try reader.alias(id: row.id) else {
            try database.run(
                "INSERT INTO alias (id, key, folded, name, tag_id) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, row.tagID])
            try insertNameKeys(of: row.name, tag: row.tagID, alias: row.id)
            return .deleteAliases(row.id...row.id)
        }
        names.forgetAll()
        if row.name != old.name {
            try database.run("DELETE FROM name_key WHERE alias_id = ?", [row.id])
            try insertNameKeys(of: row.name, tag: row.tagID, alias: row.id)
        }
        try database.run(
            "UPDATE alias SET key = ?, folded = ?, name = ?, tag_id = ? WHERE id = ?",
            [row.key.text, row.key.folded, row.name, row.tagID, row.id])
        return .putAlias(old)
    }

    private func put(_ row: SetRow) throws -> RowChange {
        guard let old = try reader.set(id: row.id) else {
            try database.run(
                "INSERT INTO tag_set (id, key, name, layout, daily) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.name, row.layout, row.isDaily])
            return .deleteSet(row.id)
        }
        try database.run(
            "UPDATE tag_set SET key = ?, name = ?, layout = ?, daily = ? WHERE id = ?",
            [row.key.text, row.name, row.layout, row.isDaily, row.id])
        return .putSet(old)
    }

    private func put(_ row: MemberRow) throws -> RowChange {
        // Toggling a tag is by far the most frequent change, so it takes only one statement.
        var opposite = row
        opposite.isSelected.toggle()
        try database.run(
            """
            UPDATE set_member SET selected = ?
            WHERE set_id = ? AND position = ? AND tag_id = ? AND selected = ?
            """, [row.isSelected, row.setID, row.position, row.tagID, opposite.isSelected])
        if database.changesCount == 1 { return .putMember(opposite) }
        guard let old = try reader.member(setID: row.setID, tagID: row.tagID) else {
            try database.run(
                "INSERT INTO set_member (set_id, position, tag_id, selected) VALUES (?, ?, ?, ?)",
                [row.setID, row.position, row.tagID, row.isSelected])
            return .deleteMember(setID: row.setID, tagID: row.tagID)
        }
        try database.run(
            "UPDATE set_member SET position = ?, selected = ? WHERE set_id = ? AND tag_id = ?",
            [row.position, row.isSelected, row.setID, row.tagID])
        return .putMember(old)
    }

    private func put(_ row: ItemRow) throws -> [RowChange] {
        guard let old = try reader.item(id: row.id) else {
            try insert(row)
            return [.deleteItems(row.id...row.id)]
        }
        let oldEvidence = try reader.wholeEvidence(ofItem: old.id) ?? StoredEvidence()
        // Counts belong to a set.
        let isMoved = old.setID != row.setID
        let hasOtherTags = old.tagIDs != row.tagIDs || old.pairedTagIDs != row.pairedTagIDs || isMoved
        if hasOtherTags { try deletePostings(of: old) }
        let changesEvidence =
            old.tagIDs != row.tagIDs || isMoved || row.text != nil || row.textWords != nil || !row.hasFields(of: old)
            || row.evidence.map { $0 != oldEvidence } ?? false
        if changesEvidence { try uncountEvidence(of: old, oldEvidence) }
        try database.run(
            """
            UPDATE item
            SET set_id = ?, title = ?, saved_at = ?, tag_ids = ?, paired_tag_ids = ?, calibration_sample = ?,
                location = ?, imported_from = ?, modified_at = ?, note = ?, location_key = ?, site = ?,
                arrival = ?, day = \(Self.storedDay)
            WHERE id = ?
            """, Array(row.values.dropFirst()) + [row.id])
        try updateText(of: old, to: row)
        if row.sample != old.sample { samples.invalidate() }
        if hasOtherTags { try insertPostings(of: row) }
        if changesEvidence {
            try putEvidence(of: row, over: (old, oldEvidence))
            touch(row.tagIDs)
        }
        var inverse = old
        inverse.evidence = oldEvidence
        // A check is that of a location.
        let check = old.location == row.location ? [] : try deleteLinkCheck(row.id)
        return check + [.putItem(inverse)]
    }

    private func insert(_ row: ItemRow) throws {
        try note(insertionOf: row)
        try database.run(
            """
            INSERT INTO item
                (id, set_id, title, saved_at, tag_ids, paired_tag_ids, calibration_sample, location,
                imported_from, modified_at, note, location_key, site, arrival, day)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \(Self.storedDay))
            """, row.values)
        try insertText(of: row)
        try insertPostings(of: row)
        try putEvidence(of: row, over: nil)
    }

    /// The expression for the day of an item: its day or, if it has none, the local day of its time.
    private static let storedDay = """
        ifnull(?, CAST(julianday(date(? / 1000.0, 'unixepoch', 'localtime')) - 2440587.5 AS INTEGER))
        """

    private func setFrecency(of tagID: Int64, _ frecency: Double?) throws -> RowChange {
        let old: Double? = try database.value(
            "SELECT frecency FROM tag WHERE id = ?", [tagID], in: StoredRange.frecency)
        try database.run("UPDATE tag SET frecency = ? WHERE id = ?", [frecency, tagID])
        return .setFrecency(tagID: tagID, old)
    }

    private func chooseSet(_ id: Int64?) throws -> RowChange {
        let old: Int64? = try database.value("SELECT chosen_set_id FROM state", in: StoredRange.id)
        try database.run("UPDATE state SET chosen_set_id = ?", [id])
        return .chooseSet(old)
    }
}

extension ItemRow {
    /// The values of the columns that ``StoreWriter`` writes, in order, beginning with the id.
    fileprivate var values: StatementValues {
        let normalized = location.map(NormalizedLocation.init)
        return [
            id, setID, title, savedAt, tagIDs.data, pairedTagIDs?.data, sampleData, location, importedFrom, modifiedAt,
            note, normalized?.key, normalized?.site, location == nil ? arrival?.rawValue : nil, day, savedAt,
        ]
    }
}

extension StoreWriter {
    /// Deletes the tags in a range of ids and returns the inverse changes.
    func deleteTags(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        // Undo applies the last change first, so tags are restored before the rows that refer to them.
        let inverses =
            try deleteDistinctPairs(ofTags: run) + deleteImplications(ofTags: run) + deleteRules(ofTags: run)
            + deleteDetails(ofTags: run) + deleteGroupMembers(ofTags: run) + reader.tags(in: run).map(RowChange.putTag)
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
