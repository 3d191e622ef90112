/// What suggestions are asked for.
public struct SuggestionQuery: Hashable, Sendable {
    /// What was typed; empty: nothing was.
    public var text: String
    /// The tags that are chosen already, by name, key or alias; unknown ones are ignored.
    public var given: [String]
    /// What the thing to be tagged is called; empty: not known.
    public var label: String
    /// The most suggestions that are given, from 0 to ``mostSuggestions``.
    public var limit: Int {
        didSet { limit = Self.bounded(limit) }
    }
    /// The set whose members alone are offered; `nil`: every tag.
    public var onlyIn: SetReference?

    /// A question; without arguments, for what is used most and lately.
    public init(
        text: String = "",
        given: [String] = [],
        label: String = "",
        limit: Int = 10,
        onlyIn: SetReference? = nil
    ) {
        self.text = text
        self.given = given
        self.label = label
        self.limit = Self.bounded(limit)
        self.onlyIn = onlyIn
    }

    /// No question is answered with more suggestions.
    public static let mostSuggestions = 100_000

    private static func bounded(_ limit: Int) -> Int { min(max(limit, 0), mostSuggestions) }

    /// Whether nothing but what was typed decides.
    var isOfTypedTextAlone: Bool { given.isEmpty && label.isEmpty && onlyIn == nil }
}

/// A suggested tag, and why it was suggested.
public struct Suggestion: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// How well it fits, from 0 to 1; to be compared within one answer.
    public var score: Double
    /// Where the typed text stands in the name: start and length, in characters.
    public var match: [[Int]]
    /// The reasons, the first one the strongest: `prefix`, `with ios`, `often used`.
    public var because: [String]
    /// What makes up the estimate that the tag belongs to what is given; `nil` where it does not go with it.
    public var explanation: SuggestionExplanation?
}

/// The estimate that a tag belongs to what is given, taken apart.
///
/// Popularity and terms add up to the estimate. What orders tags is the estimate divided by a low power of the tag's
/// uses; the score is that number, put above what does not go with what is given and below better kinds of match.
public struct SuggestionExplanation: Hashable, Sendable, Codable {
    /// What the tag's own frequency adds, whatever is given.
    public var popularity: Double
    /// What each given tag and each word of the label adds, most first; a negative one speaks against the tag.
    public var terms: [SuggestionTerm]

    /// The share of selections like this one that hold the tag.
    public var estimate: Double { terms.reduce(popularity) { $0 + $1.total } }
}

/// What one given tag, or one word of the label, adds to the estimate that a tag belongs.
public struct SuggestionTerm: Hashable, Sendable, Codable {
    /// The given tag, or the word.
    public var given: String
    /// Through the regression on all that is given.
    public var linear: Double
    /// Through the regression among the best candidates.
    public var local: Double
    /// Through saved selections that resemble what is given.
    public var neighbours: Double

    /// The sum of the three.
    public var total: Double { linear + local + neighbours }
}
