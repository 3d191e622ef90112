internal import GRDB
internal import TagCore

extension StoreWriter {
    /// The maximum number of tags of an item whose pairs are counted.
    package static let pairedTagLimit = 256

    /// Returns the tags of a large item whose pairs are counted, or `nil` if the pairs of all its tags are counted.
    ///
    /// These are the rarest tags, which carry the most information: the tags of the fewest items so far, older tags
    /// first. They are stored in the item's row, so that its counts can be subtracted later, when uses are different.
    package func pairedTags(of tags: PackedTagIDs, limit: Int = StoreWriter.pairedTagLimit) throws -> PackedTagIDs? {
        guard tags.ids.count > limit else { return nil }
        let uses = try tags.ids.map { id in (uses: try reader.uses(of: id) + Int64(counts.uses[id] ?? 0), id: Int64(id))
        }
        let rarest = uses.sorted { ($0.uses, $0.id) < ($1.uses, $1.id) }.prefix(limit)
        return PackedTagIDs(rarest.map(\.id))
    }

    /// Inserts the postings of an item's tags and adds them to the counts.
    func insertPostings(of row: ItemRow) throws {
        try insertUncountedPostings(of: row)
        counts.count(row, by: 1)
        if counts.isFull { try flushPairs() }
        evidence.changeTags(ofItem: row.id)
    }

    /// Inserts the postings of an item's tags.
    func insertUncountedPostings(of row: ItemRow) throws {
        for tagID in row.tagIDs.rowIDs {
            try database.run("INSERT INTO posting (tag_id, item_id) VALUES (?, ?)", [tagID, row.id])
        }
    }

    /// Deletes the items in a range of ids, subtracts them from uses and pair counts, and returns the inverse changes.
    func deleteItems(_ run: ClosedRange<Int64>) throws -> [RowChange] {
        var rows = try reader.items(in: run)
        let dismissed = try reader.dismissedTags(ofItems: run)
        let reviewed = try reader.reviewedItems(run)
        let bookmarks = try reader.bookmarks(ofItems: run)
        let linkChecks = try reader.linkChecks(ofItems: run)
        for index in rows.indices {
            let evidence = try reader.wholeEvidence(ofItem: rows[index].id) ?? StoredEvidence()
            try uncountEvidence(of: rows[index], evidence)
            try deletePostings(of: rows[index])
            try deleteText(of: rows[index])
            rows[index].evidence = evidence
        }
        if rows.contains(where: { $0.sample != nil }) { samples.invalidate() }
        try database.run("DELETE FROM item WHERE id BETWEEN ? AND ?", [run.lowerBound, run.upperBound])
        // Undo applies the last change first, so items are restored before what belongs to them.
        return dismissed.map(RowChange.putDismissedTag) + reviewed.map(RowChange.putReviewedItem)
            + linkChecks.map(RowChange.putLinkCheck)
            + bookmarks.map { RowChange.putBookmark($0.bookmark, itemID: $0.itemID) } + rows.map(RowChange.putItem)
    }

    /// Deletes the postings of an item's tags and subtracts them from the counts.
    func deletePostings(of row: ItemRow) throws {
        try database.run("DELETE FROM posting WHERE item_id = ?", [row.id])
        counts.count(row, by: -1)
        if counts.isFull { try flushPairs() }
        evidence.changeTags(ofItem: row.id)
    }

    /// Writes the pending counts, with one update per tag.
    func flushCounts() throws {
        for (tag, difference) in counts.uses.sorted(by: { $0.key < $1.key }) where difference != 0 {
            try database.run("UPDATE tag SET uses = uses + ? WHERE id = ?", [difference, tag])
        }
        for (key, difference) in counts.usesBySet.sorted(by: { $0.key < $1.key }) where difference != 0 {
            try addUses(difference, of: key)
        }
        try flushPairs()
        try flushEvidence()
        counts = PendingCounts()
    }

    /// Changes the number of items of a set that have a tag.
    private func addUses(_ difference: Int, of key: InSet<UInt32>) throws {
        let uses = try reader.uses(of: key.value, inSet: key.setID) + Int64(difference)
        if uses <= 0 {
            try database.run("DELETE FROM set_tag WHERE set_id = ? AND tag_id = ?", [key.setID, key.value])
        } else {
            try database.run(
                "INSERT OR REPLACE INTO set_tag (set_id, tag_id, uses) VALUES (?, ?, ?)", [key.setID, key.value, uses])
        }
    }

    /// Writes only the pending pair counts, which limits the memory of a large import.
    func flushPairs() throws {
        try counts.drainPairs { key, differences in
            var pairs = try reader.pairCounts(of: key.value, inSet: key.setID)
            pairs.add(differences)
            try write(pairs, of: key)
        }
    }

    /// Writes the pair counts of a tag in a set.
    func write(_ pairs: PairCounts, of key: InSet<UInt32>) throws {
        if pairs.entries.isEmpty {
            try database.run("DELETE FROM pair_count WHERE tag_id = ? AND set_id = ?", [key.value, key.setID])
        } else {
            try database.run(
                "INSERT OR REPLACE INTO pair_count (tag_id, set_id, counts) VALUES (?, ?, ?)",
                [key.value, key.setID, pairs.data])
        }
    }
}

/// A tag or a word in the items of a set.
struct InSet<Value: Hashable & Comparable>: Hashable, Comparable {
    let setID: Int64
    let value: Value

    static func < (left: Self, right: Self) -> Bool { (left.setID, left.value) < (right.setID, right.value) }
}

/// The changes that a transaction makes to uses and pair counts, collected until they are written.
///
/// Items are stored as lists of tags. Their pairs, which are far more numerous, are formed only when they are
/// written, one tag at a time, so that each row of pair counts is read and written once for many items.
struct PendingCounts {
    /// The change in the number of items that have each tag.
    var uses: [UInt32: Int] = [:]
    /// The change in the number of items of a set that have each tag; tag 0 counts the items with any tag.
    private(set) var usesBySet: [InSet<UInt32>: Int] = [:]
    /// The items whose pairs haven't been written yet, by set.
    private var items: [Int64: [CountedItem]] = [:]
    /// The number of tags in ``items``.
    private var size = 0

    /// An item whose pairs are added or subtracted.
    private struct CountedItem {
        /// The tags whose pairs are counted.
        var tags: [UInt32]
        /// 1 to add, −1 to subtract.
        var difference: Int
    }

    /// The number of tags at which the pairs are written, which takes about 10 MB.
    private static let limit = 500_000

    /// Whether the pairs must be written now.
    var isFull: Bool { size > Self.limit }

    /// Adds the tags of an item to the counts, or subtracts them.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - difference: 1 to add, −1 to subtract.
    /// - Complexity: O(tags).
    mutating func count(_ row: ItemRow, by difference: Int) {
        for tag in row.tagIDs.ids { uses[tag, default: 0] += difference }
        for tag in row.tagIDs.ids.isEmpty ? [] : [0] + row.tagIDs.ids {
            usesBySet[InSet(setID: row.setID, value: tag), default: 0] += difference
        }
        let tags = (row.pairedTagIDs ?? row.tagIDs).ids
        items[row.setID, default: []].append(CountedItem(tags: tags, difference: difference))
        size += tags.count
    }

    /// Removes the pending pairs and passes those of each tag in a set to a closure, in ascending order of sets and tags.
    ///
    /// - Parameter body: receives a tag and, for each other tag in ascending order, the change in the number of items
    ///   that have both. A change may be 0.
    /// - Throws: the errors of `body`.
    /// - Complexity: O(pairs), plus sorting the other tags of each tag.
    mutating func drainPairs(
        _ body: (_ tag: InSet<UInt32>, _ differences: [(feature: UInt32, difference: Int)]) throws -> Void
    ) rethrows {
        let items = items
        self.items = [:]
        size = 0
        for (setID, items) in items.sorted(by: { $0.key < $1.key }) {
            try Self.forEachPair(of: items) { tag, differences in try body(InSet(setID: setID, value: tag), differences)
            }
        }
    }

    private static func forEachPair(
        of items: [CountedItem], _ body: (UInt32, [(feature: UInt32, difference: Int)]) throws -> Void
    ) rethrows {
        let tags = Set(items.flatMap(\.tags)).sorted()
        var positions: [UInt32: Int] = [:]
        for (position, tag) in tags.enumerated() { positions[tag] = position }
        // Positions are dense, so the sums can be arrays instead of dictionaries.
        let dense = items.map { item in (tags: item.tags.compactMap { positions[$0] }, difference: item.difference) }
        var containing = [[Int]](repeating: [], count: tags.count)
        for (number, item) in dense.enumerated() { for position in item.tags { containing[position].append(number) } }
        var sums = [Int](repeating: 0, count: tags.count)
        var isSummed = [Bool](repeating: false, count: tags.count)
        for (position, tag) in tags.enumerated() {
            var others: [Int] = []
            func add(_ positions: [Int], _ difference: Int) {
                for other in positions where other != position {
                    sums[other] += difference
                    if !isSummed[other] {
                        isSummed[other] = true
                        others.append(other)
                    }
                }
            }
            for number in containing[position] { add(dense[number].tags, dense[number].difference) }
            others.sort()
            let differences = others.map { (feature: tags[$0], difference: sums[$0]) }
            for other in others {
                sums[other] = 0
                isSummed[other] = false
            }
            if !differences.isEmpty { try body(tag, differences) }
        }
    }
}
