internal import TagCore

extension TagRow {
    /// The columns that the initialiser reads, in its order.
    static let columns = "tag.id, tag.key, tag.folded, tag.name, tag.other_uses, tag.frecency"
    static let columnCount = 6

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.feature],
            key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3),
            otherUses: try row[4, 0...Int64.max],
            frecency: try row[5, StoredRange.frecency]
        )
    }
}

extension AliasRow {
    static let columns = "id, key, folded, name, tag_id"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id],
            key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3),
            tagID: try row[4, StoredRange.feature]
        )
    }
}

extension SetRow {
    static let columns = "tag_set.id, tag_set.name, tag_set.layout"

    init(row: StoredRow) throws {
        self.init(id: try row[0, StoredRange.id], name: try row.name(1), layout: try row[2])
    }
}

extension MemberRow {
    static let columns = "set_id, tag_id, position, selected"

    init(row: StoredRow) throws {
        self.init(
            setID: try row[0, StoredRange.id],
            tagID: try row[1, StoredRange.feature],
            position: try row[2, StoredRange.position],
            isSelected: try row[3]
        )
    }
}

extension SavedSelectionRow {
    static let columns = "id, set_id, label, saved_at, tag_ids, paired_tag_ids"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id],
            setID: try row[1, StoredRange.id],
            label: try row.name(2),
            savedAt: try row[3, StoredRange.time],
            tagIDs: try row.tagIDs(4),
            pairedTagIDs: try row.pairedTagIDs(5)
        )
    }
}
