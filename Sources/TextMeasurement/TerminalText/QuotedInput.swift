/// The quoting of input in messages.
///
/// Input can be a megabyte long, and a single grapheme cluster can be that long too. This therefore cuts by scalars and
/// bytes before anything looks at characters.
///
/// ```swift
/// let name = "a\u{1B}[0m"
/// "unknown tag \(name.quoted)"  // unknown tag 'a\u{1B}[0m'
/// ```
extension StringProtocol {
    /// The beginning of the text in single quotes, as messages show input; see ``shown``.
    package var quoted: String { "'\(shown)'" }

    /// The beginning of the text, safe to print on one line: at most 200 scalars and 1,000 bytes.
    ///
    /// An ellipsis replaces the rest.
    ///
    /// - Complexity: O(1).
    package var shown: String { TerminalText.excerpt(of: unicodeScalars) }

    /// Returns the beginning of the text in single quotes, truncated to a number of terminal cells.
    package func quoted(toCells limit: Int) -> String { "'\(shown(toCells: limit))'" }

    /// Returns the beginning of the text, like ``shown``, truncated to a number of terminal cells.
    package func shown(toCells limit: Int) -> String { TerminalText.truncated(shown, toCells: limit) }
}

extension TerminalText {
    /// The maximum number of scalars of quoted input.
    static let quotedScalars = 200
    /// The maximum size of quoted input in bytes of UTF-8, after escaping.
    static let quotedBytes = 1_000

    /// Returns the beginning of some scalars, escaped like ``printable(_:)``, and an ellipsis if there are more.
    fileprivate static func excerpt(of scalars: some Collection<Unicode.Scalar>) -> String {
        var excerpt = ""
        var bytes = ellipsis.utf8.count
        var count = 0
        for scalar in scalars {
            let piece = printable(String(Character(scalar)))
            bytes += piece.utf8.count
            count += 1
            guard count <= quotedScalars, bytes <= quotedBytes else { return excerpt + ellipsis }
            excerpt.unicodeScalars.append(contentsOf: piece.unicodeScalars)
        }
        return excerpt
    }
}

/// Quotes a word so that a shell or the REPL reads it back unchanged.
///
/// A word is only quoted if necessary. Each case prefers one kind of quotes, and uses the other kind if
/// the word contains characters that the preferred quotes don't protect.
///
/// ```text
/// word        posix          repl
/// green tea   "green tea"    'green tea'
/// it's        "it's"         "it's"
/// $HOME       '$HOME'        $HOME
/// ```
public enum ShellQuoting: Hashable, Sendable {
    /// A POSIX shell, which needs quotes around all but letters, digits and harmless punctuation.
    ///
    /// Prefers double quotes.
    case posix
    /// The REPL, which expands nothing and only needs quotes around spaces, quotes and backslashes.
    ///
    /// Prefers single quotes.
    case repl

    /// Returns a word with quotes if it needs them.
    ///
    /// - Complexity: linear in the length of the word.
    public func quoted(_ word: String) -> String {
        if isBare(word) { return word }
        // A shell interprets these characters within double quotes.
        let isSafeInDouble = !word.unicodeScalars.contains { "\"$`\\!".unicodeScalars.contains($0) }
        let isSafeInSingle = !word.contains("'")
        if isSafeInDouble, self == .posix || !isSafeInSingle { return "\"\(word)\"" }
        return "'\(word.replacing("'", with: #"'\''"#))'"
    }

    private func isBare(_ word: String) -> Bool {
        switch self {
        case .posix: word.unicodeScalars.allSatisfy(Self.isHarmless)
        case .repl: !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\".contains($0) }
        }
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "-", "_", ".", "/", ":", "@", "%", "+", ",": true
        default: !scalar.isASCII && !scalar.properties.isWhitespace
        }
    }
}

/// A command suggested by a message, with names quoted for a POSIX shell and the REPL.
///
/// A name that begins with a dash is preceded by `--`.
///
/// ```swift
/// CommandHint("add", "green tea")?.text  // add "green tea"
/// CommandHint("add", "-v")?.text  // add -- -v
/// CommandHint("add", "a\nb")  // nil
/// ```
public struct CommandHint: Hashable, Sendable {
    /// The command, ready to be typed.
    public let text: String

    /// The maximum length of a name in a hint, in bytes.
    private static let limit = 80

    /// Creates a hint for a command with arguments.
    ///
    /// - Returns: `nil` if a name can't be typed: it is empty, longer than 80 bytes, unsafe to print, or
    ///   `-`, which means standard input.
    public init?(_ command: String, _ names: String...) { self.init(command, names: names) }

    /// Creates a hint for a command with a list of arguments.
    ///
    /// - Returns: `nil` if a name can't be typed.
    public init?(_ command: String, names: some Collection<String>) {
        guard names.allSatisfy(Self.canBeTyped) else { return nil }
        let end = names.contains { $0.hasPrefix("-") } ? ["--"] : []
        text = ([command] + end + names.map { ShellQuoting.posix.quoted($0) }).joined(separator: " ")
    }

    private static func canBeTyped(_ name: String) -> Bool {
        !name.isEmpty && name != "-" && name.utf8.count <= limit && TerminalText.firstUnprintable(in: name) == nil
    }
}
