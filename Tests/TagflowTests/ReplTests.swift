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
        #expect(first.output == board + "saved 1 morning: 早间例行 ☀️, 读书 📚\n" + board)
        #expect(first.code == 0 && first.errors.isEmpty)
        #expect(try tagflow.repl("show", arguments: ["--set", "habits"]).output == board)
    }

    @Test func `a failed command prints a line, changes nothing, and decides the exit code`() throws
    {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        let outcome = try tagflow.repl("toggle nope", "9", "bogus --x", "a", "'open", "undo")
        #expect(outcome.code == 65)
        #expect(
            outcome.errors.split(separator: "\n").map(String.init) == [
                "tagflow: there is no tag 'nope'; 'add nope' makes it",
                "tagflow: there is no chip 9; the set has 2, 'show' numbers them",
                "tagflow: there is no tag 'bogus --x'; 'add \"bogus --x\"' makes it",
                "tagflow: the quote ' is not closed; close it, or write \\' for the sign itself",
            ]
        )
        #expect(outcome.output == "(1✓a ) (2 b )\nundone: toggle a\n(1 a ) (2 b )\n")
    }

    @Test func `find numbers what it found, next to be toggled`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "other", "swift", "sword")
        try tagflow.run("new", "s", "a")
        let outcome = try tagflow.repl("find sw", "2", "1")
        #expect(outcome.output == "1 swift\n2 sword\n(1 a ) (2✓sword )\n(1✓a ) (2✓sword )\n")
    }

    @Test func `layout settings are tried, and kept when asked`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b")
        #expect(
            try tagflow.repl("width 8", "spacing 0 1").output
                == "(1 a )\n(2 b )\n(1 a )\n\n(2 b )\n"
        )
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
                == "(1 b c ) (2 d e ) (3 f \"g\" ) (4 #h )\n"
        )
        #expect(
            try tagflow.repl("#b c", "1-2", "quit", "3").output
                .hasSuffix("(1 b c ) (2✓d e ) (3 f \"g\" ) (4 #h )\n")
        )
    }

    @Test func `help shows everything, and more on a command`() throws {
        let tagflow = try TagflowProcess()
        let help = try tagflow.repl("help").output
        for command in try HouseTests.commandNames() {
            #expect(help.contains(command), "\(command)")
        }
        #expect(try tagflow.repl("help toggle").output.contains("Example: tagflow toggle"))
        #expect(try tagflow.repl("help nope").code == 64)
    }
}
