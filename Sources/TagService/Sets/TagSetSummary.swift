/// A set with the numbers of its tags and items.
public struct TagSetSummary: Hashable, Sendable, Codable {
    /// The set's name.
    public var set: String
    /// The number of tags.
    public var tags: Int
    /// The number of selected tags.
    public var selected: Int
    /// The number of items.
    public var saved: Int
    /// Whether this is the chosen set, which commands use by default.
    public var chosen: Bool
}
