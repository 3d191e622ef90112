/// The columns of a grid, grouped into tracks: adjacent columns form a track if no cell ends between them.
///
/// A cell may span ten thousand columns, but there are never more tracks than cells.
struct GridColumns {
    /// The number of columns in each track.
    let counts: [Int]
    /// The end of each track, in columns.
    private let ends: [Int]

    /// Divides the columns at the ends of cells; in a row, a cell starts at the end of the previous cell.
    ///
    /// - Complexity: O(cells · log cells).
    init(ends: [Int]) {
        var distinct: [Int] = []
        for end in ends.sorted() where end != distinct.last { distinct.append(end) }
        self.ends = distinct
        counts = zip(distinct, [0] + distinct).map { $0 - $1 }
    }

    /// Returns the tracks of columns that start and end at cell boundaries.
    ///
    /// - Complexity: O(log tracks).
    func tracks(of columns: Range<Int>) -> Range<Int> {
        let first = track(after: columns.lowerBound)
        return first..<max(first, track(after: columns.upperBound))
    }

    /// Returns the first track that ends after a column's start.
    private func track(after start: Int) -> Int {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if ends[middle] <= start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
