internal import Foundation

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
        var lines: [FlowLine] = []
        let count = elements.count
        // Safe: `write` initialises each of the `count` frames, in order.
        let frames = unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe write(into: buffer, lines: &lines, limit: limit)
            initialized = count
        }
        let size = size(of: lines, limit: limit)
        let most = CGFloat.greatestFiniteMagnitude
        guard size.width < most, size.height < most else { return nil }
        return FlowArrangement(frames: frames, lines: lines, size: size, hidden: 0, overflow: nil)
    }

    private func write(
        into frames: UnsafeMutableBufferPointer<CGRect>,
        lines: inout [FlowLine],
        limit: Double
    ) {
        guard let first = elements.first else { return }
        let fitting = limit + FlowMetrics.tolerance
        let spacing = metrics.spacing(first, first)
        let lineSpacing = metrics.lineSpacing ?? ViewSpacing.standardDistance
        var line = OpenLine(start: 0, metrics, first)
        var sum = ExactSum()
        var offset = 0.0
        unsafe frames.initializeElement(at: 0, to: metrics.frame(0, 0, line.length, line.depth))
        for index in 1..<max(elements.count, 1) {
            let length = metrics.length(of: elements[index])
            let depth = metrics.depth(of: elements[index])
            var position = line.length + spacing
            if position + length <= fitting {
                line.extend(to: position + length, depth: depth)
            } else {
                lines.append(line.closed(before: index, at: offset))
                if lines.count == 32 { lines.reserve(for: elements.count, after: index) }
                sum.add(line.depth + lineSpacing)
                offset = sum.value
                position = 0
                line = OpenLine(start: index, length: length, depth: depth)
            }
            let frame = metrics.frame(position, offset, length, depth)
            unsafe frames.initializeElement(at: index, to: frame)
        }
        lines.append(line.closed(before: elements.count, at: offset))
    }
}

extension [FlowLine] {
    /// Makes room for the lines of all elements, judging by those of the first ones.
    ///
    /// Growing by doubling would copy a million chips' lines several times over.
    mutating func reserve(for total: Int, after seen: Int) {
        let lines = Double(count) * Double(total) / Double(Swift.max(seen, 1))
        reserveCapacity(Int(Swift.min(lines * 1.1, Double(total))) + 1)
    }
}
