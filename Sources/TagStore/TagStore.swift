internal import GRDB

/// The database: opens it, migrates it, and runs reads and writes on it, each in one transaction.
///
/// Files are in WAL mode with `synchronous = FULL`: what a write has returned from survives a power loss.
package final class TagStore: Sendable {
    private let database: any DatabaseWriter
    let path: String

    /// Opens the database at a location, and makes it where there is none.
    ///
    /// - Throws: `StoreError`; a file that is not ours or newer than we know is then as it was, byte for byte.
    package init(_ location: StoreLocation, concurrency: StoreConcurrency = .serial) throws {
        path = location.path
        database = try StoreError.translatingOpening(path: location.path) {
            try Self.open(location, concurrency: concurrency)
        }
    }

    /// Runs a read on one snapshot of the database.
    package func read<Result>(_ body: (StoreReader) throws -> Result) throws -> Result {
        // GRDB's own `read` also forbids writing, at the price of two statements; a StoreReader cannot write.
        try translating {
            try database.unsafeRead { connection in
                var result: Result?
                try connection.inTransaction(.deferred) {
                    result = try body(StoreReader(database: connection))
                    return .commit
                }
                guard let result else { throw StoreError.unexpected(detail: "a read gave nothing") }
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
        try translating {
            try database.write { database in
                let writer = StoreWriter(database: database)
                let result = try body(writer)
                try writer.finish(at: now)
                return result
            }
        }
    }

    /// A number that differs from an earlier one if and only if another connection has committed since.
    package func dataVersion() throws -> Int64 {
        try StoreError.translating(path: path) {
            try database.writeWithoutTransaction {
                try $0.value("PRAGMA data_version") ?? 0
            }
        }
    }

    /// Copies the database, as it is at this moment, into a new file.
    package func backUp(to target: String) throws {
        try StoreError.translating(path: target) {
            let copy = try DatabaseQueue(path: target)
            try database.backup(to: copy)
            try copy.close()
        }
    }

    /// Closes the database; its write-ahead log is folded in when nobody else has it open.
    package func close() throws {
        try StoreError.translating(path: path) { try database.close() }
    }

    /// Runs SQLite work that is no transaction of ours: checks and clean-up.
    func withConnection<Result>(_ body: (Database) throws -> Result) throws -> Result {
        try StoreError.translating(path: path) {
            try database.writeWithoutTransaction(body)
        }
    }
}

extension TagStore {
    private static func open(
        _ location: StoreLocation,
        concurrency: StoreConcurrency
    ) throws -> any DatabaseWriter {
        guard case .file(let path) = location else {
            let queue = try DatabaseQueue(configuration: configuration)
            try Schema.migrate(queue)
            return queue
        }
        try DatabaseFile(path: path).prepare(knownVersion: Schema.version, build: build)
        let database: any DatabaseWriter =
            switch concurrency {
            case .serial: try DatabaseQueue(path: path, configuration: configuration)
            case .pool: try DatabasePool(path: path, configuration: configuration)
            }
        try bringUpToDate(database, path: path)
        return database
    }

    /// Builds a whole new database; its write-ahead log is folded in when the queue closes.
    private static func build(at path: String) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
        try Schema.migrate(queue)
        try queue.close()
    }

    private static func bringUpToDate(_ database: some DatabaseWriter, path: String) throws {
        let version = try database.writeWithoutTransaction { connection in
            // A pool sets NORMAL when it opens; what is acknowledged must survive a power loss.
            try connection.execute(sql: "PRAGMA synchronous = FULL")
            return try Schema.version(of: connection)
        }
        guard version <= Schema.version else {
            throw StoreError.newerSchema(path: path, version: version, known: Schema.version)
        }
        if version < Schema.version { try Schema.migrate(database) }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        configuration.foreignKeysEnabled = true
        configuration.label = "tagflow"
        return configuration
    }
}
