/// The kinds of rows that a commit changed.
///
/// ```
/// CommitKinds(name: "items")?.contains(.tags)  // false
/// ```
package struct CommitKinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Items were added, changed or deleted.
    package static let items = CommitKinds(rawValue: 1)
    /// Tags, their aliases, or relations between them were added, changed or deleted.
    package static let tags = CommitKinds(rawValue: 2)

    /// Creates the kind with a name; `nil` for another name.
    package init?(name: String) {
        switch name {
        case "items": self = .items
        case "tags": self = .tags
        default: return nil
        }
    }

    /// The kinds that a change belongs to.
    init(of change: RowChange) {
        switch change {
        case .putItem, .deleteItems: self = .items
        case .putTag, .putAlias, .deleteTags, .deleteAliases, .putDistinctPair, .deleteDistinctPair, .putImplication,
            .deleteImplication, .putMergedTag, .deleteMergedTag:
            self = .tags
        case .putSet, .putMember, .putView, .deleteView, .putRule, .deleteRule, .putDismissedTag, .deleteDismissedTag,
            .setFrecency, .chooseSet, .deleteSet, .deleteMembers:
            self = []
        }
    }
}
