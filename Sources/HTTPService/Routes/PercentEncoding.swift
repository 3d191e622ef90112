/// Percent-encoding of URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a part of a path; `nil` if it is no UTF-8 or has an incomplete escape.
    static func decoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let escaped = escapedByte(&rest) else { return nil }
            bytes.append(escaped)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Decodes a query, in which a plus sign is a space, into its parameters; `nil` as ``decoded(_:)``.
    static func parameters(_ query: String) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        // What was read of a name or a value, and the name of that value.
        var bytes: [UInt8] = []
        var name: String?
        var rest = query.utf8.makeIterator()
        while true {
            let byte = rest.next()
            switch byte {
            case UInt8(ascii: "&"), nil:
                if name != nil || !bytes.isEmpty {
                    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
                    parameters.append(name.map { ($0, text) } ?? (text, ""))
                }
                guard byte != nil else { return parameters }
                name = nil
                bytes.removeAll(keepingCapacity: true)
            case UInt8(ascii: "=") where name == nil:
                guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
                name = text
                bytes.removeAll(keepingCapacity: true)
            case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let escaped = escapedByte(&rest) else { return nil }
                bytes.append(escaped)
            case let byte?: bytes.append(byte)
            }
        }
    }

    /// The byte that the two digits after a percent sign stand for.
    private static func escapedByte(_ rest: inout some IteratorProtocol<UInt8>) -> UInt8? {
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
            return nil
        }
        return high << 4 | low
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
