/// Checks, escapes and truncates text for a terminal.
///
/// ```swift
/// TerminalText.printable("two\nlines")  // "two\\nlines"
/// TerminalText.truncated("学习新东西", toCells: 8)  // "学习新…", 7 cells
/// ```
public enum TerminalText {
    /// Returns the first scalar that must not reach a terminal, or `nil` if the text is safe to print.
    ///
    /// Unsafe are control characters (and therefore all escape sequences), line and paragraph separators,
    /// bidirectional embeddings, overrides and isolates, deprecated format characters and
    /// noncharacters. Marks that scripts need, such as ZWJ, ZWNJ, LRM and RLM, are safe.
    ///
    /// - Complexity: Linear in the length of the text.
    public static func firstUnprintable(in text: String) -> UnprintableScalar? { UnprintableScalar.first(in: text) }

    /// Escapes characters that must not reach a terminal, so that the text is safe to print on one line.
    ///
    /// The escapes are those of Swift, such as `\n` and `\u{1B}`. A safe text is returned unchanged.
    ///
    /// - Complexity: Linear in the length of the text.
    public static func printable(_ text: String) -> String { printable(text, keeping: []) }

    /// Escapes like ``printable(_:)``, except for the given scalars.
    static func printable(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        escaping(text, keeping: kept) { $0.visibleEscape }
    }

    /// Escapes unsafe characters in an encoded JSON document, except for newlines between values.
    static func json(_ document: String) -> String { escaping(document, keeping: ["\n"]) { $0.jsonEscape } }

    private static func escaping(
        _ text: String, keeping kept: Set<Unicode.Scalar>, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        let isUnsafe = { (scalar: Unicode.Scalar) in UnprintableScalar.Reason(scalar) != nil && !kept.contains(scalar) }
        // Fast path: most texts are safe ASCII.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A && kept.contains("\n") })
            || !text.unicodeScalars.contains(where: isUnsafe)
        {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) { result += escape(scalar) } else { result.unicodeScalars.append(scalar) }
        }
    }
}

extension Unicode.Scalar {
    /// The code point in Unicode notation, such as `U+001B`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// The scalar as an escape in a JSON string: `\u` and four digits for each UTF-16 code unit.
    package var jsonEscape: String {
        UTF16.encode(self)?
            .map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
            .joined() ?? ""
    }

    /// The scalar as an escape in a Swift string literal.
    fileprivate var visibleEscape: String {
        switch self {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(value, radix: 16, uppercase: true))}"
        }
    }
}

extension TerminalText {
    /// The character that replaces omitted text.
    public static let ellipsis = "…"

    /// Truncates a text to a number of cells after a grapheme cluster and appends `…`.
    ///
    /// A text that fits is returned unchanged. If the ellipsis itself doesn't fit, it is omitted; this
    /// happens if the limit is 1 and ambiguous characters are wide.
    ///
    /// - Parameters:
    ///   - text: The text to truncate; it should be printable according to ``firstUnprintable(in:)``.
    ///   - limit: The available cells; if it isn't positive, the result is empty.
    ///   - measurer: Counts the cells, from the tables or from widths measured on the terminal.
    /// - Returns: A text of at most `limit` cells.
    /// - Complexity: Linear in the length of the result, and of the text if it fits.
    public static func truncated(
        _ text: String, toCells limit: Int, measurer: some CellCounter = TerminalCellMeasurer()
    ) -> String {
        guard limit > 0 else { return "" }
        let ellipsisCells = measurer.cells(in: Character(ellipsis))
        let ellipsisFits = ellipsisCells <= limit
        let room = ellipsisFits ? limit - ellipsisCells : limit
        var kept = ""
        var used = 0
        for character in text {
            used += measurer.cells(in: character)
            if used > limit { return ellipsisFits ? kept + ellipsis : kept }
            if used <= room { kept.append(character) }
        }
        return text
    }
}

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
