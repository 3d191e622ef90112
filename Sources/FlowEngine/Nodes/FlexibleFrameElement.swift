internal import Foundation

/// The element of a flexible frame.
final class FlexibleFrameElement: WrapperElement {
    private let width: LengthBounds
    private let height: LengthBounds
    private let alignment: Alignment

    init(
        _ child: LayoutElement, width: LengthBounds, height: LengthBounds, _ alignment: Alignment,
        in environment: LayoutEnvironment
    ) {
        self.width = width
        self.height = height
        self.alignment = alignment
        super.init(child, in: environment)
    }

    override var name: String { "flexible frame" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: width.childProposal(proposal.width), height: height.childProposal(proposal.height))
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let answer = child.size(childProposal(proposal))
        return CGSize(
            width: width.length(proposal.width, child: answer.width),
            height: height.length(proposal.height, child: answer.height))
    }

    override func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        alignedOrigin(alignment, in: size, proposal)
    }
}
