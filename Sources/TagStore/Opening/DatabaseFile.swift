#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database file before SQLite opens it: created atomically if missing, and never touched if it isn't a tagflow
/// database.
///
/// A new database is built under a temporary name in the same folder and renamed once it is on disk. No process ever
/// sees an incomplete database. If two processes start at the same time, one creates the database and both use it.
struct DatabaseFile {
    let path: DatabasePath
    /// Whether the database is opened for this process alone.
    var isExclusive = false

    /// The result of inspecting the file.
    struct Inspection {
        let identity: FileIdentity
        let header: DatabaseHeader
        /// Whether the file system is read-only.
        var isReadOnly = false
        /// The files that were renamed to make way for a new database.
        var notices: [StoreNotice] = []
    }

    /// Ensures that the path has a tagflow database with a known schema; creates one if the file is missing or empty.
    ///
    /// The file is opened and closed here, so no connection of this process may have it open.
    ///
    /// - Parameters:
    ///   - knownVersion: the newest schema version that this program knows.
    ///   - build: creates a complete database at the path that it receives, and closes it.
    /// - Returns: the result of inspecting the file.
    /// - Throws: `StoreError`, and the errors of `build`.
    func prepare(knownVersion: Int, build: (String) throws -> Void) throws -> Inspection {
        do {
            let status = try FileStatus(path: path.resolved)
            guard status?.isRegular != false else {
                throw StoreError.cannotCreate(path: path.given, reason: "not a regular file")
            }
            let isMissing = status.map { $0.size == 0 } ?? true
            let notices = isMissing ? try create(build: build) : []
            var inspection = try inspectExisting(knownVersion: knownVersion)
            inspection.notices += notices
            return inspection
        } catch let error as SystemError { throw StoreError(error, path: path.given) }
    }

    /// Inspects an existing file; a failed system call is reported as a read error.
    private func inspectExisting(knownVersion: Int) throws -> Inspection {
        do { return try inspect(knownVersion: knownVersion) } catch let error as SystemError {
            throw StoreError(reading: error, path: path.given)
        }
    }

    /// Checks that the file is a tagflow database with a known schema, so that SQLite never opens another file.
    ///
    /// Changes that are only in the log are checked by ``DatabaseSchema/requireOurs(in:path:)``.
    private func inspect(knownVersion: Int) throws -> Inspection {
        let file = try ByteFile(path: path.resolved)
        defer { file.close() }
        if isExclusive { try waitForOwner(of: file) }
        guard let header = DatabaseHeader(bytes: try file.bytes(at: 0, count: 100)), header.isOurs else {
            throw StoreError.notOurs(path: path.given)
        }
        guard header.userVersion <= knownVersion else {
            throw StoreError.newerSchema(path: path.given, version: Int(header.userVersion), known: knownVersion)
        }
        var inspection = Inspection(identity: try file.identity(), header: header)
        guard !isWritable(path.resolved) || !isWritable(path.folder) else { return inspection }
        guard SystemError.isReadOnly(at: path.resolved) else { throw StoreError.notPermitted(path: path.given) }
        // An older schema can't be migrated, and nobody else can own the file.
        guard header.userVersion == knownVersion, !isExclusive else { throw StoreError.readOnly(path: path.given) }
        inspection.isReadOnly = true
        let log = path.resolved + "-wal"
        if try FileStatus(path: log).map({ $0.size > 0 }) ?? false { inspection.notices = [.ignoredLog(log)] }
        return inspection
    }

    /// Waits up to 250 ms for another process that holds the file exclusively, because it may be ending.
    private func waitForOwner(of file: ByteFile) throws(StoreError) {
        for _ in 0..<25 {
            guard file.isLockedAlone else { return }
            usleep(10_000)
        }
        throw .locked(path: path.given)
    }

    private func isWritable(_ path: String) -> Bool {
        // The pointer to the path is only used during the call.
        unsafe access(path, W_OK) == 0
    }

    /// Builds the database in a draft and renames it; discards the draft if another process was faster.
    private func create(build: (String) throws -> Void) throws -> [StoreNotice] {
        let draft = try DraftFile(nextTo: path)
        defer { draft.removeDatabase() }
        try build(draft.path)
        try draft.synchronize()
        let notices = try FolderLock.run(folder: path.folder, path: path.given) {
            let status = try FileStatus(path: path.resolved)
            guard status.map({ $0.size == 0 }) ?? true else { return [StoreNotice]() }
            let notices = try moveLeftoversAside()
            if status == nil { _ = try draft.publish(at: path.resolved) } else { try draft.replace(path.resolved) }
            return notices
        }
        try draft.synchronizeFolder()
        return notices
    }

    /// Renames the log and journal files of a deleted database, which SQLite would apply to the new one.
    ///
    /// Every process that creates a database holds the folder's lock until the file has its final name. While there is
    /// no file at the path, no process can be using the new database.
    private func moveLeftoversAside() throws(SystemError) -> [StoreNotice] {
        var leftovers: [String] = []
        for ending in OpenDatabases.companions where try exists(path.resolved + ending) {
            leftovers.append(path.resolved + ending)
        }
        guard !leftovers.isEmpty else { return [] }
        var number = 1
        while try anyExists(ending: ".stale-\(number)") { number += 1 }
        for leftover in leftovers {
            // The pointers to the paths are only used during the call.
            guard unsafe rename(leftover, "\(leftover).stale-\(number)") == 0 else { throw SystemError() }
        }
        return [.movedAside(leftovers, ending: ".stale-\(number)")]
    }

    private func anyExists(ending: String) throws(SystemError) -> Bool {
        for companion in OpenDatabases.companions where try exists(path.resolved + companion + ending) { return true }
        return false
    }

    /// Deletes the database and the files that SQLite keeps next to it, while no other process creates one.
    ///
    /// - Parameters:
    ///   - path: the path of the database.
    ///   - close: closes the database after its files have been deleted.
    /// - Throws: `StoreError`, and the errors of `close`.
    static func delete(_ path: DatabasePath, close: () throws -> Void) throws {
        try FolderLock.run(folder: path.folder, path: path.given) {
            for ending in ["", LinearModelFile.suffix, ConnectionRow.tokensSuffix] + OpenDatabases.companions {
                // The pointer to the path is only used during the call.
                guard unsafe unlink(path.resolved + ending) == 0 || errno == ENOENT else {
                    throw StoreError(SystemError(), path: path.given)
                }
            }
            // Closing deletes the log by name; nobody else can have created a file with that name yet.
            try close()
        }
    }

    private func exists(_ path: String) throws(SystemError) -> Bool {
        try FileStatus(path: path, followsSymlinks: false) != nil
    }
}

/// A lock that lets one process at a time create a database in a folder, or write files that undo restores.
enum FolderLock {
    /// Runs an operation while holding the folder's lock, or without a lock if the file system doesn't support locks.
    static func run<Result>(folder: String, path: String, _ work: () throws -> Result) throws -> Result {
        // The pointer to the path is only used during the call. This opens a folder, not a database: closing it drops
        // none of SQLite's locks.
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return try work() }
        defer { close(descriptor) }
        for _ in 0..<1_000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK && errno != EINTR { return try work() }
            usleep(10_000)
        }
        throw StoreError.locked(path: path)
    }
}
