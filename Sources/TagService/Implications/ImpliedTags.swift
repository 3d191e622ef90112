internal import TagStore

/// A tag that follows from another by rules.
struct ImpliedTag: Hashable {
    /// The tag.
    let id: Int64
    /// The tag among those that were given from which it follows, the nearest one.
    let origin: Int64

    /// Returns the tags that follow from given ones, the nearest first, without the given ones.
    ///
    /// - Parameters:
    ///   - given: the given tags.
    ///   - rules: returns the tags that a tag implies by rules of its own.
    /// - Returns: each tag once; of several from which it follows as near, the one given first.
    /// - Throws: what `rules` throws.
    /// - Complexity: O(given tags + rules of what follows).
    static func following(
        _ given: some Sequence<Int64>,
        by rules: (Int64) throws -> [Int64]
    ) rethrows -> [ImpliedTag] {
        var level = given.map { ImpliedTag(id: $0, origin: $0) }
        var seen = Set(level.map(\.id))
        var found: [ImpliedTag] = []
        while !level.isEmpty {
            var next: [ImpliedTag] = []
            for tag in level {
                for id in try rules(tag.id) where seen.insert(id).inserted {
                    next.append(ImpliedTag(id: id, origin: tag.origin))
                }
            }
            found += next
            level = next
        }
        return found
    }

    /// Returns the tags that follow from given ones, read from a database.
    static func following(
        _ given: some Sequence<Int64>,
        in reader: StoreReader
    ) throws -> [ImpliedTag] {
        guard try reader.hasImplications() else { return [] }
        return try following(given) { try reader.tagIDs(impliedBy: $0) }
    }
}

/// What a change of a selection does about the tags that are implied by those that it turns on.
public enum ImpliedSelection: Hashable, Sendable {
    /// They stay as they are.
    case none
    /// Those that are in the set are turned on.
    case members
    /// All of them are turned on; those that are not in the set are added to it.
    case all
}

extension TagService {
    /// Turns on what is implied by tags of a set that a change has turned on, or that were on before it.
    ///
    /// It counts as no use: what a person chose is learnt, and what is saved, and not what follows.
    func selectImplied(
        _ implied: ImpliedSelection,
        by tags: [TagRow],
        in set: SetRow,
        with writer: StoreWriter
    ) throws -> [String] {
        guard implied != .none else { return [] }
        var names: [String] = []
        for tag in try ImpliedTag.following(tags.map(\.id), in: writer.reader) {
            guard
                var member = try writer.reader.member(setID: set.id, tagID: tag.id)
                    ?? (implied == .all ? Self.newMember(tag.id, of: set, in: writer.reader) : nil),
                !member.isSelected, let row = try writer.reader.tag(id: tag.id)
            else { continue }
            member.isSelected = true
            try writer.apply(.putMember(member))
            names.append(row.name)
        }
        return names
    }

    /// A member at the end of a set.
    private static func newMember(
        _ tagID: Int64,
        of set: SetRow,
        in reader: StoreReader
    ) throws -> MemberRow {
        let position = try reader.lastPosition(inSet: set.id) + positionStep
        return MemberRow(setID: set.id, tagID: tagID, position: position, isSelected: false)
    }
}
