/// Keys with the entries they lead to, searchable by prefix, by prefix of a word, and by any part.
///
/// The order of all suffixes (a suffix array) answers "any part"; its share at the beginnings of words answers
/// "word prefix"; the sorted keys answer "prefix". A ``RankedTree`` over each lists the best of a range.
///
/// A class, so that a question need not copy it.
// `@unchecked Sendable`: all is immutable but the trees, which `update(row:weights:)` alone changes. Its segment calls that
// from `setWeight(_:of:)`, while nothing else refers to the segment; and no two segments share a table, since a copied
// segment copies its tables.
final class KeyTable: @unchecked Sendable {
    /// Where in a key something is found.
    enum Part: Sendable {
        /// It is the key.
        case whole
        /// At its beginning.
        case prefix
        /// At the beginning of a later word.
        case word
        /// Anywhere.
        case anywhere
    }

    /// A row among the best.
    typealias Hit = (rank: Rank, row: Int)

    /// The keys, sorted.
    let keys: PackedKeys
    /// The entry that each row leads to.
    let entries: [UInt32]
    /// Keys for the search of misspelt ones.
    let typos: TypoTable
    private let starts: SortedPositions
    private var tree: RankedTree
    private var suffixes: PositionIndex
    private var words: PositionIndex
    /// The keys without their first scalar.
    private var tails: PositionIndex

    private struct Items: RankedItems {
        let entries: [UInt32]

        var count: Int { entries.count }

        func entry(at index: Int) -> UInt32 { entries[index] }
    }

    /// Builds the table of sorted keys.
    ///
    /// Complexity: O(text · log text).
    init(keys: PackedKeys, entries: [UInt32], weights: [Double]) {
        self.keys = keys
        self.entries = entries
        let sorted = SuffixOrder.sorted(keys.text) { keys.forEachScalar($0) }
        let wordStarts = PositionSet.wordStarts(of: keys)
        let seconds = PositionSet.secondScalars(of: keys)
        words = PositionIndex(
            sorted: sorted.filter(wordStarts.contains),
            keys,
            entries,
            weights: weights
        )
        tails = PositionIndex(
            sorted: sorted.filter(seconds.contains),
            keys,
            entries,
            weights: weights
        )
        suffixes = PositionIndex(sorted: sorted, keys, entries, weights: weights)
        tree = RankedTree(Items(entries: entries), blockSize: 16, weights: weights)
        typos = TypoTable(keys: keys)
        self.starts = SortedPositions(keys.starts, count: keys.count, in: keys, step: 1)
    }

    /// Copies a table, so that the copy's trees can change.
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

    /// The rows whose key begins with a prefix.
    ///
    /// Complexity: O(log n).
    func rows(beginningWith prefix: [UInt8]) -> Range<Int> {
        starts.indices(beginningWith: prefix)
    }

    /// The rows whose key is `key`.
    ///
    /// Complexity: O(log n).
    func rows(of key: [UInt8]) -> Range<Int> {
        rows(beginningWith: key + [0])
    }

    /// The best rows with `query` in the given part of their key.
    ///
    /// Complexity: O(log n + limit · log n).
    func best(
        _ limit: Int,
        with query: [UInt8],
        in part: Part,
        weights: [Double],
        excluding: ExcludedEntries
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

    /// The best entries whose key begins with something one edit away from `query`: by a likely slip, and otherwise.
    func bestNearPrefix(
        _ query: String,
        _ limit: Int,
        weights: [Double],
        excluding: ExcludedEntries
    ) -> (likely: [Rank], others: [Rank]) {
        guard !entries.isEmpty else { return ([], []) }
        let near = PrefixTypos(keys: keys, rows: starts, query: query)
        func best(_ edits: PrefixTypos.Edits) -> [Rank] {
            var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
            search.add(edits.ranges, Items(entries: entries), tree)
            tails.addBest(beginningWith: edits.tail, keys, entries, to: &search)
            return search.hits.map(\.rank)
        }
        return (best(near.likely), best(near.others))
    }

    /// The best entries with a key one edit away from `query`: by a likely slip, and otherwise.
    func bestOneEdit(
        from query: String,
        _ limit: Int,
        weights: [Double],
        excluding: ExcludedEntries
    ) -> (likely: [Hit], others: [Hit]) {
        guard !entries.isEmpty else { return ([], []) }
        let scalars = query.unicodeScalars.map(\.value)
        var scratch: [UInt32] = []
        var likely = BestSearch(limit: limit, weights: weights, excluded: excluding)
        var others = likely
        for row in typos.candidates(near: scalars, edits: 1) {
            keys.decode(Int(row), into: &scratch)
            guard EditDistance.between(scalars.span, scratch.span, atMost: 1) == 1 else { continue }
            if EditDistance.isLikely(scalars.span, for: scratch.span) {
                likely.offer(Int(row)..<(Int(row) + 1), Items(entries: entries))
            } else {
                others.offer(Int(row)..<(Int(row) + 1), Items(entries: entries))
            }
        }
        return (likely.hits.map { ($0.rank, $0.index) }, others.hits.map { ($0.rank, $0.index) })
    }

    /// The best entries with a key exactly two edits away from `query`.
    func bestTwoEdits(
        from query: String,
        _ limit: Int,
        weights: [Double],
        excluding: ExcludedEntries
    ) -> [Hit] {
        guard !entries.isEmpty else { return [] }
        let scalars = query.unicodeScalars.map(\.value)
        var scratch: [UInt32] = []
        var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
        for row in typos.candidates(near: scalars, edits: 2)
        where search.isWanted(entries[Int(row)]) {
            keys.decode(Int(row), into: &scratch)
            guard EditDistance.between(scalars.span, scratch.span, atMost: 2) == 2 else { continue }
            search.offer(Int(row)..<(Int(row) + 1), Items(entries: entries))
        }
        return search.hits.map { ($0.rank, $0.index) }
    }

    /// The best entries whose key has the letters of a query in order, with others between them.
    ///
    /// - Complexity: linear in the keys.
    func bestWithLettersInOrder(
        of query: [UInt8],
        _ limit: Int,
        weights: [Double],
        excluding: ExcludedEntries
    ) -> [Hit] {
        guard !entries.isEmpty else { return [] }
        let scalars = String(decoding: query, as: UTF8.self).unicodeScalars.map(\.value)
        var search = BestSearch(limit: limit, weights: weights, excluded: excluding)
        for row in typos.candidates(withLettersOf: scalars)
        where search.isWanted(entries[Int(row)]) {
            guard UTF8Text.containsInOrder(query[...], in: keys.text[keys.range(Int(row))]) else {
                continue
            }
            search.offer(Int(row)..<(Int(row) + 1), Items(entries: entries))
        }
        return search.hits.map { ($0.rank, $0.index) }
    }

    /// Ranks a row again after its entry's weight changed.
    ///
    /// Complexity: O(key · log text).
    func update(row: Int, weights: [Double]) {
        tree.update(row, Items(entries: entries), weights: weights)
        for position in keys.range(row) where !UTF8.isContinuation(keys.text[position]) {
            suffixes.update(position, keys, entries, weights: weights)
            words.update(position, keys, entries, weights: weights)
            tails.update(position, keys, entries, weights: weights)
        }
    }
}
