public import TagService

/// What a line of the REPL asks for.
public enum ReplInput: Hashable, Sendable {
    /// Nothing: a blank line or a comment.
    case nothing
    /// Toggling the chips with these numbers.
    case toggleNumbers([Int])
    /// Toggling the tag that the text names.
    case toggleTag(String)
    /// Suggestions for a text, to be toggled by number.
    case find(String)
    /// Layout settings to try.
    case trying(LayoutSettings)
    /// The set's own value of the layout setting of a word, after another was tried.
    case keptAgain(String)
    /// A command of the command line, with its arguments.
    case command([String])
    /// Help on everything, or on one command.
    case help(String?)
    /// Leaving.
    case quit
}

/// Understands a line of the REPL.
public struct ReplGrammar: Sendable {
    private let commands: Set<String>

    /// A grammar in which these words are commands of the command line.
    public init(commands: some Sequence<String>) {
        self.commands = Set(commands)
    }

    /// What a line asks for.
    ///
    /// - Throws: `ShellWordsError` for an open quote, `ReplInputError` for what is not understood.
    public func input(_ line: String) throws -> ReplInput {
        let words = try ShellWords(line).words
        guard let first = words.first else { return .nothing }
        let rest = Array(words.dropFirst())
        if let numbers = try Self.numbers(words) { return .toggleNumbers(numbers) }
        switch first {
        case "quit", "exit", "q": return .quit
        case "help", "?": return .help(rest.first)
        case "find": return .find(rest.joined(separator: " "))
        case _ where commands.contains(first): return .command(words)
        default: break
        }
        if LayoutTrial.words.contains(first), rest == ["default"] { return .keptAgain(first) }
        if let settings = try LayoutTrial(word: first, arguments: rest)?.settings {
            return .trying(settings)
        }
        if first.hasPrefix("#") {
            return .toggleTag(String(words.joined(separator: " ").dropFirst()))
        }
        return .toggleTag(words.joined(separator: " "))
    }

    /// How many numbers ranges may have at most, in all.
    private static let mostNumbers = 1_000_000

    /// The numbers of `3`, `3 5 7` and `2-4`, each once; `nil` where the words are not all of that kind.
    static func numbers(_ words: [String]) throws(ReplInputError) -> [Int]? {
        var numbers: [Int] = []
        var known: Set<Int> = []
        var left = mostNumbers
        for word in words {
            let ends = word.split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count <= 2, ends.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) })
            else { return nil }
            let bounds = ends.compactMap { Int($0) }
            guard bounds.count == ends.count, let first = bounds.first, let last = bounds.last,
                first <= last,
                last - first < left
            else { throw .badRange(word) }
            left -= last - first + 1
            for number in first...last where known.insert(number).inserted {
                numbers.append(number)
            }
        }
        return numbers.isEmpty ? nil : numbers
    }

    /// An error about a tag that nobody knows, with the command that its first word may be meant for.
    func mended(_ error: any Error) -> any Error {
        guard case TagServiceError.unknownTag(let name, nearest: []) = error,
            let first = name.split(whereSeparator: \.isWhitespace).first, first.count < name.count,
            let command = NearestNames(to: String(first)).among(commands.sorted()).first
        else { return error }
        return ReplInputError.unknownCommand(line: name, nearest: command)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// A line of the REPL that is not understood.
public enum ReplInputError: Error, Hashable, Sendable {
    /// A range of chips that ends before it starts, or is too long.
    case badRange(String)
    /// Neither a tag nor a command, of several words.
    case unknownCommand(line: String, nearest: String)
    /// A layout setting with a value that it cannot have.
    case badSetting(word: String, rule: String)
}

extension ReplInputError: CustomStringConvertible {
    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .badRange(let word): "'\(word)' is no range of chips; write it as 2-4"
        case .unknownCommand(let line, let nearest):
            "there is no tag '\(line)'; did you mean the command '\(nearest)'?"
        case .badSetting(let word, let rule): "\(word): \(rule), or default for the set's own"
        }
    }
}
