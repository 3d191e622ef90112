/// A tag among ``SearchableTags``.
///
/// ```swift
/// let tag = CompletionTag(id: 1, key: "café", foldedKey: "cafe", name: "Café", weight: 20)
/// ```
public struct CompletionTag: Sendable, Equatable {
    /// The tag's identifier, unique among the tags.
    public var id: UInt32
    /// The name that is shown.
    public var name: String
    /// The unique key: the name, NFKC case-folded.
    public var key: String
    /// The key without accents; equal to the key if it has none.
    public var foldedKey: String
    /// The aliases of the tag.
    public var aliases: [Alias]
    /// The weight that orders tags with the same kind of match, greatest first.
    ///
    /// NaN and -∞ count as the least finite number, ∞ as the greatest.
    public var weight: Double

    /// The weight of a tag that was never used.
    public static let neverUsed = -Double.greatestFiniteMagnitude

    /// An alias of a tag.
    public struct Alias: Sendable, Equatable {
        /// The key: NFKC case-folded.
        public var key: String
        /// The key without accents.
        public var foldedKey: String

        /// Creates an alias; without `foldedKey`, the key must not have accents.
        public init(key: String, foldedKey: String? = nil) {
            self.key = key
            self.foldedKey = foldedKey ?? key
        }
    }

    /// Creates a tag; omitted values are derived from its key.
    public init(
        id: UInt32, key: String, foldedKey: String? = nil, name: String? = nil, aliases: [Alias] = [],
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
