internal import TagCore

/// The most informative words of a new item that saved items contain.
///
/// A word's share is its inverse document frequency ln((N + 1) / n_w) times its weight in the new item, scaled so that
/// the shares of the 48 words that are kept have length 1.
struct QueryWords: Sendable {
    /// The words, largest share first.
    private(set) var words: [UInt32] = []
    /// The inverse document frequency of each word.
    private(set) var rarities: [Double] = []
    /// The share of each word ("q").
    private(set) var shares: [Double] = []

    /// The maximum number of words.
    static let limit = 48

    /// Looks up the words of an item and keeps the largest.
    ///
    /// - Complexity: O(*n* log *n*) in the number of words.
    init<Source: ItemSource>(_ item: ItemQuestion, itemCount: Int, from source: Source) throws(Source.Failure) {
        let counts = try source.itemCounts(ofWords: item.words.map(\.number))
        var weighted: [(share: Double, rarity: Double, word: UInt32)] = []
        for (entry, count) in zip(item.words, counts) {
            let rarity = Self.rarity(count, of: itemCount)
            if rarity > 0 { weighted.append((rarity * entry.weight, rarity, entry.number)) }
        }
        weighted.sort { ($0.share, $1.word) > ($1.share, $0.word) }
        let largest = weighted.prefix(Self.limit)
        let length = largest.reduce(0) { $0 + $1.share * $1.share }.squareRoot()
        words = largest.map(\.word)
        rarities = largest.map(\.rarity)
        shares = largest.map { $0.share / length }
    }

    /// Returns the inverse document frequency of a word in `count` of `itemCount` items; zero for a word without items.
    static func rarity(_ count: UInt32, of itemCount: Int) -> Double {
        count > 0 ? max(0, logarithm(Double(itemCount + 1) / Double(count))) : 0
    }
}
