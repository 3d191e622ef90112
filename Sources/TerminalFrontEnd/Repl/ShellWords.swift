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
        // Grown in place: a word that is put together anew with each character takes the square of its length.
        var word = ""
        var hasWord = false
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                if quote == "\"", !"\"\\$`".contains(character) { word.append("\\") }
                word.append(character)
                (hasWord, isEscaped) = (true, false)
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else {
                    word.append(character)
                }
            } else if character == "\"" || character == "'" {
                quote = character
                hasWord = true
            } else if character.isWhitespace {
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            } else {
                word.append(character)
                hasWord = true
            }
        }
        if let quote { throw .openQuote(quote) }
        if isEscaped { word.append("\\") }
        if hasWord || isEscaped { words.append(word) }
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
