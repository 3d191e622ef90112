/// Percent-encoding of URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a part of a path; `nil` if it is no UTF-8 or has an incomplete escape.
    static func decoded(_ text: some StringProtocol) -> String? {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit),
                let low = rest.popFirst().flatMap(digit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes a part of a query, in which a plus sign is a space.
    static func decodedQuery(_ text: some StringProtocol) -> String? {
        decoded(text.split(separator: "+", omittingEmptySubsequences: false).joined(separator: " "))
    }

    /// Encodes a name as one segment of a path.
    static func segment(_ name: String) -> String {
        // A segment of dots alone would be taken for a step up.
        if name == "." || name == ".." { return name == "." ? "%2E" : "%2E%2E" }
        return encoded(name)
    }

    private static func encoded(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                text.append(Character(Unicode.Scalar(byte)))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        UInt8(String(Unicode.Scalar(byte)), radix: 16)
    }
}
