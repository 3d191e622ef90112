public import Foundation
internal import TagCore
internal import TagStore

/// Conditions for listing items.
///
/// ```swift
/// let page = try service.items(ItemQuery(tags: ["reading"], title: "monday"))
/// print(page.items.map(\.title), page.remaining)
/// ```
public struct ItemQuery: Hashable, Sendable {
    /// Tags that the item must all have, by name, key or alias.
    public var tags: [String]
    /// Text that the title must contain, ignoring case and accents; empty for any title.
    public var title: String
    /// Text that the location must contain, ignoring case and accents; empty for any location or none.
    public var location: String
    /// The earliest time at which the item was saved; `nil` for any time.
    ///
    /// Items without a time count as older than all others.
    public var since: Date?
    /// The maximum number of items, up to a million; zero or less returns none.
    public var limit: Int
    /// The position after which the list continues; `nil` starts with the newest item.
    public var after: ItemQuery.Cursor?

    /// Creates a query; without arguments, it finds the newest 20 items.
    public init(
        tags: [String] = [],
        title: String = "",
        location: String = "",
        since: Date? = nil,
        limit: Int = 20,
        after: ItemQuery.Cursor? = nil
    ) {
        self.tags = tags
        self.title = title
        self.location = location
        self.since = since
        self.limit = limit
        self.after = after
    }

    /// The maximum limit of a query.
    static let maximumLimit = 1_000_000
}

/// Listing items, and finding an item by its title.
extension TagService {
    /// Returns the newest items of a set, newest first.
    ///
    /// - Parameters:
    ///   - reference: the set.
    ///   - limit: the maximum number of items, up to a million; zero or less returns none.
    /// - Returns: the items with the names of their tags.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func items(
        of reference: SetReference = .chosen,
        limit: Int = 20
    ) throws -> [Item] {
        try items(ItemQuery(limit: limit), of: reference).items
    }

    /// Returns the items of a set that match a query, newest first.
    ///
    /// - Parameters:
    ///   - query: the conditions.
    ///   - reference: the set.
    /// - Returns: the items with the names of their tags, and the number of further items.
    /// - Throws: `TagServiceError` for an unknown set or tag; `StoreError`.
    /// - Complexity: linear in the number of items of the set with the tags of the query.
    public func items(
        _ query: ItemQuery,
        of reference: SetReference = .chosen
    ) throws -> ItemQuery.Page {
        try items(query, of: Optional(reference))
    }

    /// Returns the items of a set, or of all sets if `reference` is `nil`, that match a query, newest first.
    public func items(_ query: ItemQuery, of reference: SetReference?) throws -> ItemQuery.Page {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            guard set != nil || !reader.isLimited else {
                throw TagServiceError.unknownSet("", nearest: [])
            }
            let filter = ItemFilter(
                setID: set?.id,
                tagIDs: try query.tags.map { try Self.tag($0, in: reader).id },
                since: query.since.map { Int64(clamping: $0.timeIntervalSince1970 * 1_000) },
                after: query.after.map { ($0.savedAt, $0.id) }
            )
            let limit = min(max(0, query.limit), ItemQuery.maximumLimit)
            let wanted = [query.title, query.location].map { FoldedText($0).withoutAccents }
            let found =
                wanted.allSatisfy(\.isEmpty)
                ? try reader.itemIDs(matching: filter, limit: limit)
                : try reader.itemIDs(matching: filter, limit: limit) { title, location in
                    zip(wanted, [title, location ?? ""])
                        .allSatisfy { $0.isEmpty || FoldedText($1).withoutAccents.contains($0) }
                }
            let items = try found.ids.compactMap { id in
                try reader.item(id: id)
                    .map { row in
                        let name = try set?.name ?? reader.set(id: row.setID)?.name ?? ""
                        return try Self.value(of: row, set: name, in: reader)
                    }
            }
            return ItemQuery.Page(items: items, remaining: found.count - found.ids.count)
        }
    }

    /// Returns the item with a number, else the newest item of a set with a title.
    static func item(
        named name: String,
        in reference: SetReference,
        _ reader: StoreReader
    ) throws -> (ItemRow, SetRow) {
        if let id = Int64(name), let row = try reader.item(id: id),
            reader.isVisible(setID: row.setID), let set = try reader.set(id: row.setID)
        {
            return (row, set)
        }
        let set = try Self.set(reference, in: reader)
        let wanted = FoldedText(name).text
        var titles: [String] = []
        let filter = ItemFilter(setID: set.id)
        let found = try reader.itemIDs(matching: filter, limit: 1) { title, _ in
            if !title.isEmpty, titles.count < titleLimit { titles.append(title) }
            return !wanted.isEmpty && FoldedText(title).text == wanted
        }
        guard let id = found.ids.first, let row = try reader.item(id: id) else {
            let nearest = NearestNames(to: name).offers(among: titles)
            throw TagServiceError.unknownTitle(name, set: set.name, nearest: nearest)
        }
        return (row, set)
    }

    /// The maximum number of titles that are compared with an unknown title.
    private static let titleLimit = 2_000

    static func item(
        _ id: Int64,
        in reader: StoreReader
    ) throws -> (ItemRow, SetRow) {
        guard let row = try reader.item(id: id), reader.isVisible(setID: row.setID),
            let set = try reader.set(id: row.setID)
        else {
            throw TagServiceError.unknownItem(id)
        }
        return (row, set)
    }
}

extension ItemQuery {
    /// A position in the list of items, which remains valid if the item there is deleted.
    public struct Cursor: Hashable, Sendable, Codable {
        /// When the item was saved, in milliseconds since 1970; `nil` if unknown.
        public var savedAt: Int64?
        /// The identifier of the item.
        public var id: Int64

        /// Creates the position of an item.
        public init(of item: Item) {
            id = item.id
            savedAt = item.savedAt.map {
                Int64(clamping: ($0.timeIntervalSince1970 * 1_000).rounded())
            }
        }
    }

    /// A page of the items that match a query.
    public struct Page: Hashable, Sendable {
        /// The items, newest first, followed by those without a time.
        public var items: [Item]
        /// The number of further items that match the query.
        public var remaining: Int
    }
}
