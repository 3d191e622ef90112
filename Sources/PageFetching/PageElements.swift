/// The elements of a page by how their text is read.
enum PageElements {
    /// Elements without text that belongs to the page's subject.
    static let skipped: Set<String> = [
        "applet", "aside", "audio", "button", "canvas", "datalist", "dialog", "footer", "iframe", "map", "math", "menu",
        "nav", "noembed", "noframes", "noscript", "object", "optgroup", "option", "rp", "rt", "script", "select",
        "style", "svg", "template", "textarea", "video",
    ]

    /// Roles of elements that are skipped.
    static let skippedRoles: Set<String> = [
        "alertdialog", "complementary", "contentinfo", "dialog", "menu", "menubar", "navigation", "search", "toolbar",
    ]

    /// Elements inside a line of text, which don't separate words.
    static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins", "kbd", "label", "mark", "nobr", "param", "q", "rb", "ruby", "s", "samp", "small", "span", "strike",
        "strong", "sub", "sup", "time", "tt", "u", "var",
    ]

    /// Elements that end a title without an end tag.
    static let afterTitle: Set<String> = ["base", "body", "link", "meta", "script", "style"]

    /// Whether an element's text is left out.
    static func isSkipped(_ name: String, _ attributes: [String: String]) -> Bool {
        // Some pages are hidden until a script shows them.
        if name == "html" || name == "body" { return false }
        if skipped.contains(name) || attributes["hidden"] != nil { return true }
        if attributes["aria-hidden"]?.lowercased() == "true" { return true }
        if let role = attributes["role"], skippedRoles.contains(role.lowercased()) { return true }
        let style = attributes["style"]?.lowercased().filter { !$0.isWhitespace }
        return style?.contains("display:none") ?? false
    }

    /// Whether an element contains the page's subject.
    static func isMain(_ name: String, _ attributes: [String: String]) -> Bool {
        name == "main" || name == "article" || attributes["role"]?.lowercased() == "main"
    }

    /// Returns a page in bytes that libxml2 parses as browsers do.
    ///
    /// It doesn't know that `<wbr>`, `<source>` and `<track>` are empty, and would nest all that follows. `<param>` is
    /// empty and has no text either.
    static func withKnownEmptyElements(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            result.append(byte)
            guard byte == UInt8(ascii: "<"), let length = emptyName(in: bytes, at: position) else { continue }
            result += "param".utf8
            position += length
        }
        return result
    }

    /// The length of an empty element's name that libxml2 doesn't know, or nil for another name.
    private static func emptyName(in bytes: [UInt8], at position: Int) -> Int? {
        for name in emptyNames where position + name.count < bytes.count {
            let end = position + name.count
            guard " \t\n\r\u{c}/>".utf8.contains(bytes[end]) else { continue }
            if zip(bytes[position..<end], name).allSatisfy({ $0 | 0x20 == $1 }) { return name.count }
        }
        return nil
    }

    private static let emptyNames = ["wbr", "source", "track"].map { Array($0.utf8) }
}
