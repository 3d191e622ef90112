internal import Foundation

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
