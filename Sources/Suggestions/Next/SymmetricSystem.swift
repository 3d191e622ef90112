/// A small symmetric positive definite matrix, factored as L·D·Lᵀ, for solving and inverting.
///
/// A row whose pivot isn't positive is dropped: its unknown is zero. Entries that aren't finite count as zero.
///
/// Sums are computed for eight numbers of a column or row at a time, and kept in a register until all terms are added.
/// The padding of columns and rows makes every loop run over whole blocks of eight; the end of a partial block would be
/// an unpredictable branch.
struct SymmetricSystem {
    /// The number of rows.
    let size: Int
    /// The columns of L; entries above the diagonal are unused.
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

    /// Replaces a column of the matrix with the corresponding column of L, which depends on the columns before it.
    ///
    /// - Parameters:
    ///   - column: the index of the column.
    ///   - lower: the columns; those before `column` are already columns of L.
    ///   - pivots: the inverse pivots of all columns; those before `column` are already computed.
    ///   - factors: scratch space with one element for each column.
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
                // `factors` and `pivots` have an element for each column, and all columns have the same length.
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
    /// - Complexity: O(size³), a third of the time of solving for each column.
    func inverse() -> SymmetricInverse {
        // Computes L⁻¹ row by row; each row depends on the rows before it.
        var rows = PaddedRows(count: size, length: size)
        var factors = [Double](repeating: 0, count: size)
        for row in 0..<size {
            for k in 0..<row { factors[k] = lower[k, row] * inversePivots[k] }
            let known = factors.span
            for block in rows.blocks(upTo: row) {
                var sums = SIMD8<Double>()
                // Rows before `block` have only zeros in this block.
                for k in block..<row {
                    // `known` has an element for each row, and all rows have the same length.
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

    /// Returns the first entries of the last rows of the inverse, each divided by the negative of its row's diagonal
    /// entry; zeros for a row whose diagonal entry isn't positive.
    ///
    /// - Parameter first: the index of the first row to return, which is also the number of entries per row.
    /// - Returns: the entries, row by row.
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
                    // `factors` and `pivots` have an element for each row, and all rows have the same length.
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
