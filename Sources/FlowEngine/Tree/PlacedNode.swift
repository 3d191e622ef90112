public import Foundation

/// A node that was laid out: its frame, and the nodes inside it.
public struct PlacedNode: @unchecked Sendable {
    // Unchecked: the id is made from a Sendable value only, by `LayoutNode.id(_:)`.

    /// The frame, in the coordinates of the root.
    public let frame: CGRect
    /// The nodes inside this one, in order.
    public let children: [PlacedNode]
    /// The identity that the node was given, if any.
    public var id: AnyHashable? { identity?.value }
    private let identity: Identity?
    /// Whether the container hid the node, as a flow does past its greatest number of lines.
    public let isHidden: Bool
    /// What the node is called in the layout debugger.
    public let name: String
    /// The size that the node was offered when it was placed.
    public let proposal: ProposedViewSize

    /// An identity; apart, since few nodes have one.
    private final class Identity {
        let value: AnyHashable

        init(_ value: AnyHashable) {
            self.value = value
        }
    }

    init(
        frame: CGRect,
        children: [PlacedNode],
        id: AnyHashable?,
        isHidden: Bool,
        name: String,
        proposal: ProposedViewSize
    ) {
        self.frame = frame
        self.children = children
        identity = id.map { Identity($0) }
        self.isHidden = isHidden
        self.name = name
        self.proposal = proposal
    }

    /// Returns the first node with an identity: this one, or one inside it.
    ///
    /// - Complexity: O(nodes).
    public func first(id: some Hashable) -> PlacedNode? {
        if self.id == AnyHashable(id) { return self }
        for child in children {
            if let node = child.first(id: id) { return node }
        }
        return nil
    }
}
