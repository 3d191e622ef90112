/// The grammar of a line of the REPL: numbers, names of tags, its own words and the commands of the
/// command line.
public struct ReplGrammar: Sendable {
    /// The words that are commands of the command line.
    let commands: Set<String>
    /// All words that a line may begin with.
    let words: Set<String>

    /// The words that the REPL itself understands, next to the commands.
    static let ownWords = ["find", "help", "quit"] + LayoutTrial.words

    /// A grammar with these words as commands.
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
        let rest = Array(words.dropFirst())
        if let numbers = try ChipNumbers.numbers(words) { return .toggle(.numbers(numbers)) }
        switch first {
        case "quit", "exit", "q": return .quit
        case "help", "?": return .help(rest.first)
        case "find": return .find(rest.joined(separator: " "))
        case _ where commands.contains(first): return .command(words)
        default: break
        }
        if words.count == 1, LayoutTrial.words.contains(first) { return .showSetting(first) }
        if LayoutTrial.words.contains(first), rest == ["default"] { return .resetTrial(first) }
        if let settings = try LayoutTrial(word: first, arguments: rest)?.settings {
            return .trying(settings)
        }
        let name = words.joined(separator: " ")
        return .toggle(.tag(first.hasPrefix("#") ? String(name.dropFirst()) : name))
    }

    /// Whether a line is a comment, which begins with a number sign and white space; a tag comes
    /// right after the sign.
    private static func isComment(_ line: String) -> Bool {
        let text = line.drop { $0.isWhitespace }
        guard text.first == "#" else { return false }
        return text.dropFirst().first?.isWhitespace ?? true
    }
}
