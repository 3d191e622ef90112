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
