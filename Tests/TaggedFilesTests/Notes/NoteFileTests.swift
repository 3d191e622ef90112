import Foundation
import TagService
import TaggedFiles
import TestSupport
import Testing

@Suite struct NoteFileTests {
    /// Creates a folder with one note.
    private func file(_ text: String = "#a") throws -> (folder: TemporaryFolder, file: NoteFile) {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("a.md")))
        var found: [NoteFile] = []
        try NoteFolder(folder.path).forEachNote({ found.append($0) }, skipped: { Issue.record("\($0)") })
        return (folder, try #require(found.first))
    }

    private func text(_ folder: TemporaryFolder, _ name: String = "a.md") throws -> String {
        try String(contentsOfFile: folder.file(name), encoding: .utf8)
    }

    @Test func `a replaced file keeps its mode and attributes`() throws {
        let (folder, file) = try file()
        let path = folder.file("a.md")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        let set = Tool("setfattr", package: "attr")
        if set.isInstalled { try set.run(["-n", "user.xdg.tags", "-v", "x,y", path]) }
        let (_, content) = try file.note()
        try file.replace(with: Array("#b".utf8), after: content)
        #expect(try text(folder) == "#b")
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.md"])
        guard set.isInstalled else { return }
        let value = try Tool("getfattr", package: "attr").run(["--only-values", "-n", "user.xdg.tags", path])
        // The file system may not support attributes.
        #expect(["x,y", ""].contains(String(decoding: value.output, as: UTF8.self)))
    }

    @Test(arguments: ["#c", "#a and more", "replaced", "deleted", "read-only", "linked"])
    func `a file that changed since it was read is not replaced`(change: String) throws {
        let (folder, file) = try file()
        let (_, content) = try file.note()
        let path = folder.file("a.md")
        let manager = FileManager.default
        switch change {
        case "replaced": try Data("#a".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
        case "deleted": try manager.removeItem(atPath: path)
        case "read-only": try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
        case "linked": try manager.linkItem(atPath: path, toPath: folder.file("b"))
        default: try Data(change.utf8).write(to: URL(fileURLWithPath: path))
        }
        // The file keeps the bytes that the other program wrote.
        let before = try? text(folder)
        #expect(throws: NoteFileError.self) { try file.replace(with: Array("#b".utf8), after: content) }
        #expect((try? text(folder)) == before)
        let names = try manager.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix(".tagflow") })
    }

    @Test(arguments: [("#a", 0o444, "permission denied; make it writable")])
    func `a note without write permission is not replaced`(text: String, mode: Int, reason: String) throws {
        let (folder, file) = try file(text)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file("a.md"))
        let (_, content) = try file.note()
        let error = #expect(throws: NoteFileError.self) { try file.replace(with: [], after: content) }
        #expect(error?.reason == reason && error?.path == "a.md")
    }

    @Test func `the notes of a folder are items, and errors are reported`() throws {
        let (folder, _) = try file("---\ntitle: A\ntags: [x\n---\n#y")
        try Data([0x0A, 0xFF]).write(to: URL(fileURLWithPath: folder.file("b.md")))
        var (items, problems): ([TaggedItem], [String]) = ([], [])
        try NoteFolder(folder.path)
            .forEachItem(
                { items.append($0) }, skipped: { problems.append("\($0.path) in \($1)") },
                invalidFrontMatter: { problems.append("\($0):\($1.line)") })
        #expect(items == [TaggedItem(location: "a.md", title: "a", tags: ["y"])])
        #expect(problems == ["a.md:4", "b.md:2 in b.md"])
    }
}
