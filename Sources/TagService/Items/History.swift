public import Foundation
internal import TagCore
internal import TagStore

/// Which saved selections of a set are listed.
///
/// ```swift
/// let page = try service.history(HistoryQuery(tags: ["reading"], label: "monday"))
/// print(page.selections.map(\.label), page.remaining)
/// ```
public struct HistoryQuery: Hashable, Sendable {
    /// Tags that a selection must hold, all of them, by name, key or alias.
    public var tags: [String]
    /// A text that its label must contain, whatever case and accents; empty for any label.
    public var label: String
    /// A text that its source must contain, whatever case and accents; empty for any source and for none.
    public var source: String
    /// The time from which on it was saved, or `nil` for any time.
    ///
    /// A selection without a time is before every time.
    public var since: Date?
    /// The maximum number that is listed, up to a million; zero or less lists none.
    public var limit: Int
    /// The place after which the list goes on; `nil` from the newest on.
    public var after: HistoryPlace?

    /// Creates a query; without arguments, for the newest twenty.
    public init(
        tags: [String] = [],
        label: String = "",
        source: String = "",
        since: Date? = nil,
        limit: Int = 20,
        after: HistoryPlace? = nil
    ) {
        self.tags = tags
        self.label = label
        self.source = source
        self.since = since
        self.limit = limit
        self.after = after
    }

    /// The greatest limit of a query.
    static let maximumLimit = 1_000_000
}

/// A place in the list of saved selections, which stays when the selection that was there is forgotten.
public struct HistoryPlace: Hashable, Sendable, Codable {
    /// When the selection was saved, in milliseconds since 1970; `nil` if that is unknown.
    public var savedAt: Int64?
    /// The number of the selection.
    public var id: Int64

    /// The place of a selection.
    public init(of selection: SavedSelection) {
        id = selection.id
        savedAt = selection.savedAt.map {
            Int64(clamping: ($0.timeIntervalSince1970 * 1_000).rounded())
        }
    }
}

/// Some of the saved selections that a query asks for.
public struct HistoryPage: Hashable, Sendable {
    /// The selections, the newest time first, then those without a time.
    public var selections: [SavedSelection]
    /// The number of selections that the query asks for beyond these.
    public var remaining: Int
}

/// Listing saved selections, and finding one by its label.
extension TagService {
    /// The newest saved selections of a set, newest first.
    ///
    /// - Parameters:
    ///   - reference: the set.
    ///   - limit: the maximum number, up to a million; zero or less returns none.
    /// - Returns: the selections with the names of their tags.
    /// - Throws: `TagServiceError.unknownSet`, `StoreError`.
    public func history(
        of reference: SetReference = .chosen,
        limit: Int = 20
    ) throws -> [SavedSelection] {
        try history(HistoryQuery(limit: limit), of: reference).selections
    }

    /// The saved selections of a set that a query asks for, newest first.
    ///
    /// - Parameters:
    ///   - query: which of them.
    ///   - reference: the set.
    /// - Returns: the selections with the names of their tags, and how many more there are.
    /// - Throws: `TagServiceError` for an unknown set or tag; `StoreError`.
    /// - Complexity: linear in the saved selections of the set that hold the tags.
    public func history(
        _ query: HistoryQuery,
        of reference: SetReference = .chosen
    ) throws -> HistoryPage {
        try history(query, of: Optional(reference))
    }

    /// The saved selections that a query asks for, of a set or, without one, of all sets, newest first.
    public func history(_ query: HistoryQuery, of reference: SetReference?) throws -> HistoryPage {
        try store.read { reader in
            let set = try reference.map { try Self.set($0, in: reader) }
            guard set != nil || !reader.isLimited else {
                throw TagServiceError.unknownSet("", nearest: [])
            }
            let filter = SavedSelectionFilter(
                setID: set?.id,
                tagIDs: try query.tags.map { try Self.tag($0, in: reader).id },
                since: query.since.map { Int64(clamping: $0.timeIntervalSince1970 * 1_000) },
                after: query.after.map { ($0.savedAt, $0.id) }
            )
            let limit = min(max(0, query.limit), HistoryQuery.maximumLimit)
            let wanted = [query.label, query.source].map { FoldedText($0).withoutAccents }
            let found =
                wanted.allSatisfy(\.isEmpty)
                ? try reader.savedSelectionIDs(matching: filter, limit: limit)
                : try reader.savedSelectionIDs(matching: filter, limit: limit) { label, source in
                    zip(wanted, [label, source ?? ""])
                        .allSatisfy { $0.isEmpty || FoldedText($1).withoutAccents.contains($0) }
                }
            let selections = try found.ids.compactMap { id in
                try reader.savedSelection(id: id)
                    .map { row in
                        let name = try set?.name ?? reader.set(id: row.setID)?.name ?? ""
                        return try Self.value(of: row, set: name, in: reader)
                    }
            }
            return HistoryPage(selections: selections, remaining: found.count - found.ids.count)
        }
    }

    /// The saved selection that a person names: by its number, else by its label in a set, the newest of those.
    static func savedSelection(
        named name: String,
        in reference: SetReference,
        _ reader: StoreReader
    ) throws -> (SavedSelectionRow, SetRow) {
        if let id = Int64(name), let row = try reader.savedSelection(id: id),
            reader.isVisible(setID: row.setID), let set = try reader.set(id: row.setID)
        {
            return (row, set)
        }
        let set = try Self.set(reference, in: reader)
        let wanted = FoldedText(name).text
        var labels: [String] = []
        let filter = SavedSelectionFilter(setID: set.id)
        let found = try reader.savedSelectionIDs(matching: filter, limit: 1) { label, _ in
            if !label.isEmpty, labels.count < labelLimit { labels.append(label) }
            return !wanted.isEmpty && FoldedText(label).text == wanted
        }
        guard let id = found.ids.first, let row = try reader.savedSelection(id: id) else {
            let nearest = NearestNames(to: name).offers(among: labels)
            throw TagServiceError.unknownLabel(name, set: set.name, nearest: nearest)
        }
        return (row, set)
    }

    /// The most labels that are compared with an unknown one.
    private static let labelLimit = 2_000

    static func savedSelection(
        _ id: Int64,
        in reader: StoreReader
    ) throws -> (SavedSelectionRow, SetRow) {
        guard let row = try reader.savedSelection(id: id), reader.isVisible(setID: row.setID),
            let set = try reader.set(id: row.setID)
        else {
            throw TagServiceError.unknownSavedSelection(id)
        }
        return (row, set)
    }
}
