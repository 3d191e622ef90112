package import Foundation
internal import GRDB

extension TagStore {
    /// Returns whether a database that isn't open has a valid token.
    ///
    /// The file is read through one read-only connection, and its schema is checked but not migrated.
    ///
    /// - Parameters:
    ///   - path: the path of the database.
    ///   - hash: the SHA-256 of the token's secret.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: whether the token is valid; `false` also if there is no database at the path, or if it predates
    ///   tokens.
    /// - Throws: `StoreError` if the file can't be read.
    package static func database(at path: String, hasToken hash: Data, validAt now: Int64) throws -> Bool {
        // Opening another kind of file, such as a named pipe, could block.
        let status: FileStatus?
        do { status = try FileStatus(path: path) } catch { throw StoreError(reading: error, path: path) }
        guard status?.isRegular == true else { return false }
        var configuration = Configuration.distrusting()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try StoreError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let hasToken = try queue.read { database in
                try DatabaseSchema.requireUnchanged(in: database, path: path)
                guard try database.tableExists("token") else { return false }
                let found: Int64? = try database.first(
                    "SELECT 1 FROM token WHERE hash = ? AND ifnull(expires_at, ?) >= ?", [hash, now, now]
                ) { try $0[0] }
                return found != nil
            }
            try queue.close()
            return hasToken
        }
    }
}
