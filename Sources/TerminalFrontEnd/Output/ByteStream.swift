#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes bytes to a file descriptor, whole, in blocks.
public final class ByteStream {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// A stream to a descriptor that stays open for as long as the stream is used.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Whether the descriptor leads to a terminal.
    public var isTerminal: Bool {
        isatty(descriptor) == 1
    }

    /// Appends a text; it is written with the next flush, or when much has gathered.
    public func write(_ text: String) throws(StreamError) {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Appends bytes; they are written with the next flush, or when much has gathered.
    public func write(_ bytes: some Sequence<UInt8>) throws(StreamError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try flush() }
    }

    /// Writes what has gathered.
    ///
    /// Interrupted and partial writes go on where they stopped.
    public func flush() throws(StreamError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        try DescriptorWriter(descriptor: descriptor).write(buffer)
    }
}

/// Why bytes could not be written.
public enum StreamError: Error, Hashable, Sendable {
    /// Nobody reads the other end any more, which ends the work and is no failure.
    case closed
    /// The system's error number.
    case failed(code: Int32)
}
