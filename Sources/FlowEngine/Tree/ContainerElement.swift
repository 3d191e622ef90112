internal import Foundation

/// A container while it is laid out: a layout, its cache, and its subviews.
final class ContainerElement<Content: Layout>: LayoutElement {
    private let layout: Content
    private let elements: [LayoutElement]
    private let subviews: LayoutSubviews
    /// The layout's cache; made on the first question, or taken over from before a change.
    private var cache: Content.Cache?
    /// The guides that were asked for in this pass; without them nested containers ask 2ⁿ times.
    private var guides: [GuideQuestion: CGFloat?] = [:]

    /// A guide in the size that is answered to a proposal.
    private struct GuideQuestion: Hashable {
        let key: AlignmentKey
        let width: CGFloat?
        let height: CGFloat?
    }

    init(_ layout: Content, _ elements: [LayoutElement], direction: LayoutDirection) {
        self.layout = layout
        self.elements = elements
        subviews = LayoutSubviews(elements, layoutDirection: direction)
    }

    override var name: String { (layout as? AnyLayout)?.name ?? "\(Content.self)" }
    override var children: [LayoutElement] { elements }
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

    override func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        true
    }

    override func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        let question = GuideQuestion(key: key, width: proposal.width, height: proposal.height)
        if let answer = guides[question] { return answer }
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
        guides[question] = .some(answer)
        return answer
    }

    override func beginPass() {
        if !guides.isEmpty { guides.removeAll() }
        super.beginPass()
    }

    override func adopt(_ old: LayoutElement) {
        guard let old = old as? ContainerElement<Content> else { return }
        elements.adopt(old.elements)
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

extension [LayoutElement] {
    /// Takes over what the elements kept that stood in the same places, or had the same ids.
    func adopt(_ old: [LayoutElement]) {
        let named = old.reduce(into: [AnyHashable: LayoutElement]()) { named, element in
            if let id = element.traits.id { named[id] = element }
        }
        for (index, element) in enumerated() {
            if let id = element.traits.id {
                if let match = named[id] { element.adopt(match) }
            } else if index < old.count, old[index].traits.id == nil {
                element.adopt(old[index])
            }
        }
    }
}
