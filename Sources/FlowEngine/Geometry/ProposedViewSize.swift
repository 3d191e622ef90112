public import Foundation

/// The size that a parent offers; a dimension that is nil asks for the ideal one.
public struct ProposedViewSize: Equatable, Sendable {
    /// The offered width; nil asks for the ideal width.
    public var width: CGFloat?
    /// The offered height; nil asks for the ideal height.
    public var height: CGFloat?

    /// Makes a proposal from a width and a height.
    public init(width: CGFloat?, height: CGFloat?) {
        self.width = width
        self.height = height
    }

    /// Makes the proposal of exactly this size.
    public init(_ size: CGSize) {
        self.init(width: size.width, height: size.height)
    }

    /// Asks for the minimum size.
    public static let zero = ProposedViewSize(width: 0, height: 0)
    /// Asks for the maximum size.
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
    /// Asks for the ideal size.
    public static let unspecified = ProposedViewSize(width: nil, height: nil)

    /// Returns the proposal as a size, with the dimensions that are nil taken from another one.
    public func replacingUnspecifiedDimensions(
        by size: CGSize = CGSize(width: 10, height: 10)
    ) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }
}
