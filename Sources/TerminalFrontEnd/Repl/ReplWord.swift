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
        /// A connection to another program.
        case connection
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
        guard isArgument else {
            addsTags = false
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
            addsTags = value == .newTag
            text = String(last[last.index(after: sign)...])
            start = (words.starts.last ?? 0) + last.distance(from: last.startIndex, to: sign) + 1
            return
        }
        let place = words.starts.last ?? 0
        let value = Self.value(after: before, known)
        addsTags = value == .newTag
        if value == .queryTerm, let sign = last.prefixMatch(of: /-?#/)?.output {
            kind = .queriedTag
            text = String(last.dropFirst(sign.count))
            start = place + sign.count
            return
        }
        text = last
        start = place
        let isOption = last.hasPrefix("-") && !Self.isValue(after: before, known)
        kind = isOption ? .option(of: first) : Self.kind(of: value, first)
    }

    /// Returns whether a word is the value of the option before it.
    private static func isValue(after words: [String], _ known: CommandArguments?) -> Bool {
        words.count > 1 && words.last.flatMap { known?.options[$0] ?? nil } != nil
    }

    /// Returns the kind of the word after a command and other words; nil if the command's arguments aren't known.
    private static func value(after words: [String], _ known: CommandArguments?) -> CommandArguments.Value? {
        if words.count > 1, let option = words.last, let value = known?.options[option] ?? nil { return value }
        return known?.value(after: Array(words.dropFirst()))
    }

    /// Returns the kind of a command's value; the REPL's own commands declare no arguments.
    private static func kind(of value: CommandArguments.Value?, _ command: String) -> Kind {
        if let value { return kind(of: value) }
        switch command {
        case "help": return .command
        case "align": return .oneOf(FlowAlignment.allCases.map(\.rawValue))
        case "find": return .tag
        default: return .free
        }
    }

    private static func kind(of value: CommandArguments.Value) -> Kind {
        switch value {
        case .oneOf(let words): .oneOf(words)
        case .file: .file
        case .id, .title: .id
        case .tag, .memberTag, .newTag: .tag
        case .set: .set
        case .connection: .connection
        case .queryTerm, .view, .text, .after: .free
        }
    }

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
