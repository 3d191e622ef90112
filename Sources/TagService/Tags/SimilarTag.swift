internal import Suggestions

/// A tag that is probably a misspelling of another.
public struct SimilarTag: Hashable, Sendable, Codable {
    /// The way in which two tags are similar.
    public enum Likeness: String, Sendable, Codable, CaseIterable {
        /// They differ in accents only.
        case accents
        /// They differ in spaces, hyphens, underscores and dots only.
        case spacing
        /// One is the English plural of the other.
        case plural
        /// One letter is missing, added or different, or two are swapped.
        case letter

        /// The likeness in words: `one letter away`.
        public var words: String {
            switch self {
            case .accents: "the same but for accents"
            case .spacing: "the same but for spaces or hyphens"
            case .plural: "its plural or singular"
            case .letter: "one letter away"
            }
        }
    }

    /// The new tag, or the less used of two existing tags.
    public var tag: String
    /// The existing tag that it is similar to.
    public var other: String
    /// The way in which they are similar.
    public var likeness: Likeness
}

/// The similar tags of a database.
public struct SimilarTags: Hashable, Sendable, Codable {
    /// The pairs with the most used tags, the most used first.
    public var pairs: [SimilarTag]
    /// The number of pairs, or of those that were found if there are very many.
    public var count: Int
    /// Whether all pairs were counted.
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
