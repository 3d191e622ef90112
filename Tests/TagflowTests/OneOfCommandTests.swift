import Foundation
import TestSupport
import Testing

@Suite struct OneOfCommandTests {
    private func tasks() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "tasks", "-y", "todo", "doing", "done", "home")
        return tagflow
    }

    @Test func `groups are made, listed, replaced and deleted`() throws {
        let tagflow = try tasks()
        #expect(try tagflow.run("one-of").output.isEmpty)
        #expect(try tagflow.run("one-of", "state", "todo", "Done").output == "one of state: todo, done\n")
        #expect(try tagflow.run("one-of").output == "state\ttodo, done\n")
        #expect(
            try tagflow.run("one-of", "--format", "json").output == #"[{"group":"state","tags":["todo","done"]}]"#
                + "\n")
        try tagflow.run("one-of", "state", "todo", "doing", "done")
        #expect(try tagflow.run("undo").output == "undone: one-of state\n")
        #expect(try tagflow.run("one-of", "state", "--delete").output == "deleted the group state: todo, done\n")
        #expect(try tagflow.run("one-of").output.isEmpty)
        for (arguments, code, message) in [
            (["one-of", "state"], 64, "one-of needs the name of a group and at least two tags"),
            (["one-of", "--delete"], 64, "--delete needs the name of a group, and no tags"),
            (["one-of", "state", "--delete"], 65, "unknown group 'state'; use 'one-of' to list groups"),
            (["one-of", "state", "todo", "dne"], 65, "unknown tag 'dne'; did you mean 'done'?"),
            (["one-of", "state", "todo", "TODO"], 64, "invalid number of tags '1'; a group has 2 to 1,000 tags"),
        ] {
            let outcome = try tagflow.run(arguments)
            #expect(outcome.code == code && outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test func `every command that tags items reports the displaced tags`() throws {
        let tagflow = try tasks()
        try tagflow.run("one-of", "state", "todo", "doing", "done")
        let note = "tagflow: left out 'todo': an item has at most one of 'state'\n"
        let added = try tagflow.run("add-item", "--title", "Sweep", "--tag", "todo", "--tag", "doing")
        #expect(
            added.output == "saved 1 in tasks Sweep: doing\n" || added.output == "saved 1 in tasks: Sweep: doing\n"
                || added.output == "saved 1 Sweep: doing\n")
        #expect(added.errors == note)
        let edited = try tagflow.run("edit-item", "1", "--add", "done", "--format", "json")
        #expect(edited.output.contains(#""displaced":[{"group":"state","tag":"doing"}]"#))
        #expect(try tagflow.run("undo").output.hasPrefix("undone: edit-item 1"))
        let bulk = try tagflow.run("tag-items", "--matching", "#doing", "--add", "done", "--yes")
        #expect(bulk.output.hasPrefix("changed 1 item"))
        #expect(bulk.errors == "tagflow: 1 tag was left out, because items have at most one tag of a group\n")
        let dry = try tagflow.run("tag-items", "--matching", "#done", "--add", "todo", "--dry-run")
        #expect(dry.errors == "tagflow: 1 tag would be left out, because items have at most one tag of a group\n")
        let lines = #"{"title": "Mop", "tags": ["todo", "done"]}"#
        let imported = try tagflow.run("import", "--from", "ndjson", "-", input: Data(lines.utf8))
        #expect(
            imported.errors.contains("1 tag was left out, because its item has a later tag of the same group")
                || imported.output.contains("1 tag was left out, because its item has a later tag of the same group"))
    }

    @Test func `toggling a chip turns the others of its group off`() throws {
        let tagflow = try tasks()
        try tagflow.run("one-of", "state", "todo", "doing", "done")
        try tagflow.run("select", "todo", "home")
        try tagflow.run("toggle", "done")
        let board = try tagflow.run("export", "--format", "json", "--selected-only").output
        #expect(board.contains(#""tag":"done""#) && board.contains(#""tag":"home""#))
        #expect(!board.contains(#""tag":"todo""#))
    }

    @Test func `doctor lists items with several tags of a group`() throws {
        let tagflow = try tasks()
        try tagflow.run("add-item", "--title", "Sweep", "--tag", "todo", "--tag", "done")
        try tagflow.run("one-of", "state", "todo", "done")
        let report = try tagflow.run("doctor")
        #expect(report.code == 0)
        #expect(report.output.contains("several of the group 'state': item 1 of 'tasks' has todo, done\n"))
        #expect(try tagflow.run("doctor", "--format", "json").output.contains(#""severalOfGroup":[{"#))
        try tagflow.run("edit-item", "1", "--remove", "todo")
        #expect(try !tagflow.run("doctor").output.contains("several"))
    }

    @Test func `a file loses the tags that its item loses`() throws {
        let tagflow = try tasks()
        try tagflow.run("one-of", "state", "todo", "done")
        let folder = try TemporaryFolder()
        let note = folder.file("a.md")
        try Data("---\ntags: [todo, home]\n---\nSweep\n".utf8).write(to: URL(fileURLWithPath: note))
        let outcome = try tagflow.run("tag", "--tag", "done", note)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let text = try String(contentsOfFile: note, encoding: .utf8)
        #expect(text.contains("tags: [home, done]"), "\(text)")
        #expect(try tagflow.run("items", "--all", "#done").code == 0)
    }
}
