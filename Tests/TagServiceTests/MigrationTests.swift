import Foundation
import TagService
import TestSupport
import Testing

@Suite struct MigrationTests {
    /// A database with the first schema: tags, an alias, an item, and a tag that was removed.
    private static let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/TagStore/schema-1.database")

    @Test func `a database with the first schema is migrated with its undo log`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        try FileManager.default.copyItem(at: Self.fixture, to: URL(fileURLWithPath: path))
        let service = try TagService(.file(path: path), concurrency: .serial)
        #expect(try service.maintenance.diagnose().isHealthy)
        #expect(try service.tags.all(in: .named("habits")).map(\.tag) == ["running", "café"])
        #expect(try service.undoLog.undo().summary.contains("Reading"))
        #expect(try service.tags.all(in: .named("habits")).map(\.tag) == ["Reading", "running", "café"])
        #expect(try await found("eadin", in: service) == ["Reading"])
        for _ in 1...4 { try service.undoLog.undo() }
        #expect(try service.maintenance.diagnose().isHealthy)
        #expect(try await found("unni", in: service).isEmpty)
        #expect(throws: TagServiceError.self) { try service.undoLog.undo() }
        for _ in 1...5 { try service.undoLog.redo() }
        #expect(try await found("oggin", in: service) == ["running"])
        try service.close()
    }

    private func found(_ text: String, in service: TagService) async throws -> [String] {
        try service.suggestions.find(for: SuggestionQuery(text: text)).map(\.tag)
    }
}
