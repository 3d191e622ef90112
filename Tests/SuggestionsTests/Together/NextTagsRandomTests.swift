import TagCore
import TestSupport
import Testing

@testable import Suggestions

@Suite struct `Next tags against the method written out` {
    private func selections(_ random: inout SeededNumbers) -> [(id: Int64, tags: Set<UInt32>)] {
        let tags = UInt32.random(in: 3...12, using: &random)
        return (0..<Int64.random(in: 1...40, using: &random))
            .map { id in
                let held = (0..<Int.random(in: 0...5, using: &random))
                    .map { _ in
                        // Low tags are used more.
                        UInt32.random(in: 0..<UInt32.random(in: 1...tags, using: &random), using: &random)
                    }
                return (id, Set(held))
            }
    }

    @Test(arguments: 1...120 as ClosedRange<UInt64>) func `random questions get the same scores`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let selections = selections(&random)
        var source = Cooccurrences()
        for (id, tags) in selections { source.add(id, tags: tags) }
        let reference = NextTagsReference(selections: selections)
        for _ in 0..<10 {
            let given = Set((0..<4).map { _ in UInt32.random(in: 0..<14, using: &random) }).sorted()
            let expected = reference.estimates(given: given)
            let found = NextTags().suggest(given: given, limit: 100, from: source)
            #expect(Set(found.map(\.tag)) == Set(expected.keys), "seed \(seed)")
            for next in found {
                #expect(abs(next.score - (expected[next.tag] ?? -1)) < 1e-9, "seed \(seed), tag \(next.tag)")
            }
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score }, "seed \(seed)")
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
                let tags = Set(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in UInt32.random(in: 0..<9, using: &random) })
                source.add(id, tags: tags)
                kept[id] = tags
            }
        }
        var rebuilt = Cooccurrences()
        for (id, tags) in kept.sorted(by: { $0.key < $1.key }) { rebuilt.add(id, tags: tags) }
        #expect(source == rebuilt, "seed \(seed)")
    }
}
