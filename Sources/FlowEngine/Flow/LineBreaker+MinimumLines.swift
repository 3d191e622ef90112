internal import Foundation

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
