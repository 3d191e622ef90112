public import Foundation

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
