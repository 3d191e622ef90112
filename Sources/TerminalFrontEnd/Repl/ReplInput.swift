public import TagService
internal import TextMeasurement

/// The meaning of a line of the REPL.
public enum ReplInput: Hashable, Sendable {
    /// Nothing: a blank line.
    case nothing
    /// Toggling chips.
    case toggle(ReplInput.ToggleTarget)
    /// Suggestions for a text, to be toggled by number.
    case find(String)
    /// Trying layout settings.
    case trying(LayoutSettings)
    /// Ending the trial of the layout setting that a word names: the set's own value applies again.
    case resetTrial(String)
    /// Showing the value of the layout setting that a word names.
    case showSetting(String)
    /// A command of the command line, with its arguments.
    case command([String])
    /// Help on everything, or on one command.
    case help(String?)
    /// Leaving.
    case quit
}

/// A line of the REPL, parsed once when it is entered.
struct ReplLine: Sendable {
    /// The line as it was typed.
    let text: String
    /// Its meaning, or the parse error.
    let input: Result<ReplInput, any Error>

    /// Parses a line.
    init(_ text: String, grammar: ReplGrammar) {
        self.text = text
        input = Result { try grammar.input(text) }
    }

    /// The line that toggles a suggested tag.
    init(togglingSuggested tag: String) {
        text = tag
        input = .success(.toggle(.suggested([tag])))
    }

    /// Whether it asks for nothing.
    var isBlank: Bool {
        if case .success(.nothing) = input { true } else { false }
    }

    /// Whether it stays above the board, with its answer; one that only toggles does not.
    var isPrinted: Bool {
        if case .success(.toggle) = input { false } else { !isBlank }
    }

    /// Whether it opens a picker, or may ask something else on the terminal.
    var needsTerminal: Bool {
        guard case .success(.command(let words)) = input else { return false }
        return ["pick", "tag", "doctor", "add", "new", "import"].contains(words[0])
    }
}

/// A line of the REPL that cannot be parsed.
public enum ReplInputError: Error, Hashable, Sendable {
    /// A range of chips that ends before it starts, or is too long.
    case badRange(String)
    /// Neither a tag nor a command, with a command and tags that may be meant.
    case unknownCommand(line: String, nearest: String, tags: [String])
    /// A layout setting with a value that it cannot have.
    case badSetting(word: String, rule: String)
}

extension ReplInputError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .badRange(let word): "invalid range '\(word)'; write it as 2-4"
        case .unknownCommand(let line, let nearest, let tags):
            "unknown tag '\(line)'; did you mean the command '\(nearest)'\(Self.offer(tags))?\(Self.way(to: line))"
        case .badSetting(let word, let rule): "\(word): \(rule), or default for the set's own"
        }
    }

    private static func offer(_ tags: [String]) -> String {
        tags.isEmpty ? "" : " or the tag " + tags.map { "'\($0)'" }.joined(separator: " or ")
    }

    /// How a tag of one word is made; several words are more likely a command.
    private static func way(to name: String) -> String {
        guard !name.contains(where: \.isWhitespace), let hint = CommandHint("add", name) else {
            return ""
        }
        return " (use '\(hint.text)' to create it)"
    }
}

extension ReplInput {
    /// The chips that a line toggles.
    public enum ToggleTarget: Hashable, Sendable {
        /// The chips with these numbers, from 1.
        case numbers([Int])
        /// The tag of this name, key or alias.
        case tag(String)
        /// Suggested tags; those that are not in the set yet are added to it.
        case suggested([String])
    }
}
