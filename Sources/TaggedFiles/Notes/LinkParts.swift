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
