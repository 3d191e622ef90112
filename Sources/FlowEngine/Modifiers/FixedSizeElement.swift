internal import Foundation

extension LayoutNode {
    /// Lets the node have its ideal size whatever is proposed.
    public func fixedSize() -> some LayoutNode {
        fixedSize(horizontal: true, vertical: true)
    }

    /// Lets the node have its ideal size along some axes whatever is proposed.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some LayoutNode {
        ModifiedNode(node: self) {
            FixedSizeElement($0, horizontal: horizontal, vertical: vertical, in: $1)
        }
    }
}

/// A fixed size while it is laid out: it proposes nothing along its axes.
final class FixedSizeElement: WrapperElement {
    private let horizontal: Bool
    private let vertical: Bool

    init(
        _ child: LayoutElement,
        horizontal: Bool,
        vertical: Bool,
        in environment: LayoutEnvironment
    ) {
        self.horizontal = horizontal
        self.vertical = vertical
        super.init(child, in: environment)
    }

    override var name: String { "fixedSize" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(
            width: horizontal ? nil : proposal.width,
            height: vertical ? nil : proposal.height
        )
    }
}
