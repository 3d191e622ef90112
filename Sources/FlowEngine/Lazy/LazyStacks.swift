public import Foundation

/// A vertical stack that makes nodes only when they become visible.
///
/// As in SwiftUI, the stack takes the proposed width, because it doesn't know the widths of all nodes. Its height is
/// estimated from the mean of the nodes that have been visible, and is exact once all have been.
///
/// ```swift
/// let list = ScrollView {
///     LazyVStack(spacing: 0) {
///         ForEach(0..<1_000_000) { _ in Box(width: 80, height: 20) }
///     }
/// }
/// let placed = list.layout(
///     in: ProposedViewSize(width: 100, height: 200),
///     showing: CGRect(x: 0, y: 10_000_000, width: 100, height: 200)
/// )
/// #expect(placed.children[0].frame.height == 20_000_000)
/// #expect(placed.children[0].children.count < 30)
/// ```
public struct LazyVStack: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy vertical stack of nodes.
    ///
    /// - Parameters:
    ///   - alignment: The alignment guide of the nodes.
    ///   - spacing: The distance between nodes, in points; nil uses the distance that they prefer.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyVStack", spacing: spacing.map { finiteOrZero($0).native },
            alignment: Alignment(horizontal: alignment, vertical: .top), tracks: .single)
        list = content()
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = .vertical
        return LazyGridElement(style, list, along: .vertical, in: inner)
    }
}

/// A horizontal stack that makes nodes only when they become visible.
///
/// As in SwiftUI, the stack takes the proposed height. Its width is estimated from the mean of the nodes that have been
/// visible, and is exact once all have been.
public struct LazyHStack: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy horizontal stack of nodes.
    ///
    /// - Parameters:
    ///   - alignment: The alignment guide of the nodes.
    ///   - spacing: The distance between nodes, in points; nil uses the distance that they prefer.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyHStack", spacing: spacing.map { finiteOrZero($0).native },
            alignment: Alignment(horizontal: .leading, vertical: alignment), tracks: .single)
        list = content()
    }

    /// Creates the element of the stack.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = .horizontal
        return LazyGridElement(style, list, along: .horizontal, in: inner)
    }
}
