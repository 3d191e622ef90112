import Foundation
import Testing

@testable import TerminalFrontEnd

@Suite struct ReplInputTests {
    private let grammar = ReplGrammar(commands: ["toggle"])

    @Test func `numbers and ranges of chips are each chip once`() throws {
        #expect(try grammar.input("3 1-3 2") == .toggle(.numbers([3, 1, 2])))
    }

    @Test func `the help of a command is asked for in either way`() throws {
        for line in ["help toggle", "toggle --help", "toggle -h"] {
            #expect(try grammar.input(line) == .help("toggle"))
        }
        #expect(try grammar.input("toggle -- -h") == .command(["toggle", "--", "-h"]))
    }

    @Test(arguments: ["width", "align", "spacing", "lines"])
    func `a layout word alone asks for its value, and with a sign is a tag`(word: String) throws {
        #expect(try grammar.input(word) == .showSetting(word))
        #expect(try grammar.input("#\(word)") == .toggle(.tag(word)))
    }

    @Test(arguments: [
        "99999999999999999999", "1-9223372036854775807", "1-99999999999999999999", "4-2", "1-1000000 1-1000000",
        "1-2000000",
    ]) func `no line of numbers is longer than a million`(line: String) {
        #expect(throws: ReplInputError.self) { try grammar.input(line) }
    }

    @Test(arguments: [
        (#"a b"#, ["a", "b"]), (#"'a b'c "d"e"#, ["a bc", "de"]), (#"'' a"#, ["", "a"]), (#"a\ b \'"#, ["a b", "'"]),
        (#""a\b\"c""#, [#"a\b"c"#]), (#"a\"#, [#"a\"#]), ("  ", []), (#"\"#, [#"\"#]),
        ("e\u{301}e\u{301} x", ["éé", "x"]),
    ]) func `words are split as in a shell`(line: String, words: [String]) throws {
        #expect(try ShellWords(line).words == words)
    }

    @Test func `a word of two million letters takes no more than its length`() throws {
        let short = try secondsToSplit(lettersInAWord: 100_000)
        let long = try secondsToSplit(lettersInAWord: 2_000_000)
        // Twenty times the length; its square would be four hundred times.
        #expect(long < 100 * short && long < 60, "\(short) s, \(long) s")
    }

    /// The processor time of this thread, which no load of other tests lengthens as it does a time limit, to split words.
    private func secondsToSplit(lettersInAWord count: Int) throws -> Double {
        let word = String(repeating: "a", count: count)
        let start = processorSeconds()
        let words = try ShellWords("toggle \(word) '\(word)'").words
        let seconds = processorSeconds() - start
        #expect(words == ["toggle", word, word])
        return seconds
    }

    private func processorSeconds() -> Double {
        var time = timespec()
        // The kernel fills the record that it is given.
        _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
