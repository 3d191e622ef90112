import Foundation
import TestSupport
import Testing

/// What lists and changes print.
@Suite struct OutputTests {
    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "map", "photo")
        try tagflow.run("new", "t", "a")
        try tagflow.run("imply", "sea", "map")
        try tagflow.run("imply", "photo", "map")
        try tagflow.run("distinguish", "sea", "a")
        try tagflow.run("distinguish", "map", "a")
        try tagflow.run("view", "save", "v", "#sea")
        try tagflow.run("view", "save", "w", "#map")
        for _ in 0..<2 {
            try tagflow.run("token", "new", "x")
            try tagflow.run("add-item", "--title", "t", "--tag", "sea", "--tag", "map", "--yes")
        }
        return tagflow
    }

    @Test(arguments: [
        ["sets"], ["tags", "--all"], ["imply"], ["distinguish"], ["view", "list"], ["token", "list"], ["items"],
        ["items", "--tag", "sea"],
    ]) func `a list that is shortened reports the rest`(command: [String]) throws {
        let tagflow = try program()
        let all = try tagflow.run(command)
        let count = all.output.split(separator: "\n").count
        #expect(all.code == 0 && all.errors.isEmpty && count > 1, "\(command) \(all)")
        let one = try tagflow.run(command + ["--limit", "1"])
        #expect(one.output == "\(all.output.split(separator: "\n")[0])\n")
        #expect(one.errors == "tagflow: … and \(count - 1) more; use --limit to list more\n")
        #expect(try tagflow.run(command + ["--limit", "1", "-q"]).errors.isEmpty)
        #expect(try tagflow.run(command + ["--limit", "9"]).errors.isEmpty)
    }

    @Test(arguments: [["sets"], ["tags"], ["undo", "--list"], ["items"], ["suggest"], ["today"], ["imply"]])
    func `a negative limit is out of the range`(command: [String]) throws {
        for limit in [["--limit", "-1"], ["--limit=-1"]] {
            let outcome = try program().run(command + limit)
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("give a whole number from 0 to 100000"), "\(outcome.errors)")
        }
    }

    @Test func `undo takes a limit only for its list`() throws {
        let outcome = try program().run("undo", "--limit", "2")
        #expect(outcome.code == 64)
        #expect(outcome.errors.hasPrefix("tagflow: --limit is only for --list"), "\(outcome.errors)")
        #expect(try program().run("undo", "--list", "--limit", "2").code == 0)
    }

    @Test(arguments: [
        ["toggle", "sea"], ["select", "sea"], ["deselect", "sea"], ["clear"], ["add", "new one"], ["remove", "sea"],
        ["move", "photo", "--before", "sea"], ["rename", "sea", "ocean"], ["merge", "sea", "map"], ["delete", "sea"],
        ["describe", "sea", "x", "--color", "red"], ["one-of", "g", "sea", "map"], ["alias", "meer", "sea"],
        ["imply", "sea", "photo"], ["unimply", "sea", "map"], ["distinguish", "sea", "photo"], ["new", "u", "x"],
        ["use", "t"], ["rename-set", "s", "r"], ["drop", "--yes", "t"], ["undo"], ["view", "save", "x", "#sea"],
        ["view", "delete", "v"], ["delete-item", "1"], ["edit-item", "1", "--title", "n"],
        ["add-item", "u://1", "--tag", "sea"], ["restore-item", "1"], ["token", "revoke", "1"],
        ["today", "--add", "sea"], ["tag-items", "--all", "--matching", "#sea", "--add", "photo", "--yes"],
    ]) func `a change prints nothing with --quiet`(command: [String]) throws {
        let tagflow = try program()
        try tagflow.run("use", "s")
        let outcome = try tagflow.run(command + ["--quiet"])
        #expect(outcome.code == 0, "\(command) \(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(command) \(outcome)")
    }

    @Test func `a change prints the lines that changed`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run(["new", "s"] + (0..<40).map { "tag \($0)" })
        let board = try tagflow.run("show").output.split(separator: "\n").map(String.init)
        #expect(board.count > 4)
        let toggled = try tagflow.run("toggle", "tag 0", "tag 39").output.split(separator: "\n")
        #expect(toggled.count == 2)
        #expect(toggled[0] == board[0].replacing("( tag 0 )", with: "(✓tag 0 )"))
        #expect(toggled[1] == board[board.count - 1].replacing("( tag 39 )", with: "(✓tag 39 )"))
        let repl = try tagflow.repl("deselect 1", "toggle 40", "show")
        let lines = repl.output.split(separator: "\n").map(String.init)
        #expect(lines.count > 2 + 4)
        #expect(lines[0].contains("(1 tag 0 )") && lines[1].contains("(40 tag 39 )"))
    }

    @Test func `one is singular`() throws {
        let tagflow = try program()
        #expect(
            try tagflow.run("drop", "--yes", "t").output == "dropped t with 3 tags and 2 items; 'undo' restores it\n")
        try tagflow.run("new", "u", "x")
        #expect(try tagflow.run("drop", "u").output.contains("with 1 tag and 0 items"))
    }

    @Test func `show names the sets with tags if the set is empty`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "films", "good", "bad")
        try tagflow.run("new", "empty")
        let outcome = try tagflow.run("show").output
        #expect(
            outcome == """
                empty has no tags yet; 'add TAG' adds one
                other sets: films (2 tags); 'use films' chooses one

                """)
    }

    @Test func `the items of lost files are listed, marked and deleted`() throws {
        let tagflow = try TagflowProcess()
        let kept = tagflow.folder.file("kept.txt")
        try Data().write(to: URL(fileURLWithPath: kept))
        for path in [kept, tagflow.folder.file("lost.txt")] { try tagflow.run("add-item", path, "--tag", "x") }
        try tagflow.run("add-item", "https://swift.org/", "--tag", "x")
        let missing = try tagflow.run("items", "--missing", "--format", "urls").output
        #expect(missing == "\(tagflow.folder.file("lost.txt"))\n")
        #expect(try tagflow.run("show-item", "2").output.contains("file: missing\n"))
        #expect(try tagflow.run("items", "--delete").code == 64)
        let refused = try tagflow.run("items", "--missing", "--delete")
        #expect(refused.code == 64 && refused.errors.contains("use --yes to delete them"))
        let deleted = try tagflow.run("items", "--missing", "--delete", "--yes")
        #expect(deleted.code == 0 && deleted.output.hasPrefix("deleted 2 "), "\(deleted)")
        #expect(try tagflow.run("items").output.split(separator: "\n").count == 2)
        #expect(try tagflow.run("items", "--missing", "--delete", "--yes").code == 1)
    }

    @Test func `a day whose item has no tags isn't called empty`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        try tagflow.run("add-item", "--note", "only a note")
        #expect(try tagflow.run("today").output.contains(", in s: saved without tags\n"))
    }

    @Test func `a day is shown and changed`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "--daily", "habits", "run", "read")
        try tagflow.run("select", "run")
        try tagflow.run("save", "--at", "7 days ago")
        try tagflow.run("save", "--at", "yesterday")
        let today = try tagflow.run("today")
        #expect(today.output.contains(", in habits: nothing saved yet\n"))
        #expect(today.output.contains(/run\t100 %\t1 of 1 [A-Z][a-z]+day\n/), "\(today.output)")
        #expect(try tagflow.run("today", "--remove", "run").code == 1)
        let day = try tagflow.run("today", "tomorrow")
        #expect(day.code == 0 && day.output.contains("nothing saved yet"), "\(day)")
        let future = try tagflow.run("save", "--at", "tomorrow")
        #expect(future.code == 64 && future.errors.contains("isn't in the future"), "\(future.errors)")
        #expect(try tagflow.run("today", "yesterday", "--add", "read").output.contains("run, read"))
        #expect(try tagflow.run("today", "yesterday", "--remove", "run").code == 0)
        let json = try tagflow.run("items", "on:yesterday", "--format", "ndjson").output
        #expect(json.contains(#""tags":["read"]"#) && json.split(separator: "\n").count == 1)
        try tagflow.run("save")
        try tagflow.run("clear")
        try tagflow.run("select", "read")
        #expect(try tagflow.run("save").output.hasPrefix("replaced"))
        let calendar = try tagflow.run("stats", "--calendar", "--set", "habits").output
        let rows = calendar.split(separator: "\n").map(String.init)
        #expect(rows[1].hasPrefix("Mon  ·") && rows[7].hasPrefix("Sun  ·"))
        #expect(rows.allSatisfy { $0.count <= 60 })
        #expect(rows[1...7].joined().filter { "░▒▓█".contains($0) }.count == 3)
    }
}
