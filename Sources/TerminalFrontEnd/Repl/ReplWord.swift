/// What of a line is being typed, and what it can be completed with.
struct ReplWord: Hashable, Sendable {
    /// What may stand there.
    enum Kind: Hashable, Sendable {
        /// The beginning of a line: a command, or a tag to be toggled.
        case lineStart
        /// A tag, as an argument of a command.
        case tag
        /// A set.
        case set
        /// A command that help is wanted on.
        case command
        /// An option of a command.
        case option(of: String)
        /// One of a few words.
        case oneOf([String])
        /// Something that nobody can know.
        case free
    }

    /// What may stand there.
    let kind: Kind
    /// The word as it would be without quotes; at the line's start all of the line.
    let text: String
    /// Where the word begins in the line, in characters.
    let start: Int

    /// The word at the end of a text, which is a line up to the cursor.
    ///
    /// - Parameters:
    ///   - line: the line up to the cursor.
    ///   - commands: the words that are commands when they stand first.
    init(_ line: String, commands: Set<String>) {
        let scanner = WordScanner(line)
        let first = scanner.words.first ?? ""
        let isArgument = scanner.words.count > 1 && commands.contains(first)
        guard isArgument else {
            kind = line.first == " " && line.trimmed.isEmpty ? .free : .lineStart
            let bare = line.drop { $0.isWhitespace }
            start = line.count - bare.count
            text = String(bare.first == "#" ? bare.dropFirst() : bare)
            return
        }
        text = scanner.words.last ?? ""
        start = scanner.lastStart
        kind = Self.kind(of: text, after: Array(scanner.words.dropLast()))
    }

    private static func kind(of word: String, after words: [String]) -> Kind {
        let command = words[0]
        switch words.last {
        case "--set": return .set
        case "--given" where words.count > 1: return .tag
        default: break
        }
        if word.hasPrefix("-") { return .option(of: command) }
        if tagCommands.contains(command) { return .tag }
        if setCommands.contains(command) { return .set }
        switch command {
        case "help": return .command
        case "align": return .oneOf(["leading", "center", "trailing"])
        default: return .free
        }
    }

    private static let tagCommands: Set<String> = [
        "toggle", "select", "deselect", "add", "remove", "move", "rename", "merge", "alias",
        "unalias", "suggest", "find",
    ]
    private static let setCommands: Set<String> = ["use", "drop", "rename-set"]

    /// A name as it is typed in this place, quoted where it must be.
    func typed(_ name: String, commands: Set<String>) -> String {
        if kind == .lineStart, commands.contains(name) || name.first == "#" || Int(name) != nil {
            return "#" + Self.quoted(name)
        }
        return Self.quoted(name)
    }

    static func quoted(_ name: String) -> String {
        guard name.contains(where: { $0.isWhitespace || "\"'\\".contains($0) }) || name.isEmpty
        else {
            return name
        }
        return name.contains("'")
            ? "\"" + name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            : "'\(name)'"
    }
}

/// Splits a line that may end within a word or a quote.
private struct WordScanner {
    private(set) var words: [String] = []
    /// Where the last word begins, in characters.
    private(set) var lastStart = 0

    init(_ line: String) {
        var quote: Character?
        var isInWord = false
        var isEscaped = false
        for (place, character) in line.enumerated() {
            let ends = quote == nil && !isEscaped && character.isWhitespace
            if ends {
                isInWord = false
                continue
            }
            if !isInWord {
                words.append("")
                lastStart = place
                isInWord = true
            }
            if isEscaped {
                words[words.count - 1].append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "\"" || character == "'" {
                quote = character
            } else {
                words[words.count - 1].append(character)
            }
        }
        if !isInWord {
            words.append("")
            lastStart = line.count
        }
    }
}
