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
