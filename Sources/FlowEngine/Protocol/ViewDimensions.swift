public import Foundation

/// The size of a view and the positions of its alignment guides, in its own coordinates.
public struct ViewDimensions {
    /// The width, in points.
    public let width: CGFloat
    /// The height, in points.
    public let height: CGFloat
    /// Returns the explicit position of a guide, or `nil`.
    private let explicitGuides: (AlignmentKey) -> CGFloat?

    /// Creates the dimensions of a view.
    init(size: CGSize, explicitGuides: @escaping (AlignmentKey) -> CGFloat? = { _ in nil }) {
        width = size.width
        height = size.height
        self.explicitGuides = explicitGuides
    }

    /// The position of a horizontal guide: the explicit one if there is one, else the default.
    public subscript(guide: HorizontalAlignment) -> CGFloat { value(of: guide.key) }

    /// The position of a vertical guide: the explicit one if there is one, else the default.
    public subscript(guide: VerticalAlignment) -> CGFloat { value(of: guide.key) }

    /// The explicit position of a horizontal guide, or `nil`.
    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { explicitGuides(guide.key) }

    /// The explicit position of a vertical guide, or `nil`.
    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { explicitGuides(guide.key) }

    /// Returns the position of a guide: the explicit one if there is one, else the default.
    func value(of key: AlignmentKey) -> CGFloat { explicitGuides(key) ?? key.id.defaultValue(in: self) }

    /// Returns the position of another view in this view's coordinates at which their guides are aligned.
    func origin(of other: ViewDimensions, alignedBy alignment: Alignment) -> CGPoint {
        CGPoint(
            x: finiteOrZero(self[alignment.horizontal] - other[alignment.horizontal]),
            y: finiteOrZero(self[alignment.vertical] - other[alignment.vertical]))
    }
}

extension ViewDimensions: Equatable {
    /// Returns whether two views have the same size.
    public static func == (first: ViewDimensions, second: ViewDimensions) -> Bool {
        first.width == second.width && first.height == second.height
    }
}

/// The distances that a view prefers to keep from its neighbors.
///
/// An edge may have no preference. Between two edges without preferences the distance is 8.
///
/// ```swift
/// let airy = ViewSpacing(20)
/// let plain = ViewSpacing()
/// #expect(plain.distance(to: airy, along: .horizontal) == 20)
/// #expect(plain.distance(to: plain, along: .horizontal) == 8)
/// ```
public struct ViewSpacing: Equatable, Sendable {
    /// The preferred distance on each edge, in points; `nil` means no preference.
    var top: Double?
    var leading: Double?
    var bottom: Double?
    var trailing: Double?

    /// The distance between two views without preferences, in points: the default that SwiftUI is observed to use.
    static let standardDistance: Double = 8

    /// Creates a spacing without preferences.
    public init() {}

    /// Creates a spacing that prefers the same distance on each of the given edges, in points.
    public init(_ distance: CGFloat, edges: Edge.Set = .all) {
        top = edges.contains(.top) ? distance : nil
        leading = edges.contains(.leading) ? distance : nil
        bottom = edges.contains(.bottom) ? distance : nil
        trailing = edges.contains(.trailing) ? distance : nil
    }

    /// The spacing that prefers a distance of 0 on every edge.
    public static let zero = ViewSpacing(0)

    /// Returns the preferred distance between this view and the next one along an axis, in points.
    ///
    /// It is the larger preference of the two facing edges, or 8 if neither has one.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        switch axis {
        case .horizontal: Self.larger(trailing, next.leading) ?? Self.standardDistance
        case .vertical: Self.larger(bottom, next.top) ?? Self.standardDistance
        }
    }

    /// Replaces the preference of each given edge by the larger of this and another view's.
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {
        if edges.contains(.top) { top = Self.larger(top, other.top) }
        if edges.contains(.leading) { leading = Self.larger(leading, other.leading) }
        if edges.contains(.bottom) { bottom = Self.larger(bottom, other.bottom) }
        if edges.contains(.trailing) { trailing = Self.larger(trailing, other.trailing) }
    }

    /// Returns this spacing with the larger preference of the two on each given edge.
    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing {
        var union = self
        union.formUnion(other, edges: edges)
        return union
    }

    private static func larger(_ first: Double?, _ second: Double?) -> Double? {
        guard let first, let second else { return first ?? second }
        return max(first, second)
    }
}
