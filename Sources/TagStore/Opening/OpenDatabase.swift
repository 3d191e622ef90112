internal import CSQLite
internal import Dispatch
internal import GRDB
internal import Synchronization

/// The connections to one database, shared by all stores on it.
final class OpenDatabase: Sendable {
    let writer: any DatabaseWriter
    /// The identity of the file; `nil` for a database in memory.
    let identity: FileIdentity?
    /// Whether the file was in rollback-journal mode when it was opened.
    let wasWithoutLog: Bool
    let notices: [StoreNotice]
    /// The number of writes that all stores on the database have committed.
    let writes = Atomic<Int64>(0)
    /// The number of writes that use the writing connection or wait for it.
    private let pending = Atomic<Int>(0)
    /// Whether no other process can use the file.
    let isExclusive: Bool
    /// Whether the file may be another process's by now.
    private let isLost = Atomic<Bool>(false)
    /// Whether closing leaves the write-ahead log to the next process.
    private let leavesLog = Atomic<Bool>(false)
    /// When it was last seen that the file is still there for this process, in nanoseconds since the system started.
    private let seenAt = Atomic<UInt64>(0)
    private let logLimit = LogLimit()

    /// Whether a write uses the writing connection or waits for it, perhaps for another process.
    var isWriting: Bool { pending.load(ordering: .relaxed) > 0 }

    /// Runs a write in a transaction on the writing connection, which is on disk when this returns.
    ///
    /// A file system of a machine that was cut off may throw away what it was given, and then say that all it has is on disk:
    /// ceph-fuse answers `fdatasync` so. Whatever is asked of it next, it refuses; so the log is asked for its size.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        pending.add(1, ordering: .relaxed)
        defer { pending.subtract(1, ordering: .relaxed) }
        let (result, logSize) = try writer.writeWithoutTransaction { connection in
            let result = try connection.committing { try body(connection) }
            return (result, try Self.logSize(of: connection))
        }
        logLimit.apply(to: writer, size: logSize)
        return result
    }

    /// The size of the write-ahead log, as the file system says it now, in bytes; 0 for a database in memory.
    private static func logSize(of connection: Database) throws -> Int64 {
        var size: Int64 = 0
        // The connection is open while it is asked.
        let code = unsafe csqlite_log_size(
            UnsafeMutableRawPointer(connection.sqliteConnection),
            &size
        )
        try Self.check(code)
        return size
    }

    private static func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    init(
        _ writer: any DatabaseWriter,
        of inspection: DatabaseFile.Inspection? = nil,
        isExclusive: Bool = false
    ) {
        self.writer = writer
        self.isExclusive = isExclusive
        identity = inspection?.identity
        wasWithoutLog = inspection?.header.hasWriteAheadLog == false
        notices = inspection?.notices ?? []
    }

    /// Closes all connections, the writer last: only the last connection checkpoints the write-ahead log.
    func close() throws {
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
        if leavesLog.load(ordering: .acquiring) || hasBeenLost { try keepLog() }
        try writer.close()
    }

    /// Lets ``close()`` leave the write-ahead log to the next process that opens the database, which has it the sooner.
    func leaveLog() {
        leavesLog.store(true, ordering: .releasing)
    }

    private func keepLog() throws {
        try writer.writeWithoutTransaction { database in
            // The connection is open while it is written with.
            let code = unsafe csqlite_keep_log(UnsafeMutableRawPointer(database.sqliteConnection))
            try Self.check(code)
        }
    }
}

/// What becomes of a database whose machine was cut off from the disk, so that another machine may own it now.
extension OpenDatabase {
    /// For how long an exclusive database is used without a look at the name of its file, in nanoseconds.
    private static let trust: UInt64 = 1_000_000_000

    /// Whether the database was lost, so that nothing more is read from it or written to it.
    var hasBeenLost: Bool { isLost.load(ordering: .acquiring) }

    /// Ensures that an exclusive database is still this process's, as far as the file system knows.
    ///
    /// What SQLite has in memory could be read and, if it stays as it is, written for ever after.
    ///
    /// - Throws: `StoreError.locked` if it was lost.
    func checkOwnership(path: String) throws(StoreError) {
        guard isExclusive, let identity else { return }
        guard !hasBeenLost else { throw .locked(path: path) }
        let now = DispatchTime.now().uptimeNanoseconds
        guard now &- seenAt.load(ordering: .relaxed) > Self.trust else { return }
        guard FileIdentity(path: writer.path) == identity else {
            lose()
            throw .locked(path: path)
        }
        seenAt.store(now, ordering: .relaxed)
    }

    /// Ensures the same by a question that the file system of a machine that was cut off refuses: how long the log is.
    ///
    /// - Throws: `StoreError.locked` if the database was lost.
    func askForOwnership(path: String) throws(StoreError) {
        try checkOwnership(path: path)
        guard isExclusive else { return }
        do {
            _ = try writer.unsafeReentrantWrite(Self.logSize)
        } catch {
            lose()
            throw .locked(path: path)
        }
    }

    /// Takes note of an error of SQLite's; after one of the disk, an exclusive database is lost.
    func note(_ error: DatabaseError) {
        guard isExclusive else { return }
        switch error.resultCode {
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PROTOCOL: lose()
        default: break
        }
    }

    private func lose() {
        isLost.store(true, ordering: .releasing)
    }
}
