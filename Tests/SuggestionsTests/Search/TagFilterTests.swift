import Suggestions
import TagCore
import TestSupport
import Testing

/// A tag with only the required properties.
private struct ListedTag: FilterableTag {
    var name: String
    var aliases: [String] = []
    var weight: Double = 0

    init(_ name: String, aliases: [String] = [], weight: Double = 0) {
        (self.name, self.aliases, self.weight) = (name, aliases, weight)
    }
}

@Suite struct TagFilterTests {
    @Test func `a better kind of match comes first, and use decides within a kind`() {
        let names = ["the sea", "seaside", "overseas", "sea", "season"]
        let tags = names.map { ListedTag($0, weight: $0 == "season" ? 2 : 1) }
        let found = TagFilter(tags).matches("sea").map { names[$0] }
        #expect(found == ["sea", "season", "seaside", "the sea", "overseas"])
    }

    @Test func `tags related to the selected tags come before more used tags`() {
        let names = ["sea", "season", "seat"]
        var filter = TagFilter(names.map { ListedTag($0, weight: $0 == "season" ? 2 : 0) })
        #expect(filter.matches("se").map { names[$0] } == ["season", "sea", "seat"])
        filter.setAffinities([(tag: 2, score: 0.5)])
        #expect(filter.matches("se").map { names[$0] } == ["seat", "season", "sea"])
    }

    @Test func `aliases find their tag, and misspelled queries find near keys`() {
        let filter = TagFilter([ListedTag("photo", aliases: ["picture"]), ListedTag("reading")])
        #expect(filter.matches("pict") == [0])
        #expect(filter.matches("raeding") == [1])
        #expect(filter.matches("raedi") == [1])
        #expect(filter.matches("zzzz") == [])
        #expect(filter.matches("") == [0, 1])
    }

    @Test func `case, width and accents do not count`() {
        let filter = TagFilter(["Café au lait", "ＳＥＡ", "İstanbul"].map { ListedTag($0) })
        #expect(filter.matches("cafe AU") == [0])
        #expect(filter.matches("sea") == [1])
    }

    @Test func `typed accents are preferred, and accents may be left out`() {
        let names = ["cafeteria", "café", "decafé", "cafe", "Café noir", "un café"]
        let filter = TagFilter(names.map { ListedTag($0) })
        let typed = filter.matches("café").map { names[$0] }
        #expect(typed == ["café", "Café noir", "un café", "decafé", "cafeteria", "cafe"])
        let plain = filter.matches("cafe").map { names[$0] }
        #expect(plain == ["cafe", "cafeteria", "café", "Café noir", "un café", "decafé"])
    }

    @Test func `words begin after Unicode's separators`() {
        let names = ["xsea", "a–sea", "東・sea", "é sea", "a€sea"]
        let filter = TagFilter(names.map { ListedTag($0) })
        let found = filter.matches("sea").map { names[$0] }
        #expect(found == ["a–sea", "東・sea", "é sea", "xsea", "a€sea"])
        #expect(filter.matches("s").map { names[$0] } == found)
    }

    /// An index of names, the most used one first.
    private static func index(of names: [String]) -> SearchableTags {
        SearchableTags(
            names.enumerated()
                .map { id, name in
                    let key = TagKey(name)
                    return CompletionTag(
                        id: UInt32(id), key: key.text, foldedKey: key.folded, name: name, weight: Double(-id))
                })
    }

    /// The filter and the index must agree on the rules that they share.
    @Test func `a filter and an index order the kinds of match alike`() {
        let names = ["sea", "Séa", "season", "the sea", "a–sea", "overseas", "séason", "oversé as"]
        let filter = TagFilter(names.map { ListedTag($0) })
        let index = Self.index(of: names)
        for query in ["sea", "séa", "se", "sé", "s", "é", "as", "the sea", "sea | sé", "^s", "so", "ss"] {
            let key = TagKey(query)
            let typed = CompletionQuery(key: key.text, foldedKey: key.folded)
            let found = index.complete(typed, limit: 100).map { names[Int($0.id)] }
            #expect(filter.matches(query).map { names[$0] } == found, "\(query)")
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `for random names and terms a filter and an index answer alike`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        func text(_ count: Int, _ letters: [String]) -> String {
            (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        let names = (0..<40).map { "\(text(6, ["a", "b", "c", "é", "e", " ", "-", "日"]))\($0)" }
        let tags = names.enumerated()
            .map { place, name in
                let aliases = place % 5 == 0 ? [text(4, ["a", "b", "x", " "]) + "z"] : []
                return ListedTag(name, aliases: aliases, weight: Double(100 - place))
            }
        let index = SearchableTags(
            tags.enumerated()
                .map { id, tag in
                    let key = TagKey(tag.name)
                    let aliases = tag.aliases.map { CompletionTag.Alias(key: TagKey($0).text) }
                    return CompletionTag(
                        id: UInt32(id), key: key.text, foldedKey: key.folded, name: tag.name, aliases: aliases,
                        weight: tag.weight)
                })
        let filter = TagFilter(tags)
        for _ in 0..<60 {
            let query = text(5, ["a", "b", "c", "é", "e", " ", " ", "日", "^", "$", "!", "'", " | "])
            let key = TagKey(query)
            // One plain term is completed by steps, and by aliases in another order.
            guard !TermQuery.asksForNothing(key.text), key.text.split(separator: " ").count > 1 else { continue }
            let typed = CompletionQuery(key: key.text, foldedKey: key.folded)
            let found = index.complete(typed, limit: 100)
            for limit in [1, 2, 5] {
                let best = index.complete(typed, limit: limit).map(\.id)
                #expect(best == found.prefix(limit).map(\.id), "\(query), \(limit), seed \(seed)")
            }
            // Only in an index do names near the whole text come before names with the letters of each term.
            let (near, others) = (
                found.filter { $0.kind >= .subsequence && $0.kind < .scattered },
                found.filter { $0.kind < .subsequence || $0.kind == .scattered }
            )
            #expect(
                filter.matches(key.text, withTypos: false).filter { place in !near.contains { $0.id == UInt32(place) } }
                    .map { names[$0] } == others.map { names[Int($0.id)] }, "\(query), seed \(seed)")
        }
    }

    @Test func `names that begin with the whole query come before names that begin with each word`() {
        let names = ["wong kar-wai", "wong wai", "Wöng wei", "wednesday wong"]
        let filter = TagFilter(names.map { ListedTag($0) })
        let index = Self.index(of: names)
        let expected = ["wong wai", "Wöng wei", "wong kar-wai", "wednesday wong"]
        #expect(filter.matches("wong w").map { names[$0] } == expected)
        let found = index.complete(CompletionQuery(key: "wong w"), limit: 10)
        #expect(found.map(\.name) == expected)
    }

    /// Terms that occur more often than is worth going through one by one.
    @Test func `an index returns the results of a filter if every name has the terms`() {
        let names = (0..<9_000)
            .map { number in
                switch number % 900 {
                case 0: "a b c\(number)"
                case 1: "ab-a c\(number)"
                default: "xacb\(number)"
                }
            }
        let tags = names.enumerated().map { ListedTag($1, weight: Double($0 * 7_919 % 9_001 + 1)) }
        let filter = TagFilter(tags)
        let index = SearchableTags(
            tags.enumerated()
                .map { id, tag in CompletionTag(id: UInt32(id), key: tag.name, name: tag.name, weight: tag.weight) })
        for query in ["a c", "c a", "a b c", "ac 9", "'a c", "a !b"] {
            let found = index.complete(CompletionQuery(key: query), limit: 15)
                .filter { $0.kind < .subsequence || $0.kind == .scattered }
            let expected = filter.matches(query, withTypos: false).prefix(found.count)
            #expect(found.map(\.name) == expected.map { names[$0] }, "\(query)")
            #expect(!found.isEmpty || query == "a !b", "\(query)")
        }
    }

    @Test(arguments: ["!", "^", "'", "! ^", "!'", "'$"]) func `a filter and an index list everything for signs alone`(
        query: String
    ) {
        let names = ["beta", "alpha", "c!"]
        let filter = TagFilter(names.map { ListedTag($0) })
        #expect(filter.matches(query) == [0, 1, 2])
        let index = SearchableTags(
            names.enumerated()
                .map { id, name in CompletionTag(id: UInt32(id), key: name, name: name, weight: Double(3 - id)) })
        #expect(index.complete(CompletionQuery(key: query), limit: 9).map(\.name) == names)
    }

    @Test func `an extended query finds the same as from scratch`() {
        let names = (0..<2_000).map { "tag \($0 * 37 % 1_999) of \($0 % 13)" }
        let filter = TagFilter(names.map { ListedTag($0) })
        var earlier: [Int]?
        for length in 1..."g 18 of 1".count {
            let query = String("g 18 of 1".prefix(length))
            let found = filter.matches(query, among: earlier)
            #expect(found == filter.matches(query), "\(query)")
            #expect(Set(found) == Set(names.indices.filter { holds(names[$0], query) }), "\(query)")
            earlier = found
        }
    }

    @Test func `appended filters find the same as one filter of all tags`() {
        let tags = (0..<300).map(Self.numbered)
        let whole = TagFilter(tags)
        for end in [0, 1, 100, 299, 300] {
            var parts = TagFilter(tags[..<end])
            parts.append(TagFilter(tags[end...]))
            for query in ["t", "1", "tag 2", "other 18", "tga 12"] {
                #expect(parts.matches(query) == whole.matches(query), "\(query) at \(end)")
            }
        }
    }

    private static func numbered(_ number: Int) -> ListedTag {
        let weight = Double(number * 7 % 11) - 3
        var tag = ListedTag("tag \(number * 37 % 299)", weight: number % 3 == 0 ? 0 : weight)
        if number % 9 == 0 { tag.aliases = ["other \(number)"] }
        return tag
    }

    @Test func `a single letter matches anywhere, word starts first`() {
        let names = ["bus", "a sub", "sea", "s", "x-s", "sas", "tree"]
        let filter = TagFilter(names.map { ListedTag($0) })
        #expect(filter.matches("s").map { names[$0] } == ["s", "sea", "sas", "a sub", "x-s", "bus"])
        #expect(filter.matches("é").map { names[$0] } == ["sea", "tree"])
        #expect(filter.matches("-").map { names[$0] } == ["x-s"])
    }

    /// Whether a name has the letters of every term in order.
    private func holds(_ name: String, _ query: String) -> Bool {
        name.contains(query)
            || query.split(separator: " ")
                .allSatisfy { term in
                    var rest = term[...]
                    for letter in name where letter == rest.first { rest = rest.dropFirst() }
                    return term.count > 1 ? rest.isEmpty : name.contains(term)
                }
    }
}
