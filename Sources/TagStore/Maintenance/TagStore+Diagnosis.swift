internal import GRDB

/// What a look at the database found.
package struct StoreDiagnosis: Hashable, Sendable {
    /// What SQLite's integrity check and foreign key check said; empty where all is well.
    package var damages: [String]
    /// What the counts say that the saved selections do not; empty where they agree.
    package var miscounts: [String]
    package var schemaVersion: Int
    /// The size in bytes of the database, without its write-ahead log.
    package var size: Int64
    /// By table, the number of rows.
    package var tables: [TableCount]

    /// A table and the number of its rows.
    package struct TableCount: Hashable, Sendable {
        package var table: String
        package var count: Int64
    }
}

extension TagStore {
    /// Checks the file and the counts.
    ///
    /// Complexity: linear in the database.
    package func diagnose() throws -> StoreDiagnosis {
        try read { reader in
            let database = reader.database
            let pages: Int64 = try database.first("PRAGMA page_count")?[0] ?? 0
            let pageSize: Int64 = try database.first("PRAGMA page_size")?[0] ?? 0
            return StoreDiagnosis(
                damages: try Self.damages(in: database),
                miscounts: try CountCheck(reader: reader).miscounts(),
                schemaVersion: try Schema.version(of: database),
                size: pages * pageSize,
                tables: try Self.countedTables.map { table in
                    StoreDiagnosis.TableCount(
                        table: table,
                        count: try database.first("SELECT count(*) FROM \(table)")?[0] ?? 0
                    )
                }
            )
        }
    }

    /// The statements that made the schema, in a fixed order.
    package func schema() throws -> String {
        try read { reader in
            try reader.database
                .rows(
                    """
                    SELECT sql || ';' FROM sqlite_schema
                    WHERE sql IS NOT NULL AND name NOT LIKE 'key!_%!_%' ESCAPE '!'
                        AND name NOT IN ('grdb_migrations', 'sqlite_sequence')
                    ORDER BY type DESC, name
                    """
                )
                .mapAll { $0[0] as String }.joined(separator: "\n") + "\n"
        }
    }

    private static let countedTables = [
        "tag", "alias", "tag_set", "set_member", "saved_selection", "posting", "pair_count", "word",
        "undo_step",
        "measurement",
    ]

    private static func damages(in database: Database) throws -> [String] {
        let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check")
            .filter { $0 != "ok" }
        let dangling = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
            .map { row in
                "a row of \(row[0] as String? ?? "?") refers to nothing in \(row[2] as String? ?? "?")"
            }
        return integrity + dangling
    }
}
