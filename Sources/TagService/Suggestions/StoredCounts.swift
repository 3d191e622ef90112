internal import Suggestions
internal import TagCore
internal import TagStore

/// The data that queries have read from a snapshot, valid until an item changes.
struct CountCache: Sendable {
    /// The set whose items the data is about; `nil` for all sets.
    private(set) var setID: Int64?
    var taggedItemCount: Int?
    var mostUsed: (limit: Int, tags: [UInt32]) = (0, [])
    var uses: [UInt32: UInt32] = [:]
    var pairs: [UInt32: PairCounts] = [:]
    var newest: [UInt32: (limit: Int, selections: [[UInt32]])] = [:]
    /// The number of tagged items with each word, by the word's number; `nil` before they are read.
    var wordCounts: [UInt32]?
    /// The numbers of words that were looked up; `nil` for a word that no item has.
    var wordNumbers: [String: UInt32?] = [:]
    var words: [Int64: ItemWordList] = [:]
    var tagLists: [Int64: TagList] = [:]
    /// The tags that language models attached, by item; `nil` before they are read.
    var tagsByAI: [Int64: Set<UInt32>]?
    var nameRates: NameRates?
    var tagCount: Int?
    var nameStyle: NameStyle?
    var newNameRecord: NewNameRecord?
    var calibrations: [Calibration.Evidence: Calibration] = [:]
    /// The results of looking up names; valid until a tag changes.
    var names = KnownNames()
    /// The scores of the last query, because typing repeats its evidence at each key.
    var last: KnownScores?
    /// The number of elements in ``pairs``, ``newest``, ``wordNumbers``, ``words`` and ``tagLists``.
    var size = 0

    /// The number of elements at which the cache is emptied: about 30 MB.
    private static let limit = 4_000_000

    /// Empties the cache if it has grown beyond its limit.
    mutating func bound() { if size > Self.limit { self = CountCache(setID: setID) } }

    /// Creates an empty cache.
    init(setID: Int64? = nil) { self.setID = setID }

    /// Empties the cache, except for names, if it is about another set.
    mutating func use(setID: Int64?) {
        guard setID != self.setID else { return }
        let names = names
        self = CountCache(setID: setID)
        self.names = names
    }
}

/// The scores of tags by the evidence of a query.
///
/// A class, to avoid retaining every array of the scores on each copy.
final class KnownScores: Sendable {
    let evidence: Evidence
    /// The scores; `nil` if nothing is known.
    let scores: EvidenceScores?

    init(_ scores: EvidenceScores?, by evidence: Evidence) {
        self.evidence = evidence
        self.scores = scores
    }
}

/// The words of an item with their weights.
struct ItemWordList: Sendable {
    let words: [UInt32]
    let weights: [Float]

    init(_ words: [StoredWord]) {
        self.words = words.map(\.number)
        weights = words.weights.map { Float($0) }
    }
}

/// A saved item that the counts are to be without.
struct LeftOutItem: Equatable {
    let id: Int64
    let tags: [UInt32]
    let words: Set<UInt32>
    let names: [NameSearch.Hit]

    /// Reads an item; `nil` for one that isn't counted in the set.
    init?(_ id: Int64, inSet setID: Int64?, in reader: StoreReader) throws {
        guard let row = try reader.item(id: id), !row.tagIDs.ids.isEmpty, setID == nil || row.setID == setID else {
            return nil
        }
        self.id = id
        tags = row.tagIDs.ids
        words = Set(try reader.storedWords(ofItem: id).map(\.number))
        names = try reader.currentNames(ofItem: id)
    }
}

/// The counts of a database, read within a transaction through a cache.
final class StoredCounts {
    let reader: StoreReader
    /// The data read so far, which later queries use unless an item changes.
    private(set) var cache: CountCache
    /// The names of tags.
    let names: StoredNames
    /// The item that the counts are without.
    private var leftOut: LeftOutItem?
    /// The set whose items are counted; `nil` for all sets.
    let setID: Int64?
    /// The descriptions of tags; `nil` before the first query about an item.
    private(set) var described: DescribedTags?
    /// The numbers of the words of descriptions that were asked for.
    private var describedNumbers: [String: UInt32] = [:]
    /// The tags whose descriptions have the words, by the words' numbers.
    private var describedTags: [UInt32: [(tag: UInt32, weight: Float)]] = [:]

    /// Creates a source of the counts that a reader sees, of the items of a set or, with `nil`, of all sets.
    init(
        _ reader: StoreReader, inSet setID: Int64? = nil, cache: CountCache = CountCache(),
        described: DescribedTags? = nil
    ) {
        self.reader = reader
        self.setID = setID
        self.described = described
        self.cache = cache
        self.cache.use(setID: setID)
        self.cache.bound()
        names = StoredNames(reader, known: cache.names)
        // Two that refer to the names would copy them all when one is added.
        self.cache.names = KnownNames()
    }

    /// The cache for the next query.
    var nextCache: CountCache {
        var next = cache
        next.names = names.known
        return next
    }

    /// Scores tags by the evidence, or returns the scores of the last query if it had the same evidence.
    func scores(by evidence: Evidence, _ linear: LinearTagModel?) throws -> EvidenceScores? {
        if let last = cache.last, last.evidence == evidence { return last.scores }
        let scores = try EvidenceScores(
            given: evidence.given, item: try question(about: evidence), model: linear, limit: evidence.limit, from: self
        )
        cache.last = KnownScores(scores, by: evidence)
        return scores
    }

    /// Counts from now on as if an item had not been saved; `nil` for all items.
    func leaveOut(_ id: Int64?) throws {
        cache.bound()
        leftOut = try id.flatMap { try LeftOutItem($0, inSet: setID, in: reader) }
    }

    /// Returns the number of items of all sets with a tag, including an item that the counts are without.
    func itemCount(of tag: UInt32) throws -> Int {
        setID == nil ? Int(try storedUses(of: tag)) : Int(clamping: try reader.uses(of: tag))
    }

    /// Returns how scores become probabilities.
    func calibration(of scores: EvidenceScores?) throws -> Calibration {
        let evidence = Calibration.Evidence(hasItem: scores?.hasItem ?? false, given: scores?.givenCount ?? 0)
        if let known = cache.calibrations[evidence] { return known }
        let calibration = try reader.calibration(of: evidence)
        cache.calibrations[evidence] = calibration
        return calibration
    }
}

/// What suggestions of new tags need.
extension StoredCounts {
    /// Returns the number of tags.
    func tagCount() throws -> Int {
        let count = try cache.tagCount ?? reader.tagCount(inSet: setID)
        cache.tagCount = count
        return count
    }

    /// Returns how the names of tags are spelled.
    func nameStyle() throws -> NameStyle {
        let style = try cache.nameStyle ?? NameStyle(reader.newestTagNames(limit: NameStyle.sampleSize, inSet: setID))
        cache.nameStyle = style
        return style
    }

    /// Returns how many names in items became tags.
    func newNameRecord() throws -> NewNameRecord {
        let record = try cache.newNameRecord ?? reader.newNameRecord(inSet: setID)
        cache.newNameRecord = record
        return record
    }
}

extension StoredCounts: CooccurrenceSource {
    func selectionCount() throws -> Int {
        let count = try cache.taggedItemCount ?? Int(reader.taggedItemCount(inSet: setID))
        cache.taggedItemCount = count
        return count - (leftOut == nil ? 0 : 1)
    }

    func uses(of tags: [UInt32]) throws -> [UInt32] {
        try tags.map { tag in
            let uses = try storedUses(of: tag)
            return leftOut?.tags.contains(tag) == true ? uses - min(uses, 1) : uses
        }
    }

    private func storedUses(of tag: UInt32) throws -> UInt32 {
        if let known = cache.uses[tag] { return known }
        let uses = UInt32(clamping: try reader.uses(of: tag, inSet: setID))
        cache.uses[tag] = uses
        return uses
    }

    func mostUsed(limit: Int) throws -> [UInt32] {
        if cache.mostUsed.limit >= limit { return Array(cache.mostUsed.tags.prefix(limit)) }
        let tags = try reader.mostUsedTags(limit: limit, inSet: setID).compactMap { UInt32(exactly: $0) }
        cache.mostUsed = (limit, tags)
        return tags
    }

    func pairs(of tag: UInt32) throws -> PairCounts {
        var row = try storedPairs(of: tag)
        guard let leftOut, leftOut.tags.contains(tag) else { return row }
        for other in leftOut.tags where other != tag { row.change(other, adding: false) }
        return row
    }

    private func storedPairs(of tag: UInt32) throws -> PairCounts {
        if let known = cache.pairs[tag] { return known }
        let row = try reader.pairCounts(of: tag, inSet: setID)
        cache.pairs[tag] = row
        cache.size += row.entries.count * 2
        return row
    }

    func newestSelections(holding tag: UInt32, limit: Int) throws -> [[UInt32]] {
        if leftOut == nil, let known = cache.newest[tag], known.limit >= limit {
            return Array(known.selections.prefix(limit))
        }
        var items: [(id: Int64, tags: [UInt32])] = []
        if let setID {
            items = try reader.newestItems(holding: tag, inSet: setID, limit: limit + 1)
        } else {
            try reader.forEachItem(holding: tag, before: .max, limit: limit + 1) { items.append(($0, $1)) }
        }
        let selections = items.filter { $0.id != leftOut?.id }.map(\.tags)
        if leftOut == nil {
            cache.newest[tag] = (limit, selections)
            cache.size += selections.reduce(0) { $0 + $1.count }
        }
        return Array(selections.prefix(limit))
    }
}

/// The descriptions of tags as items.
extension StoredCounts {
    private func descriptions() throws -> DescribedTags {
        let descriptions = try described ?? DescribedTags(reader)
        described = descriptions
        return descriptions
    }

    /// Returns the number of a word of a description; a word that no item has gets a number that no stored word has.
    private func number(ofDescribed word: String, in descriptions: DescribedTags) throws -> UInt32 {
        if let known = describedNumbers[word] { return known }
        let number = try storedNumber(of: word) ?? UInt32.max - UInt32(clamping: describedNumbers.count)
        describedNumbers[word] = number
        let tags = descriptions.tags(with: word)
        describedTags[number] =
            try setID.map { set in try tags.filter { try reader.isTag($0.tag, ofSet: set) } } ?? tags
        return number
    }

    /// Returns the words of a tag's description with their numbers.
    private func wordList(ofDescribed tag: UInt32) throws -> (words: [UInt32], weights: [Float]) {
        let words = try descriptions().words(of: tag)
        let numbers = try numbers(of: words.map(\.word))
        let known = zip(numbers, words).compactMap { number, word in number.map { ($0, word.weight) } }
        return (known.map(\.0), known.map(\.1))
    }
}

extension StoredCounts: ItemSource {
    func describedItemCount() throws -> Int { try selectionCount() + descriptions().count }

    func numbers(of words: [String]) throws -> [UInt32?] {
        let descriptions = try descriptions()
        return try words.map { word in
            try descriptions.contains(word) ? number(ofDescribed: word, in: descriptions) : storedNumber(of: word)
        }
    }

    private func storedNumber(of word: String) throws -> UInt32? {
        if let known = cache.wordNumbers[word] { return known }
        let number = try reader.wordNumber(word)
        // A word takes as much memory as about ten elements.
        if cache.wordNumbers.updateValue(number, forKey: word) == nil { cache.size += 10 }
        return number
    }

    func itemCounts(ofWords words: [UInt32]) throws -> [UInt32] {
        let counts = try cache.wordCounts ?? reader.wordCounts(inSet: setID)
        cache.wordCounts = counts
        return words.map { word in
            let count = Int(word) < counts.count ? counts[Int(word)] : 0
            let described = UInt32(clamping: describedTags[word]?.count ?? 0)
            return (leftOut?.words.contains(word) == true ? count - min(count, 1) : count) + described
        }
    }

    func postings(of word: UInt32, limit: Int) throws -> [Posting] {
        let stored = try reader.postings(of: word, limit: leftOut == nil ? limit : limit + 1, inSet: setID)
        let described = (describedTags[word] ?? [])
            .map { Posting(item: DescribedTags.item(of: $0.tag), weight: $0.weight) }
        let items = stored.lazy.filter { $0.item != self.leftOut?.id }
            .map { Posting(item: $0.item, weight: Float(ItemWords.weight(ofByte: $0.weight))) }
        return Array((described + items).prefix(limit))
    }

    func words(of items: [Int64]) throws -> WordLists {
        var lists = WordLists()
        for item in items {
            if let tag = DescribedTags.tag(of: item) {
                let list = try wordList(ofDescribed: tag)
                lists.append(words: list.words, weights: list.weights)
                continue
            }
            let list = try cache.words[item] ?? ItemWordList(reader.storedWords(ofItem: item))
            if cache.words.updateValue(list, forKey: item) == nil { cache.size += 2 * list.words.count }
            lists.append(words: list.words, weights: list.weights)
        }
        return lists
    }

    func tags(of items: [Int64]) throws -> TagLists {
        try readTagLists(of: items.filter { DescribedTags.tag(of: $0) == nil })
        let byAI = try tagsByAI()
        var lists = TagLists()
        // Most items are in the same list as the one before.
        var (last, list): (Int64?, TagList?) = (nil, nil)
        for item in items {
            if let tag = DescribedTags.tag(of: item) {
                lists.append([tag])
                continue
            }
            let first = StoreReader.firstItem(ofListWith: item)
            if first != last { (last, list) = (first, cache.tagLists[first]) }
            lists.append(list?[item] ?? [], halved: byAI[item] ?? [])
        }
        return lists
    }

    private func tagsByAI() throws -> [Int64: Set<UInt32>] {
        if let known = cache.tagsByAI { return known }
        let tags = try reader.tagsByAI()
        cache.tagsByAI = tags
        cache.size += tags.values.reduce(0) { $0 + $1.count + 4 }
        return tags
    }

    /// Reads the lists with items that aren't in the cache.
    private func readTagLists(of items: [Int64]) throws {
        var (last, missing): (Int64?, Set<Int64>) = (nil, [])
        for item in items {
            let first = StoreReader.firstItem(ofListWith: item)
            if first != last, cache.tagLists[first] == nil { missing.insert(first) }
            last = first
        }
        for (first, list) in try reader.tagLists(from: missing.sorted()) {
            cache.tagLists[first] = list
            cache.size += list.items.reduce(0) { $0 + $1.tags.count + 2 }
        }
    }

    func nameRecords(of tags: [UInt32]) throws -> [NameRecord] {
        try tags.map { tag in
            var record = NameRecord(try reader.nameCounts(of: tag, inSet: setID))
            for hit in leftOut?.names ?? [] where hit.tag == tag {
                record.count(hit.place, isHit: hit.isHit, adding: false)
            }
            return record
        }
    }

    func nameRates() throws -> NameRates {
        var rates = try cache.nameRates ?? NameRates(reader.nameCounts(of: 0, inSet: setID))
        cache.nameRates = rates
        for hit in leftOut?.names ?? [] { rates.count(hit.place, isHit: hit.isHit, adding: false) }
        return rates
    }
}
