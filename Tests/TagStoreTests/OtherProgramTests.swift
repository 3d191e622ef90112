import Foundation
import Migrations
import TagStore
import TestSupport
import Testing

/// Files left at or next to a database's path by other programs, newer versions and killed processes.
@Suite struct OtherProgramTests {
    private static let suffixes = ["", "-wal", "-shm", "-journal"]

    /// Leaves a commit in the write-ahead log only, as a killed process does.
    private static let commit = """
        import os, sqlite3, sys
        db = sqlite3.connect(sys.argv[1], isolation_level=None)
        db.execute("pragma wal_autocheckpoint = 0")
        for statement in sys.argv[2].split(";"):
            db.execute(statement)
        os._exit(0)
        """

    @Test(arguments: ["user_version = 9999", "application_id = 1"])
    func `a commit that is only in the log counts, and the file and its log aren't changed`(pragma: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        try PythonScript.run(Self.commit, path, "pragma \(pragma);update state set chosen_set_id = 1")
        // SQLite may rebuild the log's index.
        func files() throws -> [String: Data] { try Self.files(in: folder).filter { $0.key != "tags.sqlite-shm" } }
        let before = try files()
        #expect(before.count == 2 && before["tags.sqlite-wal"]?.isEmpty == false)
        let expected: StoreError =
            pragma.hasPrefix("user")
            ? .newerSchema(path: path, version: 9_999, known: Migration.all.last?.version ?? 0) : .notOurs(path: path)
        for concurrency in [StoreConcurrency.serial, .pool, .exclusive] {
            #expect(throws: expected) { try TagStore(.file(path: path), concurrency: concurrency) }
            #expect(try files() == before)
        }
        try FileManager.default.removeItem(atPath: path + "-shm")
        #expect(throws: expected) { try TagStore(.file(path: path)) }
        #expect(try files() == before)
    }

    @Test(arguments: [StoreConcurrency.serial, .pool], ["delete", "replace"])
    func `a change isn't acknowledged if the file was deleted or replaced`(
        concurrency: StoreConcurrency, act: String
    ) throws {
        let folder = try TemporaryFolder()
        let (path, moved) = (folder.file("tags.sqlite"), folder.file("moved.sqlite"))
        let store = try TagStore(.file(path: path), concurrency: concurrency)
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        try FileManager.default.moveItem(atPath: path, toPath: moved)
        if act == "replace" { try Data("other".utf8).write(to: URL(fileURLWithPath: path)) }
        let error = StoreError.replaced(path: path)
        #expect(throws: error) { try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 2, name: "b"))) } }
        #expect(throws: error) {
            try store.together(1) { _ in
                do { try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 3, name: "c"))) } } catch { return error }
                return nil
            }
        }
        #expect(
            error.description
                == "'\(path)' was deleted or replaced while it was open, so the change may be lost; restart to use the current file"
        )
        // Nothing was written, and a file that is back can be used.
        if act == "replace" { try FileManager.default.removeItem(atPath: path) }
        try FileManager.default.moveItem(atPath: moved, toPath: path)
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 4, name: "d"))) }
        #expect(try store.read { try $0.names(of: [1, 4]) } == [1: "a", 4: "d"])
        for id: Int64 in [2, 3] { #expect(throws: (any Error).self) { try store.read { try $0.names(of: [id]) } } }
    }

    @Test func `a change isn't acknowledged if the file is deleted during it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: .exclusive)
        #expect(throws: StoreError.locked(path: path)) {
            try store.write(at: 0) {
                try $0.apply(.putTag(TagRow(id: 1, name: "a")))
                try FileManager.default.removeItem(atPath: path)
            }
        }
        #expect(store.hasBeenLost)
    }

    @Test(arguments: [StoreConcurrency.serial, .pool])
    func `a store refuses to work after a newer version has migrated its database`(concurrency: StoreConcurrency) throws
    {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: concurrency)
        let row = TagRow(id: 1, name: "a")
        try store.write(at: 0) { try $0.apply(.putTag(row)) }
        try PythonScript.run(Self.commit, path, "pragma user_version = 9999")
        let known = Migration.all.last?.version ?? 0
        let error = StoreError.upgraded(path: path, version: 9_999, known: known)
        #expect(throws: error) { try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 2, name: "b"))) } }
        #expect(throws: error) { try store.together(1) { _ in nil } }
        #expect(throws: error) { try store.read { try $0.names(of: [1]) } }
        #expect(
            error.description
                == "'\(path)' was upgraded by a newer version of tagflow to schema version 9999, but this version supports at most \(known); restart with the newer version"
        )
        let count = try PythonScript.run(
            "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('select count(*) from tag').fetchone()[0])",
            path)
        #expect(count == "1\n")
    }

    @Test func `an uncommitted schema upgrade doesn't count`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        try PythonScript.run(
            Self.commit, path, "begin;pragma user_version = 9999;update state set chosen_set_id = 1;commit")
        // The last byte is missing, as after a power loss.
        let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
        #expect(log.count > 2 * 4_096 && log.range(of: Data([0, 0, 0x27, 0x0F])) != nil)
        try log.dropLast().write(to: URL(fileURLWithPath: path + "-wal"))
        let store = try TagStore(.file(path: path))
        #expect(try store.read { try $0.sets().count } == 1)
    }

    @Test func `a log with commits of tagflow is recovered as usual`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        try PythonScript.run(
            Self.commit, path,
            "insert into tag (key, folded, name) values ('k', 'k', 'k');pragma user_version = \(Migration.all.last?.version ?? 0)"
        )
        let store = try TagStore(.file(path: path))
        #expect(try store.read { try $0.names(of: [1]) } == [1: "k"])
    }

    @Test func `a cycle of implications is reported, and recovery breaks it`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        let tags = (1...5).map { "insert into tag (key, folded, name) values ('k\($0)', 'k\($0)', 'k\($0)')" }
        let implications = ["1, 2", "2, 3", "3, 1", "3, 4", "5, 1"].map { "insert into implication values (\($0))" }
        try PythonScript.run(Self.commit, path, (tags + implications).joined(separator: ";"))
        let store = try TagStore(.file(path: path))
        let leading = [(1, 2), (2, 3), (3, 1), (5, 1)]
            .map { tag, implied in
                "table implication, tag_id \(tag): the implication of tag \(implied) leads to a cycle"
            }
        #expect(try store.diagnose().problems == leading)
        #expect(try store.read { try $0.implicationPath(from: 5, to: 4) } == [5, 1, 2, 3, 4])
        #expect(try store.read { try $0.implicationPath(from: 4, to: 1) } == nil)
        try store.close()
        let copy = folder.file("copy.sqlite")
        let report = try TagStore.recover(path, into: copy, at: 0) { _ in true }
        let lost = report?.tables.first { $0.table == "implication" }
        #expect(lost?.recovered == 4 && lost?.lost == 1)
        let recovered = try TagStore(.file(path: copy))
        #expect(try recovered.diagnose().problems == [])
        #expect(try recovered.read { try $0.implications().count } == 4)
    }

    @Test(arguments: [nil, Data()]) func `leftovers of a deleted database are renamed`(rest: Data?) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        for round in 1...2 {
            try TagStore(.file(path: path)).close()
            try PythonScript.run(Self.commit, path, "insert into tag (key, folded, name) values ('k', 'k', 'k')")
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            try FileManager.default.removeItem(atPath: path)
            if let rest { try rest.write(to: URL(fileURLWithPath: path)) }
            let store = try TagStore(.file(path: path))
            #expect(store.notices.count == 1)
            #expect("\(store.notices)".contains("tags.sqlite-wal"))
            #expect(try store.read { try $0.tagSummaries(inSet: nil).isEmpty })
            #expect(try store.diagnose().problems == [])
            let aside = URL(fileURLWithPath: "\(path)-wal.stale-\(round)")
            #expect(try Data(contentsOf: aside) == log)
            try store.close()
            #expect(try TagStore(.file(path: path)).notices == [])
        }
    }

    @Test func `a journal mode set by another program is reported and reset`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        for concurrency in [StoreConcurrency.serial, .pool] {
            try TagStore(.file(path: path)).close()
            let mode = try PythonScript.run(
                "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute('pragma journal_mode = delete').fetchone()[0])",
                path)
            #expect(mode == "delete\n")
            let store = try TagStore(.file(path: path), concurrency: concurrency)
            #expect(try store.restoreJournalMode() == "delete")
            try store.close()
            let header = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(20)
            #expect(header.suffix(2) == Data([2, 2]))
            let again = try TagStore(.file(path: path), concurrency: concurrency)
            #expect(try again.restoreJournalMode() == nil)
            try again.close()
        }
        #expect(try TagStore(.memory).restoreJournalMode() == nil)
    }

    private static func files(in folder: TemporaryFolder) throws -> [String: Data] {
        try Dictionary(
            uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder.path)
                .map { ($0, try Data(contentsOf: URL(fileURLWithPath: folder.file($0)))) })
    }
}
