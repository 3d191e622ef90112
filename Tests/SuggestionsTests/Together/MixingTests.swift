import TagCore
import TestSupport
import Testing

@testable import Suggestions

@Suite struct MixingTests {
    /// Own tags are 1 to 9, those of the model 101 to 109; the model has no 108 and 109, one has no 6 and 7.
    private static func modelTag(_ tag: UInt32) -> UInt32? { tag < 8 ? tag + 100 : nil }
    private static func ownTag(_ tag: UInt32) -> UInt32? { [106, 107].contains(tag) ? nil : tag - 100 }

    private func ranking(_ selections: [[UInt32]], given: [UInt32]) -> NextRanking? {
        var source = Cooccurrences()
        for (id, tags) in selections.enumerated() { source.add(Int64(id), tags: Set(tags)) }
        return NextTags().rank(given: given, limit: 10, from: source)
    }

    private func mixing(_ random: inout SeededNumbers) -> (Mixing, NextRanking?, NextRanking?) {
        func selections(_ tags: [UInt32]) -> [[UInt32]] {
            (0..<Int.random(in: 0...20, using: &random))
                .map { _ in
                    (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in tags.randomElement(using: &random) }
                }
        }
        let own = ranking(selections([1, 2, 3, 4, 5, 8, 9]), given: [1, 2])
        let model = ranking(selections([101, 102, 103, 104, 105, 106, 107]), given: [101, 102])
        let mixing = Self.mixing(own, model)
        return (mixing, own, model)
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>) func `each estimate is that of the model, moved toward one's own`(
        seed: UInt64
    ) {
        var random = SeededNumbers(seed: seed)
        let (mixing, own, model) = mixing(&random)
        for share in [0, 0.3, 1] {
            let mine = mixing.ownTags(share: share, tag: [101: 1, 102: 2])
            let new = mixing.newTags(share: share, tag: [101: 1, 102: 2])
            let weighed = mixing.weighed(share)
            func expected(_ tag: UInt32?, _ other: UInt32?) -> Double {
                let ownEstimate = tag.flatMap { own?.estimate(of: $0) } ?? 0
                let modelEstimate = other.flatMap { model?.estimate(of: $0) } ?? 0
                let ownUses = tag.flatMap { own?.uses(of: $0) } ?? 0
                let modelUses = other.flatMap { model?.uses(of: $0) } ?? 0
                let estimate = modelEstimate + weighed * (ownEstimate - modelEstimate)
                let confidence = NextTags.Tuning().confidence(inTagUsed: ownUses + modelUses)
                return min(1, estimate * confidence)
            }
            for (tag, score) in mine.scores(20) {
                let expected = expected(tag, Self.modelTag(tag))
                #expect(abs(score - expected) < 1e-12, "seed \(seed), tag \(tag)")
            }
            #expect(Set(new.tags).isSubset(of: [106, 107]), "seed \(seed)")
            for (tag, score) in new.scores(20) {
                #expect(abs(score - expected(nil, tag)) < 1e-12, "seed \(seed), tag \(tag)")
            }
            let ranks = (mine.tags + new.tags).compactMap { mine.rank(of: $0) ?? new.rank(of: $0) }
            #expect(ranks.sorted() == Array(1...(ranks.count + 1)).dropLast(), "seed \(seed)")
            for next in mine.explain(mine.tags) + new.explain(new.tags) {
                #expect(next.contributions.allSatisfy { [.with(tag: 1), .with(tag: 2)].contains($0.reason) })
            }
        }
    }

    private static func mixing(_ own: NextRanking?, _ model: NextRanking?) -> Mixing {
        Mixing(
            own: EvidenceScores(given: own), model: EvidenceScores(given: model), limit: 20, modelTag: modelTag,
            ownTag: ownTag)
    }

    @Test func `the parts of a mixture add up to the mixture of the estimates`() throws {
        let own = try #require(ranking([[1, 3], [1, 3], [1, 4]], given: [1]))
        let model = try #require(ranking([[101, 103], [101, 105], [101, 105]], given: [101]))
        let mixing = Self.mixing(own, model)
        func sum(_ next: NextTag?) -> Double {
            (next?.popularity ?? 0) + (next?.contributions.map(\.total).reduce(0, +) ?? 0)
        }
        let mixed = mixing.ownTags(share: 0.3, tag: [101: 1])
        for next in mixed.best(9, where: { _ in true }) {
            let expected = 0.3 * sum(own.explain([next.tag]).first) + 0.7 * sum(model.explain([next.tag + 100]).first)
            #expect(abs(sum(next) - expected) < 1e-12, "tag \(next.tag)")
            #expect(next.contributions.map(\.reason) == [.with(tag: 1)])
        }
    }

    @Test func `a side counts less, the less it knows about the given tags`() throws {
        let all = try #require(ranking([[1, 2]], given: [1, 2]))
        let some = try #require(ranking([[101, 103]], given: [101, 102]))
        // What is given has been saved on one side; the other side has one of the two, beside a tag that is not given.
        #expect(all.bestSimilarity == 1 && abs(some.bestSimilarity - 1 / 1.3) < 1e-12)
        let fit = (0.5 + 1 / 1.3) / 2
        #expect(abs(Self.mixing(all, some).weighed(0.4) - 0.6 / (0.6 + 0.6 * fit)) < 1e-12)
        let reversed = Self.mixing(ranking([[1, 3]], given: [1, 2]), ranking([[101, 102]], given: [101, 102]))
        #expect(abs(reversed.weighed(0.4) - 0.4 * fit / (0.4 * fit + 0.9)) < 1e-12)
        // A side that knows nothing of it has no share, and where neither knows anything, the share is as it was learned.
        let nothing = try #require(ranking([[3, 4]], given: [1, 2]))
        #expect(Self.mixing(nothing, some).weighed(0.4) == 0)
        #expect(Self.mixing(all, nil).weighed(0.4) == 1)
        #expect(Self.mixing(nothing, nil).weighed(0.4) == 0.4)
        #expect(Self.mixing(nil, nil).weighed(0.4) == 0.4)
    }

    @Test func `gains are NDCG of the ten best, and a tag without a score gains nothing`() throws {
        let own = try #require(ranking([[1, 3], [1, 3], [1, 4]], given: [1]))
        let model = try #require(ranking([[101, 105], [101, 105], [101, 104]], given: [101]))
        let mixing = Self.mixing(own, model)
        #expect(mixing.gains(hidden: [3], given: [1], shares: [0, 1]) == [0, 1])
        #expect(mixing.gains(hidden: [5], given: [1], shares: [0, 1]) == [1, 0])
        let second = mixing.gains(hidden: [4], given: [1], shares: [0, 1])
        #expect(second.allSatisfy { abs($0 - logarithm(2) / logarithm(3)) < 1e-12 })
        #expect(mixing.gains(hidden: [], given: [1], shares: [0, 1]) == [0, 0])
        let none = Mixing(own: nil, model: nil, limit: 5, modelTag: { $0 }, ownTag: { $0 })
        #expect(none.gains(hidden: [1], given: [], shares: [0.5]) == [0])
        #expect(none.givenCount == 0 && none.ownTags(share: 0, tag: [:]).tags.isEmpty)
    }
}
