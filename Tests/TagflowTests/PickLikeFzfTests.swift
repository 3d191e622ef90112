import Foundation
import TestSupport
import Testing

/// `pick` without a picker prints the bytes that fzf prints, in the same order, with the same code.
@Suite(.enabled(if: InstalledFzf.isInstalled, "needs fzf; .ci/fzf fetches it from PyPI")) struct PickLikeFzfTests {
    private static let words = [
        "login fix", "fix", "login", "lambda", "  lead", "trail ", "tab\there", "a b", "ab", "xaby", "早间 例行", "fix-up",
        "prefix", "!bang", "", "last", "carriage\r", "camelCase", "CamelCase", "fooBar", "foo_bar", "foo/bar", "FOO",
        "x1y2", "x12", "a,b;c", "fixture", "a fix in login",
    ]
    private static let paths = (0..<300)
        .map { number in
            let folders = ["note", "notes", "src/annotate", "Sources/Note", "etc/not-e", "docs"]
            let names = ["tag", "tags", "Tagging", "stage", "metaTag", "no_tag"]
            let folder = folders[number % folders.count]
            return "\(folder)/\(names[number / 7 % names.count])\(number).\(number % 3 == 0 ? "rs" : "md")"
        }
    private static let fields = [
        "main.swift:12:let swift = 1", "note.md:3:a swift note", "swift:1:x", "b:2:swift:end", "noDelimiter swift",
        ":empty:first", "last:7:", "a b:c d:e f",
    ]
    private static let columns = [
        "one two three", "  lead two x", "two one", "x  y   z two", "single", "tab\ttwo\tthree",
    ]

    private static func lines(_ lines: [String], end: String = "\n") -> Data {
        Data(lines.map { $0 + end }.joined().utf8)
    }

    @Test(arguments: [
        ["fix"], ["fix login"], ["lmd"], ["'ab"], ["^fix"], ["fix$"], ["!fix a"], ["^a | lambda"], ["zzzz"],
        ["ab", "--exact"], ["'lmd", "--exact"], ["lmd", "-e"], ["lead"], ["trail", "--print0"],
        ["ab", "--expect", "ctrl-a"], ["ab", "--header", "x"], ["例行"], ["here"], ["carriage"], [""], ["!"], ["^"],
        ["'"], ["!i !a"], ["fix !"], ["a"], ["fb"], ["cc"], ["CC"], ["FOO"], ["foo"], ["Foo"], ["x2"], ["bar"],
        ["^fix$"], ["ix$ | ab"], ["fix", "--tac"], ["a", "--no-sort"], ["", "--tac"], ["fix", "--print-query"],
        ["zzzz", "--print-query"], ["fix", "--print-query", "--print0"], ["fix", "--multi"],
        ["fix", "-m", "--cycle", "--bind", "ctrl-a:select-all"],
    ]) func `a filter of words`(options: [String]) throws {
        try expectSame(["--filter"] + options, Self.lines(Self.words))
    }

    @Test(arguments: [
        "notetag", "note tag", "Tag", "NT", "tag5", "rs$", "st", "srcta", "nttg", "n/t", "'tag 1 | 2", "^note/t",
        "metag rs", "docs !rs", "e", "/", "T", "tag56",
    ]) func `a filter of paths`(query: String) throws { try expectSame(["--filter", query], Self.lines(Self.paths)) }

    @Test(arguments: [
        ["swift", "--nth", "1"], ["swift", "--nth=2.."], ["swift", "--nth", "-1"], ["swift", "--nth=1,3"],
        ["md$", "--nth=1"], ["^3$", "--nth=2"], ["e", "--nth=..2"], ["swift", "--with-nth=3"], ["12", "--with-nth=1"],
        ["nmd", "--with-nth", "{2} {1}"], ["swift", "--with-nth=3,1", "--nth=1"], ["s", "--nth=5"],
        ["end$", "--nth=-1"],
    ]) func `a filter of fields`(options: [String]) throws {
        try expectSame(["--filter"] + options + ["--delimiter", ":"], Self.lines(Self.fields))
        try expectSame(["-d:", "--filter"] + options, Self.lines(Self.fields))
    }

    @Test(arguments: [
        ["two", "--nth", "2"], ["two", "--nth=-1"], ["^t", "--nth=2.."], ["o", "--with-nth=1"], ["two$", "--nth=2"],
        ["t", "-d", "\\t", "--nth=2"], ["three", "-d", "[\t ]+", "-n", "3"],
    ]) func `a filter of columns`(options: [String]) throws {
        try expectSame(["--filter"] + options, Self.lines(Self.columns))
    }

    @Test func `null bytes separate lines`() throws {
        let input = Self.lines(["two\nlines", "other", "", "a line"], end: "\0")
        for options in [["--read0"], ["--read0", "--print0"], ["--read0", "--print0", "--tac"]] {
            try expectSame(options + ["--filter", "line"], input)
        }
    }

    @Test(arguments: [
        (["-1"], "lambda"), (["--select-1"], "lambda"), (["-1", "-e"], "prefix"),
        (["--select-1", "--expect", "f1"], "lambda"), (["--select-1", "--print0"], "carri"), (["--exit-0"], "zzzz"),
        (["-0"], "zzzz"), (["-1", "-0"], "zzzz"), (["-1", "-0"], "早间"), (["-1", "--print-query"], "lambda"),
        (["-0", "--print-query"], "zzzz"), (["-1", "--print-query", "--expect", "f1"], "lambda"),
    ]) func `the only match and no match`(options: [String], query: String) throws {
        try expectSame(options + [query], options + ["--query", query], Self.lines(Self.words))
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>) func `random lines and queries`(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        func text(_ count: Int, _ letters: [String]) -> String {
            (0..<count).map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        let letters = ["a", "b", "A", "B", "1", "2", " ", "/", "_", "-", ",", "é", "例", "."]
        let lines = (0..<200).map { number in "x" + text(number % 17, letters) + "x" }
        for count in [1, 2, 2, 3, 4] {
            let query = text(count, ["a", "b", "B", "1", "/", "_", "例"])
            for options in [[], ["--exact"], ["--tac"]] {
                try expectSame(options + ["--filter", query], Self.lines(lines), "seed \(seed)")
            }
        }
    }

    private func expectSame(_ options: [String], _ input: Data, _ comment: String = "") throws {
        try expectSame(options, options, input, comment)
    }

    private func expectSame(_ ours: [String], _ theirs: [String], _ input: Data, _ comment: String = "") throws {
        let folder = try TemporaryFolder()
        let file = folder.file("lines")
        try input.write(to: URL(fileURLWithPath: file))
        let script = "exec '\(InstalledFzf.path)' \"$@\" < '\(file)'"
        let fzf = try Tool("sh", package: "dash").run(["-c", script, "sh"] + theirs)
        let outcome = try TagflowProcess().run(["pick"] + ours, input: input)
        let expected = String(decoding: fzf.output, as: UTF8.self)
        #expect(outcome.code == fzf.code, "\(ours) \(comment) \(outcome.errors)")
        #expect(outcome.output == expected, "\(ours) \(comment)")
    }
}

/// The program that `.ci/fzf` fetches.
private enum InstalledFzf {
    static let path = HouseTests.root.appendingPathComponent(".build/fzf/bin/fzf").path
    static let isInstalled = FileManager.default.isExecutableFile(atPath: path)
}
