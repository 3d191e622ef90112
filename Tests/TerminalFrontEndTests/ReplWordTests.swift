import Foundation
import TestSupport
import Testing

@testable import TerminalFrontEnd

@Suite struct ReplWordTests {
    private let commands: Set<String> = ["toggle", "use", "show", "help", "new", "align", "find"]

    private let arguments = [
        "toggle": CommandArguments(words: [.memberTag]), "use": CommandArguments(words: [.set, .text]),
        "show": CommandArguments(options: ["--set": .set], optionNames: ["--set"]),
        "new": CommandArguments(options: ["--tag": .newTag, "--yes": nil], words: [.text, .newTag]),
    ]

    private func word(_ line: String) -> ReplWord { ReplWord(line, commands: commands) { arguments[$0] } }

    @Test(arguments: [
        ("", ReplWord.Kind.lineStart, "", 0), ("tog", .lineStart, "tog", 0), ("#new yo", .lineStart, "new yo", 0),
        ("two words", .lineStart, "two words", 0), ("toggle ", .tag, "", 7), ("toggle sea new", .tag, "new", 11),
        ("toggle 'new yo", .tag, "new yo", 7), ("toggle new\\ yo", .tag, "new yo", 7), ("use ha", .set, "ha", 4),
        ("show --num", .option(of: "show"), "--num", 5), ("show --set ha", .set, "ha", 11),
        ("help to", .command, "to", 5),
        ("align c", .oneOf(["leading", "center", "trailing", "spaceBetween", "spaceAround", "spaceEvenly"]), "c", 6),
        ("new x", .free, "x", 4), ("use habits x", .free, "x", 11), ("find ki", .tag, "ki", 5),
    ]) func `the typed word, and its possible completions`(line: String, kind: ReplWord.Kind, text: String, start: Int)
    {
        let word = word(line)
        #expect(word.kind == kind && word.text == text && word.start == start)
    }

    @Test(arguments: [
        ("show --format ", ReplWord.Kind.oneOf(["text", "json"]), "", 14),
        ("show --format=js", .oneOf(["text", "json"]), "js", 14), ("show -o ta", .file, "ta", 8),
        ("show --fast ", .file, "", 12), ("show a ", .id, "", 7), ("show -o a b ", .id, "", 12),
        ("show a b c", .id, "c", 9), ("show --fast=x", .option(of: "show"), "--fast=x", 5),
    ]) func `the kind of a value after an option or in a position is known`(
        line: String, kind: ReplWord.Kind, text: String, start: Int
    ) {
        let show = CommandArguments(
            options: ["--format": .oneOf(["text", "json"]), "-o": .file, "--fast": nil], words: [.file, .id])
        let word = ReplWord(line, commands: commands) { $0 == "show" ? show : nil }
        #expect(word.kind == kind && word.text == text && word.start == start)
    }

    @Test(arguments: [
        ("items #wo", ReplWord.Kind.queriedTag, "wo", 7), ("items a -#wo", .queriedTag, "wo", 10),
        ("items #", .queriedTag, "", 7), ("items wo", .free, "wo", 6), ("items --limit #wo", .free, "#wo", 14),
        ("items --matching #wo", .queriedTag, "wo", 18), ("items #\"two wo", .queriedTag, "two wo", 7),
    ]) func `a tag in a query begins after its number sign`(line: String, kind: ReplWord.Kind, text: String, start: Int)
    {
        let items = CommandArguments(options: ["--limit": .text, "--matching": .queryTerm], words: [.queryTerm])
        let word = ReplWord(line, commands: ["items"]) { $0 == "items" ? items : nil }
        #expect(word.kind == kind && word.text == text && word.start == start)
        #expect(word.typed("two words", commands: []).contains("'two words'"))
        #expect(kind == .free || word.typed("3", commands: []) == "3")
    }

    @Test(arguments: [
        ("new x ta", true), ("new x", false), ("new x --yes ta", true), ("new --tag ta", true), ("new --tag=ta", true),
        ("toggle ta", false), ("ta", false),
    ]) func `a command declares which of its words may be new tags`(line: String, addsTags: Bool) {
        #expect(word(line).addsTags == addsTags)
    }

    @Test func `the kinds of words can depend on the first word`() {
        let view = CommandArguments(
            options: ["--limit": .text],
            words: [.oneOf(["save", "delete"]), .after(["delete": [.view, .text], "save": [.text, .queryTerm]])])
        #expect(view.value(after: []) == .oneOf(["save", "delete"]))
        #expect(view.value(after: ["delete"]) == .view && view.value(after: ["delete", "a"]) == .text)
        #expect(view.value(after: ["--limit", "3", "delete"]) == .view)
        #expect(view.value(after: ["save"]) == .text && view.value(after: ["save", "a", "b"]) == .queryTerm)
        #expect(view.value(after: ["list"]) == .text)
        #expect(view.split(["save", "--limit", "3", "-", "--x", "a", "--", "-b"]).words == ["save", "-", "a", "-b"])
    }

    @Test func `a connection is completed`() {
        let connect = CommandArguments(words: [.oneOf(["add", "pull"]), .after(["pull": [.connection, .text]])])
        let kinds = ["connect pull li", "connect pull x y", "connect add li"]
            .map { line in ReplWord(line, commands: ["connect"]) { _ in connect }.kind }
        #expect(kinds == [.connection, .free, .free])
    }

    @Test func `paths are completed in their directory`() throws {
        let folder = try TemporaryFolder()
        for name in ["tags.txt", "tables", ".hidden", "Tags.md"] {
            try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        }
        try FileManager.default.createDirectory(atPath: folder.file("target"), withIntermediateDirectories: false)
        let names = { (typed: String) in
            PathCompletion.paths(beginningWith: folder.path + "/" + typed)
                .map { String($0.dropFirst(folder.path.count + 1)) }
        }
        #expect(names("ta") == ["tables", "tags.txt", "target/"])
        #expect(names("") == ["Tags.md", "tables", "tags.txt", "target/"])
        #expect(names(".") == [".hidden"])
        #expect(names("none/x") == [] && names("target/") == [])
    }

    @Test func `a name that is completed reads back as itself`() throws {
        for name in ["sea", "new york", "it's", "a \"b\" c", "back\\slash", "it's \"so\" \\ far", ""] {
            let typed = word("toggle x").typed(name, commands: commands)
            let words = try ShellWords("toggle \(typed)").words
            #expect(words == ["toggle", name])
        }
        #expect(word("sh").typed("show", commands: commands) == "#show")
        #expect(word("1").typed("12", commands: commands) == "#12")
    }
}
