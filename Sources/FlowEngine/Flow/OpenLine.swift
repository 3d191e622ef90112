internal import Foundation

/// A line that still accepts elements.
///
/// `LineBreaker`, `ChunkBreaker` and `FlowArranger.singlePassArrangement` fill lines with this type. All three compute
/// the length of a line as `length + spacing + element`, in this order, so that their lines are identical to the bit.
/// Each compares the length with the container's separately, because a shared function cost a tenth to a quarter more
/// instructions. The article "Greedy line breaking" lists the tests that check that all three agree.
struct OpenLine {
    let start: Int
    var length: Double
    var depth: Double

    @inline(__always) init(start: Int, length: Double, depth: Double) {
        self.start = start
        self.length = length
        self.depth = depth
    }

    /// Starts a line with an element.
    @inline(__always) init(start: Int, _ metrics: FlowMetrics, _ element: some FlowElement) {
        let length = metrics.length(of: element)
        self.init(start: start, length: length, depth: metrics.depth(of: element))
    }

    /// Appends an element that makes the line `length` long.
    @inline(__always) mutating func extend(to length: Double, depth: Double) {
        self.length = length
        self.depth = self.depth > depth ? self.depth : depth
    }

    /// Appends an element, and the separator before it, that make the line `length` long.
    @inline(__always) mutating func extend(to length: Double, _ metrics: FlowMetrics, _ element: some FlowElement) {
        extend(to: length, depth: max(metrics.depth(of: element), metrics.separatorDepth))
    }

    /// Returns the finished line.
    @inline(__always) func closed(before end: Int, at offset: Double = 0) -> FlowLine {
        FlowLine(items: start..<end, length: clampedToFinite(length), depth: depth, offset: offset)
    }
}
