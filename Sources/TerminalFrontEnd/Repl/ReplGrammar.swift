/// The grammar of REPL lines: chip numbers, tag names, words of the REPL, and the program's commands.
public struct ReplGrammar: Sendable {
    /// The names of the program's commands.
    let commands: Set<String>
    /// The program's commands and the words of the REPL.
    let words: Set<String>

    /// The words that the REPL handles itself.
    static let ownWords = ["find", "help", "quit"] + LayoutTrial.words

    /// Creates a grammar with the given commands.
    public init(commands: some Sequence<String>) {
        self.commands = Set(commands)
        words = self.commands.union(Self.ownWords)
    }

    /// Parses a line.
    ///
    /// - Throws: `ShellWordsError` for an open quote, `ReplInputError` for a bad range or setting.
    public func input(_ line: String) throws -> ReplInput {
        if Self.isComment(line) { return .nothing }
        let words = try ShellWords(line).words
        guard let first = words.first else { return .nothing }
        // Examples for the shell begin with the program's name.
        if first == "tagflow", words.count > 1, self.words.contains(words[1]) {
            return try input(String(line.drop { $0.isWhitespace }.dropFirst(first.count)))
        }
        let rest = Array(words.dropFirst())
        if let numbers = try ChipNumbers.numbers(words) { return .toggle(.numbers(numbers)) }
        switch first {
        case "quit", "exit", "q": return .quit
        case "help", "?": return .help(rest.first)
        case "find": return .find(rest.joined(separator: " "))
        case _ where commands.contains(first):
            // The help of a command may be longer than the screen, and gets a pane that scrolls.
            return rest == ["--help"] || rest == ["-h"] ? .help(first) : .command(words)
        default: break
        }
        if words.count == 1, LayoutTrial.words.contains(first) { return .showSetting(first) }
        if LayoutTrial.words.contains(first), rest == ["default"] { return .resetTrial(first) }
        if let settings = try LayoutTrial(word: first, arguments: rest)?.settings { return .trying(settings) }
        let name = words.joined(separator: " ")
        return .toggle(.tag(first.hasPrefix("#") ? String(name.dropFirst()) : name))
    }

    /// Returns whether a line is a comment, which begins with a number sign and white space.
    ///
    /// Without white space after it, the number sign introduces a tag.
    private static func isComment(_ line: String) -> Bool {
        let text = line.drop { $0.isWhitespace }
        guard text.first == "#" else { return false }
        return text.dropFirst().first?.isWhitespace ?? true
    }
}
