public import Foundation

/// A type that determines the sizes and positions of subviews.
///
/// The declarations are SwiftUI's: a layout written against them only needs its import changed. A parent proposes a
/// size, the layout returns its size, and then the layout places each subview in bounds of that size.
///
/// ```swift
/// struct Staircase: Layout {
///     func sizeThatFits(
///         proposal: ProposedViewSize,
///         subviews: Subviews,
///         cache: inout Void
///     ) -> CGSize {
///         subviews.map { $0.sizeThatFits(.unspecified) }
///             .reduce(into: .zero) { total, size in
///                 total.width += size.width
///                 total.height += size.height
///             }
///     }
///
///     func placeSubviews(
///         in bounds: CGRect,
///         proposal: ProposedViewSize,
///         subviews: Subviews,
///         cache: inout Void
///     ) {
///         var corner = bounds.origin
///         for subview in subviews {
///             let size = subview.sizeThatFits(.unspecified)
///             subview.place(at: corner, proposal: .unspecified)
///             corner = CGPoint(x: corner.x + size.width, y: corner.y + size.height)
///         }
///     }
/// }
/// ```
///
/// Coordinates run from the leading edge. If the layout direction is right to left, frames are mirrored within their
/// parent after placement, so a layout need not handle it.
public protocol Layout {
    /// The values that a layout keeps between calls and from one pass to the next.
    associatedtype Cache = Void
    /// The subviews of a container.
    typealias Subviews = LayoutSubviews

    /// Properties of the layout as a container.
    static var layoutProperties: LayoutProperties { get }

    /// Creates the cache of a container; called once.
    func makeCache(subviews: Subviews) -> Cache

    /// Updates the cache after the container or its subviews changed.
    func updateCache(_ cache: inout Cache, subviews: Subviews)

    /// Returns the distances that the container prefers to keep from its neighbors.
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing

    /// Returns the size of the container for a proposal, in points.
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize

    /// Places each subview in the bounds.
    ///
    /// A subview that is not placed is centered in the bounds.
    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)

    /// Returns the explicit position of a horizontal guide of the container; nil if it has none.
    func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?

    /// Returns the explicit position of a vertical guide of the container; nil if it has none.
    func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?
}

extension Layout {
    /// The properties of a container without an orientation.
    public static var layoutProperties: LayoutProperties { LayoutProperties() }

    /// Recreates the cache.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { cache = makeCache(subviews: subviews) }

    /// Returns the union of the subviews' spacing preferences.
    ///
    /// - Complexity: O(subviews).
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        subviews.reduce(into: ViewSpacing()) { $0.formUnion($1.spacing) }
    }

    /// Returns the combined explicit positions of a custom guide in the subviews.
    ///
    /// - Complexity: That of `placeSubviews`, and O(subviews).
    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        guard subviews.mayHaveExplicitGuide(guide.key) else { return nil }
        return subviews.withTemporaryPlacements {
            placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
            return subviews.combined(guide.key, in: bounds, proposal: proposal)
        }
    }

    /// Returns the combined explicit positions of a custom guide or a text baseline in the subviews.
    ///
    /// - Complexity: That of `placeSubviews`, and O(subviews).
    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        guard subviews.mayHaveExplicitGuide(guide.key) else { return nil }
        return subviews.withTemporaryPlacements {
            placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
            return subviews.combined(guide.key, in: bounds, proposal: proposal)
        }
    }
}

extension Layout {
    /// Returns the explicit position of a guide of either axis; nil if the container has none.
    func explicitAlignment(
        of key: AlignmentKey, in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: Subviews,
        _ cache: inout Cache
    ) -> CGFloat? {
        switch key.axis {
        case .horizontal:
            explicitAlignment(
                of: HorizontalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
        case .vertical:
            explicitAlignment(
                of: VerticalAlignment(key.id), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
        }
    }
}

extension Layout where Cache == Void {
    /// Creates an empty cache.
    public func makeCache(subviews: Subviews) {}
}

/// Properties of a layout as a container.
public struct LayoutProperties: Equatable, Sendable {
    /// The axis along which the layout stacks its subviews; nil if it does not.
    ///
    /// A spacer is flexible only along this axis.
    public var stackOrientation: Axis?

    /// Creates the properties of a layout that does not stack.
    public init() {}
}

/// The key of a value that a subview passes to its container.
public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value
    /// The value of a subview that does not set one.
    static var defaultValue: Value { get }
}
