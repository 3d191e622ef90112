internal import TagCore

/// A pool of saved selections that vote on the next tag: the features of each, and which given ones are among them.
///
/// A ``CooccurrenceSource`` adds selections feature by feature. A selection with a feature whose selections have all been added
/// is a duplicate and is dropped, so the pool needs no identifiers.
public struct SelectionPool: Sendable {
    /// The maximum number of selections in the pool.
    public let capacity: Int
    /// The given features that each selection contains, as bits.
    private(set) var sharedBits: [UInt64] = []
    private let given: SlotTable
    /// The set of the given features modulo 64, which rules out most other features without a lookup.
    private let givenBits: UInt64
    private var exhausted: UInt64 = 0
    /// The features of the selections, one after the other.
    private(set) var features: [UInt32] = []
    /// The end of each selection within ``features``.
    private(set) var ends: [Int] = []
    /// The number of tags of each selection that are not given.
    private(set) var otherCounts: [Int] = []
    /// The sum of ``otherCounts``.
    private var others = 0

    /// Creates an empty pool for at most `capacity` selections; only the first 64 features of `given` are used.
    public init(given: [UInt32], capacity: Int) {
        self.capacity = max(0, capacity)
        var table = SlotTable(expected: given.count)
        for feature in given.prefix(64) { _ = table.slot(adding: feature) }
        self.given = table
        givenBits = table.features.reduce(0) { $0 | 1 << UInt64($1 % 64) }
        sharedBits.reserveCapacity(self.capacity)
        ends.reserveCapacity(self.capacity)
        otherCounts.reserveCapacity(self.capacity)
        features.reserveCapacity(self.capacity * 4)
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
            let (bits, count) = shared(all.extracting(start..<end), given)
            if bits & exhausted == 0 {
                run = run.lowerBound..<end
                sharedBits.append(bits)
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
    private func shared(_ selection: Span<UInt32>, _ given: SlotTable) -> (UInt64, Int) {
        var bits: UInt64 = 0
        var count = 0
        for index in selection.indices {
            let feature = selection[index]
            if givenBits & 1 << UInt64(feature % 64) != 0, let slot = given.slot(of: feature) {
                bits |= 1 << UInt64(slot)
            } else if !Feature.isWord(feature) {
                count += 1
            }
        }
        return (bits, count)
    }

    /// Records that all selections with the given feature at `index` have been added.
    mutating func exhaust(_ index: Int) {
        if index < 64 { exhausted |= 1 << UInt64(index) }
    }
}
