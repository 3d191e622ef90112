import Foundation
import TagService
import TestSupport
import Testing

/// One service used concurrently by many threads and tasks.
@Suite struct ConcurrentUseTests {
    private static func service() throws -> (TemporaryFolder, TagService) {
        let folder = try TemporaryFolder()
        return (folder, try TagService(.file(path: folder.file("tags.sqlite"))))
    }

    @Test func `reads, writes, queries and limited reads run concurrently`() async throws {
        let (folder, service) = try Self.service()
        defer { _ = folder }
        service.suggestions.keepInMemory()
        try service.sets.create("open", tags: ["shared"])
        try service.sets.create("secret", tags: ["hidden"])
        let sets = try service.sets.all().map(\.set)
        #expect(sets.contains("open") && sets.contains("secret"))
        let token = try service.tokens.create("guest", scope: .read, sets: ["open"])
        let setIDs = try #require(try service.tokens.token(digest: SHA256.digest(of: token.secret.utf8))?.setIDs)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await service.perform { service in
                        switch number % 4 {
                        case 0: _ = try service.sets.addTags(["tag \(number)"])
                        case 1:
                            let found = try service.suggestions.find(for: SuggestionQuery(text: "shar"))
                            #expect(found.map(\.tag) == ["shared"])
                        case 2:
                            let hidden = SuggestionQuery(text: "hid")
                            let (sets, found) = try service.limited(to: setIDs) {
                                (try service.sets.all(), try service.suggestions.find(for: hidden))
                            }
                            #expect(sets.map(\.set) == ["open"] && found.isEmpty)
                        default: #expect(try service.sets.all().count >= 2)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try service.suggestions.find(for: SuggestionQuery(text: "tag", limit: 100)).map(\.tag)
        #expect(Set(names) == Set(stride(from: 0, to: 40, by: 4).map { "tag \($0)" }))
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `reads on other threads don't see an unfinished shared commit`() async throws {
        let (folder, service) = try Self.service()
        defer { _ = folder }
        service.suggestions.keepInMemory(following: .whenTold)
        // Checking for commits of other processes would wait for the writing connection.
        #expect(try service.suggestions.find(for: SuggestionQuery(text: "new")).isEmpty)
        let (inside, entered) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        async let results = service.perform { service in
            service.together([
                { @Sendable (service: TagService) in
                    try service.sets.addTags(["new"])
                    #expect(try service.suggestions.find(for: SuggestionQuery(text: "new")).count == 1)
                    entered.yield()
                    release.wait()
                }
            ])
        }
        for await _ in inside { break }
        let seen = try await service.perform { try $0.suggestions.find(for: SuggestionQuery(text: "new")).count }
        #expect(seen == 0)
        release.signal()
        for result in try await results { try result.get() }
        #expect(try service.suggestions.find(for: SuggestionQuery(text: "new")).count == 1)
    }
}
