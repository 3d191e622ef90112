/// Positions in packed keys, sorted by the string that begins at each.
///
/// The first eight bytes at every 64th position are kept beside: a search goes through these few, near each other
/// in memory, before it touches the text.
final class SortedPositions: Sendable {
    /// The positions.
    let positions: [UInt32]
    private let keys: PackedKeys
    private let fence: [UInt64]
    private static let step = 64

    /// Takes sorted positions.
    ///
    /// Complexity: O(n).
    init(_ positions: [UInt32], in keys: PackedKeys) {
        self.positions = positions
        self.keys = keys
        fence = stride(from: 0, to: positions.count, by: Self.step)
            .map {
                SuffixOrder.eightBytes(keys.text, Int(positions[$0]))
            }
    }

    /// The indices of the positions at which `prefix` begins.
    ///
    /// Complexity: O(log n).
    func indices(beginningWith prefix: [UInt8]) -> Range<Int> {
        let (least, greatest) = Self.bounds(prefix)
        let first = partition { $0 < least }
        let last = partition { $0 <= greatest }
        let whole = window(first).lowerBound..<window(last).upperBound
        guard prefix.count <= 8 else {
            return keys.items(beginningWith: prefix, in: positions, whole, depth: 0)
        }
        let lower = keys.items(beginningWith: prefix, in: positions, window(first), depth: 0)
        guard first < last else { return lower }
        let upper = keys.items(beginningWith: prefix, in: positions, window(last), depth: 0)
        return lower.lowerBound..<upper.upperBound
    }

    /// The indices from the fence post before number `post` up to that one.
    private func window(_ post: Int) -> Range<Int> {
        max(0, post - 1) * Self.step..<min(positions.count, post * Self.step)
    }

    /// The number of fence posts for which the predicate is true; it is true up to one of them.
    private func partition(_ predicate: (UInt64) -> Bool) -> Int {
        var low = 0
        var high = fence.count
        while low < high {
            let middle = (low + high) / 2
            if predicate(fence[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The least and the greatest eight bytes that begin with the first eight of a prefix.
    private static func bounds(_ prefix: [UInt8]) -> (least: UInt64, greatest: UInt64) {
        var least: UInt64 = 0
        var greatest: UInt64 = 0
        for index in 0..<8 {
            least = least << 8 | UInt64(index < prefix.count ? prefix[index] : 0)
            greatest = greatest << 8 | UInt64(index < prefix.count ? prefix[index] : 0xFF)
        }
        return (least, greatest)
    }
}
