import Suggestions
import Testing

@Suite struct `Next tags` {
    @Test func `nothing saved suggests nothing`() {
        let source = Cooccurrences()
        #expect(NextTags().suggest(given: [1, 2], limit: 10, from: source).isEmpty)
        #expect(
            NextTags().suggest(given: [], words: [Feature.word(1)], limit: 10, from: source).isEmpty
        )
    }

    @Test func `nothing given suggests the most used`() {
        var source = Cooccurrences()
        source.add(1, features: [1, 2])
        source.add(2, features: [2, 3])
        source.add(3, features: [2, 3])
        #expect(NextTags().suggest(given: [], limit: 2, from: source).map(\.tag) == [2, 3])
    }

    @Test func `what was saved with a tag comes before what is used more`() {
        var source = Cooccurrences()
        for index in 0..<20 { source.add(Int64(index), features: [1, 2]) }
        for index in 20..<25 { source.add(Int64(index), features: [3, 4]) }
        let next = NextTags().suggest(given: [3], limit: 10, from: source)
        #expect(next.map(\.tag) == [4, 1, 2])
        #expect(next[0].contributions.map(\.feature) == [3])
        #expect(next[0].contributions[0].total > 0.3)
    }

    @Test func `one more saved selection changes the next answer`() {
        var source = Cooccurrences()
        source.add(1, features: [1, 2])
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [1])
        source.add(2, features: [7, 8])
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [8])
        source.remove(2)
        #expect(NextTags().suggest(given: [7], limit: 1, from: source).map(\.tag) == [1])
    }

    @Test func `a word of the label speaks for tags and is not suggested`() {
        var source = Cooccurrences()
        let word = Feature.word(5)
        for index in 0..<10 { source.add(Int64(index), features: [1, 2]) }
        for index in 10..<16 { source.add(Int64(index), features: [3, word]) }
        let next = NextTags().suggest(given: [], words: [word], limit: 10, from: source)
        #expect(next.first?.tag == 3)
        #expect(next.allSatisfy { !Feature.isWord($0.tag) })
    }
}
