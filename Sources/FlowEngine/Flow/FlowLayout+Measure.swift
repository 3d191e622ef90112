internal import Foundation

extension FlowLayout {
    /// Arranges subviews in a container of some length.
    ///
    /// - Parameters:
    ///   - limit: The length of the container.
    ///   - bounds: The size to place into; nil is the size that the flow answers.
    ///   - subviews: The items, and the overflow node if there is one.
    ///   - cache: What was measured of the items.
    /// - Returns: Where the items stand, and what each is offered.
    func arranged(
        limit: Double,
        in bounds: CGSize?,
        _ subviews: LayoutSubviews,
        _ cache: inout FlowLayoutCache
    ) -> PlacedFlow {
        let proposal =
            axis == .horizontal
            ? ProposedViewSize(width: limit, height: nil)
            : ProposedViewSize(width: nil, height: limit)
        let tooLong = cache.sizes.indices.filter { isLonger(cache.sizes[$0], than: limit) }
        if isPlain, !cache.asksMore, tooLong.isEmpty, !(subviews.last?.element is OverflowElement) {
            let arrangement = arrange(cache.sizes, proposal: proposal, bounds: bounds)
            return PlacedFlow(limit: limit, arrangement: arrangement, proposals: [:])
        }
        var proposals: [Int: ProposedViewSize] = [:]
        for index in tooLong { proposals[index] = proposal }
        let measured = measuredItems(subviews, proposals, &cache)
        let arrangement = arrange(
            measured,
            proposal: proposal,
            bounds: bounds,
            overflow: overflow(of: subviews)
        )
        offerGrowth(to: arrangement, of: measured, &proposals)
        return PlacedFlow(limit: limit, arrangement: arrangement, proposals: proposals)
    }

    /// Whether nothing but the size of an item matters to its place.
    private var isPlain: Bool {
        let usesBaselines =
            lineAlignment == .firstTextBaseline || lineAlignment == .lastTextBaseline
        return spacing != nil && lineSpacing != nil && !justified && !usesBaselines
    }

    private func isLonger(_ size: CGSize, than limit: Double) -> Bool {
        let length = magnitude(axis == .horizontal ? size.width : size.height)
        return length > limit + FlowMetrics.tolerance
    }

    /// Returns what the overflow node measures when it is told a number.
    private func overflow(of subviews: LayoutSubviews) -> ((Int) -> FlowItem)? {
        guard let overflow = subviews.last?.element as? OverflowElement else { return nil }
        return { hidden in
            let subview = LayoutSubview(SubviewStorage(overflow.told(hidden: hidden)), at: 0)
            var item = item(subview, size: subview.sizeThatFits(.unspecified), .unspecified)
            item.flexibility = .rigid
            return item
        }
    }

    /// Returns the items with everything they ask of their lines.
    private func measuredItems(
        _ subviews: LayoutSubviews,
        _ proposals: [Int: ProposedViewSize],
        _ cache: inout FlowLayoutCache
    ) -> [FlowItem] {
        let maxima = justified ? cache.maxima ?? maxima(of: items(of: subviews)) : nil
        cache.maxima = maxima
        return cache.sizes.indices.map { index in
            let subview = subviews[index]
            var item: FlowItem
            if let proposal = proposals[index] {
                item = self.item(subview, size: subview.sizeThatFits(proposal), proposal)
                item.standsAlone = true
            } else {
                item = self.item(subview, size: cache.sizes[index], .unspecified)
            }
            if let maxima { item.maximumLength = maxima[index] }
            return item
        }
    }

    /// Returns the lengths of items that are offered as much as they want.
    private func maxima(of items: LayoutSubviews) -> [CGFloat] {
        items.map { item in
            guard item[FlowItemFlexibility.self] != .rigid else { return 0 }
            return axis == .horizontal
                ? item.sizeThatFits(ProposedViewSize(width: .infinity, height: nil)).width
                : item.sizeThatFits(ProposedViewSize(width: nil, height: .infinity)).height
        }
    }

    /// Returns an item of a size, with what its subview asks of its line.
    private func item(
        _ subview: LayoutSubview,
        size: CGSize,
        _ proposal: ProposedViewSize
    ) -> FlowItem {
        var item = FlowItem(size: size)
        item.startsNewLine = subview[FlowStartsNewLine.self]
        item.lineAlignment = subview[FlowItemLineAlignment.self]
        item.flexibility = subview[FlowItemFlexibility.self]
        if spacing == nil || lineSpacing == nil { item.spacing = subview.spacing }
        switch item.lineAlignment ?? lineAlignment {
        case .firstTextBaseline:
            item.firstTextBaseline = subview.dimensions(in: proposal)[.firstTextBaseline]
        case .lastTextBaseline:
            item.lastTextBaseline = subview.dimensions(in: proposal)[.lastTextBaseline]
        default: break
        }
        return item
    }

    /// Offers their frames to the items that grew.
    private func offerGrowth(
        to arrangement: FlowArrangement,
        of items: [FlowItem],
        _ proposals: inout [Int: ProposedViewSize]
    ) {
        guard justified else { return }
        for (index, frame) in arrangement.frames.enumerated() {
            let item = items[index].size
            let growth =
                axis == .horizontal ? frame.width - item.width : frame.height - item.height
            if growth > 0 { proposals[index] = ProposedViewSize(frame.size) }
        }
    }
}
