internal import Foundation
internal import GRDB
internal import TagCore

/// The evidence that items give for the tags of new items.
extension StoreWriter {
    /// Stores the evidence of an item and, if it has tags, adds it to the counts.
    ///
    /// - Parameters:
    ///   - row: the item as it is stored now.
    ///   - old: the evidence before, and the item; `nil` for a new item.
    /// - Throws: SQLite's errors.
    /// - Complexity: at most five lookups of names for each of the item's words.
    func putEvidence(of row: ItemRow, over old: (row: ItemRow, evidence: StoredEvidence)?) throws {
        let isNew = old == nil && row.evidence == nil
        let (stored, evidence) = try insertEvidence(of: row, over: old, newNames: isNew ? newNames(of: row) : [])
        guard !row.tagIDs.ids.isEmpty else { return }
        self.evidence.count(row, words: stored, evidence, adding: true)
        if self.evidence.isFull { try flushEvidence() }
    }

    /// Stores the evidence of an item, and returns its words and names.
    @discardableResult func insertEvidence(
        of row: ItemRow, over old: (row: ItemRow, evidence: StoredEvidence)?, newNames: [NewNameOutcome] = []
    ) throws -> (words: [StoredWord], evidence: StoredEvidence) {
        let words = ItemWords(row)
        var evidence = try row.evidence ?? newEvidence(of: row, words, over: old)
        if row.evidence == nil, old == nil { evidence.newNames = newNames }
        let stored = try storedWords(of: words, textWords: evidence.textWords)
        try database.run(
            """
            INSERT OR REPLACE INTO item_evidence (item_id, words, field_names, text_names)
            VALUES (?, ?, ?, ?)
            """, [row.id, stored.data, evidence.fieldNames.data, evidence.textNames.data])
        if !evidence.newNames.isEmpty {
            try database.run(
                "INSERT OR REPLACE INTO new_name (item_id, outcomes) VALUES (?, ?)", [row.id, evidence.newNames.data])
        }
        return (stored, evidence)
    }

    /// Subtracts an item that has tags from the counts.
    func uncountEvidence(of row: ItemRow, _ evidence: StoredEvidence) throws {
        guard !row.tagIDs.ids.isEmpty else { return }
        let words = try reader.storedWords(ofItem: row.id)
        self.evidence.count(row, words: words, evidence, adding: false)
        if self.evidence.isFull { try flushEvidence() }
    }

    /// Returns the evidence of a new or edited item.
    ///
    /// An edit of the title keeps the names found in the text, and the other way round.
    private func newEvidence(
        of row: ItemRow, _ words: ItemWords, over old: (row: ItemRow, evidence: StoredEvidence)?
    ) throws -> StoredEvidence {
        var evidence = old?.evidence ?? StoredEvidence()
        let tags = Set(row.tagIDs.ids)
        let hasNewFields = old.map { !$0.row.hasFields(of: row) } ?? true
        if hasNewFields || row.text != nil {
            let found = try NameSearch(words, in: names)
            if hasNewFields {
                evidence.fieldNames = try usedElsewhere(NameSearch.hits(found.inFields, tags: tags), than: row)
            }
            if row.text != nil {
                evidence.textNames = try usedElsewhere(NameSearch.hits(found.inText, tags: tags), than: row)
                evidence.textWords = try textWords(of: words)
            }
        }
        if let words = row.textWords { evidence.textWords = words }
        func marked(_ hits: [NameSearch.Hit]) throws -> [NameSearch.Hit] {
            try hits.map { hit in
                NameSearch.Hit(
                    tag: hit.tag, place: hit.place,
                    isHit: try tags.contains(hit.tag) || tags.contains(reader.tag(mergedFrom: hit.tag)))
            }
        }
        evidence.fieldNames = try marked(evidence.fieldNames)
        evidence.textNames = try marked(evidence.textNames)
        return evidence
    }

    /// Removes tags without other items, because nobody could have chosen a tag before it existed.
    private func usedElsewhere(_ hits: [NameSearch.Hit], than row: ItemRow) throws -> [NameSearch.Hit] {
        try hits.filter { hit in
            let uses = try reader.uses(of: hit.tag) + Int64(counts.uses[hit.tag] ?? 0)
            return uses > (row.tagIDs.ids.contains(hit.tag) ? 1 : 0)
        }
    }

    /// Returns the words of a text that count, in ascending order of their numbers.
    func textWords(of words: ItemWords) throws -> [StoredWord] {
        let counts = words.kept.filter { $0.inText > 0 }
        return zip(try wordNumbers(of: counts.map(\.word)), counts)
            .map { StoredWord(number: $0, inFields: 0, inText: $1.inText) }.sorted { $0.number < $1.number }
    }

    /// Returns the words of an item that count, in ascending order of their numbers.
    ///
    /// - Parameters:
    ///   - words: the words of title, location and note; a text in them has no effect.
    ///   - textWords: the stored words of the text.
    /// - Returns: the words with their occurrences.
    /// - Throws: SQLite's errors.
    func storedWords(of words: ItemWords, textWords: [StoredWord]) throws -> [StoredWord] {
        let inFields = words.kept.filter { $0.inFields > 0 }
        return [StoredWord](
            zip(try wordNumbers(of: inFields.map(\.word)), inFields.map(\.inFields)), textWords: textWords,
            limit: words.headCount + ItemWords.otherLimit)
    }

    /// Returns the numbers of words; new words get the next numbers.
    func wordNumbers(of words: [String]) throws -> [UInt32] {
        if knownWords.count > Self.knownWordLimit { knownWords = [:] }
        return try words.map { word in
            if let known = knownWords[word] { return known }
            let number = try reader.wordNumber(word) ?? addWord(word)
            knownWords[word] = number
            return number
        }
    }

    /// The number of words at which ``knownWords`` is emptied: about 10 MB.
    private static let knownWordLimit = 100_000

    private func addWord(_ word: String) throws -> UInt32 {
        let number = try (lastWord ?? reader.lastWordNumber()) + 1
        try database.run("INSERT INTO word (text, id) VALUES (?, ?)", [word, number])
        lastWord = number
        return number
    }

    // MARK: Writing the counts

    /// Writes the pending changes of words, names and lists of tags.
    func flushEvidence() throws {
        var differences: [Int64: [UInt32: Int]] = [:]
        for (word, items) in evidence.postings.sorted(by: { $0.key < $1.key }) {
            differences[word.setID, default: [:]][word.value] = try changePostings(of: word, items)
        }
        for (setID, differences) in differences.sorted(by: { $0.key < $1.key }) {
            try changeWordCounts(differences, inSet: setID)
        }
        for (name, change) in evidence.names where change != PendingEvidence.NameChange() {
            try database.run(
                "UPDATE name_count SET found = found + ?, hits = hits + ? WHERE tag_id = ? AND set_id = ? AND place = ?",
                [change.found, change.hits, name.tag, name.setID, name.place.rawValue])
            guard database.changesCount == 0 else { continue }
            try database.run(
                "INSERT INTO name_count (tag_id, set_id, place, found, hits) VALUES (?, ?, ?, ?, ?)",
                [name.tag, name.setID, name.place.rawValue, change.found, change.hits])
        }
        try writeNewNames()
        for first in evidence.tagLists.sorted() { try writeTagList(from: first) }
        evidence = PendingEvidence()
    }

    /// Changes the postings of a word in a set.
    ///
    /// - Returns: the change in the number of items with the word.
    func changePostings(of word: InSet<UInt32>, _ items: [Int64: UInt8?]) throws -> Int {
        var changes = items.sorted { $0.key < $1.key }.map { (item: $0.key, weight: $0.value) }[...]
        var difference = 0
        while let first = changes.first {
            let (chunk, start, end) = try reader.postingChunk(of: word, with: first.item)
            var changed = chunk
            let part = changes.prefix { $0.item < end }
            changed.apply(part)
            difference += changed.entries.count - chunk.entries.count
            changes = changes.dropFirst(part.count)
            let rows = changed.rows
            if !chunk.entries.isEmpty, rows.first?.entries.first?.item != start {
                try database.run(
                    "DELETE FROM word_posting WHERE word_id = ? AND set_id = ? AND first_item = ?",
                    [word.value, word.setID, start])
            }
            for row in rows {
                try database.run(
                    "INSERT OR REPLACE INTO word_posting (word_id, set_id, first_item, items) VALUES (?, ?, ?, ?)",
                    [word.value, word.setID, row.entries.first?.item, row.data])
            }
        }
        return difference
    }

    /// Adds differences to the numbers of items of a set with words.
    func changeWordCounts(_ differences: [UInt32: Int], inSet setID: Int64) throws {
        let rows = Dictionary(grouping: differences.keys) { WordCounts.firstWord(ofRowWith: $0) }
        for (first, words) in rows.sorted(by: { $0.key < $1.key }) {
            var counts = try reader.wordCounts(from: first, inSet: setID)
            let before = counts
            for word in words { counts.add(differences[word] ?? 0, to: word) }
            guard counts != before else { continue }
            try database.run(
                "INSERT OR REPLACE INTO word_count (first_word, set_id, counts) VALUES (?, ?, ?)",
                [first, setID, counts.data])
        }
    }

    func writeTagList(from first: Int64) throws {
        let list = try reader.countedTagList(from: first)
        if list.items.isEmpty {
            try database.run("DELETE FROM tag_list WHERE first_item = ?", [first])
        } else {
            try database.run(
                "INSERT OR REPLACE INTO tag_list (first_item, lists) VALUES (?, ?)", [first, list.data(from: first)])
        }
    }
}

extension [StoredWord] {
    /// Combines the words of fields with those of a text, of which only as many count as the limit allows.
    init(_ fields: some Sequence<(UInt32, Int)>, textWords: [StoredWord], limit: Int) {
        var words: [UInt32: StoredWord] = [:]
        for (number, count) in fields { words[number] = StoredWord(number: number, inFields: count, inText: 0) }
        for word in textWords where words[word.number] != nil || words.count < limit {
            words[word.number, default: StoredWord(number: word.number, inFields: 0, inText: 0)].inText = word.inText
        }
        self = words.values.sorted { $0.number < $1.number }
    }
}

extension ItemWords {
    /// Splits the fields of an item, and its text if it is given.
    init(_ row: ItemRow) {
        self.init(title: row.title, location: row.location ?? "", note: row.note, text: row.text ?? "")
    }
}

extension ItemRow {
    /// Whether another row has the same fields, in which names are searched.
    func hasFields(of other: ItemRow) -> Bool {
        title == other.title && location == other.location && note == other.note
    }
}

/// The changes that a transaction makes to the counts of words and names, collected until they are written.
///
/// Each row of `word_posting` is then read and written once for many items.
struct PendingEvidence {
    /// The weight of each word in each changed item; `nil` for items that don't have the word any more.
    private(set) var postings: [InSet<UInt32>: [Int64: UInt8?]] = [:]
    /// The changes of `name_count`; tag 0 is the sum of all tags.
    private(set) var names: [Name: NameChange] = [:]
    /// The changes of `new_name_count`, by the raw value of the kind.
    private(set) var newNames: [InSet<UInt8>: NewNameChange] = [:]
    /// The first items of the rows of `tag_list` to write again.
    private(set) var tagLists: Set<Int64> = []
    /// The number of elements in ``postings``.
    private var size = 0

    /// A tag, and the place where its name was found in the items of a set.
    struct Name: Hashable {
        let setID: Int64
        let tag: UInt32
        let place: NamePlace
    }

    /// The difference to the counts of a name.
    struct NameChange: Hashable {
        var found = 0
        var hits = 0
    }

    /// The difference to the counts of new names.
    struct NewNameChange: Hashable {
        var expected = 0
        var hits = 0
    }

    /// The number of postings at which they are written, which take about 20 MB.
    private static let limit = 300_000
    /// The number of items in a row of `tag_list`.
    static let itemsPerList: Int64 = 128

    /// Whether nothing changed.
    var isEmpty: Bool { postings.isEmpty && names.isEmpty && newNames.isEmpty && tagLists.isEmpty }

    /// Whether the changes must be written now.
    var isFull: Bool { size > Self.limit }

    /// Adds the words and names of a tagged item, or subtracts them.
    mutating func count(_ row: ItemRow, words: [StoredWord], _ found: StoredEvidence, adding: Bool) {
        for (word, weight) in zip(words, words.weights) {
            let byte = ItemWords.byte(ofWeight: weight)
            setWeight(of: InSet(setID: row.setID, value: word.number), in: row.id, adding ? byte : nil)
        }
        let sign = adding ? 1 : -1
        for outcome in found.newNames {
            let name = InSet(setID: row.setID, value: outcome.kind.rawValue)
            newNames[name, default: NewNameChange()].expected += sign * outcome.expected
            newNames[name, default: NewNameChange()].hits += outcome.isHit ? sign : 0
        }
        for hit in found.names {
            for tag in [hit.tag, 0] {
                let name = Name(setID: row.setID, tag: tag, place: hit.place)
                self.names[name, default: NameChange()].found += sign
                self.names[name, default: NameChange()].hits += hit.isHit ? sign : 0
            }
        }
    }

    /// Returns the number of changed items with a word.
    func itemCount(ofWord word: InSet<UInt32>) -> Int { postings[word]?.count ?? 0 }

    /// Sets the weight of a word in an item; `nil` removes the word.
    mutating func setWeight(of word: InSet<UInt32>, in item: Int64, _ weight: UInt8?) {
        postings[word, default: [:]].updateValue(weight, forKey: item)
        size += 1
    }

    /// Records that the tags of an item changed.
    mutating func changeTags(ofItem item: Int64) { tagLists.insert(Self.firstItem(ofListWith: item)) }

    /// Returns the key of the row of `tag_list` that has an item.
    static func firstItem(ofListWith item: Int64) -> Int64 { item / itemsPerList * itemsPerList }
}
