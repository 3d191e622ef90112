internal import GRDB

/// An error of opening, reading or writing a database.
public enum StoreError: Error, Hashable, Sendable {
    /// The file is not a tagflow database: another program's, or none at all.
    case notOurs(path: String)
    /// The file has the schema of a newer tagflow.
    case newerSchema(path: String, version: Int, known: Int)
    /// A newer tagflow has upgraded the schema of a database that is open.
    case upgraded(path: String, version: Int, known: Int)
    /// The file is a damaged tagflow database.
    case corrupt(path: String, detail: String)
    /// Permission to write the file or its folder is missing.
    case notPermitted(path: String)
    /// The path cannot name a database file, or its folder cannot be created.
    case cannotCreate(path: String, reason: String)
    /// The path cannot be the destination of a copy.
    case cannotCopy(path: String, reason: String)
    /// Another process kept the database locked until the timeout.
    case locked(path: String)
    /// The file is on a network file system, on which only a store of its own (``StoreConcurrency/exclusive``) is safe.
    case onNetwork(path: String, fileSystem: String)
    /// The disk is full, or reading or writing failed.
    case inputOutput(path: String, detail: String)
    /// SQLite rejected an operation for a reason that indicates a defect in tagflow.
    case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
    /// What is wrong and what can be done about it, in one line.
    public var description: String {
        switch self {
        case .notOurs(let path):
            "'\(path)' is not a tagflow database; name another file with --database"
        case .newerSchema(let path, let version, let known):
            "'\(path)' has schema version \(version), this tagflow knows up to \(known); use a newer tagflow"
        case .upgraded(let path, let version, let known):
            "'\(path)' was upgraded by a newer tagflow to schema version \(version), this one knows up to \(known); restart with the newer version"
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
        case .onNetwork(let path, let fileSystem):
            "'\(path)' is on a network file system (\(fileSystem)), where two machines could destroy it; keep it on a local disk, or serve its folder with 'tagflow-server --spaces FOLDER --exclusive'"
        case .inputOutput(let path, let detail):
            "cannot read or write '\(path)': \(detail); see to the disk and try again"
        case .unexpected(let detail):
            "the database refused a change (\(detail)); please report this"
        }
    }
}

extension StoreError {
    /// Creates the error for one of SQLite's; it never contains values of the SQL statement.
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
            // SQLITE_PROTOCOL is a timeout on the write-ahead log's locks.
            case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .locked(path: path)
            // The file was checked to be a tagflow database before SQLite opened it, so NOTADB means damage.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_TOOBIG, .SQLITE_FORMAT:
                .corrupt(path: path, detail: detail)
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notPermitted(path: path)
            case .SQLITE_CANTOPEN: .cannotCreate(path: path, reason: detail)
            case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS:
                .inputOutput(path: path, detail: detail)
            default: .unexpected(detail: detail)
            }
    }

    /// Returns SQLite's message for an error; a connection without one of its own says "not an error".
    private static func detail(of error: DatabaseError) -> String {
        guard let message = error.message, message != "not an error" else {
            return error.resultCode.description
        }
        return message
    }

    /// Runs an operation and converts SQLite's errors and ``RowError`` into `StoreError`; other errors are rethrown.
    static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as DatabaseError {
            throw StoreError(error, path: path)
        } catch let damage as RowError {
            throw StoreError.corrupt(path: path, detail: damage.detail)
        }
    }

    /// Does the same as ``translating(path:_:)`` while a database is opened, when unexpected errors can only mean damage.
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
