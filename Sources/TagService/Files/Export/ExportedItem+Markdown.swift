internal import TagCore

/// Items as lines of a Markdown list.
extension ExportedItem {
    /// The item as `- [Title](<location>) #tag — note`; the parts that it doesn't have are omitted.
    ///
    /// A location that could run code is text, as in `- Title (javascript:…)`.
    var markdown: String {
        let hashTags = tags.map { "#" + Self.escaped(Self.hashTag($0)) }
        let title = Self.escaped(shownTitle)
        let line = ([link(title)] + hashTags).filter { !$0.isEmpty }.joined(separator: " ")
        let text = Self.escaped(WhiteSpace.collapsed(note))
        return "- \(line)\(text.isEmpty ? "" : " — \(text)")\n"
    }

    private func link(_ title: String) -> String {
        guard let location else { return Self.lineStart(title) }
        guard !LinkScheme.allowsLink(to: location) else { return "[\(title)](<\(Self.destination(location))>)" }
        return Self.lineStart(title) + (self.title.isEmpty ? "" : " (\(Self.escaped(location)))")
    }

    /// Returns a tag without white space, which would end it.
    private static func hashTag(_ name: String) -> String {
        name.replacingScalars { $0.properties.isWhitespace ? "-" : nil }
    }

    /// Returns a text with a backslash before each character that Markdown interprets.
    private static func escaped(_ text: String) -> String {
        text.replacingScalars { "\\`*_[]<>&~|$#".unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }

    /// Returns an escaped text that doesn't begin another list or a heading at the start of a line.
    private static func lineStart(_ text: String) -> String {
        let rest = text.unicodeScalars.drop { ("0"..."9").contains($0) }
        guard let mark = rest.first else { return text }
        let isNumbered = rest.startIndex > text.startIndex && (mark == "." || mark == ")")
        let isMark = rest.startIndex == text.startIndex && "-+=".unicodeScalars.contains(mark)
        guard isNumbered || isMark else { return text }
        return "\(text[..<rest.startIndex])\\\(text[rest.startIndex...])"
    }

    /// Returns a link destination for angle brackets, readable by programs that search for addresses.
    private static func destination(_ location: String) -> String {
        // Without a semicolon, an ampersand can't begin an entity.
        let special = location.utf8.contains(UInt8(ascii: ";")) ? "\\<>&" : "\\<>"
        return location.replacingScalars { special.unicodeScalars.contains($0) ? "\\\($0)" : nil }
    }
}
