/// Packed keys in order of insertion, to be sorted into ``PackedKeys``.
struct UnsortedKeys: Sendable {
    /// The keys, each terminated by a zero byte, followed by zeros.
    private(set) var padded = [UInt8](repeating: 0, count: PackedKeys.padding)
    /// The start of each key.
    private(set) var starts: [UInt32] = []

    /// Returns whether another key of the given size fits, so that all positions have at most 32
    /// bits.
    func hasRoom(for bytes: Int) -> Bool { padded.count + bytes < Int(UInt32.max) - 64 }

    /// Adds a key in the form that ``bytes(_:)`` returns.
    ///
    /// - Complexity: O(*n*) in the length of the key.
    mutating func append(_ key: [UInt8]) {
        padded.removeLast(PackedKeys.padding)
        starts.append(UInt32(truncatingIfNeeded: padded.count))
        padded.append(contentsOf: key)
        padded.append(contentsOf: repeatElement(0, count: PackedKeys.padding + 1))
    }

    /// Returns a text in the form of stored keys: UTF-8, with U+0000 replaced by U+0001, which no
    /// key contains.
    static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0 ? 1 : $0 } }

    /// Returns the index of the key that begins at a position.
    func index(at position: UInt32) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the range of a key, without its terminator.
    func range(_ index: Int) -> Range<Int> {
        let end = index + 1 < starts.count ? Int(starts[index + 1]) : padded.count - PackedKeys.padding
        return Int(starts[index])..<(end - 1)
    }
}
