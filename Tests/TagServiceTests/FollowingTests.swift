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
        held.suggestions.keepInMemory()
        for step in 1...150 {
            // Sometimes it starts over.
            if step % 4 == 0 {
                held.suggestions.keepInMemory(false)
                held.suggestions.keepInMemory()
            }
            // Sometimes the service with the tags in memory writes.
            let service = step % 7 == 0 ? held : writer
            await change(service, step, &numbers)
            // After they were dropped, the tags are read again.
            fresh.suggestions.keepInMemory(false)
            fresh.suggestions.keepInMemory()
            for query in Self.questions(&numbers) {
                let expected = try fresh.suggestions.find(for: query).map(\.tag)
                let found = try held.suggestions.find(for: query).map(\.tag)
                #expect(found == expected, "step \(step): \(query)")
            }
        }
        let report = try held.maintenance.diagnose()
        #expect(report.isHealthy && report.fixed == [])
        for service in [writer, held, fresh] { try service.close() }
    }

    @Test func `a commit with too many tags to list is followed as well`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let writer = try TagService(.file(path: path), concurrency: .serial)
        let held = try TagService(.file(path: path), concurrency: .serial)
        held.suggestions.keepInMemory()
        #expect(try held.suggestions.find(for: SuggestionQuery(text: "tag")).isEmpty)
        let many = (1...6_000).map { "tag \($0)" }.joined(separator: "\n")
        let options = ImportOptions(format: .text, name: "test")
        _ = try writer.files.importData(Array(many.utf8), options: options)
        let found = try held.suggestions.find(for: SuggestionQuery(text: "tag 5999"))
        #expect(found.first?.tag == "tag 5999")
        try writer.undoLog.undo()
        #expect(try held.suggestions.find(for: SuggestionQuery(text: "tag")).isEmpty)
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
        case 0: _ = try? service.sets.addTags([one, "trip \(step % 5)"])
        case 1: _ = try? service.tags.rename(one, to: "\(other) \(step % 3)")
        case 2: _ = try? service.tags.merge(one, into: other)
        case 3: _ = try? service.tags.addAlias("alias \(step % 4)", to: one)
        case 4: _ = try? service.tags.removeAlias("alias \(step % 4)")
        case 10: _ = try? service.tags.addImplication(from: one, to: other)
        case 11: _ = try? service.tags.deleteImplication(from: one, to: other)
        case 5: _ = try? service.undoLog.undo()
        case 6: _ = try? service.undoLog.redo()
        case 7, 8:
            _ = try? service.sets.addTags([one, other])
            _ = try? service.selection.select([one, other])
            _ = try? service.items.save(title: "walk")
        default: _ = try? service.selection.toggle([one])
        }
    }
}
