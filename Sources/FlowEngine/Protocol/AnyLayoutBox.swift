internal import Foundation

/// A layout behind a cache of any type.
protocol LayoutBox {
    var stackOrientation: Axis? { get }
    func makeCache(_ subviews: LayoutSubviews) -> Any
    func updateCache(_ cache: inout Any, _ subviews: LayoutSubviews)
    func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing
    func size(
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGSize
    func place(
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    )
    func guide(
        _ guide: HorizontalAlignment,
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat?
    func guide(
        _ guide: VerticalAlignment,
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat?
}

/// The box of a layout of a known type; a cache of another type is made anew.
struct ConcreteBox<Content: Layout>: LayoutBox {
    let layout: Content

    var stackOrientation: Axis? { Content.layoutProperties.stackOrientation }

    func makeCache(_ subviews: LayoutSubviews) -> Any {
        layout.makeCache(subviews: subviews)
    }

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

    func size(
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGSize {
        with(&cache, subviews) {
            layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0)
        }
    }

    func place(
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) {
        with(&cache, subviews) {
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0)
        }
    }

    func guide(
        _ guide: HorizontalAlignment,
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat? {
        with(&cache, subviews) {
            layout.explicitAlignment(
                of: guide,
                in: bounds,
                proposal: proposal,
                subviews: subviews,
                cache: &$0
            )
        }
    }

    func guide(
        _ guide: VerticalAlignment,
        in bounds: CGRect,
        _ proposal: ProposedViewSize,
        _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat? {
        with(&cache, subviews) {
            layout.explicitAlignment(
                of: guide,
                in: bounds,
                proposal: proposal,
                subviews: subviews,
                cache: &$0
            )
        }
    }

    private func with<Value>(
        _ cache: inout Any,
        _ subviews: LayoutSubviews,
        _ body: (inout Content.Cache) -> Value
    ) -> Value {
        var own = (cache as? Content.Cache) ?? layout.makeCache(subviews: subviews)
        cache = ()
        defer { cache = own }
        return body(&own)
    }
}
