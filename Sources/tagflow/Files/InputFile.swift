import Synchronization
import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that the user named, or standard input, read in pieces.
///
/// The one way in which the program reads such files. It opens none that this process's SQLite may hold, since closing it
/// would drop SQLite's locks, and reads no database of SQLite as anything else.
final class InputFile: Sendable {
    /// Standard input; what a line of it left behind is read by who asks next.
    static let standardInput = InputFile(descriptor: 0, name: "standard input", path: "-", size: 0)

    /// What messages call it.
    let name: String
    /// How many bytes it has; 0 where that is not known.
    let size: Int
    private let path: String
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        var lines = LineBuffer()
        /// What was read and not given yet.
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

    deinit {
        if descriptor != 0 { _ = close(descriptor) }
    }

    /// Its absolute path without links; `nil` for what cannot be read again, and for a path that is no UTF-8.
    var importedFrom: String? {
        guard size > 0 else { return nil }
        let bytes = GivenArguments.process.bytes(ofPath: path).map(CChar.init(bitPattern:)) + [0]
        // The path ends with a null; the system allocates the answer, which is freed after it was copied.
        guard let resolved = unsafe realpath(bytes, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    /// The file at a path; `-` is standard input.
    ///
    /// - Throws: `CommandError` where there is no such file, or none that may be read.
    static func open(_ path: String) throws -> InputFile {
        guard path != "-" else { return standardInput }
        let failure = InputError(name: "'\(path)'", path: path)
        let bytes = GivenArguments.process.bytes(ofPath: path).map(CChar.init(bitPattern:)) + [0]
        guard !bytes.dropLast().contains(0) else { throw failure.notThere }
        var status = stat()
        // The path ends with a null, and the system fills the record.
        guard unsafe stat(bytes, &status) == 0 else { throw failure.failure(errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw failure.isFolder }
        guard !OpenDatabases.holds(path) else { throw failure.isOpenDatabase }
        var descriptor: Int32
        repeat { descriptor = unsafe openForReading(bytes) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw failure.failure(errno) }
        let isRegular = status.st_mode & S_IFMT == S_IFREG
        return InputFile(
            descriptor: descriptor,
            name: "'\(path)'",
            path: path,
            size: isRegular ? Int(clamping: status.st_size) : 0
        )
    }

    /// The next bytes, as many as there are; none at the end.
    @Sendable func piece() throws -> [UInt8] {
        try state.withLock { state in
            let rest = state.lines.drain()
            return rest.isEmpty ? try piece(&state) : rest
        }
    }

    /// The first bytes, which remain to be read: enough to recognise a format by, except of what is typed on a terminal.
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

    /// The bytes that ``start()`` waits for; a writer may fill a pipe line by line.
    private static let startSize = 1 << 13

    /// The next line without its end; `nil` at the end.
    func line() throws -> LineBuffer.Line? {
        try state.withLock { state in
            // Taken out for the call, as the lines ask for pieces of the same state.
            var lines = state.lines
            state.lines = LineBuffer()
            defer { state.lines = lines }
            return try lines.next { try piece(&state) }
        }
    }

    /// The number of the last line that was given, from 1.
    var lineNumber: Int { state.withLock { $0.lines.number } }

    private func piece(_ state: inout State) throws -> [UInt8] {
        if !state.pending.isEmpty {
            defer { state.pending = [] }
            return state.pending
        }
        guard !state.hasEnded else { return [] }
        var bytes = try state.prompt.read(descriptor, read)
        // A pipe may give the first bytes one by one.
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
        if !state.hasBegun, !bytes.isEmpty, isDevice {
            throw InputError(name: name, path: path).isDevice
        }
        state.hasBegun = true
        // A terminal can be read again after its end of input, which was meant for this reader.
        state.hasEnded = bytes.isEmpty && isatty(descriptor) == 0
        return bytes
    }

    /// Whether it is a character device other than a terminal; one that returns anything, such as /dev/zero, never ends.
    private var isDevice: Bool {
        var status = stat()
        // The kernel fills the record that it is given.
        guard unsafe fstat(descriptor, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFCHR && isatty(descriptor) == 0
    }

    /// How a database of SQLite begins.
    private static let databaseStart = Array("SQLite format 3\0".utf8)
    private static let pieceSize = 1 << 18

    private func read() throws -> [UInt8] {
        while true {
            var count = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.pieceSize) {
                buffer,
                used in
                // The count is the buffer's.
                count = unsafe readBytes(descriptor, buffer.baseAddress, buffer.count)
                used = max(0, count)
            }
            guard count < 0 else { return bytes }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                // One record, for the length of the call.
                _ = unsafe poll(&request, 1, -1)
            default: throw InputError(name: name, path: path).failure(errno)
            }
        }
    }
}

/// The C function `open`.
private func openForReading(_ path: UnsafePointer<CChar>) -> Int32 {
    unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
}

/// The C function `read`, by a name that our own `read` does not hide.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
    unsafe read(descriptor, bytes, count)
}
