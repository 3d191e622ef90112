/// Quotes words so that who splits them into words again reads them as they are: the one place that quotes.
///
/// A word that needs no quotes stays bare. Others get the preferred quotes, or the other quotes if they
/// contain characters that the preferred quotes don't protect.
public enum ShellQuoting: Hashable, Sendable {
    /// For a POSIX shell, and so for messages: all but letters, digits and harmless punctuation is quoted, in double quotes.
    case posix
    /// For a line of the REPL, which expands nothing: white space, quotes and backslashes are quoted, in single quotes.
    case repl

    /// A word as it is typed.
    ///
    /// - Complexity: linear in its length.
    public func quoted(_ word: String) -> String {
        if isBare(word) { return word }
        // Within double quotes a shell expands or unescapes these.
        let isSafeInDouble = !word.unicodeScalars.contains { "\"$`\\!".unicodeScalars.contains($0) }
        let isSafeInSingle = !word.contains("'")
        if isSafeInDouble, self == .posix || !isSafeInSingle { return "\"\(word)\"" }
        return "'\(word.replacing("'", with: #"'\''"#))'"
    }

    private func isBare(_ word: String) -> Bool {
        switch self {
        case .posix: word.unicodeScalars.allSatisfy(Self.isHarmless)
        case .repl:
            !word.isEmpty && !word.contains { $0.isWhitespace || "\"'\\".contains($0) }
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
