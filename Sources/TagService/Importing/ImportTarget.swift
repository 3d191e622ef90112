internal import Foundation
internal import TagStore

/// A set while an import fills it.
///
/// A class, since a value in a dictionary would be copied with each line.
final class ImportTarget {
    private var row: SetRow
    /// Whether the import may set what belongs to the set as a whole.
    let isNew: Bool
    private var position: Int64

    var id: Int64 { row.id }

    init(_ row: SetRow, isNew: Bool, with writer: StoreWriter) throws {
        self.row = row
        position = try writer.reader.lastPosition(inSet: row.id)
        self.isNew = isNew
    }

    /// Adds a tag at the end, which is not there yet.
    func add(_ tagID: Int64, with writer: StoreWriter) throws {
        let (next, isTooFar) = position.addingReportingOverflow(TagService.positionStep)
        guard !isTooFar else {
            throw ImportProblem("the set '\(row.name)' has no room for more tags")
        }
        position = next
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
    func keep(_ layout: LayoutSettings, with writer: StoreWriter) throws {
        row.layout = try layout.json()
        try writer.apply(.putSet(row))
    }
}

/// What an import remembers of what it has looked up: no more than some megabytes, whatever the file holds.
struct ImportMemory {
    private struct Member: Hashable {
        var setID: Int64
        var tagID: Int64
    }

    private static let mostTagBytes = 4 << 20
    private static let mostTags = 50_000
    private static let mostMembers = 100_000
    private static let mostSets = 1_000

    private var tags: [String: Int64] = [:]
    private var tagBytes = 0
    private var members: Set<Member> = []
    private var sets: [String: ImportTarget] = [:]

    /// The tag that a key leads to, where that is remembered.
    func tagID(ofKey key: String) -> Int64? { tags[key] }

    mutating func keep(tagID: Int64, ofKey key: String) {
        tagBytes += key.utf8.count
        if tags.count >= Self.mostTags || tagBytes > Self.mostTagBytes {
            tags.removeAll(keepingCapacity: true)
            tagBytes = key.utf8.count
        }
        tags[key] = tagID
    }

    /// Whether a tag is remembered to be a member of a set.
    func isMember(_ tagID: Int64, ofSet setID: Int64) -> Bool {
        members.contains(Member(setID: setID, tagID: tagID))
    }

    mutating func keep(member tagID: Int64, ofSet setID: Int64) {
        if members.count >= Self.mostMembers { members.removeAll(keepingCapacity: true) }
        members.insert(Member(setID: setID, tagID: tagID))
    }

    /// The set of a key, where it is remembered.
    func target(ofKey key: String) -> ImportTarget? { sets[key] }

    mutating func keep(_ target: ImportTarget, ofKey key: String) {
        if sets.count >= Self.mostSets { sets.removeAll(keepingCapacity: true) }
        sets[key] = target
    }
}
