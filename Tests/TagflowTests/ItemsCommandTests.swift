import Foundation
import TestSupport
import Testing

@Suite struct ItemsCommandTests {
    /// Five items; the last saved item has the earliest time.
    private func program() throws -> TagflowProcess {
        var tagflow = try TagflowProcess()
        tagflow.environment["TZ"] = "XXX-05:30"
        try tagflow.run(
            "import", "--from", "ndjson", "-",
            input: Data(
                """
                {"title": "Monday Café", "tags": ["a", "b"], "at": "2026-01-05T20:00:00Z"}
                {"title": "tuesday", "tags": ["a"], "at": "2026-01-06T20:00:00.125Z"}
                {"title": "monday again", "tags": ["b"], "at": "2026-01-12T01:02:03Z"}
                {"title": "whenever", "tags": ["a", "b"]}
                {"title": "oldest", "tags": ["b"], "at": "1999-12-31T20:00:00Z"}
                """
                .utf8))
        return tagflow
    }

    private func labels(_ tagflow: TagflowProcess, _ arguments: String...) throws -> [String] {
        try tagflow.run(["items"] + arguments).output.split(separator: "\n")
            .map { String($0.split(separator: "\t")[2]) }
    }

    @Test func `the newest time comes first, and filters are all met`() throws {
        let tagflow = try program()
        #expect(try labels(tagflow) == ["whenever", "monday again", "tuesday", "Monday Café", "oldest"])
        #expect(try labels(tagflow, "--tag", "a") == ["whenever", "tuesday", "Monday Café"])
        #expect(try labels(tagflow, "--tag", "a", "--tag", "B") == ["whenever", "Monday Café"])
        #expect(try labels(tagflow, "MONDAY", "sort:new") == ["monday again", "Monday Café"])
        #expect(try labels(tagflow, "cafe") == ["Monday Café"])
        #expect(try labels(tagflow, "monday", "--tag", "a") == ["Monday Café"])
        #expect(try tagflow.run("items", "--tag", "aa").code == 65)
    }

    @Test func `times are shown and read in the local zone, and are UTC in JSON`() throws {
        let tagflow = try program()
        let lines = try tagflow.run("items").output
        #expect(lines.contains("\t2026-01-12 06:32:03\tmonday again\tb\n"))
        let json = try tagflow.run("items", "--format", "json", "tuesday").output
        #expect(json.contains(#""at":"2026-01-06T20:00:00.125Z""#))
        // 20:00 in UTC is half past one of the next day.
        #expect(try labels(tagflow, "--since", "2026-01-07") == ["whenever", "monday again", "tuesday"])
        #expect(try labels(tagflow, "--since", "2026-01-07 01:31") == ["whenever", "monday again"])
        #expect(try labels(tagflow, "--since", "2026-01-06T20:00:00.125Z").count == 3)
        #expect(try labels(tagflow, "--since", "2000").count == 5)
        #expect(try labels(tagflow, "--until", "2026-01-07", "--since", "2026") == ["Monday Café"])
        let wrong = try tagflow.run("items", "--since", "2026-02-30")
        #expect(wrong.code == 64)
        #expect(
            wrong.errors
                == "tagflow: invalid time '2026-02-30'; expected a time such as 2026-01-31, '2026-01-31 08:30', yesterday, 'last Monday', '23 November' or '3 days ago'\n"
        )
    }

    @Test func `options and a view limit the whole query`() throws {
        let tagflow = try program()
        let either = ["monday or tuesday", "sort:new"]
        #expect(try labels(tagflow, either[0], either[1], "--since", "2026-01-11") == ["monday again"])
        try tagflow.run("view", "save", "first", "#a")
        #expect(try labels(tagflow, either[0], either[1], "--view", "first") == ["tuesday", "Monday Café"])
        #expect(try labels(tagflow, "--view", "first", "sort:old").first == "Monday Café")
        #expect(try tagflow.run("items", "--view", "second").code == 65)
        #expect(try labels(tagflow, "since:2 weeks ago") == ["whenever"])
        #expect(try labels(tagflow, "since:'2 weeks ago'") == ["whenever"])
    }

    @Test func `a word that is only a beginning names the words that begin with it`() throws {
        let tagflow = try program()
        let outcome = try tagflow.run("items", "mon")
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors == "tagflow: no item has the word 'mon'; 2 begin with it: 'mon*'\n")
        #expect(try labels(tagflow, "mon*", "sort:new") == ["monday again", "Monday Café"])
        #expect(try tagflow.run("items", "tue").errors.hasSuffix("'tue'; 1 begins with it: 'tue*'\n"))
        let several = try tagflow.run("items", "again", "mon").errors
        #expect(several == "tagflow: no item matches 'again mon'; 1 matches 'again mon*'\n")
        let tagged = try tagflow.run("items", "cafe", "aga").errors
        #expect(tagged.isEmpty)
    }

    @Test func `unlisted items are counted`() throws {
        let tagflow = try program()
        let some = try tagflow.run("items", "--limit", "2")
        #expect(some.errors == "tagflow: … and 3 more; use --limit to list more\n")
        #expect(some.output.split(separator: "\n").count == 2)
        let found = try tagflow.run("items", "--limit", "1", "monday")
        #expect(found.errors == "tagflow: … and 1 more; use --limit to list more\n")
        #expect(try tagflow.run("items", "--limit", "2", "--quiet").errors.isEmpty)
        #expect(try tagflow.run("items", "--limit", "5").errors.isEmpty)
    }

    @Test func `an item is restored by its label, and a number is a number first`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "c")
        for (tag, label) in [("a", "work day"), ("b", "1"), ("c", "Work  Day")] {
            try tagflow.run("clear")
            try tagflow.run("select", tag)
            try tagflow.run("save", label)
        }
        #expect(try tagflow.run("restore-item", "work", "DAY").output.contains("✓c"))
        #expect(try tagflow.run("restore-item", "1").output.contains("✓a"))
        try tagflow.run("delete-item", "1")
        #expect(try tagflow.run("restore-item", "1").output.contains("✓b"))
        let unknown = try tagflow.run("restore-item", "wrok day")
        #expect(unknown.code == 65)
        #expect(
            unknown.errors
                == "tagflow: no item titled 'wrok day' in 's'; did you mean 'Work Day'? (use 'items' to list items)\n")
        #expect(try tagflow.run("restore-item").code == 64)
    }

    @Test func `a replaced item's tags are named, and a location without a scheme is`() throws {
        let tagflow = try TagflowProcess()
        let address = "https://postgresql.org/"
        try tagflow.run("add-item", address, "--tag", "sql", "--tag", "database")
        let replaced = try tagflow.run("add-item", address, "--tag", "sqlite", "--yes")
        #expect(replaced.output.hasPrefix("replaced 1: sqlite"))
        #expect(replaced.errors == "tagflow: its tags were sql, database; 'undo' brings them back\n")
        let more = try tagflow.run("add-item", address, "--tag", "sqlite", "--tag", "more")
        #expect(more.errors.isEmpty)
        let bare = try tagflow.run("add-item", "swift.org/install", "--tag", "swift")
        #expect(
            bare.errors
                == "tagflow: 'swift.org/install' isn't a URL; use 'edit-item 2 --location https://swift.org/install' to make it one\n"
        )
        #expect(try tagflow.run("add-item", "photo.jpg", "--tag", "swift").errors.isEmpty)
    }

    @Test func `a selection is saved at a time that has been`() throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TZ"] = "XXX-05:30"
        try tagflow.run("new", "s", "a")
        try tagflow.run("select", "a")
        #expect(try tagflow.run("save", "--at", "2026-01-31 08:30", "then").code == 0)
        #expect(try tagflow.run("items").output == "1\t2026-01-31 08:30:00\tthen\ta\n")
        #expect(try tagflow.run("items", "--format", "json").output.contains(#""at":"2026-01-31T03:00:00Z""#))
        for wrong in ["9999-01-01", "soon", ""] {
            let outcome = try tagflow.run("save", "--at", wrong)
            #expect(outcome.code == 64, "\(wrong): \(outcome.errors)")
        }
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 1)
    }

    @Test func `a thing is saved by its source and found by a part of it`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        try tagflow.run("select", "a")
        try tagflow.run("save", "no thing")
        #expect(try tagflow.run("save", "--location", "https://example.org/é", "x").code == 0)
        try tagflow.run("toggle", "b")
        let again = try tagflow.run("save", "--location", "https://example.org/é", "y")
        #expect(again.code == 0 && again.output == "replaced 2 in s: y: a, b  https://example.org/é\n")
        let found = try tagflow.run("items", "EXAMPLE.ORG/e").output
        #expect(found.hasSuffix("\ty\ta, b\thttps://example.org/é\n"), "\(found)")
        #expect(found.split(separator: "\n").count == 1)
        let json = try tagflow.run("items", "--format", "json").output
        #expect(json.contains(#""location":"https://example.org/é""#), "\(json)")
        #expect(try tagflow.run("undo").code == 0)
        #expect(try tagflow.run("items", "example").output.contains("\tx\ta\t"))
        for wrong in [["--location", ""], ["--location", "a\u{1B}[2J"]] {
            let outcome = try tagflow.run(["save"] + wrong)
            #expect(outcome.code == 65 && outcome.errors.contains("invalid location '"))
        }
    }

    @Test func `an item gets another title, and undo gives it the old one`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a")
        try tagflow.run("select", "a")
        try tagflow.run("save", "first draft")
        let edited = try tagflow.run("edit-item", "1", "--title", "second draft")
        #expect(edited.output == "changed 1 in s: second draft: a\n")
        #expect(try tagflow.run("restore-item", "second draft").code == 0)
        try tagflow.run("clear")
        #expect(try tagflow.run("suggest", "--for", "second").output.contains("similar to \"second draft\""))
        #expect(try tagflow.run("doctor").code == 0)
        #expect(try tagflow.run("edit-item", "1", "--title", "").code == 0)
        #expect(try tagflow.run("items").output.contains("\t\ta\n"))
        try tagflow.run("undo")
        #expect(try tagflow.run("items").output.contains("second draft"))
        #expect(try tagflow.run("edit-item", "1").code == 64)
        #expect(try tagflow.run("edit-item", "9", "--title", "x").code == 65)
    }

    @Test func `an item does not become the same as another one`() throws {
        let tagflow = try TagflowProcess()
        let lines = #"{"title": "x", "tags": ["a"], "at": "2026-01-02T03:04:05Z"}"#
        let input = Data("\(lines)\n\(lines.replacing("x", with: "y"))\n".utf8)
        try tagflow.run("import", "--from", "ndjson", "-", input: input)
        let outcome = try tagflow.run("edit-item", "2", "--title", "x")
        #expect(outcome.code == 65)
        #expect(outcome.errors.contains("items 2 and 1 would be identical"), "\(outcome.errors)")
    }
}
