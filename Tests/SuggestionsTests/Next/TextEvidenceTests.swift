import Suggestions
import TagCore
import Testing

@Suite struct `A whole text` {
    private let sea: UInt32 = 1
    private let city: UInt32 = 2
    private let work: UInt32 = 3
    private let wind = Feature.word(1)
    private let tram = Feature.word(2)
    private let the = Feature.word(3)

    /// Selections in which a word goes with a tag, and another word with every one.
    private var source: Cooccurrences {
        var source = Cooccurrences()
        for number in Int64(0)..<60 {
            let (tag, word) = number % 3 == 0 ? (sea, wind) : (city, tram)
            source.add(number, features: [tag, word, the, work])
        }
        return source
    }

    @Test func `its significant words decide if nothing is given`() throws {
        let ranking = try #require(
            NextTags()
                .rank(
                    given: [],
                    text: [TextWord(the, count: 9), TextWord(wind, count: 1)],
                    limit: 3,
                    from: source
                )
        )
        let without = try #require(NextTags().rank(given: [], limit: 3, from: source))
        #expect(without.best(3).map(\.tag) == [work, city, sea])
        #expect((ranking.score(of: sea) ?? 0) > (without.score(of: sea) ?? 0) + 0.1)
        #expect(ranking.score(of: city) == without.score(of: city))
        #expect(ranking.score(of: work) == without.score(of: work))
    }

    @Test func `it changes the ranking of given tags only a little`() throws {
        let given = try #require(NextTags().rank(given: [city], limit: 3, from: source))
        let both = try #require(
            NextTags()
                .rank(given: [city], text: [TextWord(wind, count: 5)], limit: 3, from: source)
        )
        let gain = (both.score(of: sea) ?? 0) - (given.score(of: sea) ?? 0)
        #expect(gain > 0)
        #expect(gain < 0.05)
    }

    @Test func `the parts of an explanation add up to the estimate`() throws {
        let text = [TextWord(wind, count: 2), TextWord(tram, count: 1), TextWord(the, count: 40)]
        let ranking = try #require(
            NextTags().rank(given: [work], words: [the], text: text, limit: 3, from: source)
        )
        for best in ranking.best(3) {
            let parts = best.contributions.reduce(best.popularity) { $0 + $1.total }
            #expect(parts > 0)
            #expect(best.contributions.contains { $0.feature == wind } == (best.tag == sea))
            #expect(best.contributions.contains { $0.feature == tram } == (best.tag == city))
        }
    }

    @Test func `words of no item or only one are ignored`() throws {
        var source = source
        source.add(100, features: [sea, Feature.word(9)])
        let text = [TextWord(Feature.word(9), count: 3), TextWord(Feature.word(77), count: 1)]
        let with = NextTags().rank(given: [city], text: text, limit: 3, from: source)
        let without = NextTags().rank(given: [city], limit: 3, from: source)
        #expect(with?.best(3) == without?.best(3))
    }

    @Test func `at most 64 words count, however many there are`() throws {
        var source = Cooccurrences()
        for number in Int64(0)..<400 {
            source.add(number, features: [sea, Feature.word(UInt32(number / 2 + 1))])
            source.add(1_000 + number, features: [city])
        }
        let text = (1...200).map { TextWord(Feature.word($0), count: 1) }
        let ranking = try #require(
            NextTags().rank(given: [], text: text, limit: 2, from: source)
        )
        let best = try #require(ranking.best(2).first { $0.tag == sea })
        #expect(best.contributions.count == 64)
    }
}
