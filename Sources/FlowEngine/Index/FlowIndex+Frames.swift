internal import Foundation

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
