public import Foundation

/// A layout that does what the first of several layouts does that fits the proposal.
///
/// A layout fits if the size that it answers is at most what is proposed; the last one is taken if
/// none does. An unspecified dimension is never exceeded.
///
///     AdaptiveLayout(AnyLayout(HStackLayout()), AnyLayout(VStackLayout())) { … }
public struct AdaptiveLayout: Layout {
    /// The layouts, from the first choice to the last.
    public var layouts: [AnyLayout]

    /// What the layout keeps: the caches of the layouts inside.
    public struct Cache {
        var caches: [AnyLayout.Cache]
    }

    /// Makes a layout that chooses among others.
    public init(_ layouts: [AnyLayout]) {
        self.layouts = layouts
    }

    /// Makes a layout that chooses among others.
    public init(_ layouts: AnyLayout...) {
        self.init(layouts)
    }

    /// Makes the caches of the layouts inside.
    public func makeCache(subviews: Subviews) -> Cache {
        Cache(caches: layouts.map { $0.makeCache(subviews: subviews) })
    }

    /// Brings the caches up to date, or makes them anew if there are more or fewer layouts.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) {
        guard cache.caches.count == layouts.count else {
            cache = makeCache(subviews: subviews)
            return
        }
        for index in layouts.indices {
            layouts[index].updateCache(&cache.caches[index], subviews: subviews)
        }
    }

    /// Returns the size of the layout that is chosen.
    ///
    /// - Complexity: that of the layouts which do not fit, and of the one that does.
    public func sizeThatFits(
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) -> CGSize {
        guard let choice = choice(proposal, subviews, &cache) else { return .zero }
        return layouts[choice]
            .sizeThatFits(
                proposal: proposal,
                subviews: subviews,
                cache: &cache.caches[choice]
            )
    }

    /// Places the subviews as the layout does that is chosen.
    public func placeSubviews(
        in bounds: CGRect,
        proposal: ProposedViewSize,
        subviews: Subviews,
        cache: inout Cache
    ) {
        guard let choice = choice(proposal, subviews, &cache) else { return }
        layouts[choice]
            .placeSubviews(
                in: bounds,
                proposal: proposal,
                subviews: subviews,
                cache: &cache.caches[choice]
            )
    }

    /// Returns the first layout that fits, or the last one; nil if there is none.
    private func choice(
        _ proposal: ProposedViewSize,
        _ subviews: Subviews,
        _ cache: inout Cache
    ) -> Int? {
        let room = proposal.replacingUnspecifiedDimensions(
            by: CGSize(width: CGFloat.infinity, height: .infinity)
        )
        for index in layouts.indices.dropLast() {
            let size = layouts[index]
                .sizeThatFits(
                    proposal: proposal,
                    subviews: subviews,
                    cache: &cache.caches[index]
                )
            let slack = CGFloat(FlowMetrics.tolerance)
            if size.width <= room.width + slack, size.height <= room.height + slack {
                return index
            }
        }
        return layouts.indices.last
    }
}
