public import Foundation

/// A size that a parent proposes; nil dimensions ask for the ideal size.
///
/// ```swift
/// let paragraph = Box { proposal in
///     let width = min(proposal.width ?? 200, 200)
///     return CGSize(width: width, height: width < 200 ? 40 : 20)
/// }
/// #expect(paragraph.sizeThatFits(.unspecified) == CGSize(width: 200, height: 20))
/// #expect(paragraph.sizeThatFits(ProposedViewSize(width: 120, height: nil)).height == 40)
/// ```
public struct ProposedViewSize: Equatable, Sendable {
    /// The proposed width in points; nil asks for the ideal width.
    public var width: CGFloat?
    /// The proposed height in points; nil asks for the ideal height.
    public var height: CGFloat?

    /// Creates a proposal from a width and a height.
    public init(width: CGFloat?, height: CGFloat?) {
        self.width = width
        self.height = height
    }

    /// Creates the proposal of a size.
    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    /// The proposal that asks for the minimum size.
    public static let zero = ProposedViewSize(width: 0, height: 0)
    /// The proposal that asks for the maximum size.
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)
    /// The proposal that asks for the ideal size.
    public static let unspecified = ProposedViewSize(width: nil, height: nil)

    /// Returns the proposal as a size, with nil dimensions taken from another size.
    ///
    /// The default of 10 by 10 points is SwiftUI's.
    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }
}

/// Returns a length from outside, or 0 if it is NaN, infinite or negative.
@inline(__always) func lengthOrZero(_ value: Double) -> Double {
    let positive = value > 0 ? value : 0
    return positive < .infinity ? positive : 0
}

/// Returns a sum of lengths, with infinity replaced by the largest Double.
@inline(__always) func clampedToFinite(_ sum: Double) -> Double {
    let most = Double.greatestFiniteMagnitude
    return sum > most ? most : (sum < -most ? -most : sum)
}

/// Returns the limit that a proposed length sets: 0 for NaN and negative lengths, infinity for nil.
func lengthLimit(_ proposal: CGFloat?) -> Double {
    guard let proposal else { return .infinity }
    return proposal > 0 ? proposal.native : 0
}
