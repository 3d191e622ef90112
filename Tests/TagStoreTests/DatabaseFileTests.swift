import Foundation
import Migrations
import TestSupport
import Testing

@testable import TagStore

@Suite struct DatabaseFileTests {
    @Test func `only the owner can access a new database and its folder`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("deep/er/tagflow.sqlite")
        _ = try TagStore(.file(path: path))
        #expect(try mode(of: path) == 0o600)
        #expect(try mode(of: folder.file("deep/er")) == 0o700)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("deep/er")).filter { $0.contains(".new-") }
                .isEmpty)
    }

    @Test func `an empty file becomes a database`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("empty")
        try Data().write(to: URL(fileURLWithPath: path))
        let store = try TagStore(.file(path: path))
        #expect(try store.read { try $0.sets().map(\.name) } == ["default"])
    }

    @Test(arguments: ["hello", "SQLite format 3\0", String(repeating: "x", count: 5_000)])
    func `a file that isn't a database is left unchanged`(content: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("notes.txt")
        try Data(content.utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.notOurs(path: path)) { try TagStore(.file(path: path)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["notes.txt"])
    }

    @Test func `a database of another program is left unchanged`() throws {
        try expectUntouched(headerAt: 68, bytes: [0, 0, 0, 1]) { .notOurs(path: $0) }
    }

    @Test func `a database with a newer schema is left unchanged`() throws {
        try expectUntouched(headerAt: 60, bytes: [0, 0, 0x27, 0x0F]) {
            .newerSchema(path: $0, version: 9_999, known: Migration.all.last?.version ?? 0)
        }
    }

    @Test func `a folder isn't a database`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: StoreError.cannotCreate(path: folder.path, reason: "not a regular file")) {
            try TagStore(.file(path: folder.path))
        }
    }

    /// A regular file that the system refuses to read, as it refuses to read files on a failing disk.
    private static let unreadable = "/sys/class/net/lo/speed"

    private static var isUnreadable: Bool {
        guard let file = FileHandle(forReadingAtPath: unreadable) else { return false }
        do {
            _ = try file.read(upToCount: 1)
            return false
        } catch { return true }
    }

    @Test(.enabled(if: isUnreadable)) func `an unreadable file is reported as a read error`() {
        let path = Self.unreadable
        #expect(throws: StoreError.inputOutput(path: path, detail: "Invalid argument")) {
            try TagStore(.file(path: path))
        }
    }

    @Test(arguments: [EIO, EISDIR, EINVAL, ENXIO, EMFILE, EOVERFLOW])
    func `a failed read of an existing file is an I/O error`(number: Int32) {
        let error = SystemError(number)
        #expect(StoreError(reading: error, path: "a") == .inputOutput(path: "a", detail: error.text))
    }

    @Test(arguments: [EACCES, EPERM]) func `a read without permission is a permission error`(number: Int32) {
        #expect(StoreError(reading: SystemError(number), path: "a") == .notPermitted(path: "a"))
    }

    @Test func `opening or reading a damaged database throws`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("damaged.sqlite")
        try makeDatabase(at: path)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for index in 4_096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 31) }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.self) { try TagStore(.file(path: path)).read { try $0.tagSummaries(inSet: nil) } }
    }

    /// Overwrites bytes in the header of a valid database and expects that opening it fails and changes nothing.
    private func expectUntouched(headerAt offset: Int, bytes: [UInt8], error: (String) -> StoreError) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("other.sqlite")
        try makeDatabase(at: path)
        var content = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        content.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        try Data(content).write(to: URL(fileURLWithPath: path))
        #expect(throws: error(path)) { try TagStore(.file(path: path)) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["other.sqlite"])
    }

    private func makeDatabase(at path: String) throws {
        let store = try TagStore(.file(path: path))
        try store.write(at: 0) { writer in
            for id in 1...200 { try writer.apply(.putTag(TagRow(id: Int64(id), name: "tag \(id)"))) }
        }
        try store.close()
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
