import Foundation
import TestSupport
import Testing

@testable import tagflow

/// Commands that only read, if the database doesn't exist.
@Suite struct MissingDatabaseTests {
    private static let reading: [[String]] = [
        ["sets"], ["tags"], ["show"], ["items"], ["suggest"], ["export"], ["export", "--format", "ndjson"],
        ["backup", "copy.sqlite"], ["backup", "-"], ["doctor"], ["doctor", "--similar"], ["undo", "--list"],
        ["notes", "fix", "."], ["token", "list"], ["model", "show"], ["imply"], ["distinguish"], ["layout-settings"],
        ["one-of"],
    ]

    @Test(arguments: reading) func `a missing database that was named is an error, and nothing is created`(
        command: [String]
    ) throws {
        for usesOption in [true, false] {
            var tagflow = try TagflowProcess()
            let path = tagflow.folder.file("new/x.sqlite")
            try Data("words\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
            if !usesOption { tagflow.environment["TAGFLOW_DATABASE"] = path }
            let outcome = try tagflow.run(
                command + (usesOption ? ["--database", path] : []), directory: tagflow.folder.path)
            #expect(outcome.code == 66)
            let remedy = "check the path, or 'tagflow new NAME TAG…' creates it"
            #expect(outcome.errors == "tagflow: no database at '\(path)'; \(remedy)\n")
            #expect(outcome.output.isEmpty)
            #expect(try names(in: tagflow) == [])
        }
    }

    @Test func `notes are compared with each other without a database`() throws {
        let tagflow = try TagflowProcess()
        try Data("#lakes #lake\n#lake\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        let path = tagflow.folder.file("new/x.sqlite")
        let outcome = try tagflow.run(["notes", "check", ".", "--database", path], directory: tagflow.folder.path)
        #expect(outcome.code == 1 && outcome.output.contains("a.md:1: "), "\(outcome)")
        #expect(try names(in: tagflow) == [])
    }

    @Test(arguments: reading) func `a missing default database is empty, and nothing is created`(
        command: [String]
    ) throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TAGFLOW_DATABASE"] = nil
        tagflow.environment["XDG_DATA_HOME"] = tagflow.folder.file("data")
        try Data("words\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        let outcome = try tagflow.run(command, directory: tagflow.folder.path)
        let findsNothing = ["items", "suggest", "backup"].contains(command[0])
        // An empty list of items is shown without an error.
        let isShown = command[0] == "items" && outcome.code == 0
        #expect(outcome.code == (findsNothing && !isShown ? 1 : 0), "\(outcome.errors)")
        #expect(try names(in: tagflow) == [])
    }

    /// Invocations that only read, of each command; empty for a command that always writes or needs no database.
    private static let readingInvocations: [String: [[String]]] = [
        "sets": [[]], "new": [], "use": [], "rename-set": [], "drop": [], "add": [], "remove": [], "move": [],
        "layout-settings": [[]], "tags": [[], ["--all"]], "rename": [], "merge": [], "delete": [], "alias": [],
        "distinguish": [[]], "unalias": [], "imply": [[]], "unimply": [], "describe": [["x"]], "one-of": [[]],
        "show": [[]], "toggle": [], "select": [], "deselect": [], "clear": [], "save": [],
        "suggest": [[], ["--title", "x"]], "model": [["show"]], "pick": [["--filter", "x"]], "undo": [["--list"]],
        "redo": [], "items": [[], ["#x"]], "add-item": [], "edit-item": [], "show-item": [["1"]], "open-item": [["1"]],
        "delete-item": [], "restore-item": [], "tag-items": [["--matching", "#x", "--add", "y", "--dry-run"]],
        "review": [], "view": [["list"]], "rule": [["list"], ["test", "--title", "x"]], "stats": [[], ["--calendar"]],
        "today": [[]], "import": [], "export": [[], ["--format", "ndjson"]], "notes": [["check", "."]],
        "tag": [["--list", "a.md"]], "backup": [["copy.sqlite"], ["-"]],
        "doctor": [[], ["--similar"], ["--synonyms"], ["--implications"]], "layout": [[]], "shell-init": [["bash"]],
        "completions": [["bash"]], "lsp": [], "mcp": [], "serve": [], "sign-in": [], "token": [["list"]],
        "webhook": [["list"]], "connect": [["list"], ["push", "--dry-run"]], "space": [], "sync": [],
    ]

    @Test func `each command is listed with its invocations that only read`() {
        #expect(Set(Tagflow.commandNames) == Set(Self.readingInvocations.keys))
    }

    @Test(arguments: readingInvocations.flatMap { name, invocations in invocations.map { [name] + $0 } })
    func `no invocation that only reads creates the default database`(command: [String]) throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TAGFLOW_DATABASE"] = nil
        tagflow.environment["XDG_DATA_HOME"] = tagflow.folder.file("data")
        try Data("words\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("a.md")))
        let outcome = try tagflow.run(command, directory: tagflow.folder.path)
        // Usage errors would pass the test without running the command.
        #expect(![64, 70].contains(outcome.code), "\(outcome.errors)")
        #expect(try names(in: tagflow) == [])
    }

    @Test(arguments: [["add", "x"], ["undo"], ["doctor", "--undo-size", "1"], ["imply", "a", "b"]])
    func `a command that writes creates the database`(command: [String]) throws {
        var tagflow = try TagflowProcess()
        let path = tagflow.folder.file("new/x.sqlite")
        try tagflow.run(command + ["--database", path])
        #expect(FileManager.default.fileExists(atPath: path))
        tagflow.environment["TAGFLOW_DATABASE"] = nil
        tagflow.environment["XDG_DATA_HOME"] = tagflow.folder.file("data")
        try tagflow.run(command)
        let usual = tagflow.folder.file("data/tagflow/tagflow.sqlite")
        #expect(FileManager.default.fileExists(atPath: usual))
    }

    @Test func `a database in memory is never missing`() throws {
        let outcome = try TagflowProcess().run("sets", "--database", ":memory:")
        #expect(outcome.output == "* default\t0/0 selected\t0 saved\n")
    }

    /// Returns the names of the files in the folder, without the output of the program.
    private func names(in tagflow: TagflowProcess) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: tagflow.folder.path)
            .filter { UUID(uuidString: $0) == nil && $0 != "a.md" }
    }
}
