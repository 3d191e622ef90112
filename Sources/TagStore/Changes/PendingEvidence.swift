internal import TagCore

/// The changes that a transaction makes to the counts of words and names, collected until they are written.
///
/// Each row of `word_posting` is then read and written once for many items.
struct PendingEvidence {
    /// The weight of each word in each changed item; `nil` for items that don't have the word any more.
    private(set) var postings: [UInt32: [Int64: UInt8?]] = [:]
    /// The changes of `name_count`; tag 0 is the sum of all tags.
    private(set) var names: [Name: NameChange] = [:]
    /// The first items of the rows of `tag_list` to write again.
    private(set) var tagLists: Set<Int64> = []
    /// The number of elements in ``postings``.
    private var size = 0

    /// A tag, and the place where its name was found.
    struct Name: Hashable {
        let tag: UInt32
        let place: NamePlace
    }

    /// The difference to the counts of a name.
    struct NameChange: Hashable {
        var found = 0
        var hits = 0
    }

    /// The number of postings at which they are written, which take about 20 MB.
    private static let limit = 300_000
    /// The number of items in a row of `tag_list`.
    static let itemsPerList: Int64 = 128

    /// Whether nothing changed.
    var isEmpty: Bool { postings.isEmpty && names.isEmpty && tagLists.isEmpty }

    /// Whether the changes must be written now.
    var isFull: Bool { size > Self.limit }

    /// Adds the words and names of a tagged item, or subtracts them.
    mutating func count(item: Int64, words: [StoredWord], names: [NameSearch.Hit], adding: Bool) {
        for (word, weight) in zip(words, words.weights) {
            let byte = ItemWords.byte(ofWeight: weight)
            setWeight(of: word.number, in: item, adding ? byte : nil)
        }
        let sign = adding ? 1 : -1
        for hit in names {
            for tag in [hit.tag, 0] {
                let name = Name(tag: tag, place: hit.place)
                self.names[name, default: NameChange()].found += sign
                self.names[name, default: NameChange()].hits += hit.isHit ? sign : 0
            }
        }
    }

    /// Sets the weight of a word in an item; `nil` removes the word.
    mutating func setWeight(of word: UInt32, in item: Int64, _ weight: UInt8?) {
        postings[word, default: [:]].updateValue(weight, forKey: item)
        size += 1
    }

    /// Records that the tags of an item changed.
    mutating func changeTags(ofItem item: Int64) { tagLists.insert(Self.firstItem(ofListWith: item)) }

    /// Returns the key of the row of `tag_list` that has an item.
    static func firstItem(ofListWith item: Int64) -> Int64 { item / itemsPerList * itemsPerList }
}
