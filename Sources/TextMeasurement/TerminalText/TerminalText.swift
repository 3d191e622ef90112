/// What a program does to a text before it gives it to a terminal: check it, disarm it, cut it.
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

    /// Makes any text safe to print on one line, with what must not reach a terminal made visible.
    ///
    /// An offender stands as an escape of Swift: `\n`, `\r`, `\t`, or `\u{1B}` and the like. All else
    /// is left as it is, so that a safe text comes back unchanged.
    ///
    /// - Complexity: Linear in the length of the text.
    public static func printable(_ text: String) -> String { printable(text, keeping: []) }

    /// As ``printable(_:)``, with some scalars left as they are.
    static func printable(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
        escaping(text, keeping: kept) { $0.visibleEscape }
    }

    /// Escapes in an encoded JSON document what must not reach a terminal; line ends, which stand between values, are left.
    static func json(_ document: String) -> String {
        escaping(document, keeping: ["\n"]) { JSONString.unicodeEscape(of: $0) }
    }

    private static func escaping(
        _ text: String,
        keeping kept: Set<Unicode.Scalar>,
        _ escape: (Unicode.Scalar) -> String
    ) -> String {
        let isUnsafe = { (scalar: Unicode.Scalar) in
            UnprintableScalar.Reason(scalar) != nil && !kept.contains(scalar)
        }
        // Most texts are ASCII, and safe.
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
    /// The code point as Unicode writes it: `U+` and at least four hexadecimal digits.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
    }

    /// The scalar as an escape in a string literal of Swift.
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
    /// The ellipsis that stands for what was cut off.
    public static let ellipsis = "…"

    /// Cuts a text to at most a number of cells, at the end of a grapheme cluster, with `…` after the cut.
    ///
    /// A text that fits comes back as it is. Where not even the ellipsis fits, which happens for a limit of
    /// 1 when ambiguous characters are wide, the text is cut without it.
    ///
    /// - Parameters:
    ///   - text: The text to cut; it should be free of what ``firstUnprintable(in:)`` finds.
    ///   - limit: The cells there are; zero or less gives the empty text.
    ///   - measurer: What counts the cells: the tables, or the widths that were measured on the terminal.
    /// - Returns: A text of at most `limit` cells.
    /// - Complexity: Linear in the length of what is kept, and in that of the text where it fits.
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
