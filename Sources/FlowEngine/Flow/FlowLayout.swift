public import Foundation

/// A layout that places subviews along an axis, in order, and wraps them onto lines.
///
/// Items are measured, broken into lines, stacked and placed. These stages are the same whether the flow lays out
/// subviews (as a `Layout`) or sizes (`arrange`); the file `FlowEngine.swift` names their types.
///
///     ┌──────────────────────────┐
///     │ ┌────┐ ┌───────┐ ┌─────┐ │  a line: items separated by `spacing`
///     │ └────┘ └───────┘ └─────┘ │
///     │                          │  `lineSpacing`
///     │ ┌───────────┐ ┌────┐     │  leftover space, distributed by `alignment`
///     │ └───────────┘ └────┘     │
///     └──────────────────────────┘
///
/// With nodes, call the layout with a builder:
///
/// ```swift
/// let flow = FlowLayout(spacing: 8) {
///     Box(width: 40, height: 20)
///     Box(width: 30, height: 20)
///     Box(width: 60, height: 20)
/// }
/// let placed = flow.layout(in: ProposedViewSize(width: 100, height: nil))
/// ```
///
/// With sizes alone, which is faster, call `arrange`:
///
/// ```swift
/// let chips = [CGSize(width: 40, height: 20), CGSize(width: 60, height: 20)]
/// let arrangement = FlowLayout(alignment: .center)
///     .arrange(chips, proposal: ProposedViewSize(width: 90, height: nil))
/// #expect(arrangement.lines.count == 2)
/// ```
public struct FlowLayout: Hashable, Sendable {
    /// The direction of a line.
    public var axis: Axis
    /// How the leftover space of a line is distributed.
    public var alignment: FlowAlignment
    /// The position of an item across its line.
    public var lineAlignment: FlowLineAlignment
    /// How leftover space is distributed across the lines in a container deeper than all lines; `leading` is its start.
    public var contentAlignment: FlowAlignment
    /// The distance between two items of a line, in points; nil uses the distance that the items prefer.
    public var spacing: CGFloat?
    /// The distance between two lines, in points; nil uses the distance that their items prefer.
    public var lineSpacing: CGFloat?
    /// The size of the separator between two items of a line, in points; nil means no separators.
    ///
    /// `spacing` is kept on both sides of a separator. A separator never starts or ends a line, but counts in its
    /// length. It is aligned across the line like an item; across, infinity makes it as deep as its line. Dimensions
    /// that are NaN or negative count as 0.
    public var separator: CGSize?
    /// The size of the separator between two lines, in points; nil means no separators.
    ///
    /// `lineSpacing` is kept on both sides of a separator, which is aligned like a line with a single item. Along the
    /// lines, infinity makes it as long as the container. Dimensions that are NaN or negative count as 0.
    public var lineSeparator: CGSize?
    /// How the items are divided into lines.
    public var lineBreaking: FlowLineBreaking
    /// The maximum number of items on a line; nil means no maximum, and numbers below 1 count as 1.
    public var maxItemsPerLine: Int?
    /// The minimum number of lines of a flow with balanced lines, as `flex-line-count` of CSS; greedy lines ignore it.
    ///
    /// If greedy breaking needs fewer lines, the flow is broken as in the shortest container that gives it at most this
    /// number. A flow of fewer items has a line for each. Numbers below 1 count as 1, and `maxLines` takes precedence.
    public var minLines: Int
    /// Whether items grow to fill every line but the last.
    public var justified: Bool
    /// The maximum number of lines, after which items are hidden; `nil` means no maximum.
    public var maxLines: Int?
    /// Whether the flow runs down or up.
    public var verticalDirection: VerticalDirection

    /// Creates a flow; by default, items run from the leading edge, 8 points apart.
    ///
    /// A spacing that is NaN, infinite or negative counts as 0.
    ///
    /// ```swift
    /// let menu = FlowLayout(
    ///     spacing: 4,
    ///     separator: CGSize(width: 1, height: CGFloat.infinity),
    ///     lineSeparator: CGSize(width: CGFloat.infinity, height: 1)
    /// )
    /// let item = CGSize(width: 30, height: 20)
    /// let room = ProposedViewSize(width: 80, height: nil)
    /// let arrangement = menu.arrange([item, item, item], proposal: room)
    /// #expect(arrangement.separators == [CGRect(x: 34, y: 0, width: 1, height: 20)])
    /// #expect(arrangement.lineSeparators == [CGRect(x: 0, y: 28, width: 69, height: 1)])
    /// ```
    public init(
        axis: Axis = .horizontal, alignment: FlowAlignment = .leading, lineAlignment: FlowLineAlignment = .top,
        contentAlignment: FlowAlignment = .leading, spacing: CGFloat? = 8, lineSpacing: CGFloat? = 8,
        separator: CGSize? = nil, lineSeparator: CGSize? = nil, lineBreaking: FlowLineBreaking = .greedy,
        maxItemsPerLine: Int? = nil, minLines: Int = 1, justified: Bool = false, maxLines: Int? = nil,
        verticalDirection: VerticalDirection = .down
    ) {
        self.axis = axis
        self.alignment = alignment
        self.lineAlignment = lineAlignment
        self.contentAlignment = contentAlignment
        self.spacing = spacing
        self.lineSpacing = lineSpacing
        self.separator = separator
        self.lineSeparator = lineSeparator
        self.lineBreaking = lineBreaking
        self.maxItemsPerLine = maxItemsPerLine
        self.minLines = minLines
        self.justified = justified
        self.maxLines = maxLines
        self.verticalDirection = verticalDirection
    }
}

extension FlowLayout {
    /// Arranges items of known sizes.
    ///
    /// This computes the flow without subviews; equal sizes give equal frames. No input causes a trap: sizes that are
    /// NaN, infinite or negative count as 0.
    ///
    /// - Parameters:
    ///   - sizes: The ideal sizes of the items, in order, in points.
    ///   - proposal: The proposed size; nil or infinity along the axis gives one line.
    ///   - bounds: The size to place into; nil uses the size that the flow chooses.
    ///   - layoutDirection: Which edge is the leading one.
    ///   - overflow: Returns the size of the item that ends the last line when items are hidden, given their number.
    /// - Returns: The frames, the lines and the size.
    /// - Complexity: O(items), allocating only the result; see `FlowLineBreaking.balanced` for its complexity.
    public func arrange(
        _ sizes: [CGSize], proposal: ProposedViewSize = .unspecified, bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight, overflow: ((_ hidden: Int) -> CGSize)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, sizes, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }

    /// Arranges items with sizes and requests; otherwise like `arrange` with sizes.
    public func arrange(
        _ items: [FlowItem], proposal: ProposedViewSize = .unspecified, bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight, overflow: ((_ hidden: Int) -> FlowItem)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, items, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }
}

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
