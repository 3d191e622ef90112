import Foundation
import TagCore
import Testing

@testable import Suggestions

@Suite struct `Next tags` {
    @Test func `nothing saved suggests nothing`() {
        let source = Cooccurrences()
        #expect(NextTags().suggest(given: [1, 2], limit: 10, from: source).isEmpty)
    }

    @Test func `nothing given suggests the most used`() {
        var source = Cooccurrences()
        source.add(1, tags: [1, 2])
        source.add(2, tags: [2, 3])
        source.add(3, tags: [2, 3])
        #expect(NextTags().suggest(given: [], limit: 2, from: source).map(\.tag) == [2, 3])
    }

    @Test func `tags saved together with a tag come before more used tags`() {
        var source = Cooccurrences()
        for index in 0..<20 { source.add(Int64(index), tags: [1, 2]) }
        for index in 20..<25 { source.add(Int64(index), tags: [3, 4]) }
        let next = NextTags().suggest(given: [3], limit: 10, from: source)
        #expect(next.map(\.tag) == [4, 1, 2])
        #expect(next[0].contributions.map(\.reason) == [.with(tag: 3)])
        #expect(next[0].contributions[0].total > 0.3)
    }

    @Test func `one more item changes the next answer`() {
        var source = Cooccurrences()
        source.add(1, tags: [1, 2])
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [1])
        source.add(2, tags: [7, 8])
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [8])
        source.remove(2)
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [1])
    }

    @Test func `contributions add up to the estimate`() {
        var source = Cooccurrences()
        for index in 0..<30 { source.add(Int64(index), tags: [1, 2, UInt32(index % 5 + 3)]) }
        for next in NextTags().suggest(given: [1, 3], limit: 5, from: source) where next.tag != 2 {
            #expect(next.contributions.count == 2)
            let sum = next.popularity + next.contributions.map(\.total).reduce(0, +)
            #expect(sum <= 1.5 && sum >= -0.5)
            let uses = Double(source.uses(of: [next.tag])[0])
            #expect(abs(sum * uses / (uses + 0.5) * pow(uses, -0.06) - next.score) < 1e-12)
        }
    }

    @Test func `with one given tag the regression among the best is skipped`() {
        var source = Cooccurrences()
        for index in 0..<30 { source.add(Int64(index), tags: [1, 2, UInt32(index % 5 + 3)]) }
        func local(_ given: [UInt32]) -> [Double] {
            NextTags().suggest(given: given, limit: 5, from: source).flatMap { $0.contributions.map(\.local) }
        }
        #expect(local([1]).allSatisfy { $0 == 0 })
        #expect(local([1, 3]).contains { $0 != 0 })
    }

    @Test(arguments: [-1, 0, 1, 3, .max]) func `contradicting counts give finite scores and no trap`(selections: Int) {
        let source = DamagedSource(selections: selections)
        for given in [[], [0], [0, 1, 2, .max], Array(0..<200)] as [[UInt32]] {
            let next = NextTags().suggest(given: given, limit: 100, from: source)
            #expect(next.allSatisfy { (0...1).contains($0.score) })
            #expect(next.allSatisfy { !given.contains($0.tag) })
            #expect(Set(next.map(\.tag)).count == next.count)
        }
    }

    @Test func `unknown and repeated tags change nothing`() {
        var source = Cooccurrences()
        for index in 0..<9 { source.add(Int64(index), tags: [1, 2, UInt32(index)]) }
        let plain = NextTags().suggest(given: [1], limit: 5, from: source)
        #expect(NextTags().suggest(given: [1, 99, 1], limit: 5, from: source) == plain)
        #expect(NextTags().suggest(given: [1], limit: 0, from: source).isEmpty)
        #expect(NextTags().suggest(given: [1], limit: -1, from: source).isEmpty)
    }

    @Test func `a row sorts unordered entries and keeps packed ones`() {
        let entries = [PairCounts.pack(2, 1), PairCounts.pack(1, 5), PairCounts.pack(3, 0), PairCounts.pack(2, 9)]
        var row = PairCounts(packed: entries)
        #expect(row.entries.map(PairCounts.feature) == [1, 2])
        row.change(4, adding: true)
        row.change(1, adding: false)
        row.change(9, adding: false)
        #expect([1, 2, 3, 4, 9].map { row[$0] } == [4, 1, 0, 1, 0])
        #expect(PairCounts(packed: row.entries) == row)
    }

    @Test func `candidates are all tags that can be suggested, with their estimates`() throws {
        var source = Cooccurrences()
        for index in 0..<30 { source.add(Int64(index), tags: [1, 2, UInt32(index % 5 + 3)]) }
        let ranking = try #require(NextTags().rank(given: [1, 3], limit: 5, from: source))
        #expect(ranking.candidates.first == 2 && Set(ranking.candidates) == [2, 4, 5, 6, 7])
        #expect(ranking.candidates == ranking.scores(9).map(\.tag))
        for next in ranking.explain(ranking.candidates) {
            let sum = next.popularity + next.contributions.map(\.total).reduce(0, +)
            #expect(abs(ranking.estimate(of: next.tag) - sum) < 1e-12)
        }
        #expect([1, 3, 99].allSatisfy { ranking.estimate(of: $0) == 0 })
        #expect(ranking.explain([1, 3, 99]).isEmpty && ranking.score(of: 3) == nil)
    }

    @Test func `an item with two given tags votes once`() {
        var source = Cooccurrences()
        for index in 0..<4 { source.add(Int64(index), tags: [1, 2, 3]) }
        for index in 4..<9 { source.add(Int64(index), tags: [2, 4]) }
        let given = GivenTags([1, 2], cap: 32, from: source)
        for (limit, expected) in [(0, 0), (3, 3), (6, 6), (20, 9)] {
            var tuning = NextTags.Tuning()
            tuning.neighborLimit = limit
            let found = Neighbors(given: given, selectionCount: 9, tuning: tuning, from: source)
            #expect(found.neighbors.count == expected)
        }
    }
}
