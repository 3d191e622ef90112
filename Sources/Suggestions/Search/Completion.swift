/// A tag that matches the typed text.
public struct Completion: Sendable, Equatable {
    /// The tag's identifier.
    public let id: UInt32
    /// The tag's name.
    public let name: String
    /// How the tag matches.
    public let kind: MatchKind
    /// Whether the tag matches only if accents are ignored.
    public let ignoresMarks: Bool
    /// The alias that matched; `nil` if the tag's key matched.
    public let alias: String?
    /// The tag's weight.
    public let weight: Double
    /// Whether the name is identical to the tag's key.
    let isNamedByKey: Bool
    /// The likelihood, from use and typos, in doublings of use and at most 0; `nil` for a match
    /// without a likelihood.
    let likelihood: Double?

    /// The least likelihood of a match: a tag that was never used, with two typos of the worst kind.
    private static let leastLikelihood = -TypoCost.greatestDisadvantage - 2 * TypoCost.far.cost

    /// A number from 0 to 1 that increases with the likelihood; `nil` for a match without a likelihood.
    var strength: Double? { likelihood.map { 1 - $0 / Self.leastLikelihood } }
}

/// A typed text, as a key with and without accents.
///
/// ```swift
/// let query = CompletionQuery(key: "café", foldedKey: "cafe")
/// ```
public struct CompletionQuery: Sendable, Equatable {
    /// The typed text as a key: NFKC case-folded.
    public let key: String
    /// The key without accents.
    public let foldedKey: String

    /// Creates a query; without `foldedKey`, the key must not have accents.
    public init(key: String, foldedKey: String? = nil) {
        self.key = key
        self.foldedKey = foldedKey ?? key
    }

    private static let correctableLengths = 4...60

    /// Whether to search for typos: the query has 4 to 60 scalars.
    ///
    /// Too many keys are near a shorter query.
    var canBeCorrected: Bool {
        Self.correctableLengths ~= key.unicodeScalars.prefix(Self.correctableLengths.upperBound + 1).count
    }
}
