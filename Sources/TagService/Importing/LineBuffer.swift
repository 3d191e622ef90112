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

    /// What is wrong with a line of more bytes.
    package static let tooLong = "it is longer than 16 MB"

    /// A line without its end.
    package enum Line: Equatable, Sendable {
        case text(ArraySlice<UInt8>)
        /// The line had more bytes than the limit, which were read over.
        case tooLong
    }

    /// How many lines were given.
    package private(set) var number = 0
    /// How many bytes were given, with the ends of their lines.
    package private(set) var consumed = 0
    private var bytes: [UInt8] = []
    private var start = 0
    /// Up to where it is known that no line ends.
    private var searched = 0
    private var isSkipping = false

    package init() {}

    /// Gives the next line.
    ///
    /// - Parameter refill: gives more bytes; none at the end of them.
    /// - Returns: the line; `nil` at the end.
    /// - Complexity: linear in the line.
    package mutating func next(_ refill: () throws -> [UInt8]) rethrows -> Line? {
        while true {
            if let end = lineEnd() { return take(upTo: end, endLength: 1) }
            searched = bytes.count
            if isSkipping || bytes.count - start > Self.lineLimit { forget() }
            let more = try refill()
            guard !more.isEmpty else {
                guard start < bytes.count || isSkipping else { return nil }
                return take(upTo: bytes.count, endLength: 0)
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

    private mutating func take(upTo end: Int, endLength: Int) -> Line {
        let line = bytes[start..<end]
        let isTooLong = isSkipping || line.count > Self.lineLimit
        consumed += line.count + endLength
        number += 1
        start = end + endLength
        searched = start
        isSkipping = false
        return isTooLong ? .tooLong : .text(line)
    }

    /// Lets go of what was read of a line that is too long.
    private mutating func forget() {
        consumed += bytes.count - start
        bytes = []
        start = 0
        searched = 0
        isSkipping = true
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
