/// The alignment of an item across its line.
///
/// On a horizontal axis `leading` means `top` and `trailing` means `bottom`. On a vertical axis
/// `top` means `leading`, `bottom` means `trailing`, and a baseline means `leading`.
public enum FlowLineAlignment: String, CaseIterable, Codable, Hashable, Sendable {
    /// At the upper edge of the line, even if lines are stacked upwards.
    case top
    /// In the middle of the line.
    case center
    /// At the lower edge of the line, even if lines are stacked upwards.
    case bottom
    /// With its first text baseline on that of the line.
    case firstTextBaseline
    /// With its last text baseline on that of the line.
    case lastTextBaseline
    /// At the leading edge of a vertical line.
    case leading
    /// At the trailing edge of a vertical line.
    case trailing
    /// As deep as the line, like `align-items: stretch` of CSS.
    ///
    /// A subview is proposed the depth of its line; if it takes less, it is at the upper or leading edge.
    case stretch
}

/// How the items of a flow are divided into lines.
public enum FlowLineBreaking: String, CaseIterable, Codable, Hashable, Sendable {
    /// Each line takes as many items as fit.
    case greedy
    /// As many lines as greedy breaking needs, as even in length as possible.
    ///
    /// The sum of the squared line lengths is minimal. On a tie, earlier lines are fuller. An item of length zero never
    /// starts a line if it can end the previous line. This is `flex-wrap: balance` of CSS Flexbox Level 2, as
    /// implemented by browsers. `FlowLayout.minLines` asks for more lines.
    ///
    /// - Complexity: O(n log m) for n items and m on a line, with three numbers of memory per item.
    case balanced
}

/// How an item grows in a line of a justified flow.
public enum FlowFlexibility: String, CaseIterable, Codable, Hashable, Sendable {
    /// Keeps its ideal length.
    case rigid
    /// Grows into the space that remains after the `fill` items of its line have grown.
    case natural
    /// Grows before the others, up to its maximum length.
    case fill
}

/// The vertical direction of a flow.
public enum VerticalDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// From the upper edge to the lower one.
    case down
    /// From the lower edge to the upper one.
    case up
}

/// How leftover space is distributed along a line, or among the lines of a container.
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

    /// Distributes free space among items.
    ///
    /// - Parameters:
    ///   - free: The leftover space in points, at least 0.
    ///   - count: The number of items, at least 1.
    /// - Returns: The space before the first item, and the extra space between two items.
    @inline(__always) func distribute(_ free: Double, among count: Int) -> (start: Double, gap: Double) {
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
