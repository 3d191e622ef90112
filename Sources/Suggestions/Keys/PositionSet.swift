internal import TagCore

/// A set of positions in packed keys, as bits.
struct PositionSet {
    private var bits: [UInt64]

    private init(_ keys: PackedKeys) { bits = [UInt64](repeating: 0, count: keys.text.count / 64 + 1) }

    /// Returns whether a position is in the set.
    func contains(_ position: UInt32) -> Bool { bits[Int(position / 64)] & (1 << UInt64(position % 64)) != 0 }

    private mutating func insert(_ position: Int) { bits[position / 64] |= 1 << UInt64(position % 64) }

    /// Returns the starts of all words except the first of each key.
    ///
    /// A word begins with a letter, digit, mark or symbol after white space, punctuation or a mathematical sign.
    ///
    /// - Complexity: O(*n*) in the length of all keys.
    static func wordStarts(of keys: PackedKeys) -> PositionSet {
        var set = PositionSet(keys)
        var separators = Separators()
        for row in 0..<keys.count {
            var afterSeparator = false
            var position = Int(keys.starts[row])
            while keys.text[position] != 0 {
                let (scalar, length) = UTF8Text.scalar(keys.text, position)
                let isSeparator = separators.contains(scalar)
                if afterSeparator, !isSeparator { set.insert(position) }
                afterSeparator = isSeparator
                position += length
            }
        }
        return set
    }

    /// Returns the position of the second scalar of each key that has one.
    ///
    /// - Complexity: O(*n*) in the number of keys.
    static func secondScalars(of keys: PackedKeys) -> PositionSet {
        var set = PositionSet(keys)
        for start in keys.starts.dropLast() where keys.text[Int(start)] != 0 {
            let second = Int(start) + UTF8Text.scalar(keys.text, Int(start)).length
            if keys.text[second] != 0 { set.insert(second) }
        }
        return set
    }
}
