import Foundation
import TestSupport
import Testing

/// Messages for unknown names, commands and options.
@Suite struct UnknownNameTests {
    private func program() throws -> TagflowProcess {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "-y", "读书 📚", "swift", "login fix", "reading", "spreading", "photo")
        return tagflow
    }

    @Test(arguments: [
        (["toggle", "读书"], "unknown tag '读书'; did you mean '读书 📚'? (use 'add 读书' to create it)"),
        (
            ["select", "read"],
            "unknown tag 'read'; did you mean 'reading' or 'spreading'? (use 'add read' to create it)"
        ), (["toggle", "fix"], "unknown tag 'fix'; did you mean 'login fix'? (use 'add fix' to create it)"),
        (["toggle", "swfit"], "unknown tag 'swfit'; did you mean 'swift'? (use 'add swfit' to create it)"),
        (["toggle", "zzz"], "unknown tag 'zzz'; use 'add zzz' to create it"),
        (["remove", "zzz"], "unknown tag 'zzz'; use 'tags --all' to list tags"),
        (["deselect", "swfit"], "unknown tag 'swfit'; did you mean 'swift'?"),
        (["delete", "phot"], "unknown tag 'phot'; did you mean 'photo'?"),
        (["merge", "phot", "swift"], "unknown tag 'phot'; did you mean 'photo'?"),
        (["items", "--tag", "phot"], "unknown tag 'phot'; did you mean 'photo'?"),
        (["show", "--set", "hab"], "unknown set 'hab'; did you mean 'habits'? (use 'new hab' to create it)"),
        (["rename", "swift", "Photo"], "'photo' is already a tag; use 'merge swift photo' to merge the two tags"),
        (
            ["rename", "login fix", "photo"],
            "'photo' is already a tag; use 'merge \"login fix\" photo' to merge the two tags"
        ), (["help", "shwo"], "unknown command 'shwo'; did you mean 'show'?"),
        (["sets", "new", "x"], "2 unexpected arguments: 'new', 'x'; use 'tagflow new x'; see 'tagflow help sets'"),
        (["export", "o.csv"], "unexpected argument 'o.csv'; use 'tagflow export -o o.csv'; see 'tagflow help export'"),
        (
            ["export", "o.csv", "--database", "it.sqlite"],
            "unexpected argument 'o.csv'; use 'tagflow export -o o.csv'; see 'tagflow help export'"
        ),
        (
            ["export", "it.sqlite"],
            "unexpected argument 'it.sqlite'; name a file with -o, as in 'tagflow export -o board.svg'; see 'tagflow help export'"
        ),
        (["export", "csv"], "unexpected argument 'csv'; use 'tagflow export --format csv'; see 'tagflow help export'"),
        (
            ["add-item", "u://1", "--title", "a", "b"],
            "unexpected argument 'b'; put a text with spaces in quotes; see 'tagflow help add-item'"
        ),
        (
            ["alias", "photo", "swift"],
            "'photo' is already a tag, and the alias comes first; use 'merge photo swift' to merge the two tags"
        ),
        (
            ["alias", "swift", "swiftlang"],
            "unknown tag 'swiftlang'; the alias comes first, then the tag; use 'alias swiftlang swift'"
        ), (["https://x.example/"], "unknown command 'https://x.example/'; use 'add-item https://x.example/'"),
        (["help", "bogus"], "unknown command 'bogus'; see 'tagflow help'"),
        (
            ["toggle", "-x"],
            "unknown option '-x'; put a name that begins with '-' after '--', as in 'tagflow toggle -- -x'; see 'tagflow help toggle'"
        ), (["show", "-x"], "unknown option '-x'; see 'tagflow help show'"),
        (["toggle", "--nope"], "unknown option '--nope'; see 'tagflow help toggle'"),
        (
            ["add-item", "--location", "https://x.example/"],
            "unknown option '--location'; type the location without an option; see 'tagflow help add-item'"
        ),
        (
            ["restore-item", "7"],
            "no item 7 in 'habits'; use 'items' to list items, or 'undo' to bring back a deleted item"
        ),
        (
            ["pick", "-i"],
            "unknown option '-i'; case counts only for words with a capital letter, so leave it out; see 'tagflow help pick'"
        ),
        (
            ["move", "reading", "to", "trip"],
            "missing expected argument '--before <tag>'; 'move' changes the order, and 'tagflow add reading --set SET' puts a tag into a set; see 'tagflow help move'"
        ),
        (
            ["pick", "--layout=reverse"],
            "unknown option '--layout=reverse'; it only changes how fzf looks, so leave it out; see 'tagflow help pick'"
        ),
        (
            ["serve", "--listen", "127.0.0.1:1"],
            "unknown option '--listen'; put an option of tagflow-server after '--', as in 'tagflow serve -- --listen'; see 'tagflow help serve'"
        ), (["toggle", "x"], "unknown tag 'x'; use 'add x' to create it"),
        (
            ["toggle", "7"],
            "unknown tag '7'; use '--number 7' for the chip with that number, or 'add 7' to create the tag"
        ), (["drop", "bogus"], "unknown set 'bogus'; use 'sets' to list sets"),
        (["drop", "habit"], "unknown set 'habit'; did you mean 'habits'?"),
        (["toggle", "p"], "unknown tag 'p'; did you mean 'photo'? (use 'add p' to create it)"),
        (["help", "x"], "unknown command 'x'; see 'tagflow help'"),
        (
            ["toggle", "http://x.org/a b"],
            "'http://x.org/a b' is a URL; use 'add-item \"http://x.org/a b\"' to save it as an item"
        ), (["select", "swift", "HTTPS://x"], "'HTTPS://x' is a URL; use 'add-item HTTPS://x' to save it as an item"),
        (["move"], "missing expected argument '<tag>'; see 'tagflow help move'"),
    ]) func `an unknown name is reported with suggestions`(arguments: [String], line: String) throws {
        let outcome = try program().run(arguments)
        #expect(outcome.errors == "tagflow: \(line)\n")
        #expect(outcome.code == (line.contains("command") || line.contains("see 'tag") ? 64 : 65))
        #expect(outcome.output.isEmpty)
    }

    @Test func `a rename to an alias of another tag names merge`() throws {
        let tagflow = try program()
        try tagflow.run("alias", "pics", "photo")
        #expect(
            try tagflow.run("rename", "swift", "PICS").errors
                == "tagflow: 'pics' is already an alias of 'photo'; use 'merge swift photo' to merge the two tags\n")
        #expect(
            try tagflow.run("unalias", "pic").errors
                == "tagflow: unknown alias 'pic'; did you mean 'pics'? (use 'tags --all' to list aliases)\n")
        #expect(try tagflow.run("rename", "photo", "pics").code == 0)
    }

    @Test func `the REPL offers the command that a word may be a misspelling of`() throws {
        let tagflow = try program()
        let outcome = try tagflow.repl("itmes", "quti", "phot", "#width", "help shwo", "zzzzzz")
        #expect(
            outcome.errors == """
                tagflow: line 1: unknown tag 'itmes'; did you mean the command 'items'? (use 'add itmes' to create it)
                tagflow: line 2: unknown tag 'quti'; did you mean the command 'quit'? (use 'add quti' to create it)
                tagflow: line 3: unknown tag 'phot'; did you mean 'photo'? (use 'add phot' to create it)
                tagflow: line 4: unknown tag 'width'; use 'add width' to create it
                tagflow: line 5: unknown command 'shwo'; did you mean 'show'?
                tagflow: line 6: unknown tag 'zzzzzz'; use 'add zzzzzz' to create it

                """)
        #expect(outcome.code == 64)
    }

    @Test func `the REPL names the commands that replaced others, and the command for URLs`() throws {
        let tagflow = try program()
        let outcome = try tagflow.repl(
            "history", "restore monday morning", "help forget", "https://x", "add https://x", "toggle 1 https://x")
        let url = "'https://x' is a URL; use 'add-item https://x' to save it as an item"
        #expect(
            outcome.errors == """
                tagflow: line 1: unknown command 'history'; use 'items'
                tagflow: line 2: unknown command 'restore'; use 'restore-item'
                tagflow: line 3: unknown command 'forget'; use 'delete-item'
                tagflow: line 4: \(url)
                tagflow: line 5: \(url)
                tagflow: line 6: \(url)

                """)
        #expect(outcome.code == 64)
        // A tag with the name of a former command can still be toggled.
        try tagflow.run("add", "history")
        #expect(try tagflow.repl("history").output.contains("✓history"))
    }

    @Test func `a layout word alone shows its value`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a")
        let outcome = try tagflow.repl(
            "width", "width 30", "width", "spacing", "lines", "align",
            "layout-settings --alignment center --max-lines 3", "align", "lines", "spacing 2", "spacing")
        let shown = outcome.output.split(separator: "\n")
            .filter { $0.contains("(the default)") || $0.contains("(temporary") || $0.contains("(saved") }
        #expect(
            shown == [
                "width: that of the terminal (the default)", "width: 30 (temporary; 'width default' resets it)",
                "spacing: 1 0 (the default)", "lines: no limit (the default)", "align: leading (the default)",
                "align: center (saved in the set)", "lines: 3 (saved in the set)",
                "spacing: 2 0 (temporary; 'spacing default' resets it)",
            ])
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
    }

    @Test func `an export takes the names that file endings have, and standard output alone is text`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a")
        for (name, ending) in [("markdown", "md"), ("text", "txt"), ("html", "htm"), ("ndjson", "jsonl")] {
            let named = try tagflow.run("export", "--format", name)
            #expect(try tagflow.run("export", "--format", ending).output == named.output)
            #expect(named.code == 0 && !named.output.isEmpty)
        }
        #expect(try tagflow.run("export", "-o", "-").output == "( a )\n")
        #expect(try tagflow.run("export", "--format", "gif").code == 64)
    }

    @Test func `import rejects a folder without notes, and one that is to be another format`() throws {
        let tagflow = try TagflowProcess()
        let path = tagflow.folder.path
        let empty = try tagflow.run("import", path)
        #expect(empty.code == 66 && empty.errors == "tagflow: no notes in folder '\(path)'\n")
        let named = try tagflow.run("import", "--from", "csv", path)
        #expect(named.code == 66)
        #expect(named.errors.hasSuffix("is a folder; only --from markdown reads folders\n"))
    }
}
