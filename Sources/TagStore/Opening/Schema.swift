internal import GRDB
internal import Migrations

/// The schema's version and the way to it.
enum Schema {
    /// The version that this program knows: the number of migrations.
    static let version = Migration.all.count

    /// Brings a database up to the version; a transaction a migration.
    static func migrate(_ database: some DatabaseWriter) throws {
        var migrator = DatabaseMigrator()
        for migration in Migration.all {
            migrator.registerMigration(migration.name) { try $0.execute(sql: migration.sql) }
        }
        try migrator.migrate(database)
    }

    /// The version of an open database.
    static func version(of database: Database) throws -> Int {
        try database.value("PRAGMA user_version") ?? 0
    }
}
