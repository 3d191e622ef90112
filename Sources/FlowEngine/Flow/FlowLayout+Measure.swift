internal import Foundation

extension FlowLayout {
    /// Arranges subviews in a container of a given length.
    ///
    /// - Parameters:
    ///   - limit: The length of the container.
    ///   - bounds: The size to place into; nil uses the size that the flow chooses.
    ///   - subviews: The items, and the overflow node if there is one.
    ///   - cache: The measurements of the items.
    /// - Returns: The arrangement, and the proposals of the items.
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
        if isPlain, !cache.hasItemValues, tooLong.isEmpty,
            !(subviews.last?.element is OverflowElement)
        {
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
        proposeGrowth(to: arrangement, of: measured, &proposals)
        return PlacedFlow(limit: limit, arrangement: arrangement, proposals: proposals)
    }

    /// Whether the parameters use only the sizes of items.
    var isPlain: Bool {
        let usesBaselines =
            lineAlignment == .firstTextBaseline || lineAlignment == .lastTextBaseline
        return spacing != nil && lineSpacing != nil && !justified && !usesBaselines
    }

    /// Returns whether an item of a size is too long for a container.
    func isLonger(_ size: CGSize, than limit: Double) -> Bool {
        let length = lengthOrZero(axis == .horizontal ? size.width : size.height)
        return length > limit + FlowMetrics.tolerance
    }

    /// Returns a function that measures the overflow node for a number of hidden items; `nil` without such a node.
    private func overflow(of subviews: LayoutSubviews) -> ((Int) -> FlowItem)? {
        guard let overflow = subviews.last?.element as? OverflowElement else { return nil }
        return { hidden in
            let subview = LayoutSubview(SubviewStorage(overflow.element(forHidden: hidden)), at: 0)
            var item = item(subview, size: subview.sizeThatFits(.unspecified), .unspecified)
            item.flexibility = .rigid
            return item
        }
    }

    /// Returns the items with their requests.
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

    /// Returns the lengths of items under an infinite proposal.
    private func maxima(of items: LayoutSubviews) -> [CGFloat] {
        items.map { maximum(of: $0) }
    }

    /// Returns the length of an item under an infinite proposal.
    func maximum(of item: LayoutSubview) -> CGFloat {
        guard item[FlowItemFlexibility.self] != .rigid else { return 0 }
        return axis == .horizontal
            ? item.sizeThatFits(ProposedViewSize(width: .infinity, height: nil)).width
            : item.sizeThatFits(ProposedViewSize(width: nil, height: .infinity)).height
    }

    /// Returns an item of a size, with the requests of its subview.
    func item(
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

    /// Proposes the size of its frame to each item that grew.
    private func proposeGrowth(
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
