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
