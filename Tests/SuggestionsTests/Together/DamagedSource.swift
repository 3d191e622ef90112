import TagCore

@testable import Suggestions

/// Contradictory counts, as a damaged file could contain them.
struct DamagedSource: CooccurrenceSource {
    var selections = 3

    func selectionCount() -> Int { selections }

    func uses(of tags: [UInt32]) -> [UInt32] { tags.map { $0 % 3 == 0 ? .max : $0 % 3 } }

    func mostUsed(limit: Int) -> [UInt32] { [.max, 0, 0, 1] }

    func pairs(of tag: UInt32) -> PairCounts {
        PairCounts(packed: (0..<40).map { PairCounts.pack($0 &* 37 % 11, .max &- $0 &* tag) })
    }

    func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] {
        Array(repeating: [tag, tag, .max, 5], count: limit)
    }
}
