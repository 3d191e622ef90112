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

extension LineBreaker {
    /// Makes lines as even as they can be; `lines` are those of greedy breaking.
    ///
    /// - Complexity: O(n log m) for n elements and m on a line, and memory for three numbers an
    ///   element.
    func balanced(_ lines: [FlowLine]) -> [FlowLine] {
        var balanced: [FlowLine] = []
        balanced.reserveCapacity(lines.count)
        var first = 0
        while first < lines.count {
            var last = first
            while last + 1 < lines.count, !separates(lines[last], lines[last + 1]) { last += 1 }
            append(lines[first...last], to: &balanced)
            first = last + 1
        }
        return balanced
    }

    /// Returns whether nothing could ever move from one of two neighbouring lines to the other.
    private func separates(_ first: FlowLine, _ second: FlowLine) -> Bool {
        let start = second.items.lowerBound
        return isTooLong(first) || isTooLong(second)
            || metrics.breaks(elements[start - 1], elements[start])
    }

    private func isTooLong(_ line: FlowLine) -> Bool {
        line.length > limit + FlowMetrics.tolerance
    }

    /// Balances a run of lines.
    private func append(_ run: ArraySlice<FlowLine>, to balanced: inout [FlowLine]) {
        guard let first = run.first, let last = run.last, run.count > 1 else {
            balanced += run
            return
        }
        let items = first.items.lowerBound..<last.items.upperBound
        let starts = balancer(of: items)
            .starts(greedy: run.map { $0.items.lowerBound - items.lowerBound })
        for (index, start) in starts.enumerated() {
            let end = index + 1 < starts.count ? starts[index + 1] : items.count
            balanced.append(line(items.lowerBound + start..<items.lowerBound + end))
        }
    }

    /// Returns the balancer of a run of elements.
    private func balancer(of items: Range<Int>) -> LineBalancer {
        var starts: [Double] = []
        var ends: [Double] = []
        starts.reserveCapacity(items.count)
        ends.reserveCapacity(items.count)
        var position = 0.0
        for index in items {
            if index > items.lowerBound {
                position += metrics.spacing(elements[index - 1], elements[index])
            }
            starts.append(position)
            position += metrics.length(of: elements[index])
            ends.append(position)
        }
        return LineBalancer(
            starts: starts,
            ends: ends,
            fitting: limit + FlowMetrics.tolerance
        )
    }

    /// Returns the line of some elements.
    private func line(_ items: Range<Int>) -> FlowLine {
        var line = OpenLine(start: items.lowerBound, metrics, elements[items.lowerBound])
        for index in items.dropFirst() {
            let position = line.length + metrics.spacing(elements[index - 1], elements[index])
            let length = position + metrics.length(of: elements[index])
            line.extend(to: length, depth: metrics.depth(of: elements[index]))
        }
        return line.closed(before: items.upperBound)
    }
}
