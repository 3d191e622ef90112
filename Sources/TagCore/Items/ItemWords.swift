/// The words of an item with their weights: the evidence that its title, location, note and text give for tags.
///
/// A weight depends on the item alone, so saving or deleting other items never changes it. It is (1 + ln *f*), with *f*
/// the word's frequency, scaled so that the weights of an item have length 1: the term frequency of SMART's `lnc`
/// scheme (Salton & Buckley 1988). Unlike there, the host of a location counts as a word, and only the first words of a
/// long text are kept.
///
/// ```
/// let words = ItemWords(title: "A zebra", location: "https://www.zoo.org/zebra", note: "", text: "")
/// words.kept.map(\.word)   // ["a", "zebra", "@zoo.org", "zoo"]
/// words.kept[1].frequency  // 2: once in the title, once in the location
/// ```
package struct ItemWords: Hashable, Sendable {
    /// A word of an item with its number of occurrences.
    package struct Occurrences: Hashable, Sendable {
        /// The word, folded; `@` and the host for the word of a host.
        package let word: String
        /// The occurrences in title, location and note; the host counts twice.
        package var inFields = 0
        /// The occurrences in the text.
        package var inText = 0

        /// All occurrences.
        package var frequency: Int { inFields + inText }
    }

    /// The first 40 words of the title, in order.
    package let title: [String]
    /// The words of the location, without the host as a single word.
    package let location: [String]
    /// The first 1,000 words of the note, in order.
    package let note: [String]
    /// The first words of the text, in order.
    package let text: [String]
    /// The words that count as evidence: all words of title and location, then the first 96 others of note and text.
    package let kept: [Occurrences]
    /// The number of words of title and location, with which ``kept`` begins.
    package let headCount: Int
    /// The weight of each word in ``kept``; the squares add up to 1.
    package let weights: [Double]

    /// The maximum number of words of a title.
    package static let titleLimit = 40
    /// The maximum number of words that are read of note and text together.
    package static let bodyLimit = 1_000
    /// The maximum number of words of note and text that are kept in addition to those of title and location.
    package static let otherLimit = 96

    /// Splits the parts of an item into words.
    ///
    /// - Complexity: O(*n*) in the length of title, location, and the first 1,000 words of note and text.
    package init(title: String, location: String, note: String, text: String) {
        let address = LocationWords(location)
        self.title = Self.words(of: title, limit: Self.titleLimit)
        self.location = address.words
        self.note = Self.words(of: note, limit: Self.bodyLimit)
        self.text = Self.words(of: text, limit: Self.bodyLimit - self.note.count)
        var list = OccurrenceList()
        for word in self.title { list.add(word, inFields: 1) }
        if let host = address.hostWord { list.add(host, inFields: 2) }
        for word in self.location { list.add(word, inFields: 1) }
        headCount = list.words.count
        list.limit = headCount + Self.otherLimit
        for word in self.note { list.add(word, inFields: 1) }
        for word in self.text { list.add(word, inText: 1) }
        kept = list.words
        weights = Self.weights(ofFrequencies: list.words.map(\.frequency))
    }

    /// Returns the weights of words with these frequencies: 1 + ln *f*, scaled to length 1.
    ///
    /// - Complexity: O(*n*).
    package static func weights(ofFrequencies frequencies: [Int]) -> [Double] {
        let terms = frequencies.map { 1 + logarithm(Double(max(1, $0))) }
        let length = terms.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? terms.map { $0 / length } : terms
    }

    /// Returns the byte in which a weight from 0 to 1 is stored, at least 1; 1 for NaN.
    ///
    /// A byte is enough: it changes no ranking measurably.
    package static func byte(ofWeight weight: Double) -> UInt8 {
        weight > 0 ? UInt8(max(1, (min(1, weight) * 255).rounded())) : 1
    }

    /// Returns the weight of a stored byte.
    package static func weight(ofByte byte: UInt8) -> Double { Double(byte) / 255 }

    /// The minimum number of scalars of a long text that are folded at a time.
    private static let pieceSize = 4_096

    /// Returns the first words of a text, in order and with repetitions.
    ///
    /// Folds the text piece by piece up to the last word needed, because a text can have a megabyte.
    static func words(of text: String, limit: Int) -> [String] {
        var words: [String] = []
        var rest = Substring(text).unicodeScalars
        while words.count < limit, !rest.isEmpty {
            let least = rest.index(rest.startIndex, offsetBy: pieceSize, limitedBy: rest.endIndex)
            let end = rest[(least ?? rest.endIndex)...].firstIndex(where: \.properties.isWhitespace) ?? rest.endIndex
            FoldedWords.forEachWord(of: String(Substring(rest[..<end]))) { word in
                words.append(word)
                return words.count < limit
            }
            rest = rest[end...].dropFirst()
        }
        return Array(words.prefix(limit))
    }
}

/// Distinct words in order of first appearance, up to a limit.
private struct OccurrenceList {
    private(set) var words: [ItemWords.Occurrences] = []
    private var positions: [String: Int] = [:]
    /// The number of words after which new words are ignored.
    var limit = Int.max

    mutating func add(_ word: String, inFields: Int = 0, inText: Int = 0) {
        if let position = positions[word] {
            words[position].inFields += inFields
            words[position].inText += inText
        } else if words.count < limit {
            positions[word] = words.count
            words.append(.init(word: word, inFields: inFields, inText: inText))
        }
    }
}
