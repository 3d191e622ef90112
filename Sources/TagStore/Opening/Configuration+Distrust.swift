internal import CSQLite
internal import GRDB

/// Protection against the schema of a file, whose views, triggers and expressions SQLite would otherwise run.
extension Configuration {
    /// Creates the configuration of a connection that runs no views, of which tagflow has none, and doesn't let SQL
    /// statements damage the file.
    ///
    /// Every connection uses it. Only recovery doesn't, because it needs a writable schema.
    static func distrusting() -> Configuration {
        var configuration = Configuration()
        configuration.prepareDatabase { connection in
            try connection.set(SQLITE_DBCONFIG_ENABLE_VIEW, to: false)
            try connection.set(SQLITE_DBCONFIG_DEFENSIVE, to: true)
            // A writing connection evaluates `json_valid` in a constraint of the schema, which SQLite 3.40 refuses here.
            if connection.configuration.readonly { try connection.set(SQLITE_DBCONFIG_TRUSTED_SCHEMA, to: false) }
        }
        return configuration
    }
}

extension Database {
    /// Turns an option of the connection, one of `SQLITE_DBCONFIG_…`, on or off.
    func set(_ option: CInt, to isOn: Bool) throws {
        // The connection is open during the call.
        let code = unsafe csqlite_configure(UnsafeMutableRawPointer(sqliteConnection), option, isOn ? 1 : 0)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}
