public import Foundation

/// Something that can be sized and placed.
///
/// Leaves are `Box` and `Spacer`. Containers are layouts called with a builder. A node is only a description;
/// `layout(in:)` turns it into frames:
///
/// ```swift
/// let card = VStack(alignment: .leading, spacing: 4) {
///     Box(width: 80, height: 20)
///     FlowLayout(spacing: 8) {
///         ForEach(sizes) { Box($0) }
///     }
/// }
/// .padding(10)
/// let placed = card.layout(in: ProposedViewSize(width: 200, height: nil))
/// print(placed.debugDescription)
/// ```
public protocol LayoutNode {
    /// Creates the element that represents the node during layout.
    func makeElement(in environment: LayoutEnvironment) -> LayoutElement

    /// The size of a node that is only a box of a fixed size; nil for all other nodes.
    ///
    /// A container stores such a node without an element.
    var bareSize: CGSize? { get }
}

extension LayoutNode {
    /// Nil: by default, a node is more than a box of a fixed size.
    public var bareSize: CGSize? { nil }
}

/// SwiftUI's name for a node, so that modifiers written as `extension View` need no change.
public typealias View = LayoutNode

extension LayoutNode {
    /// Lays out the node in the size that it chooses for a proposal.
    ///
    /// - Complexity: That of the layouts inside; no subview is measured twice for the same proposal.
    public func layout(
        in proposal: ProposedViewSize = .unspecified, layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode { LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal) }

    /// Returns the size of the node for a proposal, in points.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { LayoutTree(self).sizeThatFits(proposal) }
}

/// A group of nodes that a builder adds to a container individually.
public protocol LayoutNodeGroup {
    /// The nodes, in order.
    var nodes: [any LayoutNode] { get }
}
