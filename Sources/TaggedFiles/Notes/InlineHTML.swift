/// Inline HTML tags and autolinks in Markdown.
enum InlineHTML {
    /// Returns the end of the complete tag that starts at an offset, or nil if there's none.
    ///
    /// - Complexity: Linear in the length of the tag.
    static func tagEnd(at start: Int, in text: [UInt8]) -> Int? {
        var place = start + 1
        let isClosing = text.byte(at: place) == UInt8(ascii: "/")
        if isClosing { place += 1 }
        guard text.byte(at: place).isLetter else { return nil }
        while isNamePart(text.byte(at: place)) { place += 1 }
        if isClosing {
            place = skipSpace(place, text)
            return text.byte(at: place) == UInt8(ascii: ">") ? place + 1 : nil
        }
        while let end = attributeEnd(at: place, in: text) { place = end }
        place = skipSpace(place, text)
        if text.byte(at: place) == UInt8(ascii: "/") { place += 1 }
        return text.byte(at: place) == UInt8(ascii: ">") ? place + 1 : nil
    }

    private static func isNamePart(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") }

    private static func skipSpace(_ start: Int, _ text: [UInt8]) -> Int {
        var place = start
        while text.byte(at: place).isWhiteSpace { place += 1 }
        return place
    }

    /// Returns the end of an attribute, which must be preceded by white space.
    private static func attributeEnd(at start: Int, in text: [UInt8]) -> Int? {
        var place = skipSpace(start, text)
        let first = text.byte(at: place)
        guard place > start, first.isLetter || first == UInt8(ascii: "_") || first == UInt8(ascii: ":") else {
            return nil
        }
        while isNamePart(text.byte(at: place)) || [0x5F, 0x2E, 0x3A].contains(text.byte(at: place)) { place += 1 }
        let equals = skipSpace(place, text)
        guard text.byte(at: equals) == UInt8(ascii: "=") else { return place }
        return valueEnd(at: skipSpace(equals + 1, text), in: text)
    }

    private static func valueEnd(at start: Int, in text: [UInt8]) -> Int? {
        let quote = text.byte(at: start)
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            guard start + 1 < text.count else { return nil }
            return text[(start + 1)...].firstIndex(of: quote).map { $0 + 1 }
        }
        var place = start
        while place < text.count, !text[place].isWhiteSpace, !"\"'=<>`".utf8.contains(text[place]) { place += 1 }
        return place > start ? place : nil
    }

    /// Returns the end of an autolink such as `<https://example.org/>` or `<me@example.org>`.
    static func addressEnd(at start: Int, in text: [UInt8]) -> Int? {
        guard
            let end = text[(start + 1)...]
                .firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") || $0 <= 0x20 }),
            text[end] == UInt8(ascii: ">")
        else { return nil }
        let address = text[start + 1..<end]
        return isURL(address) || isMail(address) ? end + 1 : nil
    }

    private static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        let scheme = text.prefix { $0.isLetter || $0.isDigit || [0x2B, 0x2E, 0x2D].contains($0) }
        return (2...32).contains(scheme.count) && scheme.first?.isLetter == true
            && text.dropFirst(scheme.count).first == UInt8(ascii: ":")
    }

    private static func isMail(_ text: ArraySlice<UInt8>) -> Bool {
        guard let at = text.firstIndex(of: UInt8(ascii: "@")), at > text.startIndex else { return false }
        let isName = text[..<at].allSatisfy { $0.isLetter || $0.isDigit || ".!#$%&'*+/=?^_`{|}~-".utf8.contains($0) }
        let labels = text[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return isName
            && labels.allSatisfy { label in
                (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                    && label.allSatisfy(isNamePart)
            }
    }
}
