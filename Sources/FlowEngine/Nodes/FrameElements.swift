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

/// The bounds of one dimension of a flexible frame, with minimum ≤ ideal ≤ maximum.
struct LengthBounds: Sendable {
    let min: CGFloat?
    let ideal: CGFloat?
    let max: CGFloat?

    /// Creates ordered bounds; NaN and negative bounds count as 0.
    init(min: CGFloat?, ideal: CGFloat?, max: CGFloat?) {
        let least = min.map { CGFloat(lengthLimit($0)) }
        var preferred = ideal.map { CGFloat(lengthLimit($0)) }
        var greatest = max.map { CGFloat(lengthLimit($0)) }
        if let least, let value = preferred { preferred = Swift.max(value, least) }
        if let floor = preferred ?? least, let value = greatest { greatest = Swift.max(value, floor) }
        self.min = least
        self.ideal = preferred
        self.max = greatest
    }

    /// Returns a length clamped to the bounds.
    func clamp(_ length: CGFloat) -> CGFloat { Swift.min(Swift.max(length, min ?? 0), max ?? .infinity) }

    /// Returns the proposal of the child.
    func childProposal(_ proposal: CGFloat?) -> CGFloat? { (proposal ?? ideal).map(clamp) }

    /// Returns the length of the frame.
    ///
    /// - Parameters:
    ///   - proposal: The length proposed to the frame.
    ///   - child: The length the child answered.
    /// - Returns: The clamped proposal, the ideal length, or the child's length clamped to the bounds.
    func length(_ proposal: CGFloat?, child: CGFloat) -> CGFloat {
        guard let proposal else { return ideal ?? clamp(child) }
        let offered = CGFloat(lengthLimit(proposal))
        switch (min, max) {
        case (nil, nil): return child
        case (let least?, nil): return Swift.max(least, Swift.min(offered, child))
        case (nil, let greatest?): return Swift.min(greatest, Swift.max(offered, child))
        case (_?, _?): return clamp(offered)
        }
    }
}

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
