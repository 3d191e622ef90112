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

    @Test func `a migration joins no items whose locations become equal, and the newest has the location`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("old.sqlite")
        try PythonScript.run(
            """
            import pathlib, sqlite3, sys
            connection = sqlite3.connect(sys.argv[1], isolation_level=None)
            connection.execute("PRAGMA journal_mode = WAL")
            for path in sorted(pathlib.Path(sys.argv[2]).glob("*.sql"))[:15]: connection.executescript(path.read_text())
            locations = ["https://a.example/x", "https://a.example/x/", "https://a.example/y?b=1&a=2", "https://b.example/#top"]
            connection.execute("INSERT INTO tag (id, key, folded, name, uses) VALUES (1, 'x', 'x', 'x', 4)")
            for number, location in enumerate(locations, 1):
                connection.execute(
                    "INSERT INTO item (id, set_id, title, saved_at, tag_ids, location) VALUES (?, 1, ?, ?, x'01000000', ?)",
                    (number, f"n{number}", 10 - number, location))
                connection.execute("INSERT INTO posting (tag_id, item_id) VALUES (1, ?)", (number,))
            """, path, Self.migrations.path)
        let service = try TagService(.file(path: path), concurrency: .serial)
        let items = try service.items.find(ItemQuery("sort:old")).items
        #expect(items.map(\.title) == ["n4", "n3", "n2", "n1"])
        #expect(try service.items.item(at: "https://A.example/x/")?.title == "n1")
        #expect(try service.items.item(at: "https://a.example/y/?a=2&b=1")?.title == "n3")
        #expect(try service.items.item(at: "https://b.example/") == nil)
        let pairs = try service.maintenance.diagnose().sameLocation
        #expect(pairs.map { $0.items.map(\.id) } == [[1, 2]])
        #expect(pairs.first?.items.map(\.location) == ["https://a.example/x", "https://a.example/x/"])
        // The older item can be edited and keeps its location; saving the location changes the newest.
        #expect(
            try service.items.edit(2, with: ItemEdit(location: "https://a.example/x/", note: "older")).note == "older")
        #expect(try service.items.save(ItemDraft(title: "new", location: "https://a.example/x")).item.id == 1)
        #expect(try service.items.merge([1, 2], into: 1).note == "older")
        #expect(try service.maintenance.diagnose().sameLocation.isEmpty)
        try service.close()
    }

    private static let migrations = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Migrations")

    private func found(_ text: String, in service: TagService) async throws -> [String] {
        try service.suggestions.find(for: SuggestionQuery(text: text)).map(\.tag)
    }
}
