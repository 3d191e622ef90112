internal import Foundation

/// The place that a container gave to a subview.
struct Placement {
    /// The upper leading corner, in the container's coordinates.
    var origin: CGPoint
    /// What the subview was offered.
    var proposal: ProposedViewSize
    /// What the subview answered.
    var size: CGSize

    /// Returns the place of a subview that was given none: the middle of the bounds.
    static func centered(
        _ size: CGSize,
        in bounds: CGRect,
        proposal: ProposedViewSize
    ) -> Placement {
        let origin = CGPoint(
            x: bounds.midX - size.width / 2,
            y: bounds.midY - size.height / 2
        )
        return Placement(origin: origin, proposal: proposal, size: size)
    }
}
