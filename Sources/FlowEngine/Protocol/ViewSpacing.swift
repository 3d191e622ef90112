public import Foundation

/// The distances that a view prefers to keep from its neighbours.
///
/// An edge may prefer nothing. Between two views that both prefer nothing the distance is 8.
public struct ViewSpacing: Equatable, Sendable {
    /// What is preferred on the upper, leading, lower and trailing edge; nil where nothing is.
    var top: Double?
    var leading: Double?
    var bottom: Double?
    var trailing: Double?

    /// The distance between two views of which neither prefers one.
    static let standardDistance: Double = 8

    /// Makes the spacing of a view that prefers nothing on any edge.
    public init() {}

    /// Makes the spacing of a view that prefers the same distance on each of the given edges.
    public init(_ distance: CGFloat, edges: Edge.Set = .all) {
        top = edges.contains(.top) ? distance : nil
        leading = edges.contains(.leading) ? distance : nil
        bottom = edges.contains(.bottom) ? distance : nil
        trailing = edges.contains(.trailing) ? distance : nil
    }

    /// The spacing of a view that touches its neighbours.
    public static let zero = ViewSpacing(0)

    /// Returns the distance that this view and the next one along an axis prefer.
    ///
    /// It is the larger of what the facing edges prefer; 8 where neither prefers anything.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        switch axis {
        case .horizontal: Self.larger(trailing, next.leading) ?? Self.standardDistance
        case .vertical: Self.larger(bottom, next.top) ?? Self.standardDistance
        }
    }

    /// Takes in, for each given edge, the larger of this preference and another view's.
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) {
        if edges.contains(.top) { top = Self.larger(top, other.top) }
        if edges.contains(.leading) { leading = Self.larger(leading, other.leading) }
        if edges.contains(.bottom) { bottom = Self.larger(bottom, other.bottom) }
        if edges.contains(.trailing) { trailing = Self.larger(trailing, other.trailing) }
    }

    /// Returns this spacing with, for each given edge, the larger preference of the two.
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
