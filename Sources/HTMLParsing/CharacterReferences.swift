/// Rewrites the numeric character references of an HTML text, because libxml2 cuts an attribute at an invalid one.
///
/// As in browsers, `&#` without digits is text, and a reference to an invalid character is U+FFFD. Other references are
/// written in decimal: `&#x41;` becomes `&#65;`. U+0000, where the parser would stop, becomes a space.
///
/// ```swift
/// var text = CharacterReferences(Array("ui=2&#inbox &#0;".utf8))
/// text.next(atMost: 1_024)  // the bytes of ui=2&amp;#inbox &#65533;
/// ```
struct CharacterReferences {
    private let bytes: [UInt8]
    /// The number of bytes that were read.
    private(set) var position = 0
    /// The part of a rewritten reference that hasn't been returned yet.
    private var rest: ArraySlice<UInt8> = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next bytes, or none at the end.
    ///
    /// - Complexity: linear in the number of bytes that are read; all calls together are linear in the text.
    mutating func next(atMost limit: Int) -> [UInt8] {
        var piece = Array(rest.prefix(limit))
        rest = rest.dropFirst(limit)
        piece.reserveCapacity(limit)
        while piece.count < limit, position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "&"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "#") {
                let reference = reference()
                let room = limit - piece.count
                piece += reference.prefix(room)
                rest = reference.dropFirst(room)
            } else {
                piece.append(byte == 0 ? UInt8(ascii: " ") : byte)
                position += 1
            }
        }
        return piece
    }

    /// Reads the reference at the position, and returns it as the parser understands it.
    private mutating func reference() -> ArraySlice<UInt8> {
        var end = position + 2
        let isHexadecimal = end < bytes.count && bytes[end] | 0x20 == UInt8(ascii: "x")
        let radix: UInt32 = isHexadecimal ? 16 : 10
        if isHexadecimal { end += 1 }
        let start = end
        var value: UInt32 = 0
        while end < bytes.count, let digit = Character(Unicode.Scalar(bytes[end])).hexDigitValue, digit < radix {
            // Larger numbers are invalid too, and would overflow.
            value = min(value * radix + UInt32(digit), 0x11_0000)
            end += 1
        }
        guard end > start else {
            position += 2
            return ArraySlice("&amp;#".utf8)
        }
        if end < bytes.count, bytes[end] == UInt8(ascii: ";") { end += 1 }
        position = end
        return ArraySlice("&#\(Self.isValid(value) ? value : 0xFFFD);".utf8)
    }

    /// Whether the parser accepts a character: those of XML 1.0.
    private static func isValid(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }
}
