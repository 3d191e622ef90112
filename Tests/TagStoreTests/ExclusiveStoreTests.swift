import Foundation
import TestSupport
import Testing

@testable import TagStore

/// A database that is opened for one process alone.
@Suite struct ExclusiveStoreTests {
    /// Writes to a database with Python's SQLite and returns its output.
    private static func write(_ path: String) throws -> String {
        try PythonScript.run(
            """
            import sqlite3, sys
            database = sqlite3.connect(sys.argv[1], timeout=0.1)
            try:
                database.execute("UPDATE tag_set SET name = 'other'")
                print("written")
            except sqlite3.OperationalError as error:
                print(error)
            """, path)
    }

    @Test func `an exclusive store locks out other processes until it is closed`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: .exclusive)
        #expect(try Self.write(path) == "database is locked\n")
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        #expect(try Self.write(path) == "database is locked\n")
        #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
        try store.close()
        #expect(try Self.write(path) == "written\n")
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    }

    @Test func `its settings make acknowledged writes durable`() throws {
        let folder = try TemporaryFolder()
        let store = try TagStore(.file(path: folder.file("tags.sqlite")), concurrency: .exclusive)
        let settings = try store.withConnection { connection in
            try ["locking_mode", "journal_mode", "synchronous", "temp_store"]
                .map { name -> String in
                    let value: String? = try connection.value("SELECT CAST(\(name) AS TEXT) FROM pragma_\(name)")
                    return value ?? ""
                }
        }
        #expect(settings == ["exclusive", "wal", "2", "2"])
        #expect(try store.linearModelFile() == nil)
    }

    @Test func `stores of one process share the connection`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let one = try TagStore(.file(path: path), concurrency: .exclusive)
        let other = try TagStore(.file(path: path), concurrency: .exclusive)
        let version = try other.dataVersion()
        try one.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        #expect(try other.dataVersion() != version)
        try one.close()
        #expect(try other.read { try $0.names(of: [1]) } == [1: "a"])
        try other.close()
        #expect(!OpenDatabases.holds(path))
        let again = try TagStore(.file(path: path), concurrency: .exclusive)
        #expect(try again.read { try $0.names(of: [1]) } == [1: "a"])
    }

    @Test func `a store whose file was deleted is lost`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: .exclusive)
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        try FileManager.default.removeItem(atPath: path)
        Thread.sleep(forTimeInterval: 1.1)
        #expect(throws: StoreError.locked(path: path)) { try store.read { try $0.sets() } }
        #expect(store.hasBeenLost)
        #expect(throws: StoreError.locked(path: path)) {
            try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 2, name: "b"))) }
        }
    }

    @Test func `deleting a store leaves no files`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("tags.sqlite")
        let store = try TagStore(.file(path: path), concurrency: .exclusive)
        try store.write(at: 0) { try $0.apply(.putTag(TagRow(id: 1, name: "a"))) }
        try store.delete()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
}
