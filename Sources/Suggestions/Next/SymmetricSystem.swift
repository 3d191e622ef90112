/// A small symmetric positive definite matrix, factored as L·D·Lᵀ, for solving and inverting.
///
/// A row whose pivot is not positive is dropped: its unknown is zero. Entries that are not finite count as zero.
///
/// Eight numbers of a column or a row are summed up at once, from the first summand to the last, without being written in between. Columns
/// and rows are padded, so that no loop ends within eight: where one ends, no processor can predict.
struct SymmetricSystem {
    /// The number of rows.
    let size: Int
    /// The columns of L, one after the other; what is above the diagonal means nothing.
    private let lower: PaddedRows
    private let inversePivots: [Double]

    /// Factors the matrix whose entry at row i ≥ j, column j is `values[j * size + i]`.
    ///
    /// - Complexity: O(size³).
    init(size: Int, values: [Double]) {
        precondition(values.count == size * size, "a square matrix has size × size values")
        self.size = size
        var lower = PaddedRows(count: size, length: size)
        for column in 0..<size {
            for row in column..<size {
                let value = values[column * size + row]
                lower[column, row] = value.isFinite ? value : 0
            }
        }
        var pivots = [Double](repeating: 0, count: size)
        var factors = [Double](repeating: 0, count: size)
        for column in 0..<size {
            pivots[column] = Self.eliminate(column, of: &lower, pivots, &factors)
        }
        (self.lower, inversePivots) = (lower, pivots)
    }

    /// Replaces a column by its column of L, which follows from the columns before it.
    ///
    /// - Parameters:
    ///   - column: the column.
    ///   - lower: the columns, one after the other.
    ///   - pivots: the inverse pivots of all columns; those of the columns before are known.
    ///   - factors: room for as many numbers.
    /// - Returns: the column's inverse pivot.
    private static func eliminate(
        _ column: Int,
        of lower: inout PaddedRows,
        _ pivots: [Double],
        _ factors: inout [Double]
    ) -> Double {
        let largest = lower[column, column]
        for k in 0..<column { factors[k] = lower[k, column] }
        let (factors, pivots) = (factors.span, pivots.span)
        precondition(column < factors.count && column < pivots.count, "each column has both")
        for block in lower.blocks(from: column) {
            var sums = lower.eight(column, block)
            for k in 0..<column {
                // There is a factor and a pivot for each column, and each is as long as this one.
                let eight = unsafe lower.eight(unchecked: k, block)
                sums -= unsafe eight * factors[unchecked: k] * pivots[unchecked: k]
            }
            lower.set(column, block, to: sums)
        }
        let pivot = lower[column, column]
        let inverse = pivot > largest * 1e-12 && pivot.isFinite ? 1 / pivot : 0
        return inverse.isFinite ? inverse : 0
    }

    /// Returns the inverse of the matrix, without the dropped rows.
    ///
    /// - Complexity: O(size³), a third of solving for each column.
    func inverse() -> SymmetricInverse {
        // Computes L⁻¹ row by row: a row follows from the rows before it.
        var rows = PaddedRows(count: size, length: size)
        var factors = [Double](repeating: 0, count: size)
        for row in 0..<size {
            for k in 0..<row { factors[k] = lower[k, row] * inversePivots[k] }
            let known = factors.span
            for block in rows.blocks(upTo: row) {
                var sums = SIMD8<Double>()
                // Of the rows before, those have zeros here that end before.
                for k in block..<row {
                    // There is a factor for each row, and each is as long as this one.
                    sums -= unsafe known[unchecked: k] * rows.eight(unchecked: k, block)
                }
                rows.set(row, block, to: sums)
            }
            rows[row, row] = 1
        }
        return SymmetricInverse(size: size, rows: rows, inversePivots: inversePivots)
    }

    /// Returns the solution x of matrix · x = `right`.
    ///
    /// - Complexity: O(size²).
    func solve(_ right: [Double]) -> [Double] {
        var x = right
        for row in 0..<size {
            var value = x[row]
            for k in 0..<row { value -= lower[k, row] * inversePivots[k] * x[k] }
            x[row] = value
        }
        for row in 0..<size { x[row] *= inversePivots[row] }
        for row in stride(from: size - 1, through: 0, by: -1) {
            var value = x[row]
            for k in (row + 1)..<max(size, row + 1) {
                value -= lower[row, k] * inversePivots[row] * x[k]
            }
            x[row] = value
        }
        return x
    }
}

/// The inverse of a ``SymmetricSystem``, as L⁻ᵀ·D⁻¹·L⁻¹.
struct SymmetricInverse {
    fileprivate let size: Int
    /// The rows of L⁻¹.
    fileprivate let rows: PaddedRows
    fileprivate let inversePivots: [Double]

    /// The first entries of some rows of the inverse, divided by the negative of the row's entry on the diagonal; zeros where that
    /// is not positive.
    ///
    /// - Parameter first: the first of the rows, and the number of entries of each.
    /// - Returns: the entries of one row after the other.
    /// - Complexity: O(size² · first).
    func ratios(ofRowsFrom first: Int) -> [Double] {
        var ratios = [Double](repeating: 0, count: max(0, size - first) * first)
        var factors = [Double](repeating: 0, count: size)
        precondition(inversePivots.count == size, "each row has a pivot")
        for row in first..<size {
            var own = 0.0
            for k in row..<size {
                factors[k] = rows[k, row]
                own += factors[k] * factors[k] * inversePivots[k]
            }
            guard own > 0 else { continue }
            let start = (row - first) * first
            for block in rows.blocks(upTo: first) {
                var sums = SIMD8<Double>()
                let (factors, pivots) = (factors.span, inversePivots.span)
                for k in row..<size {
                    // There is a factor and a pivot for each row, and all are as long.
                    let eight = unsafe rows.eight(unchecked: k, block)
                    sums += unsafe factors[unchecked: k] * eight * pivots[unchecked: k]
                }
                for index in 0..<min(8, first - block) {
                    ratios[start + block + index] = -sums[index] / own
                }
            }
        }
        return ratios
    }
}
