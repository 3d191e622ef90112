public import Foundation

/// A layout that uses the first of several layouts that fits the proposal.
///
/// A layout fits if its size for the proposal doesn't exceed the proposal; if no layout fits, the last layout is used.
/// An unspecified dimension is never exceeded.
///
/// ```swift
/// let buttons = AdaptiveLayout(AnyLayout(HStackLayout()), AnyLayout(VStackLayout())) {
///     Box(width: 40, height: 10)
///     Box(width: 40, height: 10)
/// }
/// #expect(buttons.sizeThatFits(.unspecified).height == 10)
/// #expect(buttons.sizeThatFits(ProposedViewSize(width: 60, height: nil)).height == 28)
/// ```
public struct AdaptiveLayout: Layout {
    /// The layouts in order of preference.
    public var layouts: [AnyLayout]

    /// The caches of the layouts.
    public struct Cache { var caches: [AnyLayout.Cache] }

    /// Creates a layout that chooses among others.
    public init(_ layouts: [AnyLayout]) { self.layouts = layouts }

    /// Creates a layout that chooses among others.
    public init(_ layouts: AnyLayout...) { self.init(layouts) }

    /// Creates the caches of the layouts.
    public func makeCache(subviews: Subviews) -> Cache {
        Cache(caches: layouts.map { $0.makeCache(subviews: subviews) })
    }

    /// Updates the caches, or recreates them if the number of layouts changed.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) {
        guard cache.caches.count == layouts.count else {
            cache = makeCache(subviews: subviews)
            return
        }
        for index in layouts.indices { layouts[index].updateCache(&cache.caches[index], subviews: subviews) }
    }

    /// Returns the size of the chosen layout.
    ///
    /// - Complexity: That of the layouts that do not fit and of the one that does.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        guard let choice = choice(proposal, subviews, &cache) else { return .zero }
        return layouts[choice].sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache.caches[choice])
    }

    /// Places the subviews with the chosen layout.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        guard let choice = choice(proposal, subviews, &cache) else { return }
        layouts[choice].placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache.caches[choice])
    }

    /// Returns the first layout that fits, or the last layout; `nil` without layouts.
    private func choice(_ proposal: ProposedViewSize, _ subviews: Subviews, _ cache: inout Cache) -> Int? {
        let room = proposal.replacingUnspecifiedDimensions(by: CGSize(width: CGFloat.infinity, height: .infinity))
        for index in layouts.indices.dropLast() {
            let size = layouts[index].sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache.caches[index])
            let slack = CGFloat(FlowMetrics.tolerance)
            if size.width <= room.width + slack, size.height <= room.height + slack { return index }
        }
        return layouts.indices.last
    }
}
