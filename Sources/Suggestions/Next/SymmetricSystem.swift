/// A small symmetric positive definite matrix, factored as L·D·Lᵀ, for solving and inverting.
///
/// A row whose pivot is not positive is dropped: its unknown is zero. Entries that are not finite count as zero.
///
/// All loops run along columns of L, so that the additions to one number wait for each other and those to its neighbours do not.
struct SymmetricSystem {
    /// The number of rows.
    let size: Int
    /// The columns of L, one after the other.
    private var lower: [Double]
    private var inversePivots: [Double]

    /// Factors the matrix whose entry at row i ≥ j, column j is `values[j * size + i]`.
    ///
    /// - Complexity: O(size³).
    init(size: Int, values: [Double]) {
        precondition(values.count == size * size, "a square matrix has size × size values")
        self.size = size
        lower = values.map { $0.isFinite ? $0 : 0 }
        inversePivots = [Double](repeating: 0, count: size)
        var sums = [Double](repeating: 0, count: size)
        for column in 0..<size { eliminate(column, &sums) }
    }

    /// Replaces a column by its column of L, which follows from the columns before it.
    ///
    /// - Parameters:
    ///   - column: the column.
    ///   - sums: as many zeros as there are rows, which are zeros again afterwards.
    private mutating func eliminate(_ column: Int, _ sums: inout [Double]) {
        for row in column..<size { sums[row - column] = lower[column * size + row] }
        for k in 0..<column {
            let before = lower.span.extracting((k * size + column)..<((k + 1) * size))
            Self.subtract(before, times: before[0], times: inversePivots[k], from: &sums)
        }
        let (pivot, largest) = (sums[0], lower[column * size + column])
        let inverse = pivot > largest * 1e-12 && pivot.isFinite ? 1 / pivot : 0
        inversePivots[column] = inverse.isFinite ? inverse : 0
        for row in column..<size {
            (lower[column * size + row], sums[row - column]) = (sums[row - column], 0)
        }
    }

    private static func subtract(
        _ values: Span<Double>,
        times first: Double,
        times second: Double,
        from sums: inout [Double]
    ) {
        var sums = sums.mutableSpan
        precondition(sums.count >= values.count, "a column is as long as those after it")
        for index in values.indices { sums[index] -= values[index] * first * second }
    }

    /// Returns the inverse of the matrix, without the dropped rows.
    ///
    /// - Complexity: O(size³), a third of solving for each column.
    func inverse() -> SymmetricInverse {
        // Computes L⁻¹ row by row: a row follows from the rows before it.
        var rows = [Double](repeating: 0, count: size * size)
        var sums = [Double](repeating: 0, count: size)
        for row in 0..<size {
            for k in 0..<row {
                let factor = lower[k * size + row] * inversePivots[k]
                Self.subtract(
                    rows.span.extracting((k * size)..<(k * size + k + 1)),
                    times: factor,
                    from: &sums
                )
            }
            for column in 0..<row { (rows[row * size + column], sums[column]) = (sums[column], 0) }
            rows[row * size + row] = 1
        }
        return SymmetricInverse(size: size, rows: rows, inversePivots: inversePivots)
    }

    private static func subtract(
        _ values: Span<Double>,
        times factor: Double,
        from sums: inout [Double]
    ) {
        var sums = sums.mutableSpan
        precondition(sums.count >= values.count, "a sum for each value")
        for index in values.indices { sums[index] -= factor * values[index] }
    }

    /// Returns the solution x of matrix · x = `right`.
    ///
    /// - Complexity: O(size²).
    func solve(_ right: [Double]) -> [Double] {
        var x = right
        for row in 0..<size {
            var value = x[row]
            for k in 0..<row { value -= lower[k * size + row] * inversePivots[k] * x[k] }
            x[row] = value
        }
        for row in 0..<size { x[row] *= inversePivots[row] }
        for row in stride(from: size - 1, through: 0, by: -1) {
            var value = x[row]
            for k in (row + 1)..<max(size, row + 1) {
                value -= lower[row * size + k] * inversePivots[row] * x[k]
            }
            x[row] = value
        }
        return x
    }
}

/// The inverse of a ``SymmetricSystem``, as L⁻ᵀ·D⁻¹·L⁻¹.
struct SymmetricInverse {
    fileprivate let size: Int
    /// The rows of L⁻¹, one after the other.
    fileprivate let rows: [Double]
    fileprivate let inversePivots: [Double]

    /// The first entries of some rows of the inverse, divided by the negative of the row's entry on the diagonal; zeros where that
    /// is not positive.
    ///
    /// - Parameter first: the first of the rows, and the number of entries of each.
    /// - Returns: the entries of one row after the other.
    /// - Complexity: O(size² · first).
    func ratios(ofRowsFrom first: Int) -> [Double] {
        var ratios = [Double](repeating: 0, count: max(0, size - first) * first)
        for row in first..<size {
            let start = (row - first) * first
            var own = 0.0
            for k in row..<size {
                let (factor, pivot) = (rows[k * size + row], inversePivots[k])
                own += factor * factor * pivot
                var sums = ratios.mutableSpan
                let values = rows.span.extracting((k * size)..<(k * size + first))
                for index in values.indices {
                    sums[start + index] += factor * values[index] * pivot
                }
            }
            for index in start..<(start + first) {
                ratios[index] = own > 0 ? -ratios[index] / own : 0
            }
        }
        return ratios
    }
}
