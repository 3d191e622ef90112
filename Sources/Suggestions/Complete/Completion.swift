/// How a tag matches what was typed, best first: a better kind always comes before a worse one.
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
    /// The key is one or two edits away from it.
    case typo
    /// The key begins with something one edit away from it.
    case prefixTypo

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
    /// How many edits away it is; zero unless the kind is a typo.
    public let edits: Int
    /// The alias that matched, if one did.
    public let alias: String?
    /// The tag's weight.
    public let weight: Double
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
}
