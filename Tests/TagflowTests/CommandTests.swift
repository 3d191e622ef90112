import Foundation
import TestSupport
import Testing

@testable import tagflow

@Suite struct CommandTests {
    @Test func `a set is made, toggled, saved and shown`() throws {
        let tagflow = try TagflowProcess()
        #expect(try tagflow.run("new", "habits", "reading", "running").output == "( reading ) ( running )\n")
        #expect(try tagflow.run("toggle", "running").output == "( reading ) (✓running )\n")
        #expect(try tagflow.run("save", "monday", "morning").output == "saved 1 in habits: monday morning: running\n")
        #expect(try tagflow.run("sets").output == "  default\t0/0 selected\t0 saved\n* habits\t1/2 selected\t1 saved\n")
        #expect(try tagflow.run("show", "--style", "plain", "--numbers").output == "1 reading 2✓running\n")
        #expect(try tagflow.run("clear").output == "( reading ) ( running )\n")
        #expect(try tagflow.run("restore-item", "1").output == "( reading ) (✓running )\n")
        #expect(try tagflow.run("undo").output == "undone: restore-item 1\n")
        #expect(try tagflow.run("redo").output == "redone: restore-item 1\n")
        #expect(try tagflow.run("delete-item", "1").output == "deleted 1 in habits: monday morning: running\n")
    }

    @Test func `several tags are merged, with a count`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "photos", "pics", "fotos", "photo")
        let one = try tagflow.run("merge", "photos", "photo")
        #expect(one.output == "photos is now an alias of photo\n")
        let several = try tagflow.run("merge", "pics", "fotos", "photo")
        #expect(several.output == "2 tags are now aliases of photo: pics, fotos\n")
        #expect(try tagflow.run("undo").output.hasPrefix("undone: merge pics, fotos into photo"))
        let json = try tagflow.run("merge", "--format", "json", "pics", "fotos", "photo")
        #expect(json.output == #"{"from":["pics","fotos"],"into":"photo"}"# + "\n")
        #expect(try tagflow.run("merge", "photo").code == 64)
        #expect(try tagflow.run("merge", "photo", "nope", "photo").code == 65)
    }

    @Test func `messages name the order of an alias, and the options of a backup`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "running")
        let alias = try tagflow.run("alias", "running", "jogging")
        #expect(alias.code == 65)
        #expect(
            alias.errors
                == "tagflow: unknown tag 'jogging'; the alias comes first, then the tag; use 'alias jogging running'\n")
        let copy = tagflow.folder.file("copy.sqlite")
        #expect(try tagflow.run("backup", copy).code == 0)
        let again = try tagflow.run("backup", copy)
        #expect(again.code == 73)
        #expect(again.errors.contains("--force") && again.errors.contains("--keep"), "\(again.errors)")
    }

    @Test func `--tag and --add mean the same, and a removed tag isn't offered again`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "lake")
        let added = try tagflow.run("add-item", "--title", "a walk by the sea", "--add", "sea", "--tag", "lake")
        #expect(added.output == "saved 1 in s: a walk by the sea: sea, lake\n")
        #expect(try tagflow.run("edit-item", "1", "--tag", "map", "--yes").output.contains("map"))
        #expect(try tagflow.run("tag-items", "--matching", "walk", "--tag", "river", "--yes").code == 0)
        #expect(try tagflow.run("rule", "add", "walk", "--add", "sea").code == 0)
        func offered() throws -> String {
            try tagflow.run("tag-items", "--matching", "id:1", "--accept", ".01", "--dry-run").output
        }
        #expect(try tagflow.run("edit-item", "1", "--remove", "sea").code == 0)
        #expect(try offered() == "would change 0 items in s\n")
        let export = try tagflow.run("export", "--format", "ndjson").output
        #expect(export.contains(#""dismissed":["sea"]"#), "\(export)")
        #expect(try tagflow.run("edit-item", "1", "--add", "sea").code == 0)
        #expect(try !tagflow.run("export", "--format", "ndjson").output.contains("dismissed"))
    }

    @Test func `a script may create the initials of a tag, which are mentioned`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "machine-learning")
        let saved = try tagflow.run("add-item", "--title", "x", "--tag", "ml")
        #expect(saved.code == 0 && saved.output == "saved 1 in s: x: ml\n")
        #expect(
            saved.errors
                == "tagflow: the new tag 'ml' is like 'machine-learning': one is the other's initials; merge them with 'tagflow merge ml machine-learning', or use --yes to skip this warning\n"
        )
        #expect(try tagflow.run("add-item", "--title", "y", "--tag", "ml").errors.isEmpty)
        #expect(try tagflow.run("edit-item", "1", "--add", "machine-learnings").code == 65)
    }

    @Test func `a dry run of tag-items reports how many suggested tags are probably right`() throws {
        let tagflow = try TagflowProcess()
        for number in 1...30 {
            try tagflow.run("add-item", "--title", "sea \(number)", "--tag", number % 3 == 0 ? "lake" : "sea", "--yes")
        }
        for number in 1...2 { try tagflow.run("add-item", "--title", "the sea \(number)") }
        let words = ["tag-items", "--matching", "untagged", "--accept", ".3", "--dry-run"]
        let text = try tagflow.run(words).output
        let pattern = /would change 2 items; probably right: ([0-9]+) of ([0-9]+) suggested tags\n/
        let match = try #require(try pattern.wholeMatch(in: text), "\(text)")
        let (right, suggested) = (try #require(Double(match.1)), try #require(Double(match.2)))
        #expect(suggested >= 2 && right <= suggested && right >= 0.3 * suggested - 1)
        let json = try tagflow.run(words + ["--format", "json"]).output
        #expect(json.contains(#""changed":2,"right":"#) && json.contains(#""suggested":\#(match.2)"#), "\(json)")
        let plain = try tagflow.run("tag-items", "--matching", "untagged", "--add", "sea", "--dry-run")
        #expect(plain.output == "would change 2 items\n")
    }

    @Test func `near duplicates that --yes creates stay in the list, and only 'distinguish' hides them`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "photo", "lake")
        for words in [
            ["add", "--yes", "photos"], ["add-item", "--title", "x", "--tag", "lakes", "--yes"],
            ["edit-item", "1", "--add", "seas", "--yes"],
        ] { #expect(try tagflow.run(words).code == 0) }
        func similar() throws -> Int { try tagflow.run("doctor", "--similar").output.split(separator: "\n").count }
        #expect(try similar() == 3)
        #expect(try tagflow.run("distinguish", "sea", "seas").code == 0)
        #expect(try similar() == 2)
    }

    @Test func `any number of words keep their order, with options between them`() throws {
        let tagflow = try TagflowProcess()
        let names = (1...3_000).map { "t\($0)" }
        let words = names[..<1_000] + ["--yes"] + names[1_000..<2_000] + ["--set", "many"] + names[2_000..<2_999]
        #expect(try tagflow.run(["new", "many"]).code == 0)
        let added = try tagflow.run(["add", "--quiet"] + words + ["--", names[2_999], "-x"])
        #expect(added.code == 0, "\(added.errors)")
        let tags = try tagflow.run("export", "--format", "csv").output.split(separator: "\n").dropFirst()
        // In CSV, an apostrophe keeps '-x' from being a formula.
        let isInOrder = tags.map { String($0.prefix { $0 != "," }) } == names + ["'-x"]
        #expect(isInOrder)
        let wrong = try tagflow.run(["add"] + words + ["--nope"])
        #expect(wrong.code == 64 && wrong.errors.hasPrefix("tagflow: unknown option '--nope'"), "\(wrong.errors)")
    }

    @Test func `a command answers --version and --help like the program`() throws {
        let tagflow = try TagflowProcess()
        let version = try tagflow.run("--version").output
        #expect(!version.isEmpty)
        let help = try tagflow.run("help", "toggle").output
        #expect(help.contains("USAGE: tagflow toggle "))
        for words in [[], ["a"], ["a", "--yes"]] {
            #expect(try tagflow.run(["toggle"] + words + ["--version"]).output == version)
            #expect(try tagflow.run(["toggle"] + words + ["--help"]).output == help)
        }
        #expect(try tagflow.run("toggle", "--", "--version").code == 65)
    }

    @Test func `help fits a screen, and help all lists every command`() throws {
        let tagflow = try TagflowProcess()
        let help = try tagflow.run("help").output
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 })
        #expect(lines.filter { $0.first?.isLetter == true }.count == 1 + 6, "a line of usage and six tasks")
        #expect(try tagflow.run("--help").output == help && tagflow.run("-h").output == help)
        let all = try tagflow.run("help", "all").output
        for name in Tagflow.commandNames { #expect(all.contains("\n  \(name) "), "\(name)") }
        #expect(try tagflow.run([], input: Data("help all\n".utf8)).output.contains("SUBCOMMANDS:"))
        // Every command that the help names exists.
        let named = help.matches(of: /(?m)^  ([a-z-]+)\s/).map { String($0.1) }
        #expect(named.count == 12 && named.allSatisfy { Tagflow.command(named: $0) != nil })
    }

    @Test func `boxes show selection without color`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "锻炼 💪", "read")
        try tagflow.run("select", "锻炼 💪")
        #expect(
            try tagflow.run("show", "--style", "boxed").output == """
                ┏━━━━━━━━━┓ ╭──────╮
                ┃✓锻炼 💪 ┃ │ read │
                ┗━━━━━━━━━┛ ╰──────╯

                """)
    }

    @Test func `a board wraps at the width, and a tag wider than it is cut`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "one", "two", "three", "a very long tag indeed", "早间例行早间例行")
        #expect(
            try tagflow.run("show", "--width", "16").output == """
                ( one ) ( two )
                ( three )
                ( a very long… )
                ( 早间例行早…  )

                """)
    }

    @Test func `settings are kept with the set`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "one", "two", "three")
        try tagflow.run("layout-settings", "--alignment", "trailing", "--width", "17", "--spacing", "2")
        #expect(try tagflow.run("show").output == " ( one )  ( two )\n        ( three )\n")
        #expect(try tagflow.run("layout-settings").output.contains("alignment: trailing\n"))
        try tagflow.run("layout-settings", "--max-lines", "1")
        #expect(try tagflow.run("show").output == " ( one )  ( two )\n… and 1 more\n")
        try tagflow.run("layout-settings", "--reset")
        #expect(try tagflow.run("show").output == "( one ) ( two ) ( three )\n")
    }

    @Test func `a change of a hidden chip is reported`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "one", "two", "three", "four")
        try tagflow.run("layout-settings", "--max-lines", "1", "--width", "16")
        let board = "( one ) ( two )\n… and 2 more\n"
        #expect(try tagflow.run("show").output == board)
        let toggled = try tagflow.run("toggle", "three", "four")
        #expect(toggled.output == board + "not visible: 'three' on, 'four' on\n")
        #expect(try tagflow.run("select", "one").output.contains("out of sight") == false)
        #expect(try tagflow.run("add", "five").output.hasSuffix("not visible: 'five' added\n"))
        #expect(try tagflow.run("remove", "five").output.contains("out of sight") == false)
        #expect(try tagflow.repl("4").output.hasSuffix("not visible: 'four' off\n"))
    }

    @Test func `global options may come before or after the command`() throws {
        let tagflow = try TagflowProcess()
        let other = tagflow.folder.file("other.sqlite")
        try tagflow.run("--database", other, "--quiet", "new", "x", "a")
        #expect(try tagflow.run("show", "--database=\(other)", "--set", "x").output == "( a )\n")
        #expect(try tagflow.run("--set=x", "show", "--database", other).output == "( a )\n")
        try tagflow.run("clear")
        #expect(try tagflow.run("show").output == "default has no tags yet; 'add TAG' adds one\n")
    }

    @Test func `tags come from standard input, and a double dash ends the options`() throws {
        let tagflow = try TagflowProcess()
        #expect(try tagflow.run("add", "-", input: Data("one\n\ntwo three\n".utf8)).output == "( one ) ( two three )\n")
        #expect(try tagflow.run("add", "--", "--set", "-x").output == "( one ) ( two three ) ( --set ) ( -x )\n")
    }

    @Test func `the board as JSON has the fields of the format`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "a", "b c")
        try tagflow.run("select", "a")
        #expect(
            try tagflow.run("export", "--format", "json", "--width", "9").output == """
                {"written-by":"tagflow","chips":[{"frame":{"height":1,"width":5,"x":0,"y":0},"line":0,"selected":true,"tag":"a"},\
                {"frame":{"height":1,"width":7,"x":0,"y":1},"line":1,"selected":false,"tag":"b c"}],"hidden":0,\
                "layout":{"alignment":"leading","contentAlignment":"leading","justified":false,\
                "layoutDirection":"leftToRight","lineAlignment":"top","lineBreaking":"greedy","lineSpacing":0,\
                "spacing":1,"verticalDirection":"down"},"set":"habits","size":{"height":2,"width":7},\
                "unit":"cell","width":9}

                """)
        #expect(
            try tagflow.run("export", "--format", "markdown").output
                == "<!-- Written by tagflow -->\n\n## habits\n\n- [x] a\n- [ ] b c\n")
        #expect(try tagflow.run("export", "--format", "csv").output == "tag,selected\na,true\nb c,false\n")
        #expect(try tagflow.run("export", "--selected-only").output == "(✓a )\n")
    }

    @Test func `a maximum of lines hides no tag of a table, and a picture shows the number of hidden tags`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run(["new", "s"] + (1...60).map { "number \($0)" })
        try tagflow.run("layout-settings", "--max-lines", "2")
        for format in ["markdown", "csv"] {
            let text = try tagflow.run("export", "--format", format).output
            #expect(text.matches(of: /number \d+/).count == 60, "\(format)")
        }
        for format in ["svg", "html"] {
            let text = try tagflow.run("export", "--format", format).output
            #expect(text.contains(/>\+\d+ more</), "\(format)")
        }
        #expect(try tagflow.run("export").output.contains(/… and \d+ more\n$/))
    }

    @Test func `color is for terminals, and for who forces it`() throws {
        var tagflow = try TagflowProcess()
        try tagflow.run("add", "a")
        #expect(try tagflow.run("show").output == "( a )\n")
        tagflow.environment["CLICOLOR_FORCE"] = "1"
        #expect(try tagflow.run("show").output.contains("\u{1B}["))
        tagflow.environment["NO_COLOR"] = "1"
        #expect(try tagflow.run("show").output == "( a )\n")
    }

    @Test func `an export into a file is complete, and its extension must be known`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("add", "a|b", "*c*")
        let path = tagflow.folder.file("board.md")
        let export = ["export", "--format", "markdown", "-o", path, "--quiet"]
        #expect(try tagflow.run(export).output.isEmpty)
        #expect(
            try String(contentsOfFile: path, encoding: .utf8)
                == "<!-- Written by tagflow -->\n\n## default\n\n- [ ] a\\|b\n- [ ] \\*c\\*\n")
        #expect(try tagflow.run("export", "-o", tagflow.folder.file("x.what")).code == 64)
        #expect(try tagflow.run("export", "-o", tagflow.folder.file("no/x.txt")).code == 73)
    }

    @Test func `suggestions answer as text, as JSON and in a batch`() throws {
        let tagflow = try TagflowProcess()
        let lines = #"{"title":"1","tags":["swift","ios"]}"# + "\n" + #"{"title":"2","tags":["swift","linux"]}"#
        try tagflow.run("import", "-", input: Data(lines.utf8))
        #expect(try tagflow.run("suggest", "sw", "--given", "ios").output == "swift\tprefix, with ios\n")
        #expect(try tagflow.run("suggest", "zzz").code == 1)
        let json = try tagflow.run("suggest", "wif", "--format", "json").output
        #expect(json.contains(#""match":[[1,3]]"#) && json.contains(#""because":["substring"]"#), "\(json)")
        let batch = try tagflow.run(
            "suggest", "--batch",
            input: Data("{\"query\":\"lin\"}\n{}\nnope\n{\"given\":[\"swift\",\"?\"],\"limit\":1}\n".utf8))
        #expect(batch.code == 65)
        let answers = batch.output.split(separator: "\n")
        #expect(answers.count == 4 && answers[0].contains("\"tag\":\"linux\"") && answers[2].contains("error"))
    }

    @Test func `a model is built, used, reported when missing, and removed`() throws {
        let tagflow = try TagflowProcess()
        let base = tagflow.folder.file("team.model")
        let lines = (0..<5).map { #"{"title":"\#($0)","tags":["swift","ios"]}"# }
        let built = try tagflow.run("model", "build", "-", "-o", base, input: Data(lines.joined(separator: "\n").utf8))
        #expect(built.output == "built \(base) from 5 items with 2 tags\n")
        #expect(try tagflow.run("model", "use", "none").output == "no shared model in use\n")
        #expect(try tagflow.run("model", "show").output == "no shared model in use\n")
        #expect(try tagflow.run("model", "use", base).output.hasPrefix("suggestions use \(base)"))
        let json = try tagflow.run("suggest", "--given", "swift", "--format", "json").output
        #expect(json.contains(#""new":true"#) && json.contains(#""tag":"ios""#), "\(json)")
        let batch = try tagflow.run("suggest", "--batch", input: Data(#"{"given":["swift"]}"#.utf8))
        #expect(batch.output.contains(#""match":[],"new":true,"probability":0."#), "\(batch.output)")
        let repl = try tagflow.run(input: Data("find sw\n1\nfind\n".utf8))
        #expect(repl.output.contains("1 swift\n") && repl.output.contains("1 ios\n"), "\(repl)")
        #expect(repl.code == 0)
        try FileManager.default.removeItem(atPath: base)
        let gone = try tagflow.run("suggest", "--given", "swift")
        #expect(gone.errors == "tagflow: no model '\(base)'; choose another with 'model use FILE'\n")
        #expect(try tagflow.run("model", "use", "none").output == "no shared model in use\n")
        #expect(try tagflow.run("suggest", "--given", "swift").errors.isEmpty)
    }

    @Test func `a copy of the database is a database`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "a")
        let copy = tagflow.folder.file("copy.sqlite")
        #expect(try tagflow.run("backup", copy).code == 0)
        #expect(try tagflow.run("--database", copy, "show").output == "( a )\n")
        #expect(try tagflow.run("backup", copy).code == 73)
        let doctor = try tagflow.run("doctor", "--format", "json").output
        #expect(doctor.contains(#""problems":[]"#) && doctor.contains(#""miscounts":[]"#))
    }

    @Test func `--color decides before the environment, in every command`() throws {
        var tagflow = try TagflowProcess()
        try tagflow.run("add", "a")
        let colored = "\u{1B}[30;47m  a  \u{1B}[0m\n"
        #expect(try tagflow.run("show", "--color", "always").output == colored)
        #expect(try tagflow.run("--color=always", "add", "a").output == colored)
        #expect(try tagflow.run("show", "--color", "auto").output == "( a )\n")
        tagflow.environment["NO_COLOR"] = "1"
        #expect(try tagflow.run("--color", "always", "show").output == colored)
        tagflow.environment["NO_COLOR"] = nil
        tagflow.environment["CLICOLOR_FORCE"] = "1"
        #expect(try tagflow.run("show", "--color", "never").output == "( a )\n")
        let lines = ["show", "show --color never", "show"]
        #expect(
            try tagflow.repl(lines.joined(separator: "\n"), arguments: ["--color", "always"]).output
                == "\u{1B}[30;47m 1 a  \u{1B}[0m\n(1 a )\n\u{1B}[30;47m 1 a  \u{1B}[0m\n")
        #expect(try tagflow.run("show", "--color", "often").code == 64)
        for command in try HouseTests.commandNames() {
            #expect(try tagflow.run("help", command).output.contains("--color"), "\(command)")
        }
    }

    @Test(arguments: [
        ("xterm-256color", "38;5;16;48;5;111"), ("linux", "37;42"), ("xterm", "37;42"), ("vt100", "37;42"),
        ("dumb", "37;42"), ("", "37;42"),
    ]) func `a board has no more colors than the terminal`(term: String, paint: String) throws {
        var tagflow = try TagflowProcess()
        try tagflow.run("add", "a")
        try tagflow.run("select", "a")
        tagflow.environment["TERM"] = term
        // `always` applies even if the terminal reports no colors, but never exceeds its colors.
        #expect(try tagflow.run("show", "--color", "always").output == "\u{1B}[1;\(paint)m ✓a  \u{1B}[0m\n")
    }

    @Test func `undo lists the changes it would undo, without undoing them`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        try tagflow.run("toggle", "a", "b")
        try tagflow.run("clear")
        let list = try tagflow.run("undo", "--list").output.split(separator: "\n")
        #expect(list.map { $0.split(separator: "\t").last } == ["clear", "toggle a, b", "new s"])
        #expect(list.allSatisfy { $0.contains(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\t/) }, "\(list)")
        let short = try tagflow.run("undo", "--list", "--limit", "1").output
        #expect(short.hasSuffix("\tclear\n… and 2 more\n"))
        let json = try tagflow.run("undo", "--list", "--format", "json").output
        #expect(json.hasPrefix(#"[{"at":"2"#) && json.contains(#""summary":"clear"}"#), "\(json)")
        #expect(try tagflow.repl("undo --list").output.contains("\ttoggle a, b\n"))
        #expect(try tagflow.run("show").output == "( a ) ( b )\n")
        #expect(try tagflow.run("undo").output == "undone: clear\n")
        #expect(try tagflow.run("doctor", "--undo-size", "0").code == 64)
        let text = try tagflow.run("doctor", "--undo-size", "2").output
        #expect(text.contains("bytes of 2 MB\n"))
        #expect(text.contains(/\ncontents: \d+ tags?, \d+ items?, \d+ sets?\n/), "\(text)")
        let report = try tagflow.run("doctor", "--undo-size", "3", "--clear-measurements", "--format", "json")
        #expect(report.output.hasPrefix("{") && report.errors.contains("undo keeps 3 MB\n"))
        for _ in 0..<2 { try tagflow.run("undo") }
        let nothing = try tagflow.run("undo")
        #expect(nothing.code == 1)
        #expect(nothing.errors == "tagflow: nothing to undo\n")
        #expect(try tagflow.run("undo", "--list").output == "nothing to undo\n")
    }

    @Test func `undo counts unlisted and discarded changes`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("doctor", "--undo-size", "1")
        // To take a deletion back takes the names, about half a megabyte.
        let names = (0..<5_000).map { "tag number \($0) \(String(repeating: "x", count: 80))" }
        for _ in 0..<4 {
            let input = Data(names.joined(separator: "\n").utf8)
            try tagflow.run("add", "-", input: input)
            try tagflow.run("delete", "-", input: input)
        }
        let all = try tagflow.run("undo", "--list").output.split(separator: "\n")
        #expect(all.last?.contains(/^\d older changes were discarded$/) == true, "\(all)")
        let some = try tagflow.run("undo", "--list", "--limit", "0").output
        #expect(some.contains(/^… and \d more; \d older changes were discarded\n$/), "\(some)")
    }
}
