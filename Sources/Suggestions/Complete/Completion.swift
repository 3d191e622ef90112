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
    /// The alias that matched, if it was not the tag's own key.
    public let alias: String?
    /// The tag's weight.
    public let weight: Double
    /// Whether the name is identical to the tag's key.
    let isNamedByKey: Bool
    /// Use weighed against typos, in doublings of use, at most 0; `nil` for a match that is not weighed by that.
    let likelihood: Double?

    /// The match as scattered letters.
    var asScattered: Completion {
        Completion(
            id: id,
            name: name,
            kind: .scattered,
            ignoresMarks: ignoresMarks,
            alias: alias,
            weight: weight,
            isNamedByKey: isNamedByKey,
            likelihood: nil
        )
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

    /// Creates a query; without `foldedKey`, the key is taken to have no accents.
    public init(key: String, foldedKey: String? = nil) {
        self.key = key
        self.foldedKey = foldedKey ?? key
    }

    /// Whether typos are searched for: in queries of 4 to 60 scalars, since too many keys are near a shorter one.
    public var canBeCorrected: Bool {
        4...TypoTable.maxLength ~= key.unicodeScalars.prefix(TypoTable.maxLength + 1).count
    }
}
