internal import GRDB

/// A check that compares the schema of a database with the schema that the migrations create.
struct SchemaCheck {
    let database: Database

    /// Adds a finding for each missing or different part of the schema, and for each trigger that isn't part of it.
    func run(into found: FindingList) throws {
        let expected = try Self.expected()
        var stored = try Self.statements(in: database)
        for (name, statement) in expected.sorted(by: { $0.key < $1.key }) {
            guard let statementFound = stored.removeValue(forKey: name) else {
                found.add("schema: \(name) is missing", kind: "schema")
                continue
            }
            if statementFound != statement { found.add("schema: \(name) is different", kind: "schema") }
        }
        // Additional tables and indexes are harmless, but additional triggers could reject writes.
        for name in stored.keys.sorted() where name.hasPrefix("trigger ") {
            found.add("schema: \(name) isn't part of the schema", kind: "schema")
        }
    }

    /// Returns the schema of a new database.
    private static func expected() throws -> [String: String] {
        let queue = try DatabaseQueue()
        try DatabaseSchema.migrate(queue)
        return try queue.read(statements)
    }

    /// Returns the statements that created the schema, by type and name; empty for the tables of full-text indexes.
    private static func statements(in database: Database) throws -> [String: String] {
        var statements: [String: String] = [:]
        let rows = try database.rows("SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
        while let row = try rows.next() {
            let name: String = try row[0]
            let isIndexTable = name.hasPrefix("table key_") || name.hasPrefix("table item_text")
            statements[name] = isIndexTable ? "" : try row[1]
        }
        return statements
    }
}
