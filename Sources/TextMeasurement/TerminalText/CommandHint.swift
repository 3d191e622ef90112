/// A command that a message offers, with names quoted for a POSIX shell and the REPL.
///
/// The only place that quotes for a shell. A word of letters, digits and signs without a meaning stays unquoted; others
/// are in double quotes, or in single quotes if they contain a sign that has a meaning within double quotes. Names that
/// begin with a dash follow `--`.
public struct CommandHint: Hashable, Sendable {
    /// The command as it is typed.
    public let text: String

    /// The maximum length of a name in a hint, in bytes.
    private static let limit = 80

    /// Creates a hint for a command with arguments.
    ///
    /// - Returns: `nil` if a name cannot be typed: it is empty, too long for a line, contains what must not reach a
    ///   terminal, or is `-`, which means standard input.
    public init?(_ command: String, _ names: String...) {
        guard names.allSatisfy(Self.canBeTyped) else { return nil }
        let end = names.contains { $0.hasPrefix("-") } ? ["--"] : []
        text = ([command] + end + names.map(Self.quoted)).joined(separator: " ")
    }

    private static func canBeTyped(_ name: String) -> Bool {
        !name.isEmpty && name != "-" && name.utf8.count <= limit
            && TerminalText.firstUnprintable(in: name) == nil
    }

    private static func quoted(_ word: String) -> String {
        if word.unicodeScalars.allSatisfy(isPlain) { return word }
        // A shell interprets these within double quotes.
        let isSafeInDouble = !word.unicodeScalars.contains { "\"$`\\!".unicodeScalars.contains($0) }
        return isSafeInDouble ? "\"\(word)\"" : "'\(word.replacing("'", with: #"'\''"#))'"
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        case "-", "_", ".", "/", ":", "@", "%", "+", ",": true
        default: !scalar.isASCII && !scalar.properties.isWhitespace
        }
    }
}
