internal import Foundation
internal import GRDB
package import TagCore

extension StoreReader {
    /// Returns the calibration of scores by some evidence learned so far.
    package func calibration(of evidence: Calibration.Evidence) throws -> Calibration {
        try LearnedState(in: self).calibrations[evidence] ?? Calibration(of: evidence)
    }

    /// Returns the mixture with a shared model learned so far.
    package func mixture(withModel mark: UInt64) throws -> Mixture {
        guard let mixture = try LearnedState(in: self).mixture, mixture.model == mark else {
            return Mixture(model: mark)
        }
        return mixture
    }

    /// Returns the mixture with the model used last; `nil` before the first sample with a model.
    package func mixture() throws -> Mixture? { try LearnedState(in: self).mixture }

    /// Returns the number of items with a calibration sample.
    package func sampleCount() throws -> Int {
        try database.value("SELECT count(*) FROM item WHERE calibration_sample IS NOT NULL") ?? 0
    }

    /// Returns the shared model in use, or `nil` without a model.
    package func model() throws -> StoreReader.ModelReference? {
        try database.first("SELECT model_path, model_hash FROM state") { try $0.model(0) } ?? nil
    }
}

extension StoreReader {
    /// The path of the shared model that a database uses, and the hash that its content must have.
    package struct ModelReference: Hashable, Sendable {
        /// The path of the file.
        package let path: String
        /// The SHA-256 of the file's content, 32 bytes.
        package let hash: [UInt8]

        package init(path: String, hash: [UInt8]) {
            self.path = path
            self.hash = hash
        }

        /// Returns the first eight bytes of a hash, which samples store to identify a model.
        package static func mark(of hash: [UInt8]) -> UInt64 {
            hash.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

/// Reads for comparing tags by their items.
extension StoreReader {
    /// Returns the number of items with both of two tags.
    ///
    /// - Complexity: linear in the number of items with the first tag.
    package func itemCount(with tagID: Int64, and other: Int64) throws -> Int {
        try database.value(
            """
            SELECT count(*) FROM posting AS first JOIN posting AS second USING (item_id)
            WHERE first.tag_id = ? AND second.tag_id = ?
            """, [tagID, other]) ?? 0
    }

    /// Returns the words with numbers, in the order of the numbers; numbers without a word are left out.
    package func words(numbered numbers: [UInt32]) throws -> [String] {
        try numbers.compactMap { number in
            try database.first("SELECT text FROM word WHERE id = ?", [number]) { try $0.name(0) }
        }
    }

    /// Calls a closure with the title, site and tags of each tagged item, oldest first.
    package func forEachTitle(_ body: (_ title: String, _ site: String?, _ tags: [UInt32]) throws -> Void) throws {
        let rows = try database.rows("SELECT title, site, tag_ids FROM item WHERE length(tag_ids) > 0 ORDER BY id")
        while let row = try rows.next() { try body(row[0], row[1], row.tagIDs(2).ids) }
    }
}

/// The words of items and the names found in them.
extension StoreReader {
    /// Returns the number of items with tags, in a set or, with `nil`, in all sets.
    package func taggedItemCount(inSet setID: Int64? = nil) throws -> Int64 {
        if let setID { return try uses(of: 0, inSet: setID) }
        return try database.value("SELECT tagged_item_count FROM state", in: StoredRange.id) ?? 0
    }

    /// Returns how often items were saved, deleted or edited.
    package func itemChanges() throws -> Int64 {
        try database.value("SELECT item_changes FROM state", in: StoredRange.id) ?? 0
    }

    /// Returns the number of a word of items; `nil` for a word that no item had yet.
    package func wordNumber(_ word: String) throws -> UInt32? {
        let number: Int64? = try database.value("SELECT id FROM word WHERE text = ?", [word], in: StoredRange.feature)
        return number.flatMap { UInt32(exactly: $0) }
    }

    /// Returns the highest number of a word; zero if there are no words.
    func lastWordNumber() throws -> UInt32 {
        let number: Int64? = try database.value("SELECT max(id) FROM word", in: StoredRange.feature)
        return UInt32(clamping: number ?? 0)
    }

    /// Returns the row of counts of a set that begins with a word, which may be empty.
    func wordCounts(from firstWord: UInt32, inSet setID: Int64) throws -> WordCounts {
        try database.first(
            "SELECT first_word, counts FROM word_count WHERE first_word = ? AND set_id = ?", [firstWord, setID]
        ) { try $0.wordCounts(0) } ?? WordCounts(firstWord: firstWord)
    }

    /// Returns the number of tagged items with each word, by the word's number, in a set or, with `nil`, in all sets.
    ///
    /// The first element is unused, and words after the last element have no items.
    ///
    /// - Complexity: O(words); 100,000 words take tenths of a millisecond.
    package func wordCounts(inSet setID: Int64? = nil) throws -> [UInt32] {
        var counts: [UInt32] = [0]
        let rows = try database.rows(
            """
            SELECT first_word, counts FROM word_count WHERE ?1 IS NULL OR set_id = ?1
            ORDER BY first_word
            """, [setID])
        while let row = try rows.next() {
            let found = try row.wordCounts(0)
            let (first, end) = (Int(found.firstWord), Int(found.firstWord) + found.counts.count)
            if counts.count < end { counts += Array(repeating: 0, count: end - counts.count) }
            for (place, count) in found.counts.enumerated() { counts[first + place] &+= count }
        }
        return counts
    }

    /// Returns the newest tagged items with a word, newest first, of a set or, with `nil`, of all sets.
    ///
    /// - Complexity: O(limit · sets).
    package func postings(of word: UInt32, limit: Int, inSet setID: Int64? = nil) throws -> [StoredPosting] {
        guard let setID else {
            let ids: [Int64] = try database.rows("SELECT id FROM tag_set").mapAll { try $0[0] }
            let found = try ids.map { try self.postings(of: word, limit: limit, inSet: $0) }.filter { !$0.isEmpty }
            guard found.count > 1 else { return found.first ?? [] }
            return Array(found.joined().sorted { $0.item > $1.item }.prefix(limit))
        }
        let rows = try database.rows(
            """
            SELECT word_id, first_item, items FROM word_posting WHERE word_id = ? AND set_id = ?
            ORDER BY first_item DESC
            """, [word, setID])
        var postings: [StoredPosting] = []
        while postings.count < limit, let row = try rows.next() {
            postings += try row.postingChunk(1).entries.reversed().prefix(limit - postings.count)
        }
        return postings
    }

    /// Returns the row of a word's postings that has an item or would get it, its first item, and that of the next row.
    func postingChunk(
        of word: InSet<UInt32>, with item: Int64
    ) throws -> (chunk: PostingChunk, start: Int64, end: Int64) {
        let end: Int64? = try database.value(
            "SELECT min(first_item) FROM word_posting WHERE word_id = ? AND set_id = ? AND first_item > ?",
            [word.value, word.setID, item])
        let found = try database.first(
            """
            SELECT word_id, first_item, items FROM word_posting WHERE word_id = ? AND set_id = ? AND first_item <= ?
            ORDER BY first_item DESC LIMIT 1
            """, [word.value, word.setID, item]
        ) { (chunk: try $0.postingChunk(1), start: try $0[1] as Int64) }
        return (found?.chunk ?? PostingChunk([]), found?.start ?? item, end ?? .max)
    }

    /// Returns the words of an item that count, in ascending order; empty for an item without words.
    package func storedWords(ofItem id: Int64) throws -> [StoredWord] {
        try database.first("SELECT item_id, words FROM item_evidence WHERE item_id = ?", [id]) { try $0.storedWords(1) }
            ?? []
    }

    /// Returns the words of an item with their weights.
    package func weightedWords(ofItem id: Int64, withFunctionWords: Bool) throws -> [(number: UInt32, weight: Double)] {
        let words = try storedWords(ofItem: id)
        let weighted = zip(words, words.weights).map { (number: $0.number, weight: $1) }
        guard !withFunctionWords else { return weighted }
        return try weighted.filter { try !self.words(numbered: [$0.number]).contains(where: StopWords.contains) }
    }

    /// Returns the evidence of an item beyond its row.
    package func evidence(ofItem id: Int64) throws -> StoredEvidence? {
        try database.first("SELECT item_id, words, field_names, text_names FROM item_evidence WHERE item_id = ?", [id])
        { try $0.evidence(1) }
    }

    /// Returns the names found in an item, by the tags that exist now: merged tags are replaced, deleted ones left out.
    ///
    /// - Complexity: O(names).
    package func currentNames(ofItem id: Int64) throws -> [NameSearch.Hit] {
        try evidence(ofItem: id)?.names
            .compactMap { hit in
                let tag = try tag(mergedFrom: hit.tag)
                guard try self.tag(id: Int64(tag)) != nil else { return nil }
                return NameSearch.Hit(tag: tag, place: hit.place, isHit: hit.isHit)
            } ?? []
    }

    /// Returns the id of the oldest of the newest items with words.
    package func firstItemWithWords(ofNewest count: Int) throws -> Int64 {
        try database.value(
            """
            SELECT min(item_id) FROM
            (SELECT item_id FROM item_evidence ORDER BY item_id DESC LIMIT ?)
            """, [count]) ?? 0
    }

    /// Calls a closure with the words and tags of each tagged item from an id on, oldest first.
    package func forEachTaggedItem(
        from first: Int64 = 0, _ body: (_ id: Int64, _ words: [StoredWord], _ tags: [UInt32]) throws -> Void
    ) throws {
        let rows = try database.rows(
            """
            SELECT item_id, words, tag_ids FROM item_evidence JOIN item ON item.id = item_id
            WHERE length(tag_ids) > 0 AND item_id >= ? ORDER BY item_id
            """, [first])
        while let row = try rows.next() { try body(row[0, StoredRange.id], row.storedWords(1), row.tagIDs(2).ids) }
    }

    /// Calls a closure with the words of each item that matches a condition.
    ///
    /// - Complexity: linear in the number of items and words.
    package func forEachItem(
        matching condition: ItemCondition, _ body: (_ id: Int64, _ words: [StoredWord]) throws -> Void
    ) throws {
        let (sql, values) = try visible(condition)
        let rows = try database.uncachedRows(
            "SELECT item_id, words FROM item_evidence JOIN item ON item.id = item_id WHERE \(sql)", values)
        while let row = try rows.next() { try body(row[0, StoredRange.id], row.storedWords(1)) }
    }

    /// Returns the tags of the tagged items in rows of ``firstItem(ofListWith:)``.
    package func tagLists(from firsts: [Int64]) throws -> [Int64: TagList] {
        var lists: [Int64: TagList] = [:]
        for first in firsts {
            lists[first] =
                try database.first("SELECT first_item, lists FROM tag_list WHERE first_item = ?", [first]) {
                    try $0.tagList(0)
                } ?? TagList()
        }
        return lists
    }

    /// Returns the key of the row of tags that has an item.
    package static func firstItem(ofListWith item: Int64) -> Int64 { PendingEvidence.firstItem(ofListWith: item) }

    /// Collects the tags of the items of a row from the items.
    func countedTagList(from first: Int64) throws -> TagList {
        var list = TagList()
        let rows = try database.rows(
            "SELECT id, tag_ids FROM item WHERE id BETWEEN ? AND ? AND length(tag_ids) > 0 ORDER BY id",
            [first, first + PendingEvidence.itemsPerList - 1])
        while let row = try rows.next() { list.append(try row[0], try row.tagIDs(1).ids) }
        return list
    }
}

/// The names of tags as they are found in text.
extension StoreReader {
    /// Returns the tags whose names have a key, and whether longer keys begin with it.
    func nameMatch(of key: String) throws -> NameMatch {
        let rows = try database.rows(
            "SELECT key, tag_id, part FROM name_key WHERE key >= ? ORDER BY key, tag_id, part", [key])
        var match = NameMatch(mayContinue: false)
        while let row = try rows.next() {
            let found = try row.name(0)
            guard found.utf8.elementsEqual(key.utf8) else {
                match.mayContinue = found.utf8.starts(with: key.utf8)
                break
            }
            let tag = UInt32(clamping: try row[1, StoredRange.feature] as Int64)
            if try row[2] { match.byLastPart.append(tag) } else { match.byWhole.append(tag) }
        }
        return match
    }

    /// Returns how often the names of tags were found, including those of tags that were merged into them.
    ///
    /// - Parameters:
    ///   - tag: the tag; 0 for the sum of all tags.
    ///   - setID: the set of the items; `nil` for all sets.
    /// - Returns: the numbers of tagged items by place, and how many of them had the tag; a place can be listed twice.
    /// - Throws: SQLite's errors.
    package func nameCounts(
        of tag: UInt32, inSet setID: Int64? = nil
    ) throws -> [(place: NamePlace, found: Int, hits: Int)] {
        try database.rows(
            """
            WITH RECURSIVE source (id) AS (
                SELECT ?1 UNION SELECT tag_id FROM merged_tag JOIN source ON into_id = source.id
            )
            SELECT tag_id, place, found, hits FROM name_count
            WHERE tag_id IN (SELECT id FROM source) AND (?2 IS NULL OR set_id = ?2)
            """, [tag, setID]
        )
        .mapAll { row in
            let place: Int64 = try row[1, 0...Int64(NamePlace.allCases.count - 1)]
            return (
                NamePlace.allCases[Int(place)], Int(try row[2, StoredRange.id] as Int64),
                Int(try row[3, StoredRange.id] as Int64)
            )
        }
    }

    /// Returns the tag that a tag was merged into, if any, or the tag itself.
    func tag(mergedFrom tag: UInt32) throws -> UInt32 {
        var known: Set<UInt32> = [tag]
        var tag = tag
        while let into: Int64 = try database.value(
            "SELECT into_id FROM merged_tag WHERE tag_id = ?", [tag], in: StoredRange.feature),
            let next = UInt32(exactly: into), known.insert(next).inserted
        { tag = next }
        return tag
    }
}

/// The names of tags in a database, with the keys that were looked up before.
///
/// ```
/// let names = StoredNames(reader)
/// let search = try NameSearch(words, in: names)
/// ```
package final class StoredNames: NameIndex {
    private let reader: StoreReader
    /// The results of earlier lookups.
    package private(set) var known: KnownNames

    /// Creates an index of the names in a snapshot.
    ///
    /// - Parameters:
    ///   - reader: the snapshot.
    ///   - known: the results of lookups in a snapshot with the same names.
    package init(_ reader: StoreReader, known: KnownNames = KnownNames()) {
        (self.reader, self.known) = (reader, known)
    }

    package func match(of key: String) throws -> NameMatch { try known.match(of: key, in: reader) }

    /// Forgets what a new name with a key changes.
    func forget(_ key: String) { known.forget(key) }

    /// Forgets everything, after a name was removed.
    func forgetAll() { known = KnownNames() }
}

/// The results of looking up names of tags: of each key, or of all keys if there are many lookups of few names.
package struct KnownNames: Sendable {
    /// The results of lookups, including those without a match.
    private var matches: [String: NameMatch] = [:]
    /// All names; `nil` before many keys were looked up, or if there are too many names.
    private var all: SortedNames?
    /// The number of lookups in the database.
    private var lookups = 0

    /// The number of keys at which ``matches`` is emptied: about 5 MB.
    private static let limit = 50_000
    /// The number of lookups after which all names are read.
    private static let manyLookups = 200
    /// The maximum number of names that are read, which take about 2 MB.
    private static let nameLimit = 20_000

    package init() {}

    fileprivate mutating func match(of key: String, in reader: StoreReader) throws -> NameMatch {
        if let all { return all.match(of: key) }
        if let match = matches[key] { return match }
        lookups += 1
        if lookups == Self.manyLookups, let all = try reader.sortedNames(limit: Self.nameLimit) {
            (self.all, matches) = (all, [:])
            return all.match(of: key)
        }
        if matches.count > Self.limit { matches = [:] }
        let match = try reader.nameMatch(of: key)
        matches[key] = match
        return match
    }

    fileprivate mutating func forget(_ key: String) {
        if all != nil { (all, lookups) = (nil, 0) }
        var rest = Substring(key)
        while !rest.isEmpty {
            matches[String(rest)] = nil
            rest.unicodeScalars.removeLast()
        }
    }
}

/// All names of tags, sorted by key.
private struct SortedNames: Sendable {
    private var keys: [String] = []
    private var matches: [NameMatch] = []

    /// Appends a name with a key that isn't below the last.
    mutating func append(_ key: String, _ tag: UInt32, isLastPart: Bool) {
        if !(keys.last?.utf8.elementsEqual(key.utf8) ?? false) {
            keys.append(key)
            matches.append(NameMatch(mayContinue: false))
        }
        if isLastPart {
            matches[matches.count - 1].byLastPart.append(tag)
        } else {
            matches[matches.count - 1].byWhole.append(tag)
        }
    }

    /// Returns the tags with a key, and whether longer keys begin with it.
    ///
    /// - Complexity: O(log *n*).
    func match(of key: String) -> NameMatch {
        var range = keys.startIndex..<keys.endIndex
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            range =
                keys[middle].utf8.lexicographicallyPrecedes(key.utf8)
                ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        let isFound = range.lowerBound < keys.endIndex && keys[range.lowerBound].utf8.elementsEqual(key.utf8)
        var match = isFound ? matches[range.lowerBound] : NameMatch()
        let next = range.lowerBound + (isFound ? 1 : 0)
        match.mayContinue = next < keys.endIndex && keys[next].utf8.starts(with: key.utf8)
        return match
    }
}

extension StoreReader {
    /// Reads all names of tags; `nil` if there are more than the limit.
    ///
    /// - Complexity: O(names).
    fileprivate func sortedNames(limit: Int) throws -> SortedNames? {
        let rows = try database.rows(
            "SELECT key, tag_id, part FROM name_key ORDER BY key, tag_id, part LIMIT ?", [limit + 1])
        var (names, count) = (SortedNames(), 0)
        while let row = try rows.next() {
            count += 1
            guard count <= limit else { return nil }
            names.append(
                try row.name(0), UInt32(clamping: try row[1, StoredRange.feature] as Int64), isLastPart: try row[2])
        }
        return names
    }
}
