public import Foundation

extension LayoutNode {
    /// Wraps the node in a frame of a fixed width, a fixed height, or both.
    ///
    /// - Parameters:
    ///   - width: The width, in points; nil is that of the node.
    ///   - height: The height, in points; nil is that of the node.
    ///   - alignment: The alignment of the node in the frame.
    /// - Returns: The frame.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some LayoutNode
    { ModifiedNode(node: self) { FrameElement($0, width: width, height: height, alignment, in: $1) } }
}

/// The element of a fixed frame.
private final class FrameElement: WrapperElement {
    private let width: CGFloat?
    private let height: CGFloat?
    private let alignment: Alignment

    init(
        _ child: LayoutElement, width: CGFloat?, height: CGFloat?, _ alignment: Alignment,
        in environment: LayoutEnvironment
    ) {
        self.width = width.map { CGFloat(lengthOrZero($0)) }
        self.height = height.map { CGFloat(lengthOrZero($0)) }
        self.alignment = alignment
        super.init(child, in: environment)
    }

    override var name: String { "frame" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: width ?? proposal.width, height: height ?? proposal.height)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        if let width, let height { return CGSize(width: width, height: height) }
        let size = child.size(childProposal(proposal))
        return CGSize(width: width ?? size.width, height: height ?? size.height)
    }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        alignedOrigin(alignment, in: size, proposal)
    }
}

extension LayoutNode {
    /// Wraps the node in a frame with minimum, ideal and maximum dimensions.
    ///
    /// If bounds contradict each other, the minimum wins over the ideal, and the ideal over the maximum.
    ///
    /// - Parameters:
    ///   - minWidth: The minimum width, in points; `nil` means no bound.
    ///   - idealWidth: The width if none is proposed; nil is that of the node.
    ///   - maxWidth: The maximum width; `nil` means no bound, infinity accepts any proposal.
    ///   - minHeight: The minimum height, in points; `nil` means no bound.
    ///   - idealHeight: The height if none is proposed; nil is that of the node.
    ///   - maxHeight: The maximum height; `nil` means no bound, infinity accepts any proposal.
    ///   - alignment: The alignment of the node in the frame.
    /// - Returns: The frame.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some LayoutNode {
        let width = LengthBounds(min: minWidth, ideal: idealWidth, max: maxWidth)
        let height = LengthBounds(min: minHeight, ideal: idealHeight, max: maxHeight)
        return ModifiedNode(node: self) { FlexibleFrameElement($0, width: width, height: height, alignment, in: $1) }
    }
}
