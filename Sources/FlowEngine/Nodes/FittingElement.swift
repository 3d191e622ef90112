internal import Foundation

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
