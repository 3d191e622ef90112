import Foundation
import TagService
import TestSupport
import Testing

/// The index of all tags that a long-lived process keeps in memory.
@Suite struct ResidentIndexTests {
    @Test func `many new tags are added together, with the same results as a new index`() async throws {
        let service = try ServiceFixture().service
        service.keepSuggestionsInMemory()
        _ = try service.addTags(["reading"], to: .chosen)
        #expect(try service.suggestions(for: SuggestionQuery(text: "re")).count == 1)
        let names = (0..<300).map { "re\($0) " + String(repeating: "x\($0)", count: 50) }
        _ = try service.addTags(names, to: .chosen)
        let query = SuggestionQuery(text: "re", limit: 1_000)
        let followed = try service.suggestions(for: query)
        service.keepSuggestionsInMemory(false)
        service.keepSuggestionsInMemory()
        #expect(followed.count == 301)
        #expect(try service.suggestions(for: query) == followed)
    }

    @Test func `a server answers queries while it builds an index with many new tags`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path))
        let writer = try TagService(.file(path: path))
        service.keepSuggestionsInMemory(following: .whenTold)
        _ = try writer.addTags(["reading"], to: .chosen)
        service.followCommits()
        let query = SuggestionQuery(text: "re", limit: 1_000)
        #expect(try service.suggestions(for: query).map(\.tag) == ["reading"])
        let names = (0..<800).map { "re\($0) " + String(repeating: "x\($0)", count: 120) }
        _ = try writer.addTags(names, to: .chosen)
        service.followCommits()
        // The first query doesn't wait for the new tags.
        #expect(try service.suggestions(for: query).map(\.tag) == ["reading"])
        #expect(service.isCatchingUp)
        // A small change in the meantime isn't lost.
        _ = try writer.addTags(["rest"], to: .chosen)
        service.followCommits()
        var found: [String] = []
        for _ in 0..<600 where found.count < 802 {
            found = try service.suggestions(for: query).map(\.tag)
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(found.count == 802)
        #expect(!service.isCatchingUp)
    }
}
