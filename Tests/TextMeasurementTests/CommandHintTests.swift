import Foundation
import TestSupport
import Testing
import TextMeasurement

@Suite struct CommandHintTests {
    @Test(arguments: [
        ("reading", "add reading"), ("green tea", #"add "green tea""#), ("it's", #"add "it's""#), ("早间", "add 早间"),
        ("a::b", "add a::b"), ("$(rm -r x)", "add '$(rm -r x)'"), ("`id`", "add '`id`'"), (#"a"b"#, #"add 'a"b'"#),
        ("it's $5", #"add 'it'\''s $5'"#), ("-v", "add -- -v"), ("--help", "add -- --help"), ("a!b", "add 'a!b'"),
        ("a*", #"add "a*""#), ("~", #"add "~""#), ("#x", ##"add "#x""##), (#"a\b"#, #"add 'a\b'"#), (";", #"add ";""#),
    ]) func `a name is quoted if a shell needs it`(name: String, expected: String) {
        #expect(CommandHint("add", name)?.text == expected)
    }

    @Test(arguments: ["", "-", "a\u{1B}b", "a\nb", "\u{202E}", String(repeating: "x", count: 81)])
    func `a name that cannot be typed has no hint`(name: String) {
        #expect(CommandHint("add", name) == nil)
        #expect(CommandHint("merge", "a", name) == nil)
    }

    @Test(arguments: ["/bin/sh", "/bin/bash", "/bin/dash"].filter(FileManager.default.fileExists))
    func `a shell reads the names as they are`(shell: String) throws {
        var numbers = SeededNumbers(seed: 20_261_121)
        let signs = Array(" \"'$`\\!*?[]{}()<>|&;#~=^%-+,.:/@aZ09é早☀️\u{A0}\u{3000}")
        var names = signs.map(String.init).filter { $0 != "-" }
        for _ in 0..<500 {
            let count = Int.random(in: 1...12, using: &numbers)
            names.append(String((0..<count).map { _ in signs.randomElement(using: &numbers) ?? "a" }))
        }
        names = names.filter { $0 != "-" }
        // The program prints its arguments, each with a line end, which no name contains.
        let stub = "tagflow() { for a; do [ \"$a\" = -- ] || printf '%s\\n' \"$a\"; done; }\n"
        let hints = names.map { CommandHint("tagflow", $0)?.text ?? "false" }
        let script = stub + hints.joined(separator: "\n") + "\n"
        let folder = try TemporaryFolder()
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("hints.sh")))
        let outcome = try Tool(String(shell.dropFirst(5)), package: "bash").run([folder.file("hints.sh")])
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        #expect(lines.map { Array($0.utf8) } == names.map { Array($0.utf8) }, "seed 20261121")
    }
}
