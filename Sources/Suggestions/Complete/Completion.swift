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

    /// The same match with the kind ``MatchKind/scattered``.
    var asScattered: Completion {
        Completion(
            id: id, name: name, kind: .scattered, ignoresMarks: ignoresMarks, alias: alias, weight: weight,
            isNamedByKey: isNamedByKey, likelihood: nil)
    }
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

    /// Whether to search for typos: the query has 4 to 60 scalars.
    ///
    /// Too many keys are near a shorter query.
    public var canBeCorrected: Bool {
        4...TypoTable.maxLength ~= key.unicodeScalars.prefix(TypoTable.maxLength + 1).count
    }
}
