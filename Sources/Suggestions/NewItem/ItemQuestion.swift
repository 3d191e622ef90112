package import TagCore

/// A question about an item: its words by number, and the tags whose names it has.
///
/// ```
/// let question = try ItemQuestion(words, names: NameSearch(words, in: names), from: source)
/// let scores = try ItemScores(question, from: source)
/// ```
package struct ItemQuestion: Sendable {
    /// The words that saved items have, with their weights in this item.
    package let words: [(number: UInt32, weight: Double)]
    /// The place of each tag's name in the item.
    package let matches: [UInt32: NameSearch.Match]
    /// The words by number; empty for a stored item.
    package let texts: [UInt32: String]

    /// Function words count if there are this many tagged items; with fewer, each shared word makes an item similar.
    package static let itemsWithFunctionWords = 100

    /// Looks up the words of a new item, without function words if there are few items.
    ///
    /// - Complexity: O(*n*) in the number of words.
    package init<Source: ItemSource>(_ words: ItemWords, names: NameSearch, from source: Source) throws(Source.Failure)
    {
        let countsAll = try source.selectionCount() >= Self.itemsWithFunctionWords
        let content = zip(words.kept, words.weights).filter { countsAll || !StopWords.contains($0.0.word) }
        let numbers = try source.numbers(of: content.map { $0.0.word })
        var known: [(number: UInt32, weight: Double)] = []
        var texts: [UInt32: String] = [:]
        for ((word, weight), number) in zip(content, numbers) {
            guard let number else { continue }
            known.append((number, weight))
            texts[number] = word.word
        }
        (self.words, self.texts, matches) = (known, texts, names.best)
    }

    /// Returns the question with the words learned from the item's text, which isn't known any more.
    ///
    /// - Parameters:
    ///   - words: all words of the item with their weights.
    ///   - texts: the words by number.
    ///   - names: the tags whose names were found in the text, with these names.
    /// - Returns: the question; a name in another part of the item counts as before.
    package func adding(
        words: [(number: UInt32, weight: Double)], texts: [UInt32: String], names: [(hit: NameSearch.Hit, name: String)]
    ) -> ItemQuestion {
        let inText = names.map { hit, name in (hit.tag, NameSearch.Match(place: hit.place, part: .text, words: name)) }
        let matches = self.matches.merging(inText) { first, _ in first }
        return ItemQuestion(words: words, matches: matches, texts: self.texts.merging(texts) { first, _ in first })
    }

    private init(
        words: [(number: UInt32, weight: Double)], matches: [UInt32: NameSearch.Match], texts: [UInt32: String]
    ) {
        self.words = words
        self.matches = matches
        self.texts = texts
    }

    /// Asks about a stored item, whose text isn't known any more.
    package init(words: [(number: UInt32, weight: Double)], names: [NameSearch.Hit]) {
        self.words = words
        let matches = names.map { hit in (hit.tag, NameSearch.Match(place: hit.place, part: .text, words: "")) }
        self.matches = Dictionary(matches) { $1.place < $0.place ? $1 : $0 }
        texts = [:]
    }
}
