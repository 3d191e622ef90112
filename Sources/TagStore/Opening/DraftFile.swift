#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file under construction, under a temporary name in its final folder; it is renamed once it is complete.
///
/// The `unsafe` calls of the C library only use the pointers to their paths during the call.
struct DraftFile {
    let path: String
    private let folder: String

    /// Creates an empty file with mode 0600.
    ///
    /// - Parameters:
    ///   - place: the final name of the file.
    ///   - age: the age in seconds from which a draft of the same file is abandoned, whatever process it names.
    /// - Throws: `SystemError`.
    init(beside place: DatabasePath, abandonedAfter age: Double = 86_400) throws(SystemError) {
        // In a container every server is process 1, so the identifier says nothing here.
        DraftName.removeAbandoned(
            in: place.folder.utf8CString.map { $0 },
            prefix: (place.resolved.split(separator: "/").last ?? "") + ".new-",
            after: age
        )
        path = "\(place.resolved).new-\(DraftName.ending())"
        folder = place.folder
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError() }
        close(descriptor)
    }

    /// Removes the files that still have the draft's name.
    func remove() {
        for ending in [""] + OpenDatabases.companions { unsafe unlink(path + ending) }
    }

    /// Synchronizes the file, which SQLite has written and closed, to disk.
    func synchronize() throws(SystemError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError() }
    }

    /// Renames the file to its final name; returns false if that name is taken.
    func publish(at target: String) throws(SystemError) -> Bool {
        if unsafe link(path, target) == 0 { return true }
        guard errno != EEXIST else { return false }
        // The file system may not support hard links.
        guard try FileStatus(path: target, followsSymlinks: false) == nil else { return false }
        try replace(target)
        return true
    }

    /// Renames the file to its final name, replacing the file that has it.
    func replace(_ target: String) throws(SystemError) {
        guard unsafe rename(path, target) == 0 else { throw SystemError() }
    }

    /// Synchronizes the folder, so that the new name survives a power loss.
    func synchronizeFolder() throws(SystemError) {
        let descriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        // A folder that may not be read cannot be synchronized; its file is in place all the same.
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // Some file systems cannot synchronize folders.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw SystemError() }
    }
}
