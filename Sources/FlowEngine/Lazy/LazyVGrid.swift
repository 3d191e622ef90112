public import Foundation

/// A grid that grows downwards and makes nodes only when they become visible.
///
/// Nodes fill one row after another, from the first column to the last; a row is as high as its highest node.
///
/// ```swift
/// let grid = LazyVGrid(columns: [GridItem(.adaptive(minimum: 80))]) {
///     ForEach(0..<1_000) { _ in Box(width: 60, height: 20) }
/// }
/// let placed = grid.layout(in: ProposedViewSize(width: 300, height: nil))
/// #expect(placed.children[3].frame.minY == 28)
/// ```
public struct LazyVGrid: LayoutNode {
    private let style: LazyGridStyle
    private let list: LayoutNodeList

    /// Creates a lazy grid of columns.
    ///
    /// - Parameters:
    ///   - columns: The columns; an empty array means a single column.
    ///   - alignment: The alignment of nodes in their columns, and of all columns in the grid.
    ///   - spacing: The distance between rows, in points; nil is 8.
    ///   - pinnedViews: Accepted as in SwiftUI, without effect, because FlowEngine has no sections.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        style = LazyGridStyle(
            name: "LazyVGrid", spacing: spacing.map { finiteOrZero($0).native } ?? ViewSpacing.standardDistance,
            alignment: Alignment(horizontal: alignment, vertical: .center), tracks: .items(columns))
        list = content()
    }

    /// Creates the element of the grid.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyGridElement(style, list, along: .vertical, in: inner)
    }
}
