internal import Foundation

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Takes bytes that come in pieces apart into lines, and never holds more than a line and a piece.
///
/// A line ends with U+000A alone: other characters that break lines, such as U+2028, may stand within JSON.
package struct LineBuffer: Sendable {
    /// The most bytes that a line may have.
    package static let lineLimit = 16 << 20

    /// What is wrong with a line of more bytes, after words for the line.
    package static let tooLong = "is longer than 16 MB"

    /// A line without its end.
    package enum Line: Equatable, Sendable {
        case text(ArraySlice<UInt8>)
        /// The line has more bytes than the limit; the next call skips the rest of them.
        case tooLong
    }

    /// The most bytes that a line of these may have.
    private let limit: Int
    /// How many lines were given.
    package private(set) var number = 0
    /// How many bytes were given, with the ends of their lines.
    package private(set) var consumed = 0
    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to where it is known that no line ends.
    private var searched = 0
    private var isSkipping = false

    package init(limit: Int = lineLimit) {
        self.limit = limit
    }

    /// Gives the next line.
    ///
    /// - Parameter refill: gives more bytes; none at the end of them.
    /// - Returns: the line; `nil` at the end.
    /// - Complexity: linear in the line.
    package mutating func next(_ refill: () throws -> [UInt8]) rethrows -> Line? {
        while true {
            if let end = lineEnd() {
                if let line = take(upTo: end, endLength: 1) { return line }
                continue
            }
            searched = bytes.count
            if isSkipping {
                forget()
            } else if bytes.count - start > limit {
                // Told at once, as the line may never end.
                forget()
                isSkipping = true
                number += 1
                return .tooLong
            }
            let more = try refill()
            guard !more.isEmpty else {
                return start < bytes.count ? take(upTo: bytes.count, endLength: 0) : nil
            }
            if start > 0 {
                bytes.removeFirst(start)
                searched -= start
                start = 0
            }
            bytes += more
        }
    }

    /// Takes out what was read beyond the last line that was given.
    package mutating func takeRest() -> [UInt8] {
        defer {
            bytes = []
            start = 0
            searched = 0
        }
        return Array(bytes[start...])
    }

    /// Takes out the bytes up to the end of a line; `nil` if they end a line that was told to be too long.
    private mutating func take(upTo end: Int, endLength: Int) -> Line? {
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

    /// Lets go of what was read of a line that is too long.
    private mutating func forget() {
        consumed += bytes.count - start
        bytes = []
        start = 0
        searched = 0
    }

    private func lineEnd() -> Int? {
        // What is searched lies within the array, which stays as it is for the length of the call.
        unsafe bytes.withUnsafeBytes { buffer in
            guard searched < buffer.count, let base = buffer.baseAddress,
                let found = unsafe memchr(base + searched, 0x0A, buffer.count - searched)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - base
        }
    }
}

/// Goes through bytes that come in pieces, a byte at a time.
struct ByteCursor {
    /// How many bytes were passed.
    private(set) var consumed = 0
    private var piece: [UInt8] = []
    private var position = 0
    private let refill: () throws -> [UInt8]

    /// A cursor over the pieces that a function gives, none at the end.
    init(_ refill: @escaping () throws -> [UInt8]) {
        self.refill = refill
    }

    /// The byte that comes next, which stays; `nil` at the end.
    mutating func peek() throws -> UInt8? {
        if position == piece.count {
            piece = try refill()
            position = 0
        }
        return position < piece.count ? piece[position] : nil
    }

    /// Passes the byte that comes next; `nil` at the end.
    mutating func next() throws -> UInt8? {
        guard let byte = try peek() else { return nil }
        position += 1
        consumed += 1
        return byte
    }

    /// Passes a byte order mark, where one comes next.
    mutating func skipByteOrderMark() throws {
        guard try peek() == 0xEF else { return }
        for byte: UInt8 in [0xEF, 0xBB, 0xBF] where try peek() == byte { _ = try next() }
    }

    /// Passes white space as JSON has it.
    mutating func skipWhiteSpace() throws {
        while let byte = try peek(), Self.isWhiteSpace(byte) { _ = try next() }
    }

    /// Whether a byte is white space as JSON has it.
    static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }
}
