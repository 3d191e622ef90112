internal import GRDB

extension StoreError {
    /// SQLite's error as one of ours; the SQL's values never stand in it.
    init(_ error: DatabaseError, path: String) {
        let detail = Self.detail(of: error)
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .inputOutput(path: path, detail: SystemError.fullDisk)
            case .SQLITE_IOERR where SystemError.isDiskFull(at: path),
                .SQLITE_CANTOPEN where SystemError.isDiskFull(at: path):
                .inputOutput(path: path, detail: SystemError.fullDisk)
            case .SQLITE_BUSY, .SQLITE_LOCKED: .locked(path: path)
            case .SQLITE_NOTADB: .notOurs(path: path)
            case .SQLITE_CORRUPT: .corrupt(path: path, detail: detail)
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notPermitted(path: path)
            case .SQLITE_CANTOPEN: .cannotCreate(path: path, reason: detail)
            case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS:
                .inputOutput(path: path, detail: detail)
            default: .unexpected(detail: detail)
            }
    }

    /// SQLite's words for an error; a connection that has none of its own says "not an error".
    private static func detail(of error: DatabaseError) -> String {
        guard let message = error.message, message != "not an error" else {
            return error.resultCode.description
        }
        return message
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
