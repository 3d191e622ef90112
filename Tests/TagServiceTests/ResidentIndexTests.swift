import Foundation
import TagService
import TestSupport
import Testing

/// The index of every tag, which a long-lived process keeps.
@Suite struct ResidentIndexTests {
    @Test func `many new tags are followed together, and answers are those of a new index`()
        async throws
    {
        let service = try ServiceFixture().service
        await service.keepSuggestionsInMemory()
        _ = try await service.addTags(["reading"], to: .chosen)
        #expect(try await service.suggestions(for: SuggestionQuery(text: "re")).count == 1)
        let names = (0..<300).map { "re\($0) " + String(repeating: "x\($0)", count: 50) }
        _ = try await service.addTags(names, to: .chosen)
        let query = SuggestionQuery(text: "re", limit: 1_000)
        let followed = try await service.suggestions(for: query)
        await service.keepSuggestionsInMemory(false)
        await service.keepSuggestionsInMemory()
        #expect(followed.count == 301)
        #expect(try await service.suggestions(for: query) == followed)
    }
}
