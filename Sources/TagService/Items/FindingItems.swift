internal import Foundation
internal import TagCore
internal import TagStore

/// Finding items by a query, a number, a title or a location.
extension TagService.Items {
    /// Returns the items of a set, or of all sets if `reference` is `nil`, that match a query.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - reference: the set that the items must belong to.
    /// - Returns: a page of items, the total number of matches and the facets.
    /// - Throws: `TagServiceError.invalidQuery`, `.unknownTag`, `.unknownSet`; `StoreError`.
    /// - Complexity: linear in the number of matches.
    public func find(_ query: ItemQuery = ItemQuery(), in reference: SetReference? = nil) throws -> ItemQuery.Page {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let resolved = try ResolvedQuery(query, in: set, of: service, reader)
            if let time = query.modifiedAfter {
                return try Self.page(of: query, resolved, modifiedAfter: time, in: reader)
            }
            let total = try reader.itemCount(matching: resolved.condition)
            let limit = min(max(0, query.limit), ItemQuery.maximumLimit)
            let offset = query.after?.offset ?? 0
            let order = Self.order(of: resolved, total: total, isLimited: reader.isLimited)
            let condition = Self.condition(resolved.condition, after: query.after, in: order)
            let ids =
                total == 0 || limit == 0
                ? []
                : try reader.itemIDs(
                    matching: condition, in: order, limit: min(limit, total) + 1, offset: offset,
                    isRare: total <= Self.rareLimit)
            let names = try Self.setNames(in: reader)
            let items = try ids.prefix(limit)
                .compactMap { id in
                    try reader.item(id: id).map { try Self.value(of: $0, set: names[$0.setID] ?? "", in: reader) }
                }
            var page = ItemQuery.Page(
                items: items, total: total,
                facets: try Self.facets(of: resolved.condition, in: set?.id, limit: query.facetLimit, reader))
            if ids.count > limit, let last = items.last {
                page.next =
                    order == .new
                    ? ItemQuery.Cursor(id: last.id, savedAt: last.milliseconds)
                    : ItemQuery.Cursor(offset: offset + limit)
            }
            return page
        }
    }

    /// The maximum number of matches for which relevance is computed; if there are more, the newest come first.
    private static let relevanceLimit = 2_000
    /// The number of matches up to which sorting is faster than reading items in order.
    private static let rareLimit = 5_000

    private static func order(of query: ResolvedQuery, total: Int, isLimited: Bool) -> ItemOrder {
        if case .stored(let order) = query.order { return order }
        // The relevance of a word depends on all items, also on those that a limited caller must not notice.
        guard !isLimited, total <= relevanceLimit, let match = query.match else { return .new }
        return .relevance(match)
    }

    /// Returns a condition for the items after a cursor in a list ordered by time.
    private static func condition(
        _ condition: ItemCondition, after cursor: ItemQuery.Cursor?, in order: ItemOrder
    ) -> ItemCondition {
        guard order == .new, let cursor, let id = cursor.id else { return condition }
        return .all([condition, .after(savedAt: cursor.savedAt, id: id)])
    }

    static func facets(
        of condition: ItemCondition, in setID: Int64?, limit: Int, _ reader: StoreReader
    ) throws -> [ItemQuery.Facet] {
        guard limit > 0 else { return [] }
        let above = try reader.tagsAbove()
        let counts = try reader.tagCounts(
            matching: condition, countingAbove: above, exceptInSets: above.isEmpty ? [] : reader.setsWithoutLevels())
        // Names decide between equal counts, so that the order doesn't depend on ids.
        let least = counts.values.sorted(by: >).dropFirst(limit - 1).first ?? 0
        let frequent = counts.filter { $0.value >= least }
        let parents = above.isEmpty ? [:] : try TagLevels(in: setID, reader).tagsAbove()
        let names = try reader.names(of: frequent.keys)
        return
            frequent.map { id, count in
                ItemQuery.Facet(tag: names[id] ?? "", count: count, parent: parents[id].flatMap { names[$0] })
            }
            .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }.prefix(limit).map(\.self)
    }

    static func setNames(in reader: StoreReader) throws -> [Int64: String] {
        Dictionary(try reader.sets().map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// Returns the number of items that match a query.
    ///
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    public func count(_ query: ItemQuery, in reference: SetReference? = nil) throws -> Int {
        var query = query
        query.limit = 0
        return try find(query, in: reference).total
    }

    /// Returns the sets with items that match a query, most items first.
    ///
    /// - Throws: the errors of ``TagService/Items/find(_:in:)``.
    public func sets(matching query: ItemQuery) throws -> [SetMatches] {
        try store.read { reader in
            let resolved = try ResolvedQuery(query, in: nil, of: service, reader)
            let names = try Self.setNames(in: reader)
            return try reader.setCounts(matching: resolved.condition)
                .compactMap { id, count in names[id].map { SetMatches(set: $0, count: count) } }
                .sorted { ($1.count, $0.set) < ($0.count, $1.set) }
        }
    }

    /// Counts all items, those without tags, and those with a single tag.
    ///
    /// - Parameters:
    ///   - reference: the set of the items; `nil` for all sets.
    ///   - includesDailySets: whether items of daily sets count if `reference` is `nil`.
    /// - Returns: the numbers of items.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of items.
    public func counts(in reference: SetReference? = nil, includesDailySets: Bool = true) throws -> ItemCounts {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            let inSets: [ItemCondition] =
                if let set { [.set(set.id)] } else {
                    includesDailySets ? [] : try ResolvedQuery.noDailySets(in: reader)
                }
            func count(_ range: ClosedRange<Int>?) throws -> Int {
                let conditions = inSets + (range.map { [.tagCount($0)] } ?? [])
                return try reader.itemCount(matching: conditions.isEmpty ? .everything : .all(conditions))
            }
            return ItemCounts(all: try count(nil), untagged: try count(0...0), single: try count(1...1))
        }
    }

    /// Returns the item with a number, else the item at a location, else the newest item of a set with a title.
    static func item(named name: String, in reference: SetReference, _ reader: StoreReader) throws -> (ItemRow, SetRow)
    {
        if let id = Int64(name), let row = try reader.item(id: id), reader.isVisible(setID: row.setID),
            let set = try reader.set(id: row.setID)
        {
            return (row, set)
        }
        let set = try Self.set(reference, in: reader)
        if let id = try reader.itemID(atLocation: name, inSet: set.id), let row = try reader.item(id: id) {
            return (row, set)
        }
        guard let row = try newestItem(titled: name, in: set, reader) else {
            let titles = try reader.recentTitles(inSet: set.id, limit: titleLimit)
            let nearest = NearestNames(to: name).offers(among: titles)
            throw TagServiceError.unknownTitle(name, set: set.name, nearest: nearest)
        }
        return (row, set)
    }

    private static func newestItem(titled name: String, in set: SetRow, _ reader: StoreReader) throws -> ItemRow? {
        guard let match = SearchText(name).match(isPrefix: false) else { return nil }
        let wanted = FoldedText(name).text
        let ids = try reader.itemIDs(
            matching: .all([.set(set.id), .text("title : \(match)")]), in: .new, limit: titleLimit, isRare: true)
        for id in ids {
            guard let row = try reader.item(id: id) else { continue }
            if FoldedText(row.title).text == wanted { return row }
        }
        return nil
    }

    /// The maximum number of titles that are compared with a title.
    private static let titleLimit = 2_000

    static func item(_ id: Int64, in reader: StoreReader) throws -> (ItemRow, SetRow) {
        guard let row = try reader.item(id: id), reader.isVisible(setID: row.setID),
            let set = try reader.set(id: row.setID)
        else { throw TagServiceError.unknownItem(id) }
        return (row, set)
    }
}

/// A set with the number of its items that match a query.
public struct SetMatches: Hashable, Sendable {
    /// The name of the set.
    public var set: String
    /// The number of items.
    public var count: Int
}

extension Item {
    /// When the item was saved, in milliseconds since 1970; `nil` if unknown.
    var milliseconds: Int64? { savedAt.map { Int64(clamping: ($0.timeIntervalSince1970 * 1_000).rounded()) } }
}

/// Items that are identified by their location: the path of a file, or a URL.
extension TagService.Items {
    /// Returns the item of a set at a location; `nil` for the set of an entrance that doesn't exist yet.
    ///
    /// ```swift
    /// let item = try service.items.item(at: "https://swift.org/")
    /// print(item?.tags ?? [])
    /// ```
    ///
    /// - Parameters:
    ///   - location: the URL or path of the item.
    ///   - reference: the set.
    /// - Returns: the item; `nil` if the set has no item at the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func item(at location: String, in reference: SetReference = .chosen) throws -> Item? {
        try store.read { reader in
            guard let set = try Self.existingSet(reference, in: reader),
                let row = try Self.item(at: location, in: set, reader)
            else { return nil }
            return try Self.value(of: row, set: set.name, in: reader)
        }
    }

    /// Returns the items at a location in all sets, at most one per set.
    ///
    /// - Throws: `StoreError`.
    public func find(at location: String) throws -> [Item] {
        try store.read { reader in
            try reader.itemIDs(atLocation: location)
                .compactMap { id in
                    guard let row = try reader.item(id: id), reader.isVisible(setID: row.setID),
                        let set = try reader.set(id: row.setID)
                    else { return nil }
                    return try Self.value(of: row, set: set.name, in: reader)
                }
        }
    }

    static func item(at location: String, in set: SetRow, _ reader: StoreReader) throws -> ItemRow? {
        try reader.itemID(atLocation: location, inSet: set.id).flatMap { try reader.item(id: $0) }
    }
}

extension TagService.Files {
    /// Returns the set in which a file was saved last or, for a new file, the files of its folder.
    ///
    /// - Parameter path: the absolute path of the file, with symbolic links resolved.
    /// - Returns: the name of the set; `nil` if no file of the folder was saved.
    /// - Throws: `StoreError`.
    /// - Complexity: linear in the number of items.
    public func lastSet(ofFolderWith path: String) throws -> String? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let folder = String(path[..<slash])
        return try store.read { reader in
            for id in try reader.setsOfFiles(inFolder: folder, and: path) where reader.isVisible(setID: id) {
                if let set = try reader.set(id: id) { return set.name }
            }
            return nil
        }
    }

    /// Returns the location under which a set stores a file.
    ///
    /// A note of an imported folder is stored under its path relative to that folder, so that the next import finds it. Any other file
    /// is stored under its absolute path or, if that isn't a valid location, under its `file` URL.
    ///
    /// - Parameters:
    ///   - path: the absolute path, with symbolic links resolved.
    ///   - reference: the set.
    /// - Returns: the location.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    /// - Complexity: linear in the number of folders in the path.
    public func location(ofFile path: String, in reference: SetReference = .chosen) throws -> String {
        let isValid = CheckedName.isLocation(path)
        let whole = isValid ? path : URL(fileURLWithPath: path).absoluteString
        return try store.read { reader in
            guard let set = try Self.existingSet(reference, in: reader) else { return whole }
            var end = path.startIndex
            while let slash = path[end...].firstIndex(of: "/") {
                end = path.index(after: slash)
                let importedFrom = slash == path.startIndex ? "/" : String(path[..<slash])
                let location = String(path[end...])
                if try TagService.Items.item(at: location, in: set, reader)?.importedFrom == importedFrom {
                    return location
                }
            }
            return whole
        }
    }
}
