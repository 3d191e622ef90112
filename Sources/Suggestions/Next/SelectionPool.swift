public import TagCore

/// The saved selections that may vote on the next tag: each one's share of what is given, and its other tags.
///
/// A source adds selections feature by feature. One that holds a feature whose selections have all been added
/// is a repetition and is left out, so that no identifiers need to be kept.
public struct SelectionPool: Sendable {
    /// The most selections the pool takes.
    public let capacity: Int
    /// The bits of the given features that each selection holds.
    private(set) var held: [UInt64] = []
    private let given: SlotTable
    /// The low six bits of the given features, as a set: most other features are told from them at a glance.
    private let givenBits: UInt64
    private var exhausted: UInt64 = 0
    /// The tags that are not given, selection by selection.
    private(set) var others: [UInt32] = []
    private var ends: [Int] = []

    /// Makes an empty pool for at most `capacity` selections; of `given` the first 64 features count.
    public init(given: [UInt32], capacity: Int) {
        self.capacity = max(0, capacity)
        var table = SlotTable(expected: given.count)
        for feature in given.prefix(64) { _ = table.slot(adding: feature) }
        self.given = table
        givenBits = table.features.reduce(0) { $0 | 1 << UInt64($1 % 64) }
        held.reserveCapacity(self.capacity)
        ends.reserveCapacity(self.capacity)
        others.reserveCapacity(self.capacity * 4)
    }

    /// The number of selections in the pool.
    public var count: Int { ends.count }

    /// How many tags that are not given fill the pool, however few selections they come from.
    private static let tagCapacity = 1_000_000

    /// Whether the pool takes no more.
    public var isFull: Bool { count >= capacity || others.count >= Self.tagCapacity }

    /// Adds a selection with all its features, unless the pool is full or has it already.
    public mutating func add(_ features: some Sequence<UInt32>) {
        let features = Array(features)
        add(features, in: features.indices)
    }

    /// Adds the selection whose features are a part of an array, unless the pool is full or has it already.
    package mutating func add(_ features: [UInt32], in range: Range<Int>) {
        guard !isFull else { return }
        var bits: UInt64 = 0
        for index in range {
            let feature = features[index]
            if givenBits & 1 << UInt64(feature % 64) != 0, let slot = given.slot(of: feature) {
                bits |= 1 << UInt64(slot)
            } else if !Feature.isWord(feature) {
                others.append(feature)
            }
        }
        finish(bits)
    }

    /// Keeps the selection whose other tags were just added, or drops them where the pool has it.
    private mutating func finish(_ bits: UInt64) {
        guard bits & exhausted == 0 else {
            others.removeSubrange((ends.last ?? 0)...)
            return
        }
        held.append(bits)
        ends.append(others.count)
    }

    /// Notes that every selection that holds the given feature at `index` has been added.
    mutating func exhaust(_ index: Int) {
        if index < 64 { exhausted |= 1 << UInt64(index) }
    }

    /// Where in ``others`` the tags of the selection at `index` stand that are not given.
    func otherTags(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }
}

/// What ranking the next tag reads of the saved selections; a database or memory can stand behind it.
///
/// All counts must belong to one moment: a database answers within one read transaction.
public protocol CooccurrenceSource {
    /// What reading can throw; `Never` for a source in memory.
    associatedtype Failure: Error

    /// The number of saved selections, N.
    func selectionCount() throws(Failure) -> Int

    /// How many saved selections hold each of `features`, in their order; zero for an unknown one.
    func uses(of features: [UInt32]) throws(Failure) -> [UInt32]

    /// The tags that most saved selections hold, most used first, at most `limit`.
    func mostUsed(limit: Int) throws(Failure) -> [UInt32]

    /// The features that occur with `feature`, without itself. A tag's row holds tags alone, a word's row both kinds.
    func pairs(of feature: UInt32) throws(Failure) -> PairCounts

    /// Adds the newest selections that hold `feature` to the pool, newest first, until it is full or has all.
    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws(Failure)
}
