public import Foundation
internal import TagCore
internal import TagStore

/// Which items of a set are listed.
///
/// ```swift
/// let page = try service.items(ItemQuery(tags: ["reading"], title: "monday"))
/// print(page.items.map(\.title), page.remaining)
/// ```
public struct ItemQuery: Hashable, Sendable {
    /// Tags that a selection must hold, all of them, by name, key or alias.
    public var tags: [String]
    /// A text that its title must contain, whatever case and accents; empty for any title.
    public var title: String
    /// A text that its location must contain, whatever case and accents; empty for any location and for none.
    public var location: String
    /// The time from which on it was saved, or `nil` for any time.
    ///
    /// A selection without a time is before every time.
    public var since: Date?
    /// The maximum number that is listed, up to a million; zero or less lists none.
    public var limit: Int
    /// The place after which the list goes on; `nil` from the newest on.
    public var after: ItemCursor?

    /// Creates a query; without arguments, for the newest twenty.
    public init(
        tags: [String] = [],
        title: String = "",
        location: String = "",
        since: Date? = nil,
        limit: Int = 20,
        after: ItemCursor? = nil
    ) {
        self.tags = tags
        self.title = title
        self.location = location
        self.since = since
        self.limit = limit
        self.after = after
    }

    /// The greatest limit of a query.
    static let maximumLimit = 1_000_000
}

/// A place in the list of items, which stays when the selection that was there is forgotten.
public struct ItemCursor: Hashable, Sendable, Codable {
    /// When the selection was saved, in milliseconds since 1970; `nil` if that is unknown.
    public var savedAt: Int64?
    /// The number of the selection.
    public var id: Int64

    /// The place of a selection.
    public init(of selection: Item) {
        id = selection.id
        savedAt = selection.savedAt.map {
            Int64(clamping: ($0.timeIntervalSince1970 * 1_000).rounded())
        }
    }
}

/// Some of the items that a query asks for.
public struct ItemPage: Hashable, Sendable {
    /// The selections, the newest time first, then those without a time.
    public var items: [Item]
    /// The number of selections that the query asks for beyond these.
    public var remaining: Int
}

/// Listing items, and finding one by its title.
extension TagService {
    /// The newest items of a set, newest first.
    ///
    /// - Parameters:
    ///   - reference: the set.
    ///   - limit: the maximum number, up to a million; zero or less returns none.
    /// - Returns: the selections with the names of their tags.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func items(
        of reference: SetReference = .chosen,
        limit: Int = 20
    ) throws -> [Item] {
        try items(ItemQuery(limit: limit), of: reference).items
    }

    /// The items of a set that a query asks for, newest first.
    ///
    /// - Parameters:
    ///   - query: which of them.
    ///   - reference: the set.
    /// - Returns: the selections with the names of their tags, and how many more there are.
    /// - Throws: `TagServiceError` for an unknown set or tag; `StoreError`.
    /// - Complexity: linear in the items of the set that hold the tags.
    public func items(
        _ query: ItemQuery,
        of reference: SetReference = .chosen
    ) throws -> ItemPage {
        try items(query, of: Optional(reference))
    }

    /// The items that a query asks for, of a set or, without one, of all sets, newest first.
    public func items(_ query: ItemQuery, of reference: SetReference?) throws -> ItemPage {
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
            return ItemPage(items: items, remaining: found.count - found.ids.count)
        }
    }

    /// The item that a person names: by its number, else by its title in a set, the newest of those.
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

    /// The most titles that are compared with an unknown one.
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
