public import Foundation

/// A layout that puts the centres of its subviews on a circle, at equal angles, clockwise.
public struct CircularLayout: Layout, Hashable {
    /// The radius of the circle, in points; nil is as large as the proposal allows.
    public var radius: CGFloat?
    /// The angle of the first subview from the top, clockwise, in radians.
    public var startAngle: Double

    /// What the layout keeps of its subviews: nothing.
    public typealias Cache = Void

    /// Makes a layout on a circle; a radius that is NaN, infinite or negative counts as 0.
    public init(radius: CGFloat? = nil, startAngle: Double = 0) {
        self.radius = radius
        self.startAngle = startAngle
    }

    /// Returns the square that holds the circle and a subview of the greatest size on each side.
    ///
    /// Without a radius it is the proposal.
    ///
    /// - Complexity: O(subviews).
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) -> CGSize {
        guard !subviews.isEmpty else { return .zero }
        let largest = largest(of: subviews)
        guard let radius else {
            let ideal = CGSize(width: 2 * largest.width, height: 2 * largest.height)
            let size = proposal.replacingUnspecifiedDimensions(by: ideal)
            return CGSize(
                width: size.width.isFinite ? magnitude(size.width) : Double(ideal.width),
                height: size.height.isFinite ? magnitude(size.height) : Double(ideal.height)
            )
        }
        let diameter = 2 * magnitude(radius)
        return CGSize(
            width: bounded(diameter + largest.width),
            height: bounded(diameter + largest.height)
        )
    }

    /// Places the centre of each subview on the circle around the middle of the bounds.
    ///
    /// - Complexity: O(subviews).
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Void
    ) {
        let largest = largest(of: subviews)
        let room = min(bounds.width - largest.width, bounds.height - largest.height) / 2
        let radius = radius.map { magnitude($0) } ?? magnitude(room)
        let first = startAngle.isFinite ? startAngle : 0
        for (index, subview) in subviews.enumerated() {
            let angle = first + 2 * Double.pi * Double(index) / Double(subviews.count)
            subview.place(
                at: CGPoint(
                    x: bounds.midX + radius * sin(angle),
                    y: bounds.midY - radius * cos(angle)
                ),
                anchor: .center,
                proposal: .unspecified
            )
        }
    }

    private func largest(of subviews: Subviews) -> CGSize {
        subviews.reduce(into: CGSize.zero) { largest, subview in
            let size = subview.sizeThatFits(.unspecified)
            largest.width = max(largest.width, CGFloat(magnitude(size.width)))
            largest.height = max(largest.height, CGFloat(magnitude(size.height)))
        }
    }
}
