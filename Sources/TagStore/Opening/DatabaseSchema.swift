internal import GRDB
internal import Migrations

/// The version of the database schema and the migrations to it.
enum DatabaseSchema {
    /// The newest schema version that this program knows: that of the last migration.
    static let version = Migration.all.last?.version ?? 0

    /// Migrates a database to ``version``, with one transaction per migration.
    ///
    /// If several processes start at the same time, one of them migrates and the others wait.
    static func migrate(_ database: some DatabaseWriter) throws {
        var migrator = DatabaseMigrator()
        for (index, migration) in Migration.all.enumerated() {
            migrator.registerMigration(migration.name) { connection in
                if try version(of: connection) > index {
                    // Another process ran this migration after GRDB had listed the pending ones. GRDB will record it
                    // again.
                    try connection.execute(
                        sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [migration.name])
                } else {
                    try connection.execute(sql: migration.sql)
                    if migration.version == 16 { try StoreWriter.fillItemText(in: connection) }
                    if migration.version == 17 { try StoreWriter.fillEvidence(in: connection) }
                }
            }
        }
        try migrator.migrate(database)
    }

    /// Checks that no other process has migrated an open database to a newer schema.
    ///
    /// - Parameters:
    ///   - database: a connection in a transaction, so that the schema can't change.
    ///   - path: the path to report in the error.
    /// - Throws: ``StoreError/upgraded(path:version:known:)`` if the schema is newer than ``version``.
    static func requireKnown(in database: Database, path: String) throws {
        let found = try version(of: database)
        guard found <= version else { throw StoreError.upgraded(path: path, version: found, known: version) }
    }

    /// Returns the schema version of an open database.
    static func version(of database: Database) throws -> Int { try database.value("PRAGMA user_version") ?? 0 }
}
