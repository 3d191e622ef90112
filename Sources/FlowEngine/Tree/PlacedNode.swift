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

extension PlacedNode: CustomStringConvertible {
    /// The nodes marked with `debugBorder()`, drawn as boxes, and the tree as text.
    ///
    /// The name, proposal and size of a node are on the upper edge of its box, or below the picture if the box is too
    /// small and has only a number. In the tree, each node has a line with its name, final proposal, size and position,
    /// followed by the other proposals that its parent made, with the resulting sizes. Without marked nodes, this is
    /// `debugDescription`.
    public var description: String {
        let boxes = BoxPicture(self)
        guard !boxes.isEmpty else { return debugDescription }
        return boxes.text + "\n\n" + debugDescription
    }

    /// Returns a line with the proposals that the parent made before it placed the node.
    ///
    /// - Parameter asker: The name of the parent.
    /// - Returns: One line; empty if the parent made no other proposals, or nothing is marked.
    func questions(of asker: String?) -> [String] {
        let others = (debugging?.questions ?? []).filter { $0.proposal != proposal }
        guard !others.isEmpty else { return [] }
        let answers = others.map { question in "\(Self.text(question.proposal)) → \(Self.text(question.size))" }
        return ["\(asker ?? "the tree") asked " + answers.joined(separator: ", ")]
    }

    /// Returns a proposal as text.
    static func text(_ proposal: ProposedViewSize) -> String { "\(text(proposal.width)) × \(text(proposal.height))" }

    /// Returns a size as text.
    static func text(_ size: CGSize) -> String { "\(text(size.width)) × \(text(size.height))" }
}

extension PlacedNode {
    /// Returns an intermediate state between this placement and another placement, for an animation.
    ///
    /// Nodes are matched by identity, anywhere in the tree; nodes without an identity are matched by their order among
    /// the children of matched nodes. A new node grows from its center. A removed node shrinks to its center, and comes
    /// after the other children.
    ///
    /// ```swift
    /// let boxes: [any LayoutNode] = [Box(width: 10, height: 10), Box(width: 10, height: 10)]
    /// let row = LayoutContainer(AnyLayout(HStackLayout(spacing: 0)), nodes: boxes).layout()
    /// let column = LayoutContainer(AnyLayout(VStackLayout(spacing: 0)), nodes: boxes).layout()
    /// let halfway = row.interpolated(to: column, at: 0.5)
    /// #expect(halfway.children[1].frame.origin == CGPoint(x: 5, y: 5))
    /// ```
    ///
    /// - Parameters:
    ///   - other: The placement at the end of the animation.
    ///   - fraction: The progress: 0 is this placement, 1 the other placement. Below 0 and above 1, as for a spring,
    ///     frames are extrapolated linearly; NaN counts as 1.
    /// - Returns: The nodes with interpolated frames; their other properties are those in the other placement, or in
    ///   this placement for removed nodes.
    /// - Complexity: O(nodes).
    public func interpolated(to other: PlacedNode, at fraction: Double) -> PlacedNode {
        if fraction == 0 { return self }
        if fraction == 1 || fraction.isNaN { return other }
        var way = Way(from: self, to: other, fraction: fraction)
        return way.node(from: self, to: other)
    }
}

/// An interpolation between two placements.
private struct Way {
    let fraction: CGFloat
    /// The nodes of the first placement, by identity.
    private var old: [NodeID: PlacedNode] = [:]
    /// The identities in the second placement.
    private var new: Set<NodeID> = []

    init(from start: PlacedNode, to end: PlacedNode, fraction: Double) {
        self.fraction = CGFloat(fraction)
        Self.visit(start) { node, id in if old[id] == nil { old[id] = node } }
        Self.visit(end) { _, id in new.insert(id) }
    }

    private static func visit(_ node: PlacedNode, _ body: (PlacedNode, NodeID) -> Void) {
        if let id = node.nodeID, !node.isHidden { body(node, id) }
        for child in node.children { visit(child, body) }
    }

    /// Returns a node that is in both placements.
    mutating func node(from start: PlacedNode, to end: PlacedNode) -> PlacedNode {
        let before = start.children
        let nameless = before.indices.filter { before[$0].nodeID == nil && !before[$0].isSeparator }
        let separators = before.indices.filter { before[$0].isSeparator }
        var (place, mark) = (0, 0)
        var children: [PlacedNode] = []
        for child in end.children {
            var match: PlacedNode?
            if let id = child.nodeID {
                match = old[id]
            } else if child.isSeparator {
                match = mark < separators.count ? before[separators[mark]] : nil
                mark += 1
            } else {
                match = place < nameless.count ? before[nameless[place]] : nil
                place += 1
            }
            children.append(self.child(child, from: match))
        }
        let matched = Set(nameless.prefix(place) + separators.prefix(mark))
        for (index, child) in before.enumerated() where !child.isHidden {
            let stays = child.nodeID.map { new.contains($0) } ?? matched.contains(index)
            guard !stays else { continue }
            children.append(child.scaled(by: 1 - fraction, around: child.frame.center))
        }
        return PlacedNode(frame: frame(start.frame, end.frame), like: end, children: children)
    }

    /// Returns a child in the second placement, interpolated from its match in the first placement if there is one.
    private mutating func child(_ child: PlacedNode, from match: PlacedNode?) -> PlacedNode {
        if child.isHidden {
            guard let match, !match.isHidden else { return child }
            return match.scaled(by: 1 - fraction, around: match.frame.center)
        }
        guard let match, !match.isHidden else { return child.scaled(by: fraction, around: child.frame.center) }
        return node(from: match, to: child)
    }

    private func frame(_ start: CGRect, _ end: CGRect) -> CGRect {
        CGRect(
            x: length(start.minX, end.minX), y: length(start.minY, end.minY),
            width: max(length(start.width, end.width), 0), height: max(length(start.height, end.height), 0))
    }

    private func length(_ start: CGFloat, _ end: CGFloat) -> CGFloat {
        start == end ? end : start + (end - start) * fraction
    }
}

extension PlacedNode {
    /// Returns the node with everything inside it, scaled around a point.
    fileprivate func scaled(by scale: CGFloat, around point: CGPoint) -> PlacedNode {
        let scale = max(scale, 0)
        let scaled = CGRect(
            x: point.x + (frame.minX - point.x) * scale, y: point.y + (frame.minY - point.y) * scale,
            width: frame.width * scale, height: frame.height * scale)
        let inner = children.map { $0.scaled(by: scale, around: point) }
        return PlacedNode(frame: scaled, like: self, children: inner)
    }
}

extension CGRect {
    /// The middle of the rectangle.
    fileprivate var center: CGPoint { CGPoint(x: midX, y: midY) }
}
