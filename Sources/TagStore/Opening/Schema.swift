internal import GRDB
internal import Migrations

/// The schema's version and the way to it.
enum Schema {
    /// The version that this program knows: the last migration's.
    static let version = Migration.all.last?.version ?? 0

    /// Brings a database up to the version; a transaction a migration.
    ///
    /// Of several processes that come at once one does it, and the others wait for it and find it done.
    static func migrate(_ database: some DatabaseWriter) throws {
        var migrator = DatabaseMigrator()
        for (index, migration) in Migration.all.enumerated() {
            migrator.registerMigration(migration.name) { connection in
                if try version(of: connection) > index {
                    // Another process was first, after the list of what is to do was read: GRDB notes it once more.
                    try connection.execute(
                        sql: "DELETE FROM grdb_migrations WHERE identifier = ?",
                        arguments: [migration.name]
                    )
                } else {
                    try connection.execute(sql: migration.sql)
                }
            }
        }
        try migrator.migrate(database)
    }

    /// The version of an open database.
    static func version(of database: Database) throws -> Int {
        try database.value("PRAGMA user_version") ?? 0
    }
}
