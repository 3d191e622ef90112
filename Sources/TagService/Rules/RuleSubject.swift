internal import TagCore

/// An item as rules see it, which need not be stored.
///
/// ```
/// let subject = RuleSubject(title: "Zoo", location: "https://zoo.org/", set: set.key, savedAt: now)
/// ```
struct RuleSubject {
    let title: String
    let location: String?
    let note: String
    /// The tags, before any rule.
    var tagIDs: Set<Int64> = []
    /// The key of the set; `nil` if it's unknown.
    let set: TagKey?
    /// When the item was saved, in milliseconds since 1970.
    let savedAt: Int64
    /// The words of title, location and note, as the full-text index has them.
    private(set) lazy var texts = [title, location.map(SearchText.withoutScheme) ?? "", note]
        .map { SearchText($0).words }
    /// The words of all texts, to exclude most queries with one lookup.
    private lazy var words = Set(texts.joined())
    private lazy var phrases = PhraseIndex(texts)
    private lazy var normalized = location.map { NormalizedLocation($0) }
    var site: String? { mutating get { normalized?.site } }
    var locationKey: String? { mutating get { normalized?.key } }

    init(title: String, location: String?, note: String, tagIDs: Set<Int64> = [], set: TagKey?, savedAt: Int64) {
        self.title = title
        self.location = location
        self.note = note
        self.tagIDs = tagIDs
        self.set = set
        self.savedAt = savedAt
    }

    /// Returns whether a text contains words in this order, as SQLite's phrase queries do.
    ///
    /// - Parameters:
    ///   - words: the words, at most `SearchText.wordLimit`.
    ///   - isPrefix: whether the last word may be the beginning of a word.
    /// - Returns: whether it does.
    /// - Complexity: linear in the words, times the logarithm of the words of the item if it has all of them.
    mutating func contains(_ words: [String], isPrefix: Bool) -> Bool {
        guard (isPrefix ? words.dropLast() : words[...]).allSatisfy(self.words.contains) else { return false }
        return words.count == 1 && !isPrefix || phrases.contains(words, isPrefix: isPrefix)
    }
}
