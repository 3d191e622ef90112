/// Collects words, separated by single spaces, up to a number and a size.
struct WordCollector: Sendable {
    private let maximumWords: Int
    private let maximumBytes: Int
    private var scalars = String.UnicodeScalarView()
    private var word = String.UnicodeScalarView()
    private var bytes = 0
    private var wordBytes = 0
    /// The number of words.
    private(set) var count = 0
    /// Whether further text is ignored.
    private(set) var isFull = false

    init(maximumWords: Int, maximumBytes: Int) {
        self.maximumWords = maximumWords
        self.maximumBytes = maximumBytes
    }

    /// The words, without one that hasn't ended.
    var text: String { String(scalars) }

    /// Adds text, whose first and last words may continue those before and after it.
    mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            if isFull { return }
            guard let kept = PlainText.replacement(for: scalar) else { continue }
            if kept == " " { endWord() } else { append(kept) }
        }
    }

    /// Ends the word before a block of text.
    mutating func endWord() {
        guard !word.isEmpty else { return }
        if count > 0 {
            scalars.append(" ")
            bytes += 1
        }
        scalars += word
        bytes += wordBytes
        count += 1
        word.removeAll()
        wordBytes = 0
        if count >= maximumWords { isFull = true }
    }

    /// Appends to the word; a word beyond the size is cut at a character.
    private mutating func append(_ scalar: Unicode.Scalar) {
        let size = UTF8.width(scalar)
        guard bytes + (count > 0 ? 1 : 0) + wordBytes + size <= maximumBytes else {
            cut()
            return
        }
        word.append(scalar)
        wordBytes += size
    }

    /// Drops the word that exceeds the size, or the last character of a long word, which may be a whole text in Chinese.
    private mutating func cut() {
        var kept = wordBytes < 64 && count > 0 ? "" : String(word)
        if !kept.isEmpty { kept.removeLast() }
        word = kept.unicodeScalars
        wordBytes = kept.utf8.count
        endWord()
        isFull = true
    }
}
