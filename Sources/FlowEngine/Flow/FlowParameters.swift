/// What becomes of the free space along a line, or of the free space beside the lines.
public enum FlowAlignment: String, CaseIterable, Codable, Hashable, Sendable {
    /// All of it after the last item.
    case leading
    /// Half of it before the first item, half after the last.
    case center
    /// All of it before the first item.
    case trailing
    /// Equal parts between the items; a single item is leading.
    case spaceBetween
    /// Equal parts around each item, so half a part at either end.
    case spaceAround
    /// Equal parts between the items and at either end.
    case spaceEvenly

    /// Shares free space out among some items.
    ///
    /// - Parameters:
    ///   - free: The space that is left over, at least 0.
    ///   - count: The number of items, at least 1.
    /// - Returns: The space before the first item, and what is added between two items.
    @inline(__always)
    func share(_ free: Double, among count: Int) -> (start: Double, gap: Double) {
        switch self {
        case .leading: return (0, 0)
        case .center: return (free / 2, 0)
        case .trailing: return (free, 0)
        case .spaceBetween: return (0, count > 1 ? free / Double(count - 1) : 0)
        case .spaceAround:
            let gap = free / Double(count)
            return (gap / 2, gap)
        case .spaceEvenly:
            let gap = free / Double(count + 1)
            return (gap, gap)
        }
    }
}

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

/// How an item of a justified flow takes part in filling its line.
public enum FlowFlexibility: String, CaseIterable, Codable, Hashable, Sendable {
    /// Keeps its ideal length.
    case rigid
    /// Grows with what the filling items of its line have left.
    case natural
    /// Grows before the others, up to its maximum.
    case fill
}

/// The direction in which a flow runs from one vertical position to the next.
public enum VerticalDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// From the upper edge to the lower one.
    case down
    /// From the lower edge to the upper one.
    case up
}
