public import TagService
internal import TextMeasurement

/// A parsed line of the REPL.
public enum ReplInput: Hashable, Sendable {
    /// A blank line or a comment.
    case nothing
    /// Draw the board, so that numbers name its chips again.
    case board
    /// Toggle chips.
    case toggle(ReplInput.ToggleTarget)
    /// Print numbered suggestions for a text.
    case find(String)
    /// Try out layout settings.
    case trying(LayoutSettings)
    /// Stop trying out the layout setting with this name, so that the set's value applies again.
    case resetTrial(String)
    /// Show the value of the layout setting with this name.
    case showSetting(String)
    /// Run one of the program's commands; the words are its name and arguments.
    case command([String])
    /// Show the help for everything, or for one command.
    case help(String?)
    /// Leave the REPL.
    case quit
}

/// An error in a line of the REPL.
public enum ReplInputError: Error, Hashable, Sendable {
    /// A range of chips ends before it starts or is too long.
    case badRange(String)
    /// The line is neither a tag nor a command; with the nearest command and tags.
    case unknownCommand(line: String, nearest: String, tags: [String])
    /// The line begins with a command of an earlier version, which another command replaced.
    case formerCommand(String, replacement: String)
    /// The value of a layout setting is invalid; `rule` describes the valid values.
    case badSetting(word: String, rule: String)
}

extension ReplInputError: CustomStringConvertible {
    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .badRange(let word): "invalid range \(word.quoted); write it as 2-4"
        case .unknownCommand(let line, let nearest, let tags):
            "unknown tag \(line.quoted); did you mean the command '\(nearest)'\(Self.offer(tags))?\(Self.way(to: line))"
        case .formerCommand(let word, let command): "unknown command \(word.quoted); use '\(command)'"
        case .badSetting(let word, let rule): "\(word.quoted) \(rule), or 'default' for the set's value"
        }
    }

    private static func offer(_ tags: [String]) -> String {
        tags.isEmpty ? "" : " or the tag " + tags.map(\.quoted).joined(separator: " or ")
    }

    /// Returns a hint how to create the tag, or nothing for several words, which are more likely a command.
    private static func way(to name: String) -> String {
        guard !name.contains(where: \.isWhitespace), let hint = CommandHint("add", name) else { return "" }
        return " (use '\(hint.text)' to create it)"
    }
}

extension ReplInput {
    /// The chips that a line toggles.
    public enum ToggleTarget: Hashable, Sendable {
        /// The chips with these numbers, from 1.
        case numbers([Int])
        /// The tag with this name, key or alias.
        case tag(String)
        /// Suggested tags, which are added to the set if necessary.
        case suggested([String])
    }
}
