/// How a tag matches what was typed, best first: a better kind always comes before a worse one.
///
/// The four kinds of one edit are of one ``tier``: there, how likely the slip is counts together with use.
public enum MatchKind: Int, Sendable, Comparable, CaseIterable {
    /// The key is what was typed.
    case exact
    /// The key begins with it.
    case prefix
    /// A later word of the key begins with it.
    case wordPrefix
    /// The key holds it anywhere.
    case substring
    /// An alias of the tag holds it.
    case alias
    /// The key holds it anywhere if the marks that were typed are left out.
    case withoutMarks
    /// The key holds its letters in their order, with others between them.
    case subsequence
    /// The key is one likely slip away from it: two letters swapped, or one left out.
    case likelyTypo
    /// The key begins with something one likely slip away from it.
    case likelyPrefixTypo
    /// The key is another edit away from it: a letter replaced, or one too many.
    case typo
    /// The key begins with something another edit away from it.
    case prefixTypo
    /// The key is two edits away from it.
    case distantTypo

    /// Whether the left kind is the better one.
    public static func < (left: MatchKind, right: MatchKind) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A tag that matches what was typed.
public struct Completion: Sendable, Equatable {
    /// The tag's identifier.
    public let id: UInt32
    /// The tag's name.
    public let name: String
    /// How it matches.
    public let kind: MatchKind
    /// Whether it matches only with accents and other marks left out.
    public let ignoresMarks: Bool
    /// The alias that matched, if one did.
    public let alias: String?
    /// The tag's weight.
    public let weight: Double
    /// Whether the name is the tag's key, letter by letter.
    let isNamedByKey: Bool
}

extension MatchKind {
    /// How much use one of two matches of a tier must have more to come before the other, in doublings of use.
    ///
    /// Of all that can be typed for a word of n letters by one slip, n − 1 have two letters swapped and n miss one, but
    /// about 26·n have one replaced, and as many one too many. So what was typed is likelier a slip of the first kinds
    /// (the noisy channel of Kernighan, Church and Gale 1990), and likelier all of a key than its beginning.
    var likelihood: Double {
        switch self {
        case .likelyTypo: 9
        case .likelyPrefixTypo: 6
        case .typo: 3
        default: 0
        }
    }

    /// The tier of the match: a better one always comes first.
    var tier: Int {
        switch self {
        case .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo: Self.likelyTypo.rawValue
        case .distantTypo: Self.likelyTypo.rawValue + 1
        default: rawValue
        }
    }

    /// How many tiers there are.
    static let tiers = Self.distantTypo.tier + 1

    /// How many edits a match of this kind takes.
    public var edits: Int {
        switch self {
        case .exact, .prefix, .wordPrefix, .substring, .alias, .withoutMarks, .subsequence: 0
        case .likelyTypo, .likelyPrefixTypo, .typo, .prefixTypo: 1
        case .distantTypo: 2
        }
    }
}

/// What was typed, in the forms in which it is compared.
public struct CompletionQuery: Sendable, Equatable {
    /// The typed text as a key: NFKC, case-folded.
    public let key: String
    /// The key without accents and other marks.
    public let foldedKey: String

    /// Makes a query; without `foldedKey` it has no marks to leave out.
    public init(key: String, foldedKey: String? = nil) {
        self.key = key
        self.foldedKey = foldedKey ?? key
    }

    /// Whether a misspelling may be looked for: neither in short queries, where everything is near, nor in long ones.
    public var canBeCorrected: Bool {
        4...TypoTable.longest ~= key.unicodeScalars.prefix(TypoTable.longest + 1).count
    }
}

/// A tag as completion knows it.
public struct CompletionTag: Sendable, Equatable {
    /// The tag's identifier, unique in an index.
    public var id: UInt32
    /// The name that is shown.
    public var name: String
    /// The unique key: the name in NFKC, case-folded.
    public var key: String
    /// The key without accents and other marks; the key itself where it has none.
    public var foldedKey: String
    /// Other keys that lead to this tag.
    public var aliases: [Alias]
    /// What orders tags that match alike; greater comes first.
    ///
    /// NaN and -∞ count as the least number.
    public var weight: Double

    /// The weight of a tag that was never used.
    public static let neverUsed = -Double.greatestFiniteMagnitude

    /// Another key that leads to a tag.
    public struct Alias: Sendable, Equatable {
        /// The key: NFKC, case-folded.
        public var key: String
        /// The key without marks.
        public var foldedKey: String

        /// Makes an alias; without `foldedKey` it has no marks to leave out.
        public init(key: String, foldedKey: String? = nil) {
            self.key = key
            self.foldedKey = foldedKey ?? key
        }
    }

    /// Makes a tag; what is left out is as in its key.
    public init(
        id: UInt32,
        key: String,
        foldedKey: String? = nil,
        name: String? = nil,
        aliases: [Alias] = [],
        weight: Double = 0
    ) {
        self.id = id
        self.key = key
        self.foldedKey = foldedKey ?? key
        self.name = name ?? key
        self.aliases = aliases
        self.weight = weight
    }
}
