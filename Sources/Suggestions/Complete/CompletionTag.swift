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
