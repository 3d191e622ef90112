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
    public static func printable(_ text: String) -> String {
        if firstUnprintable(in: text) == nil { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if UnprintableScalar.Reason(scalar) == nil {
                result.unicodeScalars.append(scalar)
            } else {
                result += scalar.visibleEscape
            }
        }
        return result
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
