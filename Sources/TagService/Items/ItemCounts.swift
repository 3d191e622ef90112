/// The numbers of items that a list offers to begin with.
///
/// ```swift
/// let counts = try service.items.counts()
/// print("\(counts.untagged) of \(counts.all) items are untagged")
/// ```
public struct ItemCounts: Hashable, Sendable, Codable {
    /// The number of all items.
    public var all: Int
    /// The number of items without tags.
    public var untagged: Int
    /// The number of items with exactly one tag.
    public var single: Int
}
