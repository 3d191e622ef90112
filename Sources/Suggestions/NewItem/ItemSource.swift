internal import TagCore

/// The saved items and counts that suggestions for a new item read, from a database or from memory.
///
/// In addition to the counts of ``NextTags``. A source that hides items, for a token
/// with limited sets, leaves them out of every count and list. Each function is called once per query unless
/// documented otherwise.
///
/// An item with a negative identifier is the description of a tag, which is evidence like a saved item with that tag.
package protocol ItemSource: CooccurrenceSource {
    /// Returns the number of items whose words are counted: the saved items that have tags, and descriptions of tags.
    func describedItemCount() throws(Failure) -> Int

    /// Returns the numbers of words in the given order; `nil` for a word that no item contains. Called twice per query.
    func numbers(of words: [String]) throws(Failure) -> [UInt32?]

    /// Returns the number of items that contain each word ("n_w"), in the given order. Called twice per query.
    ///
    /// A word can be listed several times.
    func itemCounts(ofWords words: [UInt32]) throws(Failure) -> [UInt32]

    /// Returns the newest items that contain a word, newest first. Called up to 48 times per query.
    func postings(of word: UInt32, limit: Int) throws(Failure) -> [Posting]

    /// Returns all words of each item, in the given order of items.
    func words(of items: [Int64]) throws(Failure) -> WordLists

    /// Returns the tags of each item, in the given order of items.
    func tags(of items: [Int64]) throws(Failure) -> TagLists

    /// Returns the record of each tag's name, in the given order.
    func nameRecords(of tags: [UInt32]) throws(Failure) -> [NameRecord]

    /// Returns the counts of all tags' names by place.
    func nameRates() throws(Failure) -> NameRates
}

extension ItemSource {
    /// Returns the number of saved items that have tags, for a source without descriptions.
    package func describedItemCount() throws(Failure) -> Int { try selectionCount() }
}

/// An entry of a word's postings: an item that contains the word, with the word's weight.
///
/// ```
/// Posting(item: 7, weight: 0.5)
/// ```
package struct Posting: Hashable, Sendable {
    /// The item.
    package let item: Int64
    /// The word's weight in the item (``ItemWords/weights``).
    package let weight: Float

    /// Creates a posting.
    package init(item: Int64, weight: Float) { (self.item, self.weight) = (item, weight) }
}

/// The words of several items with their weights, in one array.
///
/// ```
/// var lists = WordLists()
/// lists.append(words: [3, 5], weights: [0.6, 0.8])
/// lists.range(of: 0)  // 0..<2
/// ```
package struct WordLists: Sendable {
    /// The words of all items.
    package private(set) var words: [UInt32] = []
    /// The weight of each of ``words``.
    package private(set) var weights: [Float] = []
    private var ends: [Int] = []

    /// Creates no lists.
    package init() {}

    /// The number of lists.
    package var count: Int { ends.count }

    /// Appends the words of the next item; words and weights have the same number of elements.
    package mutating func append(words: [UInt32], weights: [Float]) {
        precondition(words.count == weights.count, "each word has a weight")
        self.words += words
        self.weights += weights
        ends.append(self.words.count)
    }

    /// Returns the indexes of an item's words; empty for an item without a list.
    package func range(of index: Int) -> Range<Int> {
        guard ends.indices.contains(index) else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
}

/// The tags of several items, in one array.
///
/// A tag that a language model attached counts half, until the user has confirmed it.
///
/// ```
/// var lists = TagLists()
/// lists.append([7, 9])
/// lists.tags[lists.range(of: 0)]  // [7, 9]
/// ```
package struct TagLists: Sendable {
    /// The tags of all items.
    package private(set) var tags: [UInt32] = []
    /// The indexes of ``tags`` that count half.
    private var halved: Set<Int> = []
    private var ends: [Int] = []

    /// Creates no lists.
    package init() {}

    /// The number of lists.
    package var count: Int { ends.count }

    /// Appends the tags of the next item, some of which may count half.
    package mutating func append(_ tags: [UInt32], halved: Set<UInt32> = []) {
        if !halved.isEmpty {
            let counted = tags.indices.filter { halved.contains(tags[$0]) }
            self.halved.formUnion(counted.map { self.tags.count + $0 })
        }
        self.tags += tags
        ends.append(self.tags.count)
    }

    /// Returns the indexes of an item's tags; empty for an item without a list.
    package func range(of index: Int) -> Range<Int> {
        guard ends.indices.contains(index) else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    /// Returns the weight of the tag at an index of ``tags``: 1, or 0.5.
    func weight(at index: Int) -> Double { halved.contains(index) ? 0.5 : 1 }

    /// Returns the tags of an item that count half.
    package func halvedTags(of index: Int) -> Set<UInt32> {
        halved.isEmpty ? [] : Set(range(of: index).filter(halved.contains).map { tags[$0] })
    }
}
