internal import GRDB
internal import Synchronization

/// The database: opens and migrates it, and runs each read or write in one transaction.
///
/// A database passes through these stages:
///
/// 1. **Opening.** ``DatabasePath`` resolves the path, ``DatabaseFile`` inspects the file without SQLite (``DatabaseHeader``,
///    ``WriteAheadLog``) or builds a new one (``DraftFile``), and `Schema` migrates it. ``OpenDatabases`` gives all stores of the
///    process on one file the same connections.
/// 2. **Reading.** ``read(_:)`` hands a ``StoreReader`` to its body: queries on one snapshot, whose rows are checked column by
///    column (``StoredRow``) and become row types (`Rows.swift`).
/// 3. **Changes.** ``write(at:_:)`` hands a ``StoreWriter`` to its body, which applies ``RowChange``s.
/// 4. **Counts.** The changes of items gather in `PendingCounts` and are added to ``PairCounts`` and uses.
/// 5. **UndoLog.** Each change yields its inverse; `PendingInverses` gathers them, and ``UndoLog`` encodes them as an undo step.
/// 6. **Commit.** ``StoreWriter`` writes counts, journal and the list of changed tags, and the transaction commits.
///
/// `Maintenance` checks a database (`Examination`), and `Recovery` copies what is readable of a damaged one into a new one (`Salvage`).
///
/// Files are in WAL mode with `synchronous = FULL`: once a write has returned, it survives a power loss. Every
/// store of a process on one file uses the same connections, with the concurrency that the first store asked for.
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
    /// What the present thread's work sees, and whether it is a part of ``together(_:_:)``.
    @TaskLocal static var scope = StoreScope()
    /// The number of writes that this store has committed.
    private let writes = Atomic<Int64>(0)
    /// The steps of the undo log that this store has made.
    private let madeSteps = Mutex<Set<Int64>>([])
    /// Side effects of opening the database that a person should know about.
    package let notices: [StoreNotice]

    /// Opens the database at a location, creating it if it does not exist.
    ///
    /// - Throws: `StoreError`. A file that is not a tagflow database, or has a newer schema, is left unchanged.
    package init(_ location: StoreLocation, concurrency: StoreConcurrency = .serial) throws {
        path = location.path
        let database = try StoreError.translatingOpening(path: location.path) {
            try Self.open(location, concurrency: concurrency)
        }
        notices = database.notices
        opened = Mutex(database)
    }

    deinit {
        // There is no caller to report to; a database that cannot be closed stays registered for the next store on it.
        try? close()
    }

    /// Runs a read on one snapshot of the database.
    ///
    /// - Throws: `StoreError`, and what `body` throws.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        // GRDB's own `read` also forbids writing, which costs two statements; a StoreReader cannot write.
        let database = try database()
        let visible = Self.scope.visibleSets
        return try translating {
            if isInTransaction {
                return try database.writer.unsafeReentrantWrite { connection in
                    try body(StoreReader(database: connection, seeing: visible))
                }
            }
            return try database.writer
                .unsafeRead { connection in
                    try connection.reading {
                        try Schema.requireKnown(in: connection, path: path)
                        return try body(StoreReader(database: connection, seeing: visible))
                    }
                }
        }
    }

    /// Runs a write in one transaction, which is on disk when this returns.
    ///
    /// The changes become one step of the undo log if `body` sets ``StoreWriter/summary``.
    ///
    /// - Throws: `StoreError`, and what `body` throws; the transaction is then rolled back.
    package func write<Result>(
        at now: Int64,
        _ body: (StoreWriter) throws -> Result
    ) throws -> Result {
        let database = try database()
        return try translating {
            guard !isInTransaction else {
                return try savepoint {
                    try database.writer.unsafeReentrantWrite {
                        try write(on: $0, of: database, at: now, body).result
                    }
                }
            }
            let (result, step) = try database.write {
                try Schema.requireKnown(in: $0, path: path)
                return try write(on: $0, of: database, at: now, body)
            }
            // Only now is it known to be on disk.
            if let step { _ = madeSteps.withLock { $0.insert(step) } }
            return result
        }
    }

    private func write<Result>(
        on connection: Database,
        of database: OpenDatabase,
        at now: Int64,
        _ body: (StoreWriter) throws -> Result
    ) throws -> (result: Result, step: Int64?) {
        let writer = StoreWriter(database: connection, seeing: Self.scope.visibleSets)
        let result = try body(writer)
        try writer.finish(at: now)
        writes.add(1, ordering: .relaxed)
        database.writes.add(1, ordering: .relaxed)
        return (result, writer.madeStep)
    }

    /// Runs work of ``together(_:_:)`` that may write several times, all of it or nothing.
    package func savepoint<Result>(_ work: () throws -> Result) throws -> Result {
        let database = try database()
        return try database.writer.unsafeReentrantWrite { connection in
            var result: Result?
            try connection.inSavepoint {
                result = try work()
                return .commit
            }
            guard let result else { throw StoreError.unexpected(detail: "a write gave nothing") }
            return result
        }
    }

    /// Runs several writes in one transaction, so that they share the wait for the disk.
    ///
    /// Each calls ``write(at:_:)`` of this store, which then uses a savepoint: one that fails changes nothing and leaves the others
    /// as they are. Only when this returns are they on disk.
    ///
    /// - Parameters:
    ///   - count: the number of writes.
    ///   - write: makes a write, given its index from 0; returns the error that it failed with, or `nil`.
    /// - Throws: `StoreError` if the transaction as a whole fails; then none of the writes has happened.
    package func together(_ count: Int, _ write: (Int) -> (any Error)?) throws {
        let database = try database()
        try translating {
            try database.write { connection in
                try Schema.requireKnown(in: connection, path: path)
                var scope = Self.scope
                scope.transaction = ObjectIdentifier(self)
                for index in 0..<count {
                    // A full disk rolls back the whole transaction, not just the savepoint.
                    let error = Self.$scope.withValue(scope) { write(index) }
                    guard connection.isInsideTransaction else {
                        throw error ?? DatabaseError(resultCode: .SQLITE_ABORT)
                    }
                }
            }
        }
    }

    /// Whether this store has made a step of the undo log, and not another process or an earlier one.
    package func hasMade(step id: Int64) -> Bool {
        madeSteps.withLock { $0.contains(id) }
    }

    /// Returns a number that changes if and only if another process, or another store of this process, commits.
    package func dataVersion() throws -> Int64 {
        try StoreError.translating(path: path) {
            let database = try database()
            return try noting {
                try database.writer.writeWithoutTransaction { connection in
                    let others =
                        database.writes.load(ordering: .relaxed) - writes.load(ordering: .relaxed)
                    return (try connection.value("PRAGMA data_version") ?? Int64(0)) &+ others
                }
            }
        }
    }

    /// The file beside the database that keeps an index of its tags; `nil` for a database in memory.
    package func indexFile() throws -> IndexFile? {
        let database = try database()
        // A mapped file of a machine that was cut off from its disk would kill the process.
        guard !database.isExclusive else { return nil }
        return database.identity.map { IndexFile(databasePath: database.writer.path, identity: $0) }
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

    /// Lets the last ``close()`` leave the write-ahead log to the next process that opens the database, which has it the sooner.
    package func leaveLog() {
        opened.withLock { $0 }?.leaveLog()
    }

    /// Runs SQLite work outside a transaction of ours, such as checks and clean-up.
    func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try StoreError.translating(path: path) {
            let writer = try database().writer
            return try noting {
                try isInTransaction
                    ? writer.unsafeReentrantWrite(body) : writer.writeWithoutTransaction(body)
            }
        }
    }

    /// Whether a write of this process uses the connection that writes, or waits for it.
    var isWriting: Bool {
        get throws { try database().isWriting }
    }

    /// Whether the present work is a part of ``together(_:_:)``, so that it joins the transaction.
    package var isInTransaction: Bool { Self.scope.transaction == ObjectIdentifier(self) }

    func database() throws(StoreError) -> OpenDatabase {
        let database = try openDatabase()
        try database.checkOwnership(path: path)
        return database
    }

    private func openDatabase() throws(StoreError) -> OpenDatabase {
        guard let database = opened.withLock({ $0 }) else {
            throw .unexpected(detail: "the database was closed")
        }
        return database
    }

    /// Ensures that an exclusive database is still this process's; throws `StoreError.locked` if it was lost.
    package func checkOwnership() throws {
        try openDatabase().askForOwnership(path: path)
    }

    /// Whether the database may be another machine's by now; a store of it can only be closed.
    package var hasBeenLost: Bool { opened.withLock { $0?.hasBeenLost ?? false } }

    /// Takes note of SQLite's errors, and rethrows what the work throws.
    func noting<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try work()
        } catch let error as DatabaseError {
            opened.withLock { $0 }?.note(error)
            throw error
        }
    }
}

extension TagStore {
    /// Switches the database back to WAL mode if another program has changed its journal mode.
    ///
    /// - Returns: the journal mode that was found instead, or `nil` if it was WAL already.
    package func restoreJournalMode() throws -> String? {
        let wasWithoutLog = try database().wasWithoutLog
        return try withConnection { connection in
            let found: String? = try connection.value("PRAGMA journal_mode")
            // A pool's connections restore WAL mode when they are opened.
            if found == "wal" { return wasWithoutLog ? "delete" : nil }
            guard try connection.value("PRAGMA journal_mode = WAL") == "wal" else {
                return found == "memory" ? nil : found
            }
            return found
        }
    }
}

extension TagStore {
    /// Settings for a file that no other process sees: it is synchronized as a whole or removed.
    static let draftPragmas = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"

    private static func open(
        _ location: StoreLocation,
        concurrency: StoreConcurrency
    ) throws -> OpenDatabase {
        guard case .file(let path) = location else {
            let queue = try DatabaseQueue(configuration: configuration())
            try Schema.migrate(queue)
            return OpenDatabase(queue)
        }
        let isExclusive = concurrency == .exclusive
        return try OpenDatabases.share(path, isExclusive: isExclusive) { place in
            if !isExclusive, let name = NetworkFileSystem.name(at: place.folder) {
                throw StoreError.onNetwork(path: path, fileSystem: name)
            }
            return try DatabaseFile(path: place, isExclusive: isExclusive)
                .prepare(knownVersion: Schema.version) { draft in
                    try build(at: draft, configuration(isExclusive: isExclusive))
                }
        } connect: { place, inspection in
            let writer: any DatabaseWriter =
                switch concurrency {
                case .serial:
                    try DatabaseQueue(path: place.resolved, configuration: configuration())
                case .pool: try DatabasePool(path: place.resolved, configuration: configuration())
                case .exclusive: try exclusiveQueue(place.resolved)
                }
            try migrateIfNeeded(writer, path: path)
            return OpenDatabase(writer, of: inspection, isExclusive: isExclusive)
        }
    }

    /// Builds a complete new database and closes it.
    private static func build(at path: String, _ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: draftPragmas) }
        try Schema.migrate(queue)
        let mode: String? = try queue.writeWithoutTransaction {
            try $0.value("PRAGMA journal_mode = WAL")
        }
        guard mode == "wal" else {
            throw StoreError.cannotCreate(path: path, reason: "its disk takes no write-ahead log")
        }
        try queue.close()
    }

    /// Opens a database, and locks every other process out.
    private static func exclusiveQueue(_ path: String) throws -> DatabaseQueue {
        let configuration = configuration(isExclusive: true)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let mode: String? = try queue.writeWithoutTransaction {
            try $0.value("PRAGMA journal_mode = WAL")
        }
        guard mode == "wal" else {
            throw StoreError.cannotCreate(path: path, reason: "its disk takes no write-ahead log")
        }
        return queue
    }

    private static func migrateIfNeeded(_ database: some DatabaseWriter, path: String) throws {
        var version = try database.writeWithoutTransaction { connection in
            // A pool sets NORMAL when it opens, but acknowledged writes must survive a power loss.
            try connection.execute(sql: "PRAGMA synchronous = FULL")
            return try Schema.version(of: connection)
        }
        if version < Schema.version {
            try Schema.migrate(database)
            version = try database.writeWithoutTransaction(Schema.version)
        }
        guard version <= Schema.version else {
            throw StoreError.newerSchema(path: path, version: version, known: Schema.version)
        }
    }

    private static func configuration(isExclusive: Bool = false) -> Configuration {
        var configuration = Configuration()
        // Whoever finds a space locked asks another machine, rather than wait.
        configuration.busyMode = .timeout(isExclusive ? 0.25 : 10)
        configuration.foreignKeysEnabled = true
        // Five for the reads that run at a time on a server, and one for short lookups.
        configuration.maximumReaderCount = 6
        configuration.label = "tagflow"
        configuration.prepareDatabase { connection in
            if isExclusive {
                // Before anything else touches the file: the index of its log is then in this process's memory and not in a file.
                try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                // The next owner reads all of the log before it answers, page by page from a disk that may be far.
                try connection.execute(sql: "PRAGMA wal_autocheckpoint = 100")
                try connection.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            // Truncating a file that is mapped into memory would kill the process (SIGBUS).
            try connection.execute(sql: "PRAGMA mmap_size = 0")
        }
        return configuration
    }
}

extension TagStore {
    /// Deletes an exclusive database, and closes it; no other store of this process may have it open.
    package func delete() throws {
        let path = try DatabasePath(path, makesFolder: false)
        try DatabaseFile.delete(path, close: close)
    }
}
