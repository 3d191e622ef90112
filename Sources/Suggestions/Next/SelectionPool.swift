internal import TagCore

/// A pool of saved selections that vote on the next tag: the features of each, and which given ones are among them.
///
/// A ``CooccurrenceSource`` adds selections feature by feature. A selection with a feature whose selections have all been added
/// is a duplicate and is dropped, so the pool needs no identifiers.
public struct SelectionPool: Sendable {
    /// The maximum number of selections in the pool.
    public let capacity: Int
    /// The sets of given features that selections contain, as bits.
    private(set) var shared = SlotTable(expected: 32)
    /// Which of ``shared`` each selection contains.
    private(set) var sharedPlaces: [Int] = []
    private let given: SlotTable
    /// The given features that are tags, as bits.
    private let givenTags: UInt32
    private var exhausted: UInt32 = 0
    /// The features of the selections, one after the other.
    private(set) var features: [UInt32] = []
    /// The end of each selection within ``features``.
    private(set) var ends: [Int] = []
    /// The number of tags of each selection that are not given.
    private(set) var otherCounts: [Int] = []
    /// The sum of ``otherCounts``.
    private var others = 0

    /// The maximum number of given features that are used.
    static let givenLimit = 32

    /// Creates an empty pool for at most `capacity` selections; only the first 32 features of `given` are used.
    public init(given: [UInt32], capacity: Int) {
        self.capacity = max(0, capacity)
        let table = SlotTable(given.prefix(Self.givenLimit))
        self.given = table
        givenTags = table.features.enumerated()
            .reduce(0) { Feature.isWord($1.element) ? $0 : $0 | 1 << UInt32($1.offset) }
        sharedPlaces.reserveCapacity(self.capacity)
        ends.reserveCapacity(self.capacity)
        otherCounts.reserveCapacity(self.capacity)
        features.reserveCapacity(self.capacity * 10)
    }

    /// The number of selections in the pool.
    public var count: Int { ends.count }

    /// The number of tags that are not given at which the pool is full, whatever the number of selections.
    private static let tagCapacity = 1_000_000

    /// Whether the pool accepts no more selections.
    public var isFull: Bool { count >= capacity || others >= Self.tagCapacity }

    /// Adds a selection with all its features, unless the pool is full or contains it already.
    ///
    /// - Complexity: O(*n*) in the number of features.
    public mutating func add(_ features: some Sequence<UInt32>) {
        let features = Array(features)
        add(0..<1, of: features, ends: [features.count])
    }

    /// Adds selections of a list until the pool is full, without those that it contains already.
    ///
    /// - Parameters:
    ///   - selections: which of the list.
    ///   - features: the features of all selections of the list, one after the other.
    ///   - ends: the end of each selection within `features`.
    /// - Complexity: O(*n*) in the number of features.
    package mutating func add(_ selections: Range<Int>, of features: [UInt32], ends: [Int]) {
        let (all, ends, given) = (features.span, ends.span, given)
        var start = selections.lowerBound == 0 ? 0 : ends[selections.lowerBound - 1]
        // The selections that are to be copied together.
        var run = start..<start
        for index in selections {
            guard !isFull else { break }
            let end = ends[index]
            let (bits, count) = compare(all.extracting(start..<end), given)
            if bits & exhausted == 0 {
                run = run.lowerBound..<end
                sharedPlaces.append(shared.slot(adding: bits))
                self.ends.append(self.features.count + run.count)
                otherCounts.append(count)
                others += count
            } else {
                self.features.append(contentsOf: features[run])
                run = end..<end
            }
            start = end
        }
        self.features.append(contentsOf: features[run])
    }

    /// Which given features a selection has, as bits, and how many tags that are not given.
    private func compare(_ selection: Span<UInt32>, _ given: SlotTable) -> (UInt32, Int) {
        var bits: UInt32 = 0
        var tags = 0
        for index in selection.indices {
            let feature = selection[index]
            tags += Feature.isWord(feature) ? 0 : 1
            let slot = given.slot(of: feature, otherwise: Self.givenLimit)
            // A bit beyond the last one is cut off.
            bits |= UInt32(truncatingIfNeeded: UInt64(1) &<< UInt64(slot))
        }
        return (bits, tags - (bits & givenTags).nonzeroBitCount)
    }

    /// Records that all selections with the given feature at `index` have been added.
    mutating func exhaust(_ index: Int) {
        if index < Self.givenLimit { exhausted |= 1 << UInt32(index) }
    }
}
