internal import Foundation

/// A node that is the first of several whose ideal size fits into the proposed size.
///
/// As in SwiftUI, the ideal size only has to fit along the given axes. If no node fits, the last node is used. The node
/// receives the full proposal.
///
/// ```swift
/// let label = ViewThatFits(in: .horizontal) {
///     Box(width: 120, height: 10)
///     Box(width: 50, height: 20)
///     Box(width: 10, height: 10)
/// }
/// #expect(label.sizeThatFits(ProposedViewSize(width: 80, height: 15)).width == 50)
/// ```
public struct ViewThatFits: LayoutNode {
    private let axes: Axis.Set
    private let nodes: [any LayoutNode]

    /// Creates a node that is one of several.
    ///
    /// - Parameters:
    ///   - axes: The axes along which a node has to fit.
    ///   - content: The nodes, in the order of preference.
    public init(in axes: Axis.Set = [.horizontal, .vertical], @LayoutNodeBuilder content: () -> [any LayoutNode]) {
        self.axes = axes
        nodes = content()
    }

    /// Creates the element of the node.
    public func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        FittingElement(nodes.map { $0.makeElement(in: environment) }, axes, in: environment)
    }
}

/// The element of a node that is the first of several that fits.
final class FittingElement: LayoutElement {
    private let candidates: [LayoutElement]
    private let axes: Axis.Set
    private let layoutDirection: LayoutDirection
    /// The candidate that was placed last.
    private var placed: LayoutElement?

    init(_ candidates: [LayoutElement], _ axes: Axis.Set, in environment: LayoutEnvironment) {
        self.candidates = candidates
        self.axes = axes
        layoutDirection = environment.layoutDirection
        super.init()
        for candidate in candidates { link(candidate) }
    }

    override var name: String { "ViewThatFits" }
    override var direction: LayoutDirection { layoutDirection }
    override var children: [LayoutElement] { candidates }
    override var spacing: ViewSpacing { (placed ?? candidates.first)?.spacing ?? ViewSpacing() }

    override func child(at index: Int) -> LayoutElement? { index == 0 ? placed : nil }

    override func index(ofChild child: LayoutElement) -> Int? { child === placed ? 0 : nil }

    /// Returns the first candidate that fits into a proposal, or the last candidate; `nil` without candidates.
    private func choice(_ proposal: ProposedViewSize) -> LayoutElement? {
        let ideal = ProposedViewSize(
            width: axes.contains(.horizontal) ? nil : proposal.width,
            height: axes.contains(.vertical) ? nil : proposal.height)
        let fitting = candidates.dropLast()
            .first { candidate in
                let size = candidate.size(ideal)
                return fits(size.width, proposal.width, .horizontal) && fits(size.height, proposal.height, .vertical)
            }
        return fitting ?? candidates.last
    }

    /// Returns whether a length fits into a proposed length; every length fits into an unspecified length.
    private func fits(_ length: CGFloat, _ proposal: CGFloat?, _ axis: Axis.Set) -> Bool {
        guard axes.contains(axis), let proposal else { return true }
        return length <= proposal + CGFloat(FlowMetrics.tolerance)
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { choice(proposal)?.size(proposal) ?? .zero }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        candidates.contains { $0.mayHaveExplicitGuide(key) }
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        choice(proposal)?.explicitGuide(key, proposal)
    }

    override func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        placed = choice(placement.proposal)
        guard let placed else { return [] }
        let place = Placement(origin: .zero, proposal: placement.proposal, size: placed.size(placement.proposal))
        placed.placement = place
        return [placed.placed(at: corner(of: place, in: placement.size), in: origin, place)]
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? FittingElement else { return }
        for (candidate, old) in zip(candidates, old.candidates) { candidate.adopt(old) }
    }
}
