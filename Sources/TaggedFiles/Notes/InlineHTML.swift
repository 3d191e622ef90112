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

/// The kinds of HTML blocks in Markdown, by their start and end conditions.
enum HTMLBlock: Equatable {
    /// `script`, `style`, `pre` or `textarea`, up to a closing tag.
    case verbatim
    case comment
    case instruction
    case declaration
    case characterData
    /// A block-level tag, up to a blank line.
    case blockTag
    /// Any other tag alone on its line, up to a blank line.
    case anyTag

    /// Detects the block that starts with a line whose first byte is `<`, or returns nil.
    init?(_ line: ArraySlice<UInt8>) {
        let text = Array(line.prefix(16))
        let name = Self.name(in: line)
        if text.starts(with: "<!--".utf8) {
            self = .comment
        } else if text.starts(with: "<?".utf8) {
            self = .instruction
        } else if text.starts(with: "<![CDATA[".utf8) {
            self = .characterData
        } else if text.starts(with: "<!".utf8), text.byte(at: 2).isLetter {
            self = .declaration
        } else if let name, !name.isClosing, Self.verbatimNames.contains(name.text), name.endsAsOpening {
            self = .verbatim
        } else if let name, Self.blockNames.contains(name.text), name.endsAsBlock {
            self = .blockTag
        } else if Self.isTagAlone(Array(line)) {
            self = .anyTag
        } else {
            return nil
        }
    }

    /// Whether the block ends at a blank line.
    var endsAtBlankLine: Bool { self == .blockTag || self == .anyTag }

    /// Returns whether a line ends the block.
    func ends(in line: ArraySlice<UInt8>) -> Bool {
        switch self {
        case .verbatim: Self.verbatimNames.contains { line.contains("</\($0)>", ignoringCase: true) }
        case .comment: line.contains("-->")
        case .instruction: line.contains("?>")
        case .declaration: line.contains(">")
        case .characterData: line.contains("]]>")
        case .blockTag, .anyTag: false
        }
    }

    private static let verbatimNames: Set<String> = ["script", "pre", "style", "textarea"]

    private static let blockNames: Set<String> = [
        "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col", "colgroup",
        "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe", "legend",
        "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search",
        "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
    ]

    private struct Name {
        var text: String
        var isClosing: Bool
        /// The two bytes after the name; 0 at the end of the line.
        var next: (UInt8, UInt8)

        var endsAsOpening: Bool { next.0 == 0 || next.0.isWhiteSpace || next.0 == UInt8(ascii: ">") }
        var endsAsBlock: Bool { endsAsOpening || next == (UInt8(ascii: "/"), UInt8(ascii: ">")) }
    }

    private static func name(in line: ArraySlice<UInt8>) -> Name? {
        let isClosing = line.dropFirst().first == UInt8(ascii: "/")
        let rest = line.dropFirst(isClosing ? 2 : 1)
        let name = rest.prefix(12).prefix { $0.isLetter || $0.isDigit }
        guard !name.isEmpty else { return nil }
        let after = Array(rest.dropFirst(name.count).prefix(2))
        return Name(
            text: String(decoding: name, as: UTF8.self).lowercased(), isClosing: isClosing,
            next: (after.byte(at: 0), after.byte(at: 1)))
    }

    private static func isTagAlone(_ line: [UInt8]) -> Bool {
        guard let end = InlineHTML.tagEnd(at: 0, in: line) else { return false }
        return line[end...].allSatisfy(\.isWhiteSpace)
    }
}

extension ArraySlice<UInt8> {
    /// Returns whether the bytes contain ASCII text, which must be lowercase if case is ignored.
    func contains(_ text: String, ignoringCase: Bool = false) -> Bool {
        let pattern = Array(text.utf8)
        guard let first = pattern.first, count >= pattern.count else { return false }
        let isSame: (UInt8, UInt8) -> Bool = { byte, other in
            byte == other || ignoringCase && byte.isLetter && byte | 0x20 == other
        }
        return (startIndex...endIndex - pattern.count)
            .contains { start in
                isSame(self[start], first) && self[start..<start + pattern.count].elementsEqual(pattern, by: isSame)
            }
    }
}

/// The code in MDX: `import` and `export` paragraphs, and `{/* */}` comments.
///
/// ```swift
/// let code = MDXCode(Array("import x from '#y'\n\n#tag".utf8))
/// code.contains(15..<16)  // true
/// ```
struct MDXCode {
    /// The ranges of code, in order and without overlaps.
    private var ranges: [Range<Int>] = []

    /// Finds the code in a text.
    ///
    /// - Complexity: O(n + c · log c) in the length of the text and the number of comments.
    init(_ bytes: [UInt8]) {
        var offset = 0
        var isAfterBlankLine = true
        while offset < bytes.count {
            let line = bytes.line(at: offset)
            let isBlank = bytes[offset..<line.end].allSatisfy(\.isSpaceOrTab)
            let begins = ["import ", "export "].contains { bytes[offset..<line.end].starts(with: $0.utf8) }
            if isAfterBlankLine, begins {
                ranges.append(offset..<line.next)
            } else if !isBlank, let last = ranges.last, last.upperBound == offset {
                ranges[ranges.count - 1] = last.lowerBound..<line.next
            }
            isAfterBlankLine = isBlank
            offset = line.next
        }
        let found = (ranges + Self.comments(bytes)).sorted { $0.lowerBound < $1.lowerBound }
        ranges.removeAll(keepingCapacity: true)
        for range in found {
            // A comment may begin or end inside an import.
            if let last = ranges.last, range.lowerBound < last.upperBound {
                ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                ranges.append(range)
            }
        }
    }

    private static func comments(_ bytes: [UInt8]) -> [Range<Int>] {
        var comments: [Range<Int>] = []
        var offset = 0
        while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "{")) {
            offset = start + 1
            guard bytes[offset...].starts(with: "/*".utf8) else { continue }
            offset += 2
            while offset < bytes.count, !bytes[offset...].starts(with: "*/}".utf8) { offset += 1 }
            comments.append(start..<offset)
        }
        return comments
    }

    /// Returns whether a range starts in code.
    ///
    /// - Complexity: Logarithmic in the number of ranges of code.
    func contains(_ range: Range<Int>) -> Bool {
        // The index of the first range that ends after the start.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= range.lowerBound { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].lowerBound <= range.lowerBound
    }
}
