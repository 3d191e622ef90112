public import Foundation

/// A layout that places the centers of its subviews on a circle, at equal angles, clockwise.
///
/// ```swift
/// let dial = CircularLayout(radius: 50) {
///     ForEach(0..<12) { _ in Box(width: 10, height: 10) }
/// }
/// #expect(dial.layout().frame.size == CGSize(width: 110, height: 110))
/// ```
public struct CircularLayout: Layout, Hashable {
    /// The radius of the circle in points; nil is the largest that fits the bounds.
    public var radius: CGFloat?
    /// The angle of the first subview from the top, clockwise, in radians.
    public var startAngle: Double

    /// The layout has no cache.
    public typealias Cache = Void

    /// Creates a circular layout; a radius that is NaN, infinite or negative counts as 0.
    public init(radius: CGFloat? = nil, startAngle: Double = 0) {
        self.radius = radius
        self.startAngle = startAngle
    }

    /// Returns the diameter plus the size of the largest subview; without a radius, the proposal.
    ///
    /// - Complexity: O(subviews).
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
        guard !subviews.isEmpty else { return .zero }
        let largest = largest(of: subviews)
        guard let radius else {
            let ideal = CGSize(width: 2 * largest.width, height: 2 * largest.height)
            let size = proposal.replacingUnspecifiedDimensions(by: ideal)
            return CGSize(
                width: size.width.isFinite ? lengthOrZero(size.width) : Double(ideal.width),
                height: size.height.isFinite ? lengthOrZero(size.height) : Double(ideal.height))
        }
        let diameter = 2 * lengthOrZero(radius)
        return CGSize(
            width: clampedToFinite(diameter + largest.width), height: clampedToFinite(diameter + largest.height))
    }

    /// Places the center of each subview on the circle around the middle of the bounds.
    ///
    /// - Complexity: O(subviews).
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
        let largest = largest(of: subviews)
        let room = min(bounds.width - largest.width, bounds.height - largest.height) / 2
        let radius = radius.map { lengthOrZero($0) } ?? lengthOrZero(room)
        let first = startAngle.isFinite ? startAngle : 0
        for (index, subview) in subviews.enumerated() {
            let angle = first + 2 * Double.pi * Double(index) / Double(subviews.count)
            subview.place(
                at: CGPoint(x: bounds.midX + radius * sin(angle), y: bounds.midY - radius * cos(angle)),
                anchor: .center, proposal: .unspecified)
        }
    }

    private func largest(of subviews: Subviews) -> CGSize {
        subviews.reduce(into: CGSize.zero) { largest, subview in
            let size = subview.sizeThatFits(.unspecified)
            largest.width = max(largest.width, CGFloat(lengthOrZero(size.width)))
            largest.height = max(largest.height, CGFloat(lengthOrZero(size.height)))
        }
    }
}
