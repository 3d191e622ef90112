internal import Foundation

/// Makes the lines of a run as even as possible, without changing their number.
///
/// A run is a range of elements without forced breaks and without elements that are too long. It is independent of
/// the elements before and after it.
///
/// With n lines, an element can start line c only if greedy breaking from the front needs c lines for the elements
/// before it, and greedy breaking from the back needs n − c lines for the elements from it to the end. The elements
/// that can start line c therefore form an interval, and each element is in at most one interval, so the search for the
/// minimal sum of squares doesn't need to track the number of lines. Between two neighboring intervals the costs are
/// totally monotone (the square of a length is convex), so rows are searched by divide and conquer: see Galil and Park,
/// "Dynamic programming with convexity, concavity and sparsity" (1992). Their algorithm handles costs that depend on
/// earlier rows; here, a simpler search between two intervals is enough.
struct LineBalancer {
    /// The start of each element if the whole run is on one line, in points.
    let starts: [Double]
    /// The end of each element if the whole run is on one line, in points.
    let ends: [Double]
    /// The maximum length of a line, tolerance included.
    let fitting: Double
    /// The maximum number of elements on a line.
    let maxItems: Int
    /// The divisor of very large lengths that keeps their squares finite.
    let scale: Double

    init(starts: [Double], ends: [Double], fitting: Double, maxItems: Int = .max) {
        self.starts = starts
        self.ends = ends
        self.fitting = fitting
        self.maxItems = maxItems
        // The square root of the largest Double is about 1.3e154; the sum of many squares has to be finite too.
        scale = fitting > 1e150 ? fitting : 1
    }

    private var count: Int { starts.count }

    /// Returns the starts of the balanced lines, or of the greedy lines if these can't be improved.
    ///
    /// - Parameter greedy: The starts of the greedy lines.
    /// - Complexity: O(n log m) for n elements and m on a line.
    /// - Returns: As many starts as in `greedy`.
    func starts(greedy: [Int]) -> [Int] {
        guard greedy.count > 1, let layers = layers(greedy) else { return greedy }
        var plan = BalancePlan(count: count)
        for (sources, targets) in zip(layers, layers.dropFirst()) { search(targets, from: sources, &plan) }
        search(count...count, from: layers[layers.count - 1], &plan)
        guard plan.best[count] < .infinity else { return greedy }
        var starts: [Int] = []
        var start = count
        for _ in greedy {
            start = plan.previous[start]
            starts.append(start)
        }
        return starts.reversed()
    }

    /// Returns, for each line, the interval of elements that can start it.
    private func layers(_ greedy: [Int]) -> [ClosedRange<Int>]? {
        var earliest = Array(repeating: 0, count: greedy.count)
        var end = count
        for line in greedy.indices.reversed() {
            var start = end - 1
            guard start >= 0 else { return nil }
            while start > 0, fits(start - 1, end) { start -= 1 }
            guard start <= greedy[line] else { return nil }
            earliest[line] = start
            end = start
        }
        guard end == 0 else { return nil }
        return zip(earliest, greedy).map { $0...$1 }
    }

    /// Finds the best start (source) of the line that ends before each target.
    ///
    /// The middle target is searched first. Earlier targets then only need sources up to its best source, and later
    /// targets only sources from there.
    private func search(_ targets: ClosedRange<Int>, from sources: ClosedRange<Int>, _ plan: inout BalancePlan) {
        let target = targets.lowerBound + (targets.upperBound - targets.lowerBound) / 2
        var best = sources.upperBound
        for source in sources.reversed() {
            guard fits(source, target) else { break }
            if plan.offer(source, to: target, cost: cost(source, target)) { best = source }
        }
        if target > targets.lowerBound {
            search(targets.lowerBound...target - 1, from: sources.lowerBound...best, &plan)
        }
        if target < targets.upperBound {
            search(target + 1...targets.upperBound, from: best...sources.upperBound, &plan)
        }
    }

    /// Returns whether the elements of a range fit on a line.
    private func fits(_ start: Int, _ end: Int) -> Bool {
        end == start + 1 || ends[end - 1] - starts[start] <= fitting && end - start <= maxItems
    }

    /// Returns the square of a line's length.
    ///
    /// Lengths are rounded to 2⁻²⁰ of a point, the power of two nearest to the tolerance of 1e-6, so that equally long
    /// lines have equal squares. Below 2³² the rounded length is exact in a Double.
    private func cost(_ start: Int, _ end: Int) -> Double {
        let length = ends[end - 1] - starts[start]
        let rounded = length < 0x1p32 ? (length * 0x1p20).rounded() * 0x1p-20 : length / scale
        return rounded * rounded
    }
}

/// The best known division up to each possible end of a line.
private struct BalancePlan {
    /// The minimal sum of squared line lengths up to each end.
    var best: [Double]
    /// The start of the last line in that division.
    var previous: [Int]

    init(count: Int) {
        best = Array(repeating: .infinity, count: count + 1)
        previous = Array(repeating: 0, count: count + 1)
        best[0] = 0
    }

    /// Records a line if it improves on the best known division; returns whether it does.
    ///
    /// Sources are tried from the last to the first, so that the last of equal sources is kept and earlier lines are
    /// fuller. Sums that differ by less than 1e-12 of their value are equal: rounding can explain the difference.
    mutating func offer(_ source: Int, to target: Int, cost: Double) -> Bool {
        let cost = best[source] + cost
        guard cost < best[target] * (1 - 1e-12) || best[target] == .infinity else { return false }
        best[target] = cost
        previous[target] = source
        return true
    }
}
