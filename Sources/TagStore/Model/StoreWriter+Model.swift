internal import GRDB
package import TagCore

/// Writing the contents of a shared model, whose counts were computed elsewhere, into a new database.
extension StoreWriter {
    /// Inserts tags with the number of items that have them.
    ///
    /// - Throws: SQLite's error if an id or a key already exists.
    package func insertCounted(_ tags: [(row: TagRow, uses: Int64)]) throws {
        try deferFullTextIndexing()
        try dropIndexes(beforeInserting: tags.map(\.row))
        for (row, uses) in tags {
            try database.run(
                "INSERT INTO tag (id, key, folded, name, uses) VALUES (?, ?, ?, ?, ?)",
                [row.id, row.key.text, row.key.folded, row.name, uses])
            try insertNameKeys(of: row.name, tag: row.id)
        }
    }

    /// Inserts a word, with the number of items that have it.
    ///
    /// Words are inserted in ascending order of their numbers.
    ///
    /// - Throws: SQLite's error if the word already exists.
    package func insertWord(_ text: String, number: UInt32, uses: Int) throws {
        try database.run("INSERT INTO word (text, id) VALUES (?, ?)", [text, number])
        try changeWordCounts([number: uses])
    }

    /// Inserts the pair counts of an existing tag.
    package func insertPairs(_ pairs: PairCounts, of tag: UInt32) throws { try write(pairs, of: tag) }

    /// Inserts an item without counting its tags and words, which must exist.
    ///
    /// - Parameters:
    ///   - row: the item.
    ///   - words: the numbers of its words, in ascending order.
    /// - Throws: SQLite's errors.
    package func insertUncounted(_ row: ItemRow, words: [UInt32]) throws {
        try database.run(
            "INSERT INTO item (id, set_id, title, saved_at, tag_ids) VALUES (?, ?, ?, ?, ?)",
            [row.id, row.setID, row.title, row.savedAt, row.tagIDs.data])
        try insertUncountedPostings(of: row)
        let stored = words.map { StoredWord(number: $0, inFields: 1, inText: 0) }
        try database.run(
            """
            INSERT INTO item_evidence (item_id, words, field_names, text_names)
            VALUES (?, ?, x'', x'')
            """, [row.id, stored.data])
    }

    /// The fewest items with a word that a model keeps: rarer words could tell about a person.
    private static let fewestItems = 3

    /// Removes the words that only a few items have, and writes the postings of the items that are left.
    ///
    /// The numbers of items with each word stay, as those of all items.
    func keepOnlyCommonWords() throws {
        var isCommon: Set<UInt32> = []
        let counts = try database.rows("SELECT first_word, counts FROM word_count")
        while let row = try counts.next() {
            let row = try row.wordCounts(0)
            for (offset, count) in row.counts.enumerated() where count >= Self.fewestItems {
                isCommon.insert(row.firstWord + UInt32(clamping: offset))
            }
        }
        let rare: [String] = try database.rows("SELECT id, text FROM word")
            .mapAll { row -> String? in
                let number = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
                return isCommon.contains(number) ? nil : try row.name(1)
            }
            .compactMap(\.self)
        for word in rare { try database.run("DELETE FROM word WHERE text = ?", [word]) }
        try database.run("DELETE FROM word_posting")
        try database.run("DELETE FROM tag_list")
        let ids: [Int64] = try database.rows("SELECT item_id FROM item_evidence ORDER BY item_id")
            .mapAll { try $0[0, StoredRange.id] }
        for id in ids {
            let words = try reader.storedWords(ofItem: id)
            let common = words.filter { isCommon.contains($0.number) }
            try database.run("UPDATE item_evidence SET words = ? WHERE item_id = ?", [common.data, id])
            evidence.changeTags(ofItem: id)
            for (word, weight) in zip(words, words.weights) where isCommon.contains(word.number) {
                evidence.setWeight(of: word.number, in: id, ItemWords.byte(ofWeight: weight))
            }
            if evidence.isFull { try flushPostings() }
        }
        try flushPostings()
    }

    /// Writes the pending postings and lists of tags, but not their numbers.
    private func flushPostings() throws {
        for (word, items) in evidence.postings.sorted(by: { $0.key < $1.key }) {
            _ = try changePostings(of: word, items)
        }
        for first in evidence.tagLists.sorted() { try writeTagList(from: first) }
        evidence = PendingEvidence()
    }

    /// Stores the number of counted items.
    package func setItemCount(_ count: Int64) throws {
        try database.run("UPDATE state SET item_count = ?, tagged_item_count = ?", [count, count])
    }
}
