internal import Foundation

/// Makes the lines of a run as even as they can be, without changing how many there are.
///
/// A run is a stretch of elements without forced breaks and without elements that are too long: what
/// stands before and after it does not matter to it.
///
/// With n lines, an element can start line c only if greedy breaking from the front needs c lines for
/// what is before it and greedy breaking from the back needs n − c for what follows. The places where
/// line c can start are therefore one interval, and every element is in one interval at most. So the
/// search for the least sum of squares needs no count of lines in its state. Within two neighbouring
/// intervals the costs are totally monotone (the square of a length is convex), so that rows can be
/// searched by divide and conquer, as in Galil and Park's dynamic programming with convexity.
struct LineBalancer {
    /// Where each element of the run starts if all stand on one line.
    let starts: [Double]
    /// Where each element of the run ends if all stand on one line.
    let ends: [Double]
    /// The greatest length of a line, tolerance included.
    let fitting: Double
    /// What lengths are divided by, so that their squares are finite.
    let scale: Double

    init(starts: [Double], ends: [Double], fitting: Double) {
        self.starts = starts
        self.ends = ends
        self.fitting = fitting
        scale = fitting > 1e150 ? fitting : 1
    }

    private var count: Int { starts.count }

    /// Returns where lines start; those of greedy breaking if they cannot be improved.
    ///
    /// - Parameter greedy: Where the lines of greedy breaking start.
    /// - Complexity: O(n log m) for n elements and m on a line.
    /// - Returns: As many starts as there are greedy ones.
    func starts(greedy: [Int]) -> [Int] {
        guard greedy.count > 1, let layers = layers(greedy) else { return greedy }
        var plan = BalancePlan(count: count)
        for (sources, targets) in zip(layers, layers.dropFirst()) {
            search(targets, from: sources, &plan)
        }
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

    /// Finds the best line that ends before each of some targets.
    ///
    /// The middle target is searched first; those before it need not look at sources after its best
    /// one, and those after it not at sources before.
    private func search(
        _ targets: ClosedRange<Int>,
        from sources: ClosedRange<Int>,
        _ plan: inout BalancePlan
    ) {
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

    /// Returns whether the elements of a range are short enough for a line.
    private func fits(_ start: Int, _ end: Int) -> Bool {
        end == start + 1 || ends[end - 1] - starts[start] <= fitting
    }

    /// Returns the square of a line's length.
    ///
    /// Lengths are rounded to 2⁻²⁰, so that lines which are equally long have equal squares.
    private func cost(_ start: Int, _ end: Int) -> Double {
        let length = ends[end - 1] - starts[start]
        let rounded = length < 0x1p32 ? (length * 0x1p20).rounded() * 0x1p-20 : length / scale
        return rounded * rounded
    }
}

/// The best way to each place where a line can end.
struct BalancePlan {
    /// The least sum of squared line lengths from the start to here.
    var best: [Double]
    /// Where the last of these lines starts.
    var previous: [Int]

    init(count: Int) {
        best = Array(repeating: .infinity, count: count + 1)
        previous = Array(repeating: 0, count: count + 1)
        best[0] = 0
    }

    /// Takes a line if it is better than what is known.
    ///
    /// Sources are offered from the last to the first, so that of equal ones the last is kept: the
    /// earlier lines are then the fuller ones. Sums are equal if rounding can explain the difference.
    mutating func offer(_ source: Int, to target: Int, cost: Double) -> Bool {
        let cost = best[source] + cost
        guard cost < best[target] * (1 - 1e-12) || best[target] == .infinity else { return false }
        best[target] = cost
        previous[target] = source
        return true
    }
}
