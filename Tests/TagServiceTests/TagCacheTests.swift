import Foundation
import TagService
import TestSupport
import Testing

/// The tags that a long-lived process keeps in memory.
@Suite struct TagCacheTests {
    @Test func `many new tags are added together, with the same results as after reading all again`() async throws {
        let service = try ServiceFixture().service
        service.suggestions.keepInMemory()
        try service.sets.addTags(["reading"], to: .chosen)
        #expect(try service.suggestions.find(for: SuggestionQuery(text: "re")).count == 1)
        let names = (0..<300).map { "re\($0) " + String(repeating: "x\($0)", count: 50) }
        try service.sets.addTags(names, to: .chosen)
        let query = SuggestionQuery(text: "re", limit: 1_000)
        let followed = try service.suggestions.find(for: query)
        service.suggestions.keepInMemory(false)
        service.suggestions.keepInMemory()
        #expect(followed.count == 301)
        #expect(try service.suggestions.find(for: query) == followed)
    }
}
