/// A text as it may stand in the content and in the attributes of XML and HTML.
struct MarkupText: CustomStringConvertible {
    let description: String

    /// Escapes a text: what markup gives a meaning becomes a reference, and what XML 1.0 cannot hold becomes U+FFFD.
    ///
    /// - Complexity: Linear in the length of the text.
    init(_ text: String) {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}":
                escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        description = String(escaped)
    }
}
