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

extension LineBreaker {
    /// Returns lines as even as possible: as many as greedy breaking needs, or a minimum if that is more.
    ///
    /// If greedy breaking needs fewer, the lines are balanced in the shortest container that gives it at most the minimum
    /// number of lines. If it needs fewer even there, the elements that exactly fill their line count as slightly longer,
    /// from the last to the first, until there are enough lines. Chromium implements `flex-line-count` of CSS Flexbox
    /// Level 2 this way.
    ///
    /// - Parameter minLines: The minimum number of lines; there are never more lines than elements.
    /// - Returns: The lines, in order.
    /// - Complexity: O(n log m) for n elements and m on a line. If greedy breaking needs fewer lines than the minimum, at
    ///   most 64 times greedy breaking in addition, and O(n log n) for each round of lengthening.
    func balancedLines(atLeast minLines: Int) -> [FlowLine] {
        let greedy = greedyLines()
        let wanted = min(minLines, count)
        guard greedy.count < wanted else { return balanced(greedy) }
        let shorter = shortened(to: wanted)
        return shorter.balanced(shorter.greedyLines()).map { line($0.items) }
    }

    /// Returns a breaker whose greedy lines are at least as many as wanted, in the shortest container.
    private func shortened(to wanted: Int) -> LineBreaker {
        var breaker = self
        // The shorter of the two limits gives more lines than wanted, the longer at most as many. Numbers above 0 are
        // ordered like their bit patterns. Bisecting these takes at most 64 steps, however long the items are.
        var (short, long) = (0.0, min(limit, wholeLength))
        while long - short > max(FlowMetrics.tolerance / 8, 2 * long.ulp) {
            let middle = short.bitPattern + (long.bitPattern - short.bitPattern) / 2
            breaker.limit = Double(bitPattern: middle)
            let isLong = breaker.greedyLines(atMost: wanted + 1).count <= wanted
            if isLong { long = breaker.limit } else { short = breaker.limit }
        }
        breaker.limit = long
        breaker.lengthenFullLines(until: wanted)
        // If not enough lines can be lengthened, more lines than wanted still satisfy the minimum.
        if breaker.greedyLines(atMost: wanted).count < wanted { breaker.limit = short }
        return breaker
    }

    /// The length of all elements on one line, or more if breaks are forced.
    private var wholeLength: Double {
        var length = 0.0
        for index in 0..<count {
            if index > 0 { length += metrics.spacing(elements[index - 1], elements[index]) }
            length += metrics.length(of: elements[index])
        }
        return clampedToFinite(length)
    }

    /// Lengthens the elements that end where their line is exactly full, from the last one on, until there are enough
    /// lines.
    ///
    /// Lengthening one more element adds at most one line and removes none, so the number of elements is found by
    /// bisection.
    private mutating func lengthenFullLines(until wanted: Int) {
        for _ in 0..<Self.maximumRounds {
            let lines = greedyLines(atMost: wanted)
            guard lines.count < wanted else { return }
            let ends = fullEnds(of: lines)
            var (few, enough) = (0, ends.count)
            while enough - few > 1 {
                let middle = few + (enough - few) / 2
                let isEnough = lengthened(ends.suffix(middle)).greedyLines(atMost: wanted).count == wanted
                if isEnough { enough = middle } else { few = middle }
            }
            self = lengthened(ends.suffix(enough))
        }
    }

    /// The maximum number of rounds; each lengthens the ends of all full lines.
    ///
    /// Only hostile input needs more than a few.
    private static var maximumRounds: Int { 16 }

    /// Returns the elements up to whose end a line is as long as the longest line that fits.
    private func fullEnds(of lines: [FlowLine]) -> [Int] {
        let fitting = limit + FlowMetrics.tolerance
        let longest = lines.lazy.map(\.length.native).filter { $0 <= fitting }.max() ?? 0
        var ends: [Int] = []
        for line in lines where line.length.native <= fitting {
            var length = 0.0
            for index in line.items {
                if index > line.items.lowerBound { length += metrics.spacing(elements[index - 1], elements[index]) }
                length += metrics.length(of: elements[index])
                if length >= longest - FlowMetrics.tolerance { ends.append(index) }
            }
        }
        return ends
    }

    /// Returns a breaker whose elements at the given indices are too long to end a line that they filled exactly.
    private func lengthened(_ indices: ArraySlice<Int>) -> LineBreaker {
        var breaker = self
        let amount = max(2 * FlowMetrics.tolerance, 8 * limit.ulp)
        for index in indices {
            let element = elements[index]
            breaker.elements[index] = element.resized(
                to: metrics.size(length: metrics.length(of: element) + amount, depth: metrics.depth(of: element)))
        }
        return breaker
    }
}
