/// The direction in which text and lines of subviews run.
public enum LayoutDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// The leading edge is the left one.
    case leftToRight
    /// The leading edge is the right one.
    case rightToLeft
}
