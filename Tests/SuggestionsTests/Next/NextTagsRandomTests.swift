import TagCore
import TestSupport
import Testing

@testable import Suggestions

@Suite struct `Next tags against the method written out` {
    /// Random selections whose tags are so far apart; those from 4,096 on are looked up in another way than those below.
    private func selections(
        _ random: inout SeededNumbers,
        apart: UInt32
    ) -> [(id: Int64, features: Set<UInt32>)] {
        let tags = UInt32.random(in: 3...12, using: &random)
        return (0..<Int64.random(in: 1...40, using: &random))
            .map { id in
                let held = (0..<Int.random(in: 0...5, using: &random))
                    .map { _ in
                        // Low tags are used more.
                        apart
                            * UInt32.random(
                                in: 0..<UInt32.random(in: 1...tags, using: &random),
                                using: &random
                            )
                    }
                let words = (0..<Int.random(in: 0...2, using: &random))
                    .map { _ in
                        Feature.word(UInt32.random(in: 0..<4, using: &random))
                    }
                return (id, Set(held + words))
            }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>, [1, 997] as [UInt32])
    func `random questions get the same scores`(seed: UInt64, apart: UInt32) {
        var random = SeededNumbers(seed: seed)
        let selections = selections(&random, apart: apart)
        var source = Cooccurrences()
        for (id, features) in selections { source.add(id, features: features) }
        let reference = NextTagsReference(selections: selections)
        for _ in 0..<10 {
            let given = Set((0..<4).map { _ in apart * UInt32.random(in: 0..<14, using: &random) })
                .sorted()
            let words = Bool.random(using: &random) ? [Feature.word(1), Feature.word(9)] : []
            let expected = reference.estimates(given: given + words)
            let found = NextTags().suggest(given: given, words: words, limit: 100, from: source)
            #expect(Set(found.map(\.tag)) == Set(expected.keys), "seed \(seed)")
            for next in found {
                #expect(
                    abs(next.score - (expected[next.tag] ?? -1)) < 1e-9,
                    "seed \(seed), tag \(next.tag)"
                )
            }
            #expect(
                zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score },
                "seed \(seed)"
            )
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `counts after random additions and removals are those of a rebuild`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var source = Cooccurrences()
        var kept: [Int64: Set<UInt32>] = [:]
        for _ in 0..<300 {
            let id = Int64.random(in: 0..<30, using: &random)
            if Int.random(in: 0..<3, using: &random) == 0 {
                source.remove(id)
                kept[id] = nil
            } else {
                let features = Set(
                    (0..<Int.random(in: 0...6, using: &random))
                        .map { _ in
                            UInt32.random(in: 0..<9, using: &random)
                                | (Int.random(in: 0..<4, using: &random) == 0
                                    ? Feature.wordFlag : 0)
                        }
                )
                source.add(id, features: features)
                kept[id] = features
            }
        }
        var rebuilt = Cooccurrences()
        for (id, features) in kept.sorted(by: { $0.key < $1.key }) {
            rebuilt.add(id, features: features)
        }
        #expect(source == rebuilt, "seed \(seed)")
    }

    @Test func `the factored matrix equals elimination, and skips columns without weight`() {
        var random = SeededNumbers(seed: 1)
        for size in 1...12 {
            let factors = (0..<size)
                .map { _ in (0..<size).map { _ in Double.random(in: -1...1, using: &random) } }
            let matrix = factors.map { row in factors.map { zip(row, $0).map(*).reduce(0, +) } }
            let ridged = matrix.enumerated()
                .map { row, values in
                    values.enumerated().map { $1 + ($0 == row ? 0.5 : 0) }
                }
            let right = (0..<size).map { _ in Double.random(in: -1...1, using: &random) }
            let expected = NextTagsReference(selections: []).solve(ridged, right)
            let found = SymmetricSystem(size: size, values: ridged.flatMap { $0 }).solve(right)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-9 })
        }
        let singular = SymmetricSystem(size: 2, values: [4, 0, 0, 0])
        #expect(singular.solve([4, 1]) == [1, 0])
        let broken = SymmetricSystem(size: 2, values: [.nan, 0, .infinity, -1])
        #expect(broken.solve([1, 1]).allSatisfy { $0.isFinite })
    }

    @Test(arguments: [1, 2, 7, 8, 9, 15, 16, 17, 31, 40])
    func `rows of the inverse are those that elimination finds`(size: Int) {
        var random = SeededNumbers(seed: UInt64(size))
        let factors = (0..<size)
            .map { _ in (0..<size).map { _ in Double.random(in: -1...1, using: &random) } }
        let matrix = factors.enumerated()
            .map { row, values in
                factors.enumerated()
                    .map { column, others in
                        zip(values, others).map(*).reduce(row == column ? 0.5 : 0, +)
                    }
            }
        let system = SymmetricSystem(size: size, values: matrix.flatMap { $0 })
        for first in Set([0, 1, size / 2, size - 1]) {
            let found = system.inverse().ratios(ofRowsFrom: first)
            let expected = (first..<size)
                .flatMap { row -> [Double] in
                    let unit = (0..<size).map { $0 == row ? 1.0 : 0 }
                    let inverse = NextTagsReference(selections: []).solve(matrix, unit)
                    return inverse.prefix(first).map { -$0 / inverse[row] }
                }
            #expect(found.count == expected.count)
            #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-8 }, "from \(first)")
        }
    }
}
