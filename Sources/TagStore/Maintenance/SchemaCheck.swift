internal import GRDB

/// Holds the schema of a database against the one that the migrations make.
struct SchemaCheck {
    let database: Database

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
        // Tables and indexes of others hurt nothing; their triggers could refuse what we write.
        for name in stored.keys.sorted() where name.hasPrefix("trigger ") {
            found.add("schema: \(name) is not ours", kind: "schema")
        }
    }

    /// The schema of a new database.
    private static func expected() throws -> [String: String] {
        let queue = try DatabaseQueue()
        try Schema.migrate(queue)
        return try queue.read(statements)
    }

    /// By kind and name, the statements that made the schema, but for the tables within full-text indexes.
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
