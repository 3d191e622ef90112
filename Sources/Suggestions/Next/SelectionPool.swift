internal import TagCore

/// A pool of items that vote on the next tag: the tags of each item, and the given features among its features.
///
/// A ``CooccurrenceSource`` adds selections feature by feature. A selection that contains a feature whose selections
/// have all been added is a duplicate and is dropped, so the pool needs no identifiers.
///
/// Sums by tag are kept in arrays. A low tag is its own index in them, so the pool can use the tag lists of a source
/// without copying them; other tags have indexes after the low tags.
public struct SelectionPool: Sendable {
    /// The maximum number of selections in the pool.
    public let capacity: Int
    /// The sets of given features that selections contain, as bits.
    private(set) var shared: SlotTable
    /// A selection in the pool.
    struct Member: Sendable {
        /// The number of the selection's tags that aren't given.
        var otherCount: UInt32
        /// The index in ``shared`` of the selection's set of given features; for a duplicate, that of the empty set.
        var place: UInt32
    }

    /// Consecutive selections whose tags are in one array.
    struct Run: Sendable {
        /// The indexes of the tags, each below ``indexCount``.
        var indexes: [UInt32]
        /// The selection of each tag, by number in the source's list.
        var owners: [UInt32]
        /// The range of the run's tags in both arrays.
        var tags: Range<Int>
        /// The difference between a selection's index in ``members`` and its number in `owners`; may be negative.
        var offset: Int
    }

    /// The selections, including duplicates, whose sets of given features are empty.
    private(set) var members: [Member] = []
    /// The number of selections in the pool.
    public private(set) var count = 0
    /// The tags of the selections, in one run for each call of ``add(_:of:)``.
    private(set) var runs: [Run] = []
    private let given: SlotTable
    /// The candidates.
    private let candidates: SlotTable
    /// For each low tag, the bit of the given feature that it is, or 0.
    ///
    /// Tags up to the highest given feature or candidate below ``SlotTable/mostLow`` are low.
    private let lowBits: [UInt32]
    /// The bits of the given features that are tags.
    private let givenTags: UInt32
    private let hasGivenWords: Bool
    private var exhausted: UInt32 = 0
    /// The number of tags of all selections that are not given.
    private var others = 0

    /// The maximum number of given features that are used.
    static let givenLimit = 32
    /// The number of indexes for tags that are neither low nor candidates.
    private static let spare = 8

    /// Creates an empty pool for at most `capacity` selections; only the first 32 features of `given` are used.
    public init(given: [UInt32], capacity: Int) {
        self.init(given: given, capacity: capacity, candidates: SlotTable(expected: 0))
    }

    /// Creates an empty pool of selections that vote for candidates.
    init(given: [UInt32], capacity: Int, candidates: SlotTable) {
        self.capacity = max(0, capacity)
        var table = SlotTable(expected: Self.givenLimit)
        for feature in given.prefix(Self.givenLimit) { _ = table.slot(adding: feature) }
        self.given = table
        self.candidates = candidates
        givenTags = table.features.enumerated()
            .reduce(0) { Feature.isWord($1.element) ? $0 : $0 | 1 << UInt32($1.offset) }
        shared = SlotTable(expected: 32, low: 1 << min(table.count, 10))
        hasGivenWords = given.contains(where: Feature.isWord)
        lowBits = Self.lowBits(table, candidates)
        members.reserveCapacity(self.capacity)
    }

    /// Returns whether the pool was made for these given features and this number of candidates.
    func isMade(for features: [UInt32], candidates: SlotTable) -> Bool {
        given.features.elementsEqual(features.prefix(Self.givenLimit))
            && self.candidates.count == candidates.count
    }

    /// The number of tags that aren't given at which the pool is full, regardless of the number of selections.
    private static let tagCapacity = 1_000_000

    /// Whether the pool accepts no more selections.
    public var isFull: Bool { count >= capacity || others >= Self.tagCapacity }

    /// Adds a selection with all its features, unless the pool is full or the selection is a duplicate.
    ///
    /// - Complexity: O(*n*) in the number of features.
    public mutating func add(_ features: some Sequence<UInt32>) {
        let all = Array(features)
        var list = SelectionList()
        list.append(all.filter { !Feature.isWord($0) } + all.filter(Feature.isWord))
        add(0..<1, of: list)
    }

    /// Adds selections of a list until the pool is full, skipping duplicates.
    ///
    /// - Parameters:
    ///   - selections: the indices of the selections in the list.
    ///   - list: the list.
    /// - Complexity: O(*n*) in the number of features.
    package mutating func add(_ selections: Range<Int>, of list: SelectionList) {
        guard let last = selections.last, !isFull else { return }
        let start = list.start(of: selections.lowerBound)
        var tags = Int(start.tags)..<Int(list.ends[last].tags)
        let areLow = Int(list.highestTag) < lowBits.count
        var sets =
            areLow
            ? Self.given(
                in: tags,
                of: list,
                from: selections.lowerBound,
                count: selections.count,
                lowBits
            )
            : given(in: tags, of: list, from: selections.lowerBound, count: selections.count)
        if hasGivenWords { addGivenWords(of: selections, of: list, to: &sets) }
        let offset = members.count - selections.lowerBound
        var first = tags.lowerBound
        members.reserveCapacity(members.count + selections.count)
        for (set, index) in zip(sets, selections) {
            let end = Int(list.ends[index].tags)
            if isFull {
                tags = tags.lowerBound..<first
                break
            }
            // Without a branch, because whether a selection is a duplicate is unpredictable.
            let isNew = set & exhausted == 0
            let bits = isNew ? set : 0
            let otherCount = max(0, end - first - (bits & givenTags).nonzeroBitCount)
            let place = shared.slot(adding: bits)
            members.append(
                Member(
                    otherCount: UInt32(truncatingIfNeeded: otherCount),
                    place: UInt32(truncatingIfNeeded: place)
                )
            )
            count += isNew ? 1 : 0
            others += isNew ? otherCount : 0
            first = end
        }
        runs.append(
            areLow
                ? Run(indexes: list.tags, owners: list.owners, tags: tags, offset: offset)
                : Run(
                    indexes: list.tags[tags].map(index),
                    owners: Array(list.owners[tags]),
                    tags: 0..<tags.count,
                    offset: offset
                )
        )
    }

    /// Records that all selections with the given feature at `index` have been added.
    mutating func exhaust(_ index: Int) {
        if index < Self.givenLimit { exhausted |= 1 << UInt32(index) }
    }
}

// MARK: Indexes

extension SelectionPool {
    /// The number of indexes.
    var indexCount: Int { lowBits.count + candidates.count + Self.spare }

    /// Returns the index of a tag.
    func index(of tag: UInt32) -> UInt32 {
        if Int(tag) < lowBits.count { return tag }
        let low = UInt32(truncatingIfNeeded: lowBits.count)
        if let slot = candidates.slot(of: tag) { return low + UInt32(truncatingIfNeeded: slot) }
        // Spread over several indexes, so that consecutive additions don't wait for each other.
        return low + UInt32(truncatingIfNeeded: candidates.count) + tag % UInt32(Self.spare)
    }

    /// Returns, for each low tag, the bit of the given feature that it is, or 0.
    private static func lowBits(_ given: SlotTable, _ candidates: SlotTable) -> [UInt32] {
        let limit = UInt32(SlotTable.mostLow)
        var count = 0
        for feature in candidates.features where feature < limit {
            count = max(count, Int(feature) + 1)
        }
        for feature in given.features where feature < limit { count = max(count, Int(feature) + 1) }
        var bits = [UInt32](repeating: 0, count: count)
        for (place, feature) in given.features.enumerated() where Int(feature) < count {
            bits[Int(feature)] |= 1 << UInt32(place)
        }
        return bits
    }

    /// Returns the given features that each selection contains, as bits; all tags must be low.
    ///
    /// A single loop over all tags, because the end of each selection would be an unpredictable branch.
    private static func given(
        in tags: Range<Int>,
        of list: SelectionList,
        from first: Int,
        count: Int,
        _ lowBits: [UInt32]
    ) -> [UInt32] {
        var sets = [UInt32](repeating: 0, count: count)
        var all = sets.mutableSpan
        let (indexes, owners) = (list.tags.span.extracting(tags), list.owners.span.extracting(tags))
        let lowBits = lowBits.span
        for place in indexes.indices {
            // Every tag of the list is below `lowBits.count`, and every owner is one of the selections.
            let bits = unsafe lowBits[unchecked: Int(indexes[unchecked: place])]
            unsafe all[unchecked: Int(owners[unchecked: place]) &- first] |= bits
        }
        return sets
    }

    /// Returns the given features that each selection contains, as bits.
    private func given(
        in tags: Range<Int>,
        of list: SelectionList,
        from first: Int,
        count: Int
    ) -> [UInt32] {
        var sets = [UInt32](repeating: 0, count: count)
        for place in tags { sets[Int(list.owners[place]) - first] |= given(as: list.tags[place]) }
        return sets
    }

    /// Adds the bits of the given words that each selection contains.
    private func addGivenWords(
        of selections: Range<Int>,
        of list: SelectionList,
        to sets: inout [UInt32]
    ) {
        for index in selections {
            let words = Int(list.start(of: index).words)..<Int(list.ends[index].words)
            for word in list.words[words] { sets[index - selections.lowerBound] |= given(as: word) }
        }
    }

    /// Returns the bit of a given feature, or 0 for any other feature.
    private func given(as feature: UInt32) -> UInt32 {
        if Int(feature) < lowBits.count { return lowBits[Int(feature)] }
        return given.slot(ofHigh: feature).map { 1 << UInt32($0) } ?? 0
    }
}
