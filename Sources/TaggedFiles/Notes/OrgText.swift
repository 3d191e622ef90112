internal import TagCore

/// The title and tags of an Org mode text (Org 9), from `#+filetags:` and the ends of headings.
///
/// ```org
/// #+title: A trip
/// #+filetags: :travel:
/// * Pack :home:urgent:
/// ```
struct OrgText {
    private(set) var title: String?
    private(set) var date: String?
    private(set) var tags: [NoteTag] = []
    private var firstHeading: String?

    /// Parses a text.
    ///
    /// - Complexity: Linear in the length of the text.
    init(_ text: NoteText) {
        let bytes = text.bytes
        var (offset, number) = (text.start, 1)
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            read(OrgLine(bytes, offset..<line.end), number, bytes)
            (offset, number) = (line.next, number + 1)
        }
        title = title ?? firstHeading
    }

    private mutating func read(_ line: OrgLine, _ number: Int, _ bytes: [UInt8]) {
        if let (name, value) = line.keyword {
            let text = StreamSafeText.received(String(decoding: bytes[value], as: UTF8.self))
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if name == "title", !text.isEmpty { title = title ?? text }
            if name == "date", !text.isEmpty { date = date ?? text }
        }
        if firstHeading == nil, let heading = line.heading, !heading.isEmpty {
            firstHeading = StreamSafeText.received(String(decoding: bytes[heading], as: UTF8.self))
                .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        tags += line.tags.map { range in
            NoteTag(
                name: StreamSafeText.received(String(decoding: bytes[range], as: UTF8.self)), line: number,
                range: range, form: .orgTag)
        }
    }
}

/// A line of Org mode, parsed for tags and titles.
///
/// ```swift
/// let bytes = Array("* Dig :garden:spring:".utf8)
/// OrgLine(bytes, 0..<bytes.count).tags  // [7..<13, 14..<20]
/// ```
struct OrgLine {
    private let bytes: [UInt8]
    /// The range of the line, without its line end.
    let range: Range<Int>

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// The lowercase name of a line `#+name: value`, and the range of its value.
    var keyword: (name: String, value: Range<Int>)? {
        let start = bytes[range].firstIndex { !$0.isSpaceOrTab } ?? range.upperBound
        guard bytes[start..<range.upperBound].starts(with: [0x23, 0x2B]),
            let colon = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        let name = StreamSafeText.received(String(decoding: bytes[start + 2..<colon], as: UTF8.self)).lowercased()
        return (name, colon + 1..<range.upperBound)
    }

    /// The value of `#+filetags:`.
    var fileTags: Range<Int>? { keyword.flatMap { $0.name == "filetags" ? $0.value : nil } }

    /// The offset after the stars of a heading.
    private var headingStart: Int? {
        let end = bytes[range].firstIndex { $0 != UInt8(ascii: "*") } ?? range.upperBound
        guard end > range.lowerBound, bytes.byte(at: end).isSpaceOrTab, end < range.upperBound else { return nil }
        return end
    }

    /// The range of a heading's title, without its tags.
    var heading: Range<Int>? { headingStart.map { $0..<(tagsOfHeading(from: $0)?.lowerBound ?? range.upperBound) } }

    /// The ranges of the tags.
    var tags: [Range<Int>] {
        if let fileTags { return parts(of: fileTags) }
        guard let headingStart, let found = tagsOfHeading(from: headingStart) else { return [] }
        return parts(of: found)
    }

    /// Returns the range of a heading's tags: the last word, if it starts and ends with a colon.
    private func tagsOfHeading(from start: Int) -> Range<Int>? {
        var end = range.upperBound
        while end > start, bytes[end - 1].isSpaceOrTab { end -= 1 }
        var first = end
        while first > start, !bytes[first - 1].isSpaceOrTab { first -= 1 }
        let word = bytes[first..<end]
        guard word.count > 2, word.first == UInt8(ascii: ":"), word.last == UInt8(ascii: ":"),
            parts(of: first..<end).allSatisfy({ OrgTag.isTag(bytes[$0]) })
        else { return nil }
        return first..<end
    }

    /// Returns the ranges between colons and spaces.
    private func parts(of range: Range<Int>) -> [Range<Int>] {
        bytes[range].split { $0 == UInt8(ascii: ":") || $0.isWhiteSpace }.map { $0.startIndex..<$0.endIndex }
    }
}

/// The syntax of Org mode tags: letters and digits of any script, `_`, `@`, `#` and `%`.
enum OrgTag {
    /// Returns whether a name can be written as an Org mode tag.
    static func canWrite(_ name: String) -> Bool { isTag(Array(name.utf8)[...]) }

    static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return !text.isEmpty && text.unicodeScalars.allSatisfy(isPart)
    }

    /// Returns whether a character is allowed in a tag.
    static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            return byte.isLetter || byte.isDigit || [0x5F, 0x40, 0x23, 0x25].contains(byte)
        }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: false
        }
    }
}
