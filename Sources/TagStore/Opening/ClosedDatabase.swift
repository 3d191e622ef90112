package import Foundation
internal import GRDB

extension TagStore {
    /// Whether a database that isn't open has a valid token.
    ///
    /// The file is read through one connection that can't write, without the checks and the migration of opening it.
    ///
    /// - Parameters:
    ///   - path: the path of the database.
    ///   - hash: the SHA-256 of the token's secret.
    ///   - now: the time in milliseconds since 1970.
    /// - Returns: `false` also if there is no database at the path, or if it is older than tokens.
    /// - Throws: `StoreError` if the file can't be read.
    package static func database(
        at path: String,
        hasToken hash: Data,
        validAt now: Int64
    ) throws -> Bool {
        // Opening anything else may block, as a named pipe does.
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        )
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return false }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(5)
        return try StoreError.translating(path: path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer {
                // A connection that only read has nothing to lose.
                try? queue.close()
            }
            return try queue.read { database in
                guard try database.tableExists("token") else { return false }
                let found: Int64? = try database.first(
                    "SELECT 1 FROM token WHERE hash = ? AND ifnull(expires_at, ?) >= ?",
                    [hash, now, now]
                ) { try $0[0] }
                return found != nil
            }
        }
    }
}
