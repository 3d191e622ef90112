public import Foundation

extension LayoutNode {
    /// Says where a horizontal guide stands in the node, in points from its leading edge.
    public func alignmentGuide(
        _ guide: HorizontalAlignment,
        computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some LayoutNode {
        ModifiedNode(node: self) { AlignmentGuideElement($0, guide.key, computeValue, in: $1) }
    }

    /// Says where a vertical guide stands in the node, in points from its upper edge.
    public func alignmentGuide(
        _ guide: VerticalAlignment,
        computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some LayoutNode {
        ModifiedNode(node: self) { AlignmentGuideElement($0, guide.key, computeValue, in: $1) }
    }
}

/// An alignment guide while it is laid out; it speaks for its own guide alone.
final class AlignmentGuideElement: WrapperElement {
    private let key: AlignmentKey
    private let computeValue: (ViewDimensions) -> CGFloat

    init(
        _ child: LayoutElement,
        _ key: AlignmentKey,
        _ computeValue: @escaping (ViewDimensions) -> CGFloat,
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
        return finite(computeValue(child.dimensions(proposal)))
    }
}
