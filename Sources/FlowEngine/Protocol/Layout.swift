public import Foundation

/// A type that decides the sizes and places of a collection of subviews.
///
/// The declarations are SwiftUI's: a layout written against them needs its import changed and
/// nothing else. A parent proposes a size; the layout answers the size that it needs; it is then
/// given bounds of that size and places each subview in them.
///
/// Coordinates run from the leading edge. Where the layout direction is from right to left, frames
/// are mirrored within their parent after a layout has placed them, so it need not know.
public protocol Layout {
    /// What a layout keeps between the calls of a pass, and from one pass to the next.
    associatedtype Cache = Void
    /// The subviews that a layout is asked about.
    typealias Subviews = LayoutSubviews

    /// Properties of the layout as a container.
    static var layoutProperties: LayoutProperties { get }

    /// Makes the cache for some subviews; called once for a container.
    func makeCache(subviews: Subviews) -> Cache

    /// Brings the cache up to date after the container or its subviews changed.
    func updateCache(_ cache: inout Cache, subviews: Subviews)

    /// Returns the distances that the container prefers to keep from its neighbours.
    func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing

    /// Returns the size that the container needs when it is offered a size.
    func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGSize

    /// Gives each subview its place.
    ///
    /// A subview that is given none stands in the middle of the bounds.
    func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    )

    /// Returns the position of a horizontal guide of the container, if it has a say about it.
    func explicitAlignment(
        of guide: HorizontalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?

    /// Returns the position of a vertical guide of the container, if it has a say about it.
    func explicitAlignment(
        of guide: VerticalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat?
}

extension Layout {
    /// The properties of a container without an orientation.
    public static var layoutProperties: LayoutProperties { LayoutProperties() }

    /// Makes the cache anew.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) {
        cache = makeCache(subviews: subviews)
    }

    /// Returns the union of what the subviews prefer.
    ///
    /// - Complexity: O(subviews).
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        subviews.reduce(into: ViewSpacing()) { $0.formUnion($1.spacing) }
    }

    /// Returns what the subviews' explicit positions of a custom guide come to.
    ///
    /// - Complexity: that of `placeSubviews`, and O(subviews).
    public func explicitAlignment(
        of guide: HorizontalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        guard subviews.haveExplicitGuides(guide.key) else { return nil }
        return subviews.placedTentatively {
            placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
            return subviews.combined(guide.key, in: bounds, proposal: proposal)
        }
    }

    /// Returns what the subviews' explicit positions of a custom guide or a text baseline come to.
    ///
    /// - Complexity: that of `placeSubviews`, and O(subviews).
    public func explicitAlignment(
        of guide: VerticalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        guard subviews.haveExplicitGuides(guide.key) else { return nil }
        return subviews.placedTentatively {
            placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
            return subviews.combined(guide.key, in: bounds, proposal: proposal)
        }
    }
}

extension Layout where Cache == Void {
    /// Makes no cache.
    public func makeCache(subviews: Subviews) {}
}

/// Properties of a layout as a container.
public struct LayoutProperties: Equatable, Sendable {
    /// The axis along which the layout stacks its subviews; nil if it does not.
    ///
    /// A spacer is flexible along this axis alone.
    public var stackOrientation: Axis?

    /// Makes the properties of a layout that does not stack.
    public init() {}
}

/// A key under which a subview carries a value that its container reads.
public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value
    /// The value of a subview that carries none.
    static var defaultValue: Value { get }
}
