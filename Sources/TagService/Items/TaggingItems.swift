internal import TagCore
internal import TagStore

/// The items that a bulk change affects.
public enum ItemChoice: Hashable, Sendable {
    /// The items with identifiers.
    case ids([Int64])
    /// The items that match a query; its limit and cursor are ignored.
    case matching(ItemQuery)
}

/// Changes of the tags of many items.
public struct BulkTagging: Hashable, Sendable {
    /// Tags to add.
    public var added: [String]
    /// Tags to remove; tags that an item doesn't have are ignored.
    public var removed: [String]
    /// The minimum probability, from 0 to 1, of suggestions that are added to each item; `nil` adds none.
    public var accepted: Double?

    /// Creates a change.
    public init(added: [String] = [], removed: [String] = [], accepted: Double? = nil) {
        self.added = added
        self.removed = removed
        self.accepted = accepted
    }
}

/// The suggestions that a change accepts.
public struct AcceptedTags: Hashable, Sendable {
    /// The number of suggestions.
    public var count: Int
    /// The expected number of them that are right: the sum of their probabilities.
    public var right: Double
}

/// Changing the tags of many items in one undo step.
extension TagService.Items {
    /// Changes the tags of items in one undo step.
    ///
    /// ```swift
    /// let untagged = ItemChoice.matching(ItemQuery("untagged"))
    /// let count = try service.items.tag(untagged, with: BulkTagging(added: ["swift"]))
    /// ```
    ///
    /// - Parameters:
    ///   - choice: the items.
    ///   - tagging: the changes.
    ///   - reference: the set that the items of a query must belong to; `nil` for all sets.
    ///   - isDryRun: whether to only count the items that would change.
    ///   - limit: the maximum number of items.
    /// - Returns: the number of items that changed.
    /// - Throws: `TagServiceError.unknownItem`, and the errors of ``TagService/Items/find(_:in:)`` and ``TagService/Items/edit(_:with:)``.
    @discardableResult public func tag(
        _ choice: ItemChoice, with tagging: BulkTagging, in reference: SetReference? = nil, isDryRun: Bool = false,
        limit: Int = .max
    ) throws -> Int { try retag(choice, with: tagging, in: reference, isDryRun: isDryRun, limit: limit).changed }

    /// Changes the tags of items in one undo step like ``TagService/Items/tag(_:with:in:isDryRun:limit:)``.
    ///
    /// - Returns: the number of items that changed, and of the tags that they lost because they got others of their groups.
    @discardableResult public func retag(
        _ choice: ItemChoice, with tagging: BulkTagging, in reference: SetReference? = nil, isDryRun: Bool = false,
        limit: Int = .max
    ) throws -> (changed: Int, displaced: Int) {
        let added = try tagging.added.map { try CheckedName($0, of: .tag(nil)) }
        let accepted = try accepted(tagging, choice, in: reference, limit)
            .mapValues { try $0.map { try CheckedName($0.tag, of: .tag(nil)) } }
        do {
            return try writing { writer in
                for name in tagging.removed { _ = try Self.tag(name, in: writer.reader) }
                let ids = try ids(of: choice, in: reference, limit, writer.reader)
                writer.summary = "tag-items"
                var count = 0
                for id in ids {
                    let added = added + accepted[id, default: []]
                    let isChanged = try tag(id, adding: added, removing: tagging.removed, with: writer)
                    count += isChanged ? 1 : 0
                }
                writer.summary = "tag-items (\(count) \(count == 1 ? "item" : "items"))"
                let displaced = writer.displacedTags.count
                if isDryRun { throw DryTagging(count: count, displaced: displaced) }
                return (count, displaced)
            }
        } catch let end as DryTagging { return (end.count, end.displaced) }
    }

    /// Estimates how many of the suggestions that a change accepts are right.
    ///
    /// - Parameters:
    ///   - tagging: the changes.
    ///   - choice: the items.
    ///   - reference: the set that the items of a query must belong to; `nil` for all sets.
    /// - Returns: the estimate; `nil` for a change that accepts no suggestions.
    /// - Throws: the errors of ``TagService/Items/tag(_:with:in:isDryRun:limit:)``.
    /// - Complexity: that of a query for each item.
    public func estimate(
        of tagging: BulkTagging, for choice: ItemChoice, in reference: SetReference? = nil
    ) throws -> AcceptedTags? {
        guard tagging.accepted != nil else { return nil }
        let probabilities = try accepted(tagging, choice, in: reference, .max).values.joined().compactMap(\.probability)
        return AcceptedTags(count: probabilities.count, right: probabilities.reduce(0, +))
    }

    /// Thrown at the end of a dry run to roll back its transaction.
    private struct DryTagging: Error {
        let count: Int
        let displaced: Int
    }

    /// Returns the ids of the chosen items, in order.
    ///
    /// - Throws: `TagServiceError.invalidSetting` for more items than the limit, and the errors of ``TagService/Items/find(_:in:)``.
    func ids(of choice: ItemChoice, in reference: SetReference?, _ limit: Int, _ reader: StoreReader) throws -> [Int64]
    {
        let ids: [Int64]
        switch choice {
        case .ids(let given): ids = Set(given).sorted()
        case .matching(let query):
            let set = try reference.map { try Self.set($0, in: reader) }
            let resolved = try ResolvedQuery(query, in: set, of: service, reader)
            ids = try reader.itemIDs(matching: resolved.condition, in: .old, limit: .max)
        }
        guard ids.count <= limit else {
            throw TagServiceError.invalidSetting(
                "number of items", value: "\(ids.count)", rule: "choose at most \(limit) items")
        }
        return ids
    }

    /// Changes the tags of an item, and returns whether any changed.
    private func tag(
        _ id: Int64, adding added: [CheckedName], removing removed: [String], with writer: StoreWriter
    ) throws -> Bool {
        let (old, set) = try Self.item(id, in: writer.reader)
        let row = try Self.retagged(old, adding: added, removing: removed, in: set, with: writer)
        guard row.tagIDs != old.tagIDs else { return false }
        if try writer.reader.idOfDuplicate(of: row) != nil { return false }
        let new = try writer.update(old, to: row, at: milliseconds)
        try Self.dismissTags(removedFrom: old, to: new.row, with: writer)
        for tagID in new.addedTags { try use(tagID, at: milliseconds, with: writer) }
        return true
    }

    /// Returns an item of a set with tags added, which become members of the set, and others removed.
    static func retagged(
        _ old: ItemRow, adding added: [CheckedName], removing removed: [String], in set: SetRow,
        with writer: StoreWriter
    ) throws -> ItemRow {
        var row = old
        let addedIDs = try memberIDs(of: added, addedTo: set, with: writer)
        row.tagIDs = try tagIDs(old.tagIDs, adding: addedIDs, removing: removed, in: writer.reader)
        row.givenTagIDs = addedIDs
        try writer.keepOneOfEachGroup(in: &row, over: old)
        row.givenTagIDs = nil
        return row
    }

    /// Returns the suggestions of each item with at least the accepted probability, as known before the change.
    ///
    /// Suggestions use another reader, which isn't possible within the transaction.
    private func accepted(
        _ tagging: BulkTagging, _ choice: ItemChoice, in reference: SetReference?, _ limit: Int
    ) throws -> [Int64: [Suggestion]] {
        guard let least = tagging.accepted else { return [:] }
        var accepted: [Int64: [Suggestion]] = [:]
        let ids = try store.read { try self.ids(of: choice, in: reference, limit, $0) }
        for id in ids {
            let item = try item(id)
            let evidence = ItemEvidence(title: item.title, location: item.location, note: item.note)
            let query = SuggestionQuery(
                given: item.tags, item: evidence, savedItem: id, set: .named(item.set), explains: false)
            accepted[id] = try service.suggestions.find(for: query).filter { $0.probability ?? 0 >= least }
        }
        return accepted
    }
}
