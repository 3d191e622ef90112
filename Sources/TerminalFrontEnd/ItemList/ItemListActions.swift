public import TagService

/// The actions of the list of items that need more than the database.
public struct ItemListActions: Sendable {
    /// Lets the user choose an item's tags, and returns them; nil if the user cancels.
    ///
    /// The terminal is free meanwhile.
    let chooseTags: @Sendable (Item) throws -> [String]?
    /// Lets the user choose the tags that several items have in common, and returns them; nil if the user cancels.
    let chooseCommonTags: @Sendable ([Item], [String]) throws -> [String]?
    /// Opens a URL or path.
    let open: @Sendable (String) throws -> Void

    /// Creates actions.
    public init(
        chooseTags: @escaping @Sendable (Item) throws -> [String]?,
        chooseCommonTags: @escaping @Sendable ([Item], [String]) throws -> [String]?,
        open: @escaping @Sendable (String) throws -> Void
    ) {
        self.chooseTags = chooseTags
        self.chooseCommonTags = chooseCommonTags
        self.open = open
    }
}

/// How the user left the list of items.
public enum ItemListOutcome: Hashable, Sendable {
    /// The user left with Esc or `q`.
    case left
    /// The user interrupted the list with Ctrl-C, or the terminal was closed.
    case interrupted
}
