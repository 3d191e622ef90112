internal import Foundation

/// The element of a scroll view.
final class ScrollElement: WrapperElement {
    private let axes: Axis.Set
    private let viewport: Viewport

    init(_ child: LayoutElement, _ axes: Axis.Set, in environment: LayoutEnvironment) {
        self.axes = axes
        viewport = environment.viewport
        super.init(child, in: environment)
        traits = LayoutTraits()
    }

    override var name: String { "ScrollView" }
    override var spacing: ViewSpacing { ViewSpacing() }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: axes.contains(.horizontal) ? nil : proposal.width,
            height: axes.contains(.vertical) ? nil : proposal.height)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        let content = child.size(childProposal(proposal))
        return CGSize(
            width: axes.contains(.horizontal) ? proposal.width ?? content.width : content.width,
            height: axes.contains(.vertical) ? proposal.height ?? content.height : content.height)
    }

    override func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        viewport.clipped(to: CGRect(origin: origin, size: placement.size)) {
            super.placedChildren(at: origin, placement)
        }
    }
}
