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
    /// A selection.
    struct Member: Sendable {
        /// Its end within ``features``.
        var end: Int
        /// The end of its tags within ``features``; its words follow.
        var tagEnd: Int
        /// The number of its tags that are not given.
        var otherCount: Int
        /// Which of ``shared`` it contains.
        var place: Int
    }

    /// The selections.
    private(set) var members: [Member] = []
    private let given: SlotTable
    /// The bits of the low features, by feature; 0 for one that is not given.
    private let lowBits: [UInt32]
    /// The given features that are tags, as bits.
    private let givenTags: UInt32
    private var exhausted: UInt32 = 0
    /// The features of the selections, one after the other.
    private(set) var features: [UInt32] = []
    /// The number of tags of all selections that are not given.
    private var others = 0

    /// The maximum number of given features that are used.
    static let givenLimit = 32

    /// Creates an empty pool for at most `capacity` selections; only the first 32 features of `given` are used.
    public init(given: [UInt32], capacity: Int) {
        self.capacity = max(0, capacity)
        let table = SlotTable(given.prefix(Self.givenLimit))
        self.given = table
        lowBits = table.lowBits
        givenTags = table.features.enumerated()
            .reduce(0) { Feature.isWord($1.element) ? $0 : $0 | 1 << UInt32($1.offset) }
        members.reserveCapacity(self.capacity)
        features.reserveCapacity(self.capacity * 10)
    }

    /// The number of selections in the pool.
    public var count: Int { members.count }

    /// The number of tags that are not given at which the pool is full, whatever the number of selections.
    private static let tagCapacity = 1_000_000

    /// Whether the pool accepts no more selections.
    public var isFull: Bool { count >= capacity || others >= Self.tagCapacity }

    /// Adds a selection with all its features, unless the pool is full or contains it already.
    ///
    /// - Complexity: O(*n*) in the number of features.
    public mutating func add(_ features: some Sequence<UInt32>) {
        let all = Array(features)
        let features = all.filter { !Feature.isWord($0) } + all.filter(Feature.isWord)
        add(0..<1, of: features, ends: [features.count])
    }

    /// Adds selections of a list until the pool is full, without those that it contains already.
    ///
    /// - Parameters:
    ///   - selections: which of the list.
    ///   - features: the features of all selections of the list, one after the other; of each the tags first.
    ///   - ends: the end of each selection within `features`.
    /// - Complexity: O(*n*) in the number of features.
    package mutating func add(_ selections: Range<Int>, of features: [UInt32], ends: [Int]) {
        let (all, ends) = (features.span, ends.span)
        // Copies, as this pool changes meanwhile.
        let (given, givenTags, low) = (given, givenTags, lowBits)
        let lowBits = low.span
        var start = selections.lowerBound == 0 ? 0 : ends[selections.lowerBound - 1]
        // The selections that are to be copied together.
        var run = start..<start
        for index in selections {
            guard !isFull else { break }
            let end = ends[index]
            let (bits, tags) = Self.compare(all.extracting(start..<end), given, lowBits)
            if bits & exhausted == 0 {
                run = run.lowerBound..<end
                let offset = self.features.count - run.lowerBound
                let member = Member(
                    end: offset + end,
                    tagEnd: offset + start + tags,
                    otherCount: tags - (bits & givenTags).nonzeroBitCount,
                    place: shared.slot(adding: bits)
                )
                members.append(member)
                others += member.otherCount
            } else {
                self.features.append(contentsOf: features[run])
                run = end..<end
            }
            start = end
        }
        self.features.append(contentsOf: features[run])
    }

    /// Which given features a selection has, as bits, and how many tags.
    private static func compare(
        _ selection: Span<UInt32>,
        _ given: SlotTable,
        _ lowBits: Span<UInt32>
    ) -> (UInt32, Int) {
        var bits: UInt32 = 0
        var index = 0
        while index < selection.count, !Feature.isWord(selection[index]) {
            let feature = selection[index]
            if Int(feature) < lowBits.count {
                bits |= lowBits[Int(feature)]
            } else if let slot = given.slot(ofHigh: feature) {
                bits |= 1 << UInt32(slot)
            }
            index += 1
        }
        let tags = index
        while index < selection.count {
            if let slot = given.slot(ofHigh: selection[index]) { bits |= 1 << UInt32(slot) }
            index += 1
        }
        return (bits, tags)
    }

    /// Records that all selections with the given feature at `index` have been added.
    mutating func exhaust(_ index: Int) {
        if index < Self.givenLimit { exhausted |= 1 << UInt32(index) }
    }
}
