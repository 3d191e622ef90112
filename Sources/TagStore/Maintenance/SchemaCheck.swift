internal import GRDB

/// The comparison of a database's schema with the one that the migrations create.
struct SchemaCheck {
    let database: Database

    /// Adds a finding for each missing or different part of the schema, and for each foreign trigger.
    func run(into found: FindingList) throws {
        let expected = try Self.expected()
        var stored = try Self.statements(in: database)
        for (name, statement) in expected.sorted(by: { $0.key < $1.key }) {
            guard let statementFound = stored.removeValue(forKey: name) else {
                found.add("schema: \(name) is missing", kind: "schema")
                continue
            }
            if statementFound != statement {
                found.add("schema: \(name) is another", kind: "schema")
            }
        }
        // Foreign tables and indexes are harmless, but foreign triggers could reject our writes.
        for name in stored.keys.sorted() where name.hasPrefix("trigger ") {
            found.add("schema: \(name) is not ours", kind: "schema")
        }
    }

    /// Returns the schema of a new database.
    private static func expected() throws -> [String: String] {
        let queue = try DatabaseQueue()
        try Schema.migrate(queue)
        return try queue.read(statements)
    }

    /// Returns the statements that created the schema, by kind and name; those of full-text indexes' own tables are left empty.
    private static func statements(in database: Database) throws -> [String: String] {
        var statements: [String: String] = [:]
        let rows = try database.rows(
            "SELECT type || ' ' || name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
        )
        while let row = try rows.next() {
            let name: String = try row[0]
            statements[name] = name.hasPrefix("table key_") ? "" : try row[1]
        }
        return statements
    }
}
