internal import TextMeasurement

/// Writes JSON strings so that they do nothing to a terminal.
enum JSONString {
    /// Appends a string in its quotes to a document in UTF-8.
    ///
    /// Quotes, backslashes and controls are escaped as RFC 8259 asks, section 7, and what ``TerminalText/firstUnprintable(in:)``
    /// finds as `\u` with four hexadecimal digits.
    ///
    /// - Complexity: linear in the length of the string.
    static func append(_ text: String, to document: inout [UInt8]) {
        document.append(UInt8(ascii: "\""))
        if isPlain(text) {
            document += text.utf8
        } else {
            for scalar in text.unicodeScalars {
                document += (escape(of: scalar) ?? String(Character(scalar))).utf8
            }
        }
        document.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            && TerminalText.firstUnprintable(in: text) == nil
    }

    /// The escape of a scalar; `nil` if it needs none.
    private static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: UnprintableScalar.Reason(scalar) == nil ? nil : scalar.jsonEscape
        }
    }
}
