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

extension PlacedNode: CustomDebugStringConvertible {
    /// The tree, a line a node: its name, what it was offered, what it answered, and where it stands.
    ///
    ///     FlowLayout 100 × nil → 88 × 48 at 0, 0
    ///     ├ Box nil × nil → 40 × 20 at 0, 0
    ///     └ Box nil × nil → 40 × 20 at 48, 0
    public var debugDescription: String {
        var lines: [String] = []
        describe(into: &lines, prefix: "", childPrefix: "")
        return lines.joined(separator: "\n")
    }

    private func describe(into lines: inout [String], prefix: String, childPrefix: String) {
        lines.append(prefix + summary)
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            child.describe(
                into: &lines,
                prefix: childPrefix + (isLast ? "└ " : "├ "),
                childPrefix: childPrefix + (isLast ? "  " : "│ ")
            )
        }
    }

    private var summary: String {
        let identity = id.map { " #\($0)" } ?? ""
        let offered = "\(Self.text(proposal.width)) × \(Self.text(proposal.height))"
        let answered = "\(Self.text(frame.width)) × \(Self.text(frame.height))"
        let place = "\(Self.text(frame.minX)), \(Self.text(frame.minY))"
        let hidden = isHidden ? " (hidden)" : ""
        return "\(name)\(identity) \(offered) → \(answered) at \(place)\(hidden)"
    }

    private static func text(_ value: CGFloat?) -> String {
        guard let value else { return "nil" }
        return JSONNumber.text(value)
    }
}

/// The place that a container gave to a subview.
struct Placement {
    /// The upper leading corner, in the container's coordinates.
    var origin: CGPoint
    /// What the subview was offered.
    var proposal: ProposedViewSize
    /// What the subview answered.
    var size: CGSize

    /// Returns the place of a subview that was given none: the middle of the bounds.
    static func centered(
        _ size: CGSize,
        in bounds: CGRect,
        proposal: ProposedViewSize
    ) -> Placement {
        let origin = CGPoint(
            x: bounds.midX - size.width / 2,
            y: bounds.midY - size.height / 2
        )
        return Placement(origin: origin, proposal: proposal, size: size)
    }
}
