internal import TagStore

/// A set with its tags and its selection.
public struct TagSet: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// The names of the tags, in the order of the set.
    public var tags: [String]
    /// The names of the selected tags, in the order of the set.
    public var selected: [String]
    /// The layout settings.
    public var layout: LayoutSettings
}

extension TagService.Sets {
    /// Returns a set with its tags and its selection, read from one snapshot.
    ///
    /// ```swift
    /// _ = try service.selection.change(["music"], .select)
    /// let set = try service.sets.contents(.named("habits"))
    /// print(set.tags, set.selected)
    /// ```
    ///
    /// - Complexity: linear in its tags.
    public func contents(_ reference: SetReference = .chosen) throws -> TagSet {
        try reading(reference) { reader, set in
            let members = try reader.members(ofSet: set.id)
            let names = try reader.names(of: members.map(\.tagID))
            return TagSet(
                set: set.name, tags: members.compactMap { names[$0.tagID] },
                selected: members.filter(\.isSelected).compactMap { names[$0.tagID] },
                layout: try LayoutSettings(of: set))
        }
    }
}
