public import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes text and documents to a file descriptor, whole, in blocks.
///
/// All output passes through this type, and through ``PrintableText``, which makes it safe to
/// print.
public final class ByteStream {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The bytes of a document's last line, on a terminal.
    private var unfinished: [UInt8] = []
    /// Counts the printed rows; `nil` if not needed.
    public var printedRows: PrintedRows?

    /// Whether the descriptor leads to a terminal.
    public let isTerminal: Bool

    /// A stream to a descriptor that stays open for as long as the stream is used.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Appends a text; it is written with the next flush, or when the buffer is full.
    public func write(_ text: PrintableText) throws(StreamError) {
        try finishLine()
        try append(text)
    }

    /// Appends bytes of a document, which programs read: as they are in a file or a pipe, made
    /// printable on a terminal.
    ///
    /// They are written with the next flush, or when the buffer is full. On a terminal the line
    /// that is not at its end yet waits for the flush, since a character may come in two parts.
    public func write(_ bytes: some Sequence<UInt8>) throws(StreamError) {
        guard isTerminal else { return try append(bytes) }
        unfinished.append(contentsOf: bytes)
        let end = (unfinished.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let lines = unfinished[..<end]
        unfinished = Array(unfinished[end...])
        try append(PrintableText(lines: String(decoding: lines, as: UTF8.self)))
    }

    /// Appends the unfinished line of a document.
    private func finishLine() throws(StreamError) {
        guard !unfinished.isEmpty else { return }
        let rest = PrintableText(lines: String(decoding: unfinished, as: UTF8.self))
        unfinished = []
        try append(rest)
    }

    private func append(_ text: PrintableText) throws(StreamError) {
        printedRows?.add(text.text)
        try append(text.text.utf8)
    }

    private func append(_ bytes: some Sequence<UInt8>) throws(StreamError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try send() }
    }

    /// Writes a text immediately, for output that nothing follows.
    public func print(_ text: PrintableText) throws(StreamError) {
        try write(text)
        try flush()
    }

    /// Writes the buffer.
    public func flush() throws(StreamError) {
        try finishLine()
        try send()
    }

    private func send() throws(StreamError) {
        defer { buffer.removeAll(keepingCapacity: true) }
        try DescriptorWriter(descriptor: descriptor).write(buffer)
    }
}

/// Why bytes could not be written.
public enum StreamError: Error, Hashable, Sendable {
    /// The reader has closed the other end, which ends the work without an error.
    case closed
    /// The system's error number.
    case failed(code: Int32)
}
