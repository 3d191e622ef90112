/// A small symmetric positive definite matrix, factored as L·D·Lᵀ, for solving and inverting.
///
/// A row whose pivot is not positive is dropped: its unknown is zero. Entries that are not finite count as zero.
struct SymmetricSystem {
    /// The number of rows.
    let size: Int
    private var lower: [Double]
    private var inversePivots: [Double]

    /// Factors the matrix whose entry at row i, column j ≤ i is `values[i * size + j]`.
    ///
    /// - Complexity: O(size³).
    init(size: Int, values: [Double]) {
        precondition(values.count == size * size, "a square matrix has size × size values")
        self.size = size
        lower = values.map { $0.isFinite ? $0 : 0 }
        inversePivots = [Double](repeating: 0, count: size)
        for column in 0..<size { eliminate(column) }
    }

    /// Replaces a column by its column of L, which follows from the columns before it.
    private mutating func eliminate(_ column: Int) {
        let start = column * size
        var pivot = lower[start + column]
        let largest = pivot
        for k in 0..<column {
            let value = lower[start + k]
            pivot -= value * value * inversePivots[k]
        }
        let inverse = pivot > largest * 1e-12 && pivot.isFinite ? 1 / pivot : 0
        inversePivots[column] = inverse.isFinite ? inverse : 0
        for row in (column + 1)..<max(size, column + 1) {
            var value = lower[row * size + column]
            for k in 0..<column {
                value -= lower[row * size + k] * lower[start + k] * inversePivots[k]
            }
            lower[row * size + column] = value
        }
    }

    /// Returns the inverse of the matrix, without the dropped rows.
    ///
    /// - Complexity: O(size³), a third of solving for each column.
    func inverse() -> SymmetricInverse {
        // Computes L⁻¹ column by column: a column depends only on itself and the rows of L.
        var scaled = lower
        for index in lower.indices { scaled[index] *= inversePivots[index % size] }
        var columns = [Double](repeating: 0, count: size * size)
        for column in 0..<size {
            let start = column * size
            columns[start + column] = 1
            for row in (column + 1)..<max(size, column + 1) {
                columns[start + row] = Self.negatedProduct(
                    scaled.span.extracting((row * size + column)..<(row * size + row)),
                    columns.span.extracting((start + column)..<(start + row))
                )
            }
        }
        return SymmetricInverse(size: size, columns: columns, inversePivots: inversePivots)
    }

    private static func negatedProduct(_ left: Span<Double>, _ right: Span<Double>) -> Double {
        var value = 0.0
        for k in left.indices { value -= left[k] * right[k] }
        return value
    }

    /// Returns the solution x of matrix · x = `right`.
    ///
    /// - Complexity: O(size²).
    func solve(_ right: [Double]) -> [Double] {
        var x = right
        for row in 0..<size {
            var value = x[row]
            for k in 0..<row { value -= lower[row * size + k] * inversePivots[k] * x[k] }
            x[row] = value
        }
        for row in 0..<size { x[row] *= inversePivots[row] }
        for row in stride(from: size - 1, through: 0, by: -1) {
            var value = x[row]
            for k in (row + 1)..<max(size, row + 1) {
                value -= lower[k * size + row] * inversePivots[row] * x[k]
            }
            x[row] = value
        }
        return x
    }
}

/// The inverse of a ``SymmetricSystem``, as L⁻ᵀ·D⁻¹·L⁻¹.
struct SymmetricInverse {
    fileprivate let size: Int
    /// The columns of L⁻¹, one after the other.
    fileprivate let columns: [Double]
    fileprivate let inversePivots: [Double]

    /// An entry of the inverse.
    ///
    /// - Complexity: O(size).
    subscript(row: Int, column: Int) -> Double {
        var value = 0.0
        for k in max(row, column)..<size {
            value += columns[row * size + k] * columns[column * size + k] * inversePivots[k]
        }
        return value
    }
}
