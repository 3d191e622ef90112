internal import TagService

/// The grammar of a line of the REPL: numbers, names of tags, its own words and the commands of the command line.
public struct ReplGrammar: Sendable {
    /// The words that are commands of the command line.
    let commands: Set<String>

    /// The words that the REPL itself understands, next to the commands.
    static let ownWords = ["find", "help", "quit"] + LayoutTrial.words

    /// A grammar in which these words are commands of the command line.
    public init(commands: some Sequence<String>) {
        self.commands = Set(commands)
    }

    /// Parses a line.
    ///
    /// - Throws: `ShellWordsError` for an open quote, `ReplInputError` for a bad range or setting.
    public func input(_ line: String) throws -> ReplInput {
        if Self.isComment(line) { return .nothing }
        let words = try ShellWords(line).words
        guard let first = words.first else { return .nothing }
        let rest = Array(words.dropFirst())
        if let numbers = try Self.numbers(words) { return .toggle(.numbers(numbers)) }
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

    /// Whether a line is a comment, which begins with a number sign and white space; a tag comes right after the sign.
    private static func isComment(_ line: String) -> Bool {
        let text = line.drop { $0.isWhitespace }
        guard text.first == "#" else { return false }
        return text.dropFirst().first?.isWhitespace ?? true
    }

    /// The most numbers that the ranges of a line may have in all.
    private static let mostNumbers = 1_000_000

    /// The numbers of `3`, `3 5 7` and `2-4`, each once; nil where not all words are numbers or ranges.
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

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

extension ReplGrammar {
    /// Toggles chips of a set, in the plain and in the interactive REPL alike; numbers mean what was drawn with them.
    func toggle(
        _ target: ToggleTarget,
        asDrawn drawn: DrawnNumbers,
        in set: SetReference,
        of service: TagService
    ) async throws -> TagChange {
        do {
            switch target {
            case .numbers(let numbers):
                return try service.toggle(numbers: numbers, asDrawn: drawn, in: set)
            case .tag(let tag): return try service.changeSelection([tag], .toggle, in: set)
            case .suggested(let tags):
                return try service.changeSelection(
                    tags,
                    .toggle,
                    in: set,
                    addingMissing: true
                )
            }
        } catch { throw addingCommandHint(to: error) }
    }

    /// Adds to the error of an unknown tag the command that its first word may be a misspelling of.
    private func addingCommandHint(to error: any Error) -> any Error {
        guard case TagServiceError.unknownTag(let name, let nearest, _) = error,
            let first = name.split(whereSeparator: { $0.isWhitespace }).first,
            let command = NearestNames(to: String(first)).among(words).first, command != first
        else { return error }
        return ReplInputError.unknownCommand(line: name, nearest: command, tags: nearest)
    }

    /// The words that a line may begin with.
    private var words: [String] { commands.union(Self.ownWords).sorted() }
}
