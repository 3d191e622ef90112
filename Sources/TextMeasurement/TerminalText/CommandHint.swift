/// A command that a message offers, with names quoted so that a POSIX shell and the REPL read them as they are.
///
/// The only place that quotes for a shell. A word of letters, digits and signs without a meaning stays bare; others
/// stand between double quotes, or between single ones where they hold a sign that double ones let through. Names that
/// begin with a dash come after `--`.
public struct CommandHint: Hashable, Sendable {
    /// The command as it is typed.
    public let text: String

    /// The most bytes of a name that a hint shows.
    private static let limit = 80

    /// A command with names after it.
    ///
    /// - Returns: nil where a name cannot be typed: it is empty, too long for a line, holds what must not reach a
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
        // Within double quotes a shell goes on to read these.
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
