/// How the items of a flow are divided into lines.
public enum FlowLineBreaking: String, CaseIterable, Codable, Hashable, Sendable {
    /// Each line takes as many items as fit.
    case greedy
    /// As many lines as greedy needs, as even in length as they can be.
    ///
    /// The sum of the squared line lengths is the least there is; of equal sums the one with the
    /// fuller earlier lines is taken; and an item of length zero never starts a line that it could
    /// have ended. This is what `flex-wrap: balance` does.
    case balanced
}
