/// All saved items in the form for ``LinearTrainer``: a sparse matrix of words with unit rows, by item
/// and by word.
///
/// An entry is the word's inverse document frequency times its weight in the item; each row is scaled to length 1. The
/// matrix takes 16 bytes of memory per word of each item.
///
/// ```
/// let rows = TrainingRows(words: words, tags: tags)
/// let model = LinearTagModel(training: rows) { Task.isCancelled }
/// ```
package struct TrainingRows: Sendable {
    /// A tag with the rows of its items, in ascending order.
    struct Tag: Sendable {
        let tag: UInt32
        let rows: [Int32]
        /// The rows where the tag counts half.
        let halved: Set<Int32>
    }

    /// The number of items.
    let count: Int
    /// The word of each column, in ascending order.
    let vocabulary: [UInt32]
    /// The number of items with the word of each column ("n_w").
    let itemCounts: [UInt32]
    /// The entries by item: columns.
    let byItem: SparseLists
    /// The entries by word: rows.
    let byWord: SparseLists
    /// All tags in ascending order.
    let tags: [Tag]

    /// Builds the matrix.
    ///
    /// - Parameters:
    ///   - words: the words of each item, in ascending order of items. Weights that aren't finite count as zero.
    ///   - tags: the tags of each item, in the same order.
    /// - Complexity: O(*n* log *n*) in the number of words of all items.
    package init(words: WordLists, tags: TagLists) {
        precondition(words.count == tags.count, "each item has words and tags")
        count = words.count
        vocabulary = Set(words.words).sorted()
        var columns: [UInt32: Int32] = [:]
        columns.reserveCapacity(vocabulary.count)
        for (column, word) in vocabulary.enumerated() { columns[word] = Int32(column) }
        let places = words.words.map { columns[$0] ?? 0 }
        var itemCounts = [UInt32](repeating: 0, count: vocabulary.count)
        for place in places { itemCounts[Int(place)] += 1 }
        self.itemCounts = itemCounts
        let rarities = itemCounts.map { Float(QueryWords.rarity($0, of: words.count)) }
        var byItem = SparseLists()
        for row in 0..<words.count {
            let range = words.range(of: row)
            let values = range.map { index in
                let weight = words.weights[index]
                return weight.isFinite ? rarities[Int(places[index])] * weight : 0
            }
            byItem.append(Array(places[range]), values.scaledToUnitLength())
        }
        self.byItem = byItem
        byWord = byItem.transposed(columnCount: vocabulary.count)
        self.tags = Self.rowsByTag(tags)
    }

    private static func rowsByTag(_ tags: TagLists) -> [Tag] {
        var rows: [UInt32: [Int32]] = [:]
        var halved: [UInt32: Set<Int32>] = [:]
        for row in 0..<tags.count {
            for tag in Set(tags.tags[tags.range(of: row)]) { rows[tag, default: []].append(Int32(row)) }
            for tag in tags.halvedTags(of: row) { halved[tag, default: []].insert(Int32(row)) }
        }
        return rows.sorted { $0.key < $1.key }.map { Tag(tag: $0.key, rows: $0.value, halved: halved[$0.key] ?? []) }
    }
}

/// Lists of indexes with values: the rows or columns of a sparse matrix.
struct SparseLists: Sendable {
    private(set) var indexes: [Int32] = []
    private(set) var values: [Float] = []
    private var starts: [Int] = [0]

    /// The number of lists.
    var count: Int { starts.count - 1 }

    /// Returns the positions of a list's entries.
    func range(of list: Int) -> Range<Int> { starts[list]..<starts[list + 1] }

    mutating func append(_ indexes: [Int32], _ values: [Float]) {
        self.indexes += indexes
        self.values += values
        starts.append(self.indexes.count)
    }

    /// Returns the lists of the columns; entries are in ascending order of rows.
    func transposed(columnCount: Int) -> SparseLists {
        var next = [Int](repeating: 0, count: columnCount + 1)
        for index in indexes { next[Int(index) + 1] += 1 }
        for column in 0..<columnCount { next[column + 1] += next[column] }
        var lists = SparseLists()
        lists.starts = next
        lists.indexes = [Int32](repeating: 0, count: indexes.count)
        lists.values = [Float](repeating: 0, count: indexes.count)
        for row in 0..<count {
            for position in range(of: row) {
                let column = Int(indexes[position])
                lists.indexes[next[column]] = Int32(row)
                lists.values[next[column]] = values[position]
                next[column] += 1
            }
        }
        return lists
    }
}

extension [Float] {
    /// Returns the vector scaled to length 1, or unchanged if it is zero.
    func scaledToUnitLength() -> [Float] {
        let length = reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 ? map { $0 / length } : self
    }
}
