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
    ///   - isExclusive: whether no other process may use it. Such a file may be on a disk that does not answer, so that no other
    ///     database waits while it is opened or closed; who opens it from several threads at once gets `StoreError.locked`.
    ///   - prepare: ensures that the file exists and may be opened; it may read the file.
    ///   - connect: opens the file with SQLite.
    /// - Returns: the database, to be given back to ``release(_:)``.
    /// - Throws: what `prepare` and `connect` throw; `StoreError.locked` if the file is replaced meanwhile.
    static func share(
        _ path: String,
        isExclusive: Bool = false,
        prepare: (DatabasePath) throws -> DatabaseFile.Inspection,
        connect: (DatabasePath, DatabaseFile.Inspection) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        guard !isExclusive else { return try shareExclusively(path, prepare, connect) }
        return try users.withLock { users in
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

    private static func shareExclusively(
        _ path: String,
        _ prepare: (DatabasePath) throws -> DatabaseFile.Inspection,
        _ connect: (DatabasePath, DatabaseFile.Inspection) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        let known = FileIdentity(path: path)
        if let known, let open = join(known) { return open }
        let place = try DatabasePath(path, makesFolder: true)
        if let known { try reserve(known, at: place) }
        var reserved = known
        do {
            let inspection = try prepare(place)
            let identity = inspection.identity
            if known == nil {
                try reserve(identity, at: place)
                reserved = identity
            }
            guard identity == reserved else { throw StoreError.locked(path: path) }
            let database = try connect(place, inspection)
            guard FileIdentity(path: place.resolved) == identity else {
                // Whoever owned it before has deleted it.
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

    /// Counts one more user of a database that is open.
    private static func join(_ identity: FileIdentity) -> OpenDatabase? {
        users.withLock { users in
            guard let open = files.withLock({ $0[identity]?.database }) else { return nil }
            users[identity, default: 0] += 1
            return open
        }
    }

    /// Registers a file that is about to be opened.
    private static func reserve(_ identity: FileIdentity, at place: DatabasePath) throws(StoreError)
    {
        let isFree = files.withLock { files in
            guard files[identity] == nil else { return false }
            files[identity] = Entry(path: place.resolved)
            return true
        }
        guard isFree else { throw .locked(path: place.given) }
    }

    /// Counts one user of a database less, and closes it after the last one.
    ///
    /// - Throws: what closing throws; the database is then still open and registered.
    static func release(_ database: OpenDatabase) throws {
        if database.isExclusive, let identity = database.identity {
            return try releaseExclusive(database, identity)
        }
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

    private static func releaseExclusive(
        _ database: OpenDatabase,
        _ identity: FileIdentity
    ) throws {
        let isLast = users.withLock { users in
            let rest = (users[identity] ?? 1) - 1
            users[identity] = rest == 0 ? nil : rest
            // From now on nobody can join it, and nobody can open the file before it is closed.
            if rest == 0 { files.withLock { $0[identity]?.database = nil } }
            return rest == 0
        }
        guard isLast else { return }
        do {
            try database.close()
        } catch {
            users.withLock { $0[identity] = 1 }
            files.withLock { $0[identity]?.database = database }
            throw error
        }
        _ = files.withLock { $0.removeValue(forKey: identity) }
    }
}
