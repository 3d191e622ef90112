import Synchronization
import TagCore
import TagService
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that the user named, or standard input, read in pieces.
///
/// The program reads such files only through this type. It rejects a database that this process has
/// open, because closing the file would release SQLite's locks. It also rejects any other SQLite
/// database, which isn't text.
final class InputFile: Sendable {
    /// Standard input.
    ///
    /// All readers share it, so the next reader continues after the last line read.
    static let standardInput = InputFile(descriptor: 0, name: "standard input", path: "-", size: 0)

    /// The name of the file in messages.
    let name: String
    /// The size of the file in bytes; 0 if unknown.
    let size: Int
    private let path: String
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var lines = LineBuffer()
        /// Bytes that were read but not yet returned.
        var pending: [UInt8] = []
        var prompt = PromptInput()
        var hasBegun = false
        var hasEnded = false
    }

    private init(descriptor: Int32, name: String, path: String, size: Int) {
        self.descriptor = descriptor
        self.name = name
        self.path = path
        self.size = size
    }

    deinit { if descriptor != 0 { _ = close(descriptor) } }

    /// The absolute path without links.
    ///
    /// `nil` if the file can't be read again, such as a pipe, or if the path isn't valid UTF-8.
    var importedFrom: String? {
        guard size > 0 else { return nil }
        let bytes = GivenArguments.process.bytes(ofPath: path).map(CChar.init(bitPattern:)) + [0]
        // The path ends with a null. The system allocates the result, which is freed after copying.
        guard let resolved = unsafe realpath(bytes, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    /// Opens the file at a path; `-` is standard input.
    ///
    /// - Throws: `CommandError` if the file doesn't exist or can't be read.
    static func open(_ path: String) throws -> InputFile {
        guard path != "-" else { return standardInput }
        let failure = InputError(name: path.quoted, path: path)
        let bytes = GivenArguments.process.bytes(ofPath: path).map(CChar.init(bitPattern:)) + [0]
        guard !bytes.dropLast().contains(0) else { throw failure.notThere }
        var status = stat()
        // The path ends with a null, and the system fills the structure before it returns.
        guard unsafe stat(bytes, &status) == 0 else { throw failure.failure(errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw failure.isFolder }
        guard !OpenDatabases.holds(path) else { throw failure.isOpenDatabase }
        var descriptor: Int32
        repeat { descriptor = unsafe openForReading(bytes) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw failure.failure(errno) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        return InputFile(
            descriptor: descriptor, name: path.quoted, path: path, size: isRegular ? Int(clamping: status.st_size) : 0)
    }

    /// Returns the next available bytes, or an empty array at the end.
    @Sendable func piece() throws -> [UInt8] {
        try state.withLock { state in
            let rest = state.lines.drain()
            return rest.isEmpty ? try piece(&state) : rest
        }
    }

    /// Returns the first bytes without consuming them.
    ///
    /// They are enough to recognize a format, except for input typed on a terminal.
    func start() throws -> [UInt8] {
        try state.withLock { state in
            var start = state.lines.drain()
            while start.count < Self.startSize {
                let more = try piece(&state)
                start += more
                if more.isEmpty || isatty(descriptor) != 0 { break }
            }
            state.pending = start
            return start
        }
    }

    /// The number of bytes that ``start()`` waits for, since a writer may fill a pipe line by line.
    private static let startSize = 1 << 13

    /// Returns the next line without its line feed, or `nil` at the end.
    func line() throws -> LineBuffer.Line? {
        try state.withLock { state in
            // Moved out during the call, because reading a line also changes the state.
            var lines = state.lines
            state.lines = LineBuffer()
            defer { state.lines = lines }
            return try lines.next { try piece(&state) }
        }
    }

    /// The 1-based number of the last line returned.
    var lineNumber: Int { state.withLock { $0.lines.number } }

    private func piece(_ state: inout State) throws -> [UInt8] {
        if !state.pending.isEmpty {
            defer { state.pending = [] }
            return state.pending
        }
        guard !state.hasEnded else { return [] }
        var bytes = try state.prompt.read(descriptor, read)
        // A pipe may deliver the first bytes one by one.
        while !state.hasBegun, !bytes.isEmpty, bytes.count < Self.databaseStart.count,
            Self.databaseStart.starts(with: bytes)
        {
            let more = try read()
            if more.isEmpty { break }
            bytes += more
        }
        if !state.hasBegun, bytes.starts(with: Self.databaseStart) {
            throw InputError(name: name, path: path).isDatabase
        }
        if !state.hasBegun, !bytes.isEmpty, isDevice { throw InputError(name: name, path: path).isDevice }
        state.hasBegun = true
        // After Ctrl-D on a terminal, the next reader can read on.
        state.hasEnded = bytes.isEmpty && isatty(descriptor) == 0
        return bytes
    }

    /// Whether the file is a character device other than a terminal.
    ///
    /// A device that returns any bytes, such as /dev/zero, never ends.
    private var isDevice: Bool {
        var status = stat()
        // The kernel fills the structure before it returns.
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    }

    /// The first bytes of a SQLite database.
    private static let databaseStart = Array("SQLite format 3\0".utf8)
    private static let pieceSize = 1 << 18

    private func read() throws -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, used in
                // The buffer's count limits the read.
                count = unsafe readBytes(descriptor, buffer.baseAddress, buffer.count)
                used = max(0, count)
            }
            guard count < 0 else { return bytes }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // The structure is valid during the call.
                _ = unsafe poll(&request, 1, -1)
            default: throw InputError(name: name, path: path).failure(errno)
            }
        }
    }
}

/// Calls the C function `open`.
private func openForReading(_ path: UnsafePointer<CChar>) -> Int32 {
    unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
}

/// Calls the C function `read`, which the method `read` hides.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    unsafe read(descriptor, bytes, count)
}

extension InputFile {
    /// Returns the beginning of the file as one string, up to a number of bytes.
    func text(upTo limit: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let piece = try piece()
            if piece.isEmpty { break }
            bytes += piece
        }
        return StreamSafeText.received(String(decoding: bytes.prefix(limit), as: UTF8.self))
    }

    /// Returns the whole file as the text of an item.
    ///
    /// - Throws: `CommandError` if the file can't be read, is longer than 1 MB or isn't UTF-8.
    func itemText() throws -> String {
        var bytes: [UInt8] = []
        while bytes.count <= SuggestionQuery.maximumText {
            let piece = try piece()
            if piece.isEmpty { break }
            bytes += piece
        }
        let failure = InputError(name: name, path: path)
        guard bytes.count <= SuggestionQuery.maximumText else { throw failure.isLongText }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw failure.isNotUTF8 }
        return StreamSafeText.received(text)
    }
}
