/// The set that a method applies to.
///
/// ```swift
/// let chosen = try service.tags(in: .chosen)
/// let habits = try service.tags(in: .named("Habits"))
/// ```
public enum SetReference: Hashable, Sendable {
    /// The set that was chosen last.
    case chosen
    /// The set with a name, in any spelling with the same key.
    case named(String)
}
