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
        limit: Double, in bounds: CGSize?, _ subviews: LayoutSubviews, _ cache: inout FlowLayoutCache
    ) -> PlacedFlow {
        let proposal =
            axis == .horizontal
            ? ProposedViewSize(width: limit, height: nil) : ProposedViewSize(width: nil, height: limit)
        let tooLong = cache.sizes.indices.filter { isLonger(cache.sizes[$0], than: limit) }
        if isPlain, !cache.hasItemValues, tooLong.isEmpty, !(subviews.last?.element is OverflowElement) {
            let arrangement = arrange(cache.sizes, proposal: proposal, bounds: bounds)
            return PlacedFlow(limit: limit, arrangement: arrangement, proposals: [:])
        }
        var proposals: [Int: ProposedViewSize] = [:]
        for index in tooLong { proposals[index] = proposal }
        let measured = measuredItems(subviews, proposals, &cache)
        let arrangement = arrange(measured, proposal: proposal, bounds: bounds, overflow: overflow(of: subviews))
        proposeGrowth(to: arrangement, of: measured, &proposals)
        return PlacedFlow(limit: limit, arrangement: arrangement, proposals: proposals)
    }

    /// Whether the parameters use only the sizes of items.
    var isPlain: Bool {
        switch lineAlignment {
        case .firstTextBaseline, .lastTextBaseline, .stretch: return false
        case .top, .center, .bottom, .leading, .trailing: return spacing != nil && lineSpacing != nil && !justified
        }
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
        _ subviews: LayoutSubviews, _ proposals: [Int: ProposedViewSize], _ cache: inout FlowLayoutCache
    ) -> [FlowItem] {
        let maxima = cache.maxima ?? items(of: subviews).map { maximum(of: $0) }
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
            item.maximumLength = maxima[index]
            return item
        }
    }

    /// Returns the length of an item under an infinite proposal; 0 if the item can't grow.
    func maximum(of item: LayoutSubview) -> CGFloat {
        let isFlexible = justified && item[FlowItemFlexibility.self] != .rigid
        guard isFlexible || item[FlexibilityWeight.self] > 0 else { return 0 }
        return axis == .horizontal
            ? item.sizeThatFits(ProposedViewSize(width: .infinity, height: nil)).width
            : item.sizeThatFits(ProposedViewSize(width: nil, height: .infinity)).height
    }

    /// Returns an item of a size, with the requests of its subview.
    func item(_ subview: LayoutSubview, size: CGSize, _ proposal: ProposedViewSize) -> FlowItem {
        var item = FlowItem(size: size)
        item.startsNewLine = subview[FlowStartsNewLine.self]
        item.lineAlignment = subview[FlowItemLineAlignment.self]
        item.flexibility = subview[FlowItemFlexibility.self]
        item.weight = subview[FlexibilityWeight.self]
        if spacing == nil || lineSpacing == nil { item.spacing = subview.spacing }
        switch item.lineAlignment ?? lineAlignment {
        case .firstTextBaseline: item.firstTextBaseline = subview.dimensions(in: proposal)[.firstTextBaseline]
        case .lastTextBaseline: item.lastTextBaseline = subview.dimensions(in: proposal)[.lastTextBaseline]
        default: break
        }
        return item
    }

    /// Proposes the size of its frame to each item that grew or that is stretched.
    private func proposeGrowth(
        to arrangement: FlowArrangement, of items: [FlowItem], _ proposals: inout [Int: ProposedViewSize]
    ) {
        for (index, frame) in arrangement.frames.enumerated() where grows(items[index], to: frame) {
            proposals[index] = ProposedViewSize(frame.size)
        }
    }

    /// Returns whether the frame of an item is larger than the item, because it grew or is stretched.
    func grows(_ item: FlowItem, to frame: CGRect) -> Bool {
        frame.width > lengthOrZero(item.size.width) || frame.height > lengthOrZero(item.size.height)
    }
}
