internal import Foundation

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
