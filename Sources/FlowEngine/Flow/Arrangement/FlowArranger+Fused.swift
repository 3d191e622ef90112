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
