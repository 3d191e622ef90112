/// A tag with its aliases and uses.
public struct TagInfo: Hashable, Sendable, Codable {
    /// The tag's name.
    public var tag: String
    /// The names of the aliases, oldest first.
    public var aliases: [String]
    /// The number of items with the tag, plus the uses elsewhere that imports reported.
    public var uses: Int
    /// The number of sets that contain the tag.
    public var sets: Int
}
