public import Foundation

/// A point of a rectangle, in fractions of its width and height.
public struct UnitPoint: Hashable, Sendable {
    /// The fraction of the width: 0 at the left edge, 1 at the right one.
    public var x: CGFloat
    /// The fraction of the height: 0 at the upper edge, 1 at the lower one.
    public var y: CGFloat

    /// Creates the upper left corner.
    public init() { self.init(x: 0, y: 0) }

    /// Creates a point from two fractions, which may lie outside 0...1.
    public init(x: CGFloat, y: CGFloat) {
        self.x = x
        self.y = y
    }

    /// The origin, which is the upper left corner.
    public static let zero = UnitPoint()
    /// The middle of the rectangle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)
    /// The middle of the left edge.
    public static let leading = UnitPoint(x: 0, y: 0.5)
    /// The middle of the right edge.
    public static let trailing = UnitPoint(x: 1, y: 0.5)
    /// The middle of the upper edge.
    public static let top = UnitPoint(x: 0.5, y: 0)
    /// The middle of the lower edge.
    public static let bottom = UnitPoint(x: 0.5, y: 1)
    /// The upper left corner.
    public static let topLeading = UnitPoint(x: 0, y: 0)
    /// The upper right corner.
    public static let topTrailing = UnitPoint(x: 1, y: 0)
    /// The lower left corner.
    public static let bottomLeading = UnitPoint(x: 0, y: 1)
    /// The lower right corner.
    public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
