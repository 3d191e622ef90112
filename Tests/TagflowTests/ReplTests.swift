import Foundation
import TestSupport
import Testing

@Suite struct ReplTests {
    @Test func `numbers toggle, save saves, and a second start shows the selection again`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "早间例行 ☀️", "锻炼 💪", "读书 📚")
        try tagflow.run("use", "default")
        let first = try tagflow.repl("1 3", "save morning", "show", arguments: ["--set", "habits"])
        let board = "(1✓早间例行 ☀️ ) (2 锻炼 💪 ) (3✓读书 📚 )\n"
        #expect(first.output == board + "saved 1 in habits: morning: 早间例行 ☀️, 读书 📚\n" + board)
        #expect(first.code == 0 && first.errors.isEmpty)
        #expect(try tagflow.repl("show", arguments: ["--set", "habits"]).output == board)
    }

    @Test func `a failed command prints a line, changes nothing, and decides the exit code`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let outcome = try tagflow.repl("toggle nope", "9", "bogus --x", "a", "'open", "undo")
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.split(separator: "\n").map(String.init) == [
                "tagflow: line 1: unknown tag 'nope'; use 'add nope' to create it",
                "tagflow: line 2: unknown chip 9; the set has 2 (use 'show --numbers' to see their numbers)",
                "tagflow: line 3: unknown tag 'bogus --x'; use 'add \"bogus --x\"' to create it",
                "tagflow: line 5: unclosed quote '; close it, or type \\' for a literal quote",
            ])
        #expect(outcome.output == "(1✓a ) (2 b )\nundone: toggle a\n(1 a ) (2 b )\n")
    }

    @Test func `find numbers its results for toggling`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "other", "swift", "sword")
        try tagflow.run("new", "s", "a")
        let outcome = try tagflow.repl("find sw", "2", "1")
        #expect(outcome.output == "1 swift\n2 sword\n(1 a ) (2✓sword )\n(1✓a ) (2✓sword )\n")
    }

    @Test func `find names a tag that is on, which isn't suggested`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "sea", "seal")
        try tagflow.run("toggle", "sea")
        #expect(try tagflow.repl("find Sea").output == "sea is on\n1 seal\n")
        #expect(try tagflow.repl("find se").output == "sea is on\n1 seal\n")
    }

    @Test func `layout settings are tried, and kept when asked`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        #expect(try tagflow.repl("width 8", "spacing 0 1").output == "(1 a )\n(2 b )\n(1 a )\n\n(2 b )\n")
        #expect(try tagflow.run("show").output == "( a ) ( b )\n")
        _ = try tagflow.repl("width 8", "layout-settings --keep")
        #expect(try tagflow.run("show").output == "( a )\n( b )\n")
        let errors = try tagflow.repl("align middle", "width 0", "lines x").errors
        #expect(errors.split(separator: "\n").count == 3)
    }

    @Test func `words are quoted as in a shell`() throws {
        let tagflow = try TagflowProcess()
        #expect(
            try tagflow.repl(#"new "a set" 'b c' d\ e "f \"g\"" #h"#).output
                == "(1 b c ) (2 d e ) (3 f \"g\" ) (4 #h )\n")
        #expect(
            try tagflow.repl("#b c", "1-2", "quit", "3").output.hasSuffix("(1 b c ) (2✓d e ) (3 f \"g\" ) (4 #h )\n"))
    }

    @Test func `help shows everything, and more on a command`() throws {
        let tagflow = try TagflowProcess()
        let help = try tagflow.repl("help").output
        for command in try HouseTests.commandNames() { #expect(help.contains(command), "\(command)") }
        #expect(try tagflow.repl("help toggle").output.contains("Example: tagflow toggle"))
        #expect(try tagflow.repl("help nope").code == 64)
    }

    // MARK: - Scripts

    @Test func `a sign and white space begin a comment, and a sign and a name a tag`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "#b")
        let outcome = try tagflow.repl("# a", "#", "  # 'open", "#\ttext", "#a", "##b")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(outcome.output == "(1✓a ) (2 #b )\n(1✓a ) (2✓#b )\n")
    }

    @Test func `with --stop-on-error the first line that fails is the last one`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let lines = "# first\n1\nnope\n2\n"
        let outcome = try tagflow.run("--stop-on-error", input: Data(lines.utf8))
        #expect(outcome.code == 65)
        #expect(outcome.output == "(1✓a ) (2 b )\n")
        #expect(outcome.errors.hasPrefix("tagflow: line 3: unknown tag 'nope'"))
        #expect(try tagflow.repl("nope", "2").output == "(1✓a ) (2✓b )\n")
    }

    @Test func `a line that cannot be read is named once`() throws {
        let tagflow = try TagflowProcess()
        let lines = "sets\n" + String(repeating: "x", count: 17 << 20) + "\n"
        let outcome = try tagflow.run([], input: Data(lines.utf8))
        #expect(outcome.code == 65)
        #expect(outcome.errors.hasPrefix("tagflow: standard input: line 2 "), "\(outcome.errors)")
    }

    @Test func `a quiet REPL prints requested data and no board`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let lines = ["1 2", "a", "add c", "width 6", "save x", "undo", "clear", "use s", "sets"]
        let outcome = try tagflow.repl(lines.joined(separator: "\n"), "show", arguments: ["--quiet"])
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(
            outcome.output.split(separator: "\n").map { $0.prefix(6) } == [
                "  defa", "* s\t0/", "(1 a )", "(2 b )", "(3 c )",
            ], "\(outcome.output)")
        #expect(try tagflow.repl("undo --quiet", "toggle a --quiet").output.isEmpty)
    }

    // MARK: - Two REPLs

    @Test func `a number means the chip that this REPL has drawn, regardless of other processes`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "c")
        let repl = try RunningRepl(tagflow)
        defer { repl.kill() }
        _ = try repl.type("show")
        try tagflow.run("remove", "a")
        #expect(try repl.type("2").hasPrefix("(1✓b ) (2 c )\n"))
        // The board that was drawn then gives the numbers their meaning.
        #expect(try repl.type("2").hasPrefix("(1✓b ) (2✓c )\n"))
        try tagflow.run("remove", "c")
        _ = try repl.type("2")
        #expect(try tagflow.run("show").output == "(✓b )\n")
    }

    @Test func `undo reports a change made by another process`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let repl = try RunningRepl(tagflow)
        defer { repl.kill() }
        _ = try repl.type("1")
        try tagflow.run("toggle", "b")
        let foreign = try repl.type("undo")
        #expect(
            foreign.firstMatch(of: /^undone: toggle b \(made elsewhere, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\)\n/) != nil,
            "\(foreign)")
        #expect(try repl.type("undo").hasPrefix("undone: toggle a\n"))
    }
}
