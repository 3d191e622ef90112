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

/// Checks what rows must have in common with rows of other tables, where no constraint of the schema says it.
struct RelationCheck {
    let database: Database

    func run(into found: FindingList) throws {
        for rule in Self.rules {
            let rows = try database.rows(rule.query)
            while let row = try rows.next() {
                let id: Int64? = try row[0]
                let place = id.map { ", row \($0)" } ?? ""
                found.add("table \(rule.table)\(place): \(rule.problem)", kind: rule.table)
            }
        }
    }

    /// A query for the rows that break a rule.
    private struct Rule {
        let table: String
        let problem: String
        let query: String
    }

    private static let rules =
        [
            Rule(
                table: "alias",
                problem: "a tag has its key",
                query: "SELECT alias.id FROM alias JOIN tag ON tag.key = alias.key"
            ),
            Rule(
                table: "tag_set",
                problem: "there is no set",
                query: "SELECT NULL WHERE NOT EXISTS (SELECT 1 FROM tag_set)"
            ),
            Rule(
                table: "state",
                problem: "it has not one row",
                query: "SELECT NULL WHERE (SELECT count(*) FROM state) <> 1"
            ),
        ]
        + ["tag", "alias", "tag_set", "saved_selection", "word", "undo_step"]
        .map { table in
            Rule(
                table: table,
                problem: "its number is above the last one given",
                query: """
                    SELECT id FROM (SELECT max(id) AS id FROM \(table)) WHERE id >
                    ifnull((SELECT max(seq) FROM sqlite_sequence WHERE name = '\(table)'), 0)
                    """
            )
        }
        + ["key_trigram", "key_word"]
        .flatMap { index in
            [("tag", "id * 2"), ("alias", "id * 2 + 1")]
                .map { table, number in
                    Rule(
                        table: table,
                        problem: "it is missing in the index \(index)",
                        query: """
                            SELECT id FROM \(table)
                            WHERE \(number) NOT IN (SELECT id FROM \(index)_docsize)
                            """
                    )
                }
        }
}
