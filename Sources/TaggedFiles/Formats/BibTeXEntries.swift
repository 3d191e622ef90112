import TagService

/// A parser that reads one BibTeX entry at a time and skips the comments between entries.
struct BibTeXEntries {
    /// An entry with the text between its braces.
    struct Entry {
        var kind: String
        var line: Int
        var body: [UInt8]
        /// The error message if the entry isn't closed or is too long.
        var problem: String?
    }

    private var cursor: ByteCursor
    private var line = 1
    /// Whether the `@` of the next entry was already read, because the previous entry isn't closed.
    private var hasBegun = false
    private let limit: Int

    init(_ cursor: ByteCursor, limit: Int) {
        self.cursor = cursor
        self.limit = limit
    }

    /// The number of bytes up to the end of the last entry.
    var consumed: Int { cursor.consumed }

    /// Returns the next entry, or nil at the end.
    mutating func next() throws -> Entry? {
        while try seek() {
            let first = line
            var kind = ""
            try skipWhiteSpace()
            while let byte = try cursor.peek(), byte.isLetter {
                kind.append(Character(Unicode.Scalar(byte)))
                _ = try take()
            }
            try skipWhiteSpace()
            guard !kind.isEmpty, let opening = try cursor.peek(),
                opening == UInt8(ascii: "{") || opening == UInt8(ascii: "(")
            else { continue }
            _ = try take()
            var entry = Entry(kind: kind.lowercased(), line: first, body: [])
            try readBody(of: &entry, isInParentheses: opening == UInt8(ascii: "("))
            return entry
        }
        return nil
    }

    /// Moves past the `@` of the next entry; returns false at the end.
    private mutating func seek() throws -> Bool {
        if hasBegun {
            hasBegun = false
            return true
        }
        while let byte = try take() { if byte == UInt8(ascii: "@") { return true } }
        return false
    }

    private mutating func skipWhiteSpace() throws {
        while let byte = try cursor.peek(), byte.isWhiteSpace { _ = try take() }
    }

    private mutating func take() throws -> UInt8? {
        let byte = try cursor.next()
        if byte == 0x0A { line += 1 }
        return byte
    }

    private mutating func readBody(of entry: inout Entry, isInParentheses: Bool) throws {
        var depth = 0
        var isEscaped = false
        var last: UInt8 = 0
        while let byte = try take() {
            defer {
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                last = byte
            }
            switch byte {
            case UInt8(ascii: "}") where depth == 0 && !isInParentheses: return
            case UInt8(ascii: ")") where depth == 0 && isInParentheses: return
            case UInt8(ascii: "{") where !isEscaped: depth += 1
            case UInt8(ascii: "}") where !isEscaped: depth -= 1
            case UInt8(ascii: "@") where last == 0x0A:
                hasBegun = true
                entry.problem = Self.unclosed
                return
            default: break
            }
            guard entry.body.count < limit else {
                entry.problem = LineBuffer.tooLong
                continue
            }
            entry.body.append(byte)
        }
        entry.problem = Self.unclosed
    }

    private static let unclosed = "the entry isn't closed"
}
