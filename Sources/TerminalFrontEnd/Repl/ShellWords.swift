/// A line split into words as a POSIX shell does it: at white space, with "double" and 'single'
/// quotes and backslashes.
///
/// The REPL splits every line here: one that was entered, and one that is still being typed and may
/// end within a quote.
public struct ShellWords: Hashable, Sendable {
    /// The words without their quotes.
    public private(set) var words: [String] = []
    /// The start of each word in the line, in characters.
    private(set) var starts: [Int] = []
    /// The quote that is open at the line's end.
    private var quote: Character?
    private var isEscaped = false
    /// Whether the line ends within its last word.
    private var endsInWord = false

    /// Splits a whole line.
    ///
    /// Complexity: linear in its length.
    ///
    /// - Throws: `ShellWordsError` if a quote isn't closed.
    public init(_ line: String) throws(ShellWordsError) {
        self.init(scanning: line)
        if let quote { throw .openQuote(quote) }
        if isEscaped { words[words.count - 1].append("\\") }
    }

    /// Splits a line that is being typed, up to the cursor.
    ///
    /// Its last word is the word at the cursor, which is empty after white space.
    ///
    /// Complexity: linear in its length.
    init(typing line: String) {
        self.init(scanning: line)
        guard !endsInWord else { return }
        words.append("")
        starts.append(line.count)
    }

    private init(scanning line: String) {
        // Appended in place: rebuilding the word for each character would take quadratic time.
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

/// A line that cannot be split into words.
public enum ShellWordsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A quote is opened and not closed.
    case openQuote(Character)

    /// The problem and the remedy, in one line.
    public var description: String {
        switch self {
        case .openQuote(let quote):
            "the quote \(quote) is not closed; close it, or write \\\(quote) for the sign itself"
        }
    }
}
