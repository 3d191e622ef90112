/// Percent-encoding of URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a part of a path; `nil` if it is no UTF-8 or has an incomplete escape.
    static func decoded(_ text: some StringProtocol) -> String? {
        decoded(Array(text.utf8)[...], plus: UInt8(ascii: "+"))
    }

    /// Decodes a query, in which a plus sign is a space, into its parameters; `nil` as ``decoded(_:)``.
    static func parameters(_ query: String) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        for item in Array(query.utf8).split(separator: UInt8(ascii: "&")) {
            let end = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let space = UInt8(ascii: " ")
            guard let name = decoded(item[..<end], plus: space),
                let value = decoded(item[end...].dropFirst(), plus: space)
            else { return nil }
            parameters.append((name, value))
        }
        return parameters
    }

    /// Decodes escapes, and plus signs into another byte.
    private static func decoded(_ text: ArraySlice<UInt8>, plus: UInt8) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(plus)
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
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
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
