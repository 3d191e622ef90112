internal import Foundation

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
