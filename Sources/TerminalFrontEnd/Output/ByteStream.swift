public import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A buffered stream of text and documents to a file descriptor.
///
/// All output of the program goes through this type. ``PrintableText`` makes it safe for a terminal.
public final class ByteStream {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The incomplete last line of a document, if the output is a terminal.
    private var unfinished: [UInt8] = []
    /// The counter of printed rows, or nil if they aren't counted.
    public var printedRows: PrintedRows?

    /// Whether the descriptor is a terminal.
    public let isTerminal: Bool

    /// Returns the width at which lines are broken between words on a terminal; nil if they aren't broken.
    public var columns: (() -> Int)?
    private var breaker: LineBreaker?

    /// Creates a stream to a descriptor, which must stay open as long as the stream is used.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        isTerminal = isatty(descriptor) == 1
    }

    /// Prints text such as a log line or a progress bar, and ignores errors.
    public func printIfPossible(_ text: PrintableText) {
        // Ignore the error: the reader has closed the stream, and there is nowhere else to report it.
        try? self.print(text)
    }

    /// Appends text, which is written with the next flush or when the buffer is full.
    public func write(_ text: PrintableText) throws(StreamError) {
        try finishLine()
        guard isTerminal, let width = columns?() else { return try append(text.text) }
        var current = breaker.flatMap { $0.columns == width ? $0 : nil } ?? LineBreaker(columns: width)
        let broken = current.broken(text.text)
        breaker = current
        try append(broken)
    }

    /// Appends text for programs, such as JSON, whose lines aren't broken.
    public func write(data text: PrintableText) throws(StreamError) {
        try finishLine()
        breaker = nil
        try append(text.text)
    }

    /// Appends bytes of a document, which are written with the next flush or when the buffer is
    /// full.
    ///
    /// A file or a pipe gets the bytes unchanged. For a terminal, they are made printable, and an
    /// incomplete last line is held until the next flush, because the bytes of a character may arrive
    /// in two parts.
    public func write(_ bytes: some Sequence<UInt8>) throws(StreamError) {
        guard isTerminal else { return try append(bytes) }
        unfinished.append(contentsOf: bytes)
        let end = (unfinished.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        let lines = unfinished[..<end]
        unfinished = Array(unfinished[end...])
        try append(PrintableText(lines: String(decoding: lines, as: UTF8.self)).text)
    }

    /// Appends the incomplete last line of a document to the buffer.
    private func finishLine() throws(StreamError) {
        guard !unfinished.isEmpty else { return }
        let rest = PrintableText(lines: String(decoding: unfinished, as: UTF8.self))
        unfinished = []
        try append(rest.text)
    }

    /// Appends text that is safe to print.
    private func append(_ text: String) throws(StreamError) {
        printedRows?.add(text)
        try append(text.utf8)
    }

    private func append(_ bytes: some Sequence<UInt8>) throws(StreamError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= 1 << 16 { try send() }
    }

    /// Appends text and flushes the buffer.
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

/// An error in writing bytes.
public enum StreamError: Error, Hashable, Sendable {
    /// The reader has closed the other end; the program stops without reporting an error.
    case closed
    /// The system call failed with this error number.
    case failed(code: Int32)
}
