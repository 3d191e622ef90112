public import Foundation

/// A layout whose type is not known, so that one can take another's place.
public struct AnyLayout: Layout {
    private let box: any LayoutBox
    /// The name of the layout inside, for the layout debugger.
    let name: String

    /// The cache of the layout inside, whatever its type.
    public struct Cache {
        var value: Any
    }

    /// Makes a layout that does what another one does.
    public init(_ layout: some Layout) {
        if let layout = layout as? AnyLayout {
            self = layout
            return
        }
        box = ConcreteBox(layout: layout)
        name = "\(type(of: layout))"
    }

    /// Makes the cache of the layout inside.
    public func makeCache(subviews: Subviews) -> Cache {
        Cache(value: box.makeCache(subviews))
    }

    /// Brings the cache up to date, or makes it anew for a layout of another type.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) {
        box.updateCache(&cache.value, subviews)
    }

    /// Returns what the layout inside prefers.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing {
        box.spacing(subviews, &cache.value)
    }

    /// Returns the size that the layout inside needs.
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGSize {
        box.size(proposal, subviews, &cache.value)
    }

    /// Places the subviews as the layout inside does.
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) {
        box.place(in: bounds, proposal, subviews, &cache.value)
    }

    /// Returns what the layout inside says about a horizontal guide.
    public func explicitAlignment(
        of guide: HorizontalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        box.guide(guide, in: bounds, proposal, subviews, &cache.value)
    }

    /// Returns what the layout inside says about a vertical guide.
    public func explicitAlignment(
        of guide: VerticalAlignment,
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? {
        box.guide(guide, in: bounds, proposal, subviews, &cache.value)
    }

    /// The axis along which the layout inside stacks.
    var stackOrientation: Axis? { box.stackOrientation }
}
