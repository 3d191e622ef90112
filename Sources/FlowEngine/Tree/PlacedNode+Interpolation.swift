internal import Foundation

extension PlacedNode {
    /// Returns the nodes on their way from this placement to another one.
    ///
    /// Nodes are matched by their identity, wherever in the tree they are, and nodes without one by their order among the
    /// children of matched nodes. A node that appears grows from its center, one that goes shrinks to it; those that go
    /// come after the other children.
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
    ///   - other: The placement at the end of the way.
    ///   - fraction: The part of the way: 0 is this placement, 1 the other one. Below and above, as for a spring, the
    ///     frames move on in a line; NaN counts as 1.
    /// - Returns: The nodes, with their frames on the way and the other properties of the placement that they are in.
    /// - Complexity: O(nodes).
    public func interpolated(to other: PlacedNode, at fraction: Double) -> PlacedNode {
        if fraction == 0 { return self }
        if fraction == 1 || fraction.isNaN { return other }
        var way = Way(from: self, to: other, fraction: fraction)
        return way.node(from: self, to: other)
    }
}

/// The way from one placement to another one.
private struct Way {
    let fraction: CGFloat
    /// The nodes of the start by their identity.
    private var old: [NodeID: PlacedNode] = [:]
    /// The identities of the nodes at the end.
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

    /// Returns a node of both placements.
    mutating func node(from start: PlacedNode, to end: PlacedNode) -> PlacedNode {
        let before = start.children
        let nameless = before.indices.filter { before[$0].nodeID == nil }
        var place = 0
        var children: [PlacedNode] = []
        for child in end.children {
            var match: PlacedNode?
            if let id = child.nodeID {
                match = old[id]
            } else {
                match = place < nameless.count ? before[nameless[place]] : nil
                place += 1
            }
            children.append(self.child(child, from: match))
        }
        let matched = Set(nameless.prefix(place))
        for (index, child) in before.enumerated() where !child.isHidden {
            let stays = child.nodeID.map { new.contains($0) } ?? matched.contains(index)
            guard !stays else { continue }
            children.append(child.scaled(by: 1 - fraction, around: child.frame.center))
        }
        return PlacedNode(frame: frame(start.frame, end.frame), like: end, children: children)
    }

    /// Returns a node of the end that was another one at the start, or was not there.
    private mutating func child(_ child: PlacedNode, from match: PlacedNode?) -> PlacedNode {
        if child.isHidden {
            guard let match, !match.isHidden else { return child }
            return match.scaled(by: 1 - fraction, around: match.frame.center)
        }
        guard let match, !match.isHidden else {
            return child.scaled(by: fraction, around: child.frame.center)
        }
        return node(from: match, to: child)
    }

    private func frame(_ start: CGRect, _ end: CGRect) -> CGRect {
        CGRect(
            x: length(start.minX, end.minX),
            y: length(start.minY, end.minY),
            width: max(length(start.width, end.width), 0),
            height: max(length(start.height, end.height), 0)
        )
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
            x: point.x + (frame.minX - point.x) * scale,
            y: point.y + (frame.minY - point.y) * scale,
            width: frame.width * scale,
            height: frame.height * scale
        )
        let inner = children.map { $0.scaled(by: scale, around: point) }
        return PlacedNode(frame: scaled, like: self, children: inner)
    }
}

extension CGRect {
    /// The middle of the rectangle.
    fileprivate var center: CGPoint { CGPoint(x: midX, y: midY) }
}
