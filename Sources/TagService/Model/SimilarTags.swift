/// A tag that looks as if it were another one, typed a little differently.
public struct SimilarTag: Hashable, Sendable, Codable {
    /// What makes the two alike.
    public enum Likeness: String, Sendable, Codable, CaseIterable {
        /// They differ in accents alone.
        case accents
        /// They differ in spaces, hyphens, underscores and dots alone.
        case spacing
        /// One is the English plural of the other.
        case plural
        /// One letter is missing, added or another one, or two are swapped.
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

    /// The tag: a new one, or of two the one that is used less.
    public var tag: String
    /// The tag that it is like, which exists.
    public var other: String
    /// What makes them alike.
    public var likeness: Likeness
}

/// Tags of the database that look like each other.
public struct SimilarTags: Hashable, Sendable, Codable {
    /// The pairs whose tags are used most, those first.
    public var pairs: [SimilarTag]
    /// How many pairs there are in all, or were found where there are very many.
    public var count: Int
    /// Whether there are no more pairs than were counted.
    public var isCountComplete: Bool
}
