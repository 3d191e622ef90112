import TagCore
import TestSupport
import Testing

@testable import Suggestions

@Suite struct SelectionPoolTests {
    /// The tags of each selection of a pool, by their indexes there, with what it shares.
    private func contents(_ pool: SelectionPool) -> [[UInt32]] {
        var tags = pool.members.map { [pool.shared.features[Int($0.place)], $0.otherCount] }
        for run in pool.runs {
            for place in run.tags {
                tags[Int(run.owners[place]) + run.offset].append(run.indexes[place])
            }
        }
        return tags
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `a list is added as its selections are one by one`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let apart: UInt32 = seed.isMultiple(of: 2) ? 1 : 900
        let feature = Feature.word(UInt32(3))
        let selections = (0..<60)
            .map { _ -> [UInt32] in
                let tags = Set(
                    (0..<Int.random(in: 0...6, using: &random))
                        .map { _ in apart * UInt32.random(in: 1...9, using: &random) }
                )
                return tags.sorted() + (Bool.random(using: &random) ? [feature] : [])
            }
        var list = SelectionList()
        for selection in selections { list.append(selection) }
        #expect(
            list.count == selections.count
                && selections.indices.allSatisfy { list[$0] == selections[$0] }
        )
        let candidates = SlotTable((1...7).map { apart * $0 })
        let given = [apart * 2, apart * 8, feature]
        let capacity = Int.random(in: 1...70, using: &random)
        var whole = SelectionPool(given: given, capacity: capacity, candidates: candidates)
        var single = whole
        let middle = Int.random(in: 0...60, using: &random)
        for part in [0..<middle, middle..<60] {
            whole.add(part, of: list)
            for index in part where !single.isFull { single.add(selections[index]) }
            whole.exhaust(0)
            single.exhaust(0)
        }
        #expect(whole.count == single.count && whole.count <= capacity)
        #expect(contents(whole) == contents(single), "seed \(seed)")
        // A selection that isn't a duplicate has all its tags.
        let taken = contents(whole).filter { $0[0] != 0 }.map { $0.dropFirst(2).map { $0 } }
        let known = Set(selections.map { $0.filter { !Feature.isWord($0) }.map(whole.index) })
        #expect(taken.allSatisfy(known.contains))
        // Unchecked indexes are within the sums.
        for run in whole.runs {
            #expect(run.indexes[run.tags].allSatisfy { $0 < whole.indexCount })
            #expect(
                run.owners[run.tags]
                    .allSatisfy { whole.members.indices.contains(Int($0) + run.offset) }
            )
        }
    }
}
