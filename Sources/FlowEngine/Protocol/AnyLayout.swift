public import Foundation

/// A type-erased layout, for switching between layouts.
///
/// ```swift
/// let layout = isCompact ? AnyLayout(VStackLayout()) : AnyLayout(HStackLayout())
/// let bar = layout {
///     Box(width: 10, height: 10)
///     Box(width: 10, height: 10)
/// }
/// #expect(bar.layout().frame.height == (isCompact ? 28 : 10))
/// ```
public struct AnyLayout: Layout {
    private let box: any LayoutBox
    /// The name of the wrapped layout in the layout debugger.
    let name: String

    /// The type-erased cache of the wrapped layout.
    public struct Cache { var value: Any }

    /// Creates a type-erased layout.
    public init(_ layout: some Layout) {
        if let layout = layout as? AnyLayout {
            self = layout
            return
        }
        box = ConcreteBox(layout: layout)
        name = "\(type(of: layout))"
    }

    /// Creates the cache of the wrapped layout.
    public func makeCache(subviews: Subviews) -> Cache { Cache(value: box.makeCache(subviews)) }

    /// Updates the cache, or recreates it for a layout of another type.
    public func updateCache(_ cache: inout Cache, subviews: Subviews) { box.updateCache(&cache.value, subviews) }

    /// Returns the spacing preferences of the wrapped layout.
    public func spacing(subviews: Subviews, cache: inout Cache) -> ViewSpacing { box.spacing(subviews, &cache.value) }

    /// Returns the size of the wrapped layout for a proposal.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) -> CGSize {
        box.size(proposal, subviews, &cache.value)
    }

    /// Places the subviews with the wrapped layout.
    public func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache) {
        box.place(in: bounds, proposal, subviews, &cache.value)
    }

    /// Returns the explicit position of a horizontal guide in the wrapped layout.
    public func explicitAlignment(
        of guide: HorizontalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { box.guide(guide.key, in: bounds, proposal, subviews, &cache.value) }

    /// Returns the explicit position of a vertical guide in the wrapped layout.
    public func explicitAlignment(
        of guide: VerticalAlignment, in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews,
        cache: inout Cache
    ) -> CGFloat? { box.guide(guide.key, in: bounds, proposal, subviews, &cache.value) }

    /// The axis along which the wrapped layout stacks.
    var stackOrientation: Axis? { box.stackOrientation }
}

/// A layout whose cache is type-erased.
protocol LayoutBox {
    var stackOrientation: Axis? { get }
    func makeCache(_ subviews: LayoutSubviews) -> Any
    func updateCache(_ cache: inout Any, _ subviews: LayoutSubviews)
    func spacing(_ subviews: LayoutSubviews, _ cache: inout Any) -> ViewSpacing
    func size(_ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any) -> CGSize
    func place(in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews, _ cache: inout Any)
    func guide(
        _ key: AlignmentKey, in bounds: CGRect, _ proposal: ProposedViewSize, _ subviews: LayoutSubviews,
        _ cache: inout Any
    ) -> CGFloat?
}

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
