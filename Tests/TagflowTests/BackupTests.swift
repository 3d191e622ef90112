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
        #expect(
            try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
                == 0o600
        )
        #expect(try tagflow.run("--database", copy, "show").output == "( x ) ( y )\n")
        #expect(try drafts(in: tagflow).isEmpty)
    }

    @Test(arguments: ["", ":memory:", "file:copy", "file:copy?mode=memory", "folder/", "no/copy"])
    func `an invalid file name is rejected and nothing is created`(name: String) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let outcome = try run(["backup", name], tagflow)
        #expect(outcome.code == 73)
        #expect(
            outcome.errors.hasPrefix("tagflow: can't copy the database to '\(name)': "),
            "\(outcome.errors)"
        )
        #expect(outcome.errors.split(separator: "\n").count == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
        #expect(files.filter { $0.contains("copy") || $0.contains("memory") } == [])
    }

    @Test(arguments: ["./:memory:", "./file:copy", "c"])
    func `a name that only looks special is the name of a file`(name: String) throws {
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
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(link),
                withDestinationPath: target
            )
        }
        try FileManager.default.linkItem(
            atPath: folder.file("tags.sqlite"),
            toPath: folder.file("hardlink")
        )
        let outcome = try tagflow.run("backup", folder.file(name))
        #expect(outcome.code == 73)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try String(contentsOfFile: folder.file("notes.txt"), encoding: .utf8) == "notes")
        #expect(!FileManager.default.fileExists(atPath: folder.file("nowhere")))
        #expect(try tagflow.run("show").output == "( x )\n")
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
                [.modificationDate: Date(timeIntervalSinceNow: -age)],
                ofItemAtPath: path
            )
        }
        #expect(try tagflow.run("backup", tagflow.folder.file("copy")).code == 0)
        let files = try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
        #expect(files.filter { $0.contains(".new-") }.sorted() == kept.sorted())
    }

    private func run(
        _ arguments: [String],
        _ tagflow: TagflowProcess
    ) throws
        -> TagflowProcess.Outcome
    {
        try tagflow.run(arguments, directory: tagflow.folder.path)
    }

    private func drafts(in tagflow: TagflowProcess) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
            .filter { $0.contains(".new-") }
    }
}
