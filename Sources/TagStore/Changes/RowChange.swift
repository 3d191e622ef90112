internal import Foundation
internal import TagCore

/// A change of one row, or of the rows in a range of ids, that can be applied and undone.
///
/// Every command is a list of changes. Applying a change yields its inverse; undo applies the inverses in reverse
/// order.
///
/// ```swift
/// try writer.apply(.putTag(TagRow(id: 1, name: "reading")))  // the inverse is .deleteTags(1...1)
/// ```
package enum RowChange: Hashable, Sendable {
    /// Inserts or replaces a tag.
    case putTag(TagRow)
    /// Inserts an alias, or changes its tag.
    case putAlias(AliasRow)
    /// Inserts or replaces a set.
    case putSet(SetRow)
    /// Adds a tag to a set, or changes its position or selection.
    case putMember(MemberRow)
    /// Inserts or replaces an item.
    case putItem(ItemRow)
    /// Records that two similar tags are different.
    case putDistinctPair(DistinctPair)
    /// Adds an implication between two tags.
    case putImplication(ImplicationRow)
    /// Inserts or replaces a view.
    case putView(ViewRow)
    /// Deletes a view.
    case deleteView(Int64)
    /// Inserts or replaces a rule.
    case putRule(RuleRow)
    /// Deletes a rule.
    case deleteRule(Int64)
    /// Records that a tag is merged into another.
    case putMergedTag(Int64, into: Int64)
    /// Deletes the record of a merge.
    case deleteMergedTag(Int64)
    /// Records that a tag is dismissed for an item.
    case putDismissedTag(DismissedTag)
    /// Deletes the record that a tag is dismissed for an item.
    case deleteDismissedTag(DismissedTag)
    /// Inserts or replaces the description and the color of a tag.
    case putTagDetail(TagDetail)
    /// Deletes the description and the color of a tag.
    case deleteTagDetail(Int64)
    /// Puts a tag into a group.
    case putGroupMember(GroupMember)
    /// Removes a tag from its group.
    case deleteGroupMember(Int64)
    /// Marks an item as reviewed.
    case putReviewedItem(ReviewedItem)
    /// Deletes the mark that an item was reviewed.
    case deleteReviewedItem(Int64)
    /// Inserts or replaces the bookmark of an item.
    case putBookmark(ItemBookmark, itemID: Int64)
    /// Deletes the bookmark of an item.
    case deleteBookmark(Int64)
    /// Inserts or replaces the check of an item's location.
    case putLinkCheck(LinkCheck)
    /// Deletes the check of an item's location.
    case deleteLinkCheck(Int64)
    /// Sets the frecency of a tag.
    case setFrecency(tagID: Int64, Double?)
    /// Chooses the current set, or none.
    case chooseSet(Int64?)
    /// Deletes the tags in a range of ids.
    case deleteTags(ClosedRange<Int64>)
    /// Deletes the aliases in a range of ids.
    case deleteAliases(ClosedRange<Int64>)
    /// Deletes a set.
    case deleteSet(Int64)
    /// Removes the tags in a range of ids from a set.
    case deleteMembers(setID: Int64, ClosedRange<Int64>)
    /// Deletes the items in a range of ids.
    case deleteItems(ClosedRange<Int64>)
    /// Deletes the record that two similar tags are different.
    case deleteDistinctPair(DistinctPair)
    /// Deletes an implication between two tags.
    case deleteImplication(ImplicationRow)
}

extension RowChange {
    /// Removes one tag from a set.
    package static func deleteMember(setID: Int64, tagID: Int64) -> RowChange {
        .deleteMembers(setID: setID, tagID...tagID)
    }

    /// Returns the union of two deletions of the same kind if the second range of ids follows the
    /// first; otherwise returns `nil`.
    func joined(with next: RowChange) -> RowChange? {
        switch (self, next) {
        case (.deleteTags(let first), .deleteTags(let second)): first.joined(with: second).map(RowChange.deleteTags)
        case (.deleteAliases(let first), .deleteAliases(let second)):
            first.joined(with: second).map(RowChange.deleteAliases)
        case (.deleteItems(let first), .deleteItems(let second)): first.joined(with: second).map(RowChange.deleteItems)
        case (.deleteMembers(let set, let first), .deleteMembers(let other, let second)) where set == other:
            first.joined(with: second).map { .deleteMembers(setID: set, $0) }
        default: nil
        }
    }
}

extension RowChange {
    /// The tags whose rows or aliases change; empty for deletions, because their inverses list the rows.
    var touchedTags: [Int64] {
        switch self {
        case .putTag(let row): [row.id]
        case .putAlias(let row): [row.tagID]
        case .setFrecency(let id, _), .deleteTagDetail(let id): [id]
        case .putTagDetail(let row): [row.tagID]
        case .putGroupMember(let row): [row.tagID]
        case .deleteGroupMember(let id): [id]
        // A range of ids may be far longer than the number of its rows.
        default: []
        }
    }
}

extension RowChange {
    /// Whether the change inserts or deletes an implication.
    var changesImplications: Bool {
        switch self {
        case .putImplication, .deleteImplication: true
        default: false
        }
    }
}

extension RowChange {
    /// The approximate size of the change in memory and in the undo log, in bytes.
    var size: Int {
        switch self {
        case .putItem(let row):
            100 + row.title.utf8.count + 8 * row.tagIDs.ids.count + (row.location?.utf8.count ?? 0)
                + row.note.utf8.count + (row.importedFrom?.utf8.count ?? 0) + 6 * (row.evidence?.textWords.count ?? 0)
        case .putTag(let row): 100 + 3 * row.name.utf8.count
        case .putAlias(let row): 100 + 3 * row.name.utf8.count
        case .putDismissedTag(let row), .deleteDismissedTag(let row): 100 + row.key.utf8.count
        case .putBookmark(let bookmark, _): 100 + bookmark.size
        case .putSet(let row): 100 + 2 * row.name.utf8.count + row.layout.utf8.count
        case .putRule(let row): 100 + row.query.utf8.count
        case .putTagDetail(let row): 100 + row.description.utf8.count
        case .putGroupMember(let row): 100 + row.group.utf8.count
        case .putLinkCheck(let check): 100 + (check.location?.utf8.count ?? 0)
        default: 100
        }
    }

    /// The position of a deletion in a list of inverses, as required by foreign keys; `nil` for
    /// other changes.
    ///
    /// A row is inserted after the rows it refers to, so the deletion that reverts it comes later
    /// in the list.
    var deletionRank: Int? {
        switch self {
        case .deleteTags: 0
        case .deleteAliases: 1
        case .deleteMembers: 2
        case .deleteItems, .deleteDistinctPair, .deleteImplication, .deleteRule, .deleteTagDetail, .deleteGroupMember: 3
        case .deleteDismissedTag, .deleteBookmark, .deleteReviewedItem, .deleteLinkCheck: 4
        default: nil
        }
    }
}

extension ClosedRange<Int64> {
    fileprivate func joined(with next: Self) -> Self? {
        next.lowerBound == upperBound &+ 1 ? lowerBound...next.upperBound : nil
    }
}

extension RowChange {
    /// Whether all values are valid for a row; a damaged undo log may contain others.
    var isValid: Bool {
        switch self {
        case .putTag(let row):
            StoredRange.feature.contains(row.id) && !row.key.text.isEmpty && row.otherUses >= 0
                && row.frecency.map(StoredRange.frecency.contains) ?? true
        case .putAlias(let row):
            StoredRange.id.contains(row.id) && StoredRange.feature.contains(row.tagID) && !row.key.text.isEmpty
        case .putSet(let row): StoredRange.id.contains(row.id) && !row.key.text.isEmpty
        case .putMember(let row):
            StoredRange.id.contains(row.setID) && StoredRange.feature.contains(row.tagID)
                && StoredRange.position.contains(row.position)
        case .putItem(let row):
            StoredRange.id.contains(row.id) && StoredRange.id.contains(row.setID)
                && [row.savedAt, row.modifiedAt].allSatisfy { $0.map(StoredRange.time.contains) ?? true }
                && row.day.map(StoredRange.day.contains) ?? true && row.note.utf8.count <= StoredRange.maxNoteBytes
                && row.tagIDs.isValid && row.pairedTagIDs?.isValid ?? true
                && [row.location, row.importedFrom].allSatisfy { $0.map(StoredRange.isLocation) ?? true }
        case .putDistinctPair(let pair), .deleteDistinctPair(let pair): pair.isValid
        case .putImplication(let row), .deleteImplication(let row): row.isValid
        case .putDismissedTag(let row), .deleteDismissedTag(let row): row.isValid
        case .putReviewedItem(let row): row.isValid
        case .putBookmark(let bookmark, let id): StoredRange.id.contains(id) && bookmark.isValid
        case .putView(let row): StoredRange.id.contains(row.id) && !row.key.text.isEmpty && row.share?.isValid ?? true
        case .putLinkCheck(let check): check.isValid
        case .deleteView(let id), .deleteRule(let id), .deleteBookmark(let id), .deleteReviewedItem(let id),
            .deleteLinkCheck(let id):
            StoredRange.id.contains(id)
        case .putRule(let row): row.isValid
        case .putTagDetail(let row): row.isValid
        case .deleteTagDetail(let tag), .deleteGroupMember(let tag): StoredRange.feature.contains(tag)
        case .putGroupMember(let row): row.isValid
        case .putMergedTag(let tag, let into):
            StoredRange.feature.contains(tag) && StoredRange.feature.contains(into) && tag != into
        case .deleteMergedTag(let tag): StoredRange.feature.contains(tag)
        case .setFrecency(let id, let frecency):
            StoredRange.feature.contains(id) && frecency.map(StoredRange.frecency.contains) ?? true
        case .chooseSet(let id): id.map(StoredRange.id.contains) ?? true
        case .deleteSet(let id): StoredRange.id.contains(id)
        case .deleteTags(let run), .deleteMembers(_, let run): run.isWithin(StoredRange.feature)
        case .deleteAliases(let run), .deleteItems(let run): run.isWithin(StoredRange.id)
        }
    }
}

extension ClosedRange<Int64> {
    /// Returns whether both ends are within a range.
    fileprivate func isWithin(_ range: Self) -> Bool { range.contains(lowerBound) && range.contains(upperBound) }
}
