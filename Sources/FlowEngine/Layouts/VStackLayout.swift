public import Foundation

/// A layout that places its subviews one below the other.
///
/// ```swift
/// let column = VStack(alignment: .trailing, spacing: 4) {
///     Box(width: 20, height: 10)
///     Box(width: 50, height: 10)
/// }
/// #expect(column.layout().children[0].frame.minX == 30)
/// ```
public struct VStackLayout: Layout {
    /// The alignment guide of the subviews.
    public var alignment: HorizontalAlignment
    /// The distance between subviews, in points; nil uses the distance that they prefer.
    public var spacing: CGFloat?

    /// The cache of a stack.
    public typealias Cache = StackLayoutCache

    /// Creates a vertical stack.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    private var stack: StackLayout { StackLayout(axis: .vertical, guide: alignment.key, spacing: spacing) }

    /// The properties of a vertical stack.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .vertical
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

    /// Places the subviews one below the other.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        stack.place(subviews, in: bounds, proposal, &cache)
    }
}

/// A vertical stack of nodes.
public struct VStack: LayoutNode {
    private let container: LayoutContainer<VStackLayout>

    /// Creates a vertical stack of nodes.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = VStackLayout(alignment: alignment, spacing: spacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
