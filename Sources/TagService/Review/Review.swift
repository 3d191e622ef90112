internal import TagStore

/// The items that a review goes through.
public struct ReviewQueue: Sendable {
    /// The ids of the items, newest first, at most 100,000.
    public let ids: [Int64]
    /// The number of all items to review.
    public let total: Int
}

/// An item to review, with the tags to choose from.
public struct ReviewEntry: Sendable {
    /// The item.
    public let item: Item
    /// The suggested tags that the item doesn't have, best first, at most nine.
    public let suggestions: [Suggestion]
}

/// A page of the items to review.
package struct ReviewPage: Sendable {
    package let entries: [ReviewEntry]
    /// The number of all items to review.
    package let total: Int
    /// The cursor of the next page; `nil` for the last page.
    package let next: ItemQuery.Cursor?
}

/// Going through items one at a time to tag them.
///
/// A review doesn't offer an item again that was saved or skipped before.
///
/// ```swift
/// let queue = try service.review.queue()
/// for id in queue.ids {
///     let entry = try service.review.entry(id)
///     let likely = entry.suggestions.filter { $0.probability ?? 0 >= TagService.Review.likely }
///     try service.review.save(id, tags: entry.item.tags + likely.map(\.tag))
/// }
/// ```
extension TagService.Review {
    /// The query of a review without a query.
    public static let usualQuery = "untagged"

    /// The probability from which on a suggestion is chosen already when an item is shown.
    public static let likely = 0.6

    /// The maximum number of suggestions for an item, which have a digit as a key each.
    static let suggestionLimit = 9

    /// The maximum number of items of a queue.
    private static let queueLimit = 100_000

    /// Returns the items to review.
    ///
    /// - Parameters:
    ///   - query: the query that the items match; `nil` for items without tags.
    ///   - reference: the set of the items; `nil` for all sets.
    ///   - again: whether items that were saved or skipped in an earlier review are offered, too.
    /// - Returns: the items, newest first unless the query has a `sort:`.
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    /// - Complexity: linear in the number of matches.
    public func queue(
        for query: String? = nil, in reference: SetReference? = nil, again: Bool = false
    ) throws -> ReviewQueue {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let resolved = try ResolvedQuery(Self.itemQuery(query, again: again), in: set, of: service, reader)
            let order: ItemOrder = if case .stored(let order) = resolved.order { order } else { .new }
            return ReviewQueue(
                ids: try reader.itemIDs(matching: resolved.condition, in: order, limit: Self.queueLimit),
                total: try reader.itemCount(matching: resolved.condition))
        }
    }

    /// Returns a page of the items to review with their suggestions.
    ///
    /// - Parameters:
    ///   - query: the query that the items match; `nil` for items without tags.
    ///   - reference: the set of the items; `nil` for all sets.
    ///   - again: whether items that were saved or skipped in an earlier review are offered, too.
    ///   - includesDailySets: whether items of daily sets are offered if neither the query nor `reference` names a set.
    ///   - limit: the maximum number of items.
    ///   - cursor: the cursor of an earlier page.
    /// - Returns: the page.
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    /// - Complexity: linear in the number of matches, plus a query for suggestions for each item.
    package func page(
        of query: String?, in reference: SetReference?, again: Bool = false, includesDailySets: Bool = true, limit: Int,
        after cursor: ItemQuery.Cursor? = nil
    ) throws -> ReviewPage {
        var query = Self.itemQuery(query, again: again)
        (query.includesDailySets, query.limit, query.after) = (includesDailySets, limit, cursor)
        let page = try service.items.find(query, in: reference)
        // An item that was deleted in the meantime needs no review.
        let entries = try page.items.compactMap { item in
            do { return try entry(item.id) } catch TagServiceError.unknownItem { return nil }
        }
        return ReviewPage(entries: entries, total: page.total, next: page.next)
    }

    /// Returns a query for the items of a review.
    static func itemQuery(_ query: String?, again: Bool) -> ItemQuery {
        var query = ItemQuery(query ?? usualQuery)
        query.order = .saved(isDescending: true)
        query.excludesReviewed = !again
        return query
    }

    /// Returns an item with its suggestions, without tags that were dismissed for it.
    ///
    /// - Parameter id: the identifier of the item.
    /// - Returns: the item.
    /// - Throws: `TagServiceError.unknownItem`, also for an item that was deleted since the queue was read.
    /// - Complexity: that of a query for suggestions.
    public func entry(_ id: Int64) throws -> ReviewEntry {
        let item = try service.items.item(id)
        let query = try suggestionQuery(for: item, limit: Self.suggestionLimit)
        return ReviewEntry(item: item, suggestions: try service.suggestions.find(for: query).suggestions)
    }

    /// Returns a query for the tags that a saved item doesn't have yet.
    func suggestionQuery(for item: Item, limit: Int) throws -> SuggestionQuery {
        let set = SetReference.named(item.set)
        return SuggestionQuery(
            given: item.tags, item: ItemEvidence(title: item.title, location: item.location, note: item.note),
            savedItem: item.id, limit: limit, onlyIn: try service.suggestions.candidateSet(set, isOnly: false),
            set: set, explains: false)
    }

    /// Replaces the tags of an item and marks it as reviewed, in one undo step.
    ///
    /// - Parameters:
    ///   - id: the identifier of the item.
    ///   - tags: all tags of the item, by name, key or alias; tags that don't exist are created.
    /// - Returns: the item after the change.
    /// - Throws: the errors of ``TagService/Items/edit(_:with:)``.
    @discardableResult public func save(_ id: Int64, tags: [String]) throws -> Item {
        try service.items.edit(id, with: ItemEdit(tags: tags, isReviewed: true))
    }

    /// Marks an item as reviewed without changing its tags, in one undo step.
    ///
    /// - Parameter id: the identifier of the item.
    /// - Throws: `TagServiceError.unknownItem`, `StoreError`.
    public func skip(_ id: Int64) throws { try service.items.edit(id, with: ItemEdit(isReviewed: true)) }

    /// Deletes the mark that an item was reviewed, so that a review offers it again.
    ///
    /// - Parameter id: the identifier of the item.
    /// - Returns: whether the item was reviewed.
    /// - Throws: `TagServiceError.unknownItem`, `StoreError`.
    @discardableResult public func forget(_ id: Int64) throws -> Bool {
        try writing { writer in
            _ = try TagService.Items.item(id, in: writer.reader)
            writer.summary = "review --forget \(id)"
            guard try writer.reader.reviewedItem(id) != nil else { return false }
            try writer.apply(.deleteReviewedItem(id))
            return true
        }
    }
}
