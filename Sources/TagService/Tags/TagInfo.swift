/// A tag with its aliases and uses.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of its aliases, oldest first.
    public var aliases: [String]
    /// The number of items with this tag, plus its uses elsewhere as reported by imports.
    public var uses: Int
    /// The number of sets that contain it.
    public var sets: Int
}
