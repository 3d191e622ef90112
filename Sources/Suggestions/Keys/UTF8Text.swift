/// Decoding of UTF-8 that is known to be valid, because the standard library encoded it.
enum UTF8Text {
    /// Returns the length of a scalar in bytes, given its first byte.
    static func length(ofScalarStartingWith byte: UInt8) -> Int {
        byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
    }

    /// Returns whether a range of a text contains another text.
    ///
    /// - Complexity: O(*n* · *m*) in their lengths, in practice O(*n*).
    static func contains(_ part: Span<UInt8>, in text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !part.isEmpty, part.count <= range.count else { return part.isEmpty }
        let text = text.extracting(range)
        let first = part[0]
        for start in 0...(text.count - part.count) where text[start] == first {
            var same = 1
            while same < part.count, text[start + same] == part[same] { same += 1 }
            if same == part.count { return true }
        }
        return false
    }

    /// Returns whether a range of a text contains all scalars of another text in order, with any scalars between them;
    /// false for fewer than two scalars.
    ///
    /// - Complexity: O(*n*) in the length of the range.
    static func containsInOrder(_ scalars: Span<UInt8>, in text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard !scalars.isEmpty, scalars.count > length(ofScalarStartingWith: scalars[0]) else { return false }
        let text = text.extracting(range)
        var next = 0
        var wanted = scalars[0]
        // The first byte of a scalar never occurs inside another scalar, so any byte can be
        // compared with it.
        for place in text.indices where text[place] == wanted {
            let length = length(ofScalarStartingWith: wanted)
            guard place + length <= text.count else { return false }
            var same = 1
            while same < length, text[place + same] == scalars[next + same] { same += 1 }
            guard same == length else { continue }
            next += length
            guard next < scalars.count else { return true }
            wanted = scalars[next]
        }
        return false
    }

    /// Returns the scalar at a position and its length in bytes; at least three bytes must follow the position.
    static func scalar(_ text: PackedArray<UInt8>, _ position: Int) -> (scalar: UInt32, length: Int) {
        let first = UInt32(text[position])
        if first < 0x80 { return (first, 1) }
        let second = UInt32(text[position + 1]) & 0x3F
        if first < 0xE0 { return ((first & 0x1F) << 6 | second, 2) }
        let third = UInt32(text[position + 2]) & 0x3F
        if first < 0xF0 { return ((first & 0x0F) << 12 | second << 6 | third, 3) }
        let fourth = UInt32(text[position + 3]) & 0x3F
        return ((first & 0x07) << 18 | second << 12 | third << 6 | fourth, 4)
    }
}
