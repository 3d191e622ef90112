public import Foundation

/// One of the four edges of a rectangle.
public enum Edge: Int8, CaseIterable, Sendable {
    /// The upper edge.
    case top
    /// The left edge if the layout runs from left to right, otherwise the right edge.
    case leading
    /// The lower edge.
    case bottom
    /// The edge opposite the leading one.
    case trailing

    /// A set of edges.
    public struct Set: OptionSet, Sendable {
        /// One bit for each edge.
        public let rawValue: Int8

        /// Creates the set of the edges whose bits are set.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// Creates the set of one edge.
        public init(_ edge: Edge) { rawValue = 1 << edge.rawValue }

        /// The upper edge alone.
        public static let top = Set(.top)
        /// The leading edge alone.
        public static let leading = Set(.leading)
        /// The lower edge alone.
        public static let bottom = Set(.bottom)
        /// The trailing edge alone.
        public static let trailing = Set(.trailing)
        /// The leading and the trailing edge.
        public static let horizontal: Set = [.leading, .trailing]
        /// The upper and the lower edge.
        public static let vertical: Set = [.top, .bottom]
        /// All four edges.
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// The distances from the edges of a rectangle to those of a rectangle inside it, in points.
public struct EdgeInsets: Equatable, Sendable {
    /// The distance from the upper edge.
    public var top: CGFloat
    /// The distance from the leading edge.
    public var leading: CGFloat
    /// The distance from the lower edge.
    public var bottom: CGFloat
    /// The distance from the trailing edge.
    public var trailing: CGFloat

    /// Creates insets of zero.
    public init() { self.init(top: 0, leading: 0, bottom: 0, trailing: 0) }

    /// Creates insets from four distances.
    public init(top: CGFloat, leading: CGFloat, bottom: CGFloat, trailing: CGFloat) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }
}

/// The horizontal or vertical dimension of a layout.
public enum Axis: Int8, CaseIterable, Sendable {
    /// From the leading edge to the trailing edge.
    case horizontal
    /// From the top to the bottom.
    case vertical

    /// A set of axes.
    public struct Set: OptionSet, Sendable {
        /// One bit for each axis.
        public let rawValue: Int8

        /// Creates the set of the axes whose bits are set.
        public init(rawValue: Int8) { self.rawValue = rawValue }

        /// The horizontal axis alone.
        public static let horizontal = Set(rawValue: 1)
        /// The vertical axis alone.
        public static let vertical = Set(rawValue: 2)
    }
}

extension Axis: CustomStringConvertible {
    /// The name of the axis.
    public var description: String {
        switch self {
        case .horizontal: "horizontal"
        case .vertical: "vertical"
        }
    }
}

/// The direction of text and of lines of subviews.
public enum LayoutDirection: String, CaseIterable, Codable, Hashable, Sendable {
    /// The leading edge is the left one.
    case leftToRight
    /// The leading edge is the right one.
    case rightToLeft
}
