#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file under construction with a temporary name in its final folder; it is renamed once it is complete.
///
/// The `unsafe` calls of the C library only use the pointers to their paths during the call.
struct DraftFile {
    /// The path as a C string, ending with 0.
    let systemPath: [CChar]
    private let folder: [CChar]

    /// Creates an empty draft, with mode 0600, of a database or of a file next to one.
    ///
    /// - Parameters:
    ///   - destination: the final name of the file.
    ///   - age: the age in seconds from which drafts of the same file are removed, whichever process created them.
    /// - Throws: `SystemError`.
    init(nextTo destination: DatabasePath, abandonedAfter age: Double = 86_400) throws(SystemError) {
        folder = Array(destination.folder.utf8CString)
        DraftName.removeAbandoned(in: folder, of: destination.resolved.split(separator: "/").last, after: age)
        systemPath = Array(DraftName.new(for: destination.resolved).utf8CString)
        // The code that fills the draft opens it by name.
        close(try create(mode: 0o600))
    }

    /// Names the draft of a user's file, which ``create(mode:)`` creates.
    ///
    /// - Parameter target: the final path of the file, as bytes.
    init(of target: [UInt8]) {
        let folder = target[..<((target.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)]
        self.folder = Array(systemPath: folder.isEmpty ? [UInt8(ascii: ".")] : folder)
        systemPath = Array(systemPath: folder + DraftName.new().utf8)
        DraftName.removeAbandoned(in: self.folder)
    }

    /// The path as a string.
    var path: String { String(decoding: systemPath.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) }

    /// Creates the empty file and returns a descriptor, which the caller must close.
    func create(mode: mode_t) throws(SystemError) -> Int32 {
        let descriptor = unsafe open(systemPath, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw SystemError() }
        return descriptor
    }

    /// Removes the file if it still has its temporary name.
    func remove() { _ = unsafe unlink(systemPath) }

    /// Removes the files that still have temporary names, including those that SQLite keeps next to a database.
    func removeDatabase() {
        remove()
        for ending in OpenDatabases.companions { _ = unsafe unlink(path + ending) }
    }

    /// Synchronizes the file, which SQLite has written and closed, to disk.
    func synchronize() throws(SystemError) {
        let descriptor = unsafe open(systemPath, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        guard DiskSynchronization.isDone(descriptor) else { throw SystemError() }
    }

    /// Renames the file to its final name; returns false if a file with that name exists.
    func publish(at target: String) throws(SystemError) -> Bool {
        if unsafe link(systemPath, target) == 0 { return true }
        guard errno != EEXIST else { return false }
        // The file system may not support hard links.
        guard try FileStatus(path: target, followsSymlinks: false) == nil else { return false }
        try replace(target)
        return true
    }

    /// Renames the file to its final name, replacing any existing file.
    func replace(_ target: String) throws(SystemError) { try replace(Array(target.utf8CString)) }

    /// Renames the file to its final name, a C string that ends with 0, replacing any existing file.
    func replace(_ target: [CChar]) throws(SystemError) {
        guard unsafe rename(systemPath, target) == 0 else { throw SystemError() }
    }

    /// Synchronizes the folder, so that the new name survives a power loss.
    func synchronizeFolder() throws(SystemError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder without read permission can't be synchronized, but its file is complete and has its name.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems can't synchronize folders.
        guard DiskSynchronization.isDone(descriptor) || errno == EINVAL || errno == ENOTSUP else { throw SystemError() }
    }
}

extension [CChar] {
    /// Creates a path for system calls, ending with 0.
    init(systemPath bytes: some Sequence<UInt8>) { self = bytes.map(CChar.init(bitPattern:)) + [0] }
}
