public import Foundation

/// A grid that grows sideways and makes nodes only when they become visible.
///
/// Nodes fill one column after another, from the first row to the last; a column is as wide as its widest node.
public struct LazyHGrid: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy grid of rows.
    ///
    /// - Parameters:
    ///   - rows: The rows; an empty array means a single row.
    ///   - alignment: The alignment of nodes in their rows, and of all rows in the grid.
    ///   - spacing: The distance between columns, in points; nil is 8.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyHGrid", spacing: spacing.map { finiteOrZero($0).native } ?? ViewSpacing.standardDistance,
            alignment: Alignment(horizontal: .center, vertical: alignment), tracks: .items(rows))
        list = content()
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyGridElement(style, list, along: .horizontal, in: inner)
    }
}
