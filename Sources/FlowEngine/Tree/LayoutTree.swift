public import Foundation

/// A node that is laid out again and again, and keeps the caches of its layouts between passes.
///
/// `LayoutNode.layout(in:)` is enough for one pass. A tree pays when the same nodes are laid out at
/// several sizes, or when they change a little: `makeCache` of a layout is then called once, and
/// `updateCache` after a change.
public final class LayoutTree {
    private var root: LayoutElement
    private let environment: LayoutEnvironment
    /// Whether nothing was asked of the elements yet, so that there is nothing to forget.
    private var isFresh = true

    /// Makes the tree of a node.
    ///
    /// - Complexity: O(nodes).
    public init(_ node: any LayoutNode, layoutDirection: LayoutDirection = .leftToRight) {
        environment = LayoutEnvironment(layoutDirection: layoutDirection)
        root = node.makeElement(in: environment)
    }

    /// Puts another node in place of the one laid out so far.
    ///
    /// Layouts of the same type in the same place, or with the same `id`, keep their caches.
    public func update(_ node: any LayoutNode) {
        let new = node.makeElement(in: environment)
        new.adopt(root)
        root = new
        isFresh = true
    }

    private func beginPass() {
        if !isFresh { root.beginPass() }
        isFresh = false
    }

    /// Returns the size that the node needs when it is offered a size.
    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize {
        beginPass()
        return root.size(proposal)
    }

    /// Lays the node out in the size that it answers to a proposal.
    ///
    /// - Parameters:
    ///   - proposal: The size that the node is offered.
    ///   - bounds: Another size to place the node into; nil is the one that it answers.
    /// - Returns: The node and all nodes inside it, with their frames.
    public func layout(
        in proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil
    ) -> PlacedNode {
        beginPass()
        let size = bounds ?? root.size(proposal)
        let placement = Placement(origin: .zero, proposal: proposal, size: size)
        root.placement = placement
        return root.placed(at: .zero, placement)
    }
}

/// What nodes inherit from the nodes around them.
public struct LayoutEnvironment: Sendable {
    /// The direction in which containers are laid out.
    public var layoutDirection: LayoutDirection
    /// The axis along which the nearest container stacks; nil if it does not.
    var stackOrientation: Axis?

    /// Makes the environment of a root.
    init(layoutDirection: LayoutDirection) {
        self.layoutDirection = layoutDirection
    }
}
