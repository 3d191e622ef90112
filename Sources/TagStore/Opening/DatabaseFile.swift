#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database file before SQLite sees it: made whole or not at all, and left alone where it is not ours.
///
/// A new database is built under another name beside its place and gets its name when it is on the disk, so that
/// no process ever sees half of one, and of two processes that start at once one makes it and both use it.
struct DatabaseFile {
    let path: DatabasePath

    /// What a look at the file told.
    struct Examined {
        let identity: FileIdentity
        let header: DatabaseHeader
        /// What was put out of the way of a new database.
        var notices: [StoreNotice] = []
    }

    /// Makes sure that a database of ours, with a schema that we know, stands at the path.
    ///
    /// It opens and closes the file: no connection of this process may have it open.
    ///
    /// - Parameters:
    ///   - knownVersion: the newest schema that this program knows.
    ///   - build: makes a whole database at the path that it is given, and closes it.
    /// - Returns: what a look at the file told.
    /// - Throws: `StoreError`, and what `build` throws.
    func prepare(knownVersion: Int, build: (String) throws -> Void) throws -> Examined {
        do {
            let status = try FileStatus(path: path.resolved)
            guard status?.isRegular != false else {
                throw StoreError.cannotCreate(path: path.given, reason: "it is not a regular file")
            }
            let notices = status.map { $0.size == 0 } ?? true ? try create(build: build) : []
            var examined = try examine(knownVersion: knownVersion)
            examined.notices = notices
            return examined
        } catch let error as SystemError {
            throw StoreError(error, path: path.given)
        }
    }

    private func examine(knownVersion: Int) throws -> Examined {
        let file = try ByteFile(path: path.resolved)
        defer { file.close() }
        guard let header = DatabaseHeader(bytes: try file.bytes(at: 0, count: 100)), header.isOurs
        else { throw StoreError.notOurs(path: path.given) }
        let log = try WriteAheadLog(path: path.resolved + "-wal")
        defer { log?.close() }
        let newest = try log?.committedHeader { !$0.isOurs || $0.userVersion > knownVersion }
        let found = newest ?? header
        guard found.isOurs else { throw StoreError.notOurs(path: path.given) }
        guard found.userVersion <= knownVersion else {
            throw StoreError.newerSchema(
                path: path.given,
                version: Int(found.userVersion),
                known: knownVersion
            )
        }
        guard isWritable(path.resolved), isWritable(path.folder) else {
            throw StoreError.notPermitted(path: path.given)
        }
        return Examined(identity: try file.identity(), header: header)
    }

    private func isWritable(_ path: String) -> Bool {
        // The path is lent for the call.
        unsafe access(path, W_OK) == 0
    }

    /// Builds the database beside its place and puts it there; where another process was first, ours goes.
    private func create(build: (String) throws -> Void) throws -> [StoreNotice] {
        let draft = try DraftFile(beside: path)
        defer { draft.remove() }
        try build(draft.path)
        try draft.synchronize()
        let notices = try FolderLock.run(folder: path.folder, path: path.given) {
            let status = try FileStatus(path: path.resolved)
            guard status.map({ $0.size == 0 }) ?? true else { return [StoreNotice]() }
            let notices = try moveLeftoversAside()
            if status == nil {
                _ = try draft.place(at: path.resolved)
            } else {
                try draft.replace(path.resolved)
            }
            return notices
        }
        try draft.synchronizeFolder()
        return notices
    }

    /// Renames the files that SQLite kept beside a database that is no longer there: it would join them to the new one.
    ///
    /// Every process that makes a database holds the folder's lock until it has its name, so that with none at the
    /// path nobody can have begun to use the new one.
    private func moveLeftoversAside() throws(SystemError) -> [StoreNotice] {
        var leftovers: [String] = []
        for ending in OpenDatabases.companions where try exists(path.resolved + ending) {
            leftovers.append(path.resolved + ending)
        }
        guard !leftovers.isEmpty else { return [] }
        var number = 1
        while try areSomeThere(ending: ".stale-\(number)") { number += 1 }
        for leftover in leftovers {
            // The paths are lent for the call.
            guard unsafe rename(leftover, "\(leftover).stale-\(number)") == 0 else {
                throw SystemError()
            }
        }
        return [.movedAside(leftovers, ending: ".stale-\(number)")]
    }

    private func areSomeThere(ending: String) throws(SystemError) -> Bool {
        for companion in OpenDatabases.companions
        where try exists(path.resolved + companion + ending) {
            return true
        }
        return false
    }

    private func exists(_ path: String) throws(SystemError) -> Bool {
        try FileStatus(path: path, followsSymlinks: false) != nil
    }
}

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
