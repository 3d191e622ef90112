internal import TagCore
internal import TagStore

/// A set that an import adds tags to.
///
/// It is a class because a struct in a dictionary would be copied for each line.
final class ImportTarget {
    private var row: SetRow
    /// Whether the import may change the set's layout and choose the set.
    let isNew: Bool
    private var position: Int64

    var id: Int64 { row.id }

    init(_ row: SetRow, isNew: Bool, with writer: StoreWriter) throws {
        self.row = row
        position = try writer.reader.lastPosition(inSet: row.id)
        self.isNew = isNew
    }

    /// Appends a tag that isn't a member yet.
    func add(_ tagID: Int64, with writer: StoreWriter) throws { try writer.apply(.putMember(nextMember(tagID))) }

    /// Returns the row that makes a tag the last member.
    func nextMember(_ tagID: Int64) throws -> MemberRow {
        let (next, isTooFar) = position.addingReportingOverflow(TagService.Sets.positionStep)
        guard !isTooFar else { throw ImportRecordError("the set \(row.name.quoted) has no room for more tags") }
        position = next
        return MemberRow(setID: id, tagID: tagID, position: position, isSelected: false)
    }

    /// Selects a member.
    func select(_ tagID: Int64, with writer: StoreWriter) throws {
        guard var member = try writer.reader.member(setID: id, tagID: tagID), !member.isSelected else { return }
        member.isSelected = true
        try writer.apply(.putMember(member))
    }

    /// Saves layout settings and the kind of the set; values that are `nil` stay as they are.
    func save(_ layout: LayoutSettings?, isDaily: Bool?, with writer: StoreWriter) throws {
        if let layout { row.layout = try layout.json() }
        row.isDaily = isDaily ?? row.isDaily
        try writer.apply(.putSet(row))
    }
}
