import Foundation
import TestSupport
import Testing

/// In the REPL a number names a chip wherever a tag is named; `#3` is a tag called 3.
@Suite struct ReplNumberTests {
    /// Lines that name tags, with `A` and `B` for two of them.
    static let lines = [
        "toggle A B", "toggle --format json A", "select A B", "select --implied A", "deselect A", "add A",
        "add --set other A B", "remove A", "remove A B", "move A --before B", "move --before=A B", "rename A fresh",
        "merge A B", "delete A", "delete A B", "alias other-name A", "imply A B", "unimply A B", "distinguish A B",
        "distinguish --forget A B", "items --tag A", "items --tag A --tag B", "suggest --given A",
        "suggest --format json --given A --given B", "new another A B", "pick --filter e --given A",
        "tag --dry-run --add A file.md", "tag --add A --remove B file.md", "stats --tag A", "today --add A --remove B",
        "edit-item --add A --remove B 1", "items --check --tag A", "add-item --tag A --tag B u://1",
        "tag-items --matching x --add A --remove B --yes", "rule add zebra --tag A", "rule test x --tag A",
        "review --tag A", "describe A water", "describe A", "describe --color red A", "one-of group A B",
    ]

    /// The tags of the set as they are typed, in the order of their numbers.
    private static let names = ["sea", "'new york'", "#42", "tea", "#7-9"]

    private static let setup = [
        "new other", "new s " + names.joined(separator: " "), "imply tea sea", "imply #42 tea", "distinguish sea tea",
        "select sea #42", "save --at 2026-01-01 x", "select tea", "save --at 2026-01-02 y", "show",
    ]

    /// Runs a line; the output ends with the database as it is exported then.
    private func outcome(of line: String) throws -> TagflowProcess.Outcome {
        let tagflow = try TagflowProcess()
        try Data("text #tea\n".utf8).write(to: URL(fileURLWithPath: tagflow.folder.file("file.md")))
        let lines = Self.setup + [line, "export --format ndjson"]
        var outcome = try tagflow.run(
            [], input: Data((lines.joined(separator: "\n") + "\n").utf8), directory: tagflow.folder.path)
        // Times and paths depend on the run.
        outcome.output.replace(/"(frecency|at|location)":[^,}]*,?/, with: "")
        return outcome
    }

    private func filled(_ line: String, _ first: String, _ second: String) -> String {
        line.replacing(/\bA\b/, with: first).replacing(/\bB\b/, with: second)
    }

    @Test(arguments: lines) func `a number is the chip's name in every command that names tags`(line: String) throws {
        for place in [0, 2, 4] {
            let other = (place + 1) % Self.names.count
            let byNumber = try outcome(of: filled(line, "\(place + 1)", "\(other + 1)"))
            let byName = try outcome(of: filled(line, Self.names[place], Self.names[other]))
            #expect(byNumber.output == byName.output)
            #expect(byNumber.errors == byName.errors && byNumber.code == byName.code)
        }
    }

    @Test func `every command that takes a tag is among the lines`() throws {
        let commands = Set(Self.lines.map { String($0.prefix { $0 != " " }) })
        let help = try HouseTests.commandNames().map { ($0, try TagflowProcess().run($0, "--help").output) }
        for (command, text) in help where text.contains(/<tag[s>]/) {
            #expect(commands.contains(command), "\(command)")
        }
    }

    @Test func `a range is its chips, and one tag is not several`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "c")
        let outcome = try tagflow.repl("select 2-3", "deselect 2-2", "rename 1-2 x", "select 3-1")
        #expect(outcome.output == "(1 a ) (2✓b ) (3✓c )\n(1 a ) (2 b ) (3✓c )\n")
        #expect(
            outcome.errors.split(separator: "\n") == [
                "tagflow: line 3: '1-2' names 2 chips; expected one",
                "tagflow: line 4: invalid range '3-1'; write it as 2-4",
            ])
        #expect(outcome.code == 64)
    }

    @Test func `a tag whose name is a number comes after a sign`() throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.repl(
            "new s a #3 ##3 #h #1-2", "toggle #3", "#3", "select 3 #1-2", "rename #3 #4", "alias #9 a", "unalias #9",
            "remove #4 2", "toggle #77", "toggle 77")
        let boards = outcome.output.split(separator: "\n")
        #expect(
            boards == [
                "(1 a ) (2 3 ) (3 #3 ) (4 #h ) (5 1-2 )", "(1 a ) (2✓3 ) (3 #3 ) (4 #h ) (5 1-2 )",
                "(1 a ) (2 3 ) (3 #3 ) (4 #h ) (5 1-2 )", "(1 a ) (2 3 ) (3✓#3 ) (4 #h ) (5✓1-2 )", "3 is now 4",
                "9 is now an alias of a", "9 is no longer an alias of a", "(1 a ) (2✓#3 ) (3 #h ) (4✓1-2 )",
            ])
        #expect(
            outcome.errors.split(separator: "\n") == [
                "tagflow: line 9: unknown tag '77'; use 'tags --all' to list tags",
                "tagflow: line 10: unknown chip 77; the set has 4 (use 'show --numbers' to see their numbers)",
            ])
    }

    @Test func `a suggested command writes the number of a tag's name after a sign`() throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.repl("new s reading #3", "rename reading #3", "merge reading \"#3\"")
        #expect(
            outcome.errors
                == "tagflow: line 2: '3' is already a tag; use 'merge reading \"#3\"' to merge the two tags\n")
        #expect(outcome.output.contains("reading is now an alias of 3"))
        try tagflow.run("new", "t", "4", "a")
        let shell = try tagflow.run("rename", "a", "4").errors
        #expect(shell.contains("use 'merge a 4' to merge"))
    }

    @Test func `after find, numbers name its results`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "other", "swift", "sword")
        try tagflow.run("new", "s", "a")
        let outcome = try tagflow.repl("find sw", "add 2", "find sw", "select 9", "toggle 1")
        // The set's own tags come first.
        #expect(outcome.output == "1 swift\n2 sword\n(1 a ) (2 sword )\n1 sword\n2 swift\n(1 a ) (2✓sword )\n")
        #expect(outcome.errors.contains("unknown chip 9; the set has 2"))
    }

    @Test func `numbers name the results of find until the board is drawn`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "other", "swift", "sword")
        try tagflow.run("new", "s", "a", "b", "c")
        let outcome = try tagflow.repl("find sw", "sets", "add 2", "1", "find sw", "show", "2")
        let boards = outcome.output.split(separator: "\n").filter { $0.hasPrefix("(") }
        #expect(
            boards == [
                "(1 a ) (2 b ) (3 c ) (4 sword )", "(1✓a ) (2 b ) (3 c ) (4 sword )", "(1✓a ) (2 b ) (3 c ) (4 sword )",
                "(1✓a ) (2✓b ) (3 c ) (4 sword )",
            ])
    }

    @Test func `in a shell --number names a chip`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "2", "c")
        let toggled = try tagflow.run("toggle", "c", "--number", "1", "--number", "2-3")
        #expect(toggled.output == "(✓a ) (✓b ) (✓2 ) (✓c )\n")
        #expect(try tagflow.run("deselect", "--number", "3").output == "(✓a ) (✓b ) ( 2 ) (✓c )\n")
        #expect(try tagflow.run("remove", "--number=2").output == "(✓a ) ( 2 ) (✓c )\n")
        #expect(try tagflow.run("select", "--number", "2").output == "(✓a ) (✓2 ) (✓c )\n")
        let unknown = try tagflow.run("toggle", "--number", "9")
        #expect(unknown.code == 65 && unknown.errors.contains("unknown chip 9; the set has 3"))
        for wrong in ["x", "", "2-"] {
            let outcome = try tagflow.run("toggle", "--number", wrong)
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains("--number takes the number of a chip"))
        }
        #expect(try tagflow.run("toggle", "--number", "3-1").code == 64)
        #expect(
            try tagflow.run("toggle").errors.hasPrefix("tagflow: expected a tag, or --number with the number of a chip")
        )
        let repl = try tagflow.repl("show", "deselect --number 1 2")
        #expect(repl.output.hasSuffix("(1 a ) (2 2 ) (3✓c )\n"))
    }

    @Test func `in a shell a number is a tag's name`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "a", "b", "2", "#3")
        #expect(try tagflow.run("toggle", "2", "#3").output == "( a ) ( b ) (✓2 ) (✓#3 )\n")
    }

    @Test func `lines of standard input are names`() throws {
        let tagflow = try TagflowProcess()
        let outcome = try tagflow.run("new", "s", "-", input: Data("2\n#3\n".utf8))
        #expect(outcome.output == "( 2 ) ( #3 )\n")
    }
}
