public import Foundation

/// A flow that makes nodes only when they become visible; SwiftUI has no equivalent.
///
/// The flow fills the proposed length, and its lines are those of `FlowLayout` in a container of that length. It uses
/// `FlowIndex`, so that a million nodes take no more time than a thousand. The depth of lines that were never visible
/// is estimated from the mean. After a jump, lines are broken from the first visible node, so they may differ from
/// those of `FlowLayout` until all nodes have been visible.
///
/// ```swift
/// let board = ScrollView {
///     LazyFlow(spacing: 8) {
///         ForEach(0..<1_000_000) { Box(width: 20 + CGFloat($0 % 100), height: 20) }
///     }
/// }
/// let window = CGRect(x: 0, y: 0, width: 600, height: 400)
/// let placed = board.layout(in: ProposedViewSize(window.size), showing: window)
/// #expect(placed.children[0].children.count < 300)
/// ```
///
/// A flow with balanced lines, a maximum number of lines, lines from the bottom, or without a finite length makes all of
/// its nodes, since each line depends on all of them.
public struct LazyFlow: LayoutNode {
    private let layout: FlowLayout
    private let list: LayoutNodeList

    /// Creates a lazy flow with the parameters of a layout.
    ///
    /// - Parameters:
    ///   - layout: The parameters.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(_ layout: FlowLayout, @LazyNodeBuilder content: () -> LayoutNodeList) {
        self.layout = layout
        list = content()
    }

    /// Creates a lazy flow; by default, nodes run from the leading edge, 8 points apart.
    ///
    /// - Parameters:
    ///   - axis: The direction of a line.
    ///   - alignment: How the leftover space of a line is distributed.
    ///   - lineAlignment: The position of a node across its line.
    ///   - spacing: The distance between two nodes of a line, in points; nil uses the distance that they prefer.
    ///   - lineSpacing: The distance between two lines, in points; nil uses the distance that their nodes prefer.
    ///   - justified: Whether nodes grow to fill every line but the last.
    ///   - content: The nodes; those of a `ForEach` are made when they become visible.
    public init(
        axis: Axis = .horizontal, alignment: FlowAlignment = .leading, lineAlignment: FlowLineAlignment = .top,
        spacing: CGFloat? = 8, lineSpacing: CGFloat? = 8, justified: Bool = false,
        @LazyNodeBuilder content: () -> LayoutNodeList
    ) {
        let layout = FlowLayout(
            axis: axis, alignment: alignment, lineAlignment: lineAlignment, spacing: spacing, lineSpacing: lineSpacing,
            justified: justified)
        self.init(layout, content: content)
    }

    /// Creates the element of the flow.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var inner = environment
        inner.stackOrientation = nil
        return LazyFlowElement(layout, list, in: inner)
    }
}
