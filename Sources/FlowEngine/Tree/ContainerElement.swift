internal import Foundation

/// The element of a container: a layout, its cache, and its subviews.
final class ContainerElement<Content: Layout>: LayoutElement {
    private let layout: Content
    private let storage: SubviewStorage
    private var subviews: LayoutSubviews
    /// The environment of the subviews.
    private let inner: LayoutEnvironment
    /// Whether the subviews changed since the layout's cache was made or updated.
    private var isCacheStale = false
    /// The layout's cache; created on first use, or adopted from the element before a change.
    private var cache: Content.Cache?
    /// The guides computed in this pass; without this cache, n nested containers would compute a guide 2ⁿ times.
    private var guides: [GuideKey: CGFloat?] = [:]
    /// The spacing preferences; nil until they are asked for after a change.
    private var knownSpacing: ViewSpacing?

    /// A guide under a proposal.
    private struct GuideKey: Hashable {
        let key: AlignmentKey
        let width: CGFloat?
        let height: CGFloat?
    }

    init(_ layout: Content, _ storage: SubviewStorage, in inner: LayoutEnvironment) {
        self.layout = layout
        self.storage = storage
        self.inner = inner
        subviews = LayoutSubviews(storage, layoutDirection: inner.layoutDirection)
        super.init()
        for child in storage.allElements { link(child) }
    }

    override var name: String { (layout as? AnyLayout)?.name ?? "\(Content.self)" }
    override var direction: LayoutDirection { subviews.layoutDirection }

    override var spacing: ViewSpacing {
        if let knownSpacing { return knownSpacing }
        let spacing = withCache { layout.spacing(subviews: subviews, cache: &$0) }
        knownSpacing = spacing
        return spacing
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        withCache { layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        let bounds = CGRect(origin: .zero, size: size)
        withCache { layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0) }
    }

    override var children: [LayoutElement] { storage.allElements }

    override func child(at index: Int) -> LayoutElement? {
        storage.indices.contains(index) ? storage.element(at: index) : nil
    }

    override func index(ofChild child: LayoutElement) -> Int? {
        storage.indices.first { storage.element(at: $0) === child }
    }

    override func placedChildren(at origin: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let (size, proposal) = (placement.size, placement.proposal)
        storage.discardPlacements()
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        var placed: [PlacedNode] = []
        placed.reserveCapacity(storage.count)
        for index in 0..<storage.count {
            let place =
                storage.placement(at: index)
                ?? .centered(storage.size(at: index, proposal), in: bounds, proposal: proposal)
            let corner = corner(of: place, in: size)
            placed.append(storage.placed(index, at: corner, in: origin, place))
        }
        return placed + self.placed(storage.separators, in: size)
    }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool { true }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let guide = GuideKey(key: key, width: proposal.width, height: proposal.height)
        if let answer = guides[guide] { return answer }
        let bounds = CGRect(origin: .zero, size: size(proposal))
        let answer = withCache { layout.explicitAlignment(of: key, in: bounds, proposal, subviews, &$0) }
        guides[guide] = .some(answer)
        return answer
    }

    override func beginPass() {
        let wasStale = isCacheStale
        super.beginPass()
        // Only sizes and placements are discarded; no subview changed.
        isCacheStale = wasStale
        storage.discardPlacements()
    }

    override func forget() {
        if !guides.isEmpty { guides.removeAll() }
        isCacheStale = cache != nil
        knownSpacing = nil
        super.forget()
    }

    override func apply(_ edit: SubviewEdit) -> SubviewEdit.Change? {
        guard let change = storage.apply(edit, in: inner) else { return nil }
        subviews = LayoutSubviews(storage, layoutDirection: inner.layoutDirection)
        for element in change.added { link(element) }
        return change
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? ContainerElement<Content> else { return }
        storage.adopt(old.storage)
        guard var kept = old.cache else { return }
        layout.updateCache(&kept, subviews: subviews)
        cache = kept
    }

    private func withCache<Value>(_ body: (inout Content.Cache) -> Value) -> Value {
        var cache = currentCache()
        self.cache = nil
        let value = body(&cache)
        self.cache = cache
        return value
    }

    /// Returns the layout's cache, which is made, or updated if subviews changed.
    private func currentCache() -> Content.Cache {
        guard var cache else { return layout.makeCache(subviews: subviews) }
        guard isCacheStale else { return cache }
        self.cache = nil
        isCacheStale = false
        layout.updateCache(&cache, subviews: subviews)
        return cache
    }
}
