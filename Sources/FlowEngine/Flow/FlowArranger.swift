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

extension FlowArranger {
    /// Whether each frame follows from the items before it alone.
    ///
    /// Then no line has to be closed before its items are placed.
    var placesAtOnce: Bool {
        Element.isPlain && metrics.alignment == .leading && metrics.contentAlignment == .leading
            && metrics.across == .start && !metrics.mirrorsLength && !metrics.mirrorsDepth
            && !metrics.justified && layout.lineBreaking == .greedy && layout.maxLines == nil
    }

    /// Breaks, stacks and places in one pass.
    ///
    /// It is the loop of `LineBreaker` with the frames written on the way. Apart they cost twice as
    /// much, since breaking waits for its comparisons and placing for nothing.
    ///
    /// - Returns: The arrangement; nil if a sum of lengths is too large for a Double.
    func arrangementAtOnce(limit: Double) -> FlowArrangement? {
        var writer = LineWriter(limit: limit, metrics)
        let count = elements.count
        // Safe: `write` initialises each of the `count` frames, in order.
        let frames = unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe elements.withUnsafeBufferPointer { elements in
                unsafe writer.write(elements, along: metrics.axis, into: buffer)
            }
            initialized = count
        }
        let size = metrics.size(length: writer.longest, depth: bounded(writer.end))
        let most = CGFloat.greatestFiniteMagnitude
        guard size.width < most, size.height < most else { return nil }
        return FlowArrangement(
            frames: frames,
            lines: writer.lines,
            size: size,
            hidden: 0,
            overflow: nil
        )
    }
}

extension FlowArranger {
    /// Returns the frames of the elements of some lines.
    ///
    /// - Parameters:
    ///   - lines: Lines that were stacked and aligned.
    ///   - bounds: The size that is placed into.
    /// - Returns: As many frames as there are elements on the lines.
    func frames(of lines: [FlowLine], in bounds: CGSize) -> [CGRect] {
        let count = lines.last?.items.upperBound ?? 0
        // Safe: every index below `count` is on exactly one line, and is written once.
        return unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            for index in lines.indices {
                let pen = pen(for: lines[index], isLast: index == lines.count - 1, in: bounds)
                unsafe place(lines[index].items, with: pen, into: buffer)
            }
            initialized = count
        }
    }

    /// Writes the frames of the elements of one line.
    @inline(__always)
    private func place(
        _ items: Range<Int>,
        with pen: LinePen,
        into buffer: UnsafeMutableBufferPointer<CGRect>
    ) {
        var pen = pen
        var element = elements[items.lowerBound]
        for index in items {
            unsafe buffer.initializeElement(at: index, to: pen.frame(of: element))
            guard index + 1 < items.upperBound else { return }
            let next = elements[index + 1]
            pen.move(past: element, to: next)
            element = next
        }
    }

    /// Returns the pen that writes the frames of a line.
    @inline(__always)
    private func pen(for line: FlowLine, isLast: Bool, in bounds: CGSize) -> LinePen {
        let isHorizontal = metrics.axis == .horizontal
        let container = magnitude(isHorizontal ? bounds.width : bounds.height)
        let extent = magnitude(isHorizontal ? bounds.height : bounds.width)
        var growth = LineGrowth()
        if metrics.justified, !isLast {
            growth = LineGrowth(elements[line.items], free: container - line.length, metrics)
        }
        var pen = LinePen(
            line,
            metrics: metrics,
            length: line.length + growth.total,
            container: container,
            extent: extent
        )
        pen.growth = growth
        if !Element.isPlain { pen.baselines = baselines(of: line) }
        return pen
    }
}
