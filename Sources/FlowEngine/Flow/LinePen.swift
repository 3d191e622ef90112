internal import Foundation

/// Writes the frames of a line, one after the other.
///
/// `FlowLayout.arrange` and `FlowIndex` both place with it, so that their frames are the same bits.
struct LinePen {
    let metrics: FlowMetrics
    /// The length of the container.
    let container: Double
    /// Where the line starts across, after mirroring.
    let offset: Double
    /// The depth of the line.
    let depth: Double
    /// The distances from the line's start across to its first and last text baseline.
    var baselines = Baselines()
    /// How much flexible elements grow.
    var growth = LineGrowth()
    /// What is added between two elements.
    let gap: Double
    /// Where the next element stands along the line, before mirroring.
    var position: Double

    /// Makes the pen of a line.
    ///
    /// - Parameters:
    ///   - line: The line, with its offset among all lines.
    ///   - metrics: The parameters of the flow.
    ///   - length: The length of the line after its elements have grown.
    ///   - container: The length of the container along the line.
    ///   - extent: The depth of the container, which a mirrored flow is turned in.
    @inline(__always)
    init(_ line: FlowLine, metrics: FlowMetrics, length: Double, container: Double, extent: Double)
    {
        self.metrics = metrics
        self.container = container
        depth = line.depth
        let turned = extent - line.offset - line.depth
        offset = metrics.mirrorsDepth ? bounded(turned) : line.offset
        let free = container - length
        (position, gap) = metrics.alignment.share(free > 0 ? free : 0, among: line.items.count)
    }

    /// Returns the frame of the next element of the line, without moving past it.
    @inline(__always)
    func frame<Element: FlowElement>(of element: Element) -> CGRect {
        let length = metrics.length(of: element) + growth.growth(of: element, metrics)
        let elementDepth = metrics.depth(of: element)
        let along = metrics.mirrorsLength ? container - position - length : position
        return metrics.frame(
            bounded(along),
            bounded(offset + shift(of: element, depth: elementDepth)),
            length,
            elementDepth
        )
    }

    /// Moves past an element to where the next one starts.
    @inline(__always)
    mutating func move<Element: FlowElement>(past element: Element, to next: Element) {
        let length = metrics.length(of: element) + growth.growth(of: element, metrics)
        position = (position + length) + (metrics.spacing(element, next) + gap)
    }

    /// Returns the distance of an element from its line's start across.
    @inline(__always)
    private func shift<Element: FlowElement>(of element: Element, depth: Double) -> Double {
        switch metrics.across(of: element) {
        case .start: 0
        case .center: (self.depth - depth) / 2
        case .end: self.depth - depth
        case .firstBaseline:
            Element.isPlain ? self.depth - depth : baselines.first - element.item.firstBaseline
        case .lastBaseline:
            Element.isPlain ? self.depth - depth : baselines.last - element.item.lastBaseline
        }
    }
}

/// The distances from a line's upper edge to its text baselines, in points.
struct Baselines {
    var first: Double = 0
    var last: Double = 0
}

extension FlowItem {
    /// The distance from the item's top to its first text baseline, in points.
    var firstBaseline: Double {
        firstTextBaseline.map { $0.native.isFinite ? $0.native : 0 } ?? magnitude(size.height)
    }

    /// The distance from the item's top to its last text baseline, in points.
    var lastBaseline: Double {
        lastTextBaseline.map { $0.native.isFinite ? $0.native : 0 } ?? magnitude(size.height)
    }
}
