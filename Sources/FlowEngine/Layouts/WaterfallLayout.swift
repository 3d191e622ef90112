public import Foundation

/// A layout of columns that adds each subview to the column that is shortest so far, or nearly so.
///
///     ┌────┐ ┌────┐ ┌────┐
///     │ 0  │ │ 1  │ │ 2  │
///     │    │ └────┘ │    │
///     └────┘ ┌────┐ │    │
///     ┌────┐ │ 3  │ └────┘
///     │ 4  │ └────┘
///     └────┘
///
/// ```swift
/// let wall = WaterfallLayout(columns: .minimumWidth(100), spacing: 4) {
///     ForEach([30.0, 20, 40]) { Box(width: 100, height: $0) }
/// }
/// let placed = wall.layout(in: ProposedViewSize(width: 204, height: nil))
/// #expect(placed.children[2].frame.origin == CGPoint(x: 104, y: 24))
/// ```
public struct WaterfallLayout: Layout, Hashable {
    /// How the number of columns is determined.
    public enum Columns: Hashable, Sendable {
        /// A number of columns, at least 1.
        case count(Int)
        /// As many columns of a minimum width in points as fit, but at least 1.
        case minimumWidth(CGFloat)
    }

    /// How the number of columns is determined.
    public var columns: Columns
    /// The distance between columns and between the subviews of a column, in points.
    public var spacing: CGFloat
    /// How much taller than the shortest column a column may be, in points, to count as equally short.
    ///
    /// The first of the columns that count as shortest takes the next subview. A small tolerance therefore keeps subviews
    /// in reading order if columns are about equally tall, like `flow-tolerance` of grid lanes in CSS Grid Level 3. CSS
    /// starts the search after the column of the previous subview, this layout at the first column.
    /// A tolerance that is NaN, infinite or negative counts as 0.
    ///
    /// ```swift
    /// let heights: [CGFloat] = [32, 30, 20]
    /// let wall = WaterfallLayout(columns: 2, spacing: 0, tolerance: 4) {
    ///     ForEach(heights) { Box(width: 10, height: $0) }
    /// }
    /// let placed = wall.layout(in: ProposedViewSize(width: 20, height: nil))
    /// #expect(placed.children[2].frame.origin == CGPoint(x: 0, y: 32))
    /// ```
    public var tolerance: CGFloat

    /// The layout has no cache.
    public typealias Cache = Void

    /// Creates a layout of columns; a spacing that is NaN, infinite or negative counts as 0.
    public init(columns: Columns, spacing: CGFloat = 8, tolerance: CGFloat = 0) {
        self.columns = columns
        self.spacing = spacing
        self.tolerance = tolerance
    }

    /// Creates a layout of a number of columns.
    public init(columns: Int, spacing: CGFloat = 8, tolerance: CGFloat = 0) {
        self.init(columns: .count(columns), spacing: spacing, tolerance: tolerance)
    }

    /// Returns the proposed width by the height of the tallest column.
    ///
    /// - Complexity: O(subviews × log columns).
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        let columns = widths(proposal, subviews)
        return arrangement(columns, subviews).size
    }

    /// Places each subview in the first column that exceeds the shortest one by at most the tolerance.
    ///
    /// - Complexity: O(subviews × log columns).
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let isGiven = proposal.width.map { $0.isFinite } ?? false
        let offered = isGiven ? ProposedViewSize(bounds.size) : proposal
        let columns = widths(offered, subviews)
        for (subview, origin) in zip(subviews, arrangement(columns, subviews).origins) {
            subview.place(
                at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y),
                proposal: ProposedViewSize(width: columns.width, height: nil))
        }
    }

    /// Returns the number of columns and their width in points.
    private func widths(_ proposal: ProposedViewSize, _ subviews: Subviews) -> (count: Int, width: Double) {
        let gap = lengthOrZero(spacing)
        guard let width = proposal.width.map({ lengthLimit($0) }), width < .infinity else {
            let ideal = subviews.map { lengthOrZero($0.sizeThatFits(.unspecified).width) }.max() ?? 0
            return (idealCount(subviews.count), ideal)
        }
        let count: Double
        switch columns {
        case .count(let number): count = Double(max(number, 1))
        case .minimumWidth(let least):
            let most = (clampedToFinite(width + gap) / max(lengthOrZero(least) + gap, FlowMetrics.tolerance))
                .rounded(.down)
            // More columns than subviews would be empty.
            count = most > 1 ? min(most, Double(max(subviews.count, 1))) : 1
        }
        return (Int(min(count, Double(Self.maximumCount))), max((width - gap * (count - 1)) / count, 0))
    }

    /// The maximum number of columns, so that a hostile count does not exhaust memory.
    private static let maximumCount = 1_000_000

    private func idealCount(_ subviews: Int) -> Int {
        switch columns {
        case .count(let number): min(max(number, 1), Self.maximumCount)
        case .minimumWidth: max(subviews, 1)
        }
    }

    private func arrangement(
        _ columns: (count: Int, width: Double), _ subviews: Subviews
    ) -> (size: CGSize, origins: [CGPoint]) {
        let gap = lengthOrZero(spacing)
        let tolerance = lengthOrZero(tolerance)
        var heights = ColumnTree(count: columns.count)
        var tallest = 0.0
        let origins = subviews.map { subview in
            let offered = ProposedViewSize(width: columns.width, height: nil)
            let height = lengthOrZero(subview.sizeThatFits(offered).height)
            let column = heights.first(within: tolerance)
            let top = heights[column]
            tallest = max(tallest, clampedToFinite(top + height))
            heights[column] = clampedToFinite(top + height + gap)
            return CGPoint(x: Double(column) * (columns.width + gap), y: top)
        }
        guard !subviews.isEmpty else { return (.zero, []) }
        let width = Double(columns.count) * columns.width + Double(columns.count - 1) * gap
        return (CGSize(width: clampedToFinite(width), height: tallest), origins)
    }
}

/// A binary tree over the columns that knows the shortest of each part, to find the first column that is short enough.
private struct ColumnTree {
    /// The height of the shortest column below each node; the columns are the last `leaves` nodes.
    private var shortest: [Double]
    private let leaves: Int

    init(count: Int) {
        var leaves = 1
        while leaves < count { leaves *= 2 }
        self.leaves = leaves
        shortest = Array(repeating: .infinity, count: 2 * leaves)
        for column in 0..<max(count, 1) { shortest[leaves + column] = 0 }
        for node in stride(from: leaves - 1, to: 0, by: -1) { update(node) }
    }

    /// Returns the first column that exceeds the shortest one by at most a tolerance.
    ///
    /// - Complexity: O(log columns).
    func first(within tolerance: Double) -> Int {
        let limit = shortest[1] + tolerance
        var node = 1
        while node < leaves { node = shortest[2 * node] <= limit ? 2 * node : 2 * node + 1 }
        return node - leaves
    }

    /// The height of a column in points, with the spacing after its last subview.
    ///
    /// - Complexity: To set, O(log columns).
    subscript(column: Int) -> Double {
        get { shortest[leaves + column] }
        set {
            var node = leaves + column
            shortest[node] = newValue
            while node > 1 {
                node /= 2
                update(node)
            }
        }
    }

    private mutating func update(_ node: Int) { shortest[node] = min(shortest[2 * node], shortest[2 * node + 1]) }
}
