public import Foundation

/// Something that can be sized and placed.
///
/// Leaves are `Box` and `Spacer`. Containers are layouts called with a builder:
///
///     FlowLayout(spacing: 8) {
///         Box(width: 40, height: 20)
///         ForEach(sizes) { Box($0) }
///     }
///
/// A node is a description. `layout(in:)` turns it into frames.
public protocol LayoutNode {
    /// Makes the element that stands for the node while it is laid out.
    func makeElement(in environment: LayoutEnvironment) -> LayoutElement

    /// The size of a node that is a box of this size and nothing else; nil for all others.
    ///
    /// A container keeps such a node without an element.
    var bareSize: CGSize? { get }
}

extension LayoutNode {
    /// Says that the node is more than a box of one size.
    public var bareSize: CGSize? { nil }
}

/// What SwiftUI calls a node, so that modifiers written as `extension View` need no change.
public typealias View = LayoutNode

extension LayoutNode {
    /// Lays the node out in the size that it answers to a proposal.
    ///
    /// - Complexity: that of the layouts inside; each asks a subview the same question once.
    public func layout(
        in proposal: ProposedViewSize = .unspecified,
        layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode {
        LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal)
    }

    /// Returns the size that the node needs when it is offered a size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        LayoutTree(self).sizeThatFits(proposal)
    }
}

/// Nodes that stand in a builder as if each was written there.
public protocol LayoutNodeGroup {
    /// The nodes, in order.
    var nodes: [any LayoutNode] { get }
}
