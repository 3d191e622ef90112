internal import Yams

/// A locator for the source ranges of YAML scalars in a note.
struct ScalarPlaces {
    /// The source range of a scalar.
    struct Place {
        /// The range between the quotes.
        var content: Range<Int>
        var quote: NoteTag.Quote
        /// Whether the source equals the scalar, without escapes.
        var isLiteral: Bool

        /// The range including the quotes.
        var whole: Range<Int> { quote == .none ? content : content.lowerBound - 1..<content.upperBound + 1 }
    }

    private let bytes: [UInt8]
    private let content: Range<Int>
    /// The number of Unicode scalars before each line, with the line ends of YAML 1.1.
    private let lineStarts: [Int]
    /// The offset of every 64th scalar, so that a mark far along a line is found without reading the line again.
    private let milestones: [Int]

    private static let milestoneDistance = 64

    init(_ bytes: [UInt8], _ content: Range<Int>) {
        self.bytes = bytes
        self.content = content
        var (starts, milestones): ([Int], [Int]) = ([0], [content.lowerBound])
        var scalars = 0
        for offset in content {
            if bytes[offset] & 0xC0 != 0x80 {
                if scalars > 0, scalars % Self.milestoneDistance == 0 { milestones.append(offset) }
                scalars += 1
            }
            if Self.endsLine(bytes, at: offset) { starts.append(scalars) }
        }
        lineStarts = starts
        self.milestones = milestones
    }

    /// Returns whether a byte is the last of a line end: U+000A, U+000D, both, U+0085, U+2028 or U+2029.
    private static func endsLine(_ bytes: [UInt8], at offset: Int) -> Bool {
        switch bytes[offset] {
        case 0x0A: true
        case 0x0D: bytes.byte(at: offset + 1) != 0x0A
        case 0x85: bytes.byte(at: offset - 1) == 0xC2
        case 0xA8, 0xA9: bytes.byte(at: offset - 1) == 0x80 && bytes.byte(at: offset - 2) == 0xE2
        default: false
        }
    }

    /// Returns the offset of a Yams mark, whose column counts Unicode scalars, in constant time.
    func offset(of mark: Mark?) -> Int? {
        guard let mark, lineStarts.indices.contains(mark.line - 1) else { return nil }
        let scalars = lineStarts[mark.line - 1] + max(1, mark.column) - 1
        let milestone = min(scalars / Self.milestoneDistance, milestones.count - 1)
        var offset = milestones[milestone]
        for _ in milestone * Self.milestoneDistance..<scalars {
            guard offset < content.upperBound else { return nil }
            offset += 1
            while offset < content.upperBound, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }

    /// Returns the byte at a mark, or 0 if there's none.
    func byte(at mark: Mark?) -> UInt8 { offset(of: mark).map { bytes.byte(at: $0) } ?? 0 }

    /// Returns the line number in the note, from 1.
    func line(of mark: Mark?) -> Int { (mark?.line ?? 0) + 1 }

    /// Returns the source range of a scalar after an offset, or nil if the source doesn't decode to the scalar.
    func place(of scalar: Node.Scalar, after last: Int) -> Place? {
        guard last < .max, let start = offset(of: scalar.mark), start > last else { return nil }
        switch scalar.style {
        case .plain:
            let end = start + scalar.string.utf8.count
            return place(start..<end, .none, is: scalar.string)
        case .singleQuoted, .doubleQuoted:
            let quote: NoteTag.Quote = scalar.style == .singleQuoted ? .single : .double
            guard let end = closingQuote(quote, from: start) else { return nil }
            return place(start + 1..<end, quote, is: scalar.string)
        default: return nil
        }
    }

    /// Returns the offset of the closing quote.
    private func closingQuote(_ quote: NoteTag.Quote, from start: Int) -> Int? {
        let sign = UInt8(ascii: quote == .single ? "'" : "\"")
        guard bytes.byte(at: start) == sign else { return nil }
        var end = start + 1
        while end < content.upperBound {
            if bytes[end] == UInt8(ascii: "\\"), quote == .double {
                end += 2
            } else if bytes[end] == sign, quote == .single, bytes.byte(at: end + 1) == sign {
                end += 2
            } else if bytes[end] == sign {
                return end
            } else {
                end += 1
            }
        }
        return nil
    }

    private func place(_ range: Range<Int>, _ quote: NoteTag.Quote, is text: String) -> Place? {
        guard range.upperBound <= content.upperBound else { return nil }
        if bytes[range].elementsEqual(text.utf8) { return Place(content: range, quote: quote, isLiteral: true) }
        guard Self.unescaped(bytes[range], quote).elementsEqual(text.utf8) else { return nil }
        return Place(content: range, quote: quote, isLiteral: false)
    }

    /// Returns the text between quotes without the escapes that this target writes: `''`, or `\\` and `\"`.
    private static func unescaped(_ written: ArraySlice<UInt8>, _ quote: NoteTag.Quote) -> [UInt8] {
        guard quote != .none else { return Array(written) }
        let sign = UInt8(ascii: quote == .single ? "'" : "\"")
        let escape = quote == .single ? sign : UInt8(ascii: "\\")
        var text: [UInt8] = []
        var isEscaped = false
        for byte in written {
            if byte == escape, !isEscaped {
                isEscaped = true
                continue
            }
            if isEscaped, byte != sign, byte != escape { text.append(escape) }
            text.append(byte)
            isEscaped = false
        }
        return text
    }
}
