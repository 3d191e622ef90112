/// The direction in which a flow runs from one vertical position to the next.
public enum VerticalDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// From the upper edge to the lower one.
    case down
    /// From the lower edge to the upper one.
    case up
}
