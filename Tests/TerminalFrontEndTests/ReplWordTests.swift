import Testing

@testable import TerminalFrontEnd

@Suite struct ReplWordTests {
    private let commands: Set<String> = ["toggle", "use", "show", "help", "new", "align"]

    private func word(_ line: String) -> ReplWord { ReplWord(line, commands: commands) }

    @Test(arguments: [
        ("", ReplWord.Kind.lineStart, "", 0), ("tog", .lineStart, "tog", 0),
        ("#new yo", .lineStart, "new yo", 0), ("two words", .lineStart, "two words", 0),
        ("toggle ", .tag, "", 7), ("toggle sea new", .tag, "new", 11),
        ("toggle 'new yo", .tag, "new yo", 7), ("toggle new\\ yo", .tag, "new yo", 7),
        ("use ha", .set, "ha", 4), ("show --num", .option(of: "show"), "--num", 5),
        ("show --set ha", .set, "ha", 11), ("help to", .command, "to", 5),
        (
            "align c",
            .oneOf([
                "leading", "center", "trailing", "spaceBetween", "spaceAround", "spaceEvenly",
            ]), "c", 6
        ), ("new x", .free, "x", 4),
    ])
    func `the word that is being typed, and what may stand there`(
        line: String,
        kind: ReplWord.Kind,
        text: String,
        start: Int
    ) {
        let word = word(line)
        #expect(word.kind == kind && word.text == text && word.start == start)
    }

    @Test func `a name that is completed reads back as itself`() throws {
        for name in [
            "sea", "new york", "it's", "a \"b\" c", "back\\slash", "it's \"so\" \\ far", "",
        ] {
            let typed = word("toggle x").typed(name, commands: commands)
            let words = try ShellWords("toggle \(typed)").words
            #expect(words == ["toggle", name])
        }
        #expect(word("sh").typed("show", commands: commands) == "#show")
        #expect(word("1").typed("12", commands: commands) == "#12")
    }
}
