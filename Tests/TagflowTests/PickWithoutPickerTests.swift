import Foundation
import TestSupport
import Testing

/// `pick` without a picker, compared with fzf with the same options.
@Suite struct PickWithoutPickerTests {
    private static let lines = [
        "login fix", "fix", "login", "lambda", "  lead", "trail ", "tab\there", "a b", "ab", "xaby",
        "\u{1B}[31mred\u{1B}[0m one", "早间 例行", "fix-up", "prefix", "!bang",
        "", "last", "carriage\r",
    ]
    private static var input: Data { Data((lines.joined(separator: "\n") + "\n").utf8) }

    private func pick(_ arguments: [String], input: Data) throws -> TagflowProcess.Outcome {
        try TagflowProcess().run(["pick"] + arguments, input: input)
    }

    @Test func `the output equals the input byte for byte`() throws {
        let line = "\u{1B}[01;34mSources\u{1B}[0m"
        #expect(
            try pick(["--filter", "sources"], input: Data("\(line)\n".utf8)).output == "\(line)\n"
        )
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
        #expect(
            found.output
                == "running\n(1 reading )  (2 running )  (3 sea )\n".replacing("  (", with: " (")
        )
    }

    @Test func `saving, and unknown keys, are rejected`() throws {
        let filter = try pick(["--filter", "a", "--save", "x"], input: Self.input)
        #expect(
            filter.code == 64
                && filter.errors
                    == "tagflow: --filter can't be combined with --save\n"
        )
        let key = try pick(["--expect", "ctrl-v,nokey", "-1"], input: Self.input)
        #expect(key.code == 64 && key.errors.contains("--expect: unknown key 'nokey'"))
        let many = try pick(
            ["--limit", "1", "--preselect", "a", "--preselect", "b"],
            input: Self.input
        )
        #expect(many.code == 64 && many.errors.contains("--preselect names 2 tags"))
    }

    @Test func `null bytes separate input and output`() throws {
        let input = Data("two\nlines\0other\0\0tail".utf8)
        #expect(try pick(["--read0", "--filter", "lines"], input: input).output == "two\nlines\n")
        let all = try pick(["--read0", "--print0", "--filter", "t"], input: input).output
        #expect(all.split(separator: "\0").sorted() == ["other", "tail", "two\nlines"])
    }

    @Test func `typos don't match without a picker`() throws {
        let input = Data("reading\n".utf8)
        for options in [
            ["--filter", "raeding"], ["--exit-0", "raeding"], ["-1", "-0", "raeding"],
        ] {
            let outcome = try pick(options, input: input)
            #expect(outcome.code == 1 && outcome.output.isEmpty && outcome.errors.isEmpty)
        }
    }

    @Test(
        .enabled(if: Tool("fzf", package: "fzf").isInstalled, "fzf is not installed"),
        arguments: [
            ["--filter", "fix"], ["--filter", "fix login"], ["--filter", "lmd"],
            ["--filter", "'ab"], ["--filter", "^fix"], ["--filter", "fix$"],
            ["--filter", "!fix a"],
            ["--filter", "^a | lambda"], ["--filter", "zzzz"], ["--filter", "ab", "--exact"],
            ["--exact", "--filter", "'lmd"], ["-e", "-f", "lmd"], ["--filter", "lead"],
            ["--filter", "trail", "--print0"], ["--filter", "ab", "--expect", "ctrl-a"],
            ["--filter", "ab", "--header", "x", "--prompt", "y"],
            ["--filter", "例行"], ["--filter", "fix", "--select-1"], ["--filter", "here"],
            ["--filter", "carriage"], ["--filter", ""], ["--filter", "!"], ["--filter", "^"],
            ["--filter", "'"], ["--filter", "!i !a"], ["--filter", "fix !"],
        ]
    )
    func `a filter prints the lines that fzf prints, with its code`(arguments: [String]) throws {
        try expectSame(arguments, arguments, input: Self.input)
    }

    @Test(
        .enabled(if: Tool("fzf", package: "fzf").isInstalled, "fzf is not installed"),
        arguments: [
            (["-1"], "lambda"), (["--select-1"], "lambda"),
            (["--select-1", "--expect", "f1"], "lambda"),
            (["--select-1", "--print0"], "carri"), (["--exit-0"], "zzzz"), (["-0"], "zzzz"),
            (["-1", "-0"], "zzzz"), (["-1", "-0"], "早间"), (["-1", "-e"], "prefix"),
        ]
    )
    func `the only match and no match end as they do in fzf`(
        options: [String],
        query: String
    ) throws {
        try expectSame(options + [query], options + ["--query", query], input: Self.input)
    }

    private func expectSame(_ ours: [String], _ theirs: [String], input: Data) throws {
        let folder = try TemporaryFolder()
        let file = folder.file("lines")
        try input.write(to: URL(fileURLWithPath: file))
        let script = "exec fzf \"$@\" < '\(file)'"
        let fzf = try Tool("sh", package: "dash").run(["-c", script, "sh"] + theirs)
        let outcome = try pick(ours, input: input)
        let sorted = { (text: String) in text.split { $0 == "\n" || $0 == "\0" }.sorted() }
        #expect(outcome.code == fzf.code)
        #expect(sorted(outcome.output) == sorted(String(decoding: fzf.output, as: UTF8.self)))
        #expect(outcome.output.utf8.count == fzf.output.count)
    }
}
