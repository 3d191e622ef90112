public import Foundation

extension FlowIndex {
    /// The depth of all lines with the spacing between them, in points.
    ///
    /// On a horizontal axis this is the height of the flow.
    ///
    /// - Complexity: O(chunks + items per chunk).
    public var depth: CGFloat {
        guard let fullArrangement else { return CGFloat(extent) }
        return metrics.axis == .horizontal ? fullArrangement.size.height : fullArrangement.size.width
    }

    /// The size of the flow: the length of its longest line, and the total depth of its lines, in points.
    ///
    /// - Complexity: That of `depth`.
    public var size: CGSize {
        if let fullArrangement { return fullArrangement.size }
        guard count > 0 else { return .zero }
        var length = contentLength
        if layout.justified, limit < .infinity { length = max(length, limit) }
        return metrics.size(length: length, depth: extent)
    }

    /// Returns the frame of an item; `nil` if the item doesn't exist or is hidden.
    ///
    /// - Complexity: O(chunks + items per chunk + items of the line).
    public func frame(at index: Int) -> CGRect? {
        if let fullArrangement {
            return fullArrangement.frames.indices.contains(index) ? fullArrangement.frames[index] : nil
        }
        guard let located = locatedLine(at: index) else { return nil }
        return frames(of: located)[index - located.line.items.lowerBound]
    }

    /// Returns the line of an item; `nil` if the item doesn't exist or is hidden.
    ///
    /// - Complexity: O(chunks + items per chunk).
    public func line(at index: Int) -> FlowLine? {
        if let fullArrangement { return fullArrangement.lines.first { $0.items.contains(index) } }
        return locatedLine(at: index)?.line
    }

    private func locatedLine(at index: Int) -> LocatedLine? {
        guard index >= 0, index < count else { return nil }
        var iterator = LineIterator(self, item: index)
        while let located = iterator.next() { if located.line.items.contains(index) { return located } }
        return nil
    }

    /// Returns the items whose frames intersect or touch a rectangle, in order, with their frames.
    ///
    /// - Complexity: O(chunks + items per chunk + items on the lines in the rectangle).
    public func frames(in rect: CGRect) -> [FlowIndex.IndexedFrame] {
        if let fullArrangement {
            return fullArrangement.frames.enumerated()
                .map { FlowIndex.IndexedFrame(index: $0.offset, frame: $0.element) }.filter { $0.frame.touches(rect) }
        }
        var found: [FlowIndex.IndexedFrame] = []
        forEachLine(in: offsets(of: rect)) { located in
            let frames = frames(of: located)
            for (index, frame) in zip(located.line.items, frames) where frame.touches(rect) {
                found.append(FlowIndex.IndexedFrame(index: index, frame: frame))
            }
        }
        return found
    }

    /// Calls a function with each line that intersects a range of offsets.
    func forEachLine(in offsets: (low: Double, high: Double), _ body: (LocatedLine) -> Void) {
        var iterator = LineIterator(self, offset: offsets.low)
        while let located = iterator.next(), located.line.offset <= offsets.high {
            if located.line.offset + located.line.depth >= offsets.low { body(located) }
        }
    }

    /// Returns the last item at a point, or `nil`.
    ///
    /// - Complexity: That of `frames(in:)`.
    public func item(at point: CGPoint) -> Int? { frames(in: CGRect(origin: point, size: .zero)).last?.index }

    /// Returns the range of offsets at which lines intersect a rectangle.
    func offsets(of rect: CGRect) -> (low: Double, high: Double) {
        let isHorizontal = metrics.axis == .horizontal
        let low = isHorizontal ? rect.minY.native : rect.minX.native
        let high = isHorizontal ? rect.maxY.native : rect.maxX.native
        guard metrics.mirrorsDepth else { return (low, high) }
        // Mirroring rounds the frames, so widen the range by more than any rounding error. Extra lines are filtered out
        // later.
        let extent = extent
        let slack = extent * 1e-12
        return (extent - high - slack, extent - low + slack)
    }
}

extension CGRect {
    /// Returns whether two rectangles have a point in common, edges included.
    func touches(_ other: CGRect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}

extension FlowIndex {
    /// The depth of all lines, in points.
    var extent: Double {
        guard count > 0 else { return 0 }
        var iterator = LineIterator(self, offset: .infinity)
        var last: LocatedLine?
        while let line = iterator.next() { last = line }
        return last.map { clampedToFinite($0.line.offset + $0.line.depth) } ?? 0
    }

    /// Returns the frames of the items of a line.
    func frames(of located: LocatedLine) -> [CGRect] {
        let (arranger, line, isLast) = arranger(of: located)
        return arranger.frames(of: [line], in: bounds, endsFlow: isLast)
    }

    /// Returns an arranger of the items of a line, the line with their indices in the arranger, and whether it is the
    /// last line of the flow.
    func arranger(of located: LocatedLine) -> (FlowArranger<CGSize>, FlowLine, Bool) {
        let sizes = sizes(of: located)
        var line = located.line
        line.items = sizes.indices
        let arranger = FlowArranger(layout: layout, metrics: metrics, elements: sizes)
        return (arranger, line, located.line.items.upperBound == count)
    }

    /// The size that lines are placed into; their depth matters only if they are mirrored.
    var bounds: CGSize {
        metrics.size(length: limit < .infinity ? limit : contentLength, depth: metrics.mirrorsDepth ? extent : 0)
    }

    /// The length of the longest line, or of the separators between lines if they are longer.
    private var contentLength: Double {
        var lines = LineIterator(self, item: 0)
        let hasOneLine = lines.next().map { $0.line.items.upperBound == count } ?? true
        return hasOneLine ? longestLine : max(longestLine, metrics.lineSeparatorLength)
    }

    /// The length of the longest line.
    private var longestLine: Double { lines.reduce(0) { max($0, $1.longest) } }

    /// Returns the sizes of the items of a line.
    private func sizes(of located: LocatedLine) -> [CGSize] {
        let count = located.line.items.count
        var (chunk, position) = (located.chunk, located.position)
        var sizes: [CGSize] = []
        sizes.reserveCapacity(count)
        while sizes.count < count, chunk < chunks.count {
            let end = min(position + count - sizes.count, chunks[chunk].count)
            sizes += chunks[chunk].sizes[position..<end]
            position = 0
            chunk += 1
        }
        return sizes
    }

    /// Returns the arrangement of all items in a container of the index's length.
    func arranged() -> FlowArrangement {
        let sizes = sizes
        let isHorizontal = metrics.axis == .horizontal
        let proposal =
            isHorizontal
            ? ProposedViewSize(width: containerLength, height: nil)
            : ProposedViewSize(width: nil, height: containerLength)
        let arranger = FlowArranger(layout, sizes, direction: layoutDirection)
        let answered = arranger.arrangement(proposal: proposal, bounds: nil, overflow: nil)
        guard limit < .infinity else { return answered }
        let depth = isHorizontal ? answered.size.height : answered.size.width
        return arranger.arrangement(
            proposal: proposal, bounds: metrics.size(length: limit, depth: depth), overflow: nil)
    }
}

extension FlowIndex {
    /// An item of an index and its frame.
    public struct IndexedFrame: Equatable, Sendable {
        /// The index of the item.
        public let index: Int
        /// The frame of the item, in the container's coordinates.
        public let frame: CGRect
    }
}
