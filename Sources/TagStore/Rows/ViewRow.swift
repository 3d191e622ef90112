internal import GRDB
package import TagCore

/// A row of `saved_view`: a named query for items.
package struct ViewRow: Hashable, Sendable {
    package var id: Int64
    package var key: TagKey
    package var name: String
    /// The query as the user entered it.
    package var query: String

    /// Creates a row and computes its key from the name.
    package init(id: Int64, name: String, query: String) {
        self.id = id
        key = TagKey(name)
        self.name = name
        self.query = query
    }

    static let columns = "id, key, name, query"

    init(row: StoredRow) throws {
        let name = try row.name(2)
        id = try row[0, StoredRange.id]
        key = TagKey(text: try row.name(1), folded: TagKey(name).folded)
        self.name = name
        query = try row.name(3)
    }
}

extension StoreReader {
    /// Returns all views, ordered by key.
    package func views() throws -> [ViewRow] {
        try database.rows("SELECT \(ViewRow.columns) FROM saved_view ORDER BY key").mapAll(ViewRow.init(row:))
    }

    /// Returns the view with an id.
    package func view(id: Int64) throws -> ViewRow? {
        try database.first("SELECT \(ViewRow.columns) FROM saved_view WHERE id = ?", [id], ViewRow.init(row:))
    }

    /// Returns the view with a key.
    package func view(key: TagKey) throws -> ViewRow? {
        try database.first("SELECT \(ViewRow.columns) FROM saved_view WHERE key = ?", [key.text], ViewRow.init(row:))
    }
}

extension StoreWriter {
    /// Inserts or replaces a view and returns the inverse change.
    func put(_ row: ViewRow) throws -> RowChange {
        let old = try reader.view(id: row.id)
        try database.run(
            """
            INSERT INTO saved_view (id, key, name, query) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET key = excluded.key, name = excluded.name, query = excluded.query
            """, [row.id, row.key.text, row.name, row.query])
        return old.map(RowChange.putView) ?? .deleteView(row.id)
    }

    /// Deletes a view and returns the inverse change.
    func deleteView(_ id: Int64) throws -> [RowChange] {
        guard let old = try reader.view(id: id) else { return [] }
        try database.run("DELETE FROM saved_view WHERE id = ?", [id])
        return [.putView(old)]
    }
}
