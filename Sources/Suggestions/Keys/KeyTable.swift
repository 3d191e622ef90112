/// A table of keys and the entries they belong to, searchable by prefix, by prefix of a word, and by substring.
///
/// The sorted keys are for prefix queries, a suffix array is for substring queries, and the
/// suffixes at word starts are for word-prefix queries. A ``RankedTree`` over each of them lists
/// the best entries of a range.
///
/// It's a class so that queries don't copy it.
// `@unchecked Sendable`: everything except the trees is immutable. Only `update(row:weights:)`
// changes the trees, and the segment calls it only from `setWeight(_:of:)`, while nothing else
// refers to the segment. Segments don't share tables, because a copied segment copies its tables.
final class KeyTable: @unchecked Sendable {
    /// The part of a key that a query is compared with.
    enum Part: Sendable {
        /// The whole key.
        case whole
        /// A prefix of the key.
        case prefix
        /// A prefix of a later word.
        case word
        /// Any substring.
        case anywhere
    }

    /// A row found by a search, with its rank.
    typealias Hit = (rank: Rank, row: Int)

    /// The keys, sorted.
    let keys: PackedKeys
    /// The entry of each row.
    let entries: PackedArray<UInt32>
    /// The signatures of the keys, for the search of typos.
    let typos: TypoTable
    private let starts: SortedPositions
    private var tree: RankedTree
    private var suffixes: PositionIndex
    private var words: PositionIndex
    /// The keys without their first scalar.
    private var tails: PositionIndex

    private struct Items: RankedItems {
        let entries: PackedArray<UInt32>

        var count: Int { entries.count }

        func entry(at index: Int) -> UInt32 { entries[index] }
    }

    /// Builds the table of sorted keys.
    ///
    /// - Complexity: O(*n* log *n*) in the length of all keys.
    init(keys: PackedKeys, entries: PackedArray<UInt32>, weights: PackedArray<Double>) {
        self.keys = keys
        self.entries = entries
        let sorted = SuffixOrder.sorted(keys.text) { keys.forEachScalar($0) }
        let wordStarts = PositionSet.wordStarts(of: keys)
        let seconds = PositionSet.secondScalars(of: keys)
        words = PositionIndex(sorted: PackedArray(sorted.filter(wordStarts.contains)), keys, entries, weights: weights)
        tails = PositionIndex(sorted: PackedArray(sorted.filter(seconds.contains)), keys, entries, weights: weights)
        suffixes = PositionIndex(sorted: sorted, keys, entries, weights: weights)
        tree = RankedTree(Items(entries: entries), blockSize: 16, weights: weights)
        typos = TypoTable(keys: keys)
        self.starts = SortedPositions(keys.starts, count: keys.count, in: keys, step: 1)
    }

    /// Creates a copy whose trees can be changed.
    init(copying other: KeyTable) {
        keys = other.keys
        entries = other.entries
        typos = other.typos
        starts = other.starts
        tree = other.tree
        suffixes = other.suffixes
        words = other.words
        tails = other.tails
    }

    /// Opens a stored table without copying it.
    init(from store: inout IndexSource) throws {
        keys = try PackedKeys(from: &store)
        entries = try store.array()
        typos = try TypoTable(from: &store)
        tree = try RankedTree(from: &store)
        starts = try SortedPositions(from: &store, keys.starts, count: keys.count, in: keys)
        suffixes = try PositionIndex(from: &store, keys)
        words = try PositionIndex(from: &store, keys)
        tails = try PositionIndex(from: &store, keys)
        try store.require(entries.count == keys.count)
    }

    /// Writes the table for ``init(from:)``.
    func store(in store: inout IndexWriter) throws {
        try keys.store(in: &store)
        try store.add(entries)
        try typos.store(in: &store)
        try tree.store(in: &store)
        try starts.store(in: &store)
        for index in [suffixes, words, tails] { try index.store(in: &store) }
    }

    /// Returns the rows whose keys begin with a prefix.
    ///
    /// - Complexity: O(log *n*).
    func rows(beginningWith prefix: [UInt8]) -> Range<Int> { starts.indices(beginningWith: prefix) }

    /// Returns the rows with a key.
    ///
    /// - Complexity: O(log *n*).
    func rows(of key: [UInt8]) -> Range<Int> { rows(beginningWith: key + [0]) }

    /// Returns the best rows whose keys match `query` in a given part.
    ///
    /// - Complexity: O(limit · log *n*).
    func best(
        _ limit: Int, with query: [UInt8], in part: Part, weights: PackedArray<Double>, excluding: ExcludedEntries
    ) -> [Hit] {
        guard !entries.isEmpty else { return [] }
        var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
        switch part {
        case .whole, .prefix:
            let rows = part == .whole ? rows(of: query) : rows(beginningWith: query)
            search.add([rows], Items(entries: entries), tree)
            return search.hits.map { ($0.rank, $0.index) }
        case .word:
            words.addBest(beginningWith: query, keys, entries, to: &search)
            return search.hits.map { ($0.rank, words.row(at: $0.index, keys)) }
        case .anywhere:
            suffixes.addBest(beginningWith: query, keys, entries, to: &search)
            return search.hits.map { ($0.rank, suffixes.row(at: $0.index, keys)) }
        }
    }

    /// Returns the rows whose keys contain the rarest of the given texts.
    ///
    /// - Parameters:
    ///   - texts: the texts.
    ///   - most: the maximum number of occurrences of the rarest text.
    /// - Returns: the rows, ascending; `nil` if the rarest text has more occurrences.
    /// - Complexity: O(texts · log *n* + *m* log *m*) for *m* occurrences.
    func rows(containingRarestOf texts: [[UInt8]], atMost most: Int) -> [UInt32]? {
        guard !entries.isEmpty else { return [] }
        let found = texts.map { suffixes.indices(beginningWith: $0) }.min { $0.count < $1.count }
        guard let found, found.count <= most else { return nil }
        var rows = found.map { UInt32(truncatingIfNeeded: suffixes.row(at: $0, keys)) }.sorted()
        // A key may contain the text several times.
        var last: UInt32?
        rows.removeAll { row in
            defer { last = row }
            return row == last
        }
        return rows
    }

    /// Returns the best entries whose keys have a prefix one edit away from `query`, for each kind
    /// of typo.
    func bestNearPrefix(
        _ query: String, _ limit: Int, weights: PackedArray<Double>, excluding: ExcludedEntries
    ) -> [(typo: TypoCost, ranks: [Rank])] {
        guard !entries.isEmpty else { return [] }
        let near = PrefixTypos(keys: keys, rows: starts, query: query)
        return TypoCost.allCases.map { typo in
            var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
            search.add(near[typo].ranges, Items(entries: entries), tree)
            if let tail = near[typo].tail { tails.addBest(beginningWith: tail, keys, entries, to: &search) }
            return (typo, search.hits.map(\.rank))
        }
    }

    /// The best entry, or `nil`.
    var bestEntry: UInt32? {
        let best = tree.nodes[1]
        return best == RankedTree.none ? nil : best
    }

    /// Returns the best entries whose key has the letters of a query in order, with others between them.
    ///
    /// Only the candidates in `rows` are searched; every such entry must be among them.
    ///
    /// - Complexity: O(*n*) in the length of the keys of `rows`.
    func best(
        _ limit: Int, of rows: [UInt32], withLettersInOrderOf query: [UInt8], closeTogether: Bool,
        weights: PackedArray<Double>, excluding: ExcludedEntries
    ) -> [Hit] {
        var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
        let text = keys.text
        for row in rows where search.isWanted(entries[Int(row)]) {
            let range = keys.range(Int(row))
            guard text.withSpan({ UTF8Text.containsInOrder(query.span, in: $0, range) }),
                !closeTogether || isCloseTogether(query, range)
            else { continue }
            search.offer(Int(row)..<(Int(row) + 1), Items(entries: entries))
        }
        return search.hits.map { ($0.rank, $0.index) }
    }

    /// Returns whether a key contains the letters of a query, from the start of a word, within 4/3
    /// of the query's length.
    private func isCloseTogether(_ query: [UInt8], _ range: Range<Int>) -> Bool {
        keys.text.withSpan { text in
            for start in range where text[start] == query[0] {
                guard WordStart.isWordStart(start, of: text, in: range) else { continue }
                let window = start..<min(start + query.count * 4 / 3, range.upperBound)
                if UTF8Text.containsInOrder(query.span, in: text, window) { return true }
            }
            return false
        }
    }

    /// Updates the rank of a row after the weight of its entry has changed.
    ///
    /// - Complexity: O(key · log *n*).
    func update(row: Int, weights: PackedArray<Double>) {
        tree.update(row, Items(entries: entries), weights: weights)
        for position in keys.range(row) where !UTF8.isContinuation(keys.text[position]) {
            suffixes.update(position, keys, entries, weights: weights)
            words.update(position, keys, entries, weights: weights)
            tails.update(position, keys, entries, weights: weights)
        }
    }
}
