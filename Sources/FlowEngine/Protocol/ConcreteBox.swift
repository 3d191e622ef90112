internal import Foundation

/// The box of a layout of a known type, which recreates a cache of another type.
struct ConcreteBox<Content: Layout>: LayoutBox {
    let layout: Content

    var stackOrientation: Axis? { Content.layoutProperties.stackOrientation }

    func makeCache(_ subviews: LayoutSubviews) -> Any { layout.makeCache(subviews: subviews) }

    func updateCache(_ cache: inout Any, _ subviews: LayoutSubviews) {
        guard var own = cache as? Content.Cache else {
            cache = makeCache(subviews)
            return
        }
        layout.updateCache(&own, subviews: subviews)
        cache = own
    }

    func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing {
        with(&cache, subviews) { layout.spacing(subviews: subviews, cache: &$0) }
    }

    func size(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize {
        with(&cache, subviews) { layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
    }

    func place(in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) {
        with(&cache, subviews) { layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0) }
    }

    func guide(
        _ key: AlignmentKey, in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat? { with(&cache, subviews) { layout.explicitAlignment(of: key, in: bounds, proposal, subviews, &$0) } }

    private func with<Value>(
        _ cache: inout Any, _ subviews: LayoutSubviews, _ body: (inout Content.Cache) -> Value
    ) -> Value {
        var own = (cache as? Content.Cache) ?? layout.makeCache(subviews: subviews)
        cache = ()
        defer { cache = own }
        return body(&own)
    }
}
