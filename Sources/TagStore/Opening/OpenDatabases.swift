internal import Synchronization

/// The database files that this process has open.
///
/// A process that closes any descriptor of a file drops every POSIX lock that it holds on it, SQLite's too: a
/// file that stands here is never opened by another way than through its store.
public enum OpenDatabases {
    private static let files = Mutex<[FileIdentity: String]>([:])

    /// Whether a path leads to a database that this process has open, or to a file that SQLite keeps beside it.
    ///
    /// Symlinks and hard links are followed; no file is opened.
    public static func holds(_ path: String) -> Bool {
        guard let identity = FileIdentity(path: path) else { return false }
        return files.withLock { files in
            files[identity] != nil
                || files.values.contains { database in
                    companions.contains { FileIdentity(path: database + $0) == identity }
                }
        }
    }

    /// What SQLite appends to a database's path for the files that it keeps beside it.
    static let companions = ["-wal", "-shm", "-journal"]
}
