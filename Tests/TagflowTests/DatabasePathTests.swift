import Foundation
import TestSupport
import Testing

/// Any `--database` path is a file of that name, or a one-line error.
@Suite struct DatabasePathTests {
    @Test(arguments: [
        "a", "1", "-", "é", "☀️", "file:tags", "file:tags?mode=memory", "file::memory:", "./:memory:", "a b", "a%20b",
        "a?b#c", "a\nb", "a\u{1B}[31mb", "'", "\"", "\\", "new/a", "./x/../a", "...",
        String(repeating: "n", count: 200),
    ]) func `a name is a file's, by option and by environment`(name: String) throws {
        for usesOption in [true, false] {
            var tagflow = try TagflowProcess()
            let folder = tagflow.folder.path
            if name.contains("..") {
                try FileManager.default.createDirectory(atPath: folder + "/x", withIntermediateDirectories: false)
            }
            if !usesOption { tagflow.environment["TAGFLOW_DATABASE"] = name }
            let option = usesOption ? ["--database=\(name)"] : []
            let first = try tagflow.run(option + ["new", "s", "x"], directory: folder)
            #expect(first.code == 0, "\(first.errors)")
            let board = try tagflow.run(option + ["show"], directory: folder)
            #expect(board.output == "( x )\n")
            #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name)"))
        }
    }

    @Test(
        arguments: [
            ("", 73, "the path is empty"), ("a/", 73, "it is a folder"), ("/", 73, "it is a folder"),
            (".", 73, "not a regular file"), ("..", 73, "not a regular file"),
            ("dangling", 73, "it is a symlink to a file that doesn't exist"),
            ("loop", 73, "Too many levels of symbolic links"), ("dangling/a", 73, "can't create its folder"),
            ("/dev/null", 73, "not a regular file"), ("/dev/null/a", 73, "Not a directory"),
            (String(repeating: "n", count: 256), 73, "File name too long"),
            (String(repeating: "n", count: 250), 73, "File name too long"),
            (String(repeating: "folder/", count: 70) + "a", 73, "its full path is longer than 470 bytes"),
        ] as [(String, Int32, String)]) func `an invalid database gets a one-line error, and nothing is created`(
            name: String, code: Int32, reason: String
        ) throws
    {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder
        for (link, target) in [("dangling", "nowhere"), ("loop", "loop")] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        let outcome = try tagflow.run(["--database", name, "add", "x"], directory: folder.path)
        #expect(outcome.code == code)
        #expect(outcome.errors == "tagflow: can't create '\(name)': \(reason); choose another file with --database\n")
        #expect(outcome.output == "")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.filter { $0.contains(".new-") || $0 == "nowhere" || $0 == "folder" } == [])
    }

    @Test func `a symlink leads to the database with the files next to it`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder
        try FileManager.default.createDirectory(atPath: folder.file("links"), withIntermediateDirectories: false)
        try tagflow.run("new", "s", "x")
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("links/l"), withDestinationPath: "../tags.sqlite")
        let repl = try RunningRepl(tagflow, arguments: ["--database", folder.file("links/l")])
        #expect(try repl.type("add y").contains("y"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("links")) == ["l"])
        #expect(try tagflow.run("show").output == "( x ) ( y )\n")
        repl.kill()
    }
}
