internal import GRDB
internal import Synchronization

/// The database files that this process has open.
///
/// A process that closes any descriptor of a file drops every POSIX lock that it holds on it, SQLite's too. So a
/// file has one set of connections in a process, which every store on it shares, whatever name it was opened by;
/// and nothing but SQLite opens a file that stands here.
public enum OpenDatabases {
    /// How many stores use each file.
    ///
    /// Whoever opens or closes a database holds the lock all the while.
    private static let users = Mutex<[FileIdentity: Int]>([:])
    /// What is open, or is about to be opened; never locked for long.
    private static let files = Mutex<[FileIdentity: Entry]>([:])

    private struct Entry {
        let path: String
        var database: OpenDatabase?
    }

    /// What SQLite appends to a database's path for the files that it keeps beside it.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Whether a path leads to a database that this process has open, or to a file that SQLite keeps beside it.
    ///
    /// Symlinks and hard links are followed; no file is opened.
    public static func holds(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return files.withLock { files in
            files[identity] != nil
                || files.values.contains { entry in
                    companions.contains { FileIdentity(path: entry.path + $0) == identity }
                }
        }
    }

    /// The database at a path for one more user: the one that is open, else a new one.
    ///
    /// `prepare` makes sure that there is a file that may be opened, and may read it; `connect` opens it with SQLite.
    static func share(
        _ path: String,
        prepare: (DatabasePath) throws -> DatabaseFile.Examined,
        connect: (DatabasePath, DatabaseFile.Examined) throws -> OpenDatabase
    ) throws -> OpenDatabase {
        try users.withLock { users in
            if let identity = FileIdentity(path: path),
                let open = files.withLock({ $0[identity]?.database })
            {
                users[identity, default: 0] += 1
                return open
            }
            let place = try DatabasePath(path, makesFolder: true)
            let examined = try prepare(place)
            let identity = examined.identity
            files.withLock { $0[identity] = Entry(path: place.resolved) }
            do {
                let database = try connect(place, examined)
                guard FileIdentity(path: place.resolved) == identity else {
                    // Another file took its place meanwhile.
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

    /// Ends one use of a database; the last one closes it.
    ///
    /// - Throws: what closing throws; the database is then open and in use as before.
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

/// The connections to one database, used by one store or several.
final class OpenDatabase: Sendable {
    let writer: any DatabaseWriter
    /// Which file it is; `nil` for one in memory.
    let identity: FileIdentity?
    /// Whether the file was kept with a rollback journal when it was opened.
    let wasWithoutLog: Bool
    let notices: [StoreNotice]
    /// How many writes every store together has made here.
    let writes = Atomic<Int64>(0)

    init(_ writer: any DatabaseWriter, of examined: DatabaseFile.Examined? = nil) {
        self.writer = writer
        identity = examined?.identity
        wasWithoutLog = examined?.header.hasWriteAheadLog == false
        notices = examined?.notices ?? []
    }

    /// Closes every connection, the writer last: the one that ends alone folds the write-ahead log in.
    func close() throws {
        (writer as? DatabasePool)?.invalidateReadOnlyConnections()
        try writer.close()
    }
}
