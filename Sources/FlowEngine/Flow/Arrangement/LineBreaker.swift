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
            let length =
                line.length + (metrics.spacing(previous, element) + metrics.length(of: element))
            if length <= fitting, !metrics.breaks(previous, element) {
                line.length = length
                line.depth = max(line.depth, metrics.depth(of: element))
            } else {
                lines.append(line.closed(before: index))
                if lines.count == maxLines { return lines }
                line = OpenLine(start: index, metrics, element)
            }
        }
        lines.append(line.closed(before: count))
        return lines
    }

    /// A line that still takes elements.
    struct OpenLine {
        let start: Int
        var length: Double
        var depth: Double

        @inline(__always)
        init(start: Int, _ metrics: FlowMetrics, _ element: Element) {
            self.start = start
            length = metrics.length(of: element)
            depth = metrics.depth(of: element)
        }

        @inline(__always)
        func closed(before end: Int) -> FlowLine {
            FlowLine(items: start..<end, length: length, depth: depth, offset: 0)
        }
    }
}
