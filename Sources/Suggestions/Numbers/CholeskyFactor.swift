/// The Cholesky factorization A = L·Lᵀ of a small symmetric positive definite matrix, for solving A·x = b.
///
/// This is the textbook algorithm (Golub & Van Loan, *Matrix Computations*, section 4.2), row by row. Unlike there, a
/// row whose pivot isn't positive is dropped: its unknown is zero. Entries that aren't finite count as zero.
///
/// ```
/// let factor = CholeskyFactor(size: 2, lowerTriangle: [4, 2, 3])  // [[4, 2], [2, 3]]
/// factor.solve([8, 7])  // [1.25, 1.5]
/// ```
package struct CholeskyFactor: Sendable {
    /// The number of rows.
    package let size: Int
    /// The lower triangle of L, row by row.
    private let lower: [Double]

    /// Returns the position of an entry in a lower triangle; `column` is at most `row`.
    package static func position(_ row: Int, _ column: Int) -> Int { row * (row + 1) / 2 + column }

    /// Factors a matrix given by its lower triangle, row by row.
    ///
    /// - Complexity: O(size³), about size³ / 6 multiplications.
    package init(size: Int, lowerTriangle: [Double]) {
        precondition(lowerTriangle.count == size * (size + 1) / 2, "a triangle has size · (size + 1) / 2 entries")
        self.size = size
        var lower = lowerTriangle.map { $0.isFinite ? $0 : 0 }
        for row in 0..<size {
            let start = Self.position(row, 0)
            for column in 0..<row {
                let other = Self.position(column, 0)
                var value = lower[start + column]
                for k in 0..<column { value -= lower[start + k] * lower[other + k] }
                let pivot = lower[other + column]
                lower[start + column] = pivot > 0 ? value / pivot : 0
            }
            let diagonal = lower[start + row]
            var rest = diagonal
            for k in 0..<row { rest -= lower[start + k] * lower[start + k] }
            lower[start + row] = rest > diagonal * 1e-12 ? rest.squareRoot() : 0
        }
        self.lower = lower
    }

    /// Returns the solution x of A·x = `right`.
    ///
    /// - Complexity: O(size²).
    package func solve(_ right: [Double]) -> [Double] {
        precondition(right.count == size, "the right side has an entry for each row")
        var x = right
        for row in 0..<size {
            let start = Self.position(row, 0)
            var value = x[row]
            for k in 0..<row { value -= lower[start + k] * x[k] }
            let pivot = lower[start + row]
            x[row] = pivot > 0 ? value / pivot : 0
        }
        for row in (0..<size).reversed() {
            let start = Self.position(row, 0)
            let pivot = lower[start + row]
            x[row] = pivot > 0 ? x[row] / pivot : 0
            for k in 0..<row { x[k] -= lower[start + k] * x[row] }
        }
        return x
    }

    /// Returns a column of the inverse of A; zeros for a row that was dropped.
    ///
    /// - Complexity: O(size²).
    package func inverseColumn(_ column: Int) -> [Double] {
        var unit = [Double](repeating: 0, count: size)
        unit[column] = 1
        return solve(unit)
    }
}
