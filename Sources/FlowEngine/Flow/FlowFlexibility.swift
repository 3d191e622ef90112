/// How an item of a justified flow takes part in filling its line.
<<<<<<< HEAD
public enum FlowFlexibility: String, CaseIterable, Hashable, Sendable {
=======
public enum FlowFlexibility: String, CaseIterable, Codable, Hashable, Sendable {
>>>>>>> 9b2efc74a67390cb7c7a9133793d6d35089e5fee
    /// Keeps its ideal length.
    case rigid
    /// Grows with what the filling items of its line have left.
    case natural
    /// Grows before the others, up to its maximum.
    case fill
}
