internal import GRDB
internal import Synchronization

/// The registry of the database files that this process has open.
///
/// POSIX locks belong to a process and a file: closing any descriptor of a file drops all of the process's locks on it, including
/// SQLite's. Therefore all stores on a file share one set of connections, whatever name each was opened by, and only SQLite may
/// open a registered file.
///
/// ```swift
/// guard !OpenDatabases.holds(path) else { return }  // reading the file would drop SQLite's locks
/// let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
/// ```
public enum OpenDatabases {
    /// The number of stores on each file; locked for as long as a database is being opened or closed.
    private static let users = Mutex<[FileIdentity: Int]>([:])
    /// The files that are open or being opened; never locked for long.
    private static let files = Mutex<[FileIdentity: Entry]>([:])

    private struct Entry {
        let path: String
        var database: OpenDatabase?
    }

    /// The suffixes of the files that SQLite keeps beside a database.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Whether a path is that of a database that this process has open, or of a file that SQLite keeps beside one.
    ///
    /// Symlinks and hard links are recognized; no file is opened.
    ///
    /// - Complexity: O(open databases).
    public static func holds(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return files.withLock { files in
            files[identity] != nil
                || files.values.contains { entry in
                    companions.contains { FileIdentity(path: entry.path + $0) == identity }
                }
        }
    }

    /// Returns the open database at a path, opening it if necessary, and counts one more user of it.
    ///
    /// - Parameters:
    ///   - path: the path as entered.
    ///   - prepare: ensures that the file exists and may be opened; it may read the file.
    ///   - connect: opens the file with SQLite.
    /// - Returns: the database, to be given back to ``release(_:)``.
    /// - Throws: what `prepare` and `connect` throw; `StoreError.locked` if the file is replaced meanwhile.
    static func share(
        _ path: String,
        prepare: (DatabasePath) throws -> DatabaseFile.Inspection,
        connect: (DatabasePath, DatabaseFile.Inspection) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        try users.withLock { users in
            if let identity = FileIdentity(path: path),
                let open = files.withLock({ $0[identity]?.database })
            {
                users[identity, default: 0] += 1
                return open
            }
            let place = try DatabasePath(path, makesFolder: true)
            let inspection = try prepare(place)
            let identity = inspection.identity
            files.withLock { $0[identity] = Entry(path: place.resolved) }
            do {
                let database = try connect(place, inspection)
                guard FileIdentity(path: place.resolved) == identity else {
                    // The file was replaced meanwhile.
                    throw StoreError.locked(path: path)
                }
                files.withLock { $0[identity]?.database = database }
                users[identity] = 1
                return database
            } catch {
                _ = files.withLock { $0.removeValue(forKey: identity) }
                throw error
            }
        }
    }

    /// Counts one user of a database less, and closes it after the last one.
    ///
    /// - Throws: what closing throws; the database is then still open and registered.
    static func release(_ database: OpenDatabase) throws {
        try users.withLock { users in
            guard let identity = database.identity, let count = users[identity] else {
                return try database.close()
            }
            if count == 1 {
                try database.close()
                _ = files.withLock { $0.removeValue(forKey: identity) }
            }
            users[identity] = count == 1 ? nil : count - 1
        }
    }
}

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
    /// `nil` for a database in memory, which has no log.
    private let logLimit: LogLimit?

    /// Whether a write uses the writing connection or waits for it, perhaps for another process.
    var isWriting: Bool { pending.load(ordering: .relaxed) > 0 }

    /// Runs a write on the writing connection.
    func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
        pending.add(1, ordering: .relaxed)
        defer { pending.subtract(1, ordering: .relaxed) }
        let result = try writer.write(body)
        logLimit?.apply(to: writer)
        return result
    }

    init(_ writer: any DatabaseWriter, of inspection: DatabaseFile.Inspection? = nil) {
        self.writer = writer
        logLimit = inspection.map { _ in LogLimit(databasePath: writer.path) }
        identity = inspection?.identity
        wasWithoutLog = inspection?.header.hasWriteAheadLog == false
        notices = inspection?.notices ?? []
    }

    /// Closes all connections, the writer last: only the last connection checkpoints the write-ahead log.
    func close() throws {
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
        try writer.close()
    }
}
