public import Foundation

/// A layout that puts its subviews one below the other.
public struct VStackLayout: Layout {
    /// The guide that subviews meet on.
    public var alignment: HorizontalAlignment
    /// The distance between subviews, in points; nil is what they prefer.
    public var spacing: CGFloat?

    /// What the layout keeps of its subviews.
    public typealias Cache = StackLayoutCache

    /// Makes a vertical stack.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil) {
        self.alignment = alignment
        self.spacing = spacing
    }

    private var stack: StackLayout {
        StackLayout(axis: .vertical, guide: alignment.key, spacing: spacing)
    }

    /// The properties of a vertical stack.
    public static var layoutProperties: LayoutProperties {
        var properties = LayoutProperties()
        properties.stackOrientation = .vertical
        return properties
    }

    /// Works out the distances between the subviews.
    public func makeCache(subviews: Subviews) -> Cache {
        stack.makeCache(subviews)
    }

    /// Returns what the subviews at the ends prefer, and what all prefer across.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        stack.spacing(subviews)
    }

    /// Returns the size that the stack needs.
    ///
    /// - Complexity: O(n log n) for n subviews, and three questions to each.
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGSize {
        stack.arrangement(proposal, subviews, &cache).size
    }

    /// Puts the subviews one below the other.
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) {
        stack.place(subviews, in: bounds, proposal, &cache)
    }
}

/// A vertical stack of nodes.
public struct VStack: LayoutNode {
    private let container: LayoutContainer<VStackLayout>

    /// Makes a vertical stack of the nodes of a builder.
    public init(
        alignment: HorizontalAlignment = .center,
        spacing: CGFloat? = nil,
        @LayoutNodeBuilder content: () -> [any LayoutNode]
    ) {
        let layout = VStackLayout(alignment: alignment, spacing: spacing)
        container = LayoutContainer(layout, nodes: content())
    }

    /// Makes the element that stands for the stack while it is laid out.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        container.makeElement(in: environment)
    }
}
