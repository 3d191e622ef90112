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
    /// Lays the node out in the size that it answers to a proposal.
    ///
    /// - Complexity: That of the layouts inside; no subview is measured twice for the same proposal.
    public func layout(
        in proposal: ProposedViewSize = .unspecified,
        layoutDirection: LayoutDirection = .leftToRight
    ) -> PlacedNode {
        LayoutTree(self, layoutDirection: layoutDirection).layout(in: proposal)
    }

    /// Returns the size of the node for a proposal, in points.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        LayoutTree(self).sizeThatFits(proposal)
    }
}

/// Nodes that a builder flattens into its own.
public protocol LayoutNodeGroup {
    /// The nodes, in order.
    var nodes: [any LayoutNode] { get }
}

/// A result builder of a container's nodes.
@resultBuilder
public enum LayoutNodeBuilder {
    /// Adds a node.
    public static func buildExpression(_ node: some LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Adds a type-erased node.
    public static func buildExpression(_ node: any LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Adds the nodes of a group.
    public static func buildExpression(_ group: some LayoutNodeGroup) -> [any LayoutNode] {
        group.nodes
    }

    /// Adds an array of nodes.
    public static func buildExpression(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }

    /// Starts with the nodes of the first statement.
    public static func buildPartialBlock(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds the nodes of a further statement.
    public static func buildPartialBlock(
        accumulated: [any LayoutNode],
        next: [any LayoutNode]
    ) -> [any LayoutNode] {
        accumulated + next
    }

    /// Adds no nodes for a closure without statements.
    public static func buildBlock() -> [any LayoutNode] {
        []
    }

    /// Adds the nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: [any LayoutNode]?) -> [any LayoutNode] {
        nodes ?? []
    }

    /// Adds the nodes of an `if`.
    public static func buildEither(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds the nodes of an `else`.
    public static func buildEither(second: [any LayoutNode]) -> [any LayoutNode] {
        second
    }

    /// Adds the nodes of a `for`.
    public static func buildArray(_ nodes: [[any LayoutNode]]) -> [any LayoutNode] {
        nodes.flatMap { $0 }
    }

    /// Adds the nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }
}
