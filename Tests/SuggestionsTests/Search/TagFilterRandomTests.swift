import Suggestions
import TestSupport
import Testing

/// Holds filters of random tags against the plain reference.
@Suite struct TagFilterRandomTests {
    private struct ListedTag: FilterableTag {
        var name: String
        var aliases: [String] = []
        var weight = 0.0
    }

    private static let letters = ["a", "a", "b", "c", "é", "e", "日", "本", "ō", "-", "7"]

    @Test(arguments: 1...12 as ClosedRange<UInt64>) func `a filter finds the matches of the rules, in their order`(
        seed: UInt64
    ) {
        var random = SeededNumbers(seed: seed)
        let tags = Self.tags(60, withAliases: seed % 2 == 0, &random)
        let filter = TagFilter(tags)
        for _ in 0..<40 {
            let query = Self.query(&random)
            #expect(
                filter.matches(query.typed, withTypos: false) == query.matches(in: tags),
                "“\(query.typed)”, seed \(seed)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a query typed letter by letter finds the matches of the whole query`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let tags = Self.tags(300, withAliases: seed % 5 == 0, &random)
        let filter = TagFilter(tags)
        for _ in 0..<10 {
            let typed = Self.query(&random).typed
            var earlier: [Int]?
            for end in typed.indices {
                let text = String(typed[...end])
                let found = filter.matches(text, among: earlier, withTypos: false)
                #expect(found == filter.matches(text, withTypos: false), "“\(text)”, seed \(seed)")
                earlier = found.isEmpty ? nil : found
            }
        }
    }

    private static func tags(_ count: Int, withAliases: Bool, _ random: inout SeededNumbers) -> [ListedTag] {
        (0..<count)
            .map { place in
                let words = (0..<Int.random(in: 1...3, using: &random)).map { _ in word(1...5, &random) }
                let hasAlias = withAliases && place % 5 == 0
                return ListedTag(
                    name: words.joined(separator: " "), aliases: hasAlias ? [word(2...4, &random)] : [],
                    weight: Double(Int.random(in: 0...3, using: &random)))
            }
    }

    private static func query(_ random: inout SeededNumbers) -> TagFilterReference {
        let isPlain = Bool.random(using: &random)
        let lists = (0..<Int.random(in: 1...3, using: &random))
            .map { _ in
                let count = isPlain ? 1 : Int.random(in: 1...2, using: &random)
                return (0..<count).map { _ in term(isPlain: isPlain, &random) }
            }
        return TagFilterReference(alternatives: lists, isOpen: Bool.random(using: &random))
    }

    private static func term(isPlain: Bool, _ random: inout SeededNumbers) -> TagFilterReference.Term {
        var term = TagFilterReference.Term(text: word(1...4, &random))
        guard !isPlain else { return term }
        term.place = TagFilterReference.Term.Place.allCases.randomElement(using: &random) ?? .start
        term.isNegated = Int.random(in: 0..<4, using: &random) == 0
        return term
    }

    private static func word(_ count: ClosedRange<Int>, _ random: inout SeededNumbers) -> String {
        (0..<Int.random(in: count, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
    }
}
