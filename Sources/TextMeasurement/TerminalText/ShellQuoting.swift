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
