internal import Suggestions

/// Two tags that seem to mean the same, with the evidence.
///
/// ```swift
/// for pair in try service.tags.synonyms().pairs { print(pair.tag, "may mean", pair.other) }
/// ```
public struct SynonymPair: Hashable, Sendable, Codable {
    /// The reason why two tags seem to mean the same.
    public enum Kind: String, Sendable, Codable, CaseIterable {
        /// The names are equal without spaces, signs, accents and English plurals.
        case spelling
        /// One name consists of the first letters of the other's words.
        case initials
        /// One name is the other with the number of the letters left out in their place, such as `i18n`.
        case numeronym
        /// The tags' items have the same words.
        case words

        /// The reason as a phrase.
        public var phrase: String {
            switch self {
            case .spelling: "the same except for spaces, signs or plural"
            case .initials: "its initials"
            case .numeronym: "its first and last letters"
            case .words: "items with the same words"
            }
        }
    }

    /// The less used of the two tags.
    public var tag: String
    /// The number of items with ``tag``.
    public var uses: Int
    /// The more used tag, into which the other can be merged.
    public var other: String
    /// The number of items with ``other``.
    public var otherUses: Int
    /// The reason.
    public var kind: Kind
    /// The number of items with both tags.
    public var together: Int
    /// How alike the words of the tags' items are, from 0 to 1; `nil` if the names are the reason.
    public var likeness: Double?
    /// The words that the tags' items share, most telling first; empty if the names are the reason.
    public var words: [String]
}

/// The pairs of tags in a database that seem to mean the same.
public struct Synonyms: Hashable, Sendable, Codable {
    /// The pairs: by name with the most used tags first, then by the words of their items, most alike first.
    public var pairs: [SynonymPair]
    /// The number of pairs found.
    public var count: Int
}

extension SynonymPair.Kind {
    init(_ abbreviation: TagAbbreviation) {
        switch abbreviation {
        case .spelling: self = .spelling
        case .initials: self = .initials
        case .numeronym: self = .numeronym
        }
    }
}
