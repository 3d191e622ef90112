/// Terminal output split into text and styling sequences.
///
/// ```swift
/// EscapedText("\u{1B}[1mbold\u{1B}[0m".utf8).text  // the bytes of "bold"
/// ```
public struct EscapedText: Hashable, Sendable {
    /// A part of the output.
    public enum Part: Hashable, Sendable {
        /// Bytes outside escape sequences.
        case text(ArraySlice<UInt8>)
        /// The parameters of an SGR control sequence, each as the numbers between its colons.
        ///
        /// Missing numbers are 0: `38:2::1` is `[38, 2, 0, 1]`.
        case style([[Int]])
    }

    /// The parts in order, without escape sequences other than SGR.
    public private(set) var parts: [Part] = []

    /// The bytes without escape sequences.
    public var text: [UInt8] {
        parts.flatMap { part -> ArraySlice<UInt8> in if case .text(let bytes) = part { bytes } else { [] } }
    }

    /// Parses bytes.
    ///
    /// If a sequence is incomplete, only ESC and the next byte are removed.
    ///
    /// - Complexity: linear in the bytes.
    public init(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        var scanner = SequenceScanner(bytes: bytes)
        var start = 0
        while let escape = bytes[scanner.place...].firstIndex(of: SequenceScanner.escape) {
            if start < escape { parts.append(.text(bytes[start..<escape])) }
            scanner.place = escape + 1
            if let style = scanner.skipSequence() { parts.append(.style(style)) }
            start = scanner.place
        }
        if start < bytes.count { parts.append(.text(bytes[start...])) }
    }

    /// Returns whether bytes contain no escape sequences.
    public static func isPlain(_ bytes: some Sequence<UInt8>) -> Bool { !bytes.contains(SequenceScanner.escape) }
}

/// Skips escape sequences (ECMA-48) in bytes.
private struct SequenceScanner {
    static let escape: UInt8 = 0x1B

    let bytes: [UInt8]
    /// The index of the next byte.
    var place = 0
    /// Whether an unterminated string was found; all strings after it are unterminated, too.
    private var hasOpenString = false

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Skips the rest of the sequence after ESC; returns the parameters of an SGR sequence.
    mutating func skipSequence() -> [[Int]]? {
        guard place < bytes.count else { return nil }
        let start = place
        place += 1
        switch bytes[start] {
        case UInt8(ascii: "["): return skipControlSequence()
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"): skipString()
        case 0x20...0x2F:
            while place < bytes.count, (0x20...0x2F).contains(bytes[place]) { place += 1 }
            if place < bytes.count, (0x30...0x7E).contains(bytes[place]) { place += 1 }
        case 0x30...0x7E: break
        // Not a sequence: the byte is part of the text.
        default: place = start
        }
        return nil
    }

    private mutating func skipControlSequence() -> [[Int]]? {
        var end = place
        while end < bytes.count, (0x30...0x3F).contains(bytes[end]) { end += 1 }
        let parameters = bytes[place..<end]
        let intermediates = end
        while end < bytes.count, (0x20...0x2F).contains(bytes[end]) { end += 1 }
        guard end < bytes.count, (0x40...0x7E).contains(bytes[end]) else { return nil }
        place = end + 1
        guard bytes[end] == UInt8(ascii: "m"), intermediates == end else { return nil }
        return Self.numbers(in: parameters)
    }

    /// Returns the parameters between semicolons, each as the numbers between its colons.
    ///
    /// Returns `nil` for a private sequence.
    private static func numbers(in parameters: ArraySlice<UInt8>) -> [[Int]]? {
        guard parameters.allSatisfy({ $0 <= UInt8(ascii: ";") }) else { return nil }
        return parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { parameter in
                parameter.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                    .map { digits in digits.reduce(0) { min($0 * 10 + Int($1 - UInt8(ascii: "0")), 1 << 20) } }
            }
    }

    /// Skips a string that ends with BEL or `ESC \`; an unterminated string isn't skipped.
    private mutating func skipString() {
        guard !hasOpenString else { return }
        var end = place
        while end < bytes.count {
            if bytes[end] == 0x07 {
                place = end + 1
                return
            }
            if bytes[end] == Self.escape, end + 1 < bytes.count, bytes[end + 1] == 0x5C {
                place = end + 2
                return
            }
            end += 1
        }
        hasOpenString = true
    }
}
