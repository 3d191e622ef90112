public import Foundation

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
