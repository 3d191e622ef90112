public import Foundation

extension FlowLayout {
    /// Arranges items of known sizes.
    ///
    /// This is the arithmetic of the flow, without subviews: the same sizes give the same frames.
    /// No input traps: sizes that are NaN, infinite or negative count as 0.
    ///
    /// - Parameters:
    ///   - sizes: The ideal sizes of the items, in order, in points.
    ///   - proposal: The size that is offered; nil or infinity along the axis makes one line.
    ///   - bounds: The size to place into; nil is the size that the flow answers.
    ///   - layoutDirection: Where the leading edge is.
    ///   - overflow: Gives the size of an item that tells how many are hidden; it ends the last line.
    /// - Returns: Frames, lines and size.
    /// - Complexity: O(items), and it allocates its result only; see `FlowLineBreaking.balanced` for that.
    public func arrange(
        _ sizes: [CGSize],
        proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight,
        overflow: ((_ hidden: Int) -> CGSize)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, sizes, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }

    /// Arranges items that ask more of their lines than a size; otherwise as with sizes.
    public func arrange(
        _ items: [FlowItem],
        proposal: ProposedViewSize = .unspecified,
        bounds: CGSize? = nil,
        layoutDirection: LayoutDirection = .leftToRight,
        overflow: ((_ hidden: Int) -> FlowItem)? = nil
    ) -> FlowArrangement {
        FlowArranger(self, items, direction: layoutDirection)
            .arrangement(proposal: proposal, bounds: bounds, overflow: overflow)
    }
}

extension FlowArranger {
    init(_ layout: FlowLayout, _ elements: [Element], direction: LayoutDirection) {
        self.init(
            layout: layout,
            metrics: FlowMetrics(layout, direction: direction),
            elements: elements
        )
    }

    /// Breaks, stacks and places, hiding what is past the greatest number of lines.
    func arrangement(
        proposal: ProposedViewSize,
        bounds: CGSize?,
        overflow: ((Int) -> Element)?
    ) -> FlowArrangement {
        let limit = lengthLimit(metrics.axis == .horizontal ? proposal.width : proposal.height)
        if placesAtOnce, let offered = arrangementAtOnce(limit: limit) {
            guard let bounds, !fits(offered.size, bounds) else { return offered }
            if var placed = arrangementAtOnce(limit: innerLength(of: bounds)) {
                placed.size = offered.size
                return placed
            }
        }
        let offered = shown(limit: limit, overflow: overflow)
        let size = offered.arranger.size(of: offered.lines, limit: limit)
        guard let bounds, !fits(size, bounds) else {
            return offered.arrangement(in: bounds ?? size, size: size, of: elements.count)
        }
        return shown(limit: innerLength(of: bounds), overflow: overflow)
            .arrangement(in: bounds, size: size, of: elements.count)
    }

    /// Returns the length of bounds along a line.
    private func innerLength(of bounds: CGSize) -> Double {
        magnitude(metrics.axis == .horizontal ? bounds.width : bounds.height)
    }

    /// Returns whether lines that gave a size are the lines for some bounds too.
    private func fits(_ size: CGSize, _ bounds: CGSize) -> Bool {
        let difference =
            metrics.axis == .horizontal ? bounds.width - size.width : bounds.height - size.height
        return abs(difference) < FlowMetrics.tolerance
    }

    /// Returns the lines that are shown in a container of some length.
    private func shown(limit: Double, overflow: ((Int) -> Element)?) -> ShownLines<Element> {
        guard let maxLines = layout.maxLines else {
            let lines = lines(count: elements.count, limit: limit)
            return ShownLines(arranger: self, lines: lines, overflows: false)
        }
        let breaker = LineBreaker(
            metrics: metrics,
            elements: elements,
            limit: limit,
            count: elements.count
        )
        let last = breaker.greedyLines(atMost: max(maxLines, 0)).last
        guard let overflow, let last, last.items.upperBound < elements.count else {
            let lines = lines(count: last?.items.upperBound ?? 0, limit: limit)
            return ShownLines(arranger: self, lines: lines, overflows: false)
        }
        let shown = elements.truncated(last.items, limit: limit, metrics, overflow)
        let arranger = FlowArranger(layout: layout, metrics: metrics, elements: shown)
        let lines = arranger.lines(count: shown.count, limit: limit)
        return ShownLines(arranger: arranger, lines: lines, overflows: true)
    }
}

/// The lines that are shown, with the elements that stand on them.
struct ShownLines<Element: FlowElement> {
    let arranger: FlowArranger<Element>
    let lines: [FlowLine]
    /// Whether the last element tells how many others are hidden.
    let overflows: Bool

    /// Places the lines.
    func arrangement(in bounds: CGSize, size: CGSize, of total: Int) -> FlowArrangement {
        var lines = lines
        arranger.align(
            &lines,
            in: arranger.metrics.axis == .horizontal ? bounds.height : bounds.width
        )
        var frames = arranger.frames(of: lines, in: bounds)
        let overflow = overflows ? frames.popLast() : nil
        return FlowArrangement(
            frames: frames,
            lines: lines,
            size: size,
            hidden: total - frames.count,
            overflow: overflow
        )
    }
}

extension Array where Element: FlowElement {
    /// Returns the elements that are shown if some must be hidden, with the overflow element last.
    ///
    /// As many elements of the last line stay as leave room for it, which may grow with what it tells.
    func truncated(
        _ lastLine: Range<Int>,
        limit: Double,
        _ metrics: FlowMetrics,
        _ overflow: (Int) -> Element
    ) -> [Element] {
        var length = 0.0
        var lengths: [Double] = []
        for index in lastLine {
            if index > lastLine.lowerBound {
                length += metrics.spacing(self[index - 1], self[index])
            }
            length += metrics.length(of: self[index])
            lengths.append(length)
        }
        var end = lastLine.upperBound
        while end > lastLine.lowerBound {
            let last = overflow(count - end)
            let previous = self[end - 1]
            let longer =
                lengths[end - 1 - lastLine.lowerBound]
                + (metrics.spacing(previous, last) + metrics.length(of: last))
            if longer <= limit + FlowMetrics.tolerance, !metrics.breaks(previous, last) {
                return self[..<end] + [last]
            }
            end -= 1
        }
        return self[..<end] + [overflow(count - end)]
    }
}
