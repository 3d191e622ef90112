internal import GRDB
internal import Synchronization

/// A database that is opened and migrated on creation and runs each read or write in one transaction.
///
/// The store works in these stages:
///
/// 1. **Opening.** ``DatabasePath`` resolves the path. ``DatabaseFile`` inspects the file without SQLite
///    (``DatabaseHeader``) or builds a new one (``DraftFile``), and ``DatabaseSchema`` migrates it.
///    ``OpenDatabases`` gives all stores of the process on one file the same connections.
/// 2. **Reading.** ``read(_:)`` passes a ``StoreReader`` to its closure. All queries see one snapshot; each column is
///    checked (``StoredRow``) when it becomes a value of a row type (`Rows.swift`).
/// 3. **Changes.** ``write(at:_:)`` passes a ``StoreWriter`` to its closure, which applies ``RowChange``s.
/// 4. **Counts.** ``PendingCounts`` collects the changes of items; they are added to uses and ``PairCounts``.
/// 5. **Undo log.** Each change yields its inverse. ``PendingInverses`` collects the inverses, and ``UndoLog`` encodes
///    them as an undo step.
/// 6. **Commit.** ``StoreWriter`` writes the counts, the undo step and the list of changed tags, and the transaction
///    commits.
///
/// `Maintenance` checks a database (``DatabaseCheck``). `Recovery` copies the readable part of a damaged database to a
/// new one (``Salvage``).
///
/// Files are in WAL mode with `synchronous = FULL`: a write that has returned survives a power loss. All stores of a
/// process on one file use the same connections, with the concurrency requested by the first store.
///
/// ```swift
/// let store = try TagStore(.file(path: "tags.sqlite"))
/// try store.write(at: 1_700_000_000_000) { writer in
///     writer.summary = "add 'reading'"
///     try writer.apply(.putTag(TagRow(id: 1, name: "reading")))
/// }
/// let names = try store.read { reader in try reader.names(of: [1]) }  // [1: "reading"]
/// ```
package final class TagStore: Sendable {
    let path: String
    /// The open database; `nil` once the store is closed.
    private let opened: Mutex<OpenDatabase?>
    /// The visible sets of the current task, and whether it is part of ``together(_:_:)``.
    @TaskLocal static var scope = StoreScope()
    /// The number of writes committed by this store.
    private let writes = Atomic<Int64>(0)
    /// The undo steps made by this store.
    private let madeSteps = Mutex<Set<Int64>>([])
    /// Side effects of opening the database that the user should know about.
    package let notices: [StoreNotice]

    /// Opens the database at a location, creating it if it doesn't exist.
    ///
    /// - Throws: `StoreError`. A file that isn't a tagflow database, or has a newer schema, is left unchanged.
    package init(_ location: StoreLocation, concurrency: StoreConcurrency = .serial) throws {
        path = location.path
        let database = try StoreError.translatingOpening(path: location.path) {
            try Self.open(location, concurrency: concurrency)
        }
        notices = database.notices
        opened = Mutex(database)
    }

    deinit {
        do { try close() } catch {
            // There is no caller to report to; a database that can't be closed stays registered for the next store on it.
        }
    }

    /// Runs a read on one snapshot of the database.
    ///
    /// - Throws: `StoreError`, and the errors of `body`.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        // GRDB's `read` also forbids writing, which costs two statements; a StoreReader can't write.
        let database = try database()
        let visible = Self.scope.visibleSets
        return try translating {
            if isInTransaction {
                return try database.writer.unsafeReentrantWrite { connection in
                    try body(StoreReader(database: connection, seeing: visible))
                }
            }
            return try database.writer.unsafeRead { connection in
                try connection.reading {
                    try DatabaseSchema.requireKnown(in: connection, path: path)
                    return try body(StoreReader(database: connection, seeing: visible))
                }
            }
        }
    }

    /// Runs a write in one transaction; it is on disk when this returns.
    ///
    /// The changes become one undo step if `body` sets ``StoreWriter/summary``.
    ///
    /// - Throws: `StoreError`, and the errors of `body`; the transaction is then rolled back.
    package func write<Result>(at now: Int64, _ body: (StoreWriter) throws -> Result) throws -> Result {
        let database = try database()
        return try translating {
            guard !isInTransaction else {
                return try savepoint {
                    try database.writer.unsafeReentrantWrite { try write(on: $0, of: database, at: now, body).result }
                }
            }
            let (result, step) = try database.write(path: path) {
                try DatabaseSchema.requireKnown(in: $0, path: path)
                return try write(on: $0, of: database, at: now, body)
            }
            // The write is known to be on disk only now.
            if let step {
                _ = madeSteps.withLock { $0.insert(step) }
                Self.scope.chain?.append(step: step)
            }
            return result
        }
    }

    private func write<Result>(
        on connection: Database, of database: OpenDatabase, at now: Int64, _ body: (StoreWriter) throws -> Result
    ) throws -> (result: Result, step: Int64?) {
        let writer = StoreWriter(database: connection, seeing: Self.scope.visibleSets)
        writer.chain = Self.scope.chain
        writer.time = now
        let result = try body(writer)
        try writer.finish(at: now)
        writes.add(1, ordering: .relaxed)
        database.writes.add(1, ordering: .relaxed)
        return (result, writer.madeStep)
    }

    /// Runs a part of ``together(_:_:)`` that may write several times; if it fails, all of its writes are reverted.
    package func savepoint<Result>(_ work: () throws -> Result) throws -> Result {
        let database = try database()
        return try database.writer.unsafeReentrantWrite { connection in
            var result: Result?
            try connection.inSavepoint {
                result = try work()
                return .commit
            }
            guard let result else { throw StoreError.unexpected(detail: "a savepoint returned no result") }
            return result
        }
    }

    /// Runs several writes in one transaction, so that they share one disk flush.
    ///
    /// Each write calls ``write(at:_:)`` of this store, which then uses a savepoint. A failed write changes nothing and
    /// doesn't affect the others. The writes are on disk when this returns.
    ///
    /// - Parameters:
    ///   - count: the number of writes.
    ///   - write: performs the write with an index from 0; returns its error, or `nil` if it succeeded.
    /// - Throws: `StoreError` if the whole transaction fails; then none of the writes took effect.
    package func together(_ count: Int, _ write: (Int) -> (any Error)?) throws {
        let database = try database()
        try translating {
            try database.write(path: path) { connection in
                try DatabaseSchema.requireKnown(in: connection, path: path)
                var scope = Self.scope
                scope.transaction = ObjectIdentifier(self)
                for index in 0..<count {
                    // A full disk rolls back the whole transaction, not only the savepoint.
                    let error = Self.$scope.withValue(scope) { write(index) }
                    guard connection.isInsideTransaction else {
                        throw error ?? DatabaseError(resultCode: .SQLITE_ABORT)
                    }
                }
            }
        }
    }

    /// The path of the database file; `nil` for a database in memory.
    package var filePath: String? { path == StoreLocation.memory.path ? nil : path }

    /// Returns whether this store made an undo step, rather than another process or an earlier store.
    package func hasMade(step id: Int64) -> Bool { madeSteps.withLock { $0.contains(id) } }

    /// Returns a number that changes if and only if another process, or another store of this process, commits.
    package func dataVersion() throws -> Int64 {
        try StoreError.translating(path: path) {
            let database = try database()
            return try watchingErrors {
                try database.writer.writeWithoutTransaction { connection in
                    let others = database.writes.load(ordering: .relaxed) - writes.load(ordering: .relaxed)
                    return (try connection.value("PRAGMA data_version") ?? Int64(0)) &+ others
                }
            }
        }
    }

    /// The file next to the database with the linear models of its tags; `nil` for a database in memory.
    package func linearModelFile() throws -> LinearModelFile? {
        let database = try database()
        // The disk of an exclusive database may stop responding.
        guard !database.isExclusive else { return nil }
        return database.identity.map { LinearModelFile(databasePath: database.path, identity: $0) }
    }

    /// Closes this store; closing the last store on a database checkpoints its write-ahead log.
    package func close() throws {
        try StoreError.translating(path: path) {
            try opened.withLock { opened in
                if let database = opened { try OpenDatabases.release(database) }
                opened = nil
            }
        }
    }

    /// Makes the last ``close()`` keep the write-ahead log, so that the next process can open the database sooner.
    package func leaveLog() { opened.withLock { $0 }?.leaveLog() }

    /// Runs SQLite work outside a transaction, such as checks and cleanup.
    func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try StoreError.translating(path: path) {
            let writer = try database().writer
            return try watchingErrors {
                try isInTransaction ? writer.unsafeReentrantWrite(body) : writer.writeWithoutTransaction(body)
            }
        }
    }

    /// Whether a write of this process uses the writing connection or waits for it.
    var isWriting: Bool { get throws { try database().isWriting } }

    /// Whether the current task is part of ``together(_:_:)`` and joins its transaction.
    package var isInTransaction: Bool { Self.scope.transaction == ObjectIdentifier(self) }

    func database() throws(StoreError) -> OpenDatabase {
        let database = try openDatabase()
        try database.checkOwnership(path: path)
        return database
    }

    private func openDatabase() throws(StoreError) -> OpenDatabase {
        guard let database = opened.withLock({ $0 }) else { throw .unexpected(detail: "the database was closed") }
        return database
    }

    /// Checks that an exclusive database still belongs to this process; throws `StoreError.locked` if it was lost.
    package func checkOwnership() throws { try openDatabase().confirmOwnership(path: path) }

    /// Whether another machine may own the database by now; the store can then only be closed.
    package var hasBeenLost: Bool { opened.withLock { $0?.hasBeenLost ?? false } }

    /// Runs work, passes errors of SQLite to the open database, and rethrows them.
    func watchingErrors<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch let error as DatabaseError {
            opened.withLock { $0 }?.note(error)
            throw error
        }
    }
}

extension TagStore {
    /// Switches the database back to WAL mode if another program has changed its journal mode.
    ///
    /// - Returns: the journal mode that was found, or `nil` if it was WAL.
    package func restoreJournalMode() throws -> String? {
        guard try !database().isReadOnly else { return nil }
        let wasWithoutLog = try database().wasWithoutLog
        return try withConnection { connection in
            let found: String? = try connection.value("PRAGMA journal_mode")
            // The connections of a pool restore WAL mode when they are opened.
            if found == "wal" { return wasWithoutLog ? "delete" : nil }
            guard try connection.useLog() == "wal" else { return found == "memory" ? nil : found }
            return found
        }
    }
}
