/// The effect of a command on the selection of a tag.
public enum SelectionAction: String, Sendable {
    /// Selects a tag that isn't selected, and deselects a tag that is.
    case toggle
    /// Selects the tag.
    case select
    /// Deselects the tag.
    case deselect
}
