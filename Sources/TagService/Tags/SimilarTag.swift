internal import Suggestions

/// A tag that is probably a misspelling of another.
public struct SimilarTag: Hashable, Sendable, Codable {
    /// The kind of similarity between two tags.
    public enum Likeness: String, Sendable, Codable, CaseIterable {
        /// The tags differ only in accents.
        case accents
        /// The tags differ only in spaces, hyphens, underscores and dots.
        case spacing
        /// One tag is the English plural of the other.
        case plural
        /// One letter is missing, added or different, or two letters are swapped.
        case letter

        /// The similarity as a phrase: `one letter away`.
        public var words: String {
            switch self {
            case .accents: "the same except for accents"
            case .spacing: "the same except for spaces or hyphens"
            case .plural: "its plural or singular"
            case .letter: "one letter away"
            }
        }
    }

    /// The new tag, or the less used of two existing tags.
    public var tag: String
    /// The existing tag that ``tag`` resembles.
    public var other: String
    /// The kind of similarity.
    public var likeness: Likeness
}

/// The pairs of similar tags in a database.
public struct SimilarTags: Hashable, Sendable, Codable {
    /// The pairs with the most used tags, most used first.
    public var pairs: [SimilarTag]
    /// The number of pairs found.
    public var count: Int
    /// Whether `count` includes all pairs; the search stops if there are very many.
    public var isCountComplete: Bool
}

extension SimilarTag.Likeness {
    init(_ kind: NearDuplicate) {
        switch kind {
        case .marks: self = .accents
        case .separators: self = .spacing
        case .plural: self = .plural
        case .letter: self = .letter
        }
    }
}
