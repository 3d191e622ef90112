internal import TagCore

/// The estimate of each tag from saved items with similar words ("R").
///
/// Two ridge regressions explain the new item as a sum of saved items: ``NearItems`` with a weight of .6 and
/// ``WideRegression`` with a weight of .4. A tag's estimate is the sum of the shares of the items that have it. The
/// rest of the new item, which no item explains, is distributed by the tags' uses. The share of an item whose tag counts
/// half (``TagLists``) is halved for that tag.
///
/// ```
/// let similar = try SimilarItems(question, from: source)
/// similar.estimate(of: tag, uses: 12)               // from 0 to 1
/// similar.items(supporting: tag, limit: 3)          // the items with the largest shares, for "similar to …"
/// ```
package struct SimilarItems: Sendable {
    /// A saved item that supports a tag.
    package struct Item: Hashable, Sendable {
        /// The item.
        package let item: Int64
        /// The part of the new item that this item explains; negative for an item that corrects others.
        package let share: Double
    }

    /// A word that supports a tag.
    package struct Word: Hashable, Sendable {
        /// The word.
        package let word: UInt32
        /// The part of the tag's estimate that comes from this word in the wide regression.
        package let weight: Double
        /// Whether more than a tenth of the items have the word, as with function words such as "in".
        package let isCommon: Bool
    }

    /// The number of items from which a word can be common.
    private static let fewestItems = 20
    /// The rarity of a word that a tenth of the items have.
    private static let leastRarity = logarithm(10)

    /// The number of saved items ("N").
    package let itemCount: Int
    /// The part of the new item that no saved item explains.
    package let unexplained: Double
    /// The cosine of the most similar item's words with the new item's, from 0 to 1.
    package let bestSimilarity: Double
    /// The sum of the shares of the items that have each tag, halved if the tag counts half.
    package let explained: [UInt32: Double]

    private let query: QueryWords
    private let read: ReadItems
    private let shares: [Double]
    private let wide: WideRegression
    private let tags: TagLists

    /// The weight of the wide regression; the near regression has the rest.
    private static let wideWeight = 0.4

    /// Reads the postings and computes the shares of items and tags.
    ///
    /// - Complexity: O(8,000 postings + tags of the items read), plus the two regressions.
    package init<Source: ItemSource>(_ question: ItemQuestion, from source: Source) throws(Source.Failure) {
        itemCount = try source.describedItemCount()
        query = try QueryWords(question, itemCount: itemCount, from: source)
        read = try ReadItems(query, from: source)
        let near = try NearItems(read, itemCount: itemCount, from: source)
        wide = WideRegression(read, shares: query.shares, meanLength: near.meanLength)
        var shares = wide.shares(of: read).map { $0 * Self.wideWeight }
        for (row, share) in zip(near.rows, near.shares) { shares[row] += share * (1 - Self.wideWeight) }
        tags = try source.tags(of: read.items)
        var explained: [UInt32: Double] = [:]
        for row in shares.indices {
            for index in tags.range(of: row) {
                explained[tags.tags[index], default: 0] += shares[row] * tags.weight(at: index)
            }
        }
        (self.shares, self.explained) = (shares, explained)
        bestSimilarity = min(1, max(0, near.bestCosine))
        unexplained = 1 - shares.reduce(0, +)
    }

    /// Returns the estimate of a tag, from 0 to 1.
    ///
    /// - Parameters:
    ///   - tag: the tag.
    ///   - uses: the number of saved items that have the tag.
    /// - Returns: the estimate; the share of items that have the tag, if no item is similar.
    package func estimate(of tag: UInt32, uses: Int) -> Double {
        let usual = itemCount > 0 ? Double(uses) / Double(itemCount) : 0
        let estimate = (explained[tag] ?? 0) + unexplained * usual
        return min(1, max(0, estimate))
    }

    /// Returns the items with a tag that explain most of the new item, largest share first.
    ///
    /// - Complexity: O(*n* log *n*) in the number of items read.
    package func items(supporting tag: UInt32, limit: Int) -> [Item] {
        let rows = rows(with: tag).filter { shares[$0] > 0 }
        let largest = rows.map { shares[$0] }.indexesOfLargest(limit)
        return largest.map { Item(item: read.items[rows[$0]], share: shares[rows[$0]]) }
    }

    /// Returns the words that support a tag in the wide regression, largest weight first.
    ///
    /// - Complexity: O(*n*) in the number of postings read.
    package func words(supporting tag: UInt32, limit: Int) -> [Word] {
        var weights = [Double](repeating: 0, count: query.words.count)
        for row in rows(with: tag) {
            for index in read.range(ofRow: row) {
                let column = read.columns[index]
                weights[column] += Self.wideWeight * wide.weights[column] * read.values[index]
            }
        }
        return weights.indexesOfLargest(limit).filter { weights[$0] > 0 }
            .map { column in
                let isCommon = itemCount >= Self.fewestItems && query.rarities[column] < Self.leastRarity
                return Word(word: query.words[column], weight: weights[column], isCommon: isCommon)
            }
    }

    /// Returns the rows of the items with a tag, ascending.
    private func rows(with tag: UInt32) -> [Int] {
        var (rows, row): ([Int], Int) = ([], 0)
        for index in tags.tags.indices where tags.tags[index] == tag {
            while tags.range(of: row).upperBound <= index { row += 1 }
            // A damaged source may have more lists than items.
            guard row < read.items.count else { break }
            rows.append(row)
        }
        return rows
    }
}

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
