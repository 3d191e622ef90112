/// The digits of numbers in a JSON object, which decoders would round.
enum JSONNumberText {
    /// The text of a number that is a field of an object; `nil` if the object has no such field or the field isn't a number.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - object: the object, which a decoder has found to be JSON.
    /// - Returns: the digits as written, such as `1e400`.
    /// - Complexity: linear in the object.
    static func number(ofField name: String, in object: String) -> String? {
        let bytes = Array(object.utf8)
        var index = 0
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let end = endOfString(at: index, in: bytes)
                if depth == 1, bytes[(index + 1)..<(end - 1)].elementsEqual(name.utf8),
                    let value = value(after: end, in: bytes)
                {
                    return number(at: value, in: bytes)
                }
                index = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the index after the quote that closes a string; at least two after the start of the string.
    private static func endOfString(at start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return max(min(index + 1, bytes.count), start + 2)
    }

    /// The index of the value after a colon; `nil` if no colon follows.
    private static func value(after end: Int, in bytes: [UInt8]) -> Int? {
        let rest = bytes.indices.suffix(from: min(end, bytes.count))
        guard let colon = rest.first(where: { !isWhiteSpace(bytes[$0]) }), bytes[colon] == UInt8(ascii: ":") else {
            return nil
        }
        return bytes.indices.suffix(from: colon + 1).first { !isWhiteSpace(bytes[$0]) }
    }

    private static func number(at start: Int, in bytes: [UInt8]) -> String? {
        let digits = bytes[start...].prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
