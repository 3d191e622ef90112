internal import GRDB

/// An error of opening, reading or writing a database.
///
/// The cases differ in their remedies. SQLite's error codes never leave this target.
///
/// ```swift
/// do {
/// _ = try TagService(.file(path: path))
/// } catch StoreError.locked(let path) {
/// print("close the program that uses \(path)")
/// }
/// ```
public enum StoreError: Error, Hashable, Sendable {
    /// The file isn't a tagflow database; it belongs to another program or isn't a database.
    case notOurs(path: String)
    /// The schema of the file was created by a newer tagflow.
    case newerSchema(path: String, version: Int, known: Int)
    /// A newer tagflow has upgraded the schema of an open database.
    case upgraded(path: String, version: Int, known: Int)
    /// The schema has an object that tagflow didn't create, or changed, which SQLite could run or evaluate.
    case changedSchema(path: String, difference: String)
    /// The file is a damaged tagflow database.
    case corrupt(path: String, detail: String)
    /// The file or its folder isn't writable.
    case notPermitted(path: String)
    /// The file system of the file is read-only.
    case readOnly(path: String)
    /// The path can't be that of a database file, or its folder can't be created.
    case cannotCreate(path: String, reason: String)
    /// The path can't be the destination of a copy.
    case cannotCopy(path: String, reason: String)
    /// The destination of a copy is an earlier backup.
    case backupExists(path: String)
    /// Another process kept the database locked until the timeout.
    case locked(path: String)
    /// The file of an open database was deleted or replaced by another program, so that changes would be lost.
    case replaced(path: String)
    /// The file is on a network file system, on which only an exclusive store (``StoreConcurrency/exclusive``) is safe.
    case onNetwork(path: String, fileSystem: String)
    /// The disk is full, or an I/O operation failed.
    case inputOutput(path: String, detail: String)
    /// SQLite rejected an operation for a reason that indicates a bug in tagflow.
    case unexpected(detail: String)
}

extension StoreError: CustomStringConvertible {
    /// The problem and a way to fix it, in one line.
    public var description: String {
        switch self {
        case .notOurs(let path): "'\(path)' isn't a tagflow database; choose another file with --database"
        case .newerSchema(let path, let version, let known):
            "'\(path)' has schema version \(version), but this version of tagflow supports at most \(known); use a newer version"
        case .upgraded(let path, let version, let known):
            "'\(path)' was upgraded by a newer version of tagflow to schema version \(version), but this version supports at most \(known); restart with the newer version"
        case .changedSchema(let path, let difference):
            "'\(path)' can't be trusted: \(difference); check it with 'tagflow doctor', or save its readable data with 'tagflow doctor --recover FILE'"
        case .corrupt(let path, let detail):
            "'\(path)' is damaged (\(detail)); check it with 'tagflow doctor', or save its readable data with 'tagflow doctor --recover FILE'"
        case .notPermitted(let path):
            "can't write '\(path)': permission denied; change its permissions or owner, or choose another file"
        case .readOnly(let path):
            "can't write '\(path)': its file system is read-only; mount it for writing, or copy the file to another and name that with --database"
        case .cannotCreate(let path, let reason):
            "can't create '\(path)': \(reason); choose another file with --database"
        case .cannotCopy(let path, let reason):
            "can't copy the database to '\(path)': \(reason); choose a path where no file exists yet"
        case .backupExists(let path):
            "can't copy the database to '\(path)': it already exists; replace it with --force, or make dated copies with --keep"
        case .locked(let path): "'\(path)' is locked by another process; try again"
        case .replaced(let path):
            "'\(path)' was deleted or replaced while it was open, so the change may be lost; restart to use the current file"
        case .onNetwork(let path, let fileSystem):
            "'\(path)' is on a network file system (\(fileSystem)), where access from two machines could corrupt it; keep it on a local disk, or serve its folder with 'tagflow-server --spaces FOLDER --exclusive'"
        case .inputOutput(let path, let detail):
            "can't read or write '\(path)': \(detail); check the disk and try again"
        case .unexpected(let detail): "unexpected database error (\(detail)); please report this bug in tagflow"
        }
    }
}

extension StoreError {
    /// Creates the error for an error of SQLite; it never contains values of the SQL statement.
    init(_ error: DatabaseError, path: String) {
        let detail = Self.detail(of: error)
        if error.extendedResultCode == .SQLITE_IOERR_SHORT_READ {
            self = .corrupt(path: path, detail: "the file is truncated")
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
            // The file was known to be a tagflow database before SQLite opened it, so NOTADB means that it is damaged.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_TOOBIG, .SQLITE_FORMAT: .corrupt(path: path, detail: detail)
            case .SQLITE_READONLY where SystemError.isReadOnly(at: path),
                .SQLITE_CANTOPEN where SystemError.isReadOnly(at: path):
                .readOnly(path: path)
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: .notPermitted(path: path)
            case .SQLITE_CANTOPEN: .cannotCreate(path: path, reason: detail)
            case .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_NOLFS: .inputOutput(path: path, detail: detail)
            default: .unexpected(detail: detail)
            }
    }

    /// Returns SQLite's message for an error; connections without a message report "not an error".
    private static func detail(of error: DatabaseError) -> String {
        guard let message = error.message, message != "not an error" else { return error.resultCode.description }
        return message
    }

    /// Runs an operation and converts errors of SQLite and ``RowError`` into `StoreError`; rethrows other errors.
    static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
        do { return try work() } catch let error as DatabaseError { throw StoreError(error, path: path) } catch let
            error as RowError
        { throw StoreError.corrupt(path: path, detail: error.detail) }
    }

    /// Runs an operation that opens a database and converts its errors like
    /// ``translating(path:_:)``.
    ///
    /// Here, an unexpected error always means a damaged file.
    static func translatingOpening<Result>(path: String, _ work: () throws -> Result) throws -> Result {
        do { return try translating(path: path, work) } catch StoreError.unexpected(let detail) {
            throw StoreError.corrupt(path: path, detail: detail)
        }
    }
}
