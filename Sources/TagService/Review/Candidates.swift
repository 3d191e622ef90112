internal import Suggestions
internal import TagCore
internal import TagStore

/// An item that probably should have a tag.
public struct ReviewCandidate: Sendable {
    /// The item.
    public let item: Item
    /// The probability that the item should have the tag, as suggestions for the item have it.
    public let probability: Double
}

/// A page of the items that probably should have a tag, most probable first.
public struct ReviewCandidates: Sendable {
    /// The items.
    public let candidates: [ReviewCandidate]
    /// The place of the last item, after which the next page begins; `nil` for the last page.
    public let next: Place?

    /// The place of an item in the list.
    public struct Place: Hashable, Sendable, Codable {
        /// The item's probability.
        public var probability: Double
        /// When the item was saved, in milliseconds since 1970.
        public var savedAt: Int64?
        /// The item.
        public var id: Int64

        /// Returns whether an item at this place comes before one at another: the more probable, then the newer item.
        func isBefore(_ other: Place) -> Bool {
            (probability, savedAt ?? .min, id) > (other.probability, other.savedAt ?? .min, other.id)
        }
    }
}

/// Finding the items that a tag fits.
extension TagService.Review {
    /// Returns items without a tag that probably should have it, most probable first.
    ///
    /// The probability is learned from the items of the item's set if the set has the tag, and otherwise from those of all sets.
    /// A tag of three items has candidates already; one of none is found by the words of its names and its description. To
    /// answer "yes", add the tag (``TagService/Items/tag(_:with:in:isDryRun:limit:)``); to answer "no", dismiss it for the item
    /// (``TagService/Items/dismissTag(_:for:)``). Items that already count as tagged, or have another tag of its group, aren't candidates.
    ///
    /// ```swift
    /// let found = try service.review.candidates(for: "swift", limit: 10)
    /// for candidate in found.candidates { print(candidate.probability, candidate.item.title) }
    /// ```
    ///
    /// - Parameters:
    ///   - tag: the name, key or alias of the tag.
    ///   - reference: the set of the items; `nil` for all sets.
    ///   - limit: the maximum number of items.
    ///   - place: the place of the last item of the page before.
    /// - Returns: the items; of those with the most words in common with the tag's items, the 200 first are looked at.
    /// - Throws: `TagServiceError.unknownTag`, `.unknownSet`; `StoreError`.
    /// - Complexity: linear in the number of items and their words, plus 200 queries for suggestions.
    public func candidates(
        for tag: String, in reference: SetReference? = nil, limit: Int = 20, after place: ReviewCandidates.Place? = nil
    ) throws -> ReviewCandidates {
        let (tagID, sets, possible) = try store.read { reader in
            let tag = try Self.tag(tag, in: reader)
            let set = try reference.map { try Self.set($0, in: reader) }
            let sets = try reader.sets().filter { try reader.isTag(UInt32(clamping: tag.id), ofSet: $0.id) }
            return (tag.id, Set(sets.map(\.name)), try Self.possibleItems(for: tag, in: set, reader))
        }
        var found: [(place: ReviewCandidates.Place, item: Item)] = []
        // Counts of one set are in memory at a time.
        for item in try possible.compactMap(existingItem).sorted(by: { $0.set < $1.set }) {
            var query = try suggestionQuery(for: item, limit: Self.suggestionLimit)
            // The items of a set that doesn't have the tag know nothing about it.
            if !sets.contains(item.set) { query.set = nil }
            guard let probability = try service.suggestions.probability(of: tagID, for: query),
                probability >= Self.leastProbability
            else { continue }
            let rounded = (probability * 10_000).rounded() / 10_000
            found.append((.init(probability: rounded, savedAt: item.milliseconds, id: item.id), item))
        }
        found = found.filter { place?.isBefore($0.place) ?? true }.sorted { $0.place.isBefore($1.place) }
        let page = found.prefix(max(0, limit))
        return ReviewCandidates(
            candidates: page.map { ReviewCandidate(item: $0.item, probability: $0.place.probability) },
            next: found.count > page.count ? page.last?.place : nil)
    }

    /// The number of items whose suggestions are looked at.
    private static let possibleLimit = 200
    /// The lowest probability of a candidate.
    private static let leastProbability = 0.001

    /// Returns an item; `nil` if it was deleted since it was found.
    private func existingItem(_ id: Int64) throws -> Item? {
        do { return try service.items.item(id) } catch TagServiceError.unknownItem { return nil }
    }

    /// Returns the items without a tag that have the most in common with the items that have it.
    private static func possibleItems(for tag: TagRow, in set: SetRow?, _ reader: StoreReader) throws -> [Int64] {
        let tagIDs = try TagLevels(in: set?.id, reader).tagIDs(countingAs: tag.id)
        let rivals = try reader.groups().group(of: tag.id)?.tagIDs ?? []
        let keys = [tag.key.text] + (try reader.aliases(of: tag.id).map(\.key.text))
        let inSet = set.map { [ItemCondition.set($0.id)] } ?? []
        let profile = try TagProfile(
            of: tag,
            items: reader.itemIDs(matching: .all(inSet + [.tags(tagIDs)]), in: .new, limit: TagProfile.itemLimit),
            in: set, reader)
        var scored: [(score: Float, id: Int64)] = []
        let others = ItemCondition.all(inSet + [.not(.tags(tagIDs + rivals)), .not(.dismissed(keys))])
        try reader.forEachItem(matching: others) { id, words in
            let score = profile.score(words)
            if score > 0 { scored.append((score, id)) }
        }
        return scored.sorted { ($0.score, $0.id) > ($1.score, $1.id) }.prefix(possibleLimit).map(\.id)
    }
}
