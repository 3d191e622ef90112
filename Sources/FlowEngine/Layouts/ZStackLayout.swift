public import Foundation

/// A layout that overlays its subviews, from back to front, with their guides aligned.
///
/// If priorities differ, the subviews of the highest priority determine the size.
///
/// ```swift
/// let badge = ZStack(alignment: .topTrailing) {
///     Box(width: 40, height: 40)
///     Box(width: 8, height: 8)
/// }
/// #expect(badge.layout().children[1].frame.minX == 32)
/// ```
public struct ZStackLayout: Layout {
    /// The alignment guides of the subviews.
    public var alignment: Alignment

    /// The layout has no cache.
    public typealias Cache = Void

    /// Creates a stack from back to front.
    public init(alignment: Alignment = .center) { self.alignment = alignment }

    /// Returns the size of the union of the subviews with their guides aligned.
    ///
    /// - Complexity: O(subviews).
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        extent(of: subviews, proposal).size
    }

    /// Places the subviews with their guides aligned.
    ///
    /// - Complexity: O(subviews).
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let extent = extent(of: subviews, proposal)
        for subview in subviews {
            let guides = guides(of: subview.dimensions(in: proposal))
            subview.place(
                at: CGPoint(x: bounds.minX + extent.guides.x - guides.x, y: bounds.minY + extent.guides.y - guides.y),
                proposal: proposal)
        }
    }

    /// Returns the size of the stack, and the position of the guides in it.
    private func extent(of subviews: Subviews, _ proposal: ProposedViewSize) -> (size: CGSize, guides: CGPoint) {
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
        CGPoint(x: finiteOrZero(dimensions[alignment.horizontal]), y: finiteOrZero(dimensions[alignment.vertical]))
    }
}

/// A stack of nodes from back to front.
public struct ZStack: LayoutNode {
    private let container: LayoutContainer<ZStackLayout>

    /// Creates a stack of nodes, the first one at the back.
    public init(alignment: Alignment = .center, @LayoutNodeBuilder content: () -> [any LayoutNode]) {
        container = LayoutContainer(ZStackLayout(alignment: alignment), nodes: content())
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
