/// An occurrence of a tag in a note.
///
/// ```swift
/// let note = try Note(file: Array("---\ntags: [trip]\n---\n".utf8))
/// note.tags[0].line  // 2
/// note.tags[0].written("a, b")  // the bytes of "a, b" in double quotes
/// ```
package struct NoteTag: Hashable, Sendable {
    /// The syntax of a tag.
    package enum Form: Hashable, Sendable {
        /// `#tag` in the text.
        case hashTag
        /// A YAML scalar that is the whole tag.
        case item(quote: Quote, isInFlow: Bool)
        /// A word of a YAML scalar that lists tags separated by spaces or commas.
        case word(quote: Quote, isInFlow: Bool, isBetweenCommas: Bool)
        /// `:tag:` in Org mode.
        case orgTag
    }

    /// The quotes around a YAML scalar.
    package enum Quote: Hashable, Sendable {
        case none
        case single
        case double
    }

    /// The name, without a leading `#`.
    package var name: String
    /// The line number, from 1.
    package var line: Int
    /// The range in the note's text, without quotes and `#`.
    ///
    /// It's nil if the YAML source differs from the name, for example because of an anchor or an escape.
    package var range: Range<Int>?
    /// The syntax of the tag.
    package var form: Form

    /// Whether the tag is in front matter.
    var isInFrontMatter: Bool {
        switch form {
        case .item, .word: true
        case .hashTag, .orgTag: false
        }
    }
}

extension NoteTag {
    /// Returns the bytes that replace this tag with another name, or nil if the name can't be written here.
    package func written(_ name: String) -> [UInt8]? { form.written(name) }
}

extension NoteTag.Form {
    /// Returns the bytes of a name in this syntax, or nil if the syntax can't represent the name.
    package func written(_ name: String) -> [UInt8]? {
        switch self {
        case .hashTag: return HashTag.canWrite(name) ? Array(name.utf8) : nil
        case .orgTag: return OrgTag.canWrite(name) ? Array(name.utf8) : nil
        case .item(let quote, let isInFlow): return Self.scalar(name, quote, isInFlow: isInFlow)
        case .word(let quote, let isInFlow, let isBetweenCommas):
            let isOneWord =
                !name.contains(",") && (isBetweenCommas || !name.unicodeScalars.contains { $0.properties.isWhitespace })
            return isOneWord && (quote != .none || Self.isPlain(name, isInFlow: isInFlow))
                ? Self.scalar(name, quote, isInFlow: isInFlow) : nil
        }
    }

    static func scalar(_ name: String, _ quote: NoteTag.Quote, isInFlow: Bool) -> [UInt8] {
        switch quote {
        case .single: return Array(name.replacing("'", with: "''").utf8)
        case .double: return Array(escaped(name).utf8)
        case .none: return isPlain(name, isInFlow: isInFlow) ? Array(name.utf8) : Array("\"\(escaped(name))\"".utf8)
        }
    }

    private static func escaped(_ name: String) -> String {
        name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }

    /// Returns whether every YAML parser reads the unquoted name as the same string.
    static func isPlain(_ name: String, isInFlow: Bool) -> Bool {
        let signs = isInFlow ? ",[]{}" : ""
        guard let first = name.first, !"-?:,[]{}#&*!|>'\"%@`=~<".contains(first), !name.contains(where: signs.contains),
            !name.contains(" #"), name.last != ":", !name.contains(": "), !(isInFlow && name.contains(":")),
            !["true", "false", "yes", "no", "on", "off", "null", "y", "n"].contains(name.lowercased())
        else { return false }
        // A plain integer, such as a year, needs no quotes. Any other number or time does.
        return !name.contains { ("0"..."9").contains($0) }
            || !name.allSatisfy { ("0"..."9").contains($0) || "+-._:eExXoTZ".contains($0) }
            || name.allSatisfy { ("0"..."9").contains($0) }
    }
}

/// A scanner for `#tags` in text.
///
/// A tag consists of letters, digits, `_`, `-`, `/` and non-ASCII characters other than punctuation and white space,
/// and isn't all digits. It's at the start of a line, or after white space or an opening bracket.
///
/// ```swift
/// HashTag.canWrite("machine-learning")  // true
/// HashTag.canWrite("deep work")  // false
/// ```
package enum HashTag {
    /// Returns the end of the tag whose `#` is at an offset.
    ///
    /// - Parameters:
    ///   - start: The offset of the `#`.
    ///   - text: UTF-8 bytes.
    /// - Returns: The offset after the tag's last byte, or nil if there's no tag.
    static func end(at start: Int, in text: [UInt8]) -> Int? {
        guard let (end, hasSign) = scan(at: start, in: text), hasSign else { return nil }
        return end
    }

    /// Returns the end of a tag being typed, which may still be empty or all digits.
    static func extent(at start: Int, in text: [UInt8]) -> Int? { scan(at: start, in: text)?.end }

    private static func scan(at start: Int, in text: [UInt8]) -> (end: Int, hasSign: Bool)? {
        guard text.byte(at: start) == UInt8(ascii: "#"), mayBegin(at: start, in: text) else { return nil }
        var end = start + 1
        var hasSign = false
        while end < text.count, let part = part(at: end, in: text, isFirst: end == start + 1) {
            hasSign = hasSign || !part.isDigit
            end += part.length
        }
        return (end, hasSign)
    }

    /// Returns the ranges of the tags in plain text, without `#`.
    ///
    /// - Complexity: Linear in the length of the text.
    static func all(in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var offset = 0
        while let start = text[offset...].firstIndex(of: UInt8(ascii: "#")) {
            let end = end(at: start, in: text)
            if let end { ranges.append(start + 1..<end) }
            offset = end ?? start + 1
        }
        return ranges
    }

    /// Returns whether a name can be written as a `#tag`.
    package static func canWrite(_ name: String) -> Bool {
        let text = Array("#\(name)".utf8)
        return end(at: 0, in: text) == text.count
    }

    /// Returns whether the character before an offset allows a tag to start there.
    private static func mayBegin(at offset: Int, in text: [UInt8]) -> Bool {
        guard offset > 0 else { return true }
        let before = text[offset - 1]
        if before < 0x80 { return before.isWhiteSpace || [0x28, 0x5B, 0x7B].contains(before) }
        guard let scalar = scalar(before: offset, in: text) else { return false }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .openPunctuation
    }

    /// Returns whether the character before an offset greater than 0 is Unicode white space.
    static func isSpace(before offset: Int, in text: [UInt8]) -> Bool {
        let before = text[offset - 1]
        guard before >= 0x80 else { return before.isWhiteSpace }
        return scalar(before: offset, in: text)?.properties.isWhitespace == true
    }

    /// Returns the length of the tag character at an offset, or nil if the character ends the tag.
    private static func part(at offset: Int, in text: [UInt8], isFirst: Bool) -> (length: Int, isDigit: Bool)? {
        let byte = text[offset]
        if byte < 0x80 {
            if byte.isDigit { return (1, true) }
            let isSign = byte.isLetter || [0x5F, 0x2D, 0x2F].contains(byte)
            return isSign ? (1, false) : nil
        }
        guard let (scalar, length) = scalar(at: offset, in: text) else { return nil }
        switch scalar.properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control:
            return nil
        case .format:
            // Format characters are invisible and end a tag, except the joiners and flag letters of
            // emoji.
            let isPart = [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
            return isPart && !isFirst ? (length, true) : nil
        case .nonspacingMark, .enclosingMark, .spacingMark:
            // A mark right after '#' belongs to it, as in the keycap emoji.
            return isFirst ? nil : (length, true)
        case .decimalNumber: return (length, true)
        default: return (length, false)
        }
    }

    /// Returns the scalar at an offset, or nil if the bytes aren't valid UTF-8.
    private static func scalar(at offset: Int, in text: [UInt8]) -> (scalar: Unicode.Scalar, length: Int)? {
        let length = text[offset] >= 0xF0 ? 4 : text[offset] >= 0xE0 ? 3 : 2
        guard text[offset] >= 0xC2, offset + length <= text.count else { return nil }
        var value = UInt32(text[offset] & (0x7F >> UInt8(length)))
        for place in offset + 1..<offset + length {
            guard text[place] & 0xC0 == 0x80 else { return nil }
            value = value << 6 | UInt32(text[place] & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) }
    }

    private static func scalar(before offset: Int, in text: [UInt8]) -> Unicode.Scalar? {
        var start = offset - 1
        while start > 0, start > offset - 4, text[start] & 0xC0 == 0x80 { start -= 1 }
        guard let found = scalar(at: start, in: text), start + found.length == offset else { return nil }
        return found.scalar
    }
}
