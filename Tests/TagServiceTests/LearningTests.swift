import Foundation
import TagService
import TestSupport
import Testing

/// Calibration of suggestions, learned from each item.
@Suite struct LearningTests {
    private func save(_ tags: [String], _ title: String, _ service: TagService) async throws {
        try service.sets.addTags(tags, to: .chosen)
        try service.selection.clear(in: .chosen)
        try service.selection.select(tags, in: .chosen)
        try service.items.save(title: title)
    }

    private static let outings = [
        ["beach", "sun", "sea"], ["beach", "sea"], ["hills", "boots"], ["beach", "sun"], ["boots", "hills", "sun"],
        ["sea", "sun", "beach", "hills"],
    ]

    private func saved() async throws -> TagService {
        let service = try ServiceFixture().service
        for (place, tags) in Self.outings.enumerated() { try await save(tags, "outing \(place)", service) }
        return service
    }

    @Test func `use counts relative to the most used tag, whether all tags are in memory or a few`() async throws {
        let fixture = try ServiceFixture()
        _ = try await fixture.importData(
            """
            {"tag": "zzzz", "uses": 10000000}
            {"tag": "keybaxrd", "uses": 300}
            {"tag": "keyboard", "uses": 1}
            """)
        for isResident in [false, true] {
            fixture.service.suggestions.keepInMemory(isResident)
            let found = try fixture.service.suggestions.find(for: SuggestionQuery(text: "keybaord", given: []))
            #expect(found.map(\.tag) == ["keyboard", "keybaxrd"])
        }
    }

    @Test func `each item adds a calibration sample, with the same result every time`() async throws {
        let service = try await saved()
        let learned = try service.suggestions.learnedNumbers()
        #expect(learned.samples == 6)
        let prior = try ServiceFixture().service.suggestions.learnedNumbers()
        #expect(learned.itemCalibration != prior.itemCalibration)
        #expect(learned.itemCalibration.count == 14 && learned.calibration.count == 14)
        #expect(try await saved().suggestions.learnedNumbers() == learned)
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `undo reverts exactly the sample of an item`() async throws {
        let service = try await saved()
        let before = try service.suggestions.learnedNumbers()
        try await save(["sea", "boots"], "odd", service)
        let after = try service.suggestions.learnedNumbers()
        #expect(after.samples == 7 && after != before)
        try service.undoLog.undo()
        #expect(try service.suggestions.learnedNumbers() == before)
        try service.undoLog.redo()
        #expect(try service.suggestions.learnedNumbers() == after)
        try service.undoLog.undo()
        // An item in the middle is deleted and restored.
        let old = try #require(try service.items.list(limit: 10).first { $0.title == "outing 3" })
        try service.items.delete(old.id)
        #expect(try service.suggestions.learnedNumbers().samples == 5)
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.undoLog.undo()
        #expect(try service.suggestions.learnedNumbers() == before)
        try service.items.retitle(old.id, to: "another")
        #expect(try service.suggestions.learnedNumbers() == before)
    }

    @Test func `without samples, there is no calibration`() async throws {
        let service = try await saved()
        for selection in try service.items.list(limit: 10) { _ = try service.items.delete(selection.id) }
        let learned = try service.suggestions.learnedNumbers()
        #expect(learned.samples == 0 && Array(learned.calibration.prefix(4)) == [1, 0.3, -0.5, -0.2])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `an import samples a quarter of its items, as if each were the last`() async throws {
        let fixture = try ServiceFixture()
        let lines = (0..<700).map { #"{"title": "\#($0)", "tags": ["a", "b\#($0 % 7)", "c\#($0 % 3)"]}"# }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        let learned = try fixture.service.suggestions.learnedNumbers()
        #expect(learned.samples == 175)
        #expect(try fixture.service.maintenance.diagnose().isHealthy)
        try fixture.service.undoLog.undo()
        #expect(try fixture.service.suggestions.learnedNumbers().samples == 0)
        try fixture.service.undoLog.redo()
        #expect(try fixture.service.suggestions.learnedNumbers() == learned)
    }

    @Test func `the sample of an import excludes its own item`() async throws {
        let fixture = try ServiceFixture()
        // Each tag and word occurs only once, so without its own item no suggestion is right.
        let lines = (0..<80).map { #"{"title": "\#($0)", "tags": ["a\#($0)", "b\#($0)"]}"# }
        _ = try await fixture.importData(lines.joined(separator: "\n"))
        let learned = try fixture.service.suggestions.learnedNumbers()
        let prior = try ServiceFixture().service.suggestions.learnedNumbers()
        #expect(learned.samples > 20)
        // Its own item would make each suggestion right, and so increase the second weight.
        #expect(learned.itemCalibration[1] < prior.itemCalibration[1])
    }

    @Test func `tags that co-occur with the given tags get a probability`() async throws {
        let service = try await saved()
        let found = try service.suggestions.find(for: SuggestionQuery(given: ["beach"]))
        let sure = found.compactMap(\.probability)
        #expect(sure.count >= 2 && sure.allSatisfy { (0...1).contains($0) })
        #expect(zip(sure, sure.dropFirst()).allSatisfy { $0 >= $1 })
        let typed = try service.suggestions.find(for: SuggestionQuery(text: "su", given: ["beach"]))
        #expect(typed.first?.probability == found.first { $0.tag == "sun" }?.probability)
        #expect(try service.suggestions.find(for: SuggestionQuery(text: "su")).first?.probability == nil)
    }

    @Test func `doctor reports a calibration that contradicts the items`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let service = try TagService(.file(path: path), concurrency: .serial)
        for (place, tags) in Self.outings.enumerated() { try await save(tags, "outing \(place)", service) }
        try service.close()
        try PythonScript.run(
            """
            import sqlite3, struct, sys
            db = sqlite3.connect(sys.argv[1])
            db.execute("UPDATE state SET calibration = ?", [struct.pack("<14d", *[1] * 2, *[-1] * 12)])
            db.commit()
            """, path)
        let damaged = try TagService(.file(path: path), concurrency: .serial)
        let findings = try damaged.maintenance.diagnose()
        #expect(!findings.isHealthy)
        try damaged.close()
    }
}
