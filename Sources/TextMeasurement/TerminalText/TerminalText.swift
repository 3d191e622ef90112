/// Functions that prepare a text for a terminal: checking, escaping and truncating it.
public enum TerminalText {
    /// Finds the first scalar that must not reach a terminal; nil for a text that is safe to print.
    ///
    /// Refused are controls (and with them every escape sequence), line and paragraph separators,
    /// bidirectional embeddings, overrides and isolates, deprecated format characters and
    /// noncharacters. Marks that scripts need, such as ZWJ, ZWNJ, LRM and RLM, pass.
    ///
    /// - Complexity: Linear in the length of the text.
    public static func firstUnprintable(in text: String) -> UnprintableScalar? {
        UnprintableScalar.first(in: text)
    }

    /// Makes any text safe to print on one line by escaping characters that must not reach a terminal.
    ///
    /// Such scalars are written as escapes of Swift: `\n`, `\r`, `\t`, or `\u{1B}` and the like. A safe text is
    /// returned unchanged.
    ///
    /// - Complexity: Linear in the length of the text.
    public static func printable(_ text: String) -> String { printable(text, keeping: []) }

    /// Escapes like ``printable(_:)``, except for the given scalars.
    static func printable(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        escaping(text, keeping: kept) { $0.visibleEscape }
    }

    /// Escapes unsafe characters in an encoded JSON document; line ends between values are kept.
    static func json(_ document: String) -> String {
        escaping(document, keeping: ["\n"]) { $0.jsonEscape }
    }

    private static func escaping(
        _ text: String,
        keeping kept: Set<Unicode.Scalar>,
        _ escape: (Unicode.Scalar) -> String
    ) -> String {
        let isUnsafe = { (scalar: Unicode.Scalar) in
            UnprintableScalar.Reason(scalar) != nil && !kept.contains(scalar)
        }
        // Fast path: most texts are safe ASCII.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) || $0 == 0x0A && kept.contains("\n") })
            || !text.unicodeScalars.contains(where: isUnsafe)
        {
            return text
        }
        return text.unicodeScalars.reduce(into: "") { result, scalar in
            if isUnsafe(scalar) {
                result += escape(scalar)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// The code point in Unicode's notation: `U+` and at least four hexadecimal digits.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// The scalar as an escape in a JSON string: `\u` and four digits for each unit of UTF-16.
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
    /// The sign for omitted text.
    public static let ellipsis = "…"

    /// Truncates a text to a number of cells, at the end of a grapheme cluster, with `…` after the cut.
    ///
    /// A text that fits is returned unchanged. If even the sign does not fit, as with a limit of 1 and wide
    /// ambiguous characters, the text is cut without it.
    ///
    /// - Parameters:
    ///   - text: The text to cut; it should be printable according to ``firstUnprintable(in:)``.
    ///   - limit: The available cells; zero or less gives the empty text.
    ///   - measurer: The measurer that counts the cells: the tables, or the widths that were measured on the terminal.
    /// - Returns: A text of at most `limit` cells.
    /// - Complexity: Linear in the length of the result, and of the text if it fits.
    public static func truncated(
        _ text: String,
        toCells limit: Int,
        measurer: some CellCounter = TerminalCellMeasurer()
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
