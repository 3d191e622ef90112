internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Why a note or a folder is left as it is.
package struct NoteFileError: Error, Hashable, Sendable {
    /// The path from the folder of the notes, else as it was given.
    package var path: String
    /// The reason, in words that complete a sentence.
    package var reason: String
    /// Whether there is nothing at the path.
    package var isMissing: Bool
    /// Whether it is a link out of the folder, which is no failure.
    package var isLink: Bool
    /// What kind of reason it is.
    package var cause: Cause

    /// A reason why the file at a path is left.
    package init(
        path: String,
        reason: String,
        isMissing: Bool = false,
        isLink: Bool = false,
        cause: Cause = .system
    ) {
        self.path = path
        self.reason = reason
        self.isMissing = isMissing
        self.isLink = isLink
        self.cause = cause
    }

    /// Kinds of reasons.
    package enum Cause: Hashable, Sendable {
        /// The system, such as a disk that is full.
        case system
        /// There is no permission.
        case denied
        /// Somebody else has changed it meanwhile.
        case changed
        /// What stands in it.
        case content
        /// The file system cannot keep it.
        case unsupported
    }
}

/// The file of a note: read whole, and replaced whole or not at all.
package struct NoteFile: Hashable, Sendable {
    /// The path that the system knows it by.
    let systemPath: String
    /// The path from the folder of the notes.
    package let path: String

    /// What a file is at a moment; a later one differs if anybody has written to it since.
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

    /// The bytes of a file, and what it was when they were read.
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

    /// The largest note that is read, in bytes.
    private static let sizeLimit = 64 << 20

    private func error(
        _ reason: String,
        _ cause: NoteFileError.Cause = .content
    ) -> NoteFileError {
        NoteFileError(path: path, reason: reason, cause: cause)
    }

    /// What the system said last, or of a call that failed before.
    func systemError(_ number: Int32 = errno) -> NoteFileError {
        let isDenied = [EACCES, EPERM, EROFS].contains(number)
        return error(SystemError(number).text, isDenied ? .denied : .system)
    }

    // MARK: Reading

    /// Reads the file.
    ///
    /// - Throws: Why it cannot be read.
    func read() throws(NoteFileError) -> Content {
        // Closing a file of SQLite would drop its locks.
        guard !OpenDatabases.holds(systemPath) else { throw isDatabase }
        let descriptor = unsafe open(systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { throw systemError() }
        defer { _ = close(descriptor) }
        let before = try status(of: descriptor)
        guard before.st_mode & S_IFMT == S_IFREG else { throw error("it is no file") }
        guard before.st_size <= Self.sizeLimit else { throw error("it is larger than 64 MB") }
        let bytes = try bytes(of: descriptor, size: Int(before.st_size))
        let content = Content(bytes: bytes, state: State(before))
        guard content.isStill(try status(of: descriptor)), bytes.count == Int(before.st_size) else {
            throw Self.changed(path)
        }
        return content
    }

    /// Reads the file as a note.
    ///
    /// - Returns: The note, and the bytes that it was read from.
    /// - Throws: Why it cannot be read, and in which line.
    package func note() throws(NoteFileError) -> (note: Note, content: Content) {
        let content = try read()
        do throws(NoteError) {
            let language = NoteLanguage(path: path) ?? .markdown
            return (try Note(file: content.bytes, language), content)
        } catch {
            throw NoteFileError(
                path: "\(path):\(error.line)",
                reason: "the line \(error.text)",
                cause: .content
            )
        }
    }

    /// The text that a file begins with, of at most so many bytes; `nil` where it is none.
    func beginning(_ limit: Int) -> String? {
        let descriptor = unsafe open(systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        guard let status = try? status(of: descriptor), status.st_mode & S_IFMT == S_IFREG,
            var bytes = try? bytes(of: descriptor, size: min(limit, Int(status.st_size))),
            !bytes.contains(0)
        else { return nil }
        // The last character may be cut.
        for _ in 0..<4 {
            if let text = String(validating: bytes, as: UTF8.self) { return text }
            bytes = bytes.dropLast()
        }
        return nil
    }

    private static func changed(_ path: String) -> NoteFileError {
        NoteFileError(
            path: path,
            reason: "it was changed by somebody else; run it again",
            cause: .changed
        )
    }

    private func status(of descriptor: Int32) throws(NoteFileError) -> stat {
        var status = stat()
        // The system fills the record that it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { throw systemError() }
        return status
    }

    private func bytes(of descriptor: Int32, size: Int) throws(NoteFileError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more tells whether the file has grown.
        while bytes.count <= size {
            let wanted = size + 1 - bytes.count
            var count = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, used in
                // The count is the buffer's.
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

    private static func readPiece(
        _ descriptor: Int32,
        _ bytes: UnsafeMutableRawPointer?,
        _ count: Int
    ) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, bytes, count)
        #else
        unsafe Darwin.read(descriptor, bytes, count)
        #endif
    }

    // MARK: Replacing

    /// Puts other bytes in the file's place, unless somebody has changed it since it was read.
    ///
    /// At every moment there is the old note or the new one (`FileReplacement`). The file keeps its mode, its owner and
    /// its extended attributes.
    ///
    /// - Parameters:
    ///   - bytes: The new bytes.
    ///   - content: What was read.
    /// - Throws: Why it is left as it was.
    package func replace(with bytes: [UInt8], after content: Content) throws(NoteFileError) {
        try requireReplaceable(content)
        let replacement = try draft(bytes)
        try requireReplaceable(content)
        do throws(SystemError) { try replacement.commit() } catch {
            throw systemError(error.number)
        }
    }

    private func draft(_ bytes: [UInt8]) throws(NoteFileError) -> FileReplacement {
        do throws(SystemError) {
            let replacement = try FileReplacement(of: Array(systemPath.utf8))
            try replacement.write(bytes)
            try replacement.synchronize()
            return replacement
        } catch {
            throw systemError(error.number)
        }
    }

    private func requireReplaceable(_ content: Content) throws(NoteFileError) {
        let status = try status()
        guard content.isStill(status) else { throw Self.changed(path) }
        try requireWritable(status)
        guard status.st_nlink == 1 else {
            throw error("it has a second name, a hard link, which would keep the old text")
        }
    }

    private func requireWritable(_ status: stat) throws(NoteFileError) {
        // Who may write to everything is told by the mode alone.
        guard status.st_mode & 0o200 != 0, unsafe access(systemPath, W_OK) == 0 else {
            throw error("it may not be written to; change its mode", .denied)
        }
    }

    /// Throws where the file may not be written to.
    func requireWritable() throws(NoteFileError) { try requireWritable(try status()) }

    /// Throws where there is no file, but a device or a pipe, or one of the database that is open.
    func requireFile() throws(NoteFileError) {
        guard try status().st_mode & S_IFMT == S_IFREG else {
            throw error("it is no file; name another one")
        }
        guard !OpenDatabases.holds(systemPath) else { throw isDatabase }
    }

    private func status() throws(NoteFileError) -> stat {
        var status = stat()
        // The system fills the record that it is given.
        guard unsafe lstat(systemPath, &status) == 0 else { throw systemError() }
        return status
    }

    private var isDatabase: NoteFileError { error("it belongs to the database that is open") }
}
