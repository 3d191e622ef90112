import TagStore
import TestSupport
import Testing

/// Rows of descriptions, colors and groups that another program wrote, and their recovery.
@Suite struct TagDetailTests {
    /// A file with the tags k1 to k4, descriptions and a group, changed by statements without checks.
    private static func file(_ folder: TemporaryFolder, _ statements: [String] = []) throws -> String {
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path))
        try store.write(at: 0) { writer in
            writer.summary = "make"
            for id: Int64 in 1...4 { try writer.apply(.putTag(TagRow(id: id, name: "k\(id)"))) }
            try writer.apply(.putTagDetail(TagDetail(tagID: 1, description: "first", color: "red")))
            try writer.apply(.putTagDetail(TagDetail(tagID: 2, description: "second")))
            for id: Int64 in 1...3 {
                try writer.apply(.putGroupMember(GroupMember(tagID: id, group: "Size", position: 4 - id)))
            }
        }
        try store.close()
        guard !statements.isEmpty else { return path }
        let script =
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); db.execute('PRAGMA ignore_check_constraints = ON'); db.executescript(sys.argv[2]); db.commit()"
        try PythonScript.run(script, path, statements.joined(separator: ";"))
        return path
    }

    @Test func `rows are read as they were written, and a tag takes them along`() throws {
        let folder = try TemporaryFolder()
        let store = try TagStore(.file(path: Self.file(folder)))
        #expect(try store.diagnose().problems == [])
        let groups = try store.read { try $0.groups() }
        #expect(groups.all.map(\.tagIDs) == [[3, 2, 1]] && groups.group(of: 2)?.name == "Size")
        #expect(groups.group(of: 4) == nil)
        #expect(groups.displaced(among: [1, 2, 3, 4], given: [3, 1, 4]) == [2, 3])
        #expect(groups.displaced(among: [1, 2, 4], given: [4]) == [])
        try store.write(at: 1) { writer in
            writer.summary = "delete"
            try writer.apply(.deleteTags(1...2))
        }
        #expect(try store.read { try $0.details() }.isEmpty)
        #expect(try store.read { try $0.groups() }.all.map(\.tagIDs) == [[3]])
        _ = try store.write(at: 2) { try $0.undo() }
        #expect(try store.read { try $0.details() }[1] == TagDetail(tagID: 1, description: "first", color: "red"))
        #expect(try store.read { try $0.groups() } == groups)
        #expect(try store.diagnose().problems == [])
    }

    @Test func `invalid rows are reported, and recovery copies the others`() throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "a", count: 1_001)
        let path = try Self.file(
            folder,
            [
                "UPDATE tag_detail SET description = '\(long)' WHERE tag_id = 1",
                "INSERT INTO tag_detail VALUES (3, 'third', 'pink'), (4, '', NULL)",
                "UPDATE tag_group SET key = 'sizes' WHERE tag_id = 3",
            ])
        let store = try TagStore(.file(path: path))
        // SQLite's check of the file reports some of them as well.
        let problems = try store.diagnose().problems.filter { $0.hasPrefix("table ") }
        #expect(problems.count == 4, "\(problems)")
        #expect(problems.filter { $0.contains("tag_detail") }.count == 3)
        try store.close()
        let copy = folder.file("copy.sqlite")
        let report = try TagStore.recover(path, into: copy, at: 0) { _ in true }
        let details = report?.tables.first { $0.table == "tag_detail" }
        #expect(details?.recovered == 1 && details?.lost == 3)
        let members = report?.tables.first { $0.table == "tag_group" }
        #expect(members?.recovered == 2 && members?.lost == 1)
        let recovered = try TagStore(.file(path: copy))
        #expect(try recovered.diagnose().problems == [])
        #expect(try recovered.read { try $0.details() }.keys.sorted() == [2])
        #expect(try recovered.read { try $0.groups() }.all.map(\.tagIDs) == [[2, 1]])
    }
}
