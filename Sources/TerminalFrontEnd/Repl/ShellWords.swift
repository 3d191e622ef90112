/// A line split into words as a shell does it: at white space, with "double" and 'single' quotes and backslashes.
public struct ShellWords: Hashable, Sendable {
    /// The words without their quotes.
    public let words: [String]

    /// Splits a line.
    ///
    /// Complexity: linear in its length.
    ///
    /// - Throws: `ShellWordsError` where a quote is not closed.
    public init(_ line: String) throws(ShellWordsError) {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                word =
                    (word ?? "") + (quote == "\"" && !"\"\\$`".contains(character) ? "\\" : "")
                    + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word = (word ?? "") + String(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                word = word ?? ""
            } else if character.isWhitespace {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        if let quote { throw .openQuote(quote) }
        if isEscaped { word = (word ?? "") + "\\" }
        if let word { words.append(word) }
        self.words = words
    }
}

/// A line that cannot be split into words.
public enum ShellWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quote is opened and not closed.
    case openQuote(Character)

    /// What is wrong and what to do, in one line.
    public var description: String {
        switch self {
        case .openQuote(let quote):
            "the quote \(quote) is not closed; close it, or write \\\(quote) for the sign itself"
        }
    }
}
