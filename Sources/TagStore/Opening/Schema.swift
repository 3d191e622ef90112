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

/// The first hundred bytes of a SQLite file, read without SQLite so that a stranger's file stays untouched.
struct DatabaseHeader {
    /// Four bytes that tell whose database it is.
    let applicationID: UInt32
    /// The schema's version.
    let userVersion: UInt32
    /// Whether it is kept with a write-ahead log, not with a rollback journal.
    let hasWriteAheadLog: Bool

    /// 'tagf', which the first migration writes.
    private static let ourApplicationID: UInt32 = 0x7461_6766

    /// Whether it is the header of a database of ours.
    var isOurs: Bool { applicationID == Self.ourApplicationID }

    /// The header in a file's first bytes; `nil` where they are not a SQLite file's.
    init?(bytes: [UInt8]) {
        let magic = Array("SQLite format 3".utf8) + [0]
        guard bytes.count >= 100, Array(bytes.prefix(magic.count)) == magic else { return nil }
        applicationID = UInt32(bigEndian: bytes[68..<72])
        userVersion = UInt32(bigEndian: bytes[60..<64])
        hasWriteAheadLog = bytes[18] == 2 && bytes[19] == 2
    }
}

extension UInt32 {
    /// The number that four bytes stand for, the highest first.
    init(bigEndian bytes: ArraySlice<UInt8>) {
        self = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
