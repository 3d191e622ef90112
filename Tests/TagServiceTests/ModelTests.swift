import Foundation
import TagService
import TestSupport
import Testing

/// Shared models, which supplement the user's items with those of many people.
@Suite struct ModelTests {
    private let folder: TemporaryFolder
    private let modelPath: String

    init() throws {
        folder = try TemporaryFolder()
        modelPath = folder.file("team.model")
    }

    private static let crowd = (0..<60)
        .map { place in
            let tags = place % 3 == 0 ? ["sea", "sun", "sand"] : ["hills", "boots", "map \(place % 5)"]
            let names = tags.map { "\"\($0)\"" }.joined(separator: ", ")
            return #"{"title": "trip \#(place)", "tags": [\#(names)], "at": "2026-01-02T03:04:05Z"}"#
        }
        .joined(separator: "\n")

    private func source(_ text: String) -> ModelSource {
        let once = Once(Array(text.utf8))
        return .file(ImportOptions(format: .ndjson, name: "crowd"), pieces: { once.take() })
    }

    private func build(
        at path: String? = nil, _ text: String = crowd, options: ModelOptions = ModelOptions()
    ) async throws -> ModelReport {
        try TagService.Suggestions.buildModel(at: path ?? modelPath, from: [source(text)], options: options)
    }

    private func service(_ name: String = "own.sqlite") throws -> TagService {
        try TagService(.file(path: folder.file(name)), concurrency: .serial, now: Clock().now)
    }

    private func ask(_ service: TagService, _ given: [String], _ text: String = "") async throws -> [Suggestion] {
        try service.suggestions.find(for: SuggestionQuery(text: text, given: given)).suggestions
    }

    @Test func `a user without items gets suggestions from the model, marked as new`() async throws {
        let report = try await build()
        // Identical items of different people all count.
        #expect(report.items == 60 && report.tags == 10)
        let service = try service()
        #expect(try await ask(service, ["sea"]).isEmpty)
        try service.suggestions.chooseModel(path: modelPath)
        let found = try await ask(service, ["sea"])
        #expect(Set(found.prefix(2).map(\.tag)) == ["sun", "sand"])
        #expect(found.allSatisfy { $0.new == true })
        #expect((found.first?.probability ?? 0) > 0.5)
        #expect(found.first?.because == ["with sea"])
        #expect(try await ask(service, [], "bo").map(\.tag) == ["boots"])
        #expect(Set(try await ask(service, []).prefix(2).map(\.tag)) == ["hills", "boots"])
        #expect(try service.tags.all(in: .chosen).isEmpty, "a query creates no tags")
        try service.close()
    }

    @Test func `a better match from the model comes before the user's tag`() async throws {
        _ = try await build(#"{"title": "", "tags": ["keyboard", "mouse"], "at": "2026-01-02T03:04:05Z"}"#)
        let service = try service()
        try service.sets.create("own", tags: ["kexboxad"])
        try service.suggestions.chooseModel(path: modelPath)
        #expect(try await ask(service, [], "keyborad").map(\.tag) == ["keyboard", "kexboxad"])
    }

    @Test func `choosing a suggested tag of the model creates it`() async throws {
        _ = try await build()
        let service = try service()
        try service.suggestions.chooseModel(path: modelPath)
        try service.selection.toggle(["SEA"], addingMissing: true)
        #expect(try service.selection.tags() == ["sea"])
        let found = try await ask(service, ["sea"])
        #expect(found.first { $0.tag == "sea" } == nil)
        #expect(throws: TagServiceError.self) { try service.selection.toggle(["nowhere"], addingMissing: true) }
        try service.sets.addTags(["sun"], to: .chosen)
        #expect(try await ask(service, ["sea"]).first { $0.tag == "sun" }?.new == nil)
        try service.close()
    }

    @Test func `explanations of a mixture add up`() async throws {
        _ = try await build()
        let service = try service()
        try service.suggestions.chooseModel(path: modelPath)
        try service.sets.addTags(["sea", "sun", "ice"], to: .chosen)
        for label in ["a", "b", "c"] { _ = try service.items.save(tags: ["sea", "ice"], title: label) }
        let found = try await ask(service, ["sea"])
        #expect(Set(found.prefix(3).map(\.tag)) == ["sun", "sand", "ice"])
        for suggestion in found.prefix(3) {
            let explanation = try #require(suggestion.explanation)
            #expect(explanation.terms.map(\.given) == ["sea"], "one given tag is one term")
            #expect(explanation.estimate > 0)
        }
        try service.close()
    }

    @Test func `saving adjusts the weight of the user's items, and undo reverts it`() async throws {
        _ = try await build()
        let service = try service()
        try service.suggestions.chooseModel(path: modelPath)
        // Tags that an item makes are unknown before it is saved.
        try service.sets.addTags(["sea", "sun", "hills"], to: .chosen)
        try service.items.save(tags: ["sea", "sun"], title: "1")
        let first = try service.suggestions.learnedNumbers()
        #expect(first.samples == 1 && first.mixture.count == 8 && first.mixture[7] == 1)
        try service.items.save(tags: ["sea", "hills"], title: "2")
        let second = try service.suggestions.learnedNumbers()
        #expect(abs(second.mixture[7] - 1.98) < 1e-12)
        try service.undoLog.undo()
        #expect(try service.suggestions.learnedNumbers() == first)
        try service.undoLog.redo()
        #expect(try service.suggestions.learnedNumbers() == second)
        #expect(try service.maintenance.diagnose().isHealthy)
        // Samples of another model don't count for this model.
        let other = folder.file("other.model")
        _ = try await build(at: other, #"{"title": "", "tags": ["sea", "sun"]}"#)
        try service.suggestions.chooseModel(path: other)
        try service.items.save(tags: ["sea", "sun"], title: "3")
        #expect(try service.suggestions.learnedNumbers().mixture[7] == 1)
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.undoLog.undo()
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.close()
    }

    @Test func `the same seed produces the same bytes, without traces of individual items`() async throws {
        var options = ModelOptions()
        (options.pairs, options.items) = (1, 20)
        let other = folder.file("other.model")
        _ = try await build(options: options)
        _ = try await build(at: other, options: options)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: modelPath))
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) == bytes)
        options.seed = 2
        _ = try await build(at: other, options: options)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other)) != bytes)
        for trace in ["trip 1", "import crowd", "2026-01-02"] {
            #expect(bytes.range(of: Data(trace.utf8)) == nil, "'\(trace)' is in the model")
        }
        let rows = try PythonScript.run(
            """
            import sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            def one(query): return db.execute(query).fetchone()[0]
            print(one("SELECT count(*) FROM item"), one("SELECT item_count FROM state"),
                  one("SELECT sum(length(counts)) FROM pair_count"), one("SELECT count(*) FROM posting"),
                  one("PRAGMA application_id"), one("PRAGMA integrity_check"))
            """, modelPath)
        // A pair is kept if it is among the largest of either tag: 16 entries of 8 bytes.
        #expect(rows == "20 60 128 60 \(0x7461_6762) ok\n")
    }

    @Test func `a missing, changed or damaged model is reported and ignored`() async throws {
        _ = try await build()
        let service = try service()
        try service.suggestions.chooseModel(path: modelPath)
        try service.items.save(tags: ["sea", "moon"], title: "own")
        try service.items.save(tags: ["sea", "moon"], title: "own again")
        func refused() async throws -> ModelError? {
            let fresh = try TagService(.file(path: folder.file("own.sqlite")), concurrency: .serial)
            #expect(try await ask(fresh, ["sea"]).first?.tag == "moon")
            try fresh.items.save(tags: ["sea", "moon"], title: "\(UUID())")
            do {
                _ = try fresh.suggestions.model()
                return nil
            } catch let error as ModelError { return error }
        }
        let url = URL(fileURLWithPath: modelPath)
        let bytes = try Data(contentsOf: url)
        try FileManager.default.removeItem(at: url)
        #expect(try await refused() == .missing(path: modelPath))
        _ = try await build(#"{"title": "", "tags": ["other", "tags"]}"#)
        #expect(try await refused() == .changed(path: modelPath))
        try bytes.dropLast(4_096).write(to: url)
        #expect(try await refused() == .damaged(path: modelPath))
        try Data("no model at all".utf8).write(to: url)
        #expect(try await refused() == .notAModel(path: modelPath))
        try bytes.write(to: url)
        #expect(try await refused() == nil)
        #expect(try service.suggestions.chooseModel(path: nil) == nil)
        #expect(try service.suggestions.model() == nil)
        try service.close()
    }

    @Test func `bit flips in a model never make a query fail`() async throws {
        _ = try await build()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: modelPath))
        let service = try service()
        try service.items.save(tags: ["sea", "moon"], title: "own")
        try service.items.save(tags: ["sea", "moon"], title: "own again")
        var random = SeededNumbers(seed: 9)
        let flipped = folder.file("flipped.model")
        for round in 0..<150 {
            var copy = bytes
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let place = Int.random(in: 100..<copy.count, using: &random)
                copy[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            try copy.write(to: URL(fileURLWithPath: flipped))
            do { _ = try service.suggestions.chooseModel(path: flipped) } catch is ModelError { continue }
            let found = try await ask(service, ["sea"])
            #expect(found.contains { $0.tag == "moon" }, "round \(round)")
            _ = try await ask(service, ["sea"], "su")
            try service.items.save(tags: ["sea", "moon"], title: "round \(round)")
            try service.suggestions.chooseModel(path: nil)
        }
        #expect(try service.maintenance.diagnose().isHealthy)
        try service.close()
    }

    @Test func `building a model never replaces another kind of file, and only models can be used`() async throws {
        let service = try service()
        try service.close()
        let own = folder.file("own.sqlite")
        await #expect(throws: StoreError.cannotCopy(path: own, reason: "it already exists and isn't a model")) {
            try await build(at: own)
        }
        #expect(throws: ModelError.notAModel(path: own)) { try SharedModel(path: own) }
        #expect(throws: ModelError.missing(path: modelPath)) { try SharedModel(path: modelPath) }
        await #expect(throws: TagServiceError.self) { try await build("{\"title\": 1}") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["own.sqlite"])
        _ = try await build()
        // A model built from a database equals the model built from its export.
        let second = try self.service("second.sqlite")
        _ = try second.files.importData(Array(Self.crowd.utf8), options: ImportOptions(format: .ndjson, name: "crowd"))
        try second.close()
        let report = try TagService.Suggestions.buildModel(
            at: modelPath, from: [.database(path: folder.file("second.sqlite"))])
        #expect(report.items == 60)
    }
}

/// Bytes that are read in one piece.
final class Once: @unchecked Sendable {
    // Only one reader uses it.
    private var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}

extension ModelTests {
    @Test(arguments: [
        ("CREATE VIEW own AS SELECT 1", "view own isn't part of the schema"),
        ("CREATE TRIGGER own AFTER INSERT ON tag BEGIN SELECT 1; END", "trigger own isn't part of the schema"),
        ("ALTER TABLE tag ADD COLUMN own TEXT AS (hex(zeroblob(9)))", "table tag is different"),
    ]) func `a model with a changed schema is refused`(sql: String, difference: String) async throws {
        _ = try await build()
        _ = try SharedModel(path: modelPath)
        try PythonScript.run(
            "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])", modelPath, sql)
        #expect(throws: ModelError.changedSchema(path: modelPath, difference: difference)) {
            try SharedModel(path: modelPath)
        }
    }
}
