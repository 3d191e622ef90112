/// Which set a method is about.
public enum SetReference: Hashable, Sendable {
    /// The set last chosen.
    case chosen
    /// The set of this name, in any spelling that has its key.
    case named(String)
}
