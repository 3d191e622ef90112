import Foundation
import TestSupport
import Testing

/// `pick` without a picker.
@Suite struct PickWithoutPickerTests {
    private static let lines = [
        "login fix", "fix", "login", "lambda", "  lead", "trail ", "tab\there", "a b", "ab", "xaby",
        "\u{1B}[31mred\u{1B}[0m one", "早间 例行", "fix-up", "prefix", "!bang", "", "last", "carriage\r",
    ]
    private static var input: Data { Data((lines.joined(separator: "\n") + "\n").utf8) }

    private func pick(_ arguments: [String], input: Data) throws -> TagflowProcess.Outcome {
        try TagflowProcess().run(["pick"] + arguments, input: input)
    }

    @Test func `the output equals the input byte for byte`() throws {
        let line = "\u{1B}[01;34mSources\u{1B}[0m"
        #expect(try pick(["--filter", "sources"], input: Data("\(line)\n".utf8)).output == "\(line)\n")
        let spaces = try pick(["--select-1"], input: Data(" \t main \r\n".utf8))
        #expect(spaces.output == " \t main \r\n" && spaces.code == 0)
        // Color sequences can't match.
        #expect(try pick(["--filter", "34m"], input: Data("\(line)\n".utf8)).code == 1)
        let colors = try pick(["--ansi", "-f", "sources"], input: Data(" \(line)\n".utf8))
        #expect(colors.output == " Sources\n")
    }

    @Test func `empty lines are kept, as fzf keeps them`() throws {
        let input = Data("one\n\n \ntwo\n\n".utf8)
        #expect(try pick(["--filter", ""], input: input).output == "one\n\n \ntwo\n\n")
        #expect(try pick(["--filter", "!o"], input: input).output == "\n \n\n")
        #expect(try pick(["--filter", "o"], input: input).output == "one\ntwo\n")
        #expect(try pick(["--filter", ""], input: Data("\nlast".utf8)).output == "\nlast\n")
    }

    @Test func `the tags of the set are filtered in the order of the picker`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "habits", "reading", "running", "sea")
        // Standard input is a file here, so its lines would be offered; the REPL offers the set.
        let found = try tagflow.repl("pick --filter run", "show")
        #expect(found.output == "running\n(1 reading )  (2 running )  (3 sea )\n".replacing("  (", with: " ("))
    }

    @Test func `saving, and unknown keys, are rejected`() throws {
        let filter = try pick(["--filter", "a", "--save", "x"], input: Self.input)
        #expect(filter.code == 64 && filter.errors == "tagflow: --filter can't be combined with --save\n")
        let key = try pick(["--expect", "ctrl-v,nokey", "-1"], input: Self.input)
        #expect(key.code == 64 && key.errors.contains("--expect: unknown key 'nokey'"))
        let many = try pick(["--limit", "1", "--preselect", "a", "--preselect", "b"], input: Self.input)
        #expect(many.code == 64 && many.errors.contains("--preselect names 2 tags"))
    }

    @Test(arguments: [
        (["--nth", "0"], "--nth: invalid field '0'; use numbers from 1"),
        (["--with-nth={a}"], "--with-nth: invalid field 'a'; use numbers"),
        (["-d", "a*"], "--delimiter: invalid delimiter 'a*'; use a text"),
        (["--bind", "nokey:up"], "--bind: unknown key 'nokey'; expected a name"),
        (["--bind", "x"], "--bind: 'x' has no action; write KEY:ACTION"),
        (["--preview-window", "left"], "--preview-window: invalid 'left'; use right or down"),
        (["--multi", "0"], "--multi must be a whole number from 1 to 1000000"),
        (["--history", "/"], "--history: can't write '/'; use a file"),
        (["--multi", "many", "a"], "--multi 'many' isn't a number; use a whole number from 1"),
    ]) func `a wrong option gets one line`(options: [String], message: String) throws {
        let outcome = try pick(options + ["-f", "fix"], input: Self.input)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.hasPrefix("tagflow: \(message)"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test func `a variable has default options, and options on the command line win`() throws {
        var tagflow = try TagflowProcess()
        func pick(_ variable: String, _ arguments: String...) throws -> TagflowProcess.Outcome {
            tagflow.environment["TAGFLOW_PICK_OPTIONS"] = variable
            return try tagflow.run(["pick"] + arguments, input: Data("a b:1\nb:2\nab:3\n".utf8))
        }
        #expect(try pick("-d : --nth=1 --filter 'a b'").output == "a b:1\nab:3\n")
        #expect(try pick("--delimiter=':' -n 1 --exact --print0", "-f", "ab").output == "ab:3\0")
        #expect(try pick("--nth 2 --filter x -d:", "--nth", "1", "--filter", "b").output == "b:2\na b:1\nab:3\n")
        #expect(try pick("--no-sort --tac", "-f", "b").output == "ab:3\nb:2\na b:1\n")
        #expect(try pick("", "-f", "2").output == "b:2\n")
        #expect(try pick("-1 -m", "2").output == "b:2\n")
        // A filter only reads, so the default database isn't created.
        tagflow.environment["TAGFLOW_DATABASE"] = nil
        #expect(try pick("--filter b --given 'b:2'", "--given", "ab:3").output == "a b:1\n")
        #expect(!FileManager.default.fileExists(atPath: tagflow.folder.file(".local")))
    }

    @Test(arguments: [
        ("--nope", "unknown option '--nope'; did you mean '--note'?"),
        ("--prompt 'a", "unclosed quote '; close it, or type \\' for a literal quote"),
        ("--limit", "missing value for '--limit <n>'; see 'tagflow help pick'"),
        ("--limit 0", "--limit must be a whole number from 1 to 1000000"),
        ("--limit -1", "--limit must be a whole number from 1 to 1000000"),
        ("word", "unexpected argument 'word'; see 'tagflow help pick'"),
        ("--set a", "unknown option '--set'; did you mean '--text'?"),
        ("--help", "help isn't an option of the picker; see 'tagflow help pick'"),
        ("--height many", "invalid --height 'many'; use rows such as 12, or a share such as 40%"),
    ]) func `a wrong option in the variable gets one line`(options: String, message: String) throws {
        var tagflow = try TagflowProcess()
        tagflow.environment["TAGFLOW_PICK_OPTIONS"] = options
        let outcome = try tagflow.run(["pick", "-f", "fix"], input: Self.input)
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors == "tagflow: TAGFLOW_PICK_OPTIONS: \(message)\n")
    }

    @Test func `several can be chosen, and a word after -m is the query`() throws {
        #expect(try pick(["-m", "lambda", "-1"], input: Self.input).output == "lambda\n")
        #expect(try pick(["-m", "2", "--no-multi", "-1", "lambda"], input: Self.input).code == 0)
    }

    @Test func `the likely tags of an item come first`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "topics", "cooking", "physics", "sea")
        for number in 0..<12 {
            let title = "gravity of apples \(number)"
            for (title, tag) in [(title, "physics"), ("soup", "cooking")] {
                let url = "https://\(tag).org/\(number)"
                try tagflow.run("add-item", url, "--title", title, "--tag", tag)
            }
        }
        let found = try tagflow.repl(
            "pick --title 'apples and gravity' --filter ''", "pick --title 'apples and gravity' --filter s",
            "pick --filter ''")
        let lines = found.output.split(separator: "\n").map(String.init)
        let likely = ["physics", "cooking", "sea"]
        #expect(lines == likely + ["sea", "physics"] + ["cooking", "physics", "sea"])
    }

    @Test func `null bytes separate input and output`() throws {
        let input = Data("two\nlines\0other\0\0tail".utf8)
        #expect(try pick(["--read0", "--filter", "lines"], input: input).output == "two\nlines\n")
        let all = try pick(["--read0", "--print0", "--filter", "t"], input: input).output
        #expect(all.split(separator: "\0").sorted() == ["other", "tail", "two\nlines"])
    }

    @Test func `typos don't match without a picker`() throws {
        let input = Data("reading\n".utf8)
        for options in [["--filter", "raeding"], ["--exit-0", "raeding"], ["-1", "-0", "raeding"]] {
            let outcome = try pick(options, input: input)
            #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.errors.isEmpty)
        }
    }
}
