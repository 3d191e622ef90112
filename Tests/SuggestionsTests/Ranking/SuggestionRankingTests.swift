import Suggestions
import TagCore
import Testing

@Suite struct `RankedTag ranking` {
    private let names = ["ios", "swift", "swimming", "sweden", "answer", "swiss"]

    private var index: SearchableTags {
        SearchableTags(
            names.enumerated().map { id, name in CompletionTag(id: UInt32(id), key: name, weight: Double(id) * 86_400) }
        )
    }

    private func next(given: [UInt32]) -> NextRanking? {
        var source = Cooccurrences()
        for number in 0..<20 { source.add(Int64(number), tags: [0, 1]) }
        for number in 20..<24 { source.add(Int64(number), tags: [2, 3]) }
        source.add(25, tags: [4])
        return NextTags().rank(given: given, limit: 10, from: source)
    }

    private func suggest(_ query: String, given: [UInt32] = []) -> [RankedTag] {
        SuggestionRanking(tags: index, next: given.isEmpty ? nil : next(given: given), excluding: Set(given), limit: 10)
            .suggestions(for: CompletionQuery(key: query))
    }

    private func reasons(_ suggestion: RankedTag?) -> [String] {
        (suggestion?.because ?? []).map { $0.text(name: { names[Int($0)] }) }
    }

    @Test func `without a query and given tags, used tags are suggested`() {
        let found = suggest("")
        #expect(found.map(\.tag) == [5, 4, 3, 2, 1, 0])
        #expect(reasons(found.first) == ["often used"])
    }

    @Test func `a tag that was never used is not called used`() {
        let tag = CompletionTag(id: 1, key: "new", weight: CompletionTag.neverUsed)
        let ranking = SuggestionRanking(tags: SearchableTags([tag]), next: nil, limit: 1)
        let found = ranking.suggestions(for: CompletionQuery(key: ""))
        #expect(reasons(found.first) == ["not used yet"])
    }

    @Test func `typed text alone orders by kind, then by use`() {
        let found = suggest("sw")
        #expect(found.map(\.tag) == [5, 3, 2, 1, 4])
        #expect(reasons(found.first) == ["prefix"])
        #expect(reasons(found.last) == ["substring"])
    }

    /// Suggestions with implications.
    private func suggest(
        _ query: String, given: [UInt32], implied: [ImpliedFirst.Implied], limit: Int = 10
    ) -> [RankedTag] {
        SuggestionRanking(
            tags: index, next: ImpliedFirst(implied, then: next(given: given)), excluding: Set(given), limit: limit
        )
        .suggestions(for: CompletionQuery(key: query))
    }

    @Test func `tags implied by given tags come first, with their reason`() throws {
        let rules = [ImpliedFirst.Implied(4, origin: 0), .init(3, origin: 0)]
        let (plain, found) = (suggest("", given: [0]), suggest("", given: [0], implied: rules))
        #expect(found.map(\.tag).prefix(2) == [4, 3])
        #expect(reasons(found[0]) == ["ios implies it"])
        // The others keep their scores, their parts and their places among all.
        for tag in found.dropFirst(2) where tag.next != nil {
            let before = try #require(plain.first { $0.tag == tag.tag })
            #expect(tag.score == before.score && tag.next == before.next && tag.rank == before.rank)
        }
        #expect(suggest("", given: [0], implied: rules, limit: 1).map(\.tag) == [4])
        #expect(suggest("", given: [0], implied: rules, limit: 0).isEmpty)
    }

    @Test func `the parts of an implied tag add up to certainty, or to the estimate if that is more`() {
        let source = NextRanking?.none
        let rules = [ImpliedFirst.Implied(1, origin: 0), .init(5, origin: 0)]
        for others in [source, next(given: [0])] {
            for tag in ImpliedFirst(rules, then: others).explain([1, 5]) {
                let sum = tag.contributions.reduce(tag.popularity) { $0 + $1.total }
                #expect(sum >= 1 - 1e-12 && tag.score == 1 && tag.origin == 0)
                #expect(tag.contributions.count { $0.reason == .with(tag: 0) } == 1)
                #expect(tag.contributions.allSatisfy { $0.rule >= 0 })
            }
        }
        #expect(ImpliedFirst(rules, then: source).best(9) { $0 != 1 }.map(\.tag) == [5])
    }

    @Test func `a rule moves a tag to the front of its kind of match, and no further`() {
        let rules = [ImpliedFirst.Implied(3, origin: 0), .init(4, origin: 0)]
        let found = suggest("sw", given: [0], implied: rules)
        #expect(found.map(\.tag).prefix(2) == [3, 1] && found.last?.tag == 4)
        #expect(reasons(found.first) == ["prefix", "ios implies it"])
        #expect(found.allSatisfy { (0...1).contains($0.score) })
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score > $1.score })
    }

    @Test func `given tags order the matches of the typed text`() {
        let found = suggest("sw", given: [0])
        #expect(found.first?.tag == 1)
        #expect(reasons(found.first) == ["prefix", "with ios"])
        #expect(found.map(\.tag).last == 4)
    }

    @Test func `given tags alone put related tags first, then all others`() {
        let found = suggest("", given: [3])
        #expect(found.first?.tag == 2)
        #expect(reasons(found.first) == ["with sweden"])
        #expect(Set(found.map(\.tag)) == [0, 1, 2, 4, 5])
        #expect(found.last?.tag == 5)
    }

    @Test func `a tag two edits away doesn't come first because of given tags`() {
        let tags = [(0, "ios"), (1, "kexborx"), (5, "keyboard")] as [(UInt32, String)]
        let ranking = SuggestionRanking(
            tags: SearchableTags(tags.map { CompletionTag(id: $0, key: $1) }), next: next(given: [0]), excluding: [0],
            limit: 10)
        let found = ranking.suggestions(for: CompletionQuery(key: "keybord"))
        #expect(found.map(\.tag) == [5, 1])
        #expect(found[0].score > found[1].score)
        let near = ranking.suggestions(for: CompletionQuery(key: "kexborc"))
        #expect(reasons(near.first) == ["typo", "with ios"])
    }

    @Test(arguments: ["", "sw", "swfit", "x"]) func `scores fall from at most one to at least zero`(query: String) {
        for given in [[], [0], [3], [0, 3]] as [[UInt32]] {
            let found = suggest(query, given: given)
            #expect(found.allSatisfy { (0...1).contains($0.score) && !given.contains($0.tag) })
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
    }
}
