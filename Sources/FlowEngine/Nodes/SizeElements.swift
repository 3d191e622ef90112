public import Foundation

extension LayoutNode {
    /// Fixes the node at its ideal size, ignoring the proposal.
    public func fixedSize() -> some LayoutNode { fixedSize(horizontal: true, vertical: true) }

    /// Fixes the node at its ideal size along the given axes, ignoring the proposal.
    public func fixedSize(horizontal: Bool, vertical: Bool) -> some LayoutNode {
        ModifiedNode(node: self) { FixedSizeElement($0, horizontal: horizontal, vertical: vertical, in: $1) }
    }
}

/// The element of a fixed size, which leaves the proposal unspecified along its axes.
private final class FixedSizeElement: WrapperElement {
    private let horizontal: Bool
    private let vertical: Bool

    init(_ child: LayoutElement, horizontal: Bool, vertical: Bool, in environment: LayoutEnvironment) {
        self.horizontal = horizontal
        self.vertical = vertical
        super.init(child, in: environment)
    }

    override var name: String { "fixedSize" }

    override func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize {
        ProposedViewSize(width: horizontal ? nil : proposal.width, height: vertical ? nil : proposal.height)
    }
}

/// How a node with a fixed aspect ratio uses the proposed space.
public enum ContentMode: Hashable, CaseIterable, Sendable {
    /// As large as fits into the space.
    case fit
    /// As small as covers the space.
    case fill
}

extension LayoutNode {
    /// Constrains the node to a ratio of width to height; nil is that of its ideal size.
    public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some LayoutNode {
        ModifiedNode(node: self) { AspectRatioElement($0, aspectRatio, contentMode, in: $1) }
    }

    /// Constrains the node to the aspect ratio of a size.
    public func aspectRatio(_ aspectRatio: CGSize, contentMode: ContentMode) -> some LayoutNode {
        self.aspectRatio(aspectRatio.width / aspectRatio.height, contentMode: contentMode)
    }
}
