internal import TagCore

/// A query for suggestions.
///
/// ```swift
/// let query = SuggestionQuery(text: "r", given: ["reading"], limit: 5)
/// let tags = try service.suggestions.find(for: query).map(\.tag)
/// ```
public struct SuggestionQuery: Hashable, Sendable {
    /// The typed text; empty if nothing was typed.
    public var text: String { didSet { text = StreamSafeText.bounded(text) } }
    /// The given tags, by name, key or alias, each of at most 1,000 bytes; unknown tags are left out.
    public var given: [String]
    /// The item to be tagged; empty if nothing is known about it.
    public var item: ItemEvidence { didSet { item.bound() } }
    /// The id of the item, if it is saved already; suggestions are made as if it weren't.
    public var savedItem: Int64?
    /// The maximum number of suggestions, from 0 to ``maximumLimit``.
    public var limit: Int { didSet { limit = Self.bounded(limit) } }
    /// The set whose members are candidates; `nil` means every tag is.
    public var onlyIn: SetReference?
    /// The set to learn from, whose tags come first; `nil` for all sets alike.
    public var set: SetReference?
    /// Whether suggestions have a ``Suggestion/explanation``.
    public var explains: Bool
    /// Whether the tags above given tags are suggested as implied, though their items count as theirs already.
    public var includesAbove: Bool
    /// The minimum probability of a suggestion for an item, unless text was typed.
    public var minimumProbability = 0.05

    /// Creates a query; without arguments, for the tags of greatest frecency.
    public init(
        text: String = "", given: [String] = [], item: ItemEvidence = ItemEvidence(), savedItem: Int64? = nil,
        limit: Int = 10, onlyIn: SetReference? = nil, set: SetReference? = nil, explains: Bool = true,
        includesAbove: Bool = false
    ) {
        self.text = StreamSafeText.bounded(text)
        self.given = given
        self.item = item
        self.item.bound()
        self.savedItem = savedItem
        self.limit = Self.bounded(limit)
        self.onlyIn = onlyIn
        self.set = set
        self.explains = explains
        self.includesAbove = includesAbove
    }

    /// The number of bytes of a text that count.
    public static let maximumText = 1_000_000

    /// The greatest limit of a query.
    public static let maximumLimit = 100_000

    private static func bounded(_ limit: Int) -> Int { min(max(limit, 0), maximumLimit) }
}

/// The result of a query for suggestions: a collection of the suggested tags, best first.
public struct SuggestedTags: Hashable, Sendable {
    /// The suggested tags, best first.
    public var suggestions: [Suggestion]
    /// The tag that the typed text is the name, key or alias of; `nil` if there is none.
    public var named: String?
    /// The given names that aren't tags, in their order, without repetitions.
    public var unknown: [String] = []
    /// Names in the item that could become new tags, most probable first, at most three; none if something was typed.
    ///
    /// Their probability is 15 % or more, so they are shown apart from the suggestions.
    public var newNames: [String] = []
}

extension SuggestedTags: RandomAccessCollection {
    /// Zero.
    public var startIndex: Int { suggestions.startIndex }
    /// The number of suggestions.
    public var endIndex: Int { suggestions.endIndex }
    /// The suggestion at a position, the best at zero.
    public subscript(position: Int) -> Suggestion { suggestions[position] }
}

/// A suggested tag with the reasons for it.
public struct Suggestion: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The rank as a number from 0 to 1, comparable within one result.
    public var score: Double
    /// The ranges of the name that match the typed text: start and length, in characters.
    public var match: [[Int]]
    /// The reasons, strongest first: `prefix`, `with ios`, `often used`.
    public var because: [String]
    /// Whether it is a tag of the model that the database has not; `nil` for other tags.
    ///
    /// It is made when it is chosen.
    public var new: Bool?
    /// The number of items with the tag; `nil` for a tag of the model, and for a caller that is limited to some sets.
    public var uses: Int?
    /// The probability that an item with this evidence has the tag, learned from items; `nil` if the tag is unrelated.
    ///
    /// It doesn't depend on the typed text.
    public var probability: Double?
    /// The parts of the estimate; `nil` if the tag is unrelated or no explanation was requested.
    public var explanation: SuggestionExplanation?
}

/// The parts of the estimate that a tag fits the evidence.
///
/// Popularity and terms add up to the estimate. With given tags alone, tags are ordered by the estimate divided by a low power of
/// the tag's uses, which is reduced for a tag used once or twice; with an item, by the estimate. The score is that number, scaled so
/// that it's above the scores of unrelated tags and below those of better kinds of match.
public struct SuggestionExplanation: Hashable, Sendable, Codable {
    /// The contribution of the tag's frequency, independent of the evidence, and of the bounds of the estimate.
    public var popularity: Double
    /// The contributions of the given tags and the item, greatest first; negative contributions count against the tag.
    public var terms: [SuggestionTerm]

    /// The share of selections like this one that hold the tag.
    public var estimate: Double { terms.reduce(popularity) { $0 + $1.total } }
}

/// The contribution of a given tag, or of what the item tells, to the estimate that a tag fits.
public struct SuggestionTerm: Hashable, Sendable, Codable {
    /// The given tag, or the reason that the item gives, such as `title has "zebra"`.
    public var given: String
    /// The contribution of the regression on everything given.
    public var linear: Double
    /// The contribution of the regression among the best candidates.
    public var local: Double
    /// The contribution of similar items.
    public var neighbors: Double
    /// The contribution of a rule that the tag follows from the given one; `nil` if it does not.
    public var rule: Double?
    /// The contribution of the item's title, location, note and text; `nil` for a given tag.
    public var item: Double?

    /// The sum of all contributions.
    public var total: Double { linear + local + neighbors + (rule ?? 0) + (item ?? 0) }
}
