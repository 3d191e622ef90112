internal import TextMeasurement

/// A serializer for JSON strings that are safe to print to a terminal.
enum JSONString {
    /// Appends a string with its quotes to a document in UTF-8.
    ///
    /// Quotes, backslashes and control characters are escaped as in section 7 of RFC 8259. Characters that
    /// ``TerminalText/firstUnprintable(in:)`` finds become `\u` with four hexadecimal digits.
    ///
    /// - Complexity: Linear in the length of the string.
    static func append(_ text: String, to document: inout [UInt8]) {
        document.append(UInt8(ascii: "\""))
        if isPlain(text) {
            document += text.utf8
        } else {
            for scalar in text.unicodeScalars { document += (escape(of: scalar) ?? String(Character(scalar))).utf8 }
        }
        document.append(UInt8(ascii: "\""))
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            && TerminalText.firstUnprintable(in: text) == nil
    }

    /// Returns the escape sequence of a scalar, or nil if it doesn't need one.
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
