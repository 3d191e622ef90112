/// Writes JSON strings so that they do nothing to a terminal: the one place that escapes for JSON.
public enum JSONString {
    /// Appends a string in its quotes to a document in UTF-8.
    ///
    /// Quotes, backslashes and controls are escaped as RFC 8259 asks, section 7, and what ``TerminalText/firstUnprintable(in:)``
    /// finds as `\u` with four hexadecimal digits.
    ///
    /// - Complexity: linear in the length of the string; one that needs no escape is copied.
    public static func append(_ text: String, to document: inout [UInt8]) {
        document.append(UInt8(ascii: "\""))
        if !appendASCII(text, to: &document) { appendScalars(of: text, to: &document) }
        document.append(UInt8(ascii: "\""))
    }

    /// Appends a text of ASCII that needs no escape; false for any other one.
    private static func appendASCII(_ text: String, to document: inout [UInt8]) -> Bool {
        // Most texts are such ones; side by side, their bytes are compared and copied in a third of the time.
        let isAppended = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
            let isPlain = unsafe bytes.allSatisfy {
                (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C
            }
            if isPlain { unsafe document.append(contentsOf: bytes) }
            return isPlain
        }
        return isAppended ?? false
    }

    private static func appendScalars(of text: String, to document: inout [UInt8]) {
        let isPlain =
            text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            && TerminalText.firstUnprintable(in: text) == nil
        guard !isPlain else { return document.append(contentsOf: text.utf8) }
        for scalar in text.unicodeScalars {
            if let escape = escape(of: scalar) {
                document.append(contentsOf: escape.utf8)
            } else {
                document.append(
                    contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                )
            }
        }
    }

    /// The escape of a scalar inside a string; nil for one that stands as it is.
    private static func escape(of scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: UnprintableScalar.Reason(scalar) == nil ? nil : unicodeEscape(of: scalar)
        }
    }

    /// A scalar as `\u` and four digits for each unit of UTF-16.
    static func unicodeEscape(of scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar)?
            .map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
            .joined() ?? ""
    }
}
