import Suggestions
import TagCore

/// Items and their counts in memory, for tests and for evaluation on files.
///
/// Saving and removing update every count exactly, as a database would.
///
/// ```
/// var items = MemoryItems()
/// items.save(ItemWords(title: "Zoo", location: "", note: "", text: ""), tags: ["animals"])
/// items.selectionCount()  // 1
/// ```
struct MemoryItems: ItemSource, Sendable {
    /// The counts that saving an item added.
    private struct Saved {
        let words: [UInt32]
        let weights: [Float]
        let tags: [UInt32]
        let hits: [NameSearch.Hit]
    }

    /// The names of tags by number.
    private(set) var tagNames: [String] = []
    /// The index of the names of tags that are in use.
    private(set) var names = TagNames()
    /// The words by number.
    private(set) var wordTexts: [String] = []
    private var tagNumbers: [String: UInt32] = [:]
    private var wordNumbers: [String: UInt32] = [:]
    /// The items by number; `nil` for a removed item.
    private var items: [Saved?] = []
    /// The tags of each item, without the rest of ``Saved``, because most items read are only asked for their tags.
    private var itemTags: [[UInt32]] = []
    /// The tags that count half in every item.
    var halvedTags: Set<String> = []
    private var count = 0
    private var postings: [[Posting]] = []
    private var tagUses: [UInt32] = []
    private var rows: [PairCounts] = []
    private var records: [NameRecord] = []
    private var rates = NameRates()

    /// Creates an empty collection.
    init() {}

    /// Saves an item.
    ///
    /// - Returns: the item's number.
    @discardableResult mutating func save(_ words: ItemWords, tags: [String]) -> Int64 {
        var distinct: [String] = []
        for tag in tags where !distinct.contains(tag) { distinct.append(tag) }
        let search = NameSearch(words, in: names)
        let tags = distinct.map { number(ofTag: $0) }
        let saved = Saved(
            words: words.kept.map { number(ofWord: $0.word) }, weights: words.weights.map { Float($0) }, tags: tags,
            hits: NameSearch.hits(search.best, tags: tags))
        let item = Int64(items.count)
        items.append(saved)
        itemTags.append(saved.tags)
        count += 1
        for (word, weight) in zip(saved.words, saved.weights) {
            postings[Int(word)].append(Posting(item: item, weight: weight))
        }
        change(saved, adding: true)
        return item
    }

    /// Removes an item and subtracts exactly the counts that saving it added.
    mutating func remove(_ item: Int64) {
        guard let saved = items[Int(item)] else { return }
        items[Int(item)] = nil
        itemTags[Int(item)] = []
        count -= 1
        for word in saved.words { postings[Int(word)].removeAll { $0.item == item } }
        change(saved, adding: false)
    }

    private mutating func change(_ saved: Saved, adding: Bool) {
        for hit in saved.hits {
            records[Int(hit.tag)].count(hit.place, isHit: hit.isHit, adding: adding)
            rates.count(hit.place, isHit: hit.isHit, adding: adding)
        }
        for tag in saved.tags {
            for other in saved.tags where other != tag { rows[Int(tag)].change(other, adding: adding) }
            if adding, tagUses[Int(tag)] == 0 { names.insert(tagNames[Int(tag)], of: tag) }
            if adding { tagUses[Int(tag)] += 1 } else { tagUses[Int(tag)] -= 1 }
            if tagUses[Int(tag)] == 0 { names.remove(tagNames[Int(tag)], of: tag) }
        }
    }

    private mutating func number(ofTag name: String) -> UInt32 {
        if let number = tagNumbers[name] { return number }
        let number = UInt32(tagNames.count)
        tagNumbers[name] = number
        tagNames.append(name)
        tagUses.append(0)
        rows.append(PairCounts())
        records.append(NameRecord())
        return number
    }

    private mutating func number(ofWord word: String) -> UInt32 {
        if let number = wordNumbers[word] { return number }
        let number = UInt32(wordTexts.count)
        wordNumbers[word] = number
        wordTexts.append(word)
        postings.append([])
        return number
    }

    /// Returns the rows to train a linear model from.
    func trainingRows() -> TrainingRows {
        let order = items.indices.filter { items[$0] != nil }.map { Int64($0) }
        return TrainingRows(words: words(of: order), tags: tags(of: order))
    }

    func selectionCount() -> Int { count }

    func numbers(of words: [String]) -> [UInt32?] {
        words.map { word in wordNumbers[word].flatMap { postings[Int($0)].isEmpty ? nil : $0 } }
    }

    func itemCounts(ofWords words: [UInt32]) -> [UInt32] { words.map { UInt32(postings[Int($0)].count) } }

    func postings(of word: UInt32, limit: Int) -> [Posting] { postings[Int(word)].suffix(max(0, limit)).reversed() }

    func words(of items: [Int64]) -> WordLists {
        var lists = WordLists()
        for item in items {
            let saved = self.items[Int(item)]
            lists.append(words: saved?.words ?? [], weights: saved?.weights ?? [])
        }
        return lists
    }

    func tags(of items: [Int64]) -> TagLists {
        var lists = TagLists()
        let halved = Set(halvedTags.compactMap { tagNumbers[$0] })
        for item in items { lists.append(itemTags[Int(item)], halved: halved) }
        return lists
    }

    func uses(of tags: [UInt32]) -> [UInt32] { tags.map { Int($0) < tagUses.count ? tagUses[Int($0)] : 0 } }

    func mostUsed(limit: Int) -> [UInt32] {
        let used = tagUses.indices.filter { tagUses[$0] > 0 }
        return used.sorted { (tagUses[$0], $1) > (tagUses[$1], $0) }.prefix(max(0, limit)).map { UInt32($0) }
    }

    func pairs(of tag: UInt32) -> PairCounts { Int(tag) < rows.count ? rows[Int(tag)] : PairCounts() }

    func newestSelections(holding tag: UInt32, limit: Int) -> [[UInt32]] {
        itemTags.filter { $0.contains(tag) }.suffix(limit).reversed()
    }

    func nameRecords(of tags: [UInt32]) -> [NameRecord] {
        tags.map { Int($0) < records.count ? records[Int($0)] : NameRecord() }
    }

    func nameRates() -> NameRates { rates }
}
