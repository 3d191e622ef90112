package import TagStore

/// What questions have read of the counts, for as long as nothing changes them.
package struct CooccurrenceCache: Sendable {
    /// The most used tags, as many as were once asked for.
    var mostUsed: (limit: Int, tags: [UInt32]) = (0, [])
    var uses: [UInt32: UInt32] = [:]
    var rows: [UInt32: PairCounts] = [:]
    var newest: [UInt32: [Int64]] = [:]
    var features: [Int64: [UInt32]] = [:]

    /// How many saved selections and rows are kept before everything is read anew.
    private static let limit = 500_000

    /// An empty cache.
    package init() {}

    /// Forgets everything where it has become large.
    mutating func bound() {
        if features.count + rows.count > Self.limit { self = CooccurrenceCache() }
    }
}

/// The counts of a database, read within one of its transactions, and what was read of them before.
package final class StoredCooccurrences: CooccurrenceSource {
    private let reader: StoreReader
    /// What was read so far; a question after this one may start with it where nothing was changed.
    package private(set) var cache: CooccurrenceCache

    /// The counts that a reader sees.
    package init(_ reader: StoreReader, cache: CooccurrenceCache = CooccurrenceCache()) {
        self.reader = reader
        self.cache = cache
        self.cache.bound()
    }

    package func selectionCount() throws -> Int {
        Int(try reader.savedSelectionCount())
    }

    package func uses(of features: [UInt32]) throws -> [UInt32] {
        try features.map { feature in
            if let known = cache.uses[feature] { return known }
            let uses = UInt32(clamping: try reader.uses(of: feature))
            cache.uses[feature] = uses
            return uses
        }
    }

    package func mostUsed(limit: Int) throws -> [UInt32] {
        if cache.mostUsed.limit >= limit { return Array(cache.mostUsed.tags.prefix(limit)) }
        let tags = try reader.mostUsedTags(limit: limit).compactMap { UInt32(exactly: $0) }
        cache.mostUsed = (limit, tags)
        return tags
    }

    package func pairs(of feature: UInt32) throws -> PairCounts {
        if let known = cache.rows[feature] { return known }
        let row = PairCounts(
            packed: try reader.pairCounts(of: feature).entries
                .map { PairCounts.pack($0.tagID, $0.count) }
        )
        cache.rows[feature] = row
        return row
    }

    package func collectNewest(holding feature: UInt32, into pool: inout SelectionPool) throws {
        for id in try newest(holding: feature, limit: pool.capacity) {
            guard !pool.isFull else { return }
            pool.add(try features(of: id))
        }
    }

    private func newest(holding feature: UInt32, limit: Int) throws -> [Int64] {
        if let known = cache.newest[feature] { return known }
        let ids = try reader.newestSavedSelectionIDs(holding: feature, limit: limit)
        cache.newest[feature] = ids
        return ids
    }

    private func features(of id: Int64) throws -> [UInt32] {
        if let known = cache.features[id] { return known }
        let features = try reader.features(ofSavedSelection: id)
        cache.features[id] = features
        return features
    }
}
