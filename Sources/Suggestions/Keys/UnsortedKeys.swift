/// Keys on their way into an index, in the order they came.
struct UnsortedKeys: Sendable {
    /// The keys, each ended by a zero byte, and zeros at the end.
    private(set) var padded = [UInt8](repeating: 0, count: PackedKeys.padding)
    /// Where each key begins.
    private(set) var starts: [UInt32] = []

    /// Whether another key of so many bytes still has a 32-bit position.
    func hasRoom(for bytes: Int) -> Bool { padded.count + bytes < Int(UInt32.max) - 64 }

    /// Adds a key, as ``bytes(_:)`` makes it.
    ///
    /// Complexity: O(length).
    mutating func append(_ key: [UInt8]) {
        padded.removeLast(PackedKeys.padding)
        starts.append(UInt32(truncatingIfNeeded: padded.count))
        padded.append(contentsOf: key)
        padded.append(contentsOf: repeatElement(0, count: PackedKeys.padding + 1))
    }

    /// A text in UTF-8 as keys are kept: a zero byte becomes U+0001, which no key has.
    static func bytes(_ text: String) -> [UInt8] { text.utf8.map { $0 == 0 ? 1 : $0 } }

    /// The index of the key that begins at a position.
    func index(at position: UInt32) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The bytes of a key.
    func range(_ index: Int) -> Range<Int> {
        let end =
            index + 1 < starts.count ? Int(starts[index + 1]) : padded.count - PackedKeys.padding
        return Int(starts[index])..<(end - 1)
    }
}
