/// A decoder for a file that arrives in pieces, in UTF-8 or in UTF-16 with a byte order mark.
///
/// The output is UTF-8. Invalid bytes become U+FFFD, and `takeBadLines()` returns their line numbers.
///
/// ```swift
/// var pieces = [Array("caf".utf8), Array("é\n".utf8)]
/// let text = TextPieces { pieces.isEmpty ? [] : pieces.removeFirst() }
/// let bytes = try text.next()
/// ```
final class TextPieces {
    private enum Encoding {
        case utf8
        case utf16(isBigEndian: Bool)
    }

    private let refill: () throws -> [UInt8]
    private var encoding: Encoding?
    /// The bytes of an incomplete character.
    private var rest: [UInt8] = []
    private var line = 1
    private var hasEnded = false
    /// The invalid lines that `takeBadLines()` hasn't returned yet.
    private var badLines: [Int] = []
    private var badLineCount = 0

    /// The number of bytes read.
    private(set) var consumed = 0

    /// The maximum number of invalid lines to report.
    private static let maxBadLines = 1_000

    /// The error message for an invalid line.
    static let problem = "it is neither UTF-8 nor UTF-16 with a byte order mark; save the file as UTF-8"

    /// Creates a decoder for the pieces that a function returns; an empty piece is the end.
    init(_ refill: @escaping () throws -> [UInt8]) { self.refill = refill }

    /// Returns the next bytes as UTF-8 without a byte order mark, or no bytes at the end.
    func next() throws -> [UInt8] {
        while !hasEnded {
            let piece = try refill()
            consumed += piece.count
            hasEnded = piece.isEmpty
            rest += piece
            guard hasEnded || encoding != nil || rest.count >= 3 else { continue }
            let text = decoded()
            if !text.isEmpty { return text }
        }
        return []
    }

    /// Returns the numbers of the invalid lines found since the last call.
    func takeBadLines() -> [Int] {
        defer { badLines = [] }
        return badLines
    }

    private func decoded() -> [UInt8] {
        let encoding = encoding ?? detectedEncoding()
        self.encoding = encoding
        switch encoding {
        case .utf8: return utf8()
        case .utf16(let isBigEndian): return utf16(isBigEndian)
        }
    }

    /// Detects the encoding from the byte order mark and drops the mark.
    private func detectedEncoding() -> Encoding {
        let marks: [([UInt8], Encoding)] = [
            ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE], .utf16(isBigEndian: false)),
            ([0xFE, 0xFF], .utf16(isBigEndian: true)),
        ]
        for (mark, encoding) in marks where rest.starts(with: mark) {
            rest.removeFirst(mark.count)
            return encoding
        }
        return .utf8
    }

    private func utf8() -> [UInt8] {
        let end = hasEnded ? rest.count : Self.wholeCharacters(rest)
        let bytes = Array(rest[..<end])
        rest.removeFirst(end)
        guard String(validating: bytes, as: UTF8.self) == nil else {
            line += bytes.count { $0 == 0x0A }
            return bytes
        }
        var repaired: [UInt8] = []
        for (index, part) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if index > 0 {
                repaired.append(0x0A)
                line += 1
            }
            if String(validating: part, as: UTF8.self) == nil { noteBadLine() }
            repaired += String(decoding: part, as: UTF8.self).utf8
        }
        return repaired
    }

    /// Returns the number of bytes without an incomplete character at the end.
    private static func wholeCharacters(_ bytes: [UInt8]) -> Int {
        for length in 1...3 where length <= bytes.count {
            let byte = bytes[bytes.count - length]
            if byte & 0xC0 == 0x80 { continue }
            let whole = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
            return whole > length ? bytes.count - length : bytes.count
        }
        return bytes.count
    }

    private func utf16(_ isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(rest.count / 2)
        for place in stride(from: 0, to: rest.count - 1, by: 2) {
            let (first, second) = (UInt16(rest[place]), UInt16(rest[place + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        rest = rest.count.isMultiple(of: 2) ? [] : Array(rest.suffix(1))
        if !hasEnded, let last = units.last, UTF16.isLeadSurrogate(last) {
            units.removeLast()
            rest = Self.bytes(of: last, isBigEndian) + rest
        }
        var text: [UInt8] = []
        var isInvalid = transcode(units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: true) {
            text.append($0)
        }
        if isInvalid { text = repaired(units) }
        if hasEnded, !rest.isEmpty { isInvalid = true }
        if isInvalid { noteBadLine() }
        line += text.count { $0 == 0x0A }
        return text
    }

    private func repaired(_ units: [UInt16]) -> [UInt8] { Array(String(decoding: units, as: UTF16.self).utf8) }

    private static func bytes(of unit: UInt16, _ isBigEndian: Bool) -> [UInt8] {
        let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
        return isBigEndian ? [high, low] : [low, high]
    }

    private func noteBadLine() {
        badLineCount += 1
        if badLineCount <= Self.maxBadLines { badLines.append(line) }
    }
}

/// Character classes of ASCII.
extension UInt8 {
    /// Whether the byte is a space or a tab.
    var isSpaceOrTab: Bool { self == 0x20 || self == 0x09 }

    /// Whether the byte is a space, a tab or another white space character from U+0009 to U+000D.
    var isWhiteSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether the byte is a digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }

    /// Whether the byte is a letter.
    var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

    /// Whether the byte is punctuation, which a backslash escapes in Markdown.
    var isPunctuation: Bool { (0x21...0x7E).contains(self) && !isDigit && !isLetter }
}
