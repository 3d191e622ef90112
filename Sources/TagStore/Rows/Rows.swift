internal import Foundation
package import TagCore

/// A row of `tag`, without its counts, which are derived from items.
package struct TagRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The number of uses elsewhere, as reported by imports.
    package var otherUses: Int64 = 0
    /// The ``Frecency`` of the tag, in seconds since 1970; `nil` if it was never used.
    package var frecency: Double?

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, otherUses: Int64 = 0, frecency: Double? = nil) {
        self.init(id: id, key: TagKey(name), name: name, otherUses: otherUses, frecency: frecency)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, otherUses: Int64 = 0, frecency: Double? = nil) {
        self.id = id
        self.key = key
        self.name = name
        self.otherUses = otherUses
        self.frecency = frecency
    }
}

/// A row of `alias`.
package struct AliasRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    package var tagID: Int64

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, tagID: Int64) {
        self.init(id: id, key: TagKey(name), name: name, tagID: tagID)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, tagID: Int64) {
        self.id = id
        self.key = key
        self.name = name
        self.tagID = tagID
    }
}

/// A row of `tag_set`.
package struct SetRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The layout settings as a JSON object.
    package var layout: String

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, layout: String = "{}") {
        self.init(id: id, key: TagKey(name), name: name, layout: layout)
    }

    /// Creates a row with a known key.
    package init(id: Int64, key: TagKey, name: String, layout: String = "{}") {
        self.id = id
        self.key = key
        self.name = name
        self.layout = layout
    }
}

/// A row of `set_member`.
package struct MemberRow: Hashable, Sendable {
    package var setID: Int64
    package var tagID: Int64
    package var position: Int64
    package var isSelected: Bool

    package init(setID: Int64, tagID: Int64, position: Int64, isSelected: Bool) {
        self.setID = setID
        self.tagID = tagID
        self.position = position
        self.isSelected = isSelected
    }
}

extension TagRow {
    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "tag.id, tag.key, tag.folded, tag.name, tag.other_uses, tag.frecency"
    static let columnCount = 6

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.feature], key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3), otherUses: try row[4, 0...Int64.max], frecency: try row[5, StoredRange.frecency])
    }
}

extension AliasRow {
    static let columns = "id, key, folded, name, tag_id"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], key: TagKey(text: try row.name(1), folded: try row.name(2)),
            name: try row.name(3), tagID: try row[4, StoredRange.feature])
    }
}

extension SetRow {
    static let columns = "tag_set.id, tag_set.name, tag_set.layout"

    init(row: StoredRow) throws { self.init(id: try row[0, StoredRange.id], name: try row.name(1), layout: try row[2]) }
}

extension MemberRow {
    static let columns = "set_id, tag_id, position, selected"

    init(row: StoredRow) throws {
        self.init(
            setID: try row[0, StoredRange.id], tagID: try row[1, StoredRange.feature],
            position: try row[2, StoredRange.position], isSelected: try row[3])
    }
}

extension ItemRow {
    static let columns = """
        id, set_id, title, saved_at, tag_ids, paired_tag_ids, calibration_sample, location, imported_from, \
        modified_at, note
        """
    static let columnCount = 11

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], setID: try row[1, StoredRange.id], title: try row.name(2),
            savedAt: try row[3, StoredRange.time], modifiedAt: try row[9, StoredRange.time], tagIDs: try row.tagIDs(4),
            pairedTagIDs: try row.pairedTagIDs(5), sample: try row.sample(6), location: try row.location(7),
            note: try row.note(10), importedFrom: try row.location(8))
    }

    /// The sample, encoded for its column.
    var sampleData: Data? { sample.map { LittleEndian.data(of: $0.words) } }
}
