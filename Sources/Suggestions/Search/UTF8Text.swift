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
}
