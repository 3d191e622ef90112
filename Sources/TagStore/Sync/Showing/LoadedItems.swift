internal import Sync

/// The items whose registers were loaded for an exchange.
enum LoadedItems: Hashable, Sendable {
    /// All items.
    case all
    /// Some items; the rows of others stay as they are.
    case some(Set<ThingID>)
}
