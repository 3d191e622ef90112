internal import CSQLite
internal import GRDB
internal import Migrations

/// The version of the database schema and the migrations to it.
enum DatabaseSchema {
    /// The newest schema version that this program knows: that of the last migration.
    static let version = Migration.all.last?.version ?? 0

    /// Migrates a database to ``version`` or an earlier version, with one transaction per migration.
    ///
    /// If several processes start at the same time, one of them migrates and the others wait.
    static func migrate(_ database: some DatabaseWriter, upTo newest: Int = DatabaseSchema.version) throws {
        var migrator = DatabaseMigrator()
        for (index, migration) in Migration.all.prefix(newest).enumerated() {
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
                    if migration.version == 23 { try StoreWriter.updateLocationKeys(in: connection) }
                    if migration.version == 26 { try StoreWriter.fillCounts(in: connection) }
                    if migration.version == 28 { try StoreWriter.recalibrate(in: connection) }
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

    /// Checks that a connection that was just opened reads a tagflow database with a known schema, including changes that
    /// are only in the log.
    ///
    /// - Throws: ``StoreError/notOurs(path:)`` or ``StoreError/newerSchema(path:version:known:)``. Closing the connection
    ///   then leaves the file and its log as they are.
    static func requireOurs(in database: Database, path: String) throws {
        let isOurs = try database.value("PRAGMA application_id") == Int(DatabaseHeader.ourApplicationID)
        let found = try version(of: database)
        guard !isOurs || found > version else { return }
        try database.set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, to: true)
        throw isOurs
            ? StoreError.newerSchema(path: path, version: found, known: version) : StoreError.notOurs(path: path)
    }

    /// Checks that SQLite would run and evaluate only objects of tagflow.
    ///
    /// - Parameters:
    ///   - database: a connection that hasn't read any tables yet.
    ///   - path: the path to report in the error.
    /// - Throws: ``StoreError/changedSchema(path:difference:)``. A newer schema isn't checked, because it's refused
    ///   anyway.
    /// - Complexity: O(*n*) in the size of the schema; an older schema takes a few milliseconds.
    static func requireUnchanged(in database: Database, path: String) throws {
        let check = {
            let found = try version(of: database)
            guard found <= version else { return }
            guard let difference = try SchemaComparison(database, version: found).danger else { return }
            throw StoreError.changedSchema(path: path, difference: difference)
        }
        // Another process may be migrating the file.
        if database.isInsideTransaction { try check() } else { try database.reading(check) }
    }

    /// Returns the schema version of an open database.
    static func version(of database: Database) throws -> Int { try database.value("PRAGMA user_version") ?? 0 }
}
