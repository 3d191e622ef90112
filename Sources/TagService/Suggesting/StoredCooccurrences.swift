internal import Suggestions
internal import TagCore
internal import TagStore

/// The counts that earlier queries have read, valid until an item changes.
struct CooccurrenceCache: Sendable {
    /// The most used tags, up to the greatest limit requested so far.
    var mostUsed: (limit: Int, tags: [UInt32]) = (0, [])
    var uses = UseCounts()
    var rows: [UInt32: PairCounts] = [:]
    var newest: [UInt32: NewestSelections] = [:]
    var selectionCount: Int?
    var calibration: Calibration?
    /// The tags that given names led to; valid until a tag changes.
    var names = KnownNames()
    /// What the last query was given, and how well tags go with that: who types asks the same at each key.
    var last: GivenRanking?
    /// The size of ``newest`` and ``rows``, in units of four bytes.
    var size = 0

    /// The number of features at which the cache is emptied.
    private let limit: Int

    /// An empty cache.
    ///
    /// - Parameter limit: the number of features at which it is emptied; a million are 4 MB.
    init(limit: Int = 4_000_000) { self.limit = limit }

    /// Empties the cache if it has grown beyond its limit.
    mutating func bound() {
        if size > limit { self = CooccurrenceCache(limit: limit) }
    }
}

/// The tags that given names have led to.
struct KnownNames: Sendable {
    private var tags: [String: (id: UInt32, name: String, given: String)] = [:]
    /// The number of names at which all are forgotten: there are more ways to type a name than tags.
    private static let limit = 1_024
    /// The size in bytes of the longest name that is kept.
    private static let longest = 100

    /// The tag that a name led to, with its own name; `nil` if it is not known.
    subscript(name: String) -> (id: UInt32, name: String)? {
        get {
            // Equal strings may differ in their scalars, and so in the tag that they lead to.
            guard let known = tags[name], known.given.utf8.elementsEqual(name.utf8) else {
                return nil
            }
            return (known.id, known.name)
        }
        set {
            guard name.utf8.count <= Self.longest else { return }
            if tags.count >= Self.limit { tags = [:] }
            tags[name] = newValue.map { ($0.id, $0.name, name) }
        }
    }
}

/// The items that contain a feature, newest first, as far as they have been read.
struct NewestSelections: Sendable {
    private(set) var list = SelectionList()
    /// The identifier of the oldest one that was read.
    private(set) var oldestID = Int64.max
    /// Whether all of them were read.
    var isComplete = false

    /// Appends the next older one.
    mutating func append(_ selection: [UInt32], id: Int64) {
        list.append(selection)
        oldestID = id
    }
}

/// The counts of a database, read within a transaction through a cache.
final class StoredCooccurrences: CooccurrenceSource {
    private let reader: StoreReader
    /// What was read so far; later queries may start with it unless the counts change.
    private(set) var cache: CooccurrenceCache

    /// Keeps how well tags go with what is given, for the next query.
    func keep(_ ranking: GivenRanking) { cache.last = ranking }

    /// The tag that a name led to in an index that holds every tag; `nil` if it is not known.
    func knownTag(_ name: String) -> (id: UInt32, name: String)? { cache.names[name] }

    /// Keeps the tag that a name led to in an index that holds every tag.
    func keep(_ tag: (id: UInt32, name: String), of name: String) { cache.names[name] = tag }

    /// The tags of an item that the counts are to be without.
    private var leftOut: Set<UInt32> = []
    private var leftOutTags: [UInt32] = []

    /// Creates a source of the counts that a reader sees.
    init(_ reader: StoreReader, cache: CooccurrenceCache = CooccurrenceCache()) {
        self.reader = reader
        self.cache = cache
        self.cache.bound()
    }

    /// Answers from now on as if an item with these tags, ascending, had not been saved.
    func leaveOut(_ tagIDs: [UInt32]) {
        cache.bound()
        leftOut = Set(tagIDs)
        leftOutTags = tagIDs
    }

    func selectionCount() throws -> Int {
        try storedSelectionCount() - (leftOut.isEmpty ? 0 : 1)
    }

    private func storedSelectionCount() throws -> Int {
        if let known = cache.selectionCount { return known }
        let count = Int(try reader.itemCount())
        cache.selectionCount = count
        return count
    }

    func uses(of features: [UInt32]) throws -> [UInt32] {
        if leftOut.isEmpty, let known = cache.uses.known(of: features) { return known }
        return try features.map { feature in
            let uses = try storedUses(of: feature)
            return leftOut.contains(feature) ? uses - min(uses, 1) : uses
        }
    }

    private func storedUses(of feature: UInt32) throws -> UInt32 {
        if let known = cache.uses[feature] { return known }
        let uses = UInt32(clamping: try reader.uses(of: feature))
        cache.uses[feature] = uses
        return uses
    }

    func mostUsed(limit: Int) throws -> [UInt32] {
        if cache.mostUsed.limit >= limit { return Array(cache.mostUsed.tags.prefix(limit)) }
        let tags = try reader.mostUsedTags(limit: limit).compactMap { UInt32(exactly: $0) }
        cache.mostUsed = (limit, tags)
        return tags
    }

    func pairs(of feature: UInt32) throws -> PairCounts {
        var row = try storedPairs(of: feature)
        guard leftOut.contains(feature) else { return row }
        for other in leftOutTags where other != feature { row.change(other, adding: false) }
        return row
    }

    private func storedPairs(of feature: UInt32) throws -> PairCounts {
        if let known = cache.rows[feature] { return known }
        var row = try reader.pairCounts(of: feature)
        row.indexLowFeatures()
        cache.rows[feature] = row
        cache.size += row.entries.count * 2 + row.indexSize
        return row
    }

    func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws {
        var newest = cache.newest[feature] ?? NewestSelections()
        var index = 0
        var isComplete = !leftOut.contains(feature)
        while !pool.isFull, index < pool.capacity {
            if index == newest.list.count {
                guard !newest.isComplete else { return }
                try readMore(&newest, holding: feature)
                continue
            }
            let read = index..<min(newest.list.count, pool.capacity)
            let skipped = isComplete ? nil : read.first { holdsLeftOut(newest.list[$0]) }
            pool.add(index..<(skipped ?? read.upperBound), of: newest.list)
            index = skipped.map { $0 + 1 } ?? read.upperBound
            if skipped != nil { isComplete = true }
        }
    }

    /// Whether the features of an item, tags first, have exactly the tags that are left out.
    private func holdsLeftOut(_ features: [UInt32]) -> Bool {
        features.count >= leftOutTags.count && features.starts(with: leftOutTags)
            && features.dropFirst(leftOutTags.count).allSatisfy(Feature.isWord)
    }

    /// Returns how scores become probabilities.
    func calibration() throws -> Calibration {
        if let known = cache.calibration { return known }
        let calibration = try reader.calibration()
        cache.calibration = calibration
        return calibration
    }

    /// The number of items read in one query.
    private static let step = 64

    private func readMore(_ newest: inout NewestSelections, holding feature: UInt32) throws {
        let (count, size) = (newest.list.count, newest.list.size)
        try reader.forEachItem(
            holding: feature,
            before: newest.oldestID,
            limit: Self.step
        ) { newest.append($1, id: $0) }
        newest.isComplete = newest.list.count < count + Self.step
        cache.newest[feature] = newest
        cache.size += newest.list.size - size
    }
}
