internal import Foundation

/// Computes the frames of a line, one after the other.
///
/// Both `FlowLayout.arrange` and `FlowIndex` use this type, so their frames are identical to the bit.
struct LinePlacer {
    let metrics: FlowMetrics
    /// The length of the container.
    let container: Double
    /// The offset of the line across, after mirroring.
    let offset: Double
    /// The depth of the line.
    let depth: Double
    /// The first and last text baseline of the line.
    var baselines = Baselines()
    /// How much flexible elements grow.
    var growth = LineGrowth()
    /// The extra distance between two elements.
    let gap: Double
    /// The position of the current element along the line, before mirroring.
    var position: Double

    /// Starts at the first element of a line.
    ///
    /// - Parameters:
    ///   - line: The line, with its offset among all lines.
    ///   - metrics: The parameters of the flow.
    ///   - length: The length of the line after its elements have grown.
    ///   - container: The length of the container along the line.
    ///   - extent: The depth of the container, within which lines are mirrored.
    @inline(__always) init(_ line: FlowLine, metrics: FlowMetrics, length: Double, container: Double, extent: Double) {
        self.metrics = metrics
        self.container = container
        depth = line.depth
        let mirrored = extent - line.offset - line.depth
        offset = metrics.mirrorsDepth ? clampedToFinite(mirrored) : line.offset
        let free = container - length
        (position, gap) = metrics.alignment.distribute(free > 0 ? free : 0, among: line.items.count)
    }

    /// Returns the frame of the current element.
    @inline(__always) func frame<Element: FlowElement>(of element: Element) -> CGRect {
        let length = length(of: element)
        let alignment = metrics.crossAlignment(of: element)
        let elementDepth = alignment == .stretch ? depth : metrics.depth(of: element)
        let along = metrics.mirrorsLength ? container - position - length : position
        return metrics.axis.frame(
            clampedToFinite(along), clampedToFinite(offset + shift(of: element, alignment, depth: elementDepth)),
            length, elementDepth)
    }

    /// Advances from one element to the next.
    @inline(__always) mutating func advance<Element: FlowElement>(past element: Element, to next: Element) {
        position = (position + length(of: element)) + (metrics.spacing(element, next) + gap)
    }

    /// Returns the length of an element after it has grown.
    @inline(__always) func length<Element: FlowElement>(of element: Element) -> Double {
        clampedToFinite(metrics.length(of: element) + growth.growth(of: element, metrics))
    }

    /// Returns the distance from the edge of the line to an element, across the line.
    @inline(__always) private func shift<Element: FlowElement>(
        of element: Element, _ alignment: FlowMetrics.CrossAlignment, depth: Double
    ) -> Double {
        switch alignment {
        case .start, .stretch: 0
        case .center: (self.depth - depth) / 2
        case .end: self.depth - depth
        case .firstBaseline: Element.isPlain ? self.depth - depth : baselines.first - element.item.firstBaseline
        case .lastBaseline: Element.isPlain ? self.depth - depth : baselines.last - element.item.lastBaseline
        }
    }
}

/// The distances from a line's upper edge to its text baselines, in points.
struct Baselines {
    var first: Double = 0
    var last: Double = 0

    /// Lowers the baseline that an element is aligned by to that of the element, if it is lower.
    mutating func include<Element: FlowElement>(_ element: Element, _ metrics: FlowMetrics) {
        switch metrics.crossAlignment(of: element) {
        case .firstBaseline: first = max(first, element.item.firstBaseline)
        case .lastBaseline: last = max(last, element.item.lastBaseline)
        case .start, .center, .end, .stretch: break
        }
    }

    /// Returns how deep a line must be for an element that is aligned by a baseline.
    ///
    /// The extent below the element's baseline is added to the position of the line's baseline. An element whose
    /// baseline is its lower edge adds nothing, not even a rounding error.
    func depth<Element: FlowElement>(of element: Element, _ metrics: FlowMetrics) -> Double {
        let depth = metrics.depth(of: element)
        switch metrics.crossAlignment(of: element) {
        case .firstBaseline: return first + (depth - element.item.firstBaseline)
        case .lastBaseline: return last + (depth - element.item.lastBaseline)
        case .start, .center, .end, .stretch: return depth
        }
    }
}

extension FlowItem {
    /// The distance from the item's top to its first text baseline, in points.
    var firstBaseline: Double {
        firstTextBaseline.map { $0.native.isFinite ? $0.native : 0 } ?? lengthOrZero(size.height)
    }

    /// The distance from the item's top to its last text baseline, in points.
    var lastBaseline: Double {
        lastTextBaseline.map { $0.native.isFinite ? $0.native : 0 } ?? lengthOrZero(size.height)
    }
}
