internal import Foundation
internal import TagStore

/// A set while an import fills it.
struct ImportTarget {
    private var row: SetRow
    /// Whether the import may set what belongs to the set as a whole.
    let isNew: Bool
    /// Tags that the file says have left the set.
    var former: Set<Int64> = []
    private var members: Set<Int64>
    private var position: Int64

    var id: Int64 { row.id }
    var key: String { row.key.text }

    /// A set; an empty one without settings counts as new.
    init(_ row: SetRow, isNew: Bool = false, with writer: StoreWriter) throws {
        self.row = row
        members = Set(try writer.reader.members(ofSet: row.id).map(\.tagID))
        position = try writer.reader.lastPosition(inSet: row.id)
        self.isNew = isNew || members.isEmpty && row.layout == "{}"
    }

    /// Adds a tag at the end, where it is not there yet.
    mutating func add(_ tagID: Int64, with writer: StoreWriter) throws {
        guard members.insert(tagID).inserted else { return }
        position += TagService.positionStep
        try writer.apply(
            .putMember(MemberRow(setID: id, tagID: tagID, position: position, isSelected: false))
        )
    }

    /// Selects a member.
    func select(_ tagID: Int64, with writer: StoreWriter) throws {
        guard var member = try writer.reader.member(setID: id, tagID: tagID), !member.isSelected
        else { return }
        member.isSelected = true
        try writer.apply(.putMember(member))
    }

    /// Keeps layout settings.
    mutating func keep(_ layout: LayoutSettings, with writer: StoreWriter) throws {
        row.layout = try layout.json()
        try writer.apply(.putSet(row))
    }
}
