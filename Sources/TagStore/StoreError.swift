internal import GRDB

/// What can go wrong between tagflow and its database file.
public enum StoreError: Error, Hashable, Sendable {
    /// The file is a database of another program, or no database.
    case notOurs(path: String)
    /// The file was written by a newer tagflow, with a schema that this one does not know.
    case newerSchema(path: String, version: Int, known: Int)
    /// The file is a tagflow database that cannot be read as one.
    case corrupt(path: String, detail: String)
    /// The file or its folder may not be written.
    case notPermitted(path: String)
    /// The path leads to something that can be no file, or its folder cannot be made.
    case cannotCreate(path: String, reason: String)
    /// The path can be no place of a copy.
    case cannotCopy(path: String, reason: String)
    /// Another process holds the database, and went on holding it.
    case locked(path: String)
    /// The disk is full, or reading or writing failed.
    case inputOutput(path: String, detail: String)
    /// SQLite refused what no command should have asked.
    case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .notOurs(let path):
            "'\(path)' is not a tagflow database; name another file with --database"
        case .newerSchema(let path, let version, let known):
            "'\(path)' has schema version \(version), this tagflow knows up to \(known); use a newer tagflow"
        case .corrupt(let path, let detail):
            "'\(path)' is damaged (\(detail)); see 'tagflow doctor', and 'tagflow doctor --recover FILE' for what can be saved"
        case .notPermitted(let path):
            "no permission to write '\(path)'; change its mode or owner, or name another file"
        case .cannotCreate(let path, let reason):
            "cannot create '\(path)': \(reason); name another file with --database"
        case .cannotCopy(let path, let reason):
            "cannot copy the database to '\(path)': \(reason); name a file that does not exist"
        case .locked(let path):
            "'\(path)' is locked by another process; try again"
        case .inputOutput(let path, let detail):
            "cannot read or write '\(path)': \(detail); see to the disk and try again"
        case .unexpected(let detail):
            "the database refused a change (\(detail)); please report this"
        }
    }
}

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
