internal import GRDB
internal import Synchronization

/// The database: opens it, migrates it, and runs reads and writes on it, each in one transaction.
///
/// Files are in WAL mode with `synchronous = FULL`: what a write has returned from survives a power loss. Every
/// store of a process on one file works on the same connections, those that the first one asked for.
package final class TagStore: Sendable {
    let path: String
    /// The database; `nil` once the store is closed.
    private let opened: Mutex<OpenDatabase?>
    /// How many writes this store has made.
    private let writes = Atomic<Int64>(0)
    /// What opening the database did besides.
    package let notices: [StoreNotice]

    /// Opens the database at a location, and makes it where there is none.
    ///
    /// - Throws: `StoreError`; a file that is not ours or newer than we know is then as it was, byte for byte.
    package init(_ location: StoreLocation, concurrency: StoreConcurrency = .serial) throws {
        path = location.path
        let database = try StoreError.translatingOpening(path: location.path) {
            try Self.open(location, concurrency: concurrency)
        }
        notices = database.notices
        opened = Mutex(database)
    }

    deinit {
        // A database that could not be closed stays open and known, for the next store on it.
        try? close()
    }

    /// Runs a read on one snapshot of the database.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        // GRDB's own `read` also forbids writing, at the price of two statements; a StoreReader cannot write.
        let database = try database()
        return try translating {
            try database.writer
                .unsafeRead { connection in
                    var result: Result?
                    try connection.inTransaction(.deferred) {
                        result = try body(StoreReader(database: connection))
                        return .commit
                    }
                    guard let result else {
                        throw StoreError.unexpected(detail: "a read gave nothing")
                    }
                    return result
                }
        }
    }

    /// Runs a write: all of it or nothing, on disk when this returns.
    ///
    /// What the writer changed becomes one step of the undo journal where `body` named it with
    /// ``StoreWriter/summary``.
    package func write<Result>(
        at now: Int64,
        _ body: (StoreWriter) throws -> Result
    ) throws -> Result {
        let database = try database()
        return try translating {
            try database.writer.write { connection in
                let writer = StoreWriter(database: connection)
                let result = try body(writer)
                try writer.finish(at: now)
                writes.add(1, ordering: .relaxed)
                database.writes.add(1, ordering: .relaxed)
                return result
            }
        }
    }

    /// A number that differs from an earlier one if and only if somebody else has committed since: another process,
    /// or another store of this one.
    package func dataVersion() throws -> Int64 {
        try StoreError.translating(path: path) {
            let database = try database()
            return try database.writer.writeWithoutTransaction { connection in
                let others =
                    database.writes.load(ordering: .relaxed) - writes.load(ordering: .relaxed)
                return (try connection.value("PRAGMA data_version") ?? Int64(0)) &+ others
            }
        }
    }

    /// Copies the database, as it is at this moment, into a new file.
    package func backUp(to target: String) throws {
        let database = try database()
        try BackupFile(target)
            .make { draft in
                let copy = try DatabaseQueue(path: draft)
                // Nobody else sees the draft, and it is brought to the disk as a whole.
                try copy.writeWithoutTransaction { try $0.execute(sql: Self.draftPragmas) }
                try database.writer.backup(to: copy)
                try copy.close()
            }
    }

    /// Ends the use of the database; where it was the last one, its write-ahead log is folded in.
    package func close() throws {
        try StoreError.translating(path: path) {
            try opened.withLock { opened in
                if let database = opened { try OpenDatabases.release(database) }
                opened = nil
            }
        }
    }

    /// Runs SQLite work that is no transaction of ours: checks and clean-up.
    func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try StoreError.translating(path: path) {
            try database().writer.writeWithoutTransaction(body)
        }
    }

    private func database() throws(StoreError) -> OpenDatabase {
        guard let database = opened.withLock({ $0 }) else {
            throw .unexpected(detail: "the database was closed")
        }
        return database
    }
}

extension TagStore {
    /// Puts the database back under a write-ahead log, where another program has taken it from there.
    ///
    /// - Returns: the journal mode that was found instead; `nil` where nothing was amiss.
    package func restoreJournalMode() throws -> String? {
        let wasWithoutLog = try database().wasWithoutLog
        return try withConnection { connection in
            let found: String? = try connection.value("PRAGMA journal_mode")
            // The connections of a pool have put it back when they were opened.
            if found == "wal" { return wasWithoutLog ? "delete" : nil }
            guard try connection.value("PRAGMA journal_mode = WAL") == "wal" else {
                return found == "memory" ? nil : found
            }
            return found
        }
    }
}

extension TagStore {
    /// For a file that nobody else sees: it is brought to the disk as a whole, or taken away.
    private static let draftPragmas = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"

    private static func open(
        _ location: StoreLocation,
        concurrency: StoreConcurrency
    ) throws -> OpenDatabase {
        guard case .file(let path) = location else {
            let queue = try DatabaseQueue(configuration: configuration)
            try Schema.migrate(queue)
            return OpenDatabase(queue)
        }
        return try OpenDatabases.share(path) { place in
            try DatabaseFile(path: place).prepare(knownVersion: Schema.version, build: build)
        } connect: { place, examined in
            let writer: any DatabaseWriter =
                switch concurrency {
                case .serial:
                    try DatabaseQueue(path: place.resolved, configuration: configuration)
                case .pool: try DatabasePool(path: place.resolved, configuration: configuration)
                }
            try bringUpToDate(writer, path: path)
            return OpenDatabase(writer, of: examined)
        }
    }

    /// Builds a whole new database and closes it.
    private static func build(at path: String) throws {
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

    private static func bringUpToDate(_ database: some DatabaseWriter, path: String) throws {
        var version = try database.writeWithoutTransaction { connection in
            // A pool sets NORMAL when it opens; what is acknowledged must survive a power loss.
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

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.label = "tagflow"
        configuration.prepareDatabase { connection in
            // A file that is cut off while it is mapped into memory would end the process.
            try connection.execute(sql: "PRAGMA mmap_size = 0")
        }
        return configuration
    }
}
