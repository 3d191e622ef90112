import Foundation
import TagStore
import TestSupport
import Testing

/// All stores of a process on one file share its connections, whatever name they use.
@Suite struct OpenDatabasesTests {
    @Test(arguments: ["tags.sqlite", "symlink", "hardlink", "folder/../tags.sqlite"])
    func `a second store on a file shares its connections`(name: String) throws {
        let folder = try Self.folderWithNames()
        let path = folder.file("tags.sqlite")
        for (first, second) in [(StoreConcurrency.serial, StoreConcurrency.pool), (.pool, .serial)] {
            let one = try TagStore(.file(path: path), concurrency: first)
            let other = try TagStore(.file(path: folder.file(name)), concurrency: second)
            let id = Int64.random(in: 1...1_000_000)
            try one.write(at: 0) { try $0.apply(.putTag(TagRow(id: id, name: "one \(id)"))) }
            try other.write(at: 0) { try $0.apply(.putTag(TagRow(id: id + 1_000_000, name: "other \(id)"))) }
            for store in [one, other] {
                #expect(
                    try store.read { try $0.names(of: [id, id + 1_000_000]).values.sorted() } == [
                        "one \(id)", "other \(id)",
                    ])
            }
            try one.close()
            #expect(OpenDatabases.holds(folder.file(name)))
            #expect(throws: StoreError.self) { try one.read { try $0.sets() } }
            #expect(try other.read { try $0.sets().count } == 1)
            try other.close()
            #expect(!OpenDatabases.holds(path))
            #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        }
    }

    @Test func `releasing a store closes it`() throws {
        let folder = try Self.folderWithNames()
        let path = folder.file("tags.sqlite")
        do {
            let store = try TagStore(.file(path: path))
            try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
            #expect(OpenDatabases.holds(path))
        }
        #expect(!OpenDatabases.holds(path))
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func `an open database and its companion files are recognized by every name`() throws {
        let folder = try Self.folderWithNames()
        let store = try TagStore(.file(path: folder.file("symlink")))
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        try FileManager.default.linkItem(atPath: folder.file("tags.sqlite-wal"), toPath: folder.file("log"))
        for name in ["tags.sqlite", "symlink", "hardlink", "tags.sqlite-wal", "tags.sqlite-shm", "log"] {
            #expect(OpenDatabases.holds(folder.file(name)), "\(name)")
        }
        for name in ["nothing", "folder", "tags.sqlite\0", "tags.sqlite-journal", ""] {
            #expect(!OpenDatabases.holds(folder.file(name)), "\(name)")
        }
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("copy")))
        #expect(!OpenDatabases.holds(folder.file("copy")))
        try store.close()
        #expect(!OpenDatabases.holds(folder.file("tags.sqlite")))
    }

    @Test func `the data version changes with commits of other stores of the process`() throws {
        let folder = try Self.folderWithNames()
        let path = folder.file("tags.sqlite")
        let one = try TagStore(.file(path: path))
        let other = try TagStore(.file(path: path))
        let (first, second) = (try one.dataVersion(), try other.dataVersion())
        try one.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        #expect(try one.dataVersion() == first)
        #expect(try other.dataVersion() > second)
        let third = try other.dataVersion()
        #expect(throws: CancellationError.self) { try one.write(at: 0) { _ in throw CancellationError() } }
        #expect(try other.dataVersion() == third)
    }

    @Test func `a failed open leaves nothing registered`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("notes.txt")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.notOurs(path: path)) { try TagStore(.file(path: path)) }
        #expect(!OpenDatabases.holds(path))
    }

    @Test func `stores on many threads can be opened and closed concurrently`() throws {
        let folder = try Self.folderWithNames()
        let names = ["tags.sqlite", "symlink", "hardlink"]
        DispatchQueue.concurrentPerform(iterations: 60) { index in
            do {
                let path = folder.file(names[index % names.count])
                let store = try TagStore(.file(path: path), concurrency: index % 2 == 0 ? .serial : .pool)
                try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: Int64(index + 1), name: "tag \(index)"))) }
                if index % 3 == 0 { try store.close() }
            } catch { Issue.record("\(index): \(error)") }
        }
        #expect(!OpenDatabases.holds(folder.file("tags.sqlite")))
        let store = try TagStore(.file(path: folder.file("tags.sqlite")))
        #expect(try store.read { try $0.names(of: (1...60).map(Int64.init)).count } == 60)
        #expect(try store.diagnose().problems == [])
    }

    private static func folderWithNames() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        try TagStore(.file(path: path)).close()
        let files = FileManager.default
        try files.createDirectory(atPath: folder.file("folder"), withIntermediateDirectories: false)
        try files.createSymbolicLink(atPath: folder.file("symlink"), withDestinationPath: "tags.sqlite")
        try files.linkItem(atPath: path, toPath: folder.file("hardlink"))
        return folder
    }
}
