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
