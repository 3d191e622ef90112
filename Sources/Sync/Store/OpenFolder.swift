#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// An open folder, whose entries are used without following symbolic links.
///
/// The `unsafe` calls of the C library only use the pointers to their arguments during the call.
struct OpenFolder: ~Copyable {
    /// What an entry is.
    enum Entry: Equatable {
        /// A regular file with its size and the time of its last change in milliseconds since 1970.
        case file(size: Int, changed: Int)
        /// A folder, symbolic link or special file.
        case other
    }

    /// The path for messages.
    let path: String
    private let descriptor: Int32

    /// The maximum number of entries that are listed.
    private static let entryLimit = 200_000
    /// The age in seconds at which a temporary file is abandoned: writing takes less, and clocks differ.
    private static let abandonedAge = 86_400
    /// The largest time of a change in seconds since 1970; later ones count as this one.
    private static let timeLimit = 1 << 50

    /// Opens the folder of a store, which may be a symbolic link.
    init(path: String) throws(SyncStoreError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw errno == ENOENT ? .missingFolder(path: path) : SyncStoreError(errno, path: path)
        }
    }

    /// Creates a folder, unless there is an entry at the path.
    static func make(path: String, mode: mode_t) throws(SyncStoreError) {
        guard unsafe mkdir(path, mode) == 0 || errno == EEXIST else { throw SyncStoreError(errno, path: path) }
    }

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Returns the path of an entry for messages.
    func path(of name: String) -> String { "\(path)/\(name)" }

    private func error(_ name: String, _ number: Int32 = errno) -> SyncStoreError {
        SyncStoreError(number, path: self.path(of: name))
    }

    // MARK: Reading

    /// Opens a folder in it; returns `nil` if there's no such entry.
    func folder(_ name: String) throws(SyncStoreError) -> OpenFolder? {
        let descriptor = unsafe openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 { return OpenFolder(path: self.path(of: name), descriptor: descriptor) }
        if errno == ENOENT { return nil }
        // For a symbolic link, systems report different errors.
        throw errno == ELOOP ? .notAFolder(path: self.path(of: name)) : error(name)
    }

    /// Returns the names of the entries, without `.` and `..`, in no order.
    func names() throws(SyncStoreError) -> [String] {
        // The stream closes its descriptor, and has its own position.
        let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw SyncStoreError(errno, path: path) }
        guard let stream = unsafe fdopendir(copy) else {
            let number = errno
            close(copy)
            throw SyncStoreError(number, path: path)
        }
        defer { _ = unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                if errno != 0 { throw SyncStoreError(errno, path: path) }
                return names
            }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 1) { unsafe String(cString: $0) }
            }
            guard name != ".", name != ".." else { continue }
            guard names.count < Self.entryLimit else { throw .tooManyFiles(path: path, limit: Self.entryLimit) }
            names.append(name)
        }
    }

    /// Returns what an entry is, or `nil` if it doesn't exist.
    func entry(_ name: String) throws(SyncStoreError) -> Entry? {
        var status = stat()
        guard unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return nil }
            throw error(name)
        }
        return Self.entry(status)
    }

    private static func entry(_ status: stat) -> Entry {
        guard status.st_mode & S_IFMT == S_IFREG else { return .other }
        #if canImport(Darwin)
        let changed = status.st_mtimespec
        #else
        let changed = status.st_mtim
        #endif
        // File systems store times that don't fit into milliseconds.
        let seconds = min(max(Int(changed.tv_sec), -timeLimit), timeLimit)
        return .file(size: Int(status.st_size), changed: seconds * 1_000 + Int(changed.tv_nsec) / 1_000_000)
    }

    /// Returns the bytes of a regular file of at most `limit` bytes, or `nil` if it doesn't exist.
    func read(_ name: String, limit: Int) throws(SyncStoreError) -> [UInt8]? {
        guard let (file, size) = try openFile(name, limit: limit) else { return nil }
        defer { close(file) }
        return try Self.part(of: file, at: 0, size, path: path(of: name))
    }

    /// Opens a regular file of at most `limit` bytes, and returns its descriptor and size; `nil` if it doesn't exist.
    func openFile(_ name: String, limit: Int) throws(SyncStoreError) -> (file: Int32, size: Int)? {
        // Opening a pipe must not block.
        let file = unsafe openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            switch errno {
            case ENOENT: return nil
            // A socket, or a device without a driver.
            case ENXIO: throw .notAFile(path: self.path(of: name))
            default: throw error(name)
            }
        }
        do throws(SyncStoreError) {
            var status = stat()
            guard unsafe fstat(file, &status) == 0 else { throw error(name) }
            guard case .file(let size, _) = Self.entry(status) else { throw .notAFile(path: self.path(of: name)) }
            guard size <= limit else { throw .tooLarge(path: self.path(of: name)) }
            return (file, size)
        } catch {
            close(file)
            throw error
        }
    }

    /// Returns up to `count` bytes at an offset of an open file; `path` is for messages.
    static func part(of file: Int32, at offset: Int, _ count: Int, path: String) throws(SyncStoreError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let read = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(file, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(offset + filled))
            }
            if read < 0, errno == EINTR { continue }
            guard read >= 0 else { throw SyncStoreError(errno, path: path) }
            // A file that another program cuts off meanwhile is incomplete, which its reader finds out.
            if read == 0 { break }
            filled += read
        }
        return Array(bytes.prefix(filled))
    }

    // MARK: Writing

    /// Opens a folder in it, and creates it if it doesn't exist.
    func makeFolder(_ name: String) throws(SyncStoreError) -> OpenFolder {
        if let folder = try folder(name) { return folder }
        guard unsafe mkdirat(descriptor, name, 0o777) == 0 || errno == EEXIST else { throw error(name) }
        try synchronize()
        guard let folder = try folder(name) else { throw error(name, ENOENT) }
        return folder
    }

    /// Writes a new file; returns `false`, and changes nothing, if an entry has its name.
    func create(_ name: String, _ bytes: [UInt8]) throws(SyncStoreError) -> Bool {
        guard try entry(name) == nil else { return false }
        let temporary = try writeTemporary(for: name, bytes)
        defer { remove(temporary: temporary) }
        return try rename(temporary, toNew: name)
    }

    /// Gives a temporary file its name; returns `false`, and changes nothing, if an entry has this name.
    ///
    /// The temporary name may remain.
    func rename(_ temporary: String, toNew name: String) throws(SyncStoreError) -> Bool {
        if unsafe linkat(descriptor, temporary, descriptor, name, 0) != 0 {
            if errno == EEXIST { return false }
            // The file system may not support hard links. No other device writes a file of this name.
            guard try entry(name) == nil else { return false }
            guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else { throw error(name) }
        }
        try synchronize()
        return true
    }

    /// Writes a file, and replaces a file of the same name.
    func replace(_ name: String, _ bytes: [UInt8]) throws(SyncStoreError) {
        let temporary = try writeTemporary(for: name, bytes)
        defer { remove(temporary: temporary) }
        guard unsafe renameat(descriptor, temporary, descriptor, name) == 0 else { throw error(name) }
        try synchronize()
    }

    /// Deletes a file, if it exists.
    func delete(_ name: String) throws(SyncStoreError) {
        guard unsafe unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw error(name) }
    }

    /// Deletes an empty folder; one that isn't empty stays.
    func deleteIfEmpty(folder name: String) { _ = unsafe unlinkat(descriptor, name, AT_REMOVEDIR) }

    // MARK: Temporary files

    /// Writes bytes to a new temporary file, waits until they are on disk, and returns its name.
    private func writeTemporary(for name: String, _ bytes: [UInt8]) throws(SyncStoreError) -> String {
        let (temporary, file) = try openTemporary(for: name)
        defer { close(file) }
        do throws(SyncStoreError) {
            try write(bytes, to: file, at: 0, name)
            try synchronize(file, name)
        } catch {
            remove(temporary: temporary)
            throw error
        }
        return temporary
    }

    /// Creates a temporary file for a name, and returns its name and its open descriptor.
    func openTemporary(for name: String) throws(SyncStoreError) -> (name: String, file: Int32) {
        removeAbandoned()
        let temporary = TemporaryName.new()
        let file = unsafe openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw error(name) }
        return (temporary, file)
    }

    /// Writes bytes at an offset of the temporary file for a name.
    func write(_ bytes: [UInt8], to file: Int32, at offset: Int, _ name: String) throws(SyncStoreError) {
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes[done...]
                .withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, off_t(offset + done)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw error(name) }
            done += count
        }
    }

    /// Waits until the bytes of the temporary file for a name are on disk.
    func synchronize(_ file: Int32, _ name: String) throws(SyncStoreError) {
        guard Self.synchronize(file) else { throw error(name) }
    }

    /// Removes a temporary file, which may have been renamed.
    ///
    /// If that fails, it is removed when it is old.
    func remove(temporary: String) { _ = unsafe unlinkat(descriptor, temporary, 0) }

    /// Removes temporary files that killed processes left behind; a folder that can't be listed is skipped.
    private func removeAbandoned() {
        let limit = (time(nil) - Self.abandonedAge) * 1_000
        do throws(SyncStoreError) {
            for name in try names() where TemporaryName.matches(name) {
                if case .file(_, let changed) = try entry(name), changed < limit { remove(temporary: name) }
            }
        } catch {
            // They only take space.
        }
    }

    /// Waits until the names in the folder are on disk.
    private func synchronize() throws(SyncStoreError) {
        guard !Self.synchronize(descriptor), errno != EINVAL, errno != ENOTSUP else { return }
        throw SyncStoreError(errno, path: path)
    }

    /// Waits until a file or folder is on disk.
    ///
    /// On macOS, `fsync` leaves the bytes in the disk's cache, so the disk is asked to write them, too.
    private static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return true }
        #endif
        return fsync(descriptor) == 0
    }
}

/// The names of files that are being written: `.tagflow-sync-<random>.tmp`.
private enum TemporaryName {
    private static let prefix = ".tagflow-sync-"
    private static let suffix = ".tmp"

    static func new() -> String { prefix + hexadecimal(.random(in: .min ... .max)) + suffix }

    static func matches(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
            && name.utf8.count == prefix.utf8.count + 16 + suffix.utf8.count
    }
}
