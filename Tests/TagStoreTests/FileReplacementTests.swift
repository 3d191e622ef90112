import Foundation
import TagStore
import TestSupport
import Testing

/// Replacing a user's file atomically.
@Suite struct FileReplacementTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("a.txt") }

    init() throws { folder = try TemporaryFolder() }

    private func replace(_ path: [UInt8], with text: String) throws {
        let replacement = try FileReplacement(of: path)
        try replacement.write(Array(text.utf8))
        try replacement.synchronize()
        try replacement.commit()
    }

    private func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func attribute(_ key: FileAttributeKey) throws -> NSNumber? {
        try FileManager.default.attributesOfItem(atPath: path)[key] as? NSNumber
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test func `keeps the mode, the owner and the attributes of the file`() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        // Only root can change the owner of a file.
        let owner: UInt32 = geteuid() == 0 ? 12_345 : geteuid()
        try #require(unsafe chown(path, owner, gid_t.max) == 0)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let set = Tool("setfattr", package: "attr")
        let hasAttribute = try set.isInstalled && set.run(["-n", "user.note", "-v", "kept", path]).code == 0
        try replace(Array(path.utf8), with: "new")
        #expect(try text() == "new")
        #expect(try attribute(.posixPermissions) == 0o640)
        #expect(try attribute(.ownerAccountID)?.uint32Value == owner)
        #expect(try names() == ["a.txt"])
        guard hasAttribute else { return }
        let value = try Tool("getfattr", package: "attr").run(["--only-values", "-n", "user.note", path])
        #expect(String(decoding: value.output, as: UTF8.self) == "kept")
    }

    @Test func `creates a new file with the default mode`() throws {
        try replace(Array(path.utf8), with: "new")
        #expect(try text() == "new")
        let other = folder.file("b.txt")
        close(unsafe open(other, O_CREAT | O_WRONLY, 0o666))
        let mode = try FileManager.default.attributesOfItem(atPath: other)[.posixPermissions]
        #expect(try attribute(.posixPermissions) == mode as? NSNumber)
        #expect(try names() == ["a.txt", "b.txt"])
    }

    @Test func `keeps the old file and removes the draft unless it is committed`() throws {
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        do {
            let replacement = try FileReplacement(of: Array(path.utf8))
            try replacement.write(Array("new".utf8))
            try replacement.synchronize()
            #expect(try names().count == 2)
        }
        #expect(try text() == "old")
        #expect(try names() == ["a.txt"])
    }

    @Test func `accepts a path that isn't UTF-8`() throws {
        try replace(Array(folder.path.utf8) + [UInt8(ascii: "/"), 0xFF, 0xFE], with: "new")
        #expect(try names().count == 1)
    }
}
