/// The effect of a command on a selection or a set.
///
/// ```swift
/// let change = try service.selection.change(["music", "music"], .toggle)
/// for (tag, isSelected) in zip(change.changed, change.selected) {
///     print(tag, isSelected ? "on" : "off")
/// }
/// ```
public struct TagChange: Hashable, Sendable {
    /// The set's name.
    public var set: String
    /// The names of the tags that changed.
    public var changed: [String]
    /// The names of the tags that were already in the requested state.
    public var unchanged: [String]
    /// Whether each changed tag is selected now, in the order of `changed`.
    public var selected: [Bool] = []
}
