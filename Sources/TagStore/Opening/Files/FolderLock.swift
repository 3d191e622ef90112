#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Lets one process at a time put a database in a folder.
enum FolderLock {
    /// Runs a piece of work while no other process runs one on the folder.
    ///
    /// Where the file system has no such locks, the work runs without.
    static func run<Result>(
        folder: String,
        path: String,
        _ work: () throws -> Result
    ) throws -> Result {
        // The path is lent for the call. The folder is opened, no database: no lock of SQLite's is on it.
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try work() }
        defer { close(descriptor) }
        for _ in 0..<1_000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR {
                return try work()
            }
            usleep(10_000)
        }
        throw StoreError.locked(path: path)
    }
}
