internal import Foundation

/// The element of a modifier with one child, which handles every request that a subclass doesn't override.
class WrapperElement: LayoutElement {
    let child: LayoutElement
    private let layoutDirection: LayoutDirection

    init(_ child: LayoutElement, in environment: LayoutEnvironment) {
        self.child = child
        layoutDirection = environment.layoutDirection
        super.init()
        traits = child.traits
        link(child)
    }

    override final var children: [LayoutElement] { [child] }
    override final var direction: LayoutDirection { layoutDirection }
    override var spacing: ViewSpacing { child.spacing }

    override final var ownID: NodeID? { traits.id == child.traits.id ? nil : traits.id }

    /// Returns the proposal of the child for a proposal of the modifier.
    func childProposal(_ proposal: ProposedViewSize) -> ProposedViewSize { proposal }

    /// Returns the position of the child in the modifier.
    func childOrigin(in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint { .zero }

    override func measure(_ proposal: ProposedViewSize) -> CGSize { child.size(childProposal(proposal)) }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        let proposal = childProposal(proposal)
        child.placement = Placement(
            origin: childOrigin(in: size, proposal), proposal: proposal, size: child.size(proposal))
    }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool { child.mayHaveExplicitGuide(key) }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        guard child.mayHaveExplicitGuide(key) else { return nil }
        let inner = childProposal(proposal)
        guard let value = child.explicitGuide(key, inner) else { return nil }
        let origin = childOrigin(in: size(proposal), inner)
        return value + (key.axis == .horizontal ? origin.x : origin.y)
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? WrapperElement, type(of: old) == type(of: self) else { return }
        child.adopt(old.child)
    }

    /// Returns the position of the child that aligns its guides with those of a frame of a given size.
    final func alignedOrigin(_ alignment: Alignment, in size: CGSize, _ proposal: ProposedViewSize) -> CGPoint {
        ViewDimensions(size: size).origin(of: child.dimensions(proposal), alignedBy: alignment)
    }
}

/// Returns a position, or 0 if it is not finite, as between infinite sizes.
func finiteOrZero(_ value: CGFloat) -> CGFloat { value.isFinite ? value : 0 }
