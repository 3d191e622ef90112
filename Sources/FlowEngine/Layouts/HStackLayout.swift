public import Foundation

/// A layout that places its subviews side by side.
///
/// ```swift
/// let row = HStack(alignment: .top, spacing: 4) {
///     Box(width: 20, height: 10)
///     Spacer()
///     Box(width: 20, height: 10)
/// }
/// let placed = row.layout(in: ProposedViewSize(width: 100, height: nil))
/// #expect(placed.children[2].frame.minX == 80)
/// ```
public struct HStackLayout: Layout {
    /// The alignment guide of the subviews.
    public var alignment: VerticalAlignment
    /// The distance between subviews, in points; nil uses the distance that they prefer.
    public var spacing: CGFloat?

    /// The cache of a stack.
    public typealias Cache = StackLayoutCache

    /// Creates a horizontal stack.
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    private var stack: StackLayout { StackLayout(axis: .horizontal, guide: alignment.key, spacing: spacing) }

    /// The properties of a horizontal stack.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .horizontal
        return properties
    }

    /// Computes the distances between the subviews.
    public func makeCache(subviews: Subviews) -> Cache { stack.makeCache(subviews) }

    /// Returns the preferences of the first and last subviews along the stack, and the union of all preferences across
    /// it.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { stack.spacing(subviews) }

    /// Returns the size that the stack needs.
    ///
    /// - Complexity: O(n log n) for n subviews, with three measurements of each.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        stack.arrangement(proposal, subviews, &cache).size
    }

    /// Places the subviews side by side.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        stack.place(subviews, in: bounds, proposal, &cache)
    }
}

/// A horizontal stack of nodes.
public struct HStack: LayoutNode {
    private let container: LayoutContainer<HStackLayout>

    /// Creates a horizontal stack of nodes.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = HStackLayout(alignment: alignment, spacing: spacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
