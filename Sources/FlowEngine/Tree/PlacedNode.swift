public import Foundation

/// A node after layout, with its frame and the nodes inside it.
///
/// ```swift
/// let placed = HStack(spacing: 4) {
///     Box(width: 10, height: 10)
///     Box(width: 20, height: 10)
/// }
/// .layout()
/// #expect(placed.frame.size == CGSize(width: 34, height: 10))
/// #expect(placed.children[1].frame.origin == CGPoint(x: 14, y: 0))
/// ```
public struct PlacedNode: Sendable {
    /// The frame, in the coordinates of the root.
    public let frame: CGRect
    /// The nodes inside this one, in order.
    public var children: [PlacedNode] { details?.children ?? [] }
    /// The identity of the node, set with `id(_:)`; nil if it has none.
    public var id: AnyHashable? { details?.id?.erased }
    /// Whether the container hid the node, as a flow does past its maximum number of lines.
    public var isHidden: Bool { details?.isHidden ?? false }
    /// The name of the node in the layout debugger.
    public var name: String { details?.name ?? "Box" }
    /// The proposal that the node was placed with.
    public let proposal: ProposedViewSize
    /// The rarely used properties; nil for a plain visible box.
    private let details: Details?

    /// The properties that plain boxes, which most nodes are, do not store.
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

    /// Returns the first node with an identity, which is this one or one inside it.
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
    /// The tree as text, one node per line: its name, proposal, size and position.
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

/// The placement of a subview by its container.
struct Placement {
    /// The upper leading corner, in the container's coordinates.
    var origin: CGPoint
    /// The proposal of the subview.
    var proposal: ProposedViewSize
    /// The size that the subview answered.
    var size: CGSize

    /// Returns the placement of a subview that its container did not place: the middle of the bounds.
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
