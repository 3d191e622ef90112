import TagCore

@testable import Suggestions

/// Contradictory counts, as a damaged file could contain them.
struct DamagedSource: CooccurrenceSource {
    var selections = 3

    func selectionCount() -> Int { selections }

    func uses(of features: [UInt32]) -> [UInt32] { features.map { $0 % 3 == 0 ? .max : $0 % 3 } }

    func mostUsed(limit: Int) -> [UInt32] { [.max, 0, 0, 1] }

    func pairs(of feature: UInt32) -> PairCounts {
        PairCounts(packed: (0..<40).map { PairCounts.pack($0 &* 37 % 11, .max &- $0 &* feature) })
    }

    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) {
        while !pool.isFull { pool.add([feature, feature, .max, 5]) }
    }
}
