/// How a tag matches the typed text, best kind first.
///
/// Most kinds are a separate tier, and a better tier always comes first. The kinds with edits share
/// the tier of ``subsequence``; within it, the likelihood of the typos is weighed against use.
///
/// ```
/// typed    tag             kind
/// read     reading         prefix
/// list     reading list    wordPrefix
/// wift     swift           substring
/// siwft    swift           likelyTypo
/// ```
public enum MatchKind: Int, Sendable, Comparable, CaseIterable {
    /// The key equals the typed text.
    case exact
    /// The key begins with the typed text.
    case prefix
    /// A later word of the key begins with the typed text.
    case wordPrefix
    /// The key contains the typed text.
    case substring
    /// An alias of the tag contains the typed text.
    case alias
    /// The key contains the typed text only if the typed accents are ignored.
    case withoutMarks
    /// The key contains the letters of the text in order, with others between them: close together, or all but two of
    /// the key's letters.
    case subsequence
    /// The key is one likely typo away from the typed text: two letters swapped, or one missing.
    case likelyTypo
    /// A prefix of the key is one likely typo away from the typed text.
    case likelyPrefixTypo
    /// The key is another edit away from the typed text: a letter replaced, or one too many.
    case typo
    /// A prefix of the key is another edit away from the typed text.
    case prefixTypo
    /// The key is two edits away from the typed text.
    case distantTypo
    /// The key contains the letters of the text in order, far apart.
    case scattered

    /// Returns whether the left kind is the better one.
    public static func < (left: MatchKind, right: MatchKind) -> Bool { left.rawValue < right.rawValue }
}

extension MatchKind {
    /// The tier of the kind; matches of a better tier always come first.
    var tier: Int {
        switch self {
        case .subsequence, .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo, .distantTypo: Self.subsequence.rawValue
        case .scattered: Self.subsequence.rawValue + 1
        default: rawValue
        }
    }

    /// Whether a tag with this match comes first in its tier if it is related to the given tags.
    ///
    /// A tag two edits away is rarely meant, even if related.
    var canBeFavored: Bool { edits < 2 }

    /// The number of tiers.
    static let tiers = Self.scattered.tier + 1

    /// The number of edits in a match of this kind.
    public var edits: Int {
        switch self {
        case .exact, .prefix, .wordPrefix, .substring, .alias, .withoutMarks, .subsequence, .scattered: 0
        case .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo: 1
        case .distantTypo: 2
        }
    }
}

extension MatchKind {
    /// Returns a score from 0 to 1 that orders matches by tier, then by a strength from 0 to 1.
    func score(_ strength: Double) -> Double {
        let tiers = Double(Self.tiers)
        return (tiers - 1 - Double(tier) + min(1, max(0, strength))) / tiers
    }
}
