/// The sets and tags that a transaction has changed, each up to a maximum number.
struct CommitScope {
    /// The maximum number of sets, and of tags, that are listed.
    private static let limit = 100
    /// The maximum number of sets listed with their ids, which determine who may see a commit.
    private static let identifiedLimit = 1_000

    /// The names of the changed sets by id; `nil` if there are too many to list.
    ///
    /// An empty name is read from the row when the commit is logged.
    private(set) var sets: [Int64: String]? = [:]
    /// The names of the sets whose content changed, by id, like ``sets``.
    ///
    /// Choosing another set doesn't change any set's content.
    private(set) var changedSets: [Int64: String]? = [:]
    /// The names of the changed tags by id, like ``sets``; `nil` if there are too many to list.
    private(set) var tags: [Int64: String]? = [:]
    /// The kinds of rows that changed.
    private(set) var kinds: CommitKinds = []
    /// The changed items by id; `nil` if there are too many to list.
    private(set) var items: [Int64: ChangedItem]? = [:]

    /// Adds the sets and tags of a change or of its inverse.
    ///
    /// The inverse of a deletion contains the deleted row, and so its name.
    mutating func insert(_ change: RowChange) {
        kinds.formUnion(CommitKinds(of: change))
        switch change {
        case .putTag(let row): insert(tag: row.id, row.name)
        case .putAlias(let row): insert(tag: row.tagID)
        case .putSet(let row): insert(set: row.id, row.name)
        case .setFrecency(let id, _): insert(tag: id)
        case .putMember(let row):
            insert(set: row.setID)
            insert(tag: row.tagID)
        case .putItem(let row):
            insert(set: row.setID)
            for id in row.tagIDs.ids.prefix(Self.limit + 1) { insert(tag: Int64(id)) }
        case .chooseSet(let id): if let id { Self.insert(id, "", into: &sets) }
        case .deleteMembers(let setID, let run):
            insert(set: setID)
            if run.count == 1 { insert(tag: run.lowerBound) }
        case .putDistinctPair(let pair), .deleteDistinctPair(let pair):
            for id in [pair.first, pair.second] { insert(tag: id) }
        case .putImplication(let row), .deleteImplication(let row):
            for id in [row.tagID, row.impliedTagID] { insert(tag: id) }
        case .putRule(let row): insert(tag: row.tagID)
        case .putTagDetail(let row): insert(tag: row.tagID)
        case .putGroupMember(let row): insert(tag: row.tagID)
        case .deleteTagDetail(let id), .deleteGroupMember(let id): insert(tag: id)
        case .deleteTags, .deleteAliases, .deleteSet, .deleteItems, .putView, .deleteView, .deleteRule, .putMergedTag,
            .deleteMergedTag, .putDismissedTag, .deleteDismissedTag, .putReviewedItem, .deleteReviewedItem,
            .putBookmark, .deleteBookmark, .putLinkCheck, .deleteLinkCheck:
            break
        }
    }

    /// Adds the item of a change that has been made, if it's one of an item.
    mutating func insert(itemOf change: RowChange, undoneBy inverse: RowChange) {
        switch (change, inverse) {
        case (.putItem(let row), .putItem):
            // An item that the transaction added stays new.
            insert(ChangedItem(id: row.id, operation: items?[row.id]?.operation ?? .change, location: row.location))
        case (.putItem(let row), .deleteItems):
            let isRestored = items?[row.id]?.operation == .delete
            insert(ChangedItem(id: row.id, operation: isRestored ? .change : .add, location: row.location))
        case (.deleteItems, .putItem(let row)):
            if items?[row.id]?.operation == .add {
                items?[row.id] = nil
            } else {
                insert(ChangedItem(id: row.id, operation: .delete, location: row.location))
            }
        default: break
        }
    }

    private mutating func insert(_ item: ChangedItem) {
        items?[item.id] = item
        if let count = items?.count, count > Self.limit { items = nil }
    }

    /// Adds the sets and tags of an import.
    mutating func insert(_ new: NewTags) {
        if !new.tags.isEmpty || !new.aliases.isEmpty { kinds.insert(.tags) }
        for tag in new.tags where tags != nil { insert(tag: tag.id, tag.name) }
        for member in new.members { insert(set: member.setID) }
        for member in new.members.prefix(Self.limit + 1) { insert(tag: member.tagID) }
    }

    private mutating func insert(set id: Int64, _ name: String = "") {
        Self.insert(id, name, into: &sets)
        Self.insert(id, name, into: &changedSets, limit: Self.identifiedLimit)
    }

    private mutating func insert(tag id: Int64, _ name: String = "") { Self.insert(id, name, into: &tags) }

    private static func insert(_ id: Int64, _ name: String, into names: inout [Int64: String]?, limit: Int = limit) {
        if names?[id]?.isEmpty != false { names?[id] = name }
        if let count = names?.count, count > limit { names = nil }
    }
}
