internal import GRDB

extension StoreError {
    /// SQLite's error as one of ours; the SQL's values never stand in it.
    init(_ error: DatabaseError, path: String) {
        let detail = Self.detail(of: error)
        if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
            self = .corrupt(path: path, detail: "it is cut off")
            return
        }
        self =
            switch error.resultCode {
            case .SQLITE_FULL: .inputOutput(path: path, detail: SystemError.fullDisk)
            case .SQLITE_IOERR where SystemError.isDiskFull(at: path),
                .SQLITE_CANTOPEN where SystemError.isDiskFull(at: path):
                .inputOutput(path: path, detail: SystemError.fullDisk)
            // The last is what waiting in vain for the write-ahead log's locks is called.
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked(path: path)
            // That the file is one of ours was seen before SQLite opened it.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_TOOBIG, .SQLITE_FORMAT:
                .corrupt(path: path, detail: detail)
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

    /// Runs a piece of work and turns SQLite's errors and rows that cannot be into ours; other errors pass.
    static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let damage as RowDamage {
            throw StoreError.corrupt(path: path, detail: damage.detail)
        }
    }

    /// The same while a database is opened: whatever SQLite refuses then is the file's fault, since nothing was asked yet.
    static func translatingOpening<Result>(
        path: String,
        _ work: () throws -> Result
    ) throws -> Result {
        do {
            return try translating(path: path, work)
        } catch StoreError.unexpected(let detail) {
            throw StoreError.corrupt(path: path, detail: detail)
        }
    }
}
