/// A word of a text as it is spelled there.
///
/// ```
/// SpelledWord.words(of: "Open-source tools", limit: 40).map(\.name)      // ["Open", "source", "tools"]
/// SpelledWord.words(of: "Open-source tools", limit: 40)[1].separator     // "-"
/// ```
package struct SpelledWord: Hashable, Sendable {
    /// The word.
    package let name: String
    /// The word as it is counted in items.
    package let folded: String
    /// The sign before the word, if a name may contain it; `nil` if no name continues here.
    package let separator: Unicode.Scalar?
    /// Whether the word is the first of a sentence, line or title.
    package let beginsSentence: Bool
    /// Whether the word can begin and end a name: it isn't a function word.
    package let canEndName: Bool

    /// Signs between the words of a name.
    private static let joints: Set<Unicode.Scalar> = [" ", "\u{A0}", "\n", "-", ".", "'", "’", "/", "_", "&", "+"]

    /// The number of scalars that are read of a text for each of the wanted words.
    private static let longestWord = 32

    /// Creates a word; `nil` for one that isn't folded to a single word.
    private init?(_ name: String, separator: Unicode.Scalar?, beginsSentence: Bool) {
        guard let folded = Self.folded(name) else { return nil }
        self.name = name
        self.folded = folded
        self.separator = separator
        self.beginsSentence = beginsSentence
        canEndName = !StopWords.contains(folded)
    }

    /// Creates a word of a location, which is folded already.
    init?(location word: String) {
        guard let first = word.unicodeScalars.first, !FoldedWords.isUnspaced(first) else { return nil }
        (name, folded, separator, beginsSentence) = (word, word, nil, true)
        canEndName = !StopWords.contains(word)
    }

    /// Returns a folded word; `nil` for a word of a script without spaces, or of several scripts.
    private static func folded(_ name: String) -> String? {
        let words = ItemWords.words(of: name, limit: 2)
        guard words.count == 1, let first = words[0].unicodeScalars.first, !FoldedWords.isUnspaced(first) else {
            return nil
        }
        return words[0]
    }

    /// Whether a name may continue with the word.
    package var continuesName: Bool { separator != nil }

    /// The word without the ending of an English plural.
    package var singular: String { NameKey.singular(folded) }

    /// Whether the word begins with a capital letter.
    package var isCapitalized: Bool { name.first?.isUppercase ?? false }

    /// Whether the word consists of two to six capital letters and digits.
    package var isAcronym: Bool {
        (2...6).contains(name.unicodeScalars.count) && isCapitalized && name == name.uppercased()
    }

    /// Whether a letter after the first is a capital.
    package var hasInnerCapital: Bool { name.dropFirst().contains(where: \.isUppercase) }

    /// An ending that few tags have.
    enum Ending { case adverb, participle, other }

    /// The ending of the word, if it is an English word.
    var ending: Ending {
        if folded.hasSuffix("ly") { return .adverb }
        return folded.hasSuffix("ing") || folded.hasSuffix("ed") ? .participle : .other
    }

    /// Returns whether a scalar is part of a word, and not of a script without spaces.
    private static func isPartOfName(_ scalar: Unicode.Scalar) -> Bool {
        FoldedWords.isPartOfWord(scalar) && (scalar.isASCII || !FoldedWords.isUnspaced(scalar))
    }

    /// Returns the first words of a text, in order; words of scripts without spaces are left out.
    ///
    /// - Complexity: O(*n*) in the length of the text up to the last word.
    package static func words(of text: String, limit: Int) -> [SpelledWord] {
        let scalars = text.unicodeScalars.prefix(limit * longestWord)
        var words: [SpelledWord] = []
        var end = scalars.startIndex
        // A word that was left out interrupts a name.
        var isInterrupted = true
        while words.count < limit, let start = scalars[end...].firstIndex(where: isPartOfName) {
            let between = scalars[end..<start]
            end = scalars[start...].firstIndex { !isPartOfName($0) } ?? scalars.endIndex
            let joint = between.count == 1 ? between.first.flatMap { joints.contains($0) ? $0 : nil } : nil
            let begins = words.isEmpty || between.contains { ".!?:\n".unicodeScalars.contains($0) } && joint != "."
            let word = SpelledWord(
                String(Substring(scalars[start..<end])), separator: isInterrupted ? nil : joint, beginsSentence: begins)
            isInterrupted = word == nil
            if let word { words.append(word) }
        }
        return words
    }
}

/// How the names of tags are spelled: separators, case, plurals, and the number of words.
///
/// ```
/// let spelling = NameStyle(["open-source", "maps", "books"])
/// spelling.name(of: SpelledWord.words(of: "Data Science", limit: 2), isCapitalized: true)  // "data-science"
/// ```
package struct NameStyle: Hashable, Sendable {
    /// The number of names with one, two, and three or more words.
    private var wordCounts = [0, 0, 0]
    /// The number of names with a capital letter, and with one at the beginning.
    private var withCapitals = 0
    private var capitalized = 0
    /// The number of names with a small letter at the beginning.
    private var uncapitalized = 0
    /// The number of names in English plural.
    private var plurals = 0
    /// The number of names whose words are separated by each sign.
    private var separators: [Unicode.Scalar: Int] = [:]

    /// The number of names that are enough to know the spelling.
    package static let sampleSize = 200
    /// The number of names below which the usual spelling is assumed.
    private static let leastNames = 5

    /// Examines names.
    ///
    /// - Complexity: O(*n*) in the length of the names.
    package init(_ names: some Sequence<String> = []) { for name in names { add(name) } }

    private var count: Int { wordCounts.reduce(0, +) }

    private mutating func add(_ whole: String) {
        let mark = whole.utf8.lastIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
        let name = mark.map { String(Substring(whole.utf8[$0...].dropFirst())) } ?? whole
        let words = SpelledWord.words(of: name, limit: ItemWords.titleLimit)
        guard let last = words.last else { return }
        wordCounts[min(words.count, wordCounts.count) - 1] += 1
        if name.contains(where: \.isUppercase) { withCapitals += 1 }
        if words[0].isCapitalized { capitalized += 1 }
        if name.first?.isLowercase ?? false { uncapitalized += 1 }
        if last.folded != last.singular { plurals += 1 }
        guard words.count > 1 else { return }
        for case let separator? in words.dropFirst().map(\.separator) { separators[separator, default: 0] += 1 }
    }

    /// Returns the share of names with a number of words; above zero.
    func share(ofWords count: Int) -> Double {
        let index = min(max(count, 1), wordCounts.count) - 1
        return (Double(wordCounts[index]) + 0.5) / (Double(self.count) + 2)
    }

    /// The sign between words that most names use; a hyphen if none has several words.
    private var separator: Unicode.Scalar {
        separators.max { ($0.value, $1.key.value) < ($1.value, $0.key.value) }?.key ?? "-"
    }

    /// Returns a name of words in the usual spelling.
    ///
    /// - Parameters:
    ///   - words: the words as they are spelled in an item.
    ///   - isCapitalized: whether they are capitalized within a sentence.
    /// - Returns: the name.
    package func name(of words: [SpelledWord], isCapitalized: Bool) -> String {
        var name = ""
        for (place, word) in words.enumerated() {
            if place > 0 { name.unicodeScalars.append(joint(before: word)) }
            name += place == words.count - 1 ? numbered(cased(word, isCapitalized)) : cased(word, isCapitalized)
        }
        guard count >= Self.leastNames, capitalized > uncapitalized, let first = name.first else { return name }
        return first.uppercased() + name.dropFirst()
    }

    /// Returns the sign before a word: that of most names, but a full stop as in `node.js` stays.
    private func joint(before word: SpelledWord) -> Unicode.Scalar {
        switch word.separator {
        case " ", "\u{A0}", "\n", "-", "_", nil: separator
        case let sign?: sign
        }
    }

    private func cased(_ word: SpelledWord, _ isCapitalized: Bool) -> String {
        let usesSmallLetters = count < Self.leastNames || withCapitals * 5 < count
        if usesSmallLetters { return word.name.lowercased() }
        return isCapitalized || word.hasInnerCapital ? word.name : word.name.lowercased()
    }

    /// Returns the last word of a name in the number of most names, if it is an English word.
    private func numbered(_ word: String) -> String {
        guard count >= 2 * Self.leastNames, word.utf8.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }) else {
            return word
        }
        let singular = NameKey.singular(word)
        if singular != word {
            let isPlural = !["is", "us", "ics", "ews", "ies"].contains(where: word.hasSuffix) && word.count > 4
            return isPlural && plurals * 20 < count ? singular : word
        }
        let takesEnding = !["s", "x", "z", "h", "y"].contains(where: word.hasSuffix) && word.count > 3
        return takesEnding && plurals * 2 > count ? word + "s" : word
    }
}
