internal import Foundation

/// Arranges elements: breaks them into lines, stacks the lines, places the elements.
struct FlowArranger<Element: FlowElement> {
    let layout: FlowLayout
    let metrics: FlowMetrics
    let elements: [Element]

    /// Returns the lines of the first elements, stacked from offset 0.
    func lines(count: Int, limit: Double, atMost maxLines: Int = .max) -> [FlowLine] {
        let breaker = LineBreaker(metrics: metrics, elements: elements, limit: limit, count: count)
        var lines = breaker.greedyLines(atMost: maxLines)
        if layout.lineBreaking == .balanced { lines = breaker.balanced(lines) }
        if !Element.isPlain { deepen(&lines) }
        stack(&lines)
        return lines
    }

    /// Puts the lines one under the other.
    private func stack(_ lines: inout [FlowLine]) {
        var offset = ExactSum()
        for index in lines.indices {
            lines[index].offset = CGFloat(offset.value)
            guard index + 1 < lines.count else { break }
            offset.add(lines[index].depth + lineSpacing(lines[index], lines[index + 1]))
        }
    }

    /// Returns the distance between two lines.
    private func lineSpacing(_ first: FlowLine, _ second: FlowLine) -> Double {
        if let spacing = metrics.lineSpacing { return spacing }
        if Element.isPlain { return ViewSpacing.standardDistance }
        let axis: Axis = metrics.axis == .horizontal ? .vertical : .horizontal
        return magnitude(spacing(of: first).distance(to: spacing(of: second), along: axis))
    }

    /// Returns what the elements of a line prefer together.
    private func spacing(of line: FlowLine) -> ViewSpacing {
        elements[line.items].reduce(into: ViewSpacing()) { $0.formUnion($1.item.spacing) }
    }

    /// Makes room on lines where items stand on a common baseline.
    private func deepen(_ lines: inout [FlowLine]) {
        for index in lines.indices {
            let baselines = baselines(of: lines[index])
            for element in elements[lines[index].items] {
                let depth = baselines.depth(of: element, metrics)
                lines[index].depth = max(lines[index].depth, CGFloat(depth))
            }
        }
    }

    /// Returns where the baselines of a line stand: as low as the lowest of an item at the line's start.
    func baselines(of line: FlowLine) -> Baselines {
        elements[line.items]
            .reduce(into: Baselines()) { baselines, element in
                switch metrics.across(of: element) {
                case .firstBaseline:
                    baselines.first = max(baselines.first, element.item.firstBaseline)
                case .lastBaseline: baselines.last = max(baselines.last, element.item.lastBaseline)
                case .start, .center, .end: break
                }
            }
    }

    /// Returns the size of some lines that were broken for a container of some length.
    func size(of lines: [FlowLine], limit: Double) -> CGSize {
        guard let last = lines.last else { return .zero }
        var longest = lines.reduce(0) { max($0, $1.length.native) }
        if metrics.justified, limit < .infinity { longest = max(longest, limit) }
        return metrics.size(length: longest, depth: bounded(last.offset + last.depth))
    }

    /// Moves lines so that they share out what is free across.
    func align(_ lines: inout [FlowLine], in extent: Double) {
        guard let last = lines.last, metrics.contentAlignment != .leading else { return }
        let free = extent - (last.offset + last.depth)
        guard free > 0, free < .infinity else { return }
        let (start, gap) = metrics.contentAlignment.share(free, among: lines.count)
        for index in lines.indices {
            lines[index].offset += CGFloat(start + gap * Double(index))
        }
    }
}

extension Baselines {
    /// Returns how deep a line must be for an element that stands on one of the baselines.
    ///
    /// What is below a baseline is added to it: an item whose baseline is its lower edge adds nothing,
    /// not even a rounding.
    func depth<Element: FlowElement>(of element: Element, _ metrics: FlowMetrics) -> Double {
        let depth = metrics.depth(of: element)
        switch metrics.across(of: element) {
        case .firstBaseline: return first + (depth - element.item.firstBaseline)
        case .lastBaseline: return last + (depth - element.item.lastBaseline)
        case .start, .center, .end: return depth
        }
    }
}
