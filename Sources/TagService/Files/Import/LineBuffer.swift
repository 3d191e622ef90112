internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A buffer that splits bytes into lines, with at most one line and one piece of the input in
/// memory.
///
/// Only U+000A ends a line, because other line breaks such as U+2028 may occur within JSON.
package struct LineBuffer: Sendable {
    /// The maximum length of a line in bytes.
    package static let lineLimit = 16 << 20

    /// The problem of a longer line, as a predicate.
    package static let tooLong = "is longer than 16 MB"

    /// A line without its end.
    package enum Line: Equatable, Sendable {
        case text(ArraySlice<UInt8>)
        /// The line exceeds the limit; the next call skips the rest of it.
        case tooLong
    }

    /// The maximum length of a line in bytes.
    private let limit: Int
    /// The number of lines returned so far.
    package private(set) var number = 0
    /// The number of bytes returned so far, including line ends.
    package private(set) var consumed = 0
    private var bytes: [UInt8] = []
    private var start = 0
    /// The index up to which the bytes are known not to contain a line end.
    private var searched = 0
    private var isSkipping = false

    package init(limit: Int = lineLimit) { self.limit = limit }

    /// Returns the next line.
    ///
    /// - Parameter refill: returns more bytes; empty at the end.
    /// - Returns: the line; `nil` at the end.
    /// - Complexity: linear in the length of the line.
    package mutating func next(_ refill: () throws -> [UInt8]) rethrows -> Line? {
        while true {
            if let end = lineEnd() {
                if let line = extractLine(upTo: end, endLength: 1) { return line }
                continue
            }
            searched = bytes.count
            if isSkipping {
                discard()
            } else if bytes.count - start > limit {
                // Report it immediately, because the line may never end.
                discard()
                isSkipping = true
                number += 1
                return .tooLong
            }
            let more = try refill()
            guard !more.isEmpty else { return start < bytes.count ? extractLine(upTo: bytes.count, endLength: 0) : nil }
            if start > 0 {
                bytes.removeFirst(start)
                searched -= start
                start = 0
            }
            bytes += more
        }
    }

    /// Removes and returns the bytes after the last returned line.
    package mutating func drain() -> [UInt8] {
        defer {
            bytes = []
            start = 0
            searched = 0
        }
        return Array(bytes[start...])
    }

    /// Removes and returns the bytes up to a line end, or `nil` if they end a line that was reported as too long.
    private mutating func extractLine(upTo end: Int, endLength: Int) -> Line? {
        let line = bytes[start..<end]
        consumed += line.count + endLength
        start = end + endLength
        searched = start
        if isSkipping {
            isSkipping = false
            return nil
        }
        number += 1
        return line.count > limit ? .tooLong : .text(line)
    }

    /// Discards the buffered bytes of a line that is too long.
    private mutating func discard() {
        consumed += bytes.count - start
        bytes = []
        start = 0
        searched = 0
    }

    private func lineEnd() -> Int? {
        // The searched bytes lie within the array, which doesn't change during the call.
        unsafe bytes.withUnsafeBytes { buffer in
            guard searched < buffer.count, let base = buffer.baseAddress,
                let found = unsafe memchr(base + searched, 0x0A, buffer.count - searched)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

/// A reader for bytes that arrive in pieces, one byte at a time.
package struct ByteCursor {
    /// The number of bytes consumed so far.
    package private(set) var consumed = 0
    private var piece: [UInt8] = []
    private var position = 0
    private let refill: () throws -> [UInt8]

    /// Creates a cursor over the pieces that a function returns; an empty piece is the end.
    package init(_ refill: @escaping () throws -> [UInt8]) { self.refill = refill }

    /// Returns the next byte without consuming it, or `nil` at the end.
    package mutating func peek() throws -> UInt8? {
        if position == piece.count {
            piece = try refill()
            position = 0
        }
        return position < piece.count ? piece[position] : nil
    }

    /// Consumes and returns the next byte, or `nil` at the end.
    package mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        consumed += 1
        return byte
    }

    /// Skips a byte order mark, if there is one.
    package mutating func skipByteOrderMark() throws {
        guard try peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try peek() == byte { _ = try next() }
    }

    /// Skips white space as defined by JSON.
    package mutating func skipWhiteSpace() throws {
        while let byte = try peek(), Self.isWhiteSpace(byte) { _ = try next() }
    }

    /// Returns whether a byte is white space as defined by JSON.
    static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
