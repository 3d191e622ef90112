internal import Foundation

/// The element of an aspect ratio, which proposes a size of that ratio.
final class AspectRatioElement: WrapperElement {
    private let ratio: CGFloat?
    private let mode: ContentMode

    init(_ child: LayoutElement, _ ratio: CGFloat?, _ mode: ContentMode, in environment: LayoutEnvironment) {
        self.ratio = ratio
        self.mode = mode
        super.init(child, in: environment)
    }

    override var name: String { "aspectRatio" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        let ratio = ratio ?? idealRatio
        guard ratio > 0, ratio.isFinite else { return proposal }
        switch (proposal.width, proposal.height) {
        case (nil, nil): return proposal
        case (let width?, nil): return ProposedViewSize(width: width, height: width / ratio)
        case (nil, let height?): return ProposedViewSize(width: height * ratio, height: height)
        case (let width?, let height?):
            let isWider = width / ratio > height
            return isWider == (mode == .fit)
                ? ProposedViewSize(width: height * ratio, height: height)
                : ProposedViewSize(width: width, height: width / ratio)
        }
    }

    private var idealRatio: CGFloat {
        let ideal = child.size(.unspecified)
        return ideal.width / ideal.height
    }
}
