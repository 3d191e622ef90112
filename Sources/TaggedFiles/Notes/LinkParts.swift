internal import TagCore

/// Scanners for the parts of Markdown links.
enum LinkParts {
    /// Returns the end of the bracketed label that starts at an offset.
    static func labelEnd(at start: Int, in text: [UInt8]) -> Int? {
        var place = start + 1
        while place < min(text.count, start + 1_001) {
            switch text[place] {
            case UInt8(ascii: "\\"): place += 2
            case UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): return place + 1
            default: place += 1
            }
        }
        return nil
    }

    /// Returns the key by which labels are compared.
    static func key(_ label: ArraySlice<UInt8>) -> String {
        let text = StreamSafeText.received(String(decoding: label, as: UTF8.self))
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased().uppercased()
    }

    /// Returns the offset after spaces, tabs and line ends.
    static func skipSpace(_ start: Int, _ text: [UInt8]) -> Int {
        var place = start
        while text.byte(at: place).isWhiteSpace { place += 1 }
        return place
    }

    /// Returns the end of a link destination; an empty destination is valid unless it's in a definition.
    static func targetEnd(at start: Int, in text: [UInt8], isBare: Bool) -> Int? {
        if text.byte(at: start) == UInt8(ascii: "<") { return angleEnd(at: start, in: text) }
        var place = start
        var depth = 0
        while place < text.count, text[place] > 0x20, text[place] != 0x7F {
            switch text[place] {
            case UInt8(ascii: "\\") where text.byte(at: place + 1).isPunctuation: place += 1
            case UInt8(ascii: "("):
                depth += 1
                if depth > 32 { return nil }
            case UInt8(ascii: ")"):
                if depth == 0 { return isBare ? nil : place }
                depth -= 1
            default: break
            }
            place += 1
        }
        return depth == 0 ? min(place, text.count) : nil
    }

    private static func angleEnd(at start: Int, in text: [UInt8]) -> Int? {
        var place = start + 1
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"): place += 2
            case UInt8(ascii: ">"): return place + 1
            case UInt8(ascii: "<"), 0x0A: return nil
            default: place += 1
            }
        }
        return nil
    }

    /// Returns the end of a title in quotes or parentheses.
    static func titleEnd(at start: Int, in text: [UInt8]) -> Int? {
        let first = text.byte(at: start)
        guard "\"'(".utf8.contains(first) else { return nil }
        let last = first == UInt8(ascii: "(") ? UInt8(ascii: ")") : first
        var place = start + 1
        while place < text.count {
            switch text[place] {
            case UInt8(ascii: "\\"): place += 2
            case last: return place + 1
            case UInt8(ascii: "(") where last != first: return nil
            default: place += 1
            }
        }
        return nil
    }
}

/// The link reference definitions before a paragraph, such as `[label]: https://example.org "title"`.
struct LinkDefinitions {
    private let text: InlineText
    private var place = 0
    /// The number of lines of the definitions.
    private(set) var lineCount = 0

    init(_ bytes: [UInt8], _ lines: [Range<Int>]) { text = InlineText(bytes, lines) }

    /// Reads the definitions and returns their labels as keys.
    mutating func take() -> Set<String> {
        var labels: Set<String> = []
        while let (label, end) = definition(at: place) {
            labels.insert(label)
            place = end
        }
        lineCount = text.bytes[..<place].count { $0 == 0x0A }
        return labels
    }

    /// Returns the label of the definition at an offset, and the offset of the next line.
    private func definition(at start: Int) -> (label: String, end: Int)? {
        let bytes = text.bytes
        guard bytes.byte(at: start) == UInt8(ascii: "["), let labelEnd = LinkParts.labelEnd(at: start, in: bytes),
            bytes.byte(at: labelEnd) == UInt8(ascii: ":")
        else { return nil }
        let label = LinkParts.key(bytes[start + 1..<labelEnd - 1])
        let target = LinkParts.skipSpace(labelEnd + 1, bytes)
        guard !label.isEmpty, let targetEnd = LinkParts.targetEnd(at: target, in: bytes, isBare: true),
            targetEnd > target
        else { return nil }
        let title = LinkParts.skipSpace(targetEnd, bytes)
        if title > targetEnd, let end = LinkParts.titleEnd(at: title, in: bytes), let next = lineEnd(from: end) {
            return (label, next)
        }
        return lineEnd(from: targetEnd).map { (label, $0) }
    }

    /// Returns the start of the next line if only white space precedes it.
    private func lineEnd(from start: Int) -> Int? {
        var place = start
        while text.bytes.byte(at: place).isSpaceOrTab { place += 1 }
        return text.bytes.byte(at: place) == 0x0A ? place + 1 : nil
    }
}
