internal import Foundation

/// Divides elements into lines.
struct LineBreaker<Element: FlowElement> {
    let metrics: FlowMetrics
    let elements: [Element]
    /// The length of the container along a line; infinity is no limit.
    let limit: Double
    /// The number of elements that are looked at.
    let count: Int

    /// Puts as many elements on each line as fit, and ends after so many lines.
    ///
    /// - Complexity: O(elements on the lines).
    func greedyLines(atMost maxLines: Int = .max) -> [FlowLine] {
        guard count > 0, maxLines > 0 else { return [] }
        var lines: [FlowLine] = []
        var line = OpenLine(start: 0, metrics, elements[0])
        let fitting = limit + FlowMetrics.tolerance
        for index in 1..<max(count, 1) {
            let element = elements[index]
            let previous = elements[index - 1]
            let position = line.length + metrics.spacing(previous, element)
            let length = position + metrics.length(of: element)
            if length <= fitting, !metrics.breaks(previous, element) {
                line.extend(to: length, depth: metrics.depth(of: element))
            } else {
                lines.append(line.closed(before: index))
                if lines.count == maxLines { return lines }
                line = OpenLine(start: index, metrics, element)
            }
        }
        lines.append(line.closed(before: count))
        return lines
    }
}

/// A line that still takes elements.
struct OpenLine {
    let start: Int
    var length: Double
    var depth: Double

    @inline(__always)
    init(start: Int, length: Double, depth: Double) {
        self.start = start
        self.length = length
        self.depth = depth
    }

    @inline(__always)
    init(start: Int, _ metrics: FlowMetrics, _ element: some FlowElement) {
        let length = metrics.length(of: element)
        self.init(start: start, length: length, depth: metrics.depth(of: element))
    }

    @inline(__always)
    mutating func extend(to length: Double, depth: Double) {
        self.length = length
        self.depth = self.depth > depth ? self.depth : depth
    }

    @inline(__always)
    func closed(before end: Int, at offset: Double = 0) -> FlowLine {
        FlowLine(items: start..<end, length: bounded(length), depth: depth, offset: offset)
    }
}
