public import Foundation

/// An item of an index and its frame.
public struct IndexedFrame: Equatable, Sendable {
    /// The index of the item.
    public let index: Int
    /// The frame of the item, in the container's coordinates.
    public let frame: CGRect
}

extension FlowIndex {
    /// The depth of all lines together, with the spacing between them, in points.
    ///
    /// On a horizontal axis it is the height of the flow.
    ///
    /// - Complexity: O(chunks + items per chunk).
    public var depth: CGFloat {
        guard let whole else { return CGFloat(extent) }
        return metrics.axis == .horizontal ? whole.size.height : whole.size.width
    }

    /// The size that the flow answers: the longest line by the sum of the lines.
    ///
    /// - Complexity: as `depth`; the first time after a new container length O(items).
    public var size: CGSize {
        if let whole { return whole.size }
        guard count > 0 else { return .zero }
        var longest = longestLine
        if layout.justified, limit < .infinity { longest = max(longest, limit) }
        return metrics.size(length: longest, depth: extent)
    }

    /// Returns the frame of an item; nil if there is no such item, or it is hidden.
    ///
    /// - Complexity: O(chunks + items per chunk + items of the line).
    public func frame(at index: Int) -> CGRect? {
        if let whole { return whole.frames.indices.contains(index) ? whole.frames[index] : nil }
        guard let walked = walkedLine(at: index) else { return nil }
        return frames(of: walked)[index - walked.line.items.lowerBound]
    }

    /// Returns the line of an item; nil if there is no such item, or it is hidden.
    ///
    /// - Complexity: O(chunks + items per chunk).
    public func line(at index: Int) -> FlowLine? {
        if let whole { return whole.lines.first { $0.items.contains(index) } }
        return walkedLine(at: index)?.line
    }

    private func walkedLine(at index: Int) -> WalkedLine? {
        guard index >= 0, index < count else { return nil }
        var walk = LineWalk(self, item: index)
        while let walked = walk.next() {
            if walked.line.items.contains(index) { return walked }
        }
        return nil
    }

    /// Returns the items whose frames meet a rectangle, in order, with their frames.
    ///
    /// - Complexity: O(chunks + items per chunk + items on the lines that meet the rectangle).
    public func frames(in rect: CGRect) -> [IndexedFrame] {
        if let whole {
            return whole.frames.enumerated()
                .map { IndexedFrame(index: $0.offset, frame: $0.element) }
                .filter { $0.frame.meets(rect) }
        }
        let (low, high) = offsets(of: rect)
        var walk = LineWalk(self, offset: low)
        var found: [IndexedFrame] = []
        while let walked = walk.next(), walked.line.offset <= high {
            guard walked.line.offset + walked.line.depth >= low else { continue }
            let frames = frames(of: walked)
            for (index, frame) in zip(walked.line.items, frames) where frame.meets(rect) {
                found.append(IndexedFrame(index: index, frame: frame))
            }
        }
        return found
    }

    /// Returns the last item at a point; nil if there is none.
    ///
    /// - Complexity: as `frames(in:)`.
    public func item(at point: CGPoint) -> Int? {
        frames(in: CGRect(origin: point, size: .zero)).last?.index
    }

    /// Returns the offsets between which lines meet a rectangle.
    private func offsets(of rect: CGRect) -> (Double, Double) {
        let isHorizontal = metrics.axis == .horizontal
        let low = isHorizontal ? rect.minY.native : rect.minX.native
        let high = isHorizontal ? rect.maxY.native : rect.maxX.native
        guard metrics.mirrorsDepth else { return (low, high) }
        // Offsets are turned once more when frames are made; a little more than enough is harmless.
        let extent = extent
        let slack = extent * 1e-12
        return (extent - high - slack, extent - low + slack)
    }
}

extension CGRect {
    /// Returns whether two rectangles have a point in common, be it of their edges.
    func meets(_ other: CGRect) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }
}

extension FlowIndex {
    /// The depth of all lines together.
    var extent: Double {
        guard count > 0 else { return 0 }
        var walk = LineWalk(self, offset: .infinity)
        var last: WalkedLine?
        while let line = walk.next() { last = line }
        return last.map { bounded($0.line.offset + $0.line.depth) } ?? 0
    }

    /// Returns the frames of the items of a line.
    func frames(of walked: WalkedLine) -> [CGRect] {
        let line = walked.line
        let sizes = sizes(of: walked)
        let isLast = line.items.upperBound == count
        let container = limit < .infinity ? limit : longestLine
        var growth = LineGrowth()
        if layout.justified, !isLast {
            growth = LineGrowth(sizes[...], free: container - line.length, metrics)
        }
        var pen = LinePen(
            line,
            metrics: metrics,
            length: line.length + growth.total,
            container: container,
            extent: metrics.mirrorsDepth ? extent : 0
        )
        pen.growth = growth
        return sizes.indices.map { index in
            let frame = pen.frame(of: sizes[index])
            if index + 1 < sizes.count { pen.move(past: sizes[index], to: sizes[index + 1]) }
            return frame
        }
    }

    /// The length of the longest line.
    var longestLine: Double {
        longest.value {
            let breaker = breaker
            return lines.indices.reduce(0) { longest, chunk in
                let lines = lines[chunk]
                let own = lines.longest ?? breaker.lines(of: chunk, carry: lines.entry).longest
                return max(longest, own ?? 0)
            }
        }
    }

    /// Returns the sizes of the items of a line.
    private func sizes(of walked: WalkedLine) -> [CGSize] {
        let count = walked.line.items.count
        var (chunk, position) = (walked.chunk, walked.position)
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
            proposal: proposal,
            bounds: metrics.size(length: limit, depth: depth),
            overflow: nil
        )
    }
}
