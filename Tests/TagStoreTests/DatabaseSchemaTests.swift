import Foundation
import Migrations
import TagStore
import Testing

@Suite struct DatabaseSchemaTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    @Test func `the embedded migrations are the files of the folder, in order`() throws {
        let folder = Self.root.appendingPathComponent("Migrations")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".sql") && $0 != "schema.sql" }.sorted()
        #expect(Migration.all.map { "\($0.name).sql" } == files)
        for (migration, file) in zip(Migration.all, files) {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            #expect(migration.sql == text)
        }
    }

    @Test func `a new database has the recorded schema`() throws {
        let schema = try TagStore(.memory).schema()
        let file = Self.root.appendingPathComponent("Migrations/schema.sql")
        if ProcessInfo.processInfo.environment["TAGFLOW_RECORD"] != nil {
            try Data(schema.utf8).write(to: file)
            Issue.record("recorded; run again without TAGFLOW_RECORD")
        }
        #expect(schema == Migration.schema)
    }

    @Test func `the schema enforces invariants`() throws {
        let store = try TagStore(.memory)
        let broken: [(String, [RowChange])] = [
            ("two tags with one key", [.putTag(TagRow(id: 1, name: "a")), .putTag(TagRow(id: 2, name: "A"))]),
            (
                "an alias with a tag's key",
                [.putTag(TagRow(id: 1, name: "a")), .putAlias(AliasRow(id: 1, name: "A", tagID: 1))]
            ),
            (
                "a tag with an alias's key",
                [
                    .putTag(TagRow(id: 1, name: "a")), .putAlias(AliasRow(id: 1, name: "b", tagID: 1)),
                    .putTag(TagRow(id: 2, name: "B")),
                ]
            ), ("an alias without a tag", [.putAlias(AliasRow(id: 1, name: "b", tagID: 7))]),
            ("a member without a tag", [.putMember(MemberRow(setID: 1, tagID: 7, position: 1, isSelected: false))]),
            (
                "two members at one position",
                [
                    .putTag(TagRow(id: 1, name: "a")), .putTag(TagRow(id: 2, name: "b")),
                    .putMember(MemberRow(setID: 1, tagID: 1, position: 1, isSelected: false)),
                    .putMember(MemberRow(setID: 1, tagID: 2, position: 1, isSelected: false)),
                ]
            ),
            (
                "an item of a missing set",
                [.putItem(ItemRow(id: 1, setID: 7, title: "", savedAt: nil, tagIDs: PackedTagIDs([])))]
            ), ("layout settings that aren't JSON", [.putSet(SetRow(id: 2, name: "s", layout: "{"))]),
        ]
        for (name, changes) in broken {
            #expect(throws: StoreError.self, "\(name)") {
                try store.write(at: 0) { writer in for change in changes { try writer.apply(change) } }
            }
            #expect(try store.read { try $0.tagSummaries(inSet: nil) }.isEmpty, "\(name) changed the database")
        }
    }
}
