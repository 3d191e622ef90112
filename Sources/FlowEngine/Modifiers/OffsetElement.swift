public import Foundation

extension LayoutNode {
    /// Moves the node, and leaves its place in the container as it was.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some LayoutNode {
        ModifiedNode(node: self) { OffsetElement($0, CGPoint(x: x, y: y), in: $1) }
    }

    /// Moves the node, and leaves its place in the container as it was.
    public func offset(_ offset: CGSize) -> some LayoutNode {
        self.offset(x: offset.width, y: offset.height)
    }
}

/// An offset while it is laid out; guides stay where they were.
final class OffsetElement: WrapperElement {
    private let distance: CGPoint

    init(_ child: LayoutElement, _ distance: CGPoint, in environment: LayoutEnvironment) {
        self.distance = CGPoint(x: finite(distance.x), y: finite(distance.y))
        super.init(child, in: environment)
    }

    override var name: String { "offset" }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        distance
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        child.mayHaveExplicitGuide(key) ? child.explicitGuide(key, proposal) : nil
    }
}
