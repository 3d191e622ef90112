internal import GRDB

extension StoreError {
    /// SQLite's error as one of ours; the SQL's values never stand in it.
    init(_ error: DatabaseError, path: String) {
        let detail = error.message ?? "SQLite code \(error.extendedResultCode.rawValue)"
        self =
            switch error.resultCode {
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
            case .SQLITE_NOTADB: .notOurs(path: path)
            case .SQLITE_CORRUPT: .corrupt(path: path, detail: detail)
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notPermitted(path: path)
            case .SQLITE_CANTOPEN: .cannotCreate(path: path, reason: detail)
            case .SQLITE_IOERR, .SQLITE_FULL, .SQLITE_NOMEM, .SQLITE_NOLFS:
                .inputOutput(path: path, detail: detail)
            default: .unexpected(detail: detail)
            }
    }

    /// Runs a piece of work and turns SQLite's errors into ours; other errors pass.
    static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        }
    }
}
