public import Foundation

/// A layout of rows and columns.
///
/// A column is as wide as its widest cell, a row as tall as its tallest; columns that are flexible
/// share what the fixed ones leave. A subview outside a row spans all columns.
public struct GridLayout: Layout {
    /// Where cells stand in their column and row.
    public var alignment: Alignment
    /// The distance between columns, in points; nil is what the cells prefer.
    public var horizontalSpacing: CGFloat?
    /// The distance between rows, in points; nil is what the cells prefer.
    public var verticalSpacing: CGFloat?

    /// What the layout keeps of its subviews.
    public struct Cache {
        let cells: GridCells
        var arrangements: [(proposal: ProposedViewSize, arrangement: GridArrangement)] = []
    }

    /// Makes a grid.
    public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil
    ) {
        self.alignment = alignment
        self.horizontalSpacing = horizontalSpacing
        self.verticalSpacing = verticalSpacing
    }

    /// Sorts the subviews into cells.
    public func makeCache(subviews: Subviews) -> Cache {
        Cache(cells: GridCells(subviews))
    }

    /// Returns the size of all columns by that of all rows.
    ///
    /// - Complexity: O(cells + columns log columns + rows log rows), and six questions to each cell.
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGSize {
        arrangement(proposal, &cache).size
    }

    /// Places each cell in its column and row.
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) {
        let arrangement = arrangement(proposal, &cache)
        for (cell, place) in zip(cache.cells.cells, arrangement.places) {
            cell.subview.place(
                at: CGPoint(x: bounds.minX + place.origin.x, y: bounds.minY + place.origin.y),
                proposal: place.proposal
            )
        }
    }

    private func arrangement(_ proposal: ProposedViewSize, _ cache: inout Cache) -> GridArrangement
    {
        if let known = cache.arrangements.first(where: { $0.proposal == proposal }) {
            return known.arrangement
        }
        let arrangement = GridArrangement(self, cache.cells, proposal)
        if cache.arrangements.count >= 8 { cache.arrangements.removeFirst() }
        cache.arrangements.append((proposal, arrangement))
        return arrangement
    }
}

/// A grid of nodes.
public struct Grid: LayoutNode {
    private let container: LayoutContainer<GridLayout>

    /// Makes a grid of the rows and nodes of a builder.
    public init(
        alignment: Alignment = .center,
        horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = GridLayout(
            alignment: alignment,
            horizontalSpacing: horizontalSpacing,
            verticalSpacing: verticalSpacing
        )
        container = LayoutContainer(layout, nodes: content())
    }

    /// Makes the element that stands for the grid while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
