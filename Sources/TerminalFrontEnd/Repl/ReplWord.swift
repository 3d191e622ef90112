internal import FlowEngine
internal import TextMeasurement

/// The word being typed, and the kind of its completions.
struct ReplWord: Hashable, Sendable {
    /// The kinds of completions.
    enum Kind: Hashable, Sendable {
        /// The beginning of a line: a command, or a tag to be toggled.
        case lineStart
        /// A tag, as an argument of a command.
        case tag
        /// A tag in a query, after its number sign.
        case queriedTag
        /// A set.
        case set
        /// A command, as the argument of `help`.
        case command
        /// An option of a command.
        case option(of: String)
        /// One of a few words.
        case oneOf([String])
        /// The path of a file.
        case file
        /// The number of an item.
        case id
        /// Any other text, which can't be completed.
        case free
    }

    /// The kind of completions.
    let kind: Kind
    /// The word without quotes.
    ///
    /// Unless the line begins with a command, this is the whole line.
    let text: String
    /// The start of the word in the line, in characters.
    let start: Int
    /// Whether the word names a tag that is created if it doesn't exist.
    let addsTags: Bool

    /// Finds the word before the cursor.
    ///
    /// - Parameters:
    ///   - line: The line up to the cursor.
    ///   - commands: The words that are commands at the start of a line.
    ///   - arguments: The arguments of each command.
    init(_ line: String, commands: Set<String>, arguments: (String) -> CommandArguments? = { _ in nil }) {
        let words = ShellWords(typing: line)
        let first = words.words.first ?? ""
        let isArgument = words.words.count > 1 && commands.contains(first)
        let option = words.words.dropLast().last ?? ""
        addsTags = isArgument && (Self.addingCommands.contains(first) || Self.addingOptions.contains(option))
        guard isArgument else {
            kind = line.first == " " && line.trimmed.isEmpty ? .free : .lineStart
            let bare = line.drop { $0.isWhitespace }
            start = line.count - bare.count
            text = String(bare.first == "#" ? bare.dropFirst() : bare)
            return
        }
        let last = words.words.last ?? ""
        let before = Array(words.words.dropLast())
        let known = arguments(first)
        if last.hasPrefix("--"), let sign = last.firstIndex(of: "="),
            let value = known?.options[String(last[..<sign])] ?? nil
        {
            kind = Self.kind(of: value)
            text = String(last[last.index(after: sign)...])
            start = (words.starts.last ?? 0) + last.distance(from: last.startIndex, to: sign) + 1
            return
        }
        let place = words.starts.last ?? 0
        if Self.isQueryTerm(after: before, known), let sign = last.prefixMatch(of: /-?#/)?.output {
            kind = .queriedTag
            text = String(last.dropFirst(sign.count))
            start = place + sign.count
            return
        }
        text = last
        start = place
        kind = Self.kind(of: last, after: before, known)
    }

    /// Returns whether the word after others is a term of a query for items.
    private static func isQueryTerm(after words: [String], _ known: CommandArguments?) -> Bool {
        if words.count > 1, let option = words.last, let value = known?.options[option] ?? nil {
            return value == .queryTerm
        }
        return known?.value(after: Array(words.dropFirst())) == .queryTerm
    }

    private static func kind(of word: String, after words: [String], _ known: CommandArguments?) -> Kind {
        let command = words[0]
        switch words.last {
        case "--set": return .set
        case "--given" where words.count > 1: return .tag
        case let last? where words.count > 1: if let value = known?.options[last] ?? nil { return kind(of: value) }
        default: break
        }
        if word.hasPrefix("-") { return .option(of: command) }
        if tagCommands.contains(command) { return .tag }
        if setCommands.contains(command) { return .set }
        switch command {
        case "help": return .command
        case "align": return .oneOf(FlowAlignment.allCases.map(\.rawValue))
        default: return known.map { kind(of: $0.value(after: Array(words.dropFirst()))) } ?? .free
        }
    }

    private static func kind(of value: CommandArguments.Value) -> Kind {
        switch value {
        case .oneOf(let words): .oneOf(words)
        case .file: .file
        case .id: .id
        case .tag: .tag
        case .queryTerm, .text: .free
        }
    }

    private static let tagCommands: Set<String> = [
        "toggle", "select", "deselect", "add", "remove", "move", "rename", "merge", "alias", "unalias", "imply",
        "unimply", "suggest", "find",
    ]
    private static let addingCommands: Set<String> = ["add", "new"]
    private static let addingOptions: Set<String> = ["--add", "--tag"]
    private static let setCommands: Set<String> = ["use", "drop", "rename-set"]

    /// Whether the word names a tag.
    var isTag: Bool { [.lineStart, .tag, .queriedTag].contains(kind) }

    /// Returns a name as it must be typed here: quoted, or with a number sign, if necessary.
    func typed(_ name: String, commands: Set<String>) -> String {
        let isReserved = commands.contains(name) || name.first == "#"
        if kind == .lineStart, isReserved || ChipNumbers.typed(name) != name {
            return "#" + ShellQuoting.repl.quoted(name)
        }
        return ShellQuoting.repl.quoted(kind == .tag ? ChipNumbers.typed(name) : name)
    }
}
