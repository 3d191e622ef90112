/// How a tag matches the typed text, best kind first; matches of a better kind always come first.
///
/// The four kinds of one edit and letters in order share a tier, within which the likelihood of the slip is weighed against use.
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
    /// The key contains the typed text without the accents that were typed.
    case withoutMarks
    /// The key contains the letters of the text in order and close together, with others between them.
    case subsequence
    /// The key is one likely slip away from the typed text: two letters swapped, or one missing.
    case likelyTypo
    /// A prefix of the key is one likely slip away from the typed text.
    case likelyPrefixTypo
    /// The key is another edit away from the typed text: a letter replaced, or one too many.
    case typo
    /// A prefix of the key is another edit away from the typed text.
    case prefixTypo
    /// The key is two edits away from the typed text.
    case distantTypo
    /// The key contains the letters of the text in order, far apart.
    case scattered

    /// Whether the left kind is the better one.
    public static func < (left: MatchKind, right: MatchKind) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension MatchKind {
    /// The advantage of a kind within its tier, in doublings of use that another match needs to come before it.
    ///
    /// Of the texts that one slip can make of a word of n letters, n − 1 have two letters swapped and n miss one, but
    /// about 26·n have one replaced, and as many have one too many. A typed text is therefore likelier to be a slip of the first
    /// two kinds (the noisy channel model of Kernighan, Church and Gale 1990), and likelier a whole key than a prefix.
    /// Several letters left out are least likely.
    var likelihood: Double {
        switch self {
        case .likelyTypo: 10
        case .likelyPrefixTypo: 6
        case .typo: 4
        case .subsequence: -3
        default: 0
        }
    }

    /// The tier of the kind; matches of a better tier always come first.
    var tier: Int {
        switch self {
        case .subsequence, .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo:
            Self.subsequence.rawValue
        case .distantTypo: Self.subsequence.rawValue + 1
        case .scattered: Self.subsequence.rawValue + 2
        default: rawValue
        }
    }

    /// Whether matches of the kind are weighed against those of other kinds of their tier.
    var isWeighed: Bool { tier == Self.subsequence.tier }

    /// The number of tiers.
    static let tiers = Self.scattered.tier + 1

    /// The number of edits in a match of this kind.
    public var edits: Int {
        switch self {
        case .exact, .prefix, .wordPrefix, .substring, .alias, .withoutMarks, .subsequence,
            .scattered:
            0
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
