internal import CXattr
internal import TagStore

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The file of a note, which is read as a whole and replaced atomically.
///
/// ```swift
/// let content = try file.read()
/// try file.replace(with: content.bytes + Array("#sea\n".utf8), after: content)
/// ```
package struct NoteFile: Hashable, Sendable {
    /// The path for system calls.
    package let systemPath: String
    /// The path relative to the folder of notes.
    package let path: String

    /// Creates the file at a path.
    package init(systemPath: String, path: String) { (self.systemPath, self.path) = (systemPath, path) }

    /// The state of a file, which differs after any change to it.
    fileprivate struct State: Equatable {
        var device: UInt64
        var number: UInt64
        var size: Int64
        var changed: [Int]
        var mode: UInt32
        var links: UInt64
        var owner: UInt32
        var group: UInt32

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
            size = Int64(status.st_size)
            let (modified, changed) = (status.st_mtim, status.st_ctim)
            self.changed = [modified.tv_sec, modified.tv_nsec, changed.tv_sec, changed.tv_nsec]
            mode = UInt32(status.st_mode)
            links = UInt64(status.st_nlink)
            owner = UInt32(status.st_uid)
            group = UInt32(status.st_gid)
        }
    }

    /// The bytes of a file and its state when they were read.
    package struct Content: Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        private let state: State

        fileprivate init(bytes: [UInt8], state: State) {
            self.bytes = bytes
            self.state = state
        }

        fileprivate func isStill(_ status: stat) -> Bool { State(status) == state }
    }

    /// The maximum size of a note in bytes.
    private static let sizeLimit = 64 << 20

    private func error(_ reason: String, _ cause: NoteFileError.Cause = .content) -> NoteFileError {
        NoteFileError(path: path, reason: reason, cause: cause)
    }

    /// Creates an error from `errno` or another error number.
    package func systemError(_ number: Int32 = errno) -> NoteFileError {
        let isDenied = [EACCES, EPERM, EROFS].contains(number)
        return error(SystemError(number).text, isDenied ? .denied : .system)
    }

    // MARK: Reading

    /// Reads the file.
    ///
    /// - Throws: `NoteFileError` if the file can't be read.
    package func read() throws(NoteFileError) -> Content {
        // Closing another descriptor of the database would drop SQLite's locks.
        guard !OpenDatabases.holds(systemPath) else { throw isDatabase }
        let descriptor = unsafe open(systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { throw systemError() }
        defer { _ = close(descriptor) }
        let before = try status(of: descriptor)
        guard before.st_mode & S_IFMT == S_IFREG else { throw error("not a regular file") }
        guard before.st_size <= Self.sizeLimit else { throw error("larger than 64 MB") }
        let bytes = try bytes(of: descriptor, size: Int(before.st_size))
        let content = Content(bytes: bytes, state: State(before))
        guard content.isStill(try status(of: descriptor)), bytes.count == Int(before.st_size) else {
            throw Self.changed(path)
        }
        return content
    }

    /// Returns the text in the first `limit` bytes of a file, or nil if it isn't readable UTF-8 text.
    package func beginning(_ limit: Int) -> String? {
        let descriptor = unsafe open(systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        do {
            let status = try status(of: descriptor)
            guard status.st_mode & S_IFMT == S_IFREG else { return nil }
            var bytes = try bytes(of: descriptor, size: min(limit, Int(status.st_size)))
            guard !bytes.contains(0) else { return nil }
            // The limit may have cut off the last character.
            for _ in 0..<4 {
                if let text = String(validating: bytes, as: UTF8.self) { return text }
                bytes = bytes.dropLast()
            }
            return nil
        } catch {
            // The text only improves suggestions, so the title alone is enough.
            return nil
        }
    }

    private static func changed(_ path: String) -> NoteFileError {
        NoteFileError(path: path, reason: "changed by another program; run the command again", cause: .changed)
    }

    private func status(of descriptor: Int32) throws(NoteFileError) -> stat {
        var status = stat()
        // Safe: the call fills the struct passed to it.
        guard unsafe fstat(descriptor, &status) == 0 else { throw systemError() }
        return status
    }

    private func bytes(of descriptor: Int32, size: Int) throws(NoteFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        // Read one more byte than the file had, to detect that it has grown.
        while bytes.count <= size {
            let wanted = size + 1 - bytes.count
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, used in
                // Safe: the count is that of the buffer.
                count = unsafe Self.readPiece(descriptor, buffer.baseAddress, wanted)
                used = max(0, count)
            }
            if count < 0, errno != EINTR { throw systemError() }
            if count == 0 { break }
            bytes = bytes.isEmpty ? piece : bytes + piece
            if bytes.count == size { break }
        }
        return bytes
    }

    private static func readPiece(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, bytes, count)
        #else
        unsafe Darwin.read(descriptor, bytes, count)
        #endif
    }

    // MARK: Replacing

    /// Replaces the content of the file atomically, unless another program changed it since it was read.
    ///
    /// The file keeps its mode, owner and extended attributes (see `FileReplacement`).
    ///
    /// - Parameters:
    ///   - bytes: The new bytes.
    ///   - content: The content that was read.
    /// - Throws: `NoteFileError` if the file can't be replaced.
    package func replace(with bytes: [UInt8], after content: Content) throws(NoteFileError) {
        try requireReplaceable(content)
        let replacement = try draft(bytes)
        try requireReplaceable(content)
        do throws(SystemError) { try replacement.commit() } catch { throw systemError(error.number) }
    }

    private func draft(_ bytes: [UInt8]) throws(NoteFileError) -> FileReplacement {
        do throws(SystemError) {
            let replacement = try FileReplacement(of: Array(systemPath.utf8))
            try replacement.write(bytes)
            try replacement.synchronize()
            return replacement
        } catch { throw systemError(error.number) }
    }

    /// Checks that the file can be replaced, and that no other program changed it since it was read.
    func requireReplaceable(_ content: Content) throws(NoteFileError) {
        let status = try status()
        guard content.isStill(status) else { throw Self.changed(path) }
        try requireWritable(status)
        guard status.st_nlink == 1 else {
            throw error("it has several hard links, and the others would keep the old text")
        }
    }

    private func requireWritable(_ status: stat) throws(NoteFileError) {
        // For root, `access` succeeds regardless of the mode.
        guard status.st_mode & 0o200 != 0, unsafe access(systemPath, W_OK) == 0 else {
            throw error("permission denied; make it writable", .denied)
        }
    }

    /// Checks the permission to write.
    ///
    /// - Throws: `NoteFileError` if the file isn't writable.
    func requireWritable() throws(NoteFileError) { try requireWritable(try status()) }

    /// Checks the type of the file.
    ///
    /// - Throws: `NoteFileError` if it isn't a regular file, or if it belongs to the open database.
    package func requireFile() throws(NoteFileError) {
        guard try status().st_mode & S_IFMT == S_IFREG else { throw error("not a regular file; choose another file") }
        guard !OpenDatabases.holds(systemPath) else { throw isDatabase }
    }

    private func status() throws(NoteFileError) -> stat {
        var status = stat()
        // Safe: the call fills the struct passed to it.
        guard unsafe lstat(systemPath, &status) == 0 else { throw systemError() }
        return status
    }

    private var isDatabase: NoteFileError { error("it belongs to the open database") }
}

/// The path of a file, as the undo log stores it.
extension NoteFile {
    /// The lowercase endings of the names of Markdown files.
    package static let markdownEndings = [".md", ".markdown", ".mdown", ".mkd"]

    /// Whether the file is a Markdown file by its name; the content of other files is never changed.
    var isMarkdown: Bool {
        let name = systemPath.lowercased()
        return Self.markdownEndings.contains { name.hasSuffix($0) }
    }

    /// The absolute path without symbolic links; `nil` if the file doesn't exist.
    var realPath: String? {
        guard let real = unsafe realpath(systemPath, nil) else { return nil }
        // Safe: the string is copied before its memory is freed.
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// Extended attributes of files.
extension NoteFile {
    /// The attribute with the tags of files that aren't notes: a comma-separated list, as file managers write it.
    package static let tagsAttribute = "user.xdg.tags"

    /// Replaces the value of ``tagsAttribute``, unless another program changed it since it was read.
    ///
    /// - Throws: `NoteFileError` if the value can't be replaced.
    func replaceTags(_ old: [UInt8], with new: [UInt8]) throws(NoteFileError) {
        try requireReplaceable(tags: old)
        try setAttribute(Self.tagsAttribute, to: new)
    }

    /// Checks that the value of ``tagsAttribute`` can be replaced, and that no other program changed it since it was read.
    func requireReplaceable(tags old: [UInt8]) throws(NoteFileError) {
        guard try attribute(Self.tagsAttribute) == old else {
            throw NoteFileError(
                path: path, reason: "its tags were changed by another program; run the command again", cause: .changed)
        }
        try requireWritable()
    }

    /// The maximum size of an attribute on any system, in bytes.
    private static let attributeLimit = 1 << 16

    /// Returns the value of an extended attribute, or no bytes if the file doesn't have it.
    ///
    /// - Throws: `NoteFileError` if the attribute can't be read.
    package func attribute(_ name: String) throws(NoteFileError) -> [UInt8] {
        var count = 0
        let value = unsafe [UInt8](unsafeUninitializedCapacity: Self.attributeLimit) { buffer, used in
            // Safe: the count is that of the buffer.
            count = unsafe readAttribute(systemPath, name, buffer.baseAddress, buffer.count)
            used = max(0, count)
        }
        guard count < 0 else { return value }
        if errno == noAttribute { return [] }
        throw attributeError()
    }

    /// Sets an extended attribute, or removes it if the value is empty.
    ///
    /// - Throws: `NoteFileError` if the attribute can't be changed.
    package func setAttribute(_ name: String, to value: [UInt8]) throws(NoteFileError) {
        try requireWritable()
        // Safe: the count is that of the buffer.
        let result = unsafe value.withUnsafeBytes { bytes in
            unsafe bytes.isEmpty
                ? removeAttribute(systemPath, name) : writeAttribute(systemPath, name, bytes.baseAddress, bytes.count)
        }
        guard result == 0 || value.isEmpty && errno == noAttribute else { throw attributeError() }
    }

    private func attributeError() -> NoteFileError {
        switch errno {
        case ENOTSUP:
            NoteFileError(
                path: path,
                reason:
                    "its file system doesn't support extended attributes, which hold its tags; move the file to another file system",
                cause: .unsupported)
        case E2BIG, ENOSPC, ERANGE, EDQUOT:
            NoteFileError(
                path: path, reason: "its file system can't store so many tags in an attribute; remove a few",
                cause: .system)
        default: systemError()
        }
    }
}

/// The error for a note, file or folder that can't be read or changed.
package struct NoteFileError: Error, Hashable, Sendable {
    /// The path relative to the folder of notes, or as given.
    package var path: String
    /// The reason, such as `larger than 64 MB`.
    package var reason: String
    /// Whether the file or folder doesn't exist.
    package var isMissing: Bool
    /// Whether it's a symbolic link out of the folder, which isn't an error.
    package var isLink: Bool
    /// The kind of error.
    package var cause: Cause

    /// Creates an error for the file at a path.
    package init(path: String, reason: String, isMissing: Bool = false, isLink: Bool = false, cause: Cause = .system) {
        self.path = path
        self.reason = reason
        self.isMissing = isMissing
        self.isLink = isLink
        self.cause = cause
    }

    /// The kinds of errors.
    package enum Cause: Hashable, Sendable {
        /// An error of the system, such as a full disk.
        case system
        /// Missing permission.
        case denied
        /// Another program changed the file meanwhile.
        case changed
        /// Invalid content.
        case content
        /// A feature that the file system lacks.
        case unsupported
    }
}
