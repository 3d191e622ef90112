/// A set with the numbers of its tags and items.
public struct TagSetSummary: Hashable, Sendable, Codable {
    /// The set's name.
    public var set: String
    /// The number of its tags.
    public var tags: Int
    /// The number of selected tags.
    public var selected: Int
    /// The number of its items.
    public var saved: Int
    /// Whether it is the chosen set, which commands use by default.
    public var chosen: Bool
}
