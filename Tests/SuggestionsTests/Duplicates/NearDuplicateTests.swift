import TestSupport
import Testing

@testable import Suggestions

@Suite struct NearDuplicateTests {
    @Test(arguments: [
        ("photo", "photos", NearDuplicate.plural), ("city", "cities", .plural), ("box", "boxes", .plural),
        ("cat", "cats", .plural), ("machine learning", "machine-learning", .separators),
        ("machine-learning", "machinelearning", .separators), ("snake_case", "snake.case", .separators),
        ("swift", "swfit", .letter), ("swift", "swif", .letter), ("swift", "swiift", .letter),
        ("swift", "smift", .letter), ("role:program", "role::program", .letter), ("program", "brogram", .letter),
        ("book", "boko", .letter), ("photo", "phto", .letter), ("москва", "масква", .letter),
        ("프로그래밍", "프로그레밍", .letter),
    ]) func `a typo of the hand makes a near duplicate`(one: String, other: String, kind: NearDuplicate) {
        #expect(NearDuplicate(one, other) == kind)
        #expect(NearDuplicate(other, one) == kind)
        #expect(NearDuplicates([one, "unlike", other]).pairs.map(\.kind) == [kind])
    }

    @Test(arguments: [
        ("2024", "2025"), ("v1.10", "v1.11"), ("c", "c++"), ("go", "do"), ("cat", "car"), ("lang::c", "lang::r"),
        ("glass", "glas s x"), ("swift", "swap"), ("as", "ass"), ("早餐", "晚餐"), ("swift", "sfiwt"), ("book", "cook"),
        ("cars", "cats"), ("hike", "bike"), ("table", "cable"), ("sable", "able"),
    ]) func `names with different meanings aren't near duplicates`(one: String, other: String) {
        #expect(NearDuplicate(one, other) == nil)
        #expect(NearDuplicates([one, other]).pairs.isEmpty)
    }

    @Test func `accents are folded away before`() {
        #expect(NearDuplicate("cafe", "cafe") == .marks)
        #expect(NearDuplicates(["cafe", "cafe"]).pairs.map(\.kind) == [.marks])
    }

    @Test func `of thousands of similar names, each is compared only with the first`() {
        let keys = Array(repeating: "cafe", count: 2_000) + (0..<2_000).map { "beac\($0)h" }
        let found = NearDuplicates(keys, passComparisons: 200_000)
        #expect(!found.isComplete)
        // Each meets the others under some ten hashes; each with each would be twenty million.
        #expect(found.comparisons < 1_000_000)
        let first = found.pairs.prefix { $0.first == 0 }
        #expect(first.map(\.second) == Array(1..<2_000), "the first one's pairs are all there")
        #expect(NearDuplicates(Array(keys.prefix(100))).pairs.count == 4_950)
        #expect(NearDuplicates(Array(keys.prefix(700))).pairs.count == NearDuplicates.limit)
    }

    @Test func `all pairs of many keys are those that a comparison of each two finds`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var generator = SeededNumbers(seed: seed)
        let keys = (0..<600)
            .map { _ in
                let letters = Array("ab-s1")
                return String(
                    (0..<Int.random(in: 0...7, using: &generator))
                        .map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] })
            }
        var expected: Set<NearDuplicates.Pair> = []
        for first in keys.indices {
            for second in keys.indices.dropFirst(first + 1) where keys[first].count >= 3 {
                guard keys[second].count >= 3, let kind = NearDuplicate(keys[first], keys[second]) else { continue }
                expected.insert(NearDuplicates.Pair(first: first, second: second, kind: kind))
            }
        }
        let found = NearDuplicates(keys).pairs
        #expect(found.count > 50)
        #expect(Set(found) == expected)
    }
}
