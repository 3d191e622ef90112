public import Foundation

extension LayoutNode {
    /// Puts the node in a frame of a fixed width, a fixed height, or both.
    ///
    /// - Parameters:
    ///   - width: The width, in points; nil is that of the node.
    ///   - height: The height, in points; nil is that of the node.
    ///   - alignment: Where the node stands in the frame.
    /// - Returns: The frame.
    public func frame(
        width: CGFloat? = nil,
        height: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some LayoutNode {
        ModifiedNode(node: self) {
            FrameElement($0, width: width, height: height, alignment, in: $1)
        }
    }
}

/// A frame of fixed dimensions while it is laid out.
final class FrameElement: WrapperElement {
    private let width: CGFloat?
    private let height: CGFloat?
    private let alignment: Alignment

    init(
        _ child: LayoutElement,
        width: CGFloat?,
        height: CGFloat?,
        _ alignment: Alignment,
        in environment: LayoutEnvironment
    ) {
        self.width = width.map { CGFloat(magnitude($0)) }
        self.height = height.map { CGFloat(magnitude($0)) }
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
