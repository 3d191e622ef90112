public import Foundation
internal import Synchronization

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
    /// The nodes inside this one, in order; for a lazy container, the visible nodes.
    ///
    /// The separators of a flow are nodes after the others, named `separator` and `lineSeparator`.
    ///
    /// - Complexity: O(children) the first time, as they are stored in the coordinates of this node.
    public var children: [PlacedNode] { details?.children(at: frame.origin) ?? [] }
    /// The identity of the node, set with `id(_:)`; nil if it has none.
    public var id: AnyHashable? { details?.id?.erased }
    /// Whether the container hid the node, as a flow does past its maximum number of lines.
    public var isHidden: Bool { details?.isHidden ?? false }
    /// The name of the node in the layout debugger.
    public var name: String { details?.name ?? "Box" }
    /// The proposal that the node was placed with.
    public let proposal: ProposedViewSize
    /// The details of the description; `nil` for the plain tree.
    var debugging: Debugging? { details?.debugging }
    /// The rarely used properties; nil for a plain visible box.
    private let details: Details?

    /// The details of a node inside a marked node.
    struct Debugging: Sendable {
        /// Whether the node is drawn.
        let isMarked: Bool
        /// The proposals before the node was placed, with the sizes that it returned.
        let questions: [(proposal: ProposedViewSize, size: CGSize)]
    }

    /// The properties that plain boxes, which most nodes are, do not store.
    ///
    /// They don't depend on the node's position, so that moving a tree keeps them.
    final class Details: Sendable {
        /// A box that is hidden.
        static var hiddenBox: Details { Details(children: [], id: nil, isHidden: true, name: "Box") }

        /// The nodes inside, in the coordinates of the node.
        private let localChildren: [PlacedNode]
        /// The nodes inside, in the root's coordinates, for the last requested position.
        private let moved = Mutex<(origin: CGPoint, children: [PlacedNode])?>(nil)
        let id: NodeID?
        let isHidden: Bool
        let name: String
        let debugging: Debugging?

        init(children: [PlacedNode], id: NodeID?, isHidden: Bool, name: String, debugging: Debugging? = nil) {
            self.debugging = debugging
            localChildren = children
            self.id = id
            self.isHidden = isHidden
            self.name = name
        }

        /// Returns the nodes inside, in the root's coordinates, for a given position of the node.
        func children(at origin: CGPoint) -> [PlacedNode] {
            guard !localChildren.isEmpty, origin != .zero else { return localChildren }
            return moved.withLock { moved in
                if let moved, moved.origin == origin { return moved.children }
                let children = localChildren.map { $0.moved(by: origin) }
                moved = (origin, children)
                return children
            }
        }
    }

    /// Returns the node moved by a distance.
    private func moved(by distance: CGPoint) -> PlacedNode {
        let corner = CGPoint(x: distance.x + frame.minX, y: distance.y + frame.minY)
        return PlacedNode(frame: CGRect(origin: corner, size: frame.size), proposal: proposal, details: details)
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
        for child in children { if let node = child.first(id: id) { return node } }
        return nil
    }
}

extension PlacedNode {
    /// Creates a node that is not the result of a layout.
    ///
    /// - Parameters:
    ///   - frame: The frame, in the coordinates of the root.
    ///   - original: The node to copy the other properties from.
    ///   - children: The nodes inside, in the coordinates of the root.
    init(frame: CGRect, like original: PlacedNode, children: [PlacedNode]) {
        let back = CGPoint(x: -frame.minX, y: -frame.minY)
        let details = Details(
            children: children.map { $0.moved(by: back) }, id: original.details?.id, isHidden: original.isHidden,
            name: original.name)
        let isPlain = original.details == nil && children.isEmpty
        self.init(frame: frame, proposal: original.proposal, details: isPlain ? nil : details)
    }

    /// The identity of the node, in the form used for matching.
    var nodeID: NodeID? { details?.id }
}

extension PlacedNode: CustomDebugStringConvertible {
    /// The tree as text, one node per line: its name, proposal, size and position.
    ///
    ///     FlowLayout 100 × nil → 88 × 48 at 0, 0
    ///     ├ Box nil × nil → 40 × 20 at 0, 0
    ///     └ Box nil × nil → 40 × 20 at 48, 0
    public var debugDescription: String {
        var lines: [String] = []
        describe(into: &lines, prefix: "", childPrefix: "", inside: nil)
        return lines.joined(separator: "\n")
    }

    private func describe(into lines: inout [String], prefix: String, childPrefix: String, inside parent: String?) {
        lines.append(prefix + summary)
        let below = childPrefix + (children.isEmpty ? "  " : "│ ")
        lines += questions(of: parent).map { below + $0 }
        for (index, child) in children.enumerated() {
            let isLast = index == children.count - 1
            child.describe(
                into: &lines, prefix: childPrefix + (isLast ? "└ " : "├ "),
                childPrefix: childPrefix + (isLast ? "  " : "│ "), inside: name)
        }
    }

    /// The node in a line: its name, proposal, size and position.
    var summary: String {
        let identity = id.map { " #\($0)" } ?? ""
        let offered = "\(Self.text(proposal.width)) × \(Self.text(proposal.height))"
        let answered = "\(Self.text(frame.width)) × \(Self.text(frame.height))"
        let place = "\(Self.text(frame.minX)), \(Self.text(frame.minY))"
        let hidden = isHidden ? " (hidden)" : ""
        return "\(name)\(identity) \(offered) → \(answered) at \(place)\(hidden)"
    }

    /// Returns a length in a proposal or a size as text.
    static func text(_ value: CGFloat?) -> String {
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
    static func centered(_ size: CGSize, in bounds: CGRect, proposal: ProposedViewSize) -> Placement {
        let origin = CGPoint(x: bounds.midX - size.width / 2, y: bounds.midY - size.height / 2)
        return Placement(origin: origin, proposal: proposal, size: size)
    }
}
