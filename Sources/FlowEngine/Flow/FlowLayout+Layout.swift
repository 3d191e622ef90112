public import Foundation

extension FlowLayout: Layout {
    /// The cache of a flow.
    public typealias Cache = FlowLayoutCache

    /// Measures the ideal size of each subview once.
    ///
    /// - Complexity: O(subviews).
    public func makeCache(subviews: Subviews) -> FlowLayoutCache {
        let items = items(of: subviews)
        var hasItemValues = false
        var sizes: [CGSize] = []
        sizes.reserveCapacity(items.count)
        for index in items.indices {
            if let element = items.element(at: index), !element.traits.hasNoValues { hasItemValues = true }
            let size = items.size(at: index, .unspecified)
            sizes.append(CGSize(width: lengthOrZero(size.width), height: lengthOrZero(size.height)))
        }
        return FlowLayoutCache(sizes: sizes, hasItemValues: hasItemValues)
    }

    /// Returns the size of the flow: the length of its longest line, and the total depth of its lines.
    ///
    /// - Complexity: That of `arrange`.
    public func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout FlowLayoutCache) -> CGSize {
        placed(proposal, subviews, &cache).arrangement.size
    }

    /// Places the subviews on their lines; those past the maximum number of lines are hidden.
    ///
    /// - Complexity: That of `arrange`; nothing is arranged again if the bounds have the size that `sizeThatFits`
    ///   returned.
    public func placeSubviews(
        in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout FlowLayoutCache
    ) {
        let placed = placed(proposal, in: bounds.size, subviews, &cache)
        let items = items(of: subviews)
        let frames = placed.arrangement.frames
        for index in items.indices {
            guard index < frames.count else {
                items[index].hide(at: bounds.origin)
                continue
            }
            let origin = CGPoint(x: bounds.minX + frames[index].minX, y: bounds.minY + frames[index].minY)
            let proposal = placed.proposals.isEmpty ? nil : placed.proposals[index]
            items.show(
                index,
                Placement(
                    origin: origin, proposal: proposal ?? .unspecified,
                    size: proposal.map { items.size(at: index, $0) } ?? cache.sizes[index]))
        }
        placeOverflow(of: subviews, placed.arrangement, at: bounds.origin)
        subviews.place(PlacedSeparator.all(of: placed.arrangement).map { $0.moved(by: bounds.origin) })
    }

    /// Returns the arrangement for a proposal, in the size that the flow chooses.
    private func placed(
        _ proposal: ProposedViewSize, _ subviews: Subviews, _ cache: inout FlowLayoutCache
    ) -> PlacedFlow {
        let limit = lengthLimit(axis == .horizontal ? proposal.width : proposal.height)
        if let last = cache.last, last.limit == limit { return last }
        let placed = arranged(limit: limit, in: nil, subviews, &cache)
        cache.last = placed
        return placed
    }

    /// Returns the arrangement in bounds of a given size.
    private func placed(
        _ proposal: ProposedViewSize, in bounds: CGSize, _ subviews: Subviews, _ cache: inout FlowLayoutCache
    ) -> PlacedFlow {
        let answered = placed(proposal, subviews, &cache)
        let size = answered.arrangement.size
        if bounds == size { return answered }
        let isHorizontal = axis == .horizontal
        let difference = isHorizontal ? bounds.width - size.width : bounds.height - size.height
        let limit =
            abs(difference) < FlowMetrics.tolerance
            ? answered.limit : lengthOrZero(isHorizontal ? bounds.width : bounds.height)
        return arranged(limit: limit, in: bounds, subviews, &cache)
    }

    /// Returns the items among the subviews: all but the overflow node, which is the last one if there is one.
    func items(of subviews: Subviews) -> Subviews {
        subviews.last?.element is OverflowElement ? subviews[..<(subviews.count - 1)] : subviews
    }

    private func placeOverflow(of subviews: Subviews, _ arrangement: FlowArrangement, at origin: CGPoint) {
        guard let subview = subviews.last, let overflow = subview.element as? OverflowElement else { return }
        guard let frame = arrangement.overflow else { return subview.hide(at: origin) }
        let element = overflow.element(forHidden: arrangement.hidden)
        subview.show(
            Placement(
                origin: CGPoint(x: origin.x + frame.minX, y: origin.y + frame.minY), proposal: .unspecified,
                size: element.size(.unspecified)))
    }
}
