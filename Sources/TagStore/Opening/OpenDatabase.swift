internal import CSQLite
internal import Dispatch
internal import GRDB
internal import Synchronization

/// The connections to one database, shared by all stores that use it.
final class OpenDatabase: Sendable {
    let writer: any DatabaseWriter
    /// The path of the file.
    let path: String
    /// The identity of the file; `nil` for a database in memory.
    let identity: FileIdentity?
    /// Whether the file was in rollback-journal mode when it was opened.
    let wasWithoutLog: Bool
    let notices: [StoreNotice]
    /// The number of writes committed by all stores that use the database.
    let writes = Atomic<Int64>(0)
    /// The number of writes that use the writing connection or wait for it.
    private let pending = Atomic<Int>(0)
    /// Whether this process holds the file exclusively.
    let isExclusive: Bool
    /// Whether the file system is read-only.
    let isReadOnly: Bool
    /// Whether another process may have taken over the file.
    private let isLost = Atomic<Bool>(false)
    /// Whether closing keeps the write-ahead log for the next process.
    private let leavesLog = Atomic<Bool>(false)
    /// The time of the last check that the file at this path is still ours, in nanoseconds since the system started.
    private let ownershipCheckedAt = Atomic<UInt64>(0)
    private let logLimit = LogLimit()

    /// Whether a write uses the writing connection or waits for it.
    var isWriting: Bool { pending.load(ordering: .relaxed) > 0 }

    /// Runs a write in a transaction on the writing connection; the write is on disk when this returns.
    ///
    /// A disconnected file system, such as ceph-fuse, may discard written data and still report
    /// success for `fdatasync`. Requests after that fail, so this requests the size of the log
    /// after each commit.
    ///
    /// - Parameters:
    ///   - path: the path to report in errors.
    ///   - body: the write.
    /// - Returns: the result of `body`.
    /// - Throws: the errors of `body`, `StoreError.readOnly`, and `StoreError.replaced` if another process has deleted or replaced the file.
    func write<Result>(path: String, _ body: (Database) throws -> Result) throws -> Result {
        guard !isReadOnly else { throw StoreError.readOnly(path: path) }
        pending.add(1, ordering: .relaxed)
        defer { pending.subtract(1, ordering: .relaxed) }
        let (result, logSize) = try writer.writeWithoutTransaction { connection in
            let result = try connection.committing {
                let result = try body(connection)
                try requireFile(path: path)
                return result
            }
            let size = try Self.logSize(of: connection)
            // The file may have been replaced during the commit; its change must not be acknowledged then.
            try requireFile(path: path)
            return (result, size)
        }
        logLimit.apply(to: writer, size: logSize)
        return result
    }

    /// Returns the current size of the write-ahead log in bytes, as reported by the file system; 0 for a database in
    /// memory.
    private static func logSize(of connection: Database) throws -> Int64 {
        var size: Int64 = 0
        // The connection is open during the call.
        let code = unsafe csqlite_log_size(UnsafeMutableRawPointer(connection.sqliteConnection), &size)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        return size
    }

    init(
        _ writer: any DatabaseWriter, of inspection: DatabaseFile.Inspection? = nil, at path: String? = nil,
        isExclusive: Bool = false
    ) {
        self.writer = writer
        self.isExclusive = isExclusive
        self.path = path ?? writer.path
        identity = inspection?.identity
        wasWithoutLog = inspection?.header.hasWriteAheadLog == false
        notices = inspection?.notices ?? []
        isReadOnly = inspection?.isReadOnly ?? false
    }

    /// Closes all connections, the writer last: only the last connection checkpoints the write-ahead log.
    func close() throws {
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
        if leavesLog.load(ordering: .acquiring) || hasBeenLost { try keepLog() }
        try writer.close()
    }

    /// Makes ``close()`` keep the write-ahead log, so that the next process can open the database sooner.
    func leaveLog() { leavesLog.store(true, ordering: .releasing) }

    private func keepLog() throws {
        try writer.writeWithoutTransaction { try $0.set(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, to: true) }
    }
}

/// Detecting that the file at the path isn't this database anymore, such as after another machine has taken it over.
extension OpenDatabase {
    /// Checks that the path still leads to the open file; otherwise nobody would find changes of it.
    ///
    /// - Throws: `StoreError.replaced`, `StoreError.inputOutput` if the path can't be inspected, or `StoreError.locked` for
    ///   an exclusive database, which is then lost.
    private func requireFile(path: String) throws(StoreError) {
        guard let identity else { return }
        var problem = StoreError.replaced(path: path)
        do throws(SystemError) {
            // Without a file at the path, there is no status.
            if try FileStatus(path: self.path)?.identity == identity { return }
        } catch { problem = .inputOutput(path: path, detail: error.text) }
        guard isExclusive else { throw problem }
        lose()
        throw .locked(path: path)
    }

    /// The maximum age of the last check that the file at this path is still ours, in nanoseconds.
    private static let ownershipCheckInterval: UInt64 = 1_000_000_000

    /// Whether the database was lost; it is neither read nor written anymore.
    var hasBeenLost: Bool { isLost.load(ordering: .acquiring) }

    /// Checks that the file at the path is still the exclusive database of this process.
    ///
    /// Without this check, pages in SQLite's memory could be read indefinitely.
    ///
    /// - Throws: `StoreError.locked` if the database was lost.
    func checkOwnership(path: String) throws(StoreError) {
        guard isExclusive, let identity else { return }
        guard !hasBeenLost else { throw .locked(path: path) }
        let now = DispatchTime.now().uptimeNanoseconds
        guard now &- ownershipCheckedAt.load(ordering: .relaxed) > Self.ownershipCheckInterval else { return }
        guard FileIdentity(path: self.path) == identity else {
            lose()
            throw .locked(path: path)
        }
        ownershipCheckedAt.store(now, ordering: .relaxed)
    }

    /// Checks ownership by requesting the size of the log, which fails on a disconnected file
    /// system.
    ///
    /// - Throws: `StoreError.locked` if the database was lost.
    func confirmOwnership(path: String) throws(StoreError) {
        try checkOwnership(path: path)
        guard isExclusive else { return }
        do { _ = try writer.unsafeReentrantWrite(Self.logSize) } catch {
            lose()
            throw .locked(path: path)
        }
    }

    /// Marks an exclusive database as lost if SQLite reports an I/O error.
    func note(_ error: DatabaseError) {
        guard isExclusive else { return }
        switch error.resultCode {
        case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PROTOCOL: lose()
        default: break
        }
    }

    private func lose() { isLost.store(true, ordering: .releasing) }
}
