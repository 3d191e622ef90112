public import Foundation

/// A layout that puts its subviews one before the other, their guides on one point.
///
/// Where priorities differ, the subviews of the highest one decide the size.
public struct ZStackLayout: Layout {
    /// The guides that subviews meet on.
    public var alignment: Alignment

    /// What the layout keeps of its subviews: nothing.
    public typealias Cache = Void

    /// Makes a stack from back to front.
    public init(alignment: Alignment = .center) {
        self.alignment = alignment
    }

    /// Returns the union of the subviews, with their guides on one point.
    ///
    /// - Complexity: O(subviews).
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) -> CGSize {
        extent(of: subviews, proposal).size
    }

    /// Puts the subviews one before the other.
    ///
    /// - Complexity: O(subviews).
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) {
        let extent = extent(of: subviews, proposal)
        for subview in subviews {
            let guides = guides(of: subview.dimensions(in: proposal))
            subview.place(
                at: CGPoint(
                    x: bounds.minX + extent.guides.x - guides.x,
                    y: bounds.minY + extent.guides.y - guides.y
                ),
                proposal: proposal
            )
        }
    }

    /// Returns the size of the stack, and where the guides meet in it.
    private func extent(
        of subviews: Subviews,
        _ proposal: ProposedViewSize
    ) -> (size: CGSize, guides: CGPoint) {
        guard let highest = subviews.map(\.priority).max() else { return (.zero, .zero) }
        var guide = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)
        var rest = guide
        for subview in subviews where subview.priority == highest {
            let dimensions = subview.dimensions(in: proposal)
            let guides = guides(of: dimensions)
            guide.x = max(guide.x, guides.x)
            guide.y = max(guide.y, guides.y)
            rest.x = max(rest.x, dimensions.width - guides.x)
            rest.y = max(rest.y, dimensions.height - guides.y)
        }
        return (CGSize(width: guide.x + rest.x, height: guide.y + rest.y), guide)
    }

    private func guides(of dimensions: ViewDimensions) -> CGPoint {
        CGPoint(
            x: finite(dimensions[alignment.horizontal]),
            y: finite(dimensions[alignment.vertical])
        )
    }
}

/// A stack of nodes from back to front.
public struct ZStack: LayoutNode {
    private let container: LayoutContainer<ZStackLayout>

    /// Makes a stack of the nodes of a builder, the first one at the back.
    public init(
        alignment: Alignment = .center,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        container = LayoutContainer(ZStackLayout(alignment: alignment), nodes: content())
    }

    /// Makes the element that stands for the stack while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
