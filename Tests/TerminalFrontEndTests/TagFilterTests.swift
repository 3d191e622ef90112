import TagService
import Testing

@Suite struct TagFilterTests {
    @Test func `a better kind of match comes first, and use decides within a kind`() {
        let names = ["the sea", "seaside", "overseas", "sea", "season"]
        let tags = names.map { PickableTag($0, weight: $0 == "season" ? 2 : 1) }
        #expect(
            TagFilter(tags).matches("sea").map { names[$0] } == [
                "sea", "season", "seaside", "the sea", "overseas",
            ]
        )
    }

    @Test func `aliases lead to their tag, misspelt queries to what is near`() {
        let filter = TagFilter([PickableTag("photo", aliases: ["picture"]), PickableTag("reading")])
        #expect(filter.matches("pict") == [0])
        #expect(filter.matches("raeding") == [1])
        #expect(filter.matches("zzzz") == [])
    }
}
