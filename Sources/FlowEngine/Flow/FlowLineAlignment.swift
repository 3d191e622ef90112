/// Where an item stands across its line.
///
/// On a horizontal axis `leading` means `top` and `trailing` means `bottom`. On a vertical axis
/// `top` means `leading`, `bottom` means `trailing`, and a baseline means `leading`.
public enum FlowLineAlignment: String, CaseIterable, Codable, Hashable, Sendable {
    /// At the upper edge of the line, whichever way lines are stacked.
    case top
    /// In the middle of the line.
    case center
    /// At the lower edge of the line, whichever way lines are stacked.
    case bottom
    /// With its first text baseline on that of the line.
    case firstTextBaseline
    /// With its last text baseline on that of the line.
    case lastTextBaseline
    /// At the leading edge of a vertical line.
    case leading
    /// At the trailing edge of a vertical line.
    case trailing
}
