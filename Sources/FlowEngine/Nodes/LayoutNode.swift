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

/// Builds the nodes of a container from the statements of a closure.
@resultBuilder
public enum LayoutNodeBuilder {
    /// Takes a node.
    public static func buildExpression(_ node: some LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Takes a node of a type that is not known.
    public static func buildExpression(_ node: any LayoutNode) -> [any LayoutNode] {
        [node]
    }

    /// Takes a group of nodes.
    public static func buildExpression(_ group: some LayoutNodeGroup) -> [any LayoutNode] {
        group.nodes
    }

    /// Takes nodes that were built elsewhere.
    public static func buildExpression(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }

    /// Starts with the first statement's nodes.
    public static func buildPartialBlock(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Adds a further statement's nodes.
    public static func buildPartialBlock(
        accumulated: [any LayoutNode],
        next: [any LayoutNode]
    ) -> [any LayoutNode] {
        accumulated + next
    }

    /// Makes no nodes of a closure without statements.
    public static func buildBlock() -> [any LayoutNode] {
        []
    }

    /// Takes the nodes of an `if` without `else`.
    public static func buildOptional(_ nodes: [any LayoutNode]?) -> [any LayoutNode] {
        nodes ?? []
    }

    /// Takes the nodes of an `if`.
    public static func buildEither(first: [any LayoutNode]) -> [any LayoutNode] {
        first
    }

    /// Takes the nodes of an `else`.
    public static func buildEither(second: [any LayoutNode]) -> [any LayoutNode] {
        second
    }

    /// Takes the nodes of a `for`.
    public static func buildArray(_ nodes: [[any LayoutNode]]) -> [any LayoutNode] {
        nodes.flatMap { $0 }
    }

    /// Takes the nodes of an `if #available`.
    public static func buildLimitedAvailability(_ nodes: [any LayoutNode]) -> [any LayoutNode] {
        nodes
    }
}
