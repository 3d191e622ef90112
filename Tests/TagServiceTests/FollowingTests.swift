import Foundation
import TagService
import TestSupport
import Testing

/// A service that keeps tags in memory while another connection changes the database.
@Suite struct FollowingTests {
    private static let names = ["sea", "map", "photo", "photos", "café", "harbour", "seagull", "sand"]

    @Test func `tags in memory follow every commit of another connection`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed \(seed)")
        var numbers = SeededNumbers(seed: seed)
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let writer = try TagService(.file(path: path), concurrency: .serial)
        let held = try TagService(.file(path: path), concurrency: .serial)
        let fresh = try TagService(.file(path: path), concurrency: .serial)
        held.keepSuggestionsInMemory()
        for step in 1...150 {
            // Sometimes it starts over.
            if step % 4 == 0 {
                held.keepSuggestionsInMemory(false)
                held.keepSuggestionsInMemory()
            }
            // Sometimes the service with the tags in memory writes.
            let service = step % 7 == 0 ? held : writer
            await change(service, step, &numbers)
            // After they were dropped, the tags are read again.
            fresh.keepSuggestionsInMemory(false)
            fresh.keepSuggestionsInMemory()
            for query in Self.questions(&numbers) {
                let expected = try fresh.suggestions(for: query).map(\.tag)
                let found = try held.suggestions(for: query).map(\.tag)
                #expect(found == expected, "step \(step): \(query)")
            }
        }
        let report = try held.diagnose()
        #expect(report.isHealthy && report.fixed == [])
        for service in [writer, held, fresh] { try service.close() }
    }

    @Test func `a commit with too many tags to list is followed as well`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let writer = try TagService(.file(path: path), concurrency: .serial)
        let held = try TagService(.file(path: path), concurrency: .serial)
        held.keepSuggestionsInMemory()
        #expect(try held.suggestions(for: SuggestionQuery(text: "tag")).isEmpty)
        let many = (1...6_000).map { "tag \($0)" }.joined(separator: "\n")
        let options = ImportOptions(format: .text, name: "test")
        _ = try writer.importData(Array(many.utf8), options: options)
        let found = try held.suggestions(for: SuggestionQuery(text: "tag 5999"))
        #expect(found.first?.tag == "tag 5999")
        _ = try writer.undo()
        #expect(try held.suggestions(for: SuggestionQuery(text: "tag")).isEmpty)
        for service in [writer, held] { try service.close() }
    }

    private static func questions(_ numbers: inout SeededNumbers) -> [SuggestionQuery] {
        let names = Self.names
        let given = names.filter { _ in Int.random(in: 0..<4, using: &numbers) == 0 }
        return [
            SuggestionQuery(text: "s"), SuggestionQuery(given: given, limit: 20),
            SuggestionQuery(text: "pho", given: given), SuggestionQuery(text: "trip"),
        ]
    }

    /// Makes one change; an invalid one changes nothing.
    private func change(_ service: TagService, _ step: Int, _ numbers: inout SeededNumbers) async {
        func name() -> String { Self.names.randomElement(using: &numbers) ?? "sea" }
        let (one, other) = (name(), name())
        switch Int.random(in: 0..<12, using: &numbers) {
        case 0: _ = try? service.addTags([one, "trip \(step % 5)"])
        case 1: _ = try? service.renameTag(one, to: "\(other) \(step % 3)")
        case 2: _ = try? service.mergeTags(one, into: other)
        case 3: _ = try? service.addAlias("alias \(step % 4)", of: one)
        case 4: _ = try? service.removeAlias("alias \(step % 4)")
        case 10: _ = try? service.imply(one, other)
        case 11: _ = try? service.unimply(one, other)
        case 5: _ = try? service.undo()
        case 6: _ = try? service.redo()
        case 7, 8:
            _ = try? service.addTags([one, other])
            _ = try? service.changeSelection([one, other], .select)
            _ = try? service.save(title: "walk")
        default: _ = try? service.changeSelection([one], .toggle)
        }
    }
}
