public import Foundation

/// A layout of columns that adds each subview to the column that is shortest so far.
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

    /// The layout has no cache.
    public typealias Cache = Void

    /// Creates a layout of columns; a spacing that is NaN, infinite or negative counts as 0.
    public init(columns: Columns, spacing: CGFloat = 8) {
        self.columns = columns
        self.spacing = spacing
    }

    /// Creates a layout of a number of columns.
    public init(columns: Int, spacing: CGFloat = 8) {
        self.init(columns: .count(columns), spacing: spacing)
    }

    /// Returns the proposed width by the height of the tallest column.
    ///
    /// - Complexity: O(subviews × log columns).
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) -> CGSize {
        let columns = widths(proposal, subviews)
        return arrangement(columns, subviews).size
    }

    /// Places each subview in the shortest column, the first one on a tie.
    ///
    /// - Complexity: O(subviews × log columns).
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) {
        let isGiven = proposal.width.map { $0.isFinite } ?? false
        let offered = isGiven ? ProposedViewSize(bounds.size) : proposal
        let columns = widths(offered, subviews)
        for (subview, origin) in zip(subviews, arrangement(columns, subviews).origins) {
            subview.place(
                at: CGPoint(x: bounds.minX + origin.x, y: bounds.minY + origin.y),
                proposal: ProposedViewSize(width: columns.width, height: nil)
            )
        }
    }

    /// Returns the number of columns and their width in points.
    private func widths(
        _ proposal: ProposedViewSize,
        _ subviews: Subviews
    ) -> (count: Int, width: Double) {
        let gap = lengthOrZero(spacing)
        guard let width = proposal.width.map({ lengthLimit($0) }), width < .infinity else {
            let ideal =
                subviews.map { lengthOrZero($0.sizeThatFits(.unspecified).width) }.max() ?? 0
            return (idealCount(subviews.count), ideal)
        }
        let count: Double
        switch columns {
        case .count(let number): count = Double(max(number, 1))
        case .minimumWidth(let least):
            let most =
                (clampedToFinite(width + gap)
                / max(lengthOrZero(least) + gap, FlowMetrics.tolerance))
                .rounded(.down)
            // More columns than subviews would be empty.
            count = most > 1 ? min(most, Double(max(subviews.count, 1))) : 1
        }
        return (
            Int(min(count, Double(Self.maximumCount))), max((width - gap * (count - 1)) / count, 0)
        )
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
        _ columns: (count: Int, width: Double),
        _ subviews: Subviews
    ) -> (size: CGSize, origins: [CGPoint]) {
        let gap = lengthOrZero(spacing)
        var shortest = ShortestColumn(count: columns.count)
        var tallest = 0.0
        let origins = subviews.map { subview in
            let offered = ProposedViewSize(width: columns.width, height: nil)
            let height = lengthOrZero(subview.sizeThatFits(offered).height)
            let column = shortest.index
            let top = shortest.height
            tallest = max(tallest, clampedToFinite(top + height))
            shortest.grow(to: clampedToFinite(top + height + gap))
            return CGPoint(x: Double(column) * (columns.width + gap), y: top)
        }
        guard !subviews.isEmpty else { return (.zero, []) }
        let width = Double(columns.count) * columns.width + Double(columns.count - 1) * gap
        return (CGSize(width: clampedToFinite(width), height: tallest), origins)
    }
}

/// A binary heap of columns, with the shortest column on top, or the first of several equally short columns.
private struct ShortestColumn {
    /// The height and the index of each column.
    private var heap: [(height: Double, index: Int)]

    init(count: Int) {
        heap = (0..<max(count, 1)).map { (0, $0) }
    }

    /// The index of the shortest column.
    var index: Int { heap[0].index }
    /// The height of the shortest column, with the spacing after its last subview.
    var height: Double { heap[0].height }

    /// Sets the height of the shortest column, which grows.
    ///
    /// - Complexity: O(log columns).
    mutating func grow(to height: Double) {
        heap[0].height = height
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
                if heap[child] < heap[least] { least = child }
            }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
