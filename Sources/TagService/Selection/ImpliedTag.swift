internal import TagStore

/// A tag that is implied by another, directly or through other tags.
struct ImpliedTag: Hashable {
    /// The tag.
    let id: Int64
    /// The nearest given tag that implies this tag.
    let origin: Int64

    /// Returns the tags that the given tags imply, nearest first, excluding the given tags.
    ///
    /// - Parameters:
    ///   - given: the given tags.
    ///   - implied: returns the tags that a tag implies directly.
    /// - Returns: each tag once. If several given tags are equally near, its origin is the first of them.
    /// - Throws: the error that `implied` throws.
    /// - Complexity: O(given tags + implications of the given and the returned tags).
    static func following(_ given: some Sequence<Int64>, by implied: (Int64) throws -> [Int64]) rethrows -> [ImpliedTag]
    {
        var level = given.map { ImpliedTag(id: $0, origin: $0) }
        var seen = Set(level.map(\.id))
        var found: [ImpliedTag] = []
        while !level.isEmpty {
            var next: [ImpliedTag] = []
            for tag in level {
                for id in try implied(tag.id) where seen.insert(id).inserted {
                    next.append(ImpliedTag(id: id, origin: tag.origin))
                }
            }
            found += next
            level = next
        }
        return found
    }
}

/// The effect of turning tags on for the tags that they imply.
public enum ImpliedSelection: Hashable, Sendable {
    /// Implied tags stay as they are.
    case none
    /// Implied tags that are in the set are turned on.
    case members
    /// All implied tags are turned on; missing tags are added to the set, but not by a caller limited to some sets.
    case all
}

extension TagService.Selection {
    /// Turns on the tags that the given tags of a set imply, and returns them.
    ///
    /// This doesn't count as a use of the implied tags, because suggestions learn only from tags
    /// that people choose or save.
    func selectImplied(
        _ implied: ImpliedSelection, by tags: [TagRow], in set: SetRow, with writer: StoreWriter
    ) throws -> [TagRow] {
        guard implied != .none else { return [] }
        let addsMissing = implied == .all && !writer.reader.isLimited
        var rows: [TagRow] = []
        let levels = try TagLevels(in: set.id, writer.reader)
        for tag in try ImpliedTag.following(tags.map(\.id), by: levels.tagIDs(impliedBy:)) {
            guard
                var member = try writer.reader.member(setID: set.id, tagID: tag.id)
                    ?? (addsMissing ? Self.newMember(tag.id, of: set, in: writer.reader) : nil), !member.isSelected,
                let row = try writer.reader.tag(id: tag.id)
            else { continue }
            member.isSelected = true
            try writer.apply(.putMember(member))
            rows.append(row)
        }
        return rows
    }

    /// Returns a new member at the end of a set.
    private static func newMember(_ tagID: Int64, of set: SetRow, in reader: StoreReader) throws -> MemberRow {
        let position = try reader.lastPosition(inSet: set.id) + TagService.Sets.positionStep
        return MemberRow(setID: set.id, tagID: tagID, position: position, isSelected: false)
    }
}
