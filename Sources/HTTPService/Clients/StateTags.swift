/// The tags that other programs' states of an item are stored as.
public struct StateTags: Hashable, Sendable {
    /// The tag of items that are still to be read.
    public var unread = "unread"
    /// The tag of items that are left out of lists.
    public var archived = "archived"

    /// Creates the default names, `unread` and `archived`.
    public init() {}
}
