internal import Foundation
internal import GRDB

extension TagRow {
    /// The columns that the initialiser reads, in its order.
    static let columns = "tag.id, tag.key, tag.folded, tag.name, tag.other_uses, tag.frecency"
    static let columnCount = 6

    init(row: Row) {
        self.init(
            id: row[0],
            key: TagKey(text: row[1], folded: row[2]),
            name: row[3],
            otherUses: row[4],
            frecency: row[5]
        )
    }
}

extension AliasRow {
    static let columns = "id, key, folded, name, tag_id"

    init(row: Row) {
        self.init(
            id: row[0],
            key: TagKey(text: row[1], folded: row[2]),
            name: row[3],
            tagID: row[4]
        )
    }
}

extension SetRow {
    static let columns = "tag_set.id, tag_set.name, tag_set.layout"

    init(row: Row) {
        self.init(id: row[0], name: row[1], layout: row[2])
    }
}

extension MemberRow {
    static let columns = "set_id, tag_id, position, selected"

    init(row: Row) {
        self.init(setID: row[0], tagID: row[1], position: row[2], isSelected: row[3])
    }
}

extension SavedSelectionRow {
    static let columns = "id, set_id, label, saved_at, tag_ids, paired_tag_ids"

    init(row: Row) {
        self.init(
            id: row[0],
            setID: row[1],
            label: row[2],
            savedAt: row[3],
            tagIDs: PackedTagIDs(data: row[4]),
            pairedTagIDs: (row[5] as Data?).map(PackedTagIDs.init(data:))
        )
    }
}

extension RowCursor {
    /// Every row, turned into a value.
    func mapAll<Value>(_ transform: (Row) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        while let row = try next() { values.append(try transform(row)) }
        return values
    }
}
