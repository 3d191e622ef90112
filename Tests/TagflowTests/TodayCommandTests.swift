import Foundation
import TestSupport
import Testing

/// Days that are changed, and what the board saves afterwards.
@Suite struct TodayCommandTests {
    private func habits() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "--daily", "habits", "reading", "running", "swimming")
        try tagflow.run("toggle", "reading")
        try tagflow.run("save")
        return tagflow
    }

    @Test func `a tag that is added to today is on the board, so that a save keeps it`() throws {
        let tagflow = try habits()
        #expect(try tagflow.run("today", "--add", "swimming").code == 0)
        #expect(try tagflow.run("save").output == "replaced 1 in habits: reading, swimming\n")
        #expect(try tagflow.run("today", "--remove", "reading").code == 0)
        #expect(try tagflow.run("save").output == "replaced 1 in habits: swimming\n")
        // Another day doesn't change the board.
        #expect(try tagflow.run("today", "yesterday", "--add", "running").code == 0)
        #expect(try tagflow.run("save").output == "replaced 1 in habits: swimming\n")
    }

    @Test func `a day that loses its last tag is deleted, and doesn't count for the streak`() throws {
        let tagflow = try habits()
        try tagflow.run("today", "yesterday", "--add", "running")
        #expect(try tagflow.run("today").output.contains("streak: 2 days"))
        let removed = try tagflow.run("today", "yesterday", "--remove", "Running")
        #expect(removed.output == "deleted 2, which has no tags\n")
        #expect(try !tagflow.run("today").output.contains("streak"))
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("today").output.contains("streak: 2 days"))
    }

    @Test func `a tag is removed from all items of a day, which one undo brings back`() throws {
        let set = try TagflowProcess()
        try set.run("new", "habits", "reading", "running")
        try set.run("toggle", "reading")
        try set.run("save", "morning")
        try set.run("toggle", "running")
        try set.run("save")
        let removed = try set.run("today", "--remove", "reading")
        #expect(removed.output == "changed 2 in habits: running\nchanged 1 in habits: morning: untagged\n")
        #expect(try !set.run("today").output.contains("reading,"))
        let none = try set.run("today", "--remove", "reading")
        #expect(none.code == 1 && none.errors.contains("without a location has 'reading'"))
        #expect(try set.run("undo").output.hasPrefix("undone: today reading\n"))
        #expect(try set.run("items", "#reading").output.split(separator: "\n").count == 2)
        #expect(try set.run("show").output == "(✓reading ) (✓running )\n")
    }

    @Test func `a misspelled tag is refused in a script, and so is a day without an item`() throws {
        let tagflow = try habits()
        let refused = try tagflow.run("today", "--add", "runing")
        #expect(refused.code == 65 && refused.errors.contains("'runing' is like 'running'"))
        #expect(try tagflow.run("today", "--add", "runing", "--yes").code == 0)
        let empty = try tagflow.run("today", "yesterday", "--remove", "running")
        #expect(empty.code != 0 && empty.errors.contains("use --add to save one"))
    }

    @Test func `without an earlier weekday there is no percentage`() throws {
        let output = try habits().run("today").output
        #expect(output.contains("reading") && output.contains("saved"))
        #expect(!output.contains("%"))
    }
}
