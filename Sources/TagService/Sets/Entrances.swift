internal import TagCore
internal import TagStore

/// A way in which items are saved, which remembers the set that it saved to last.
///
/// ```swift
/// let saved = try service.items.save(draft, in: .entrance(.page))
/// print(saved.item.set)  // the set that the page saved to last
/// ```
public struct Entrance: Hashable, Sendable {
    /// The name that the memory is stored under.
    let name: String

    /// The web page: its form, capture window and bookmarklet.
    public static let page = Entrance(name: "page")
    /// The browser extension.
    public static let browserExtension = Entrance(name: "extension")
    /// Clients of linkding's API.
    public static let linkding = Entrance(name: "linkding")
    /// Clients of Pinboard's API.
    public static let pinboard = Entrance(name: "pinboard")
    /// Programs that use the HTTP API.
    public static let api = Entrance(name: "api")
    /// Assistants.
    public static let mcp = Entrance(name: "mcp")
    /// Commands in a terminal, for which the chosen set comes before the remembered set.
    public static let terminal = Entrance(name: "terminal")

    /// Returns the entrance of a token that is limited to certain sets.
    public static func token(_ id: Int64) -> Entrance { Entrance(name: "token \(id)") }
}

extension TagService.Sets {
    /// The name of the set that is created for items without another set.
    static let usualName = "bookmarks"
    /// The name of the set of a new database.
    private static let initialKey = "default"

    /// Returns the set that an entrance saves to.
    ///
    /// This is the given set, else the set that the entrance saved to last, else the only ordinary set, else `bookmarks`. In a
    /// terminal, the chosen set comes after the given one if it's ordinary. An empty initial set doesn't count if there are others.
    /// A caller limited to certain sets gets one of these.
    ///
    /// - Parameters:
    ///   - entrance: the entrance.
    ///   - name: the name of the given set; `nil` if none is given.
    ///   - reader: the reader of the transaction.
    /// - Returns: the set; `nil` if `bookmarks` has to be created.
    /// - Throws: `TagServiceError.unknownSet`, and `.noOrdinarySet` for a caller limited to daily sets.
    static func set(of entrance: Entrance, named name: String?, in reader: StoreReader) throws -> SetRow? {
        if let name { return try set(.named(name), in: reader) }
        if entrance == .terminal, let chosen = try reader.chosenSet(), !chosen.isDaily { return chosen }
        let sets = try reader.sets()
        let ordinary = sets.filter { !$0.isDaily }
        if let id = try reader.setID(rememberedBy: entrance.name), let last = ordinary.first(where: { $0.id == id }) {
            return last
        }
        let used = try ordinary.filter { set in
            try sets.count == 1 || set.key.text != initialKey || !reader.isEmpty(setID: set.id)
        }
        if used.count == 1 { return used[0] }
        if let usual = sets.first(where: { $0.key.text == usualName }) {
            guard usual.isDaily else { return usual }
            throw TagServiceError.noOrdinarySet
        }
        guard reader.isLimited else { return nil }
        guard let first = used.first ?? ordinary.first else { throw TagServiceError.noOrdinarySet }
        return first
    }

    /// Returns the set of an entrance, which is created if necessary, and remembers it unless it's daily.
    static func set(of entrance: Entrance, named name: String?, with writer: StoreWriter) throws -> SetRow {
        let found = try set(of: entrance, named: name, in: writer.reader)
        let set = try found ?? SetRow(id: writer.reader.lastID(of: .set) + 1, name: usualName)
        if found == nil { try writer.apply(.putSet(set)) }
        if !set.isDaily { try writer.remember(setID: set.id, by: entrance.name) }
        return set
    }

    /// Returns the name of the set that an entrance would save an item with a location to; `nil` if it would be created.
    ///
    /// - Throws: `StoreError`, and the errors of saving.
    public func usual(for entrance: Entrance) throws -> String? {
        try store.read { try Self.set(of: entrance, named: nil, in: $0)?.name }
    }
}
