/// The row that a change of one row changes.
enum ChangedRow: Hashable {
    case tag(Int64)
    case alias(Int64)
    case set(Int64)
    case member(set: Int64, tag: Int64)
    case item(Int64)
    case distinctPair(DistinctPair)
    case implication(ImplicationRow)
    case view(Int64)
    case rule(Int64)
    case mergedTag(Int64)
    case dismissed(DismissedTag)
    case reviewed(Int64)
    case bookmark(Int64)
    case linkCheck(Int64)
    case detail(Int64)
    case group(Int64)

    /// The row of a change; `nil` for a range of rows and for what only this device has.
    init?(of change: RowChange) {
        switch change {
        case .putTag(let row): self = .tag(row.id)
        case .putAlias(let row): self = .alias(row.id)
        case .putSet(let row): self = .set(row.id)
        case .deleteSet(let id): self = .set(id)
        case .putMember(let row): self = .member(set: row.setID, tag: row.tagID)
        case .putItem(let row): self = .item(row.id)
        case .putDistinctPair(let pair), .deleteDistinctPair(let pair): self = .distinctPair(pair)
        case .putImplication(let row), .deleteImplication(let row): self = .implication(row)
        case .putView(let row): self = .view(row.id)
        case .deleteView(let id): self = .view(id)
        case .putRule(let row): self = .rule(row.id)
        case .deleteRule(let id): self = .rule(id)
        case .putMergedTag(let tag, _), .deleteMergedTag(let tag): self = .mergedTag(tag)
        case .putDismissedTag(let row), .deleteDismissedTag(let row): self = .dismissed(row)
        case .putReviewedItem(let row): self = .reviewed(row.itemID)
        case .deleteReviewedItem(let id): self = .reviewed(id)
        case .putBookmark(_, let id), .deleteBookmark(let id): self = .bookmark(id)
        case .putLinkCheck(let check): self = .linkCheck(check.itemID)
        case .deleteLinkCheck(let id): self = .linkCheck(id)
        case .putTagDetail(let row): self = .detail(row.tagID)
        case .deleteTagDetail(let tag): self = .detail(tag)
        case .putGroupMember(let row): self = .group(row.tagID)
        case .deleteGroupMember(let tag): self = .group(tag)
        case .deleteTags, .deleteAliases, .deleteItems, .deleteMembers, .setFrecency, .chooseSet: return nil
        }
    }

    /// The change that deletes the row.
    var deletion: RowChange {
        switch self {
        case .tag(let id): .deleteTags(id...id)
        case .alias(let id): .deleteAliases(id...id)
        case .set(let id): .deleteSet(id)
        case .member(let set, let tag): .deleteMember(setID: set, tagID: tag)
        case .item(let id): .deleteItems(id...id)
        case .distinctPair(let pair): .deleteDistinctPair(pair)
        case .implication(let row): .deleteImplication(row)
        case .view(let id): .deleteView(id)
        case .rule(let id): .deleteRule(id)
        case .mergedTag(let tag): .deleteMergedTag(tag)
        case .dismissed(let row): .deleteDismissedTag(row)
        case .reviewed(let id): .deleteReviewedItem(id)
        case .bookmark(let id): .deleteBookmark(id)
        case .linkCheck(let id): .deleteLinkCheck(id)
        case .detail(let tag): .deleteTagDetail(tag)
        case .group(let tag): .deleteGroupMember(tag)
        }
    }

    /// Whether devices exchange the row.
    var isSynced: Bool {
        switch self {
        case .reviewed, .linkCheck: false
        default: true
        }
    }

    /// The position among rows that are inserted together: those that it refers to have a lower one.
    var rank: Int {
        switch self {
        case .tag, .set: 0
        case .mergedTag, .detail, .alias, .group, .implication, .distinctPair, .view, .rule: 1
        case .member: 2
        case .item: 3
        case .bookmark, .dismissed, .reviewed, .linkCheck: 4
        }
    }

    /// The row as a value of a range of rows that a change deletes: the kind of the range, and the id.
    var inRange: (kind: RangeKind, id: Int64)? {
        switch self {
        case .tag(let id): (.tags, id)
        case .alias(let id): (.aliases, id)
        case .item(let id): (.items, id)
        case .member(let set, let tag): (.members(set: set), tag)
        default: nil
        }
    }

    /// The row of a kind with an id.
    init(_ kind: RangeKind, _ id: Int64) {
        self =
            switch kind {
            case .tags: .tag(id)
            case .aliases: .alias(id)
            case .items: .item(id)
            case .members(let set): .member(set: set, tag: id)
            }
    }

    /// The kind of the rows in a range of ids.
    enum RangeKind: Hashable {
        case tags
        case aliases
        case items
        case members(set: Int64)
    }
}

extension RowChange {
    /// Whether the change deletes one row.
    var isDeletion: Bool { ChangedRow(of: self)?.deletion == self }

    /// The rows that the change deletes, if they are a range.
    var deletedRange: (kind: ChangedRow.RangeKind, run: ClosedRange<Int64>)? {
        switch self {
        case .deleteTags(let run): (.tags, run)
        case .deleteAliases(let run): (.aliases, run)
        case .deleteItems(let run): (.items, run)
        case .deleteMembers(let set, let run): (.members(set: set), run)
        default: nil
        }
    }
}
