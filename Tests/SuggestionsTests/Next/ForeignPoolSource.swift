import TagCore

@testable import Suggestions

/// A source that puts another pool in place of the one that it is given, or adds nothing.
struct ForeignPoolSource: CooccurrenceSource {
    var counts = DamagedSource()
    var foreign: SelectionPool?

    func selectionCount() -> Int { counts.selectionCount() }

    func uses(of features: [UInt32]) -> [UInt32] { counts.uses(of: features) }

    func mostUsed(limit: Int) -> [UInt32] { counts.mostUsed(limit: limit) }

    func pairs(of feature: UInt32) -> PairCounts { counts.pairs(of: feature) }

    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) {
        if let foreign { pool = foreign }
    }
}
