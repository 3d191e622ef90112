internal import TagCore

/// A pool of saved selections that vote on the next tag: the tags of each, and which given features are among its own.
///
/// A ``CooccurrenceSource`` adds selections feature by feature. A selection with a feature whose selections have all been added
/// is a duplicate and is dropped, so the pool needs no identifiers.
public struct SelectionPool: Sendable {
    /// The maximum number of selections in the pool.
    public let capacity: Int
    /// The sets of given features that selections contain, as bits.
    private(set) var shared: SlotTable
    /// A selection.
    struct Member: Sendable {
        /// The number of its tags that are not given.
        var otherCount: UInt32
        /// Which of ``shared`` it contains.
        var place: UInt32
    }

    /// A tag of a selection.
    struct Tag: Sendable {
        /// Its slot among the candidates, or a spare one.
        var slot: UInt32
        /// The member that it is of.
        var owner: UInt32
    }

    /// The selections.
    private(set) var members: [Member] = []
    /// The tags of the selections, one selection after the other, and what is left of the room for them.
    private(set) var tags: [Tag] = []
    /// The number of tags of all selections: so many of ``tags`` are in use.
    private(set) var tagCount = 0
    private let given: SlotTable
    /// The candidates, whose slots the tags have.
    private let candidates: SlotTable
    /// What the low tags are, by tag.
    private let marks: [UInt64]
    /// The given features that are tags, as bits.
    private let givenTags: UInt32
    private let hasGivenWords: Bool
    private var exhausted: UInt32 = 0
    /// The number of tags of all selections that are not given.
    private var others = 0

    /// The maximum number of given features that are used.
    static let givenLimit = 32
    /// The number of slots behind those of the candidates that stand for tags that are none.
    static let spare = 8

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
        marks = Self.marks(table, candidates)
        members.reserveCapacity(self.capacity)
        makeRoom(for: self.capacity * 10)
    }

    /// Whether the pool was made for these given features, and for as many candidates.
    func isMade(for features: [UInt32], candidates: SlotTable) -> Bool {
        given.features.elementsEqual(features.prefix(Self.givenLimit))
            && self.candidates.count == candidates.count
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
        var list = SelectionList()
        list.append(all.filter { !Feature.isWord($0) } + all.filter(Feature.isWord))
        add(0..<1, of: list)
    }

    /// Adds selections of a list until the pool is full, without those that it contains already.
    ///
    /// - Parameters:
    ///   - selections: which of the list.
    ///   - list: the list.
    /// - Complexity: O(*n*) in the number of features.
    package mutating func add(_ selections: Range<Int>, of list: SelectionList) {
        let (features, ends) = (list.features.span, list.ends.span)
        let areLow = Int(list.highestTag) < marks.count
        // A copy, as this pool changes meanwhile.
        let marks = marks
        var start = selections.isEmpty ? 0 : list.start(of: selections.lowerBound)
        for index in selections {
            guard !isFull else { break }
            let end = ends[index]
            let tags = features.extracting(start..<Int(end.tags))
            makeRoom(for: tags.count)
            var bits =
                areLow
                ? Self.write(tags, marks.span, of: members.count, to: &self.tags, from: tagCount)
                : append(tags)
            if hasGivenWords {
                bits |= givenWords(features.extracting(Int(end.tags)..<Int(end.words)))
            }
            start = Int(end.words)
            // What was appended of a duplicate is overwritten by the next one.
            guard bits & exhausted == 0 else { continue }
            let otherCount = max(0, tags.count - (bits & givenTags).nonzeroBitCount)
            let place = shared.slot(adding: bits)
            members.append(
                Member(
                    otherCount: UInt32(truncatingIfNeeded: otherCount),
                    place: UInt32(truncatingIfNeeded: place)
                )
            )
            tagCount += tags.count
            others += otherCount
        }
    }

    /// Records that all selections with the given feature at `index` have been added.
    mutating func exhaust(_ index: Int) {
        if index < Self.givenLimit { exhausted |= 1 << UInt32(index) }
    }

    /// Ensures that some more tags can be appended.
    private mutating func makeRoom(for count: Int) {
        guard tagCount + count > tags.count else { return }
        tags.append(
            contentsOf: repeatElement(Tag(slot: 0, owner: 0), count: max(count, tags.count))
        )
    }
}

// MARK: Marks

extension SelectionPool {
    /// What each low tag is: its slot in the upper half, and the bit of a given one in the lower half.
    ///
    /// One array answers both for every tag of most databases, so that nothing branches on a tag: no processor can predict that.
    private static func marks(_ given: SlotTable, _ candidates: SlotTable) -> [UInt64] {
        let low = UInt32(SlotTable.mostLow)
        var highest: UInt32 = 0
        for feature in candidates.features where feature < low { highest = max(highest, feature) }
        for feature in given.features where feature < low { highest = max(highest, feature) }
        var marks = (0..<highest + 1).map { UInt64(none($0, candidates)) << 32 }
        var all = marks.mutableSpan
        for (slot, feature) in candidates.features.enumerated() where feature < low {
            all[Int(feature)] = UInt64(slot) << 32
        }
        for (place, feature) in given.features.enumerated() where feature < low {
            all[Int(feature)] |= 1 << UInt64(place)
        }
        return marks
    }

    /// The slot of a tag that is no candidate; not the same for all, since one sum after the other would have to wait for it.
    private static func none(_ tag: UInt32, _ candidates: SlotTable) -> UInt32 {
        UInt32(truncatingIfNeeded: candidates.count) + tag & UInt32(spare - 1)
    }

    /// Writes tags that all have marks; returns which of them are given, as bits.
    @inline(__always)
    private static func write(
        _ new: Span<UInt32>,
        _ marks: Span<UInt64>,
        of member: Int,
        to tags: inout [Tag],
        from start: Int
    ) -> UInt32 {
        precondition(start + new.count <= tags.count, "room was made")
        let owner = UInt32(truncatingIfNeeded: member)
        var tags = tags.mutableSpan
        var bits: UInt64 = 0
        for index in new.indices {
            // No tag of the list is above the last mark, and there is room for all of them.
            let mark = unsafe marks[unchecked: Int(new[unchecked: index])]
            let tag = Tag(slot: UInt32(truncatingIfNeeded: mark >> 32), owner: owner)
            unsafe tags[unchecked: start + index] = tag
            bits |= mark
        }
        return UInt32(truncatingIfNeeded: bits)
    }

    /// Appends tags; returns which of them are given, as bits.
    private mutating func append(_ new: Span<UInt32>) -> UInt32 {
        let owner = UInt32(truncatingIfNeeded: members.count)
        var bits: UInt32 = 0
        for index in new.indices {
            let feature = new[index]
            var slot = Self.none(feature, candidates)
            if Int(feature) < marks.count {
                slot = UInt32(truncatingIfNeeded: marks[Int(feature)] >> 32)
                bits |= UInt32(truncatingIfNeeded: marks[Int(feature)])
            } else {
                if let place = given.slot(ofHigh: feature) { bits |= 1 << UInt32(place) }
                if let found = candidates.slot(of: feature) {
                    slot = UInt32(truncatingIfNeeded: found)
                }
            }
            tags[tagCount + index] = Tag(slot: slot, owner: owner)
        }
        return bits
    }

    /// Which given features some words are, as bits.
    private func givenWords(_ words: Span<UInt32>) -> UInt32 {
        var bits: UInt32 = 0
        for index in words.indices {
            if let place = given.slot(ofHigh: words[index]) { bits |= 1 << UInt32(place) }
        }
        return bits
    }
}
