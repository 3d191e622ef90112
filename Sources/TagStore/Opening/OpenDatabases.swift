internal import GRDB
internal import Synchronization

/// The registry of the database files that this process has open.
///
/// POSIX locks belong to a process and a file: closing any descriptor of a file drops all locks of the process on it,
/// including SQLite's. Therefore all stores on a file share one set of connections, whatever name they opened it by,
/// and only SQLite may open a registered file.
///
/// ```swift
/// guard !OpenDatabases.holds(path) else { return }  // reading the file would drop SQLite's locks
/// let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
/// ```
public enum OpenDatabases {
    /// The number of stores on each file; locked while a database is being opened or closed.
    private static let users = Mutex<[FileIdentity: Int]>([:])
    /// The files that are open or being opened; only locked for short operations.
    private static let files = Mutex<[FileIdentity: Entry]>([:])

    private struct Entry {
        let path: String
        var database: OpenDatabase?
    }

    /// The suffixes of the files that SQLite keeps next to a database.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Returns whether a path is that of an open database of this process, or of a file that SQLite keeps next to one.
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

    /// Returns the open database at a path, opening it if necessary, and increments its number of users.
    ///
    /// - Parameters:
    ///   - path: the path as entered.
    ///   - isExclusive: whether to lock out other processes. Such a file may be on an unresponsive disk, so other
    ///     databases don't wait while it is opened or closed. Opening it from several threads at the same time throws
    ///     `StoreError.locked`.
    ///   - prepare: ensures that the file exists and can be opened; it may read the file.
    ///   - connect: opens the file with SQLite.
    /// - Returns: the database, which must be passed to ``release(_:)``.
    /// - Throws: the errors of `prepare` and `connect`; `StoreError.locked` if the file is replaced in the meantime.
    static func share(
        _ path: String, isExclusive: Bool = false, prepare: (DatabasePath) throws -> DatabaseFile.Inspection,
        connect: (DatabasePath, DatabaseFile.Inspection) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        guard !isExclusive else { return try shareExclusively(path, prepare, connect) }
        return try users.withLock { users in
            if let identity = FileIdentity(path: path), let open = files.withLock({ $0[identity]?.database }) {
                users[identity, default: 0] += 1
                return open
            }
            let databasePath = try DatabasePath(path, makesFolder: true)
            let inspection = try prepare(databasePath)
            let identity = inspection.identity
            files.withLock { $0[identity] = Entry(path: databasePath.resolved) }
            do {
                let database = try connect(databasePath, inspection)
                guard FileIdentity(path: databasePath.resolved) == identity else {
                    // The file was replaced in the meantime.
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

    private static func shareExclusively(
        _ path: String, _ prepare: (DatabasePath) throws -> DatabaseFile.Inspection,
        _ connect: (DatabasePath, DatabaseFile.Inspection) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        let known = FileIdentity(path: path)
        if let known, let open = join(known) { return open }
        let databasePath = try DatabasePath(path, makesFolder: true)
        if let known { try reserve(known, at: databasePath) }
        var reserved = known
        do {
            let inspection = try prepare(databasePath)
            let identity = inspection.identity
            if known == nil {
                try reserve(identity, at: databasePath)
                reserved = identity
            }
            guard identity == reserved else { throw StoreError.locked(path: path) }
            let database = try connect(databasePath, inspection)
            guard FileIdentity(path: databasePath.resolved) == identity else {
                // The previous owner has deleted the file.
                try database.close()
                throw StoreError.locked(path: path)
            }
            users.withLock { $0[identity] = 1 }
            files.withLock { $0[identity]?.database = database }
            return database
        } catch {
            if let reserved { _ = files.withLock { $0.removeValue(forKey: reserved) } }
            throw error
        }
    }

    /// Increments the number of users of an open database; returns `nil` if it isn't open.
    private static func join(_ identity: FileIdentity) -> OpenDatabase? {
        users.withLock { users in
            guard let open = files.withLock({ $0[identity]?.database }) else { return nil }
            users[identity, default: 0] += 1
            return open
        }
    }

    /// Registers a file that is about to be opened.
    private static func reserve(_ identity: FileIdentity, at databasePath: DatabasePath) throws(StoreError) {
        let isFree = files.withLock { files in
            guard files[identity] == nil else { return false }
            files[identity] = Entry(path: databasePath.resolved)
            return true
        }
        guard isFree else { throw .locked(path: databasePath.given) }
    }

    /// Decrements the number of users of a database and closes it after the last one.
    ///
    /// - Throws: the errors of closing; the database is then still open and registered.
    static func release(_ database: OpenDatabase) throws {
        if database.isExclusive, let identity = database.identity { return try releaseExclusive(database, identity) }
        try users.withLock { users in
            guard let identity = database.identity, let count = users[identity] else { return try database.close() }
            if count == 1 {
                try database.close()
                _ = files.withLock { $0.removeValue(forKey: identity) }
            }
            users[identity] = count == 1 ? nil : count - 1
        }
    }

    private static func releaseExclusive(_ database: OpenDatabase, _ identity: FileIdentity) throws {
        let isLast = users.withLock { users in
            let rest = (users[identity] ?? 1) - 1
            users[identity] = rest == 0 ? nil : rest
            // After this, no store can join the database, and the file can't be opened again until the
            // database is closed.
            if rest == 0 { files.withLock { $0[identity]?.database = nil } }
            return rest == 0
        }
        guard isLast else { return }
        do { try database.close() } catch {
            users.withLock { $0[identity] = 1 }
            files.withLock { $0[identity]?.database = database }
            throw error
        }
        _ = files.withLock { $0.removeValue(forKey: identity) }
    }
}
