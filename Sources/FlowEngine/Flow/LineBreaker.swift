internal import Foundation

/// Divides elements into lines.
struct LineBreaker<Element: FlowElement> {
    let metrics: FlowMetrics
    var elements: [Element]
    /// The length of the container along a line; infinity means no limit.
    var limit: Double
    /// The number of elements to divide, from the first one.
    let count: Int

    /// Returns lines that each hold as many elements as fit, stopping after `maxLines` lines.
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
            if length <= fitting, index - line.start < metrics.maxItemsPerLine, !metrics.breaks(previous, element) {
                line.extend(to: length, metrics, element)
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

extension LineBreaker {
    /// Returns lines as even as possible, given the greedy lines of the same elements.
    ///
    /// - Complexity: O(n log m) for n elements and m on a line, with three numbers of memory per element.
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

    /// Returns whether no element could ever move between two neighboring lines.
    private func separates(_ first: FlowLine, _ second: FlowLine) -> Bool {
        let start = second.items.lowerBound
        return isTooLong(first) || isTooLong(second) || metrics.breaks(elements[start - 1], elements[start])
    }

    private func isTooLong(_ line: FlowLine) -> Bool { line.length > limit + FlowMetrics.tolerance }

    /// Appends the balanced lines of a run of lines.
    private func append(_ run: ArraySlice<FlowLine>, to balanced: inout [FlowLine]) {
        guard let first = run.first, let last = run.last, run.count > 1 else {
            balanced += run
            return
        }
        let items = first.items.lowerBound..<last.items.upperBound
        let starts = balancer(of: items).starts(greedy: run.map { $0.items.lowerBound - items.lowerBound })
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
            if index > items.lowerBound { position += metrics.spacing(elements[index - 1], elements[index]) }
            starts.append(position)
            position += metrics.length(of: elements[index])
            ends.append(position)
        }
        return LineBalancer(
            starts: starts, ends: ends, fitting: limit + FlowMetrics.tolerance, maxItems: metrics.maxItemsPerLine)
    }

    /// Returns the line of a range of elements.
    func line(_ items: Range<Int>) -> FlowLine {
        var line = OpenLine(start: items.lowerBound, metrics, elements[items.lowerBound])
        for index in items.dropFirst() {
            let position = line.length + metrics.spacing(elements[index - 1], elements[index])
            let length = position + metrics.length(of: elements[index])
            line.extend(to: length, metrics, elements[index])
        }
        return line.closed(before: items.upperBound)
    }
}
