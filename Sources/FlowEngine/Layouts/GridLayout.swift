public import Foundation

/// A layout of rows and columns.
///
/// A column is as wide as its widest cell, and a row as tall as its tallest; flexible columns share the width that
/// remains after fixed cells. A subview outside a `GridRow` spans all columns.
///
/// ```swift
/// let form = Grid(alignment: .leading, horizontalSpacing: 4, verticalSpacing: 2) {
///     GridRow {
///         Box(width: 30, height: 10)
///         Box(width: 60, height: 10)
///     }
///     GridRow {
///         Box(width: 20, height: 10)
///         Box(width: 80, height: 10)
///     }
/// }
/// #expect(form.layout().frame.size == CGSize(width: 114, height: 22))
/// ```
public struct GridLayout: Layout {
    /// The alignment of cells in their column and row.
    public var alignment: Alignment
    /// The distance between columns, in points; nil uses the distance that the cells prefer.
    public var horizontalSpacing: CGFloat?
    /// The distance between rows, in points; nil uses the distance that the cells prefer.
    public var verticalSpacing: CGFloat?

    /// The cells of a grid, and its arrangements by proposal.
    public struct Cache {
        let cells: GridCells
        var arrangements: [(proposal: ProposedViewSize, arrangement: GridArrangement)] = []
    }

    /// Creates a grid layout.
    public init(alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }

    /// Sorts the subviews into cells.
    public func makeCache(subviews: Subviews) -> Cache { Cache(cells: GridCells(subviews)) }

    /// Returns the width of all columns by the height of all rows.
    ///
    /// - Complexity: O(cells + columns log columns + rows log rows), with six measurements of each cell.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        arrangement(proposal, &cache).size
    }

    /// Places each cell in its column and row.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        let arrangement = arrangement(proposal, &cache)
        for (cell, place) in zip(cache.cells.cells, arrangement.places) {
            cell.subview.place(
                at: CGPoint(x: bounds.minX + place.origin.x, y: bounds.minY + place.origin.y), proposal: place.proposal)
        }
    }

    private func arrangement(_ proposal: ProposedViewSize, _ cache: inout Cache) -> GridArrangement {
        if let known = cache.arrangements.first(where: { $0.proposal == proposal }) { return known.arrangement }
        let arrangement = GridArrangement(self, cache.cells, proposal)
        if cache.arrangements.count >= StackLayoutCache.maximumCount { cache.arrangements.removeFirst() }
        cache.arrangements.append((proposal, arrangement))
        return arrangement
    }
}

/// A grid of nodes.
public struct Grid: LayoutNode {
    private let container: LayoutContainer<GridLayout>

    /// Creates a grid of rows and nodes.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = GridLayout(
            alignment: alignment, horizontalSpacing: horizontalSpacing, verticalSpacing: verticalSpacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
