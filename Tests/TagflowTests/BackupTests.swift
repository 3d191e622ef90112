import Foundation
import TestSupport
import Testing

@Suite struct BackupTests {
    @Test func `a copy is whole and for its owner alone`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x", "y")
        let copy = tagflow.folder.file("copy.sqlite")
        let outcome = try tagflow.run("backup", copy)
        #expect(outcome.code == 0)
        #expect(outcome.output == "copied the database to \(copy)\n")
        #expect(try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int == 0o600)
        #expect(try tagflow.run("--database", copy, "show").output == "( x ) ( y )\n")
        #expect(try drafts(in: tagflow).isEmpty)
    }

    @Test(arguments: ["", ":memory:", "file:copy", "file:copy?mode=memory", "folder/", "no/copy"])
    func `an invalid file name is rejected and nothing is created`(name: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let outcome = try run(["backup", name], tagflow)
        #expect(outcome.code == 73)
        #expect(outcome.errors.hasPrefix("tagflow: can't copy the database to '\(name)': "), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
        #expect(files.filter { $0.contains("copy") || $0.contains("memory") } == [])
    }

    @Test(arguments: ["./:memory:", "./file:copy", "c"]) func `a name that only looks special is the name of a file`(
        name: String
    ) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        #expect(try run(["backup", name], tagflow).code == 0)
        #expect(FileManager.default.fileExists(atPath: tagflow.folder.file(name)))
        #expect(try run(["--database", name, "show"], tagflow).output == "( x )\n")
    }

    @Test(arguments: ["notes.txt", "tags.sqlite", "symlink", "hardlink", "dangling"])
    func `an existing file isn't changed`(name: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let folder = tagflow.folder
        try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.file("notes.txt")))
        for (link, target) in [("symlink", "tags.sqlite"), ("dangling", "nowhere")] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        try FileManager.default.linkItem(atPath: folder.file("tags.sqlite"), toPath: folder.file("hardlink"))
        let outcome = try tagflow.run("backup", folder.file(name))
        #expect(outcome.code == 73)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try String(contentsOfFile: folder.file("notes.txt"), encoding: .utf8) == "notes")
        #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
        #expect(try tagflow.run("show").output == "( x )\n")
    }

    @Test func `--force replaces a backup, but no other file and no open database`() throws {
        let tagflow = try TagflowProcess()
        let folder = tagflow.folder
        let copy = folder.file("copy.sqlite")
        try tagflow.run("new", "s", "x")
        #expect(try tagflow.run("backup", copy).code == 0)
        try tagflow.run("add", "y")
        let refused = try tagflow.run("backup", copy)
        #expect(refused.code == 73)
        #expect(
            refused.errors
                == "tagflow: can't copy the database to '\(copy)': it already exists; replace it with --force, or make dated copies with --keep\n"
        )
        #expect(try tagflow.run("backup", "--force", copy).code == 0)
        #expect(try tagflow.run("--database", copy, "show").output == "( x ) ( y )\n")
        try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.file("notes.txt")))
        for (name, reason) in [
            ("notes.txt", "it exists and isn't a backup"), ("tags.sqlite", "it is the open database"),
        ] {
            let outcome = try tagflow.run("backup", "--force", folder.file(name))
            #expect(outcome.code == 73)
            #expect(outcome.errors.contains(": \(reason); "), "\(outcome.errors)")
        }
        #expect(try String(contentsOfFile: folder.file("notes.txt"), encoding: .utf8) == "notes")
        // The log of an open database would be applied to the copy.
        let repl = try RunningRepl(tagflow, arguments: ["--database", copy])
        #expect(try repl.type("add z").contains("z"))
        let used = try tagflow.run("backup", "--force", copy)
        #expect(used.code == 73 && used.errors.contains("it may be in use"), "\(used.errors)")
        repl.kill()
    }

    @Test func `--keep dates the copy and keeps the newest copies`() throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TZ"] = "XXX-05:30"
        let folder = tagflow.folder
        try tagflow.run("new", "s", "x")
        let old = (1...4).map { "tags.old-2026-01-0\($0)T101112.sqlite" }
        for name in old { try tagflow.run("backup", folder.file(name)) }
        let others = [
            "tags.old-2026-01-01T101112.txt", "tags.old-2026-01-01.sqlite", "tags.old.sqlite",
            "tags-2026-01-01T101112.sqlite",
        ]
        for name in others { try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file(name))) }
        // A file with a fitting name that isn't a database.
        let notes = "tags.old-2025-01-01T000000.sqlite"
        try Data("notes".utf8).write(to: URL(fileURLWithPath: folder.file(notes)))
        let outcome = try tagflow.run("backup", "--keep", "3", folder.file("tags.old.sqlite"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let made = try #require(
            outcome.output.firstMatch(
                of: /copied the database to \S*\/(tags\.old-\d{4}-\d\d-\d\dT\d{6}\.sqlite); deleted 2 older copies\n/))
        let files = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
        #expect(files.isSuperset(of: old[2...] + others + [notes, String(made.1)]))
        #expect(files.isDisjoint(with: old[..<2]))
        let copy = folder.file(String(made.1))
        #expect(try tagflow.run("--database", copy, "show").output == "( x )\n")
        #expect(try tagflow.run("backup", "--keep", "0", "x").code == 64)
        #expect(try tagflow.run("backup", "--keep", "2", "-").code == 64)
    }

    @Test func `- is standard output`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let copy = tagflow.folder.file("copy.sqlite")
        let shell = Tool("sh", package: "dash")
        var environment = tagflow.environment
        (environment["TAGFLOW"], environment["COPY"]) = (TagflowProcess.path, copy)
        environment["TMPDIR"] = tagflow.folder.path
        let script = "cd \"$HOME\" && \"$TAGFLOW\" backup - > \"$COPY\""
        #expect(try shell.run(["-c", script], environment: environment).code == 0)
        #expect(try tagflow.run("--database", copy, "show").output == "( x )\n")
        let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
        #expect(!files.contains { $0 == "-" || $0.hasPrefix("tagflow-") }, "\(files)")
    }

    @Test func `killed at any moment it leaves a whole copy or none`() throws {
        let tagflow = try TagflowProcess()
        let names = (0..<40_000).map { "tag \($0)\n" }.joined()
        try tagflow.run("import", "--from", "text", "-", input: Data(names.utf8))
        let copy = tagflow.folder.file("copy.sqlite")
        let whole = try tagflow.run("tags", "--all").output
        var kept = 0
        for round in 0..<20 {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: TagflowProcess.path)
            process.arguments = ["backup", copy]
            process.environment = tagflow.environment
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: 0.004 * Double(round + 1))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            guard FileManager.default.fileExists(atPath: copy) else { continue }
            kept += 1
            #expect(try tagflow.run("--database", copy, "tags", "--all").output == whole)
            try FileManager.default.removeItem(atPath: copy)
        }
        #expect(kept < 20, "no backup was killed before its end")
    }

    @Test func `drafts that were left a day ago are removed and nothing else`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let old = ["copy.new-12-34", "copy.new-12-34-journal"]
        let kept = ["copy.new-12-35", "copy.new-notes", "copy.new-1-2.txt", "other.new-12-34"]
        for name in old + kept {
            let path = tagflow.folder.file(name)
            try Data("draft".utf8).write(to: URL(fileURLWithPath: path))
            let age: TimeInterval = name == kept[0] ? 3_600 : 90_000
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: path)
        }
        #expect(try tagflow.run("backup", tagflow.folder.file("copy")).code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
        #expect(files.filter { $0.contains(".new-") }.sorted() == kept.sorted())
    }

    private func run(_ arguments: [String], _ tagflow: TagflowProcess) throws -> TagflowProcess.Outcome {
        try tagflow.run(arguments, directory: tagflow.folder.path)
    }

    private func drafts(in tagflow: TagflowProcess) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path).filter { $0.contains(".new-") }
    }
}
