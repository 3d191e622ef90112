internal import Foundation

/// The element of a container: a layout, its cache, and its subviews.
final class ContainerElement<Content: Layout>: LayoutElement {
    private let layout: Content
    private let storage: SubviewStorage
    private let subviews: LayoutSubviews
    /// The layout's cache; created on first use, or adopted from the element before a change.
    private var cache: Content.Cache?
    /// The guides computed in this pass; without this cache, n nested containers would compute a guide 2ⁿ times.
    private var guides: [GuideKey: CGFloat?] = [:]

    /// A guide under a proposal.
    private struct GuideKey: Hashable {
        let key: AlignmentKey
        let width: CGFloat?
        let height: CGFloat?
    }

    init(_ layout: Content, _ storage: SubviewStorage, direction: LayoutDirection) {
        self.layout = layout
        self.storage = storage
        subviews = LayoutSubviews(storage, layoutDirection: direction)
    }

    override var name: String { (layout as? AnyLayout)?.name ?? "\(Content.self)" }
    override var direction: LayoutDirection { subviews.layoutDirection }

    override var spacing: ViewSpacing {
        withCache { layout.spacing(subviews: subviews, cache: &$0) }
    }

    override func measure(_ proposal: ProposedViewSize) -> CGSize {
        withCache { layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &$0) }
    }

    override func placeChildren(in size: CGSize, proposal: ProposedViewSize) {
        let bounds = CGRect(origin: .zero, size: size)
        withCache {
            layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &$0)
        }
    }

    override func placedChildren(at corner: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let (size, proposal) = (placement.size, placement.proposal)
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        var placed: [PlacedNode] = []
        placed.reserveCapacity(storage.count)
        for index in 0..<storage.count {
            let place =
                storage.placement(at: index)
                ?? .centered(storage.size(at: index, proposal), in: bounds, proposal: proposal)
            let corner = self.corner(of: place, in: size, at: corner)
            placed.append(storage.placed(index, at: corner, place))
        }
        return placed
    }

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        true
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let guide = GuideKey(key: key, width: proposal.width, height: proposal.height)
        if let answer = guides[guide] { return answer }
        let bounds = CGRect(origin: .zero, size: size(proposal))
        let answer = withCache { cache in
            switch key.axis {
            case .horizontal:
                layout.explicitAlignment(
                    of: HorizontalAlignment(key.id),
                    in: bounds,
                    proposal: proposal,
                    subviews: subviews,
                    cache: &cache
                )
            case .vertical:
                layout.explicitAlignment(
                    of: VerticalAlignment(key.id),
                    in: bounds,
                    proposal: proposal,
                    subviews: subviews,
                    cache: &cache
                )
            }
        }
        guides[guide] = .some(answer)
        return answer
    }

    override func beginPass() {
        if !guides.isEmpty { guides.removeAll() }
        storage.beginPass()
        super.beginPass()
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? ContainerElement<Content> else { return }
        storage.adopt(old.storage)
        guard var kept = old.cache else { return }
        layout.updateCache(&kept, subviews: subviews)
        cache = kept
    }

    private func withCache<Value>(_ body: (inout Content.Cache) -> Value) -> Value {
        var cache = cache ?? layout.makeCache(subviews: subviews)
        self.cache = nil
        let value = body(&cache)
        self.cache = cache
        return value
    }
}
