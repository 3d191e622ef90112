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
        guard greedy.count > 1, let latest = latestLayers(greedy) else { return greedy }
        var plan = BalancePlan(count: count)
        let last = latest[latest.count - 1]
        for row in last { plan.best[row] = cost(row, count) }
        for layer in stride(from: latest.count - 2, through: 0, by: -1) {
            improve(latest[layer], from: latest[layer + 1], &plan)
        }
        guard plan.best[0] < .infinity else { return greedy }
        var starts = [0]
        for _ in 1..<greedy.count { starts.append(plan.next[starts[starts.count - 1]]) }
        return starts
    }

    /// Returns, for each line, the interval of elements that can start it.
    private func latestLayers(_ greedy: [Int]) -> [ClosedRange<Int>]? {
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

    /// Works out the best continuations of the starts of a line.
    private func improve(
        _ rows: ClosedRange<Int>,
        from columns: ClosedRange<Int>,
        _ plan: inout BalancePlan
    ) {
        // An element of length zero may start a line only after one that had no room for it.
        let usable = columns.filter { ends[$0] > starts[$0] && plan.best[$0] < .infinity }
        search(rows, usable[...], &plan)
        var end = columns.lowerBound
        for row in rows {
            while end < count, fits(row, end + 1) { end += 1 }
            guard end <= columns.upperBound, ends[end] <= starts[end] else { continue }
            plan.offer(row, next: end, cost: cost(row, end) + plan.best[end])
        }
    }

    /// Searches the middle row, then the rows before it in the columns up to its best, and so on.
    private func search(
        _ rows: ClosedRange<Int>,
        _ columns: ArraySlice<Int>,
        _ plan: inout BalancePlan
    ) {
        let row = rows.lowerBound + (rows.upperBound - rows.lowerBound) / 2
        var best: Int?
        for index in columns.indices {
            let column = columns[index]
            guard fits(row, column) else { break }
            if plan.offer(row, next: column, cost: cost(row, column) + plan.best[column]) {
                best = index
            }
        }
        if row < rows.upperBound {
            let rest = columns[(best ?? columns.startIndex)...]
            search(row + 1...rows.upperBound, rest, &plan)
        }
        // Where a row has no way on, the rows before it, which reach less far, have none either.
        if row > rows.lowerBound, let best {
            search(rows.lowerBound...row - 1, columns[...best], &plan)
        }
    }

    /// Returns whether the elements of a range are short enough for a line.
    private func fits(_ start: Int, _ end: Int) -> Bool {
        end == start + 1 || ends[end - 1] - starts[start] <= fitting
    }

    private func cost(_ start: Int, _ end: Int) -> Double {
        let length = (ends[end - 1] - starts[start]) / scale
        return length * length
    }
}

/// The best way on from each element that starts a line.
struct BalancePlan {
    /// The least sum of squared line lengths from here to the end.
    var best: [Double]
    /// Where the next line starts then.
    var next: [Int]

    init(count: Int) {
        best = Array(repeating: .infinity, count: count)
        next = Array(repeating: count, count: count)
    }

    /// Takes a way on if it is better than what is known, or as good with more on this line.
    @discardableResult
    mutating func offer(_ row: Int, next: Int, cost: Double) -> Bool {
        guard cost < best[row] || (cost == best[row] && cost < .infinity) else { return false }
        best[row] = cost
        self.next[row] = next
        return true
    }
}
