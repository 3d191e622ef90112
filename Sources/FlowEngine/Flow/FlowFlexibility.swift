/// How an item of a justified flow takes part in filling its line.
public enum FlowFlexibility: String, CaseIterable, Codable, Hashable, Sendable {
    /// Keeps its ideal length.
    case rigid
    /// Grows with what the filling items of its line have left.
    case natural
    /// Grows before the others, up to its maximum.
    case fill
}
