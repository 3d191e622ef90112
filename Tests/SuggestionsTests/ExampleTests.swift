import Suggestions
import Testing

/// The examples in doc comments return the values in their comments.
@Suite struct ExampleTests {
    private let index = SearchableTags([
        CompletionTag(id: 1, key: "swift", name: "Swift", weight: 9),
        CompletionTag(id: 2, key: "swiftui", name: "SwiftUI", weight: 5),
    ])

    @Test func `of TagCore's values`() throws {
        var row = PairCounts()
        row.change(7, adding: true)
        row.change(7, adding: true)
        #expect(row[7] == 2 && row.entries.map(PairCounts.feature) == [7])
        let day = 86_400.0
        let often = try #require(Frecency(uses: 100, at: 0))
        let recent = try #require(Frecency(at: 200 * day))
        #expect(Int(often.seconds / day) == 199 && recent > often)
    }

    @Test func `of completion and highlighting`() throws {
        let names = index.complete(CompletionQuery(key: "sw"), limit: 10).map(\.name)
        #expect(names == ["Swift", "SwiftUI"])
        #expect(index.complete(CompletionQuery(key: "siwft"), limit: 1).first?.kind == .likelyTypo)
        let tag = CompletionTag(id: 1, key: "reading", name: "Reading", weight: 0)
        let query = CompletionQuery(key: "read")
        let match = try #require(SearchableTags([tag]).complete(query, limit: 1).first)
        #expect(MatchRanges.ranges(of: query, in: match.name, match) == [0..<4])
        #expect(MatchRanges.range(ofFiltered: "list", in: "reading list") == 8..<12)
    }

    @Test func `of filters and near duplicates`() {
        struct Chip: FilterableTag {
            var name: String
            var aliases: [String] = []
            var weight = 0.0
        }
        let filter = TagFilter([Chip(name: "Writing"), Chip(name: "Reading list")])
        #expect(filter.matches("re") == [1])
        #expect(filter.matches("li", among: [1]) == [1])
        var lines = LineFilter()
        for line in ["annotate.rs", "note/tag.rs", "note/Tags/a.rs"] { lines.append(line) }
        #expect(lines.matches("notetag") == [1, 2])
        #expect(lines.matches("Tag") == [2])
        #expect(NearestNames(to: "raeding").among(["reading", "writing"]) == ["reading"])
        #expect(NearestNames(to: "a").among(["b", "cd", "ab"]) == ["ab"])
        #expect(NearestNames(to: "a").offers(among: ["b", "sea", "apple"]) == ["apple"])
        #expect(NearDuplicate("photo", "photos") == .plural)
        #expect(NearDuplicate("to-do", "todo") == .separators)
        #expect(NearDuplicate("2024", "2025") == nil)
        let pair = NearDuplicates(["photo", "swift", "photos"]).pairs.first
        #expect(pair?.first == 0 && pair?.second == 2 && pair?.kind == .plural)
    }

    @Test func `of a source of counts and the ranking from it`() {
        struct Selections: CooccurrenceSource {
            var selections: [[UInt32]]

            func selectionCount() -> Int { selections.count }

            func uses(of tags: [UInt32]) -> [UInt32] {
                tags.map { tag in UInt32(selections.count { $0.contains(tag) }) }
            }

            func mostUsed(limit: Int) -> [UInt32] {
                let tags = Array(Set(selections.joined()))
                return Array(zip(uses(of: tags), tags).sorted { $0.0 > $1.0 }.prefix(limit).map(\.1))
            }

            func pairs(of tag: UInt32) -> PairCounts {
                var counts = PairCounts()
                for selection in selections where selection.contains(tag) {
                    for other in selection where other != tag { counts.change(other, adding: true) }
                }
                return counts
            }

            func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] {
                selections.filter { $0.contains(tag) }.suffix(limit).reversed()
            }
        }
        let source = Selections(selections: [[1, 2], [1, 2], [1, 3]])
        let next = NextTags().rank(given: [1], limit: 10, from: source)
        #expect(next?.best(1).map(\.tag) == [2])
        let ranking = SuggestionRanking(tags: index, next: next, excluding: [1], limit: 10)
        let suggestion = ranking.suggestions(for: CompletionQuery(key: "sw")).first
        let reasons = suggestion?.because.map { $0.text { index.name(of: $0) ?? "?" } }
        #expect(suggestion?.tag == 2 && reasons == ["prefix", "with Swift"])
    }
}
