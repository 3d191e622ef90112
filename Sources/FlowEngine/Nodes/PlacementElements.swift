public import Foundation

extension LayoutNode {
    /// Adds space around the node, edge by edge.
    public func padding(_ insets: EdgeInsets) -> some LayoutNode {
        ModifiedNode(node: self) { PaddingElement($0, insets, in: $1) }
    }

    /// Adds the same space on some edges of the node, in points; `nil` means 16, as in SwiftUI.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some LayoutNode {
        let length = length ?? 16
        return padding(
            EdgeInsets(
                top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
                bottom: edges.contains(.bottom) ? length : 0, trailing: edges.contains(.trailing) ? length : 0))
    }

    /// Adds the same space on all edges of the node, in points.
    public func padding(_ length: CGFloat) -> some LayoutNode { padding(.all, length) }
}

/// The element of a padding, which shrinks the proposal and grows the size.
private final class PaddingElement: WrapperElement {
    private let insets: EdgeInsets

    init(_ child: LayoutElement, _ insets: EdgeInsets, in environment: LayoutEnvironment) {
        self.insets = EdgeInsets(
            top: finiteOrZero(insets.top), leading: finiteOrZero(insets.leading), bottom: finiteOrZero(insets.bottom),
            trailing: finiteOrZero(insets.trailing))
        super.init(child, in: environment)
    }

    override var name: String { "padding" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: proposal.width.map { max($0 - insets.leading - insets.trailing, 0) },
            height: proposal.height.map { max($0 - insets.top - insets.bottom, 0) })
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let size = child.size(childProposal(proposal))
        return CGSize(
            width: max(size.width + insets.leading + insets.trailing, 0),
            height: max(size.height + insets.top + insets.bottom, 0))
    }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        CGPoint(x: insets.leading, y: insets.top)
    }
}

extension LayoutNode {
    /// Moves the node without changing the space it takes in its container, in points.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some LayoutNode {
        ModifiedNode(node: self) { OffsetElement($0, CGPoint(x: x, y: y), in: $1) }
    }

    /// Moves the node without changing the space it takes in its container, in points.
    public func offset(_ offset: CGSize) -> some LayoutNode { self.offset(x: offset.width, y: offset.height) }
}

/// The element of an offset, which does not move guides.
private final class OffsetElement: WrapperElement {
    private let distance: CGPoint

    init(_ child: LayoutElement, _ distance: CGPoint, in environment: LayoutEnvironment) {
        self.distance = CGPoint(x: finiteOrZero(distance.x), y: finiteOrZero(distance.y))
        super.init(child, in: environment)
    }

    override var name: String { "offset" }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint { distance }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        child.mayHaveExplicitGuide(key) ? child.explicitGuide(key, proposal) : nil
    }
}

extension LayoutNode {
    /// Sets the position of a horizontal guide of the node, in points from its leading edge.
    public func alignmentGuide(
        _ guide: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some LayoutNode { ModifiedNode(node: self) { AlignmentGuideElement($0, guide.key, computeValue, in: $1) } }

    /// Sets the position of a vertical guide of the node, in points from its upper edge.
    public func alignmentGuide(
        _ guide: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some LayoutNode { ModifiedNode(node: self) { AlignmentGuideElement($0, guide.key, computeValue, in: $1) } }
}

/// The element of an alignment guide, which sets only its own guide.
final class AlignmentGuideElement: WrapperElement {
    private let key: AlignmentKey
    private let computeValue: (ViewDimensions) -> CGFloat

    init(
        _ child: LayoutElement, _ key: AlignmentKey, _ computeValue: @escaping (ViewDimensions) -> CGFloat,
        in environment: LayoutEnvironment
    ) {
        self.key = key
        self.computeValue = computeValue
        super.init(child, in: environment)
    }

    override var name: String { "alignmentGuide" }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        key == self.key || super.mayHaveExplicitGuide(key)
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        guard key == self.key else { return super.explicitGuide(key, proposal) }
        return finiteOrZero(computeValue(child.dimensions(proposal)))
    }
}
