import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A database file before SQLite sees it: made whole or not at all, and left alone where it is not ours.
///
/// A new database is built under another name beside its place and then linked there, so that no process ever
/// sees half of one, and of two processes that start at once one makes it and both use it.
///
/// The calls of the C library here take paths for as long as they run: that is all that is `unsafe` in them.
struct DatabaseFile {
    let path: String

    /// Makes sure that a database of ours, with a schema that we know, stands at the path.
    ///
    /// - Parameters:
    ///   - knownVersion: the newest schema that this program knows.
    ///   - build: makes a whole database at the path that it is given.
    /// - Throws: `StoreError`, and what `build` throws.
    func prepare(knownVersion: Int, build: (String) throws -> Void) throws {
        guard let size = try existingSize() else {
            try makeFolder()
            try create(build: build)
            return try check(knownVersion: knownVersion)
        }
        if size == 0 {
            try replaceEmpty(build: build)
        }
        try check(knownVersion: knownVersion)
    }

    /// The size in bytes of the file at the path, `nil` where there is none.
    private func existingSize() throws(StoreError) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            switch errno {
            case ENOENT: return nil
            case EACCES: throw .notPermitted(path: path)
            default: throw .cannotCreate(path: path, reason: SystemError.text(errno))
            }
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .cannotCreate(path: path, reason: "it is not a regular file")
        }
        return Int(status.st_size)
    }

    private func check(knownVersion: Int) throws(StoreError) {
        guard isAllowed(R_OK, path) else { throw .notPermitted(path: path) }
        guard let header = DatabaseHeader(bytes: firstBytes()),
            header.applicationID == DatabaseHeader.ourApplicationID
        else { throw .notOurs(path: path) }
        guard header.userVersion <= knownVersion else {
            throw .newerSchema(path: path, version: Int(header.userVersion), known: knownVersion)
        }
        guard isAllowed(W_OK, path), isAllowed(W_OK, folder) else {
            throw .notPermitted(path: path)
        }
    }

    private func isAllowed(_ mode: Int32, _ path: String) -> Bool {
        unsafe access(path, mode) == 0
    }

    private func firstBytes() -> [UInt8] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        return [UInt8]((try? file.read(upToCount: 100)) ?? Data())
    }

    private var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    private func makeFolder() throws(StoreError) {
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw .cannotCreate(path: path, reason: "its folder cannot be made")
        }
        guard isAllowed(W_OK, folder) else { throw .notPermitted(path: path) }
    }

    /// Builds the database beside its place and links it there; where another process was first, ours goes.
    private func create(build: (String) throws -> Void) throws {
        try buildBeside(build) { draft in
            guard unsafe link(draft, path) != 0, errno != EEXIST else { return }
            // File systems without hard links: a rename is whole as well, but could replace the other's file.
            guard unsafe rename(draft, path) == 0 else {
                throw StoreError.cannotCreate(path: path, reason: SystemError.text(errno))
            }
        }
    }

    /// Puts a database in the place of an empty file, one process at a time.
    private func replaceEmpty(build: (String) throws -> Void) throws {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError.notPermitted(path: path) }
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX) == 0, try existingSize() == 0 else { return }
        try buildBeside(build) { draft in
            guard unsafe rename(draft, path) == 0 else {
                throw StoreError.cannotCreate(path: path, reason: SystemError.text(errno))
            }
        }
    }

    private func buildBeside(_ build: (String) throws -> Void, move: (String) throws -> Void) throws
    {
        let draft = "\(path).new-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        let descriptor = unsafe open(draft, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EACCES || errno == EROFS
                ? StoreError.notPermitted(path: path)
                : StoreError.cannotCreate(path: path, reason: SystemError.text(errno))
        }
        close(descriptor)
        defer {
            for ending in ["", "-wal", "-shm", "-journal"] { unsafe unlink(draft + ending) }
        }
        try build(draft)
        try move(draft)
        try synchroniseFolder()
    }

    /// Makes the new name survive a power loss.
    private func synchroniseFolder() throws {
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw StoreError.inputOutput(path: path, detail: SystemError.text(errno))
        }
    }
}

/// The words for an error number of the system.
enum SystemError {
    static func text(_ number: Int32) -> String {
        // strerror's text is copied at once and no other thread of ours changes the locale.
        unsafe String(cString: strerror(number))
    }
}
