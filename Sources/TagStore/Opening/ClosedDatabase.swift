package import Foundation
internal import GRDB

extension TagStore {
    /// A secret that a caller has for a database that isn't open, as its SHA-256.
    package enum ClosedSecret: Sendable {
        /// The secret of an access token.
        case token(Data)
        /// The secret address of a view.
        case share(Data)
    }

    /// Returns whether a database that isn't open has a valid token, or a shared view, with a secret.
    ///
    /// The file is read through one read-only connection, and its schema is checked but not migrated.
    ///
    /// - Parameters:
    ///   - path: the path of the database.
    ///   - secret: the secret.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: whether the secret is valid; `false` also if there is no database at the path, or if its schema
    ///   predates such secrets.
    /// - Throws: `StoreError` if the file can't be read.
    package static func database(at path: String, has secret: ClosedSecret, validAt now: Int64) throws -> Bool {
        // Opening another kind of file, such as a named pipe, could block.
        let status: FileStatus?
        do { status = try FileStatus(path: path) } catch { throw StoreError(reading: error, path: path) }
        guard status?.isRegular == true else { return false }
        var configuration = Configuration.distrusting()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try StoreError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let hasSecret = try queue.read { database in
                try DatabaseSchema.requireUnchanged(in: database, path: path)
                return try secret.isValid(in: database, at: now)
            }
            try queue.close()
            return hasSecret
        }
    }
}

extension TagStore.ClosedSecret {
    fileprivate func isValid(in database: Database, at now: Int64) throws -> Bool {
        switch self {
        case .token(let hash):
            guard try database.tableExists("token") else { return false }
            return try database.hasRow(
                "SELECT 1 FROM token WHERE hash = ? AND ifnull(expires_at, ?) >= ?", [hash, now, now])
        case .share(let hash):
            let column = "SELECT 1 FROM pragma_table_info('saved_view') WHERE name = 'share_hash'"
            guard try database.hasRow(column) else { return false }
            return try database.hasRow("SELECT 1 FROM saved_view WHERE share_hash = ?", [hash])
        }
    }
}
