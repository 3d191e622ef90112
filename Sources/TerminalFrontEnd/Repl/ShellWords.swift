/// A line split into words as in a POSIX shell: at white space, with "double" and 'single' quotes and
/// backslashes.
///
/// The REPL uses this for entered lines, and for a line that is still being typed, which may end inside
/// quotes.
public struct ShellWords: Hashable, Sendable {
    /// The words without their quotes.
    public private(set) var words: [String] = []
    /// The start of each word in the line, in characters.
    private(set) var starts: [Int] = []
    /// The quote that is still open at the end of the line.
    private var quote: Character?
    private var isEscaped = false
    /// Whether the line ends inside its last word, rather than with white space.
    private var endsInWord = false

    /// Splits a complete line.
    ///
    /// - Complexity: Linear in the length of the line.
    ///
    /// - Throws: `ShellWordsError` if a quote isn't closed.
    public init(_ line: String) throws(ShellWordsError) {
        self.init(scanning: line)
        if let quote { throw .openQuote(quote) }
        if isEscaped { words[words.count - 1].append("\\") }
    }

    /// Splits a line that is being typed, up to the cursor.
    ///
    /// The last word is the word at the cursor; it's empty after white space.
    ///
    /// - Complexity: Linear in the length of the line.
    public init(typing line: String) {
        self.init(scanning: line)
        guard !endsInWord else { return }
        words.append("")
        starts.append(line.count)
    }

    private init(scanning line: String) {
        // A local variable, so that appending to the word takes constant time.
        var word = ""
        var start: Int?
        var place = 0
        for character in line {
            if isEscaped {
                if quote == "\"", !"\"\\$`".contains(character) { word.append("\\") }
                word.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character.isWhitespace {
                if let start { add(word, at: start) }
                (word, start) = ("", nil)
                place += 1
                continue
            } else {
                word.append(character)
            }
            if start == nil { start = place }
            place += 1
        }
        guard let start else { return }
        add(word, at: start)
        endsInWord = true
    }

    private mutating func add(_ word: String, at start: Int) {
        words.append(word)
        starts.append(start)
    }
}

/// An error in splitting a line into words.
public enum ShellWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quote isn't closed.
    case openQuote(Character)

    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .openQuote(let quote): "unclosed quote \(quote); close it, or type \\\(quote) for a literal quote"
        }
    }
}
