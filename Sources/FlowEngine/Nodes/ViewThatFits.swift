internal import Foundation

/// A node that is the first of several whose ideal size fits into the proposed size.
///
/// As in SwiftUI, the ideal size only has to fit along the given axes. If no node fits, the last node is used. The node
/// receives the full proposal.
///
/// ```swift
/// let label = ViewThatFits(in: .horizontal) {
///     Box(width: 120, height: 10)
///     Box(width: 50, height: 20)
///     Box(width: 10, height: 10)
/// }
/// #expect(label.sizeThatFits(ProposedViewSize(width: 80, height: 15)).width == 50)
/// ```
public struct ViewThatFits: LayoutNode {
    private let axes: Axis.Set
    private let nodes: [any LayoutNode]

    /// Creates a node that is one of several.
    ///
    /// - Parameters:
    ///   - axes: The axes along which a node has to fit.
    ///   - content: The nodes, in the order of preference.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @LayoutNodeBuilder content: () -> [any LayoutNode]) {
        self.axes = axes
        nodes = content()
    }

    /// Creates the element of the node.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        FittingElement(nodes.map { $0.makeElement(in: environment) }, axes, in: environment)
    }
}
