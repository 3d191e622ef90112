/// The set that a method applies to.
///
/// ```swift
/// let chosen = try service.tags.all(in: .chosen)
/// let habits = try service.tags.all(in: .named("Habits"))
/// ```
public enum SetReference: Hashable, Sendable {
    /// The set that was chosen last.
    case chosen
    /// The set with a name, in any spelling with the same key.
    case named(String)
}
