internal import Foundation

/// The lines of a flow that are not hidden, with the elements on them.
struct VisibleLines<Element: FlowElement> {
    let arranger: FlowArranger<Element>
    let lines: [FlowLine]
    /// Whether the last element is the overflow item, which shows the number of hidden elements.
    let hasOverflowItem: Bool

    /// Places the lines.
    func arrangement(in bounds: CGSize, size: CGSize, of total: Int) -> FlowArrangement {
        var lines = lines
        arranger.align(&lines, in: arranger.metrics.axis == .horizontal ? bounds.height : bounds.width)
        var frames = arranger.frames(of: lines, in: bounds)
        let separators = arranger.separators(of: lines, in: bounds)
        let overflow = hasOverflowItem ? frames.popLast() : nil
        return FlowArrangement(
            frames: frames, lines: lines, size: size, hidden: total - frames.count, overflow: overflow,
            separators: separators, lineSeparators: arranger.lineSeparators(of: lines, in: bounds))
    }
}

extension FlowArranger {
    /// Returns the visible lines in a container of a given length.
    func visibleLines(limit: Double, overflow: ((Int) -> Element)?) -> VisibleLines<Element> {
        guard let maxLines = layout.maxLines else {
            let lines = lines(count: elements.count, limit: limit)
            return VisibleLines(arranger: self, lines: lines, hasOverflowItem: false)
        }
        let breaker = LineBreaker(metrics: metrics, elements: elements, limit: limit, count: elements.count)
        let last = breaker.greedyLines(atMost: max(maxLines, 0)).last
        guard let overflow, let last, last.items.upperBound < elements.count else {
            let lines = lines(count: last?.items.upperBound ?? 0, limit: limit)
            return VisibleLines(arranger: self, lines: lines, hasOverflowItem: false)
        }
        let visible = elements.truncated(last.items, limit: limit, metrics, overflow)
        let arranger = FlowArranger(layout: layout, metrics: metrics, elements: visible)
        let lines = arranger.lines(count: visible.count, limit: limit)
        return VisibleLines(arranger: arranger, lines: lines, hasOverflowItem: true)
    }
}

extension Array where Element: FlowElement {
    /// Returns the elements that stay visible when others are hidden, with the overflow item last.
    ///
    /// Elements are dropped from the last line until the overflow item fits. The overflow item is measured again each
    /// time, because its size may depend on the number of hidden elements.
    func truncated(
        _ lastLine: Range<Int>, limit: Double, _ metrics: FlowMetrics, _ overflow: (Int) -> Element
    ) -> [Element] {
        var length = 0.0
        var lengths: [Double] = []
        for index in lastLine {
            if index > lastLine.lowerBound { length += metrics.spacing(self[index - 1], self[index]) }
            length += metrics.length(of: self[index])
            lengths.append(length)
        }
        var end = lastLine.upperBound
        while end > lastLine.lowerBound {
            let last = overflow(count - end)
            let previous = self[end - 1]
            let longer =
                lengths[end - 1 - lastLine.lowerBound] + (metrics.spacing(previous, last) + metrics.length(of: last))
            if longer <= limit + FlowMetrics.tolerance, !metrics.breaks(previous, last),
                end - lastLine.lowerBound < metrics.maxItemsPerLine
            {
                return self[..<end] + [last]
            }
            end -= 1
        }
        return self[..<end] + [overflow(count - end)]
    }
}
