internal import TagCore

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
/// ```
/// var lists = TagLists()
/// lists.append([7, 9])
/// lists.tags[lists.range(of: 0)]  // [7, 9]
/// ```
package struct TagLists: Sendable {
    /// The tags of all items.
    package private(set) var tags: [UInt32] = []
    private var ends: [Int] = []

    /// Creates no lists.
    package init() {}

    /// The number of lists.
    package var count: Int { ends.count }

    /// Appends the tags of the next item.
    package mutating func append(_ tags: [UInt32]) {
        self.tags += tags
        ends.append(self.tags.count)
    }

    /// Returns the indexes of an item's tags; empty for an item without a list.
    package func range(of index: Int) -> Range<Int> {
        guard ends.indices.contains(index) else { return 0..<0 }
        return (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
}
