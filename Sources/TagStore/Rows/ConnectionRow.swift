internal import GRDB

/// A row of `connection`: a program whose items are those of a set.
package struct ConnectionRow: Hashable, Sendable {
    package var id: Int64
    package var name: String
    /// The program, such as `linkding`.
    package var kind: String
    package var url: String
    /// The set, which may have been deleted.
    package var setID: Int64
    /// The names of the tags there at the last complete pull, by their ids there, as a JSON object.
    package var tags = "{}"
    /// The time of the last change there that was read, in milliseconds since 1970; `nil` before the first complete pull.
    package var changedAt: Int64?
    /// The time of the last complete pull.
    package var pulledAt: Int64?

    package init(id: Int64, name: String, kind: String, url: String, setID: Int64) {
        self.id = id
        self.name = name
        self.kind = kind
        self.url = url
        self.setID = setID
    }
}

extension ConnectionRow {
    /// The suffix of the file next to a database with the tokens of its connections.
    package static let tokensSuffix = "-tokens"

    /// The columns that ``init(row:)`` reads, in order.
    static let columns = "id, name, kind, url, set_id, tags, changed_at, pulled_at"

    init(row: StoredRow) throws {
        self.init(
            id: try row[0, StoredRange.id], name: try row.name(1), kind: try row.name(2), url: try row[3],
            setID: try row[4, StoredRange.id])
        tags = try row[5]
        changedAt = try row[6, StoredRange.time]
        pulledAt = try row[7, StoredRange.time]
        guard StoredRange.isLocation(url) else { throw row.error(at: 3, "isn't a URL") }
    }
}

extension StoreReader {
    /// Returns the connections of the visible sets, oldest first.
    package func connections() throws -> [ConnectionRow] {
        try database.rows("SELECT \(ConnectionRow.columns) FROM connection ORDER BY id")
            .mapAll(ConnectionRow.init(row:)).filter { isVisible(setID: $0.setID) }
    }

    /// Returns the connection with a name.
    package func connection(named name: String) throws -> ConnectionRow? {
        try database.first(
            "SELECT \(ConnectionRow.columns) FROM connection WHERE name = ?", [name], ConnectionRow.init(row:)
        )
        .flatMap { isVisible(setID: $0.setID) ? $0 : nil }
    }
}

extension StoreWriter {
    /// Inserts a connection with a new id and returns it.
    package func insert(_ row: ConnectionRow) throws -> ConnectionRow {
        var row = row
        row.id = try reader.lastID(of: .connection) + 1
        try database.run(
            "INSERT INTO connection (id, name, kind, url, set_id) VALUES (?, ?, ?, ?, ?)",
            [row.id, row.name, row.kind, row.url, row.setID])
        return row
    }

    /// Stores the address of a connection, and how far its pulls have come.
    package func update(_ row: ConnectionRow) throws {
        try database.run(
            "UPDATE connection SET url = ?, tags = ?, changed_at = ?, pulled_at = ? WHERE id = ?",
            [row.url, row.tags, row.changedAt, row.pulledAt, row.id])
    }

    /// Makes the connections of a set those of another one that shows the same.
    func moveConnections(ofSet id: Int64, to other: Int64) throws {
        try database.run("UPDATE connection SET set_id = ? WHERE set_id = ?", [other, id])
    }

    /// Deletes a connection with its names of tags and items.
    package func deleteConnection(id: Int64) throws {
        changesWeights = true
        try database.run("DELETE FROM connection WHERE id = ?", [id])
    }
}
