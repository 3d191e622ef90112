import Foundation
import TagService
import TestSupport
import Testing

/// A clock that shows a time before 1970.
@Suite struct EarlyClockTests {
    @Test func `dates before 1970 are stored and shown`() async throws {
        let service = try TagService(.memory, concurrency: .serial, now: { Date(timeIntervalSince1970: -1_000.5) })
        try service.sets.addTags(["a"], to: .chosen)
        try service.selection.select(["a"], in: .chosen)
        let saved = try service.items.save(title: "early")
        #expect(saved.timestamp == "1969-12-31T23:43:19.500Z")
        #expect(try service.suggestions.find(for: SuggestionQuery(text: "a")).count == 1)
        #expect(try service.items.find(ItemQuery()).items.count == 1)
        #expect(try service.maintenance.diagnose().isHealthy)
    }
}
