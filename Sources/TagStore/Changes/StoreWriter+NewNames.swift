internal import GRDB
package import TagCore

/// The names that could become new tags when an item is saved.
extension StoreWriter {
    /// The items up to this number are sampled, and later items at an interval, because the record hardly changes then.
    private static let sampledItems: Int64 = 500
    private static let sampleInterval: Int64 = 5

    /// Returns the most probable names in a new item, and which of them became tags; empty unless the item is sampled.
    ///
    /// - Complexity: that of ``NewNames/best(limit:from:)``.
    func newNames(of row: ItemRow) throws -> [NewNameOutcome] {
        guard row.id <= Self.sampledItems || row.id % Self.sampleInterval == 0, !row.tagIDs.ids.isEmpty else {
            return []
        }
        let names = NewNames(title: row.title, location: row.location ?? "", note: row.note, text: row.text ?? "")
        let source = CollectionBefore(row: row, writer: self)
        let made = try row.tagIDs.ids.filter { try !source.isUsed($0) }
            .compactMap { try reader.tag(id: Int64($0)).flatMap { NameKey.key(of: $0.name) } }
        return try names.best(limit: NewNameOutcome.limit, from: source)
            .map { NewNameOutcome($0, isHit: made.contains($0.key)) }
    }

    /// Writes the pending changes of the counts of new names.
    func writeNewNames() throws {
        for (name, change) in evidence.newNames where change != PendingEvidence.NewNameChange() {
            try database.run(
                "UPDATE new_name_count SET expected = expected + ?, hits = hits + ? WHERE set_id = ? AND kind = ?",
                [change.expected, change.hits, name.setID, name.value])
            guard database.changesCount == 0 else { continue }
            try database.run(
                "INSERT INTO new_name_count (set_id, kind, expected, hits) VALUES (?, ?, ?, ?)",
                [name.setID, name.value, change.expected, change.hits])
        }
    }
}

/// The items and tags before an item was saved, within the transaction that saves it.
private struct CollectionBefore: NewNameSource {
    let row: ItemRow
    let writer: StoreWriter

    /// Returns whether another item has a tag.
    func isUsed(_ tag: UInt32) throws -> Bool {
        let uses = try writer.reader.uses(of: tag) + Int64(writer.counts.uses[tag] ?? 0)
        return uses > (row.tagIDs.ids.contains(tag) ? 1 : 0)
    }

    func selectionCount() throws -> Int {
        let pending = writer.counts.usesBySet[InSet(setID: row.setID, value: 0)] ?? 0
        return max(0, Int(try writer.reader.taggedItemCount(inSet: row.setID)) + pending - 1)
    }

    func itemCounts(ofWords words: [String]) throws -> [Int] {
        try words.map { word in
            guard let number = try writer.knownWords[word] ?? writer.reader.wordNumber(word) else { return 0 }
            let stored = try writer.reader.wordCounts(from: WordCounts.firstWord(ofRowWith: number), inSet: row.setID)
            return Int(stored[number]) + writer.evidence.itemCount(ofWord: InSet(setID: row.setID, value: number))
        }
    }

    func isTag(_ key: String) throws -> Bool { try writer.names.match(of: key).byWhole.contains { try isUsed($0) } }

    func tagCount() throws -> Int {
        max(try writer.vocabulary(inSet: row.setID).tagCount, writer.counts.usesBySet.count)
    }

    func style() throws -> NameStyle { try writer.vocabulary(inSet: row.setID).style }

    func newNameRecord() throws -> NewNameRecord { NewNameRecord() }
}

/// Reads what suggestions of new tags need.
extension StoreReader {
    /// Returns the names of the newest tags of a set or, with `nil`, of all sets.
    ///
    /// - Complexity: O(limit).
    package func newestTagNames(limit: Int, inSet setID: Int64? = nil) throws -> [String] {
        guard let setID else {
            return try database.rows("SELECT id, name FROM tag WHERE uses > 0 ORDER BY id DESC LIMIT ?", [limit])
                .mapAll { try $0.name(1) }
        }
        return
            try database.rows(
                """
                SELECT set_tag.tag_id, tag.name FROM set_tag JOIN tag ON tag.id = set_tag.tag_id
                WHERE set_id = ? ORDER BY set_tag.tag_id DESC LIMIT ?
                """, [setID, limit]
            )
            .mapAll { try $0.name(1) }
    }

    /// Returns the number of tags of the items of a set or, with `nil`, of all sets.
    ///
    /// - Complexity: O(tags).
    package func tagCount(inSet setID: Int64? = nil) throws -> Int {
        guard let setID else { return try database.value("SELECT count(*) FROM tag WHERE uses > 0") ?? 0 }
        return try database.value("SELECT count(*) FROM set_tag WHERE set_id = ? AND tag_id > 0", [setID]) ?? 0
    }

    /// Returns how many names in the items of a set or, with `nil`, of all sets became tags.
    package func newNameRecord(inSet setID: Int64? = nil) throws -> NewNameRecord {
        var (expected, hits) = (NewNameKind.allCases.map { _ in 0 }, NewNameKind.allCases.map { _ in 0 })
        let rows = try database.rows(
            "SELECT kind, expected, hits FROM new_name_count WHERE ?1 IS NULL OR set_id = ?1", [setID])
        while let row = try rows.next() {
            let kind = Int(try row[0, 0...Int64(NewNameKind.allCases.count - 1)] as Int64)
            expected[kind] += Int(try row[1, StoredRange.id] as Int64)
            hits[kind] += Int(try row[2, StoredRange.id] as Int64)
        }
        return NewNameRecord(expected: expected, hits: hits)
    }

    /// Returns the names in an item that could have become new tags.
    func newNames(ofItem id: Int64) throws -> [NewNameOutcome] {
        try database.first("SELECT item_id, outcomes FROM new_name WHERE item_id = ?", [id]) { try $0.newNames(1) }
            ?? []
    }

    /// Returns the evidence of an item beyond its row, with its new names; `nil` for an item without evidence.
    func wholeEvidence(ofItem id: Int64) throws -> StoredEvidence? {
        var evidence = try evidence(ofItem: id)
        evidence?.newNames = try newNames(ofItem: id)
        return evidence
    }
}
