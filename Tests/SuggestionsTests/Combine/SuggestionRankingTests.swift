import Suggestions
import TagCore
import Testing

@Suite struct `Suggestion ranking` {
    private let names = ["ios", "swift", "swimming", "sweden", "answer", "swiss"]

    private var index: CompletionIndex {
        CompletionIndex(
            names.enumerated()
                .map { id, name in
                    CompletionTag(id: UInt32(id), key: name, weight: Double(id) * 86_400)
                }
        )
    }

    private func next(given: [UInt32], words: [UInt32] = []) -> NextRanking? {
        var source = Cooccurrences()
        for number in 0..<20 { source.add(Int64(number), features: [0, 1, Feature.word(3)]) }
        for number in 20..<24 { source.add(Int64(number), features: [2, 3]) }
        source.add(25, features: [4])
        return NextTags().rank(given: given, words: words, limit: 10, from: source)
    }

    private func suggest(
        _ query: String,
        given: [UInt32] = [],
        words: [UInt32] = []
    ) -> [Suggestion] {
        let isAsked = !given.isEmpty || !words.isEmpty
        return SuggestionRanking(
            index: index,
            next: isAsked ? next(given: given, words: words) : nil,
            excluding: Set(given),
            limit: 10
        )
        .suggestions(for: CompletionQuery(key: query))
    }

    private func reasons(_ suggestion: Suggestion?) -> [String] {
        (suggestion?.because ?? []).map { $0.text { Feature.isWord($0) ? "word" : names[Int($0)] } }
    }

    @Test func `with nothing typed and nothing given, what is used comes`() {
        let found = suggest("")
        #expect(found.map(\.tag) == [5, 4, 3, 2, 1, 0])
        #expect(reasons(found.first) == ["often used"])
    }

    @Test func `a tag that was never used is not called used`() {
        let tag = CompletionTag(id: 1, key: "new", weight: CompletionTag.neverUsed)
        let ranking = SuggestionRanking(index: CompletionIndex([tag]), next: nil, limit: 1)
        let found = ranking.suggestions(for: CompletionQuery(key: ""))
        #expect(reasons(found.first) == ["not used yet"])
    }

    @Test func `typed text alone orders by kind, then by use`() {
        let found = suggest("sw")
        #expect(found.map(\.tag) == [5, 3, 2, 1, 4])
        #expect(reasons(found.first) == ["prefix"])
        #expect(reasons(found.last) == ["substring"])
    }

    @Test func `given tags order what the typed text admits`() {
        let found = suggest("sw", given: [0])
        #expect(found.first?.tag == 1)
        #expect(reasons(found.first) == ["prefix", "with ios"])
        #expect(found.map(\.tag).last == 4)
    }

    @Test func `given tags alone order what goes with them first, then all others`() {
        let found = suggest("", given: [3])
        #expect(found.first?.tag == 2)
        #expect(reasons(found.first) == ["with sweden"])
        #expect(Set(found.map(\.tag)) == [0, 1, 2, 4, 5])
        #expect(found.last?.tag == 5)
    }

    @Test func `words of a label speak as given tags do`() {
        #expect(reasons(suggest("", words: [Feature.word(3)]).first) == ["label word"])
    }

    @Test(arguments: ["", "sw", "swfit", "x"])
    func `scores fall from at most one to at least zero`(query: String) {
        for given in [[], [0], [3], [0, 3]] as [[UInt32]] {
            let found = suggest(query, given: given)
            #expect(found.allSatisfy { (0...1).contains($0.score) && !given.contains($0.tag) })
            #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        }
    }
}
