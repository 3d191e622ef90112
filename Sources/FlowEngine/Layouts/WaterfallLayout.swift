public import Foundation

/// A layout of columns, in which each subview goes into the column that is shortest so far.
///
///     ┌────┐ ┌────┐ ┌────┐
///     │ 0  │ │ 1  │ │ 2  │
///     │    │ └────┘ │    │
///     └────┘ ┌────┐ │    │
///     ┌────┐ │ 3  │ └────┘
///     │ 4  │ └────┘
///     └────┘
public struct WaterfallLayout: Layout, Hashable {
    /// How the number of columns is decided.
    public enum Columns: Hashable, Sendable {
        /// So many columns, at least 1.
        case count(Int)
        /// As many columns as fit if each is at least so wide, in points; at least 1.
        case minimumWidth(CGFloat)
    }

    /// How the number of columns is decided.
    public var columns: Columns
    /// The distance between columns, and between the subviews of one, in points.
    public var spacing: CGFloat

    /// What the layout keeps of its subviews: nothing.
    public typealias Cache = Void

    /// Makes a layout of columns; a spacing that is NaN, infinite or negative counts as 0.
    public init(columns: Columns, spacing: CGFloat = 8) {
        self.columns = columns
        self.spacing = spacing
    }

    /// Makes a layout of so many columns.
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

    /// Places each subview into the shortest column, the first one on a tie.
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

    /// Returns how many columns there are, and how wide each is.
    private func widths(
        _ proposal: ProposedViewSize,
        _ subviews: Subviews
    ) -> (count: Int, width: Double) {
        let gap = magnitude(spacing)
        guard let width = proposal.width.map({ lengthLimit($0) }), width < .infinity else {
            let ideal = subviews.map { magnitude($0.sizeThatFits(.unspecified).width) }.max() ?? 0
            return (idealCount(subviews.count), ideal)
        }
        let count: Double
        switch columns {
        case .count(let number): count = Double(max(number, 1))
        case .minimumWidth(let least):
            let most = (bounded(width + gap) / max(magnitude(least) + gap, 1e-6)).rounded(.down)
            // More columns than subviews would only be empty.
            count = most > 1 ? min(most, Double(max(subviews.count, 1))) : 1
        }
        return (Int(min(count, 1e6)), max((width - gap * (count - 1)) / count, 0))
    }

    private func idealCount(_ subviews: Int) -> Int {
        switch columns {
        case .count(let number): min(max(number, 1), 1_000_000)
        case .minimumWidth: max(subviews, 1)
        }
    }

    private func arrangement(
        _ columns: (count: Int, width: Double),
        _ subviews: Subviews
    ) -> (size: CGSize, origins: [CGPoint]) {
        let gap = magnitude(spacing)
        var shortest = ShortestColumn(count: columns.count)
        var tallest = 0.0
        let origins = subviews.map { subview in
            let offered = ProposedViewSize(width: columns.width, height: nil)
            let height = magnitude(subview.sizeThatFits(offered).height)
            let column = shortest.index
            let top = shortest.height
            tallest = max(tallest, bounded(top + height))
            shortest.grow(to: bounded(top + height + gap))
            return CGPoint(x: Double(column) * (columns.width + gap), y: top)
        }
        guard !subviews.isEmpty else { return (.zero, []) }
        let width = Double(columns.count) * columns.width + Double(columns.count - 1) * gap
        return (CGSize(width: bounded(width), height: tallest), origins)
    }
}

/// The columns of a waterfall as a heap: the shortest is on top, the first one of equal ones.
struct ShortestColumn {
    /// The height and the index of each column.
    private var heap: [(height: Double, index: Int)]

    init(count: Int) {
        heap = (0..<max(count, 1)).map { (0, $0) }
    }

    /// The index of the shortest column.
    var index: Int { heap[0].index }
    /// The height of the shortest column, with the space after its last subview.
    var height: Double { heap[0].height }

    /// Makes the shortest column longer.
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
