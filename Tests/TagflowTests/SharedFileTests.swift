import Foundation
import TestSupport
import Testing

/// SQLite's locks when a process is asked to read its database as a file, and is killed.
@Suite struct SharedFileTests {
    /// Every command that reads a file, with the file's name to come.
    private static let readers: [[String]] = [
        ["import"], ["import", "--from", "text"], ["layout"], ["suggest", "--batch"],
        ["export", "--format", "svg", "--theme"],
    ]

    private static let names = ["tags.sqlite", "symlink", "hardlink", "./tags.sqlite-wal"]

    @Test(arguments: readers, names) func `a REPL asked to read its database file keeps its and others' writes`(
        reader: [String], name: String
    ) throws {
        let tagflow = try TagflowProcess()
        let path = tagflow.folder.file("tags.sqlite")
        try tagflow.run("new", "s", "x")
        try FileManager.default.createSymbolicLink(
            atPath: tagflow.folder.file("symlink"), withDestinationPath: "tags.sqlite")
        try FileManager.default.linkItem(atPath: path, toPath: tagflow.folder.file("hardlink"))
        let repl = try RunningRepl(tagflow)
        _ = try repl.type("toggle x")
        for _ in 1...2 {
            _ = try repl.type((reader + [tagflow.folder.file(name)]).joined(separator: " "))
            #expect(try tagflow.run("add", "other").code == 0)
            let answer = try repl.type("add mine")
            #expect(answer.contains("mine"), "\(answer)")
        }
        repl.kill()
        let tags = try tagflow.run("tags").output
        #expect(tags.contains("other"))
        #expect(tags.contains("mine"))
        #expect(tags.contains("x"))
        #expect(try tagflow.run("doctor").output.hasPrefix("integrity: ok\ncounts: ok\n"))
    }

    @Test(arguments: ["hello\n", ""]) func `copies and other files are read as usual`(content: String) throws {
        let tagflow = try TagflowProcess()
        let file = tagflow.folder.file("tags.txt")
        try Data(content.utf8).write(to: URL(fileURLWithPath: file))
        let repl = try RunningRepl(tagflow)
        let answer = try repl.type("import \(file)")
        #expect(answer.contains(content.isEmpty ? "0" : "1 new tag"), "\(answer)")
        repl.kill()
    }
}
