internal import Suggestions
internal import TagCore
internal import TagStore

/// The words of the descriptions of tags, each of which is evidence like an item that was saved once with its tag.
///
/// Such an item has the tag's number, negated, as its identifier. Only the newest tags count, so that a vocabulary with very many
/// descriptions doesn't slow down each query.
struct DescribedTags: Sendable {
    /// The descriptions by tag.
    private var texts: [UInt32: String] = [:]
    /// The words of each description, with their weights.
    private var words: [UInt32: [(word: String, weight: Float)]] = [:]
    /// The tags whose descriptions have each word.
    private var tags: [String: [UInt32]] = [:]

    /// The maximum number of descriptions.
    private static let limit = 2_000

    /// Reads the descriptions of the newest tags.
    ///
    /// - Complexity: linear in the length of the descriptions.
    init(_ reader: StoreReader) throws {
        for detail in try reader.newestDescriptions(limit: Self.limit) { insert(detail) }
    }

    private mutating func insert(_ detail: TagDetail) {
        guard let tag = UInt32(exactly: detail.tagID) else { return }
        let split = ItemWords(title: "", location: "", note: detail.description, text: "")
        texts[tag] = detail.description
        words[tag] = zip(split.kept, split.weights).map { ($0.word, Float($1)) }
        for word in split.kept { tags[word.word, default: []].append(tag) }
    }

    /// The number of descriptions.
    var count: Int { texts.count }

    /// Returns whether these are still the descriptions after tags have changed.
    func isCurrent(for changed: [Int64], in reader: StoreReader) throws -> Bool {
        try changed.allSatisfy { id in
            let old = UInt32(exactly: id).flatMap { texts[$0] }
            return try old ?? "" == reader.detail(ofTag: id)?.description ?? ""
        }
    }

    /// Returns whether any description has a word.
    func contains(_ word: String) -> Bool { tags[word] != nil }

    /// Returns the tags whose descriptions have a word, with the word's weights.
    func tags(with word: String) -> [(tag: UInt32, weight: Float)] {
        (tags[word] ?? []).map { tag in (tag, words[tag]?.first { $0.word == word }?.weight ?? 0) }
    }

    /// Returns the words of a tag's description with their weights.
    func words(of tag: UInt32) -> [(word: String, weight: Float)] { words[tag] ?? [] }

    /// Returns the identifier of the item that represents the description of a tag.
    static func item(of tag: UInt32) -> Int64 { -Int64(tag) }

    /// Returns the tag whose description an item represents; `nil` for a saved item.
    static func tag(of item: Int64) -> UInt32? { item < 0 ? UInt32(exactly: -item) : nil }
}
