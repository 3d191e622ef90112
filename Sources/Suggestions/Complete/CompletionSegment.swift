/// A part of a ``CompletionIndex``: tags sorted by key; only their weights can change.
///
/// It's a class so that queries don't copy it.
// `@unchecked Sendable`: everything except `weights` and `liveCount` is immutable. Only
// `setWeight(_:of:)` changes these two, and the index calls it only while
// `isKnownUniquelyReferenced` is true, so no other index or thread has the segment.
final class CompletionSegment: @unchecked Sendable {
    /// The identifiers by entry.
    let ids: PackedArray<UInt32>
    /// The entries sorted by identifier; entries with equal identifiers are in order of insertion.
    let entriesByID: PackedArray<UInt32>
    /// The weights by entry; -∞ for removed tags.
    private(set) var weights: PackedArray<Double>
    /// The number of tags, not counting removed tags.
    private(set) var liveCount: Int
    /// The keys of all tags; rows are entries.
    let keys: KeyTable
    /// The keys without accents, of tags whose keys have accents.
    let foldedKeys: KeyTable
    /// The aliases, with and without accents.
    let aliases: KeyTable
    /// The rows of folded keys by entry: entry in the high half, row in the low half, sorted.
    let foldedPairs: PackedArray<UInt64>
    /// The rows of aliases by entry, in the same form.
    let aliasPairs: PackedArray<UInt64>
    /// The names that differ from their keys.
    let names: PackedNames

    /// The greatest weight of a tag; -∞ if all were removed.
    var greatestWeight: Double { keys.bestEntry.map { weights[Int($0)] } ?? -.infinity }

    /// Builds a segment; of several tags with the same identifier, the last tag is used.
    ///
    /// - Complexity: O(*n* log *n*) in the length of all keys.
    init(_ builder: consuming SegmentBuilder) {
        let (packed, order) = PackedKeys.sorting(builder.drainKeys())
        var entryOfIndex = [UInt32](repeating: 0, count: order.count)
        for (entry, index) in order.enumerated() { entryOfIndex[Int(index)] = UInt32(truncatingIfNeeded: entry) }
        let (builderIDs, builderWeights) = (builder.ids, builder.weights)
        let ids = order.map { builderIDs[Int($0)] }
        var weights = PackedArray(order.map { builderWeights[Int($0)] })
        let byID = entryOfIndex.indices.sorted { (builderIDs[$0], $0) < (builderIDs[$1], $1) }.map { entryOfIndex[$0] }
        var liveCount = ids.count
        for (entry, next) in zip(byID, byID.dropFirst()) where ids[Int(entry)] == ids[Int(next)] {
            weights[Int(entry)] = -.infinity
            liveCount -= 1
        }
        self.ids = PackedArray(ids)
        self.weights = weights
        self.liveCount = liveCount
        entriesByID = PackedArray(byID)
        names = builder.names.reordered(order)
        let all = PackedArray(0..<UInt32(truncatingIfNeeded: order.count))
        keys = KeyTable(keys: packed, entries: all, weights: weights)
        foldedKeys = KeyTable(sorting: builder.foldedKeys, entryOfIndex, weights)
        aliases = KeyTable(sorting: builder.aliases, entryOfIndex, weights)
        foldedPairs = foldedKeys.rowsByEntry
        aliasPairs = aliases.rowsByEntry
    }

    /// Creates a copy whose weights can be changed.
    init(copying other: CompletionSegment) {
        ids = other.ids
        entriesByID = other.entriesByID
        weights = other.weights
        liveCount = other.liveCount
        keys = KeyTable(copying: other.keys)
        foldedKeys = KeyTable(copying: other.foldedKeys)
        aliases = KeyTable(copying: other.aliases)
        foldedPairs = other.foldedPairs
        aliasPairs = other.aliasPairs
        names = other.names
    }

    /// Opens a stored segment without copying it.
    init(from store: inout IndexSource) throws {
        ids = try store.array()
        entriesByID = try store.array()
        weights = try store.array()
        liveCount = try store.number()
        keys = try KeyTable(from: &store)
        foldedKeys = try KeyTable(from: &store)
        aliases = try KeyTable(from: &store)
        foldedPairs = try store.array()
        aliasPairs = try store.array()
        names = try PackedNames(from: &store)
        let count = ids.count
        try store.require(entriesByID.count == count && weights.count == count)
        try store.require(keys.entries.count == count && liveCount <= count)
    }

    /// Returns the entry of a tag, or `nil` if it is unknown or removed.
    ///
    /// - Complexity: O(log *n*); O(1) if the identifiers up to this one are consecutive.
    func entry(of id: UInt32) -> UInt32? {
        if let first = entriesByID.first {
            let place = Int(id) - Int(ids[Int(first)])
            if entriesByID.indices.contains(place), ids[Int(entriesByID[place])] == id, isLive(entriesByID[place]) {
                return entriesByID[place]
            }
        }
        var low = 0
        var high = entriesByID.count
        while low < high {
            let middle = (low + high) / 2
            if ids[Int(entriesByID[middle])] <= id { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entriesByID[low - 1]
        return ids[Int(entry)] == id && isLive(entry) ? entry : nil
    }

    /// Returns the tag with a key, or `nil` if it is unknown or removed.
    ///
    /// - Complexity: O(log *n*).
    func tag(withKey key: [UInt8]) -> UInt32? {
        guard !ids.isEmpty else { return nil }
        return keys.rows(of: key).lazy.map { self.keys.entries[$0] }.first(where: isLive).map { self.ids[Int($0)] }
    }

    /// Returns the name of an entry.
    func name(_ entry: UInt32) -> String { names[Int(entry)] ?? keys.keys.string(Int(entry)) }

    /// Returns whether the name of an entry equals its key.
    func isNamedByKey(_ entry: UInt32) -> Bool { !names.contains(Int(entry)) }

    /// Returns the key of an entry in UTF-8.
    func key(_ entry: UInt32) -> Slice<PackedArray<UInt8>> { keys.keys.text[keys.keys.range(Int(entry))] }

    /// Returns whether an entry isn't removed.
    func isLive(_ entry: UInt32) -> Bool { weights[Int(entry)] > -.infinity }

    /// Changes the weight of an entry; -∞ removes the entry.
    ///
    /// - Complexity: O(key · log *n*).
    func setWeight(_ weight: Double, of entry: UInt32) {
        let wasLive = isLive(entry)
        weights[Int(entry)] = weight
        liveCount += (isLive(entry) ? 1 : 0) - (wasLive ? 1 : 0)
        keys.update(row: Int(entry), weights: weights)
        for row in foldedRows(of: entry) { foldedKeys.update(row: row, weights: weights) }
        for row in aliasRows(of: entry) { aliases.update(row: row, weights: weights) }
    }

    /// Returns the tag of an entry.
    func tag(_ entry: UInt32) -> CompletionTag {
        let key = keys.keys.string(Int(entry))
        let aliasKeys = aliasRows(of: entry).map { aliases.keys.string($0) }
        return CompletionTag(
            id: ids[Int(entry)], key: key, foldedKey: foldedRows(of: entry).first.map { foldedKeys.keys.string($0) },
            name: name(entry), aliases: aliasKeys.map { CompletionTag.Alias(key: $0) }, weight: weights[Int(entry)])
    }

    /// Returns whether an entry has the key, name, aliases and weight of a tag.
    func holds(_ tag: CompletionTag, at entry: UInt32) -> Bool {
        guard weights[Int(entry)] == SegmentBuilder.finite(tag.weight),
            key(entry).elementsEqual(UnsortedKeys.bytes(tag.key)), name(entry).utf8.elementsEqual(tag.name.utf8)
        else { return false }
        let folded = foldedRows(of: entry).map { foldedKeys.keys.bytes($0) }
        let others = aliasRows(of: entry).map { aliases.keys.bytes($0) }
        return folded == SegmentBuilder.foldedKeys(of: tag)
            // Rows are in the order of keys.
            && others.elementsEqual(SegmentBuilder.aliasKeys(of: tag).sorted { $0.lexicographicallyPrecedes($1) })
    }

    /// Returns the rows of an entry's key without accents.
    func foldedRows(of entry: UInt32) -> [Int] { rows(of: entry, in: foldedPairs) }

    /// Returns the rows of an entry's aliases.
    func aliasRows(of entry: UInt32) -> [Int] { rows(of: entry, in: aliasPairs) }

    private func rows(of entry: UInt32, in pairs: PackedArray<UInt64>) -> [Int] {
        var low = 0
        var high = pairs.count
        while low < high {
            let middle = (low + high) / 2
            if pairs[middle] >> 32 < UInt64(entry) { low = middle + 1 } else { high = middle }
        }
        return pairs[low...].prefix { $0 >> 32 == UInt64(entry) }.map { Int($0 & 0xFFFF_FFFF) }
    }
}

extension KeyTable {
    /// Sorts the keys and creates their table.
    fileprivate convenience init(
        sorting owned: SegmentBuilder.OwnedKeys, _ entryOfIndex: [UInt32], _ weights: PackedArray<Double>
    ) {
        let (packed, order) = PackedKeys.sorting(owned.keys)
        let entries = order.map { entryOfIndex[Int(owned.owners[Int($0)])] }
        self.init(keys: packed, entries: PackedArray(entries), weights: weights)
    }

    /// The rows by entry: entry in the high half, row in the low half, sorted.
    fileprivate var rowsByEntry: PackedArray<UInt64> {
        PackedArray(entries.enumerated().map { UInt64($1) << 32 | UInt64($0) }.sorted())
    }
}
