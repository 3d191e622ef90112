/// XML elements whose texts may contain anything.
///
/// ```swift
/// let text = XMLText.element("tag", [("tag", "<sea>"), ("count", "2")])
/// // <tag tag="&lt;sea&gt;" count="2" />
/// ```
enum XMLText {
    /// Returns an element with attributes and without content.
    static func element(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
        "<\(start(name, attributes)) />"
    }

    /// Returns an element with attributes and content, which must be XML.
    static func element(
        _ name: String, _ attributes: [(name: String, value: String)] = [], containing content: String
    ) -> String { "<\(start(name, attributes))>\(content)</\(name)>" }

    /// Returns a name with attributes, as they are written in a tag.
    static func start(_ name: String, _ attributes: [(name: String, value: String)]) -> String {
        attributes.reduce(name) { "\($0) \($1.name)=\"\(escaped($1.value))\"" }
    }

    /// Returns a text with references for characters that have a meaning, and without those that XML can't contain.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            // A reader turns other white space in an attribute into spaces.
            case "\t", "\n", "\r": result.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
