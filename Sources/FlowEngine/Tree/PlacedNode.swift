public import Foundation

/// A node that was laid out: its frame, and the nodes inside it.
public struct PlacedNode: Sendable {
    /// The frame, in the coordinates of the root.
    public let frame: CGRect
    /// The nodes inside this one, in order.
    public var children: [PlacedNode] { details?.children ?? [] }
    /// The identity that the node was given, if any.
    public var id: AnyHashable? { details?.id?.erased }
    /// Whether the container hid the node, as a flow does past its greatest number of lines.
    public var isHidden: Bool { details?.isHidden ?? false }
    /// What the node is called in the layout debugger.
    public var name: String { details?.name ?? "Box" }
    /// The size that the node was offered when it was placed.
    public let proposal: ProposedViewSize
    /// What there is to say about the node; nil for a box that is nothing but a box.
    private let details: Details?

    /// What most nodes, being boxes, need not keep.
    final class Details: Sendable {
        /// A box that is hidden.
        static var hiddenBox: Details {
            Details(children: [], id: nil, isHidden: true, name: "Box")
        }

        let children: [PlacedNode]
        let id: NodeID?
        let isHidden: Bool
        let name: String

        init(
            children: [PlacedNode],
            id: NodeID?,
            isHidden: Bool,
            name: String
        ) {
            self.children = children
            self.id = id
            self.isHidden = isHidden
            self.name = name
        }
    }

    init(frame: CGRect, proposal: ProposedViewSize, details: Details?) {
        self.frame = frame
        self.proposal = proposal
        self.details = details
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
