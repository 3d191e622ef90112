/// Text escaped for the content and the attributes of XML and HTML.
///
/// ```text
/// <a href="'&'">   becomes   &lt;a href=&quot;&#39;&amp;&#39;&quot;&gt;
/// ```
package struct MarkupText: CustomStringConvertible {
    package let description: String

    /// Replaces markup characters with references, and characters not allowed in XML 1.0 with U+FFFD.
    ///
    /// - Complexity: Linear in the length of the text.
    package init(_ text: String) {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            // A reader would turn other white space in an attribute into spaces.
            case "\t", "\n", "\r": escaped.append(contentsOf: "&#\(scalar.value);".unicodeScalars)
            case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{FFFE}"..."\u{FFFF}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        description = String(escaped)
    }
}
