internal import TagCore
internal import TagStore

/// A saved view: a named query for items.
///
/// ```swift
/// try service.items.saveView("to read", query: "#reading -#music")
/// print(try service.items.views().map(\.view))  // ["to read"]
/// ```
public struct SavedView: Hashable, Sendable, Codable {
    /// The name.
    public var view: String
    /// The query.
    public var q: String
    /// The number of items that match the query now; 0 if it names a tag or set that no longer exists.
    public var count: Int
    /// How the view is shared; `nil` if it isn't.
    public var shared: Shared?

    /// How anyone with a secret address can read a view.
    public struct Shared: Hashable, Sendable, Codable {
        /// Whether the address also opens a page, rather than feeds only.
        public var page: Bool
    }

    init(_ row: ViewRow, count: Int) {
        view = row.name
        q = row.query
        self.count = count
        shared = row.share.map { Shared(page: $0.hasPage) }
    }
}

/// Saved views, which callers limited to some sets don't see.
extension TagService.Items {
    /// Returns all views in alphabetical order.
    public func views() throws -> [SavedView] {
        guard !store.isLimited else { return [] }
        let rows = try store.read { try $0.views() }
        return try rows.map { row in
            let query = ItemQuery(row.query, isLenient: true)
            return SavedView(row, count: try countOrZero(query))
        }
    }

    private func countOrZero(_ query: ItemQuery) throws -> Int {
        do { return try count(query) } catch is TagServiceError { return 0 }
    }

    /// Returns the query of a view.
    ///
    /// - Throws: `TagServiceError.unknownView`.
    public func query(ofView name: String) throws -> String { try store.read { try Self.view(name, in: $0).query } }

    /// Saves a view, or changes the query of the view with the name.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - query: the query.
    ///   - isLenient: whether the query may have unknown tags, which match nothing.
    /// - Returns: the view, and whether it's new.
    /// - Throws: `TagServiceError.invalidName`, and the errors of ``TagService/Items/find(_:in:)`` for an invalid query.
    @discardableResult public func saveView(
        _ name: String, query: String, isLenient: Bool = false
    ) throws -> (view: SavedView, isNew: Bool) {
        let name = try CheckedName(name, of: .view)
        let query = try ItemQuery.checkedText(query)
        let count = try count(ItemQuery(query, isLenient: isLenient))
        return try writing { writer in
            guard !writer.reader.isLimited else { throw TagServiceError.unknownView(name.text) }
            let old = try writer.reader.view(key: name.key)
            writer.summary = "view save \(name.text)"
            let id = try old?.id ?? writer.reader.lastID(of: .view) + 1
            let row = ViewRow(id: id, name: name.text, query: query, share: old?.share)
            if row != old { try writer.apply(.putView(row)) }
            return (SavedView(row, count: count), old == nil)
        }
    }

    /// Changes the name and the query of a view, whose query may have unknown tags.
    ///
    /// - Returns: the view after the change.
    /// - Throws: `TagServiceError.unknownView`, `.nameTaken` if another view has the name, and the errors of
    ///   ``TagService/Items/saveView(_:query:isLenient:)``.
    @discardableResult public func changeView(_ id: Int64, name: String, query: String) throws -> NumberedView {
        let name = try CheckedName(name, of: .view)
        let query = try ItemQuery.checkedText(query)
        _ = try count(ItemQuery(query, isLenient: true))
        return try writing { writer in
            guard !writer.reader.isLimited, let old = try writer.reader.view(id: id) else {
                throw TagServiceError.unknownView("\(id)")
            }
            if let other = try writer.reader.view(key: name.key), other.id != id {
                throw TagServiceError.nameTaken(name.text, by: .view)
            }
            writer.summary = "view save \(name.text)"
            let row = ViewRow(id: id, name: name.text, query: query, share: old.share)
            if row != old { try writer.apply(.putView(row)) }
            return NumberedView(id: id, view: name.text, q: query)
        }
    }

    /// Deletes a view and, if it's shared, its address; its items stay.
    ///
    /// - Throws: `TagServiceError.unknownView`.
    public func deleteView(_ name: String) throws {
        try writing { writer in
            let row = try Self.view(name, in: writer.reader)
            writer.summary = "view delete \(row.name)"
            try writer.apply(.deleteView(row.id))
        }
    }

    static func view(_ name: String, in reader: StoreReader) throws -> ViewRow {
        try CheckedName.checkLength(of: name, of: .view)
        guard !reader.isLimited, let row = try reader.view(key: TagKey(name)) else {
            throw TagServiceError.unknownView(name)
        }
        return row
    }
}
