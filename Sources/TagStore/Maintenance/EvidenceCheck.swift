internal import GRDB
internal import TagCore

/// A check that compares the words and names of items, and their counts, with a recount.
///
/// Memory is limited by the number of words and of tags: postings are compared by sums that don't depend on their order.
struct EvidenceCheck {
    let reader: StoreReader

    /// The postings of all items, as far as they can be compared.
    private struct PostingSum: Hashable {
        var count = 0
        var mark: UInt64 = 0

        mutating func add(word: InSet<UInt32>, item: Int64, weight: UInt8) {
            count += 1
            let words = [UInt64(word.value), UInt64(bitPattern: word.setID), UInt64(bitPattern: item), UInt64(weight)]
            mark &+= BlockChecksum.of(words)
        }
    }

    /// Adds a finding for each table that differs from the recount.
    func run(into found: FindingList) throws {
        var expected = PostingSum()
        var counts: [InSet<UInt32>: UInt32] = [:]
        var names = PendingEvidence()
        try reader.forEachItem { row in
            guard let evidence = try reader.wholeEvidence(ofItem: row.id) else {
                found.add("evidence of item \(row.id) is missing", kind: "words")
                return
            }
            let words = try expectedWords(of: row, evidence)
            if try words != reader.storedWords(ofItem: row.id) {
                found.add("words of item \(row.id) are wrong", kind: "words")
            }
            guard !row.tagIDs.ids.isEmpty else { return }
            for (word, weight) in zip(words, words.weights) {
                let key = InSet(setID: row.setID, value: word.number)
                counts[key, default: 0] += 1
                expected.add(word: key, item: row.id, weight: ItemWords.byte(ofWeight: weight))
            }
            names.count(row, words: [], evidence, adding: true)
        }
        try checkWords(found)
        try check(expected, found)
        try check(counts, found)
        try check(names, found)
        try checkTagLists(found)
        try checkNameKeys(found)
        try checkMergedTags(found)
    }

    /// Checks that words are numbered from 1 without gaps.
    private func checkWords(_ found: FindingList) throws {
        let last = Int64(try reader.lastWordNumber())
        let numbers: (count: Int64, distinct: Int64, last: Int64)? = try reader.database.first(
            "SELECT count(*), count(DISTINCT id), max(id) FROM word"
        ) { (try $0[0], try $0[1], try $0[2] ?? 0) }
        if let numbers, [numbers.count, numbers.distinct, numbers.last].contains(where: { $0 != last }) {
            found.add("words aren't numbered from 1 to \(last)", kind: "words")
        }
    }

    /// Checks that merged tags don't exist any more.
    private func checkMergedTags(_ found: FindingList) throws {
        let tags: [Int64] = try reader.database.rows("SELECT id FROM tag WHERE id IN (SELECT tag_id FROM merged_tag)")
            .mapAll { try $0[0] }
        for tag in tags { found.add("tag \(tag) is merged, but exists", kind: "names") }
    }

    private func expectedWords(of row: ItemRow, _ evidence: StoredEvidence) throws -> [StoredWord] {
        let words = ItemWords(row)
        let inFields = words.kept.filter { $0.inFields > 0 }
        // A word that is missing has no number, which makes the list wrong.
        let numbers = try inFields.map { try reader.wordNumber($0.word) ?? .max }
        return [StoredWord](
            zip(numbers, inFields.map(\.inFields)), textWords: evidence.textWords,
            limit: words.headCount + ItemWords.otherLimit)
    }

    private func check(_ expected: PostingSum, _ found: FindingList) throws {
        var stored = PostingSum()
        let rows = try reader.database.rows("SELECT word_id, set_id, first_item, items FROM word_posting")
        while let row = try rows.next() {
            let number = UInt32(clamping: try row[0, StoredRange.feature] as Int64)
            let word = InSet(setID: try row[1], value: number)
            for entry in try row.postingChunk(2).entries {
                stored.add(word: word, item: entry.item, weight: entry.weight)
            }
        }
        if stored != expected { found.add("postings of words don't match the items", kind: "words") }
    }

    private func check(_ expected: [InSet<UInt32>: UInt32], _ found: FindingList) throws {
        var rest = expected
        let rows = try reader.database.rows("SELECT first_word, counts, set_id FROM word_count")
        while let row = try rows.next() {
            let counts = try row.wordCounts(0)
            let setID: Int64 = try row[2]
            for (offset, count) in counts.counts.enumerated() {
                let word = counts.firstWord + UInt32(clamping: offset)
                let counted = rest.removeValue(forKey: InSet(setID: setID, value: word)) ?? 0
                guard counted != count else { continue }
                found.add("items with word \(word): \(count) instead of \(counted)", kind: "words")
            }
        }
        for word in Set(rest.keys.map(\.value)).sorted() {
            found.add("count of word \(word) is missing", kind: "words")
        }
    }

    private func check(_ expected: PendingEvidence, _ found: FindingList) throws {
        var rest = expected.names
        let rows = try reader.database.rows("SELECT tag_id, place, found, hits, set_id FROM name_count")
        while let row = try rows.next() {
            let tag = UInt32(clamping: try row[0] as Int64)
            guard let place = NamePlace(rawValue: UInt8(clamping: try row[1] as Int64)) else {
                found.add("name of tag \(tag) has an unknown place", kind: "names")
                continue
            }
            let counted = rest.removeValue(forKey: PendingEvidence.Name(setID: try row[4], tag: tag, place: place))
            let stored = PendingEvidence.NameChange(found: Int(try row[2] as Int64), hits: Int(try row[3] as Int64))
            guard stored != counted ?? PendingEvidence.NameChange() else { continue }
            found.add("counts of the name of tag \(tag) are wrong", kind: "names")
        }
        for tag in Set(rest.keys.map(\.tag)).sorted() {
            found.add("counts of the name of tag \(tag) are missing", kind: "names")
        }
        try checkNewNames(expected.newNames, found)
    }

    private func checkNewNames(_ expected: [InSet<UInt8>: PendingEvidence.NewNameChange], _ found: FindingList) throws {
        var stored: [InSet<UInt8>: PendingEvidence.NewNameChange] = [:]
        let rows = try reader.database.rows("SELECT set_id, kind, expected, hits FROM new_name_count")
        while let row = try rows.next() {
            let name = InSet(setID: try row[0] as Int64, value: UInt8(clamping: try row[1] as Int64))
            stored[name] = PendingEvidence.NewNameChange(
                expected: Int(try row[2] as Int64), hits: Int(try row[3] as Int64))
        }
        for name in Set(expected.keys).union(stored.keys).sorted()
        where expected[name] ?? PendingEvidence.NewNameChange() != stored[name] ?? PendingEvidence.NewNameChange() {
            found.add("counts of new names of set \(name.setID) are wrong", kind: "names")
        }
    }

    private func checkTagLists(_ found: FindingList) throws {
        var firsts: Set<Int64> = []
        try reader.forEachItem { row in firsts.insert(PendingEvidence.firstItem(ofListWith: row.id)) }
        let rows = try reader.database.rows("SELECT first_item FROM tag_list")
        while let row = try rows.next() { firsts.insert(try row[0, StoredRange.id]) }
        for first in firsts.sorted() {
            let stored = try reader.tagLists(from: [first])[first] ?? TagList()
            guard try stored.items != reader.countedTagList(from: first).items else { continue }
            found.add("tags of the items from \(first) are wrong", kind: "tag lists")
        }
    }

    private func checkNameKeys(_ found: FindingList) throws {
        struct Key: Hashable {
            let key: String
            let tag: Int64
            let part: Int64
            let alias: Int64?
        }
        var expected: [Key: Int] = [:]
        func expect(_ name: String, tag: Int64, alias: Int64?) {
            let keys = NameKey.keys(of: name)
            for (part, key) in [keys.whole, keys.lastPart].enumerated() {
                guard let key else { continue }
                expected[Key(key: key, tag: tag, part: Int64(part), alias: alias), default: 0] += 1
            }
        }
        let tags = try reader.database.rows("SELECT id, name FROM tag")
        while let row = try tags.next() { expect(try row.name(1), tag: try row[0], alias: nil) }
        let aliases = try reader.database.rows("SELECT id, name, tag_id FROM alias")
        while let row = try aliases.next() { expect(try row.name(1), tag: try row[2], alias: try row[0]) }
        let rows = try reader.database.rows("SELECT key, tag_id, part, alias_id FROM name_key")
        while let row = try rows.next() {
            let key = Key(key: try row.name(0), tag: try row[1], part: try row[2], alias: try row[3])
            expected[key, default: 0] -= 1
        }
        for tag in Set(expected.filter { $0.value != 0 }.keys.map(\.tag)).sorted() {
            found.add("keys of the names of tag \(tag) are wrong", kind: "names")
        }
    }
}
